// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Four operators as spaces: each parameter is a -D option, a work-group size or a choice of kernel.
#include <fmt/core.h>

#include <algorithm>

#include "07_transpose/transpose.hpp"
#include "08_reduction/reduction.hpp"
#include "09_constant_image/constant_image.hpp"
#include "12_gemm_roof/gemm_roof.hpp"
#include "17_tuning/tuning.hpp"
#include "wb/error.hpp"
#include "wb/gemm.hpp"

namespace chapters {
using wb::as_int, wb::round_up, wb::Config, wb::Parameter;

namespace {

// A parameter that a kernel does not have must stand at its first value: the same program under two
// names would be built twice.
wb::Constraint only_for(const std::vector<Parameter>& parameters,
                        const std::vector<std::string>& names,
                        const std::function<bool(const Config&)>& used) {
  std::vector<std::pair<std::string, int>> first;
  std::string list;
  for (const Parameter& parameter : parameters) {
    if (std::ranges::find(names, parameter.name) == names.end()) continue;
    first.emplace_back(parameter.name, parameter.values[0]);
    list += (list.empty() ? "" : ", ") + parameter.name;
  }
  return {list + " mean nothing to this kernel", [=](const Config& config) {
            return used(config) || std::ranges::all_of(first, [&](const auto& each) {
                     return config.at(each.first) == each.second;
                   });
          }};
}

constexpr const char* kPtx = "inline PTX: needs an NVIDIA device of compute capability 8.0 or more";
constexpr const char* kClang =
    "streaming stores and prefetch are builtins of Clang, which pocl compiles with";

bool has_ptx(const wb::DeviceFacts& facts) {
  return facts.nvidia && facts.nvidia_capability >= 80;
}
bool has_clang(const wb::DeviceFacts& facts) {
  return facts.pocl || facts.simulator;
}

const std::map<std::string, std::string> kOthersTest = {{"race", "its own chapter checks it"},
                                                        {"lens", "its own chapter counts it"}};

}  // namespace

// ---------------------------------------------------------------------------------------------
// GEMM

namespace {

enum GemmShape { kWarpTile, kCpAsync, kPacked };

std::size_t gemm_items(const Config& c) {
  return c.size("BM") / c.size("WM") * (c.size("BN") / c.size("WN")) * 32;
}

// <gemm_rules>
std::vector<wb::Constraint> gemm_rules(const std::vector<Parameter>& parameters) {
  const auto gpu = [](const Config& c) { return c.at("SHAPE") != kPacked; };
  return {
      only_for(parameters, {"BM", "BN", "BK", "WM", "WN", "RASTER"}, gpu),
      only_for(parameters, {"STAGES"}, [](const Config& c) { return c.at("SHAPE") == kCpAsync; }),
      only_for(parameters, {"DEPTH", "BLOCKS"},
               [](const Config& c) { return c.at("SHAPE") == kPacked; }),
      {"a warp's tile lies within the group's",
       [](const Config& c) { return c.at("BM") >= c.at("WM") && c.at("BN") >= c.at("WN"); }},
      {"at most 128 sums a work-item",
       [](const Config& c) { return c.at("WM") * c.at("WN") <= 4096; }},
      {"every work-item loads as many float4 of a tile as every other", [=](const Config& c) {
         const std::size_t items = gemm_items(c), depth = c.size("BK");
         return !gpu(c) ||
                (c.size("BM") * depth / 4 % items == 0 && c.size("BN") * depth / 4 % items == 0 &&
                 items % (c.size("BN") / 4) == 0);
       }}};
}
// </gemm_rules>

wb::Plan gemm_gpu_plan(const Config& c, const wb::Size& size) {
  const std::size_t m = size[0], n = size[1], k = size[2];
  const std::size_t bm = c.size("BM"), bn = c.size("BN"), raster = c.size("RASTER");
  const std::size_t kp = round_up(k, c.size("BK")), mp = round_up(m, bm), ldb = round_up(n, bn);
  const std::string panel = fmt::format("-DPANEL={}", bm);
  wb::Plan plan;
  plan.scratch = {{"A_panels", mp * kp * sizeof(cl_float)}};
  plan.launches = {{.kernel = "12_gemm_roof/pack.cl",
                    .entry = "pack_a",
                    .options = panel,
                    .args = {as_int(m), as_int(k), as_int(kp), "A", "A_panels"},
                    .global = cl::NDRange(round_up(kp, 32), mp / 32 * 8),
                    .local = cl::NDRange(32, 8)}};
  const bool fits = kp == k && ldb == n;
  if (!fits) {
    plan.scratch.push_back({"B_padded", kp * ldb * sizeof(cl_float)});
    plan.launches.push_back(
        {.kernel = "12_gemm_roof/pack.cl",
         .entry = "pack_b",
         .options = panel,
         .args = {as_int(k), as_int(n), as_int(ldb), as_int(kp), "B", "B_padded"},
         .global = cl::NDRange(round_up(ldb, 64), round_up(kp, 4)),
         .local = cl::NDRange(64, 4)});
  }
  const bool async = c.at("SHAPE") == kCpAsync;
  std::string options = c.options({"BM", "BN", "BK", "WM", "WN", "RASTER"});
  if (async) options += " " + c.options({"STAGES"});
  const std::size_t items = gemm_items(c);
  plan.launches.push_back(
      {.kernel = async ? "12_gemm_roof/cp_async.cl" : "12_gemm_roof/warp_tile.cl",
       .entry = async ? "gemm_cp_async" : "gemm_warp_tile",
       .options = options,
       .args = {as_int(m), as_int(n), as_int(kp), as_int(ldb), "A_panels", fits ? "B" : "B_padded",
                "C"},
       .global = cl::NDRange(raster * items, parts(n, bn), parts(parts(m, bm), raster)),
       .local = cl::NDRange(items, 1, 1)});
  return plan;
}

// Chapter 12's plan with another blocking.
wb::Plan gemm_cpu_plan(const Config& c, const wb::Size& size, const wb::DeviceFacts& facts) {
  wb::Plan plan = gemm_cpu_packed().plan(size, facts);
  wb::Launch& gemm = plan.launches.back();
  gemm.options = c.options({"DEPTH", "BLOCKS"}) + " -DMULTIPLY_ADD=fma";
  gemm.global = cl::NDRange(parts(size[1], 32), parts(parts(size[0], 8), c.size("BLOCKS")));
  return plan;
}

wb::Variant gemm_candidate(const Config& c) {
  wb::Variant variant{.name = c.text(),
                      .idea = "a point of the space",
                      .plan =
                          [c](const wb::Size& size, const wb::DeviceFacts& facts) {
                            return c.at("SHAPE") == kPacked ? gemm_cpu_plan(c, size, facts)
                                                            : gemm_gpu_plan(c, size);
                          },
                      .needs = [c](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
                        if (c.at("SHAPE") == kCpAsync && !has_ptx(facts)) return kPtx;
                        return c.at("SHAPE") == kPacked ? "" : needs_items(facts, gemm_items(c));
                      }};
  if (c.at("SHAPE") == kCpAsync) {
    variant.exempt = {{"race", "inline PTX"}, {"lens", "inline PTX"}};
  }
  return variant;
}

}  // namespace

wb::Tunable tunable_gemm(const wb::DeviceFacts* facts) {
  // <gemm_space>
  const std::vector<Parameter> parameters = {
      Parameter::choice("SHAPE", {"warp tile", "cp.async", "CPU, packed"}),
      Parameter::powers_of_two("BM", 64, 256),      // a group's tile: BM x BN, BK deep
      Parameter::powers_of_two("BN", 64, 256),      //
      Parameter::one_of("BK", {8, 16}),             //
      Parameter::powers_of_two("WM", 32, 128),      // a warp's tile
      Parameter::powers_of_two("WN", 32, 128),      //
      Parameter::powers_of_two("RASTER", 4, 16),    // rows of tiles that are walked together
      Parameter::one_of("STAGES", {2, 3, 4, 5}),    // tiles in local memory (cp.async)
      Parameter::powers_of_two("DEPTH", 64, 1024),  // rows of B in the first cache (CPU)
      Parameter::powers_of_two("BLOCKS", 4, 128)};  // blocks of A in the second (CPU)
  // </gemm_space>
  std::vector<wb::Constraint> rules = gemm_rules(parameters);
  if (facts && !has_ptx(*facts)) {
    rules.push_back({kPtx, [](const Config& c) { return c.at("SHAPE") != kCpAsync; }});
  }
  wb::Tunable tunable{
      .experiment = wb::gemm(),
      .space = wb::ParameterSpace(parameters, rules),
      .variant = gemm_candidate,
      .starts = {},
      .kernels = {"12_gemm_roof/pack.cl", "12_gemm_roof/cpu_pack.cl", "12_gemm_roof/cpu_packed.cl",
                  "12_gemm_roof/warp_tile.cl", "12_gemm_roof/cp_async.cl"},
      .check_sizes = {{67, 45, 130}, {257, 129, 33}}};
  tunable.experiment.default_size = {1024, 1024, 1024};
  tunable.experiment.gpu_size = {4096, 4096, 4096};
  // What chapter 12 chose: for a GPU, for one with asynchronous copies, for a CPU.
  const auto start = [&](const std::vector<std::pair<std::string, int>>& values) {
    tunable.starts.push_back(tunable.space.config(values));
  };
  const bool cpu = facts && facts->cpu;
  if (!cpu)
    start({{"SHAPE", kWarpTile},
           {"BM", 128},
           {"BN", 128},
           {"BK", 8},
           {"WM", 64},
           {"WN", 64},
           {"RASTER", 8}});
  if (facts && has_ptx(*facts)) {
    start({{"SHAPE", kCpAsync},
           {"BM", 256},
           {"BN", 128},
           {"WM", 64},
           {"WN", 64},
           {"RASTER", 8},
           {"STAGES", 4}});
  }
  if (!facts || cpu) {
    start({{"SHAPE", kPacked}, {"DEPTH", 256}, {"BLOCKS", 32}});
  }
  return tunable;
}

// ---------------------------------------------------------------------------------------------
// Transpose

namespace {

enum TransposeShape { kTile, kFloat4, kRegisters, kCpu };

wb::Variant transpose_candidate(const Config& c) {
  const int shape = c.at("SHAPE");
  wb::Variant variant = shape == kTile        ? transpose_tile(1, 8)
                        : shape == kFloat4    ? transpose_float4(c.flag("SWIZZLE"))
                        : shape == kRegisters ? transpose_registers()
                                              : transpose_cpu(c.flag("STREAMING"), c.flag("AHEAD"));
  // <transpose_variant>
  // Chapter 07's launch with other options, another group and the range that belongs to it.
  variant.name = c.text();
  variant.predict = nullptr;
  variant.predicted_gain = nullptr;
  variant.plan = [c, shape, plan = variant.plan](const wb::Size& size,
                                                 const wb::DeviceFacts& facts) {
    wb::Plan changed = plan(size, facts);
    wb::Launch& launch = changed.launches[0];
    const std::size_t height = size[0], width = size[1];
    if (shape == kTile) {
      const std::size_t rows = c.size("ROWS");
      launch.options = c.options({"PAD", "ROWS"});
      launch.global = cl::NDRange(round_up(width, 32), parts(height, 32) * rows);
      launch.local = cl::NDRange(32, rows);
    } else if (shape == kRegisters) {
      const std::size_t x = c.size("AX"), y = c.size("AY");
      launch.global = cl::NDRange(round_up(width, 4 * x) / 4, round_up(height, 4 * y) / 4);
      launch.local = cl::NDRange(x, y);
    } else if (shape == kCpu) {
      const std::string off = facts.simulator ? " -cl-opt-disable" : "";  // as in chapter 07
      launch.options = c.options({"DOWN", "STREAMING", "AHEAD"}) + off;
      launch.global = cl::NDRange(parts(width, 64), parts(height, 64 * c.size("DOWN")));
    }
    return changed;
  };
  // </transpose_variant>
  variant.needs = [c, shape](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
    if (shape == kCpu && (c.flag("STREAMING") || c.flag("AHEAD")) && !has_clang(facts))
      return kClang;
    const std::size_t items = shape == kTile        ? 32 * c.size("ROWS")
                              : shape == kFloat4    ? 256
                              : shape == kRegisters ? c.size("AX") * c.size("AY")
                                                    : 1;
    return needs_items(facts, items);
  };
  return variant;
}

}  // namespace

wb::Tunable tunable_transpose(const wb::DeviceFacts* facts) {
  // <transpose_space>
  const std::vector<Parameter> parameters = {
      Parameter::choice("SHAPE", {"tile", "float4", "registers", "CPU shape"}),
      Parameter::flag("PAD"),                   // tile
      Parameter::powers_of_two("ROWS", 2, 32),  //
      Parameter::flag("SWIZZLE"),               // float4
      Parameter::powers_of_two("AX", 2, 32),    // registers: the work-group
      Parameter::powers_of_two("AY", 2, 64),    //
      Parameter::powers_of_two("DOWN", 1, 32),  // CPU shape: tiles of a work-item
      Parameter::flag("STREAMING"),             //
      Parameter::flag("AHEAD")};                //
  // </transpose_space>
  const auto is = [](int shape) {
    return [shape](const Config& c) { return c.at("SHAPE") == shape; };
  };
  std::vector<wb::Constraint> rules = {
      only_for(parameters, {"PAD", "ROWS"}, is(kTile)),
      only_for(parameters, {"SWIZZLE"}, is(kFloat4)),
      only_for(parameters, {"AX", "AY"}, is(kRegisters)),
      only_for(parameters, {"DOWN", "STREAMING", "AHEAD"}, is(kCpu))};
  if (facts && !has_clang(*facts)) {
    rules.push_back(
        {kClang, [](const Config& c) { return !c.flag("STREAMING") && !c.flag("AHEAD"); }});
  }
  wb::Tunable tunable{.experiment = transpose(),
                      .space = wb::ParameterSpace(parameters, rules),
                      .variant = transpose_candidate,
                      .starts = {},
                      .kernels = {"07_transpose/tile.cl", "07_transpose/float4.cl",
                                  "07_transpose/registers.cl", "07_transpose/cpu_float16.cl"},
                      .check_sizes = {{257, 65}, {64, 200}, {68, 1027}}};
  tunable.experiment.default_size = {2048, 2048};
  const auto start = [&](const std::vector<std::pair<std::string, int>>& values) {
    tunable.starts.push_back(tunable.space.config(values));
  };
  if (!facts || !facts->cpu) {
    start({{"SHAPE", kTile}, {"PAD", 1}, {"ROWS", 8}});
    start({{"SHAPE", kFloat4}, {"SWIZZLE", 1}});
    start({{"SHAPE", kRegisters}, {"AX", 8}, {"AY", 32}});
  }
  const bool clang = !facts || has_clang(*facts);
  if (!facts || facts->cpu) {
    start({{"SHAPE", kCpu}, {"DOWN", 8}, {"STREAMING", clang}, {"AHEAD", clang}});
  }
  return tunable;
}

// ---------------------------------------------------------------------------------------------
// Sum

namespace {

enum Finish { kSecondLaunch, kLastGroup, kShuffle };

// <sum_plan>
std::size_t sum_groups(const Config& c, std::size_t n, const wb::DeviceFacts& facts) {
  const std::size_t most = std::max(1u, facts.compute_units) * c.size("GROUPS");
  return std::clamp<std::size_t>(parts(n, c.size("ITEMS") * c.size("WIDTH") * c.size("LOADS")), 1,
                                 most);
}

wb::Launch sum_launch(const Config& c, std::size_t n, std::size_t groups, const char* from,
                      const char* to) {
  const std::size_t items = c.size("ITEMS");
  const std::size_t part = round_up(parts(n, groups * items), c.size("WIDTH"));
  return {.kernel = "17_tuning/sum.cl",
          .entry = "sum_any",
          .options = c.options({"ITEMS", "WIDTH", "LOADS", "PART"}),
          .args = {cl_uint(as_int(n)), cl_uint(as_int(part)), from, to},
          .global = cl::NDRange(groups * items),
          .local = cl::NDRange(items)};
}
// </sum_plan>

wb::Variant sum_candidate(const Config& c) {
  const int finish = c.at("FINISH");
  wb::Variant variant{.name = c.text(),
                      .idea = "a point of the space",
                      .plan = [c](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
                        const std::size_t groups = sum_groups(c, size[0], facts);
                        return {.launches = {sum_launch(c, size[0], groups, "in", "sums"),
                                             sum_launch(c, groups, 1, "sums", "out")},
                                .scratch = {{"sums", groups * sizeof(cl_float)}}};
                      }};
  if (finish != kSecondLaunch) {  // chapter 08's kernels, with another number of groups
    variant = finish == kLastGroup ? sum_last_group() : sum_shuffle();
    variant.name = c.text();
    variant.predict = nullptr;
    variant.plan = [c, plan = variant.plan](const wb::Size& size, const wb::DeviceFacts& facts) {
      wb::Plan changed = plan(size, facts);
      const std::size_t groups = sum_groups(c, size[0], facts);
      wb::Launch& first = changed.launches[0];
      first.global = cl::NDRange(groups * c.size("ITEMS"));
      changed.scratch[0].bytes = groups * sizeof(cl_float);
      if (changed.launches.size() > 1) changed.launches[1].args[0] = cl_uint(as_int(groups));
      return changed;
    };
  }
  variant.needs = [c, needs = variant.needs](const wb::DeviceFacts& facts, const wb::Size& size) {
    const std::string why = needs ? needs(facts, size) : "";
    return why.empty() ? needs_items(facts, c.size("ITEMS")) : why;
  };
  variant.reference = [c](const wb::Problem& problem, std::size_t) {
    const auto exact = problem.input("exact").as<double>();
    wb::Expected expected{{exact[0]}, {exact[1]}, 0};
    if (problem.kind == wb::DataKind::kIntegers && exact[1] < 0x1p24) return expected;
    // Additions on the longest way: within a lane, then the lanes, the tree, and the groups.
    const double lanes = c.at("WIDTH") * c.at("LOADS"), items = c.at("ITEMS");
    const double groups = double(c.at("GROUPS"));
    expected.tolerance = wb::roundings(double(problem.size[0]) / (lanes * items * groups) + 1024 +
                                       256 * groups / (lanes * items));
    return expected;
  };
  return variant;
}

}  // namespace

wb::Tunable tunable_sum(const wb::DeviceFacts* facts) {
  // <sum_space>
  const std::vector<Parameter> parameters = {
      Parameter::choice("FINISH", {"second launch", "last group", "shuffle"}),
      Parameter::one_of("ITEMS", {256, 1, 32, 64, 128, 512, 1024}),  // of a group
      Parameter::one_of("WIDTH", {4, 1, 2, 8, 16}),                  // floats a load
      Parameter::one_of("LOADS", {4, 1, 2, 8}),                      // loads under way
      Parameter::flag("PART"),                      // elements side by side, or every n-th
      Parameter::powers_of_two("GROUPS", 1, 256)};  // for each compute unit, at most
  // </sum_space>
  std::vector<wb::Constraint> rules = {
      only_for(parameters, {"ITEMS", "WIDTH", "LOADS", "PART"},
               [](const Config& c) { return c.at("FINISH") == kSecondLaunch; })};
  if (facts && !has_ptx(*facts)) {
    rules.push_back({kPtx, [](const Config& c) { return c.at("FINISH") != kShuffle; }});
  }
  wb::Tunable tunable{
      .experiment = sum(),
      .space = wb::ParameterSpace(parameters, rules),
      .variant = sum_candidate,
      .starts = {},
      .kernels = {"17_tuning/sum.cl", "08_reduction/last_group.cl", "08_reduction/shuffle.cl"},
      .check_sizes = {{1}, {4097}, {1000003}}};
  tunable.experiment.default_size = {1 << 24};
  const auto start = [&](const std::vector<std::pair<std::string, int>>& values) {
    tunable.starts.push_back(tunable.space.config(values));
  };
  if (!facts || !facts->cpu) {
    start({{"GROUPS", 8}});
    start({{"FINISH", kLastGroup}, {"GROUPS", 8}});
    if (facts && has_ptx(*facts)) start({{"FINISH", kShuffle}, {"GROUPS", 8}});
  }
  if (!facts || facts->cpu) {
    start({{"ITEMS", 1}, {"WIDTH", 16}, {"LOADS", 8}, {"PART", 1}, {"GROUPS", 256}});
  }
  return tunable;
}

// ---------------------------------------------------------------------------------------------
// Convolution, 17 x 17

namespace {

enum ConvolutionShape { kColumns, kOneOutput, kRowsOf16 };
constexpr std::size_t kSide = 17;

std::size_t tile_bytes(const Config& c) {
  const std::size_t rows = c.size("TY") * c.size("OUT") + kSide - 1;
  return rows * (c.size("TX") + kSide - 1) * sizeof(cl_float);
}

wb::Variant convolution_candidate(const Config& c) {
  const int shape = c.at("SHAPE");
  wb::Variant variant = shape == kColumns     ? convolve_columns(kSide, c.flag("BAKED"))
                        : shape == kOneOutput ? convolve_tile(kSide, 0)
                                              : convolve_cpu(kSide);
  variant.name = c.text();
  variant.predict = nullptr;
  variant.predicted_gain = nullptr;
  variant.plan = [c, shape, plan = variant.plan](const wb::Size& size,
                                                 const wb::DeviceFacts& facts) {
    wb::Plan changed = plan(size, facts);
    wb::Launch& launch = changed.launches.back();
    const std::size_t h = size[0], w = size[1], out = c.size("OUT");
    if (shape == kRowsOf16) {
      const std::size_t columns = 16 * c.size("VECS"), rows = round_up(h, out) + kSide - 1;
      const std::size_t pitch = round_up(round_up(w, columns) + kSide - 1, 16);
      launch.options = fmt::format("-DK={} {}", kSide, c.options({"OUT", "VECS"}));
      launch.global = cl::NDRange(parts(w, columns), parts(h, out));
      launch.args[2] = as_int(pitch);
      changed.launches[0].args[2] = as_int(pitch);
      changed.launches[0].global = cl::NDRange(rows);
      changed.scratch[0].bytes = rows * pitch * sizeof(cl_float);
      return changed;
    }
    const std::size_t x = c.size("TX"), y = c.size("TY");
    launch.options = fmt::format("-DK={} {}", kSide, c.options({"TX", "TY", "OUT"}));
    if (c.flag("BAKED")) launch.options += " " + filter_option(kSide);
    launch.global = cl::NDRange(round_up(w, x), parts(h, y * out) * y);
    launch.local = cl::NDRange(x, y);
    return changed;
  };
  variant.needs = [c, shape, needs = variant.needs](const wb::DeviceFacts& facts,
                                                    const wb::Size& size) -> std::string {
    if (shape == kRowsOf16) return "";
    if (c.flag("BAKED") && facts.cpu) return needs(facts, size);  // chapter 09 says why not
    return needs_items(facts, c.size("TX") * c.size("TY"));
  };
  return variant;
}

}  // namespace

wb::Tunable tunable_convolution(const wb::DeviceFacts* facts) {
  // <convolution_space>
  const std::vector<Parameter> parameters = {
      Parameter::choice("SHAPE", {"columns", "tile", "float16 rows"}),
      Parameter::one_of("TX", {32, 16, 64, 128}),             // the work-group
      Parameter::one_of("TY", {4, 1, 2, 8, 16}),              //
      Parameter::one_of("OUT", {1, 2, 4, 6, 8, 12, 16, 32}),  // outputs of a work-item, in a column
      Parameter::one_of("VECS", {1, 2, 4}),  // vectors of 16 outputs in a row (CPU)
      Parameter::flag("BAKED")};             // coefficients in the instructions
  // </convolution_space>
  const auto gpu = [](const Config& c) { return c.at("SHAPE") != kRowsOf16; };
  std::vector<wb::Constraint> rules = {
      only_for(parameters, {"TX", "TY"}, gpu),
      only_for(parameters, {"VECS"}, [](const Config& c) { return c.at("SHAPE") == kRowsOf16; }),
      only_for(parameters, {"BAKED"}, [](const Config& c) { return c.at("SHAPE") == kColumns; }),
      only_for(parameters, {"OUT"}, [](const Config& c) { return c.at("SHAPE") != kOneOutput; }),
      {"a CPU's shape has at most 32 vectors of sums",
       [=](const Config& c) { return gpu(c) || c.at("OUT") * c.at("VECS") <= 32; }}};
  if (facts) {
    const auto local = facts->nvidia ? std::uint64_t{227} << 10 : facts->local_memory_bytes;
    rules.push_back({"the tile fits into local memory",
                     [=](const Config& c) { return !gpu(c) || tile_bytes(c) <= local; }});
  }
  if (facts && facts->cpu) {
    rules.push_back({"thousands of multiply-adds without a loop keep a CPU's compiler busy",
                     [](const Config& c) { return !c.flag("BAKED"); }});
  }
  wb::Tunable tunable{.experiment = convolution(),
                      .space = wb::ParameterSpace(parameters, rules),
                      .variant = convolution_candidate,
                      .starts = {},
                      .kernels = {"09_constant_image/columns.cl", "09_constant_image/tile.cl",
                                  "09_constant_image/pad.cl", "09_constant_image/cpu_float16.cl"},
                      .check_sizes = {{3, 5}, {70, 130}}};
  tunable.experiment.default_size = {1024, 1024};
  const auto start = [&](const std::vector<std::pair<std::string, int>>& values) {
    tunable.starts.push_back(tunable.space.config(values));
  };
  if (!facts || !facts->cpu) {
    start({{"SHAPE", kColumns}, {"OUT", 16}});
    start({{"SHAPE", kColumns}, {"OUT", 16}, {"BAKED", 1}});
  }
  if (!facts || facts->cpu) start({{"SHAPE", kRowsOf16}, {"OUT", 6}, {"VECS", 4}});
  return tunable;
}

// ---------------------------------------------------------------------------------------------

std::vector<wb::Tunable> tunables(const wb::DeviceFacts* facts) {
  return {tunable_gemm(facts), tunable_transpose(facts), tunable_sum(facts),
          tunable_convolution(facts)};
}

std::vector<wb::Variant> hand_set(const std::string& operator_name) {
  std::vector<wb::Variant> variants;
  if (operator_name == "gemm") {
    variants = {gemm_warp_tile(), gemm_cp_async(), gemm_cpu_packed()};
  } else if (operator_name == "transpose") {
    variants = {transpose_tile(1, 8), transpose_float4(true), transpose_registers(),
                transpose_cpu(true, true)};
  } else if (operator_name == "sum") {
    variants = {sum_walk4(), sum_last_group(), sum_shuffle(), sum_cpu_groups()};
  } else if (operator_name == "convolution") {
    variants = {convolve_columns(kSide, false), convolve_columns(kSide, true), convolve_cpu(kSide)};
  } else {
    throw wb::Error("no variants of " + operator_name + " were set by hand");
  }
  const auto cpu_shape = [](const std::string& name) {
    return name.starts_with("CPU") || name == "one-item groups" || name == "float16 rows";
  };
  for (wb::Variant& variant : variants) {
    variant.predict = nullptr;
    variant.predicted_gain = nullptr;
    variant.exempt = kOthersTest;
    // Each device gets the shapes that were made for its kind; the matrix has the rest.
    variant.needs = [mine = cpu_shape(variant.name), needs = variant.needs](
                        const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
      const std::string why = needs ? needs(facts, size) : "";
      if (!why.empty() || facts.simulator || mine == facts.cpu) return why;
      return mine ? "made for a CPU" : "made for a GPU";
    };
  }
  return variants;
}

}  // namespace chapters
