// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Names leaked OpenCL objects (CMake option WB_TRACKER; see wb/tracker.hpp).
//
// How it works. This file defines functions with the names of the OpenCL calls that make, retain or
// release an object. The linker takes the first definition that it meets, and meets this library
// before libOpenCL: the program's own calls come here. Each is passed on to the next definition
// after the program's (dlsym with RTLD_NEXT), which is a preloaded simulator or the loader, and the
// object's reference count and call stack are kept in a table. The functions are hidden, so that
// drivers, which call the same names, do not come here: what they leak is theirs.
// At the end, after every static object of the program is gone, the table holds what leaked.
#include "wb/tracker.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>

#include "wb/opencl.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

struct Stack {
  std::array<void*, 24> frames{};
  int depth = 0;
};

Stack stack_here() {
  Stack stack;
  stack.depth = backtrace(stack.frames.data(), static_cast<int>(stack.frames.size()));
  return stack;
}

struct Object {
  const char* kind;
  const char* made;
  Stack stack;
  unsigned long number = 0;  // in the order of making
  unsigned references = 1;
  unsigned over_released = 0;
  Stack extra_release = {};
  const void* handle = nullptr;
};

struct Tracker {
  std::mutex mutex;
  unsigned long made = 0;
  std::map<std::string, std::size_t> made_of;  // by kind
  std::map<const void*, Object> alive,
      dead;                    // dead: fully released, until the address is used anew
  std::vector<Object> faults;  // over-released objects whose address was used anew
};

// Never destroyed: static objects of the program may release theirs after this one would be gone.
Tracker& tracker() {
  static auto* const one = new Tracker;
  return *one;
}

template <class Function>
Function* next_definition(Function*, const char* name) {
  void* const next = dlsym(RTLD_NEXT, name);
  if (!next) {
    fmt::print(stderr, "tracker: no OpenCL library here defines {}\n", name);
    std::abort();
  }
  return reinterpret_cast<Function*>(next);
}

// <note>
void note_made(const void* handle, const char* kind, const char* call) {
  if (!handle) return;
  Tracker& all = tracker();
  const std::lock_guard lock(all.mutex);
  if (const auto old = all.dead.find(handle); old != all.dead.end()) {
    if (old->second.over_released) all.faults.push_back(old->second);
    all.dead.erase(old);
  }
  ++all.made_of[kind];
  Object object{kind, call, stack_here(), ++all.made};
  object.handle = handle;
  all.alive.insert_or_assign(handle, object);
}

void note_retained(const void* handle) {
  Tracker& all = tracker();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.alive.find(handle); found != all.alive.end()) {
    ++found->second.references;
  }
}

// </note>

// False if the program holds no reference: the release must not reach a driver, which would crash.
bool note_released(const void* handle) {
  Tracker& all = tracker();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.alive.find(handle); found != all.alive.end()) {
    if (--found->second.references == 0) all.dead.insert(all.alive.extract(found));
    return true;
  }
  const auto found = all.dead.find(handle);
  if (found == all.dead.end()) return true;  // made by a call that is not followed
  ++found->second.over_released;
  found->second.extra_release = stack_here();
  return false;
}

// The innermost frame of the program itself that is no line of the bindings or of this file.
std::string our_line(const Stack& stack) {
  Dl_info self{};
  dladdr(reinterpret_cast<const void*>(&our_line), &self);
  std::vector<std::string> offsets;
  for (int i = 0; i < stack.depth; ++i) {
    Dl_info info{};
    if (!dladdr(stack.frames[i], &info) || info.dli_fbase != self.dli_fbase) continue;
    // A return address belongs to the line after the call; one byte before is in the call.
    const auto address = reinterpret_cast<std::uintptr_t>(stack.frames[i]) - 1;
    const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    offsets.push_back(fmt::format("{:#x}", address - base));
  }
  if (offsets.empty()) return "outside of this program";
  Command command;
  command.argv = {"addr2line", "-C", "-f", "-i", "-e", executable_path()};
  command.argv.insert(command.argv.end(), offsets.begin(), offsets.end());
  command.environment["LD_PRELOAD"] = "";  // no simulator for this child
  const ProcessResult result = run_process(command);
  if (!result.ok()) {
    return fmt::format("{} + {} (addr2line, of binutils, says more)", executable_path(),
                       offsets[0]);
  }
  std::istringstream lines(result.out);  // pairs: function, then file:line
  for (std::string function, where; std::getline(lines, function) && std::getline(lines, where);) {
    const std::string path = where.substr(0, where.rfind(':'));
    const bool ours = path != "??" && path.find("CL/opencl.hpp") == std::string::npos &&
                      path.find("/usr/") != 0 && path.find("tracker.cpp") == std::string::npos;
    if (!ours) continue;
    const std::string line = where.substr(where.rfind(':'), where.find(' ') - where.rfind(':'));
    return fmt::format("{}{} in {}", std::filesystem::path(path).filename().string(), line,
                       function);
  }
  return "a place without line numbers (build with -g)";
}

std::vector<Object> left_over() {
  Tracker& all = tracker();
  const std::lock_guard lock(all.mutex);
  std::map<unsigned long, Object> sorted;
  for (const auto& [handle, object] : all.alive) sorted.emplace(object.number, object);
  for (const auto& [handle, object] : all.dead) {
    if (object.over_released) sorted.emplace(object.number, object);
  }
  for (const Object& object : all.faults) sorted.emplace(object.number, object);
  std::vector<Object> objects;
  for (const auto& [number, object] : sorted) {
    objects.push_back(object);
    if (object.over_released) objects.back().references = 0;
  }
  return objects;
}

// <query>
// The driver's own count of an object that the program still holds, and that is therefore alive.
unsigned driver_count(const Object& object) {
  const std::string kind = object.kind;
  const auto ask = [&](auto query, auto handle, auto what) {
    cl_uint count = 0;
    const auto typed = reinterpret_cast<decltype(handle)>(const_cast<void*>(object.handle));
    return query(typed, what, sizeof count, &count, nullptr) == CL_SUCCESS ? count : 0;
  };
  if (object.references == 0) return 0;
  if (kind == "context") return ask(clGetContextInfo, cl_context{}, CL_CONTEXT_REFERENCE_COUNT);
  if (kind == "queue") {
    return ask(clGetCommandQueueInfo, cl_command_queue{}, CL_QUEUE_REFERENCE_COUNT);
  }
  if (kind == "program") return ask(clGetProgramInfo, cl_program{}, CL_PROGRAM_REFERENCE_COUNT);
  if (kind == "kernel") return ask(clGetKernelInfo, cl_kernel{}, CL_KERNEL_REFERENCE_COUNT);
  if (kind == "sampler") return ask(clGetSamplerInfo, cl_sampler{}, CL_SAMPLER_REFERENCE_COUNT);
  if (kind == "event" || kind == "user event") {
    return ask(clGetEventInfo, cl_event{}, CL_EVENT_REFERENCE_COUNT);
  }
  if (kind == "sub-device") return ask(clGetDeviceInfo, cl_device_id{}, CL_DEVICE_REFERENCE_COUNT);
  return ask(clGetMemObjectInfo, cl_mem{}, CL_MEM_REFERENCE_COUNT);
}
// </query>

// After every static object of the program: destructors of the program's file run after them.
__attribute__((destructor)) void report_at_the_end() {
  const std::string report = tracker_report();
  if (report.empty()) return;
  std::fputs(report.c_str(), stderr);
  const char* strict = std::getenv("WB_TRACKER_STRICT");
  if (!strict || std::string(strict) != "1") return;
  std::fflush(nullptr);
  _exit(3);
}

}  // namespace

extern "C" void wb_tracker_made(const void* handle, const char* kind, const char* call) {
  note_made(handle, kind, call);
}

std::vector<TrackedObject> tracked_objects() {
  std::vector<TrackedObject> objects;
  for (const Object& object : left_over()) {
    objects.push_back({object.kind, object.made, our_line(object.stack), object.references,
                       object.over_released, driver_count(object)});
  }
  return objects;
}

std::size_t tracked_made(const std::string& kind) {
  Tracker& all = tracker();
  const std::lock_guard lock(all.mutex);
  return all.made_of[kind];
}

std::string tracker_report() {
  const std::vector<Object> objects = left_over();
  if (objects.empty()) return "";
  constexpr std::size_t kShown = 20;
  std::string text =
      fmt::format("tracker: OpenCL objects not given back as often as taken: {}\n", objects.size());
  for (std::size_t i = 0; i < std::min(objects.size(), kShown); ++i) {
    const Object& object = objects[i];
    if (object.over_released) {
      text += fmt::format("  {} released {} too often at {}\n    made by {} at {}\n", object.kind,
                          object.over_released == 1 ? "once" : "several times",
                          our_line(object.extra_release), object.made, our_line(object.stack));
    } else {
      const unsigned driver = driver_count(object);
      text += fmt::format("  {} leaked, {} held{}, made by {} at {}\n", object.kind,
                          object.references == 1 ? "one reference"
                                                 : fmt::format("{} references", object.references),
                          driver ? fmt::format(" (the driver counts {})", driver) : std::string(),
                          object.made, our_line(object.stack));
    }
  }
  if (objects.size() > kShown) text += fmt::format("  ... and {} more\n", objects.size() - kShown);
  return text;
}

}  // namespace wb

// ---------------------------------------------------------------------------------------------
// The calls. P is the parameter list with its parentheses, A the arguments to pass on.

#define HIDDEN extern "C" __attribute__((visibility("hidden")))

// NOLINTBEGIN(readability-identifier-naming)
// <make>
#define MAKE(result, name, kind, P, A)                             \
  HIDDEN result name P {                                           \
    static auto* const next = wb::next_definition(&::name, #name); \
    result made = next A;                                          \
    wb::note_made(made, kind, #name);                              \
    return made;                                                   \
  }
// </make>

MAKE(cl_context, clCreateContext, "context",
     (const cl_context_properties* p, cl_uint n, const cl_device_id* d,
      void(CL_CALLBACK* f)(const char*, const void*, size_t, void*), void* u, cl_int* e),
     (p, n, d, f, u, e))
MAKE(cl_context, clCreateContextFromType, "context",
     (const cl_context_properties* p, cl_device_type t,
      void(CL_CALLBACK* f)(const char*, const void*, size_t, void*), void* u, cl_int* e),
     (p, t, f, u, e))
MAKE(cl_command_queue, clCreateCommandQueue, "queue",
     (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int* e), (c, d, p, e))
MAKE(cl_command_queue, clCreateCommandQueueWithProperties, "queue",
     (cl_context c, cl_device_id d, const cl_queue_properties* p, cl_int* e), (c, d, p, e))
MAKE(cl_mem, clCreateBuffer, "buffer", (cl_context c, cl_mem_flags f, size_t n, void* h, cl_int* e),
     (c, f, n, h, e))
MAKE(cl_mem, clCreateSubBuffer, "sub-buffer",
     (cl_mem b, cl_mem_flags f, cl_buffer_create_type t, const void* r, cl_int* e), (b, f, t, r, e))
MAKE(cl_mem, clCreateImage, "image",
     (cl_context c, cl_mem_flags f, const cl_image_format* m, const cl_image_desc* d, void* h,
      cl_int* e),
     (c, f, m, d, h, e))
MAKE(cl_sampler, clCreateSampler, "sampler",
     (cl_context c, cl_bool n, cl_addressing_mode a, cl_filter_mode f, cl_int* e), (c, n, a, f, e))
MAKE(cl_program, clCreateProgramWithSource, "program",
     (cl_context c, cl_uint n, const char** s, const size_t* l, cl_int* e), (c, n, s, l, e))
MAKE(cl_program, clCreateProgramWithBinary, "program",
     (cl_context c, cl_uint n, const cl_device_id* d, const size_t* l, const unsigned char** b,
      cl_int* s, cl_int* e),
     (c, n, d, l, b, s, e))
MAKE(cl_program, clCreateProgramWithBuiltInKernels, "program",
     (cl_context c, cl_uint n, const cl_device_id* d, const char* k, cl_int* e), (c, n, d, k, e))
MAKE(cl_program, clLinkProgram, "program",
     (cl_context c, cl_uint n, const cl_device_id* d, const char* o, cl_uint m, const cl_program* p,
      void(CL_CALLBACK* f)(cl_program, void*), void* u, cl_int* e),
     (c, n, d, o, m, p, f, u, e))
MAKE(cl_kernel, clCreateKernel, "kernel", (cl_program p, const char* n, cl_int* e), (p, n, e))
MAKE(cl_event, clCreateUserEvent, "user event", (cl_context c, cl_int* e), (c, e))

HIDDEN cl_int clCreateKernelsInProgram(cl_program p, cl_uint n, cl_kernel* kernels,
                                       cl_uint* count) {
  static auto* const next =
      wb::next_definition(&::clCreateKernelsInProgram, "clCreateKernelsInProgram");
  cl_uint made = 0;
  const cl_int error = next(p, n, kernels, &made);
  if (count) *count = made;
  for (cl_uint i = 0; error == CL_SUCCESS && kernels && i < made; ++i) {
    wb::note_made(kernels[i], "kernel", "clCreateKernelsInProgram");
  }
  return error;
}

HIDDEN cl_int clCreateSubDevices(cl_device_id d, const cl_device_partition_property* p, cl_uint n,
                                 cl_device_id* devices, cl_uint* count) {
  static auto* const next = wb::next_definition(&::clCreateSubDevices, "clCreateSubDevices");
  cl_uint made = 0;
  const cl_int error = next(d, p, n, devices, &made);
  if (count) *count = made;
  for (cl_uint i = 0; error == CL_SUCCESS && devices && i < made; ++i) {
    wb::note_made(devices[i], "sub-device", "clCreateSubDevices");
  }
  return error;
}

#define COUNT(type, Kind)                                                                 \
  HIDDEN cl_int clRetain##Kind(type object) {                                             \
    static auto* const next = wb::next_definition(&::clRetain##Kind, "clRetain" #Kind);   \
    const cl_int error = next(object);                                                    \
    if (error == CL_SUCCESS) wb::note_retained(object);                                   \
    return error;                                                                         \
  }                                                                                       \
  HIDDEN cl_int clRelease##Kind(type object) {                                            \
    static auto* const next = wb::next_definition(&::clRelease##Kind, "clRelease" #Kind); \
    return wb::note_released(object) ? next(object) : CL_INVALID_VALUE;                   \
  }

COUNT(cl_context, Context)
COUNT(cl_command_queue, CommandQueue)
COUNT(cl_mem, MemObject)
COUNT(cl_sampler, Sampler)
COUNT(cl_program, Program)
COUNT(cl_kernel, Kernel)
COUNT(cl_event, Event)
COUNT(cl_device_id, Device)

// A command makes an event if it is asked for one.
#define ENQUEUE(name, P, A)                                                  \
  HIDDEN cl_int name P {                                                     \
    static auto* const next = wb::next_definition(&::name, #name);           \
    const cl_int error = next A;                                             \
    if (error == CL_SUCCESS && event) wb::note_made(*event, "event", #name); \
    return error;                                                            \
  }
#define MAP(name, P, A)                                                      \
  HIDDEN void* name P {                                                      \
    static auto* const next = wb::next_definition(&::name, #name);           \
    cl_int error = CL_SUCCESS;                                               \
    void* const memory = next A;                                             \
    if (code) *code = error;                                                 \
    if (error == CL_SUCCESS && event) wb::note_made(*event, "event", #name); \
    return memory;                                                           \
  }
#define WAIT cl_uint w, const cl_event *l, cl_event *event

ENQUEUE(clEnqueueReadBuffer,
        (cl_command_queue q, cl_mem b, cl_bool s, size_t o, size_t n, void* h, WAIT),
        (q, b, s, o, n, h, w, l, event))
ENQUEUE(clEnqueueWriteBuffer,
        (cl_command_queue q, cl_mem b, cl_bool s, size_t o, size_t n, const void* h, WAIT),
        (q, b, s, o, n, h, w, l, event))
ENQUEUE(clEnqueueReadBufferRect,
        (cl_command_queue q, cl_mem b, cl_bool s, const size_t* x, const size_t* y, const size_t* r,
         size_t b1, size_t b2, size_t h1, size_t h2, void* h, WAIT),
        (q, b, s, x, y, r, b1, b2, h1, h2, h, w, l, event))
ENQUEUE(clEnqueueWriteBufferRect,
        (cl_command_queue q, cl_mem b, cl_bool s, const size_t* x, const size_t* y, const size_t* r,
         size_t b1, size_t b2, size_t h1, size_t h2, const void* h, WAIT),
        (q, b, s, x, y, r, b1, b2, h1, h2, h, w, l, event))
ENQUEUE(clEnqueueCopyBuffer,
        (cl_command_queue q, cl_mem a, cl_mem b, size_t x, size_t y, size_t n, WAIT),
        (q, a, b, x, y, n, w, l, event))
ENQUEUE(clEnqueueCopyBufferRect,
        (cl_command_queue q, cl_mem a, cl_mem b, const size_t* x, const size_t* y, const size_t* r,
         size_t a1, size_t a2, size_t b1, size_t b2, WAIT),
        (q, a, b, x, y, r, a1, a2, b1, b2, w, l, event))
ENQUEUE(clEnqueueFillBuffer,
        (cl_command_queue q, cl_mem b, const void* p, size_t m, size_t o, size_t n, WAIT),
        (q, b, p, m, o, n, w, l, event))
ENQUEUE(clEnqueueFillImage,
        (cl_command_queue q, cl_mem i, const void* c, const size_t* o, const size_t* r, WAIT),
        (q, i, c, o, r, w, l, event))
ENQUEUE(clEnqueueReadImage,
        (cl_command_queue q, cl_mem i, cl_bool s, const size_t* o, const size_t* r, size_t p,
         size_t z, void* h, WAIT),
        (q, i, s, o, r, p, z, h, w, l, event))
ENQUEUE(clEnqueueWriteImage,
        (cl_command_queue q, cl_mem i, cl_bool s, const size_t* o, const size_t* r, size_t p,
         size_t z, const void* h, WAIT),
        (q, i, s, o, r, p, z, h, w, l, event))
ENQUEUE(clEnqueueCopyImage,
        (cl_command_queue q, cl_mem a, cl_mem b, const size_t* x, const size_t* y, const size_t* r,
         WAIT),
        (q, a, b, x, y, r, w, l, event))
ENQUEUE(clEnqueueCopyImageToBuffer,
        (cl_command_queue q, cl_mem a, cl_mem b, const size_t* x, const size_t* r, size_t y, WAIT),
        (q, a, b, x, r, y, w, l, event))
ENQUEUE(clEnqueueCopyBufferToImage,
        (cl_command_queue q, cl_mem a, cl_mem b, size_t x, const size_t* y, const size_t* r, WAIT),
        (q, a, b, x, y, r, w, l, event))
MAP(clEnqueueMapBuffer,
    (cl_command_queue q, cl_mem b, cl_bool s, cl_map_flags f, size_t o, size_t n, WAIT,
     cl_int* code),
    (q, b, s, f, o, n, w, l, event, &error))
MAP(clEnqueueMapImage,
    (cl_command_queue q, cl_mem i, cl_bool s, cl_map_flags f, const size_t* o, const size_t* r,
     size_t* p, size_t* z, WAIT, cl_int* code),
    (q, i, s, f, o, r, p, z, w, l, event, &error))
ENQUEUE(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem b, void* h, WAIT),
        (q, b, h, w, l, event))
ENQUEUE(clEnqueueMigrateMemObjects,
        (cl_command_queue q, cl_uint n, const cl_mem* b, cl_mem_migration_flags f, WAIT),
        (q, n, b, f, w, l, event))
ENQUEUE(clEnqueueNDRangeKernel,
        (cl_command_queue q, cl_kernel k, cl_uint d, const size_t* o, const size_t* g,
         const size_t* s, WAIT),
        (q, k, d, o, g, s, w, l, event))
ENQUEUE(clEnqueueTask, (cl_command_queue q, cl_kernel k, WAIT), (q, k, w, l, event))
ENQUEUE(clEnqueueNativeKernel,
        (cl_command_queue q, void(CL_CALLBACK* f)(void*), void* a, size_t z, cl_uint n,
         const cl_mem* b, const void** m, WAIT),
        (q, f, a, z, n, b, m, w, l, event))
ENQUEUE(clEnqueueMarkerWithWaitList, (cl_command_queue q, WAIT), (q, w, l, event))
ENQUEUE(clEnqueueBarrierWithWaitList, (cl_command_queue q, WAIT), (q, w, l, event))
// NOLINTEND(readability-identifier-naming)
