// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "01_platform_query/limits.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>

#include "wb/table.hpp"

namespace chapters {
namespace {

using wb::human_bytes;

// <ask>
/// Asks a device one question whose answer has a fixed size; nothing if it does not know.
template <class T>
std::optional<T> ask(const cl::Device& device, cl_device_info question) {
  T answer{};
  if (clGetDeviceInfo(device(), question, sizeof(T), &answer, nullptr) != CL_SUCCESS) return {};
  return answer;
}
// </ask>

/// The same for an answer of any length: text, lists.
template <class T>
std::vector<T> ask_all(const cl::Device& device, cl_device_info question) {
  std::size_t bytes = 0;
  if (clGetDeviceInfo(device(), question, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::vector<T> answer(bytes / sizeof(T));
  if (answer.empty()) return {};
  if (clGetDeviceInfo(device(), question, bytes, answer.data(), nullptr) != CL_SUCCESS) return {};
  return answer;
}

std::string ask_text(const cl::Device& device, cl_device_info question) {
  const std::vector<char> answer = ask_all<char>(device, question);
  std::string text(answer.begin(), answer.end());
  text.erase(text.find_last_not_of(std::string(" \0\n", 3)) + 1);
  return text;
}

/// "3.0", from a version packed into 10, 10 and 12 bits.
std::string version_text(cl_version version) {
  return fmt::format("{}.{}", CL_VERSION_MAJOR(version), CL_VERSION_MINOR(version));
}

/// "OpenCL 3.0", of "OpenCL 3.0 and the vendor's own words".
std::string two_words(const std::string& text) {
  return text.substr(0, text.find(' ', std::min(text.find(' '), text.size() - 1) + 1));
}

constexpr const char* kSilent = "not told";

/// Builds the rows of one device; each row is one question.
class Report {
 public:
  explicit Report(const wb::DeviceEntry& entry) : device_(entry.device) {}

  void group(std::string title) { groups_.push_back({std::move(title), {}}); }
  void add(std::string key, nlohmann::json value, std::string name, std::string text,
           std::string decides) {
    groups_.back().limits.push_back(
        {std::move(key), std::move(value), std::move(name), std::move(text), std::move(decides)});
  }
  /// A number, shown by `show`.
  template <class T, class Show>
  void number(cl_device_info question, const char* key, const char* name, Show&& show,
              const char* decides) {
    const auto answer = ask<T>(device_, question);
    add(key, answer ? nlohmann::json(*answer) : nlohmann::json(), name,
        answer ? show(*answer) : kSilent, decides);
  }
  template <class T>
  void count(cl_device_info question, const char* key, const char* name, const char* decides) {
    number<T>(
        question, key, name, [](T n) { return fmt::format("{}", n); }, decides);
  }
  template <class T>
  void bytes(cl_device_info question, const char* key, const char* name, const char* decides) {
    number<T>(
        question, key, name, [](T n) { return human_bytes(static_cast<double>(n)); }, decides);
  }
  void yes_no(bool yes, const char* key, const char* name, const char* decides) {
    add(key, yes, name, yes ? "yes" : "no", decides);
  }
  const cl::Device& device() const { return device_; }
  std::vector<LimitGroup> take() { return std::move(groups_); }

 private:
  cl::Device device_;
  std::vector<LimitGroup> groups_;
};

void identity(Report& report, const wb::DeviceEntry& entry) {
  const cl::Device& device = report.device();
  report.group("who it is");
  std::string platform_version;
  try {
    platform_version = entry.platform.getInfo<CL_PLATFORM_VERSION>();
  } catch (const cl::Error&) {
    platform_version = kSilent;
  }
  const auto type = ask<cl_device_type>(device, CL_DEVICE_TYPE).value_or(0);
  const std::string kind = (type & CL_DEVICE_TYPE_CPU)   ? "CPU"
                           : (type & CL_DEVICE_TYPE_GPU) ? "GPU"
                                                         : "accelerator";
  report.add("type", kind, "type", kind, "how to shape a kernel: see chapter 12");
  const std::string driver = ask_text(device, CL_DRIVER_VERSION);
  report.add("driver", driver, "driver", driver, "a new one means new measurements");
  report.add("platform_version", platform_version, "platform version", two_words(platform_version),
             "which host functions exist");
  const std::string version = ask_text(device, CL_DEVICE_VERSION);
  report.add("version", version, "device version", two_words(version),
             "which of them this device knows");
}

void execution(Report& report) {
  const cl::Device& device = report.device();
  report.group("execution");
  report.count<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS, "compute_units", "compute units",
                        "launch several times as many groups");
  report.number<cl_uint>(
      CL_DEVICE_MAX_CLOCK_FREQUENCY, "clock_mhz", "clock",
      [](cl_uint mhz) { return fmt::format("{} MHz", mhz); }, "the peak, on paper; drivers round");
  report.count<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE, "max_work_group_size", "work-group size",
                            "most work-items a group; a kernel may take fewer");
  const auto sizes = ask_all<std::size_t>(device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  report.add("max_work_item_sizes", sizes, "  in each dimension",
             sizes.empty() ? kSilent : fmt::format("{}", fmt::join(sizes, " x ")),
             "each dimension of a group as well");
  std::optional<std::size_t> multiple;
  try {  // a property of a kernel, so it takes one to ask
    const cl::Context context(device);
    cl::Program program(context, "__kernel void k(__global int* o) { o[get_global_id(0)] = 1; }");
    program.build({device}, "");
    multiple = cl::Kernel(program, "k")
                   .getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
  } catch (const cl::Error&) {  // the self-check says why
  }
  report.add("preferred_work_group_multiple",
             multiple ? nlohmann::json(*multiple) : nlohmann::json(), "preferred multiple",
             multiple ? std::to_string(*multiple) : kSilent,
             "lanes in step: group sizes are multiples");
  const auto groups = ask<cl_uint>(device, CL_DEVICE_MAX_NUM_SUB_GROUPS);
  report.add("max_sub_groups", groups.value_or(0), "sub-groups in a group",
             groups.value_or(0) ? std::to_string(*groups) : "none",
             "lanes exchange without local memory");
}

void memory(Report& report) {
  const cl::Device& device = report.device();
  report.group("memory");
  const auto type =
      ask<cl_device_local_mem_type>(device, CL_DEVICE_LOCAL_MEM_TYPE).value_or(CL_NONE);
  report.bytes<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE, "local_memory_bytes", "local memory",
                         "the largest tile; groups share it");
  const std::string where = type == CL_LOCAL ? "Local" : type == CL_GLOBAL ? "Global" : "None";
  report.add("local_memory_type", where, "  its type", where,
             "Global: ordinary memory, tiling buys nothing");
  report.bytes<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE, "global_memory_bytes", "global memory",
                         "all buffers together");
  report.bytes<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE, "max_allocation_bytes", "one allocation",
                         "a single buffer");
  const auto bits = ask<cl_uint>(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN).value_or(0);
  report.add("base_alignment_bytes", bits / 8, "base alignment", human_bytes(bits / 8.0),
             "where a sub-buffer may start");
  report.bytes<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, "cache_bytes", "cache",
                         "how much is soon cheap to read again");
  report.bytes<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, "cache_line_bytes", "cache line",
                        "what one lone read really moves");
  report.bytes<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, "constant_buffer_bytes",
                         "constant buffer", "the largest __constant argument");
  report.count<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS, "constant_arguments", "constant arguments",
                        "how many of them one kernel takes");
  report.yes_no(ask<cl_bool>(device, CL_DEVICE_HOST_UNIFIED_MEMORY).value_or(CL_FALSE),
                "unified_memory", "shared with the host", "yes: map buffers, copying is waste");
}

void images(Report& report) {
  report.group("images");
  const bool yes = ask<cl_bool>(report.device(), CL_DEVICE_IMAGE_SUPPORT).value_or(CL_FALSE);
  report.yes_no(yes, "images", "images", "samplers, filtering, borders (chapter 9)");
  if (!yes) return;
  const auto size = [](std::size_t n) { return fmt::format("{}", n); };
  report.number<std::size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH, "image_width", "widest 2D image", size,
                             "larger pictures go in pieces");
  report.number<std::size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT, "image_height", "highest", size,
                             "likewise");
  report.count<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS, "read_image_arguments", "read by a kernel",
                        "images one kernel reads");
  report.count<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, "write_image_arguments",
                        "written by a kernel", "images one kernel writes");
  report.count<cl_uint>(CL_DEVICE_MAX_SAMPLERS, "samplers", "samplers", "ways of reading at once");
}

void arithmetic(Report& report) {
  const cl::Device& device = report.device();
  report.group("arithmetic");
  struct Width {
    const char* type;
    cl_device_info preferred, native;
  };
  constexpr std::array<Width, 7> kWidths = {{
      {"char", CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR},
      {"short", CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT},
      {"int", CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT},
      {"long", CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG},
      {"half", CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF},
      {"float", CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT},
      {"double", CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE},
  }};
  nlohmann::json preferred, native;
  for (const Width& width : kWidths) {
    preferred[width.type] = ask<cl_uint>(device, width.preferred).value_or(0);
    native[width.type] = ask<cl_uint>(device, width.native).value_or(0);
  }
  const auto list = [&](const nlohmann::json& widths) {
    return fmt::format("float {}, double {}, half {}", widths["float"].get<int>(),
                       widths["double"].get<int>(), widths["half"].get<int>());
  };
  report.add("native_vector_width", native, "vector width", list(native),
             "lanes of a register; 1: write scalars");
  report.add("preferred_vector_width", preferred, "  preferred", list(preferred),
             "what the compiler asks for; 0: no such type");
  const auto doubles = ask<cl_device_fp_config>(device, CL_DEVICE_DOUBLE_FP_CONFIG).value_or(0);
  report.yes_no(doubles != 0, "fp64", "double", "whether a kernel may use it at all");
  const std::string extensions = " " + ask_text(device, CL_DEVICE_EXTENSIONS) + " ";
  report.yes_no(extensions.find(" cl_khr_fp16 ") != std::string::npos, "fp16", "half arithmetic",
                "no: half is only a way to store (vload_half)");
  const auto floats = ask<cl_device_fp_config>(device, CL_DEVICE_SINGLE_FP_CONFIG).value_or(0);
  report.yes_no(floats & CL_FP_FMA, "fast_fma", "fused multiply-add",
                "no: fma() is a slow function, use mad()");
  report.yes_no(floats & CL_FP_DENORM, "denormals", "subnormal floats",
                "no: the smallest numbers become 0");
  report.yes_no(floats & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, "exact_divide", "exact division",
                "no: the last bits of / and sqrt may be off");
}

void language(Report& report) {
  const cl::Device& device = report.device();
  report.group("language");
  const std::string one = ask_text(device, CL_DEVICE_OPENCL_C_VERSION);
  report.add("c_version", one, "OpenCL C by default", one, "what a build without -cl-std means");
  const auto names = [](const std::vector<cl_name_version>& list) {
    std::vector<std::string> text;
    for (const cl_name_version& item : list) text.emplace_back(item.name);
    return text;
  };
  const auto versions = ask_all<cl_name_version>(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  std::vector<std::string> numbers;
  for (const cl_name_version& item : versions) numbers.push_back(version_text(item.version));
  report.add("c_versions", numbers, "  all versions",
             numbers.empty() ? "asked from 3.0 on" : fmt::format("{}", fmt::join(numbers, ", ")),
             "what -cl-std may be");
  const auto features = names(ask_all<cl_name_version>(device, CL_DEVICE_OPENCL_C_FEATURES));
  report.add("c_features", features, "  features",
             features.empty() ? "asked from 3.0 on" : fmt::format("{}, below", features.size()),
             "parts of OpenCL C 3.0 that are optional");
  const std::string extensions = ask_text(device, CL_DEVICE_EXTENSIONS);
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin < extensions.size();) {
    const std::size_t end = std::min(extensions.find(' ', begin), extensions.size());
    if (end > begin) list.push_back(extensions.substr(begin, end - begin));
    begin = end + 1;
  }
  report.add("extensions", list, "  extensions", fmt::format("{}, below", list.size()),
             "more than the standard: ask before use");
}

void queues(Report& report) {
  const cl::Device& device = report.device();
  report.group("queues");
  const auto queue =
      ask<cl_command_queue_properties>(device, CL_DEVICE_QUEUE_PROPERTIES).value_or(0);
  report.yes_no(queue & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, "out_of_order", "out of order",
                "no: overlap needs several queues (chapter 10)");
  report.yes_no(queue & CL_QUEUE_PROFILING_ENABLE, "profiling", "event times",
                "no: host times, launches included");
  report.number<std::size_t>(
      CL_DEVICE_PROFILING_TIMER_RESOLUTION, "timer_resolution_ns", "timer resolution",
      [](std::size_t ns) { return fmt::format("{} ns", ns); }, "the shortest time worth comparing");
  const auto partitions =
      ask_all<cl_device_partition_property>(device, CL_DEVICE_PARTITION_PROPERTIES);
  std::vector<std::string> ways;
  for (const cl_device_partition_property way : partitions) {
    if (way == CL_DEVICE_PARTITION_EQUALLY) ways.emplace_back("equally");
    if (way == CL_DEVICE_PARTITION_BY_COUNTS) ways.emplace_back("by counts");
    if (way == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) ways.emplace_back("by affinity");
  }
  report.add("partition", ways, "partition",
             ways.empty() ? "no" : fmt::format("{}", fmt::join(ways, ", ")),
             "whether one device can pose as several");
  report.number<cl_ulong>(
      CL_DEVICE_PRINTF_BUFFER_SIZE, "printf_buffer_bytes", "printf buffer",
      [](cl_ulong n) { return human_bytes(static_cast<double>(n)); },
      "where a kernel's printf is cut");
}

/// Words joined by blanks, wrapped and indented.
std::string wrapped(const nlohmann::json& words) {
  constexpr std::size_t kWidth = 96;
  std::string text, line;
  for (const auto& word : words) {
    const auto next = word.get<std::string>();
    if (!line.empty() && line.size() + 1 + next.size() > kWidth) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "    " : " ") + next;
  }
  return text + line + "\n";
}

}  // namespace

std::vector<LimitGroup> limits_of(const wb::DeviceEntry& entry) {
  Report report(entry);
  identity(report, entry);
  execution(report);
  memory(report);
  images(report);
  arithmetic(report);
  language(report);
  queues(report);
  return report.take();
}

nlohmann::json to_json(const std::vector<LimitGroup>& groups) {
  nlohmann::json json = nlohmann::json::object();
  for (const LimitGroup& group : groups) {
    for (const Limit& limit : group.limits) json[limit.key] = limit.value;
  }
  return json;
}

std::string to_text(const std::vector<LimitGroup>& groups) {
  std::string text, lists;
  for (const LimitGroup& group : groups) {
    text += group.title + "\n";
    for (const Limit& limit : group.limits) {
      text += fmt::format("  {:<22}{:<28}{}\n", limit.name, limit.text, limit.decides);
      const bool list = limit.key == "c_features" || limit.key == "extensions";
      if (list && !limit.value.empty())
        lists += fmt::format("{}\n{}", limit.key, wrapped(limit.value));
    }
  }
  return text + lists;
}

}  // namespace chapters
