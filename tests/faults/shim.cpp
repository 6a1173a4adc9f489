// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// Preloaded into a program, it makes of the device that is here one that nobody has. WB_SHIM lists
// what is odd about it, separated by commas; everything else goes on to the loader.
//   images, fp64, profiling   it has no images, no doubles, no queue that records event times
//   group=16  items=64x4x1    work-items of a group: in all, and in each dimension
//   local=1024                bytes of local memory
//   alloc=N  memory=N         bytes of one buffer, and of all
//   platform                  before the real platforms stands one whose devices cannot be listed
//   endless, spinning         a build that never ends: asleep, or busy
//   spinning=word             only of a program whose source has that word
//   cut=3                     the third step in the writing of a .json file kills: a write has then
//                             written half, a rename has not happened
//   clFinish  clFinish@3      each call of that name fails, or the third one
// What the device refuses is also refused when asked for: a launch that is too large fails.
// WB_SHIM_LEFT names a file that gets a line at the end: how many objects of each kind were made,
// and how many references to them are left.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

const std::map<std::string, std::string>& oddities() {
  static const auto* const all = [] {
    auto* found = new std::map<std::string, std::string>;
    const char* text = std::getenv("WB_SHIM");
    std::string rest = text == nullptr ? "" : text;
    while (!rest.empty()) {
      const std::string word = rest.substr(0, rest.find(','));
      rest.erase(0, word.size() + 1);
      const std::size_t cut = word.find_first_of("=@");
      (*found)[word.substr(0, cut)] = cut == std::string::npos ? "" : word.substr(cut + 1);
    }
    return found;
  }();
  return *all;
}

bool is(const char* name) {
  return oddities().count(name) != 0;
}

std::size_t number(const char* name, std::size_t otherwise) {
  const auto found = oddities().find(name);
  return found == oddities().end() ? otherwise : std::strtoull(found->second.c_str(), nullptr, 10);
}

// Whether this call of that name is one that fails.
bool fails(const char* name) {
  const auto found = oddities().find(name);
  if (found == oddities().end()) return false;
  static std::atomic<unsigned long> calls{0};  // one name at a time is made to fail
  return found->second.empty() || ++calls == std::strtoul(found->second.c_str(), nullptr, 10);
}

template <class F>
F real(F, const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}
#define REAL(name) real(&name, #name)

void set(cl_int* code, cl_int value) {
  if (code != nullptr) *code = value;
}

std::string source_of(cl_program program) {
  std::size_t bytes = 0;
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, nullptr, &bytes);
  std::string source(bytes, '\0');
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, bytes, source.data(), nullptr);
  return source;
}

// --- files that are cut -------------------------------------------------------------------------

bool is_result(const char* path) {
  return std::strstr(path, ".json") != nullptr;
}

bool is_result(int file) {
  char path[4096] = "";
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  return readlink(link.c_str(), path, sizeof path - 1) > 0 && is_result(path);
}

bool is_last_step() {
  static std::atomic<unsigned long> steps{0};
  return ++steps == number("cut", 0);
}

// --- what is left -------------------------------------------------------------------------------

enum Kind { kContext, kQueue, kMemory, kSampler, kProgram, kKernel, kEvent, kKinds };
std::array<std::atomic<long>, kKinds> made, left;

void note_made(Kind kind, long count = 1) {
  made[kind] += count;
  left[kind] += count;
}

[[gnu::destructor]] void tell() {
  const char* path = std::getenv("WB_SHIM_LEFT");
  std::FILE* out = path == nullptr ? nullptr : std::fopen(path, "a");
  if (out == nullptr) return;
  constexpr std::array<const char*, kKinds> kNames = {
      "contexts", "queues", "memory objects", "samplers", "programs", "kernels", "events"};
  for (int kind = 0; kind < kKinds; ++kind) {
    std::fprintf(out, "%s%s %ld made %ld left", kind == 0 ? "" : ", ", kNames[kind],
                 made[kind].load(), left[kind].load());
  }
  std::fprintf(out, "\n");
  std::fclose(out);
}

template <class T>
T* kept(T* object, Kind kind) {
  if (object != nullptr) note_made(kind);
  return object;
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  if (!is("cut") || !is_result(file) || !is_last_step()) return REAL(write)(file, bytes, count);
  REAL(write)(file, bytes, count / 2);
  return kill(getpid(), SIGKILL);
}

ssize_t writev(int file, const iovec* pieces, int count) {
  if (!is("cut") || !is_result(file) || !is_last_step()) return REAL(writev)(file, pieces, count);
  REAL(write)(file, pieces[0].iov_base, pieces[0].iov_len / 2);
  return kill(getpid(), SIGKILL);
}

int rename(const char* from, const char* to) noexcept {
  if (is("cut") && is_result(to) && is_last_step()) kill(getpid(), SIGKILL);
  return REAL(rename)(from, to);
}

#define COUNTED(kind, Retain, Release, Type) \
  cl_int Retain(Type object) {               \
    ++left[kind];                            \
    return REAL(Retain)(object);             \
  }                                          \
  cl_int Release(Type object) {              \
    --left[kind];                            \
    return REAL(Release)(object);            \
  }
COUNTED(kContext, clRetainContext, clReleaseContext, cl_context)
COUNTED(kQueue, clRetainCommandQueue, clReleaseCommandQueue, cl_command_queue)
COUNTED(kMemory, clRetainMemObject, clReleaseMemObject, cl_mem)
COUNTED(kSampler, clRetainSampler, clReleaseSampler, cl_sampler)
COUNTED(kProgram, clRetainProgram, clReleaseProgram, cl_program)
COUNTED(kKernel, clRetainKernel, clReleaseKernel, cl_kernel)
COUNTED(kEvent, clRetainEvent, clReleaseEvent, cl_event)

// --- objects ------------------------------------------------------------------------------------

cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                           const cl_device_id* devices,
                           void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                           void* user, cl_int* code) {
  if (fails("clCreateContext")) return set(code, CL_OUT_OF_HOST_MEMORY), nullptr;
  return kept(REAL(clCreateContext)(properties, count, devices, notify, user, code), kContext);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* code) {
  if (is("profiling") && (properties & CL_QUEUE_PROFILING_ENABLE) != 0) {
    return set(code, CL_INVALID_QUEUE_PROPERTIES), nullptr;
  }
  return kept(REAL(clCreateCommandQueue)(context, device, properties, code), kQueue);
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                      cl_int* code) {
  if (fails("clCreateBuffer")) return set(code, CL_MEM_OBJECT_ALLOCATION_FAILURE), nullptr;
  if (size > number("alloc", size)) return set(code, CL_INVALID_BUFFER_SIZE), nullptr;
  return kept(REAL(clCreateBuffer)(context, flags, size, host, code), kMemory);
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void* info, cl_int* code) {
  return kept(REAL(clCreateSubBuffer)(buffer, flags, type, info, code), kMemory);
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc* desc, void* host, cl_int* code) {
  if (is("images")) return set(code, CL_INVALID_OPERATION), nullptr;
  if (fails("clCreateImage")) return set(code, CL_MEM_OBJECT_ALLOCATION_FAILURE), nullptr;
  return kept(REAL(clCreateImage)(context, flags, format, desc, host, code), kMemory);
}

cl_sampler clCreateSampler(cl_context context, cl_bool normal, cl_addressing_mode mode,
                           cl_filter_mode filter, cl_int* code) {
  if (is("images")) return set(code, CL_INVALID_OPERATION), nullptr;
  return kept(REAL(clCreateSampler)(context, normal, mode, filter, code), kSampler);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const size_t* lengths, cl_int* code) {
  return kept(REAL(clCreateProgramWithSource)(context, count, strings, lengths, code), kProgram);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                     const size_t* lengths, const unsigned char** binaries,
                                     cl_int* status, cl_int* code) {
  return kept(
      REAL(clCreateProgramWithBinary)(context, count, devices, lengths, binaries, status, code),
      kProgram);
}

cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code) {
  return kept(REAL(clCreateKernel)(program, name, code), kKernel);
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel* kernels,
                                cl_uint* count) {
  const cl_int code = REAL(clCreateKernelsInProgram)(program, room, kernels, count);
  if (code == CL_SUCCESS && kernels != nullptr) note_made(kKernel, room);
  return code;
}

cl_event clCreateUserEvent(cl_context context, cl_int* code) {
  return kept(REAL(clCreateUserEvent)(context, code), kEvent);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* user) {
  while (is("endless")) pause();
  static volatile unsigned long turns = 0;
  while (is("spinning") &&
         source_of(program).find(oddities().at("spinning")) != std::string::npos) {
    turns = turns + 1;
  }
  const bool doubles = options != nullptr && std::strstr(options, "double") != nullptr;
  if (fails("clBuildProgram") || (is("fp64") && doubles)) return CL_BUILD_PROGRAM_FAILURE;
  return REAL(clBuildProgram)(program, count, devices, options, notify, user);
}

// --- platforms ----------------------------------------------------------------------------------

// The loader's own objects begin with a table of functions; nobody but us looks at this one.
cl_platform_id bare_platform() {
  static char object;
  return reinterpret_cast<cl_platform_id>(&object);
}

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  if (!is("platform")) return REAL(clGetPlatformIDs)(room, platforms, count);
  cl_uint behind = 0;
  const bool filled = platforms != nullptr && room > 1;
  const cl_int code =
      REAL(clGetPlatformIDs)(filled ? room - 1 : 0, filled ? platforms + 1 : nullptr, &behind);
  if (platforms != nullptr && room > 0) platforms[0] = bare_platform();
  if (count != nullptr) *count = behind + 1;
  return code;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void* value,
                         size_t* needed) {
  if (platform != bare_platform()) {
    return REAL(clGetPlatformInfo)(platform, what, size, value, needed);
  }
  constexpr char kText[] = "OpenCL 1.2 broken";
  if (needed != nullptr) *needed = sizeof kText;
  if (value != nullptr && size >= sizeof kText) std::memcpy(value, kText, sizeof kText);
  return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                      cl_device_id* devices, cl_uint* count) {
  if (platform == bare_platform()) return CL_INVALID_PLATFORM;
  return REAL(clGetDeviceIDs)(platform, type, room, devices, count);
}

// --- facts --------------------------------------------------------------------------------------

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                       size_t* needed) {
  const cl_int code = REAL(clGetDeviceInfo)(device, what, size, value, needed);
  if (code != CL_SUCCESS || value == nullptr) return code;
  const auto lower = [&](const char* name, auto& fact) {
    const std::size_t limit = number(name, fact);
    if (limit < fact) fact = static_cast<std::remove_reference_t<decltype(fact)>>(limit);
  };
  switch (what) {
    case CL_DEVICE_IMAGE_SUPPORT:
      if (is("images")) *static_cast<cl_bool*>(value) = CL_FALSE;
      break;
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      if (is("fp64")) *static_cast<cl_device_fp_config*>(value) = 0;
      break;
    case CL_DEVICE_EXTENSIONS:
      if (is("fp64")) {
        if (char* at = std::strstr(static_cast<char*>(value), "cl_khr_fp64")) {
          std::memset(at, ' ', std::strlen("cl_khr_fp64"));
        }
      }
      break;
    case CL_DEVICE_QUEUE_PROPERTIES:
      if (is("profiling")) {
        *static_cast<cl_command_queue_properties*>(value) &=
            ~cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE};
      }
      break;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      lower("group", *static_cast<size_t*>(value));
      break;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      if (is("items")) {
        std::sscanf(oddities().at("items").c_str(), "%zux%zux%zu", static_cast<size_t*>(value),
                    static_cast<size_t*>(value) + 1, static_cast<size_t*>(value) + 2);
      }
      break;
    case CL_DEVICE_LOCAL_MEM_SIZE:
      lower("local", *static_cast<cl_ulong*>(value));
      break;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      lower("alloc", *static_cast<cl_ulong*>(value));
      break;
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      lower("memory", *static_cast<cl_ulong*>(value));
      break;
    default:
      break;
  }
  return code;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info what, size_t size, void* value,
                                size_t* needed) {
  const cl_int code = REAL(clGetKernelWorkGroupInfo)(kernel, device, what, size, value, needed);
  if (code == CL_SUCCESS && value != nullptr && what == CL_KERNEL_WORK_GROUP_SIZE) {
    auto& items = *static_cast<size_t*>(value);
    if (number("group", items) < items) items = number("group", items);
  }
  return code;
}

// --- commands -----------------------------------------------------------------------------------

#define WITH_EVENT(name, parameters, ...)                          \
  cl_int name parameters {                                         \
    if (fails(#name)) return CL_OUT_OF_RESOURCES;                  \
    const cl_int code = REAL(name)(__VA_ARGS__);                   \
    if (code == CL_SUCCESS && event != nullptr) note_made(kEvent); \
    return code;                                                   \
  }
WITH_EVENT(clEnqueueReadBuffer,
           (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
            void* host, cl_uint count, const cl_event* wait, cl_event* event),
           queue, buffer, blocking, offset, bytes, host, count, wait, event)
WITH_EVENT(clEnqueueWriteBuffer,
           (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
            const void* host, cl_uint count, const cl_event* wait, cl_event* event),
           queue, buffer, blocking, offset, bytes, host, count, wait, event)
WITH_EVENT(clEnqueueFillBuffer,
           (cl_command_queue queue, cl_mem buffer, const void* pattern, size_t width, size_t offset,
            size_t bytes, cl_uint count, const cl_event* wait, cl_event* event),
           queue, buffer, pattern, width, offset, bytes, count, wait, event)
WITH_EVENT(clEnqueueCopyBuffer,
           (cl_command_queue queue, cl_mem from, cl_mem to, size_t first, size_t second,
            size_t bytes, cl_uint count, const cl_event* wait, cl_event* event),
           queue, from, to, first, second, bytes, count, wait, event)
WITH_EVENT(clEnqueueWriteImage,
           (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
            const size_t* region, size_t row, size_t slice, const void* host, cl_uint count,
            const cl_event* wait, cl_event* event),
           queue, image, blocking, origin, region, row, slice, host, count, wait, event)
WITH_EVENT(clEnqueueFillImage,
           (cl_command_queue queue, cl_mem image, const void* colour, const size_t* origin,
            const size_t* region, cl_uint count, const cl_event* wait, cl_event* event),
           queue, image, colour, origin, region, count, wait, event)
WITH_EVENT(clEnqueueUnmapMemObject,
           (cl_command_queue queue, cl_mem memory, void* host, cl_uint count, const cl_event* wait,
            cl_event* event),
           queue, memory, host, count, wait, event)
WITH_EVENT(clEnqueueMigrateMemObjects,
           (cl_command_queue queue, cl_uint objects, const cl_mem* memory,
            cl_mem_migration_flags flags, cl_uint count, const cl_event* wait, cl_event* event),
           queue, objects, memory, flags, count, wait, event)
WITH_EVENT(clEnqueueMarkerWithWaitList,
           (cl_command_queue queue, cl_uint count, const cl_event* wait, cl_event* event), queue,
           count, wait, event)
WITH_EVENT(clEnqueueBarrierWithWaitList,
           (cl_command_queue queue, cl_uint count, const cl_event* wait, cl_event* event), queue,
           count, wait, event)

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t bytes, cl_uint count,
                         const cl_event* wait, cl_event* event, cl_int* code) {
  if (fails("clEnqueueMapBuffer")) return set(code, CL_MAP_FAILURE), nullptr;
  void* memory = REAL(clEnqueueMapBuffer)(queue, buffer, blocking, flags, offset, bytes, count,
                                          wait, event, code);
  if (memory != nullptr && event != nullptr) note_made(kEvent);
  return memory;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint count, const cl_event* wait, cl_event* event) {
  if (fails("clEnqueueNDRangeKernel")) return CL_OUT_OF_RESOURCES;
  if (local != nullptr) {
    std::array<std::size_t, 3> most = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
    if (is("items")) {
      std::sscanf(oddities().at("items").c_str(), "%zux%zux%zu", &most[0], &most[1], &most[2]);
    }
    std::size_t items = 1;
    for (cl_uint d = 0; d < dimensions; ++d) {
      if (local[d] > most[d]) return CL_INVALID_WORK_ITEM_SIZE;
      items *= local[d];
    }
    if (items > number("group", items)) return CL_INVALID_WORK_GROUP_SIZE;
  }
  if (is("local")) {
    cl_device_id device = nullptr;
    cl_ulong bytes = 0;
    clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                             nullptr);
    if (bytes > number("local", bytes)) return CL_OUT_OF_RESOURCES;
  }
  const cl_int code = REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local,
                                                   count, wait, event);
  if (code == CL_SUCCESS && event != nullptr) note_made(kEvent);
  return code;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void* value,
                               size_t* needed) {
  if (is("profiling")) return CL_PROFILING_INFO_NOT_AVAILABLE;
  return REAL(clGetEventProfilingInfo)(event, what, size, value, needed);
}

cl_int clFinish(cl_command_queue queue) {
  return fails("clFinish") ? CL_INVALID_COMMAND_QUEUE : REAL(clFinish)(queue);
}

// Events of a function that the program gets by its name count too.
using EnqueueCommandBuffer = cl_int(CL_API_CALL*)(cl_uint, cl_command_queue*, void*, cl_uint,
                                                  const cl_event*, cl_event*);
static std::atomic<EnqueueCommandBuffer> drivers_enqueue = nullptr;

static cl_int CL_API_CALL noted_enqueue(cl_uint queues, cl_command_queue* list, void* buffer,
                                        cl_uint count, const cl_event* wait, cl_event* event) {
  const cl_int code = drivers_enqueue.load()(queues, list, buffer, count, wait, event);
  if (code == CL_SUCCESS && event != nullptr) note_made(kEvent);
  return code;
}

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name) {
  void* const found = REAL(clGetExtensionFunctionAddressForPlatform)(platform, name);
  if (found == nullptr || std::strcmp(name, "clEnqueueCommandBufferKHR") != 0) return found;
  drivers_enqueue = reinterpret_cast<EnqueueCommandBuffer>(found);
  return reinterpret_cast<void*>(&noted_enqueue);
}

}  // extern "C"
