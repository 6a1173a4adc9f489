// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Preloaded into the child that runs a reader's host code, it writes down which commands went into
// which queue, what each waits for, which buffers it touches, and when the host waited. Everything
// goes on to the loader. One line a call; common/src/recording.cpp reads them:
//   buffer BYTES | queue OUT_OF_ORDER
//   command KIND QUEUE BLOCKING OFFSET BYTES HOST N waits... N buffers...
//   flush QUEUE | finish QUEUE | wait N commands... | time COMMAND START_NS END_NS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace {

template <class F>
F* real(F*, const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
#define REAL(call) real(&(call), #call)

// All of it behind one lock; handles are retained while recording, so none is used twice.
struct Tape {
  std::mutex lock;
  bool on = false;
  std::ostringstream lines;
  std::map<cl_mem, int> buffers;
  std::map<cl_command_queue, int> queues;
  std::map<cl_event, int> commands;
  std::vector<cl_event> events;
  std::map<cl_kernel, std::map<cl_uint, cl_mem>> arguments;
};

Tape& tape() {
  static Tape all;
  return all;
}

template <class Map, class Key>
int number(const Map& map, Key key) {
  const auto found = map.find(key);
  return found == map.end() ? -1 : found->second;
}

void add_list(const std::vector<int>& list) {
  tape().lines << ' ' << list.size();
  for (const int item : list) tape().lines << ' ' << item;
}

struct Touched {
  std::vector<cl_mem> buffers;
  std::size_t offset = 0, bytes = 0;
  const void* host = nullptr;
};

// Makes the call with an event of our own where the caller wants none, and writes it down.
template <class Call>
cl_int record(const char* kind, cl_command_queue queue, bool blocking, const Touched& touched,
              cl_uint count, const cl_event* waits, cl_event* event, Call&& call) {
  if (!tape().on) return call(event);
  cl_event own = nullptr;
  const cl_int code = call(&own);
  if (code != CL_SUCCESS) return code;
  const std::lock_guard guard(tape().lock);
  Tape& t = tape();
  t.lines << "command " << kind << ' ' << number(t.queues, queue) << ' ' << blocking << ' '
          << touched.offset << ' ' << touched.bytes << ' '
          << reinterpret_cast<std::size_t>(touched.host);
  std::vector<int> list;
  for (cl_uint i = 0; i < count; ++i) list.push_back(number(t.commands, waits[i]));
  add_list(list);
  list.clear();
  for (const cl_mem buffer : touched.buffers) list.push_back(number(t.buffers, buffer));
  add_list(list);
  t.lines << '\n';
  t.commands[own] = static_cast<int>(t.events.size());
  t.events.push_back(own);
  if (event != nullptr) {
    clRetainEvent(own);
    *event = own;
  }
  return code;
}

void note(const char* what, cl_command_queue queue) {
  if (!tape().on) return;
  const std::lock_guard guard(tape().lock);
  tape().lines << what << ' ' << number(tape().queues, queue) << '\n';
}

cl_command_queue keep(cl_command_queue queue, cl_command_queue_properties properties) {
  if (queue == nullptr || !tape().on) return queue;
  const std::lock_guard guard(tape().lock);
  clRetainCommandQueue(queue);
  const int id = static_cast<int>(tape().queues.size());
  tape().queues[queue] = id;
  tape().lines << "queue " << ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) << '\n';
  return queue;
}

bool records_times(cl_device_id device) {
  cl_command_queue_properties can = 0;
  clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, nullptr);
  return (can & CL_QUEUE_PROFILING_ENABLE) != 0;
}

}  // namespace

extern "C" {

void wb_recorder_start() {
  Tape& t = tape();
  const std::lock_guard guard(t.lock);
  t.lines.str("");
  t.buffers.clear();
  t.queues.clear();
  t.commands.clear();
  t.events.clear();
  t.arguments.clear();
  t.on = true;
}

// Ends the recording, waits for what is still under way, and returns the lines.
const char* wb_recorder_stop() {
  static std::string text;
  Tape& t = tape();
  t.on = false;
  for (const auto& [queue, id] : t.queues) clFinish(queue);
  const std::lock_guard guard(t.lock);
  for (std::size_t i = 0; i < t.events.size(); ++i) {
    cl_ulong start = 0, end = 0;
    clGetEventProfilingInfo(t.events[i], CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
    clGetEventProfilingInfo(t.events[i], CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    t.lines << "time " << i << ' ' << start << ' ' << end << '\n';
    clReleaseEvent(t.events[i]);
  }
  for (const auto& [queue, id] : t.queues) clReleaseCommandQueue(queue);
  for (const auto& [buffer, id] : t.buffers) clReleaseMemObject(buffer);
  text = t.lines.str();
  return text.c_str();
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                      cl_int* code) {
  const cl_mem buffer = REAL(clCreateBuffer)(context, flags, size, host, code);
  if (buffer == nullptr || !tape().on) return buffer;
  const std::lock_guard guard(tape().lock);
  clRetainMemObject(buffer);
  const int id = static_cast<int>(tape().buffers.size());
  tape().buffers[buffer] = id;
  tape().lines << "buffer " << size << '\n';
  return buffer;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* code) {
  auto all = properties;
  if (tape().on && records_times(device)) all |= CL_QUEUE_PROFILING_ENABLE;
  return keep(REAL(clCreateCommandQueue)(context, device, all, code), properties);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* list, cl_int* code) {
  cl_command_queue_properties properties = 0;
  for (const cl_queue_properties* p = list; p != nullptr && *p != 0; p += 2) {
    if (*p == CL_QUEUE_PROPERTIES) properties = p[1];
  }
  return keep(REAL(clCreateCommandQueueWithProperties)(context, device, list, code), properties);
}

cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code) {
  const cl_kernel kernel = REAL(clCreateKernel)(program, name, code);
  const std::lock_guard guard(tape().lock);
  tape().arguments.erase(kernel);
  return kernel;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  if (tape().on && value != nullptr && size == sizeof(cl_mem)) {
    const std::lock_guard guard(tape().lock);
    cl_mem buffer = nullptr;
    std::memcpy(&buffer, value, sizeof buffer);  // NOLINT(bugprone-sizeof-expression): a handle
    if (tape().buffers.count(buffer) != 0) tape().arguments[kernel][index] = buffer;
  }
  return REAL(clSetKernelArg)(kernel, index, size, value);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* host, cl_uint count, const cl_event* waits,
                            cl_event* event) {
  return record("write", queue, blocking != 0, {{buffer}, offset, size, host}, count, waits, event,
                [&](cl_event* own) {
                  return REAL(clEnqueueWriteBuffer)(queue, buffer, blocking, offset, size, host,
                                                    count, waits, own);
                });
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* host, cl_uint count, const cl_event* waits,
                           cl_event* event) {
  return record("read", queue, blocking != 0, {{buffer}, offset, size, host}, count, waits, event,
                [&](cl_event* own) {
                  return REAL(clEnqueueReadBuffer)(queue, buffer, blocking, offset, size, host,
                                                   count, waits, own);
                });
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t at, size_t target,
                           size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  return record("copy", queue, false, {{from, to}, target, size, nullptr}, count, waits, event,
                [&](cl_event* own) {
                  return REAL(clEnqueueCopyBuffer)(queue, from, to, at, target, size, count, waits,
                                                   own);
                });
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                           size_t length, size_t offset, size_t size, cl_uint count,
                           const cl_event* waits, cl_event* event) {
  return record("fill", queue, false, {{buffer}, offset, size, nullptr}, count, waits, event,
                [&](cl_event* own) {
                  return REAL(clEnqueueFillBuffer)(queue, buffer, pattern, length, offset, size,
                                                   count, waits, own);
                });
}

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                         const cl_event* waits, cl_event* event, cl_int* code) {
  void* mapped = nullptr;
  const cl_int result =
      record("map", queue, blocking != 0, {{buffer}, offset, size, nullptr}, count, waits, event,
             [&](cl_event* own) {
               cl_int error = CL_SUCCESS;
               mapped = REAL(clEnqueueMapBuffer)(queue, buffer, blocking, flags, offset, size,
                                                 count, waits, own, &error);
               return error;
             });
  if (code != nullptr) *code = result;
  return mapped;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* mapped, cl_uint count,
                               const cl_event* waits, cl_event* event) {
  return record("unmap", queue, false, {{memory}, 0, 0, nullptr}, count, waits, event,
                [&](cl_event* own) {
                  return REAL(clEnqueueUnmapMemObject)(queue, memory, mapped, count, waits, own);
                });
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint count, const cl_event* waits, cl_event* event) {
  Touched touched;
  if (tape().on) {
    const std::lock_guard guard(tape().lock);
    for (const auto& [index, buffer] : tape().arguments[kernel]) touched.buffers.push_back(buffer);
  }
  return record("kernel", queue, false, touched, count, waits, event, [&](cl_event* own) {
    return REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local, count,
                                        waits, own);
  });
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* waits,
                                   cl_event* event) {
  return record("marker", queue, false, {}, count, waits, event, [&](cl_event* own) {
    return REAL(clEnqueueMarkerWithWaitList)(queue, count, waits, own);
  });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* waits,
                                    cl_event* event) {
  return record("barrier", queue, false, {}, count, waits, event, [&](cl_event* own) {
    return REAL(clEnqueueBarrierWithWaitList)(queue, count, waits, own);
  });
}

cl_int clFlush(cl_command_queue queue) {
  note("flush", queue);
  return REAL(clFlush)(queue);
}

cl_int clFinish(cl_command_queue queue) {
  const cl_int code = REAL(clFinish)(queue);
  note("finish", queue);
  return code;
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  const cl_int code = REAL(clWaitForEvents)(count, events);
  if (!tape().on || code != CL_SUCCESS) return code;
  const std::lock_guard guard(tape().lock);
  std::vector<int> list;
  for (cl_uint i = 0; i < count; ++i) list.push_back(number(tape().commands, events[i]));
  tape().lines << "wait";
  add_list(list);
  tape().lines << '\n';
  return code;
}

}  // extern "C"
