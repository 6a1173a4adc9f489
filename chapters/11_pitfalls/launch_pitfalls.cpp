// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The pitfalls between host and kernel: sizes, arguments, build options. One kernel serves most.
#include <fmt/core.h>

#include <cmath>

#include "11_pitfalls/pitfalls.hpp"

namespace chapters {
namespace {

using wb::as_int, wb::round_up;
using Values = std::vector<double>;
using enum Sight;

// out = 2 * in by scale.cl, as it should be launched.
wb::Launch scale(std::size_t n) {
  return {.kernel = "11_pitfalls/scale.cl",
          .entry = "scale",
          .options = "",
          .args = {as_int(n), 2.0f, "in", "out"},
          .global = cl::NDRange(round_up(n, 16)),
          .local = cl::NDRange(16)};
}

wb::Launch group_size(bool broken, std::size_t n, const wb::DeviceFacts& device) {
  wb::Launch launch = scale(n);
  if (broken) {
    // <group_size_broken>
    const std::size_t items = 8192;  // "more is faster"
    launch.local = cl::NDRange(items);
    // </group_size_broken>
    launch.global = cl::NDRange(round_up(n, items));
  } else {
    // <group_size_fixed>
    const std::size_t items = std::min<std::size_t>(256, device.max_work_group_size);
    launch.local = cl::NDRange(items);
    // </group_size_fixed>
    launch.global = cl::NDRange(round_up(n, std::max<std::size_t>(items, 1)));
  }
  return launch;
}

wb::Launch global_size(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  if (broken) {
    // <global_size_broken>
    launch.global = cl::NDRange(n);  // 100 work-items in groups of 16
    launch.local = cl::NDRange(16);
    // </global_size_broken>
  } else {
    // <global_size_fixed>
    launch.global = cl::NDRange(round_up(n, 16));  // 112, and a guard in the kernel
    launch.local = cl::NDRange(16);
    // </global_size_fixed>
  }
  return launch;
}

wb::Launch argument_index(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  if (broken) {
    // <index_broken>
    launch.args = {as_int(n), "in", 2.0f, "out"};  // the kernel has the factor before `in`
    // </index_broken>
  } else {
    // <index_fixed>
    launch.args = {as_int(n), 2.0f, "in", "out"};
    // </index_fixed>
  }
  return launch;
}

wb::Launch argument_size(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  if (broken) {
    // <size_broken>
    launch.args[0] = cl_ulong{n};  // std::size_t on the host, int in the kernel
    // </size_broken>
  } else {
    // <size_fixed>
    launch.args[0] = as_int(n);  // and an error where n does not fit
    // </size_fixed>
  }
  return launch;
}

wb::Launch undeclared_local(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  if (broken) {
    // <undeclared_broken>
    const wb::LocalMemory tile{16 * sizeof(cl_float)};
    launch.args = {as_int(n), 2.0f, "in", "out", tile, tile};  // the kernel declares four
    // </undeclared_broken>
  } else {
    // <undeclared_fixed>
    launch.args = {as_int(n), 2.0f, "in", "out"};
    // </undeclared_fixed>
  }
  return launch;
}

wb::Launch size_t_argument(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  launch.kernel =
      broken ? "11_pitfalls/size_t_argument_broken.cl" : "11_pitfalls/size_t_argument.cl";
  launch.args[0] = cl_ulong{n};
  return launch;
}

wb::Launch run_time_bound(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  launch.kernel = broken ? "11_pitfalls/run_time_bound_broken.cl" : "11_pitfalls/run_time_bound.cl";
  launch.entry = "turn";
  launch.args = {as_int(n), "in", "out"};
  if (!broken) launch.args.emplace_back(wb::LocalMemory{16 * sizeof(cl_float)});
  return launch;
}

wb::Launch fast_math(bool broken, std::size_t n, const wb::DeviceFacts&) {
  wb::Launch launch = scale(n);
  launch.kernel = "11_pitfalls/fast_math.cl";
  launch.entry = "no_nan";
  launch.args = {as_int(n), "in", "out"};
  if (broken) {
    // <fast_math_broken>
    launch.options = "-cl-fast-relaxed-math";  // promises: no NaN, no infinity, anywhere
    // </fast_math_broken>
  } else {
    // <fast_math_fixed>
    launch.options = "-cl-mad-enable";  // what is needed, and promises nothing about the data
    // </fast_math_fixed>
  }
  return launch;
}

// <promise>
std::string check_promise(const std::string& options, const wb::Array& in) {
  const bool promised = options.find("-cl-fast-relaxed-math") != std::string::npos ||
                        options.find("-cl-finite-math-only") != std::string::npos;
  for (std::size_t i = 0; promised && i < in.count(); ++i) {
    if (std::isfinite(in.value(i))) continue;
    return fmt::format("built with \"{}\", but {} is {}", options, wb::element_name(in, i),
                       in.value(i));
  }
  return "";
}
// </promise>

Values doubled(const Values& in, std::size_t) {
  Values out;
  for (const double x : in) out.push_back(2 * x);
  return out;
}

const std::string kHere = "chapters/11_pitfalls/launch_pitfalls.cpp";

// All of these are stopped before the launch, by a check that names the numbers.
Pitfall stopped(const std::string& name, const std::string& symptom, const std::string& cause,
                const std::string& fix, const std::string& says, const std::string& tag,
                decltype(Twins::launch) launch) {
  return {.name = name,
          .symptom = symptom,
          .cause = cause,
          .fix = fix,
          .broken = {kHere, tag + "_broken"},
          .fixed = {kHere, tag + "_fixed"},
          .sights = {kNotAsked, kNotAsked, kNotAsked, kSees},
          .says = says,
          .instead = "",
          .experiment = twins({.name = name, .launch = std::move(launch), .reference = doubled})};
}

}  // namespace

std::vector<Pitfall> launch_pitfalls() {
  std::vector<Pitfall> all;
  all.push_back(stopped("group-too-large", "-54 on one machine, fine on another",
                        "a device allows so many work-items in a group, and a kernel maybe fewer",
                        "ask the device and the kernel, then choose", "this device allows",
                        "group_size", group_size));
  all.push_back(stopped(
      "global-no-multiple", "-54 at some sizes", "in OpenCL 1.x a work-group is always whole",
      "round the global size up and guard the kernel", "no multiple", "global_size", global_size));
  all.push_back(stopped("argument-index",
                        "-49, -38 or -51; or a crash where the driver does not look",
                        "arguments are set by number, and the numbers moved",
                        "one list in the kernel's order; compare its length with the kernel's",
                        "argument 1: the device refuses", "index", argument_index));
  all.push_back(stopped("argument-size", "-51; or garbage on drivers that do not look",
                        "8 bytes given to a 4-byte argument",
                        "fixed-size types on both sides: cl_int and int", "8 bytes", "size",
                        argument_size));
  all.push_back(stopped("undeclared-local", "-49",
                        "the host sets local buffers that the kernel does not declare",
                        "compare the number of arguments before setting any",
                        "takes 4 arguments, the launch gives 6", "undeclared", undeclared_local));
  all.push_back(stopped(
      "size_t-argument", "does not build", "size_t has the size that the device's addresses have",
      "uint or ulong, which are the same everywhere", "size_t", "", size_t_argument));
  all.back().broken = {"kernels/11_pitfalls/size_t_argument_broken.cl", "broken"};
  all.back().fixed = {"kernels/11_pitfalls/size_t_argument.cl", "fixed"};
  all.push_back(stopped("run-time-bound", "does not build",
                        "a local array is laid out when the kernel is compiled",
                        "a __local pointer that the host gives the size of, or a -D constant",
                        "t[items]", "", run_time_bound));
  all.back().broken = {"kernels/11_pitfalls/run_time_bound_broken.cl", "broken"};
  all.back().fixed = {"kernels/11_pitfalls/run_time_bound.cl", "fixed"};
  all.back().experiment = twins({.name = "run-time-bound",
                                 .launch = run_time_bound,
                                 .reference =
                                     [](const Values& in, std::size_t n) {
                                       Values out(n);
                                       for (std::size_t i = 0; i < n; ++i)
                                         out[i] = in[i / 16 * 16 + 15 - i % 16];
                                       return out;
                                     },
                                 .sizes = {16, 64},
                                 .race_size = 32});
  Pitfall fast = stopped(
      "fast-math-nan", "NaNs come through a filter that was written to stop them",
      "-cl-fast-relaxed-math promises that there are none: the test is dropped",
      "build without it where data may hold NaN or infinity", "built with", "fast_math", fast_math);
  fast.sights = {kLuck, kBlind, kNotAsked, kSees};
  fast.experiment = twins({.name = fast.name,
                           .launch = fast_math,
                           .reference =
                               [](const Values& in, std::size_t) {
                                 Values out;
                                 for (const double x : in) out.push_back(x != x ? 0 : x);
                                 return out;
                               },
                           .data = wb::DataKind::kSpecial});
  fast.host = [experiment = *fast.experiment](wb::Session& session, bool broken) -> Finding {
    const wb::Problem problem = experiment.make({100}, wb::DataKind::kSpecial, 1);
    const wb::Launch launch = fast_math(broken, 100, session.facts());
    return {"", check_promise(launch.options, problem.inputs[0])};
  };
  all.push_back(std::move(fast));
  return all;
}

}  // namespace chapters
