// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "07_transpose/transpose.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kTile = 32, kRows = 8;
constexpr std::size_t kQuads = 16, kFloat4Tile = 4 * kQuads;
constexpr std::size_t kCpuTile = 64, kDown = 8;  // tiles of the CPU's shape, one below the other
constexpr std::size_t kCopyGroup = 256;

constexpr const char* kNoStreaming =
    "streaming stores are a builtin of Clang, which pocl compiles with; this device has its own "
    "compiler";

std::string needs_streaming(const wb::DeviceFacts& facts, const wb::Size&) {
  return facts.pocl || facts.simulator ? "" : kNoStreaming;
}

// The optimiser in Oclgrind 21.10 turns vectors that are put together from parts of others into
// shuffles, on which its check for uninitialised values crashes. The same source, not optimised,
// passes.
std::string plain_on_simulator(const wb::DeviceFacts& facts) {
  return facts.simulator ? " -cl-opt-disable" : "";
}

wb::Problem make_transpose(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t height = size.at(0), width = size.at(1);
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kFloat, {height, width})};
  wb::fill(problem.inputs[0], kind, seed);
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {width, height}, CL_MEM_WRITE_ONLY)};
  return problem;
}

// Nothing is computed, so every element must come through bit for bit: tolerance 0.
wb::Expected transposed(const wb::Problem& problem, std::size_t) {
  const std::size_t height = problem.size[0], width = problem.size[1];
  const auto in = problem.input("in").as<float>();
  wb::Expected expected;
  expected.value.resize(in.size());
  wb::parallel_for(width * height, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      expected.value[i] = in[i % height * width + i / height];
    }
  });
  return expected;
}

// A large output is judged without an array of doubles beside it; what differs is named by
// compare().
std::optional<wb::Verdict> judge_in_parallel(const wb::Array& out,
                                             const std::function<float(std::size_t)>& expected) {
  std::atomic<bool> same = true;
  wb::parallel_for(out.count(), [&](std::size_t begin, std::size_t end) {
    const auto got = out.as<float>();
    for (std::size_t i = begin; i < end && same; ++i) {
      if (!(got[i] == expected(i))) same = false;
    }
  });
  if (!same) return std::nullopt;
  return wb::Verdict{};
}

std::vector<wb::Arg> arguments(const wb::Size& size) {
  return {as_int(size[1]), as_int(size[0]), "in", "out"};
}

// Sectors that one pass over the whole matrix takes at least.
double whole(const wb::Size& size, const wb::LensModel& model) {
  return double(size[0]) * double(size[1]) * sizeof(float) / model.sector_bytes;
}
// One sector an element: every lane of a warp in a row of its own.
double scattered(const wb::Size& size) {
  return double(size[0]) * double(size[1]);
}
// <gain>
// If time followed sectors: one side scattered against both sides whole.
double gain_of_whole_sectors(const wb::Size& size) {
  const wb::LensModel nvidia;
  return (whole(size, nvidia) + scattered(size)) / (2 * whole(size, nvidia));
}
// </gain>

}  // namespace

wb::Variant transpose_read_coalesced() {
  return {.name = "read-coalesced",
          .idea = "neighbours read neighbours and write a column apart",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "07_transpose/read_coalesced.cl",
                      .entry = "transpose_read_coalesced",
                      .options = "",
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[1], kTile), round_up(size[0], kRows)),
                      .local = cl::NDRange(kTile, kRows)}}};
          },
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"global_load_sectors", whole(size, model)},
                    {"global_store_sectors", scattered(size)}};
          }};
}

wb::Variant transpose_write_coalesced() {
  return {.name = "write-coalesced",
          .idea = "neighbours write neighbours and read a row apart",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "07_transpose/write_coalesced.cl",
                      .entry = "transpose_write_coalesced",
                      .options = "",
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[0], kTile), round_up(size[1], kRows)),
                      .local = cl::NDRange(kTile, kRows)}}};
          },
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"global_load_sectors", scattered(size)},
                    {"global_store_sectors", whole(size, model)}};
          },
          .predicted_gain = [](const wb::Size&) { return 1.0; }};
}

wb::Variant transpose_tile(int pad, std::size_t rows) {
  std::string name = pad ? "tile, padded" : "tile";
  if (rows == kTile) name += ", one row an item";
  return {.name = name,
          .idea = "rows in, rows out, the turn in local memory",
          // <tile>
          .plan = [pad, rows](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t tiles_x = round_up(size[1], kTile) / kTile;
            const std::size_t tiles_y = round_up(size[0], kTile) / kTile;
            return {{{.kernel = "07_transpose/tile.cl",
                      .entry = "transpose_tile",
                      .options = fmt::format("-DPAD={} -DROWS={}", pad, rows),
                      .args = arguments(size),
                      .global = cl::NDRange(tiles_x * kTile, tiles_y * rows),
                      .local = cl::NDRange(kTile, rows)}}};
          },
          // </tile>
          .needs = [rows](const wb::DeviceFacts& facts,
                          const wb::Size&) { return needs_items(facts, kTile * rows); },
          .predict = [pad](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double requests = double(size[0]) * double(size[1]) / model.lanes;
            return {{"global_load_sectors", whole(size, model)},
                    {"global_store_sectors", whole(size, model)},
                    {"local_store_wavefronts", requests},
                    {"local_load_wavefronts", requests * (pad ? 1 : model.banks)}};
          },
          .predicted_gain = gain_of_whole_sectors};
}

wb::Variant transpose_float4(bool swizzle) {
  return {.name = swizzle ? "float4, swizzled" : "float4",
          .idea = "blocks of 4x4 turned in registers, a 64x64 tile of float4 in local memory",
          .plan = [swizzle](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return {{{.kernel = "07_transpose/float4.cl",
                      .entry = "transpose_float4",
                      .options = fmt::format("-DSWIZZLE={:d}", swizzle) + plain_on_simulator(facts),
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[1], kFloat4Tile) / 4,
                                            round_up(size[0], kFloat4Tile) / 4),
                      .local = cl::NDRange(kQuads, kQuads)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, kQuads * kQuads); },
          .predict = [swizzle](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            // A request moves a float4 a lane: 4 wavefronts at best. In a column of quads, the 8
            // lanes that are served together meet in the same four banks.
            const double requests = double(size[0]) * double(size[1]) / 4 / model.lanes;
            return {{"global_load_requests", requests},
                    {"global_load_sectors", whole(size, model)},
                    {"global_store_sectors", whole(size, model)},
                    {"local_store_wavefronts", requests * (swizzle ? 4 : 32)},
                    {"local_load_wavefronts", requests * 4}};
          },
          .predicted_gain = gain_of_whole_sectors};
}

wb::Variant transpose_registers() {
  return {.name = "registers",
          .idea = "blocks of 4x4 turned in registers, no local memory and no barrier",
          // <registers>
          .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            constexpr std::size_t kAlongX = 8, kAlongY = 32;  // a warp is 8 by 4
            return {{{.kernel = "07_transpose/registers.cl",
                      .entry = "transpose_registers",
                      .options = plain_on_simulator(facts),
                      .args = arguments(size),
                      .global = cl::NDRange(round_up(size[1], 4 * kAlongX) / 4,
                                            round_up(size[0], 4 * kAlongY) / 4),
                      .local = cl::NDRange(kAlongX, kAlongY)}}};
          },
          // </registers>
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, 256); },
          .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            return {{"global_load_sectors", whole(size, model)},
                    {"global_store_sectors", whole(size, model)},
                    {"local_load_requests", 0},
                    {"barriers", 0}};
          },
          .predicted_gain = gain_of_whole_sectors};
}

wb::Variant transpose_cpu(bool streaming, bool ahead) {
  wb::Variant variant{
      .name = fmt::format("CPU shape{}{}", streaming ? ", streaming" : "", ahead ? ", ahead" : ""),
      .idea = "one work-item a group, blocks of 16x16 turned in vector registers",
      .plan = [streaming, ahead](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
        return {{{.kernel = "07_transpose/cpu_float16.cl",
                  .entry = "transpose_cpu",
                  .options = fmt::format("-DDOWN={} -DSTREAMING={:d} -DAHEAD={:d}", kDown,
                                         streaming, ahead) +
                             plain_on_simulator(facts),
                  .args = arguments(size),
                  .global = cl::NDRange(round_up(size[1], kCpuTile) / kCpuTile,
                                        round_up(size[0], kCpuTile * kDown) / (kCpuTile * kDown)),
                  .local = cl::NDRange(1, 1)}}};
      },
      .predict = [](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
        // The only lane of its warp moves a line of 64 bytes in pieces: 16 floats that need no
        // alignment on the way in, four float4 on the way out. Each piece is a request of a
        // sector.
        const double floats = double(size[0]) * double(size[1]);
        return {{"global_load_sectors", floats}, {"global_store_sectors", floats / 4}};
      }};
  variant.needs = [streaming](const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
    if (streaming) return needs_streaming(facts, size);
    return facts.cpu || facts.simulator ? "" : "its tile of 16 KiB a work-item wants a CPU's cache";
  };
  if (ahead) {
    const char* reason =
        "Oclgrind 21.10 does not know Clang's prefetch; without it this is the variant above";
    variant.exempt = {{"race", reason}, {"lens", reason}};
    variant.predict = nullptr;
  }
  return variant;
}

namespace {

wb::Variant copy(const std::string& name, std::size_t width, std::size_t vectors, bool streaming) {
  wb::Variant variant{
      .name = name,
      .idea = "each element once in, once out",
      .plan = [width, vectors, streaming](const wb::Size& size,
                                          const wb::DeviceFacts&) -> wb::Plan {
        const std::size_t n = size[0] * size[1];
        return {{{.kernel = "02_vector_add/copy.cl",
                  .entry = "copy",
                  .options = fmt::format("-DWIDTH={} -DVECTORS={} -DSTREAMING={:d}", width, vectors,
                                         streaming),
                  .args = {as_int(n), "in", "out"},
                  .global = cl::NDRange(round_up(n / (width * vectors) + 1, kCopyGroup)),
                  .local = cl::NDRange(kCopyGroup)}}};
      }};
  if (streaming) {
    variant.needs = needs_streaming;
  } else {
    variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
      return {{"global_load_sectors", whole(size, model)},
              {"global_store_sectors", whole(size, model)}};
    };
  }
  return variant;
}

}  // namespace

wb::Experiment transpose() {
  wb::Experiment experiment;
  experiment.name = "transpose";
  experiment.dimensions = {"height", "width"};
  experiment.make = make_transpose;
  experiment.reference = transposed;
  experiment.check = [](const wb::Problem& problem, const std::vector<wb::Array>& outputs) {
    const auto in = problem.input("in").as<float>();
    const std::size_t height = problem.size[0], width = problem.size[1];
    return judge_in_parallel(outputs[0],
                             [&](std::size_t i) { return in[i % height * width + i / height]; });
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2.0 * double(size[0]) * double(size[1]) * sizeof(float)};
  };
  experiment.variants = {
      transpose_read_coalesced(), transpose_write_coalesced(), transpose_tile(0, kRows),
      transpose_tile(1, kRows),   transpose_tile(1, kTile),    transpose_float4(false),
      transpose_float4(true),     transpose_registers(),       transpose_cpu(false, false),
      transpose_cpu(true, false), transpose_cpu(true, true)};
  experiment.default_size = {4096, 4096};
  experiment.gpu_size = {8192, 8192};
  experiment.lens_size = {64, 64};
  experiment.race_sizes = {{15, 17}, {32, 32}, {33, 31}, {36, 64}};
  experiment.test_sizes = {{1, 1},    {1, 100}, {100, 1},  {31, 33}, {32, 32},  {257, 65},
                           {64, 200}, {66, 68}, {272, 50}, {80, 96}, {68, 1027}};
  return experiment;
}

wb::Experiment plain_copy() {
  wb::Experiment experiment = transpose();
  experiment.name = "copy";
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem = make_transpose(size, kind, seed);
    problem.outputs[0].shape = size;
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    const auto in = problem.input("in").as<float>();
    wb::Expected expected;
    expected.value.assign(in.begin(), in.end());
    return expected;
  };
  experiment.check = [](const wb::Problem& problem, const std::vector<wb::Array>& outputs) {
    const auto in = problem.input("in").as<float>();
    return judge_in_parallel(outputs[0], [&](std::size_t i) { return in[i]; });
  };
  experiment.baseline = "plain";
  experiment.variants = {copy("plain", 4, 1, false), copy("streaming", 16, 4, true)};
  return experiment;
}

void report_of_copy(wb::Chapter& chapter) {
  const auto gbps = [&](const std::string& experiment, const std::string& variant) {
    for (const wb::Row& row : chapter.document().rows) {
      if (row.experiment == experiment && row.variant == variant && row.time) return row.gbps();
    }
    return 0.0;
  };
  chapter.print("\nOf the copy with the same kind of store, in turns with it:\n");
  for (const wb::Variant& variant : transpose().variants) {
    const std::string store =
        variant.name.find("streaming") != std::string::npos ? "streaming" : "plain";
    const double mine = gbps("transpose", variant.name), copied = gbps("copy", store);
    if (mine > 0 && copied > 0) {
      chapter.print("  {:<30} {:.3f} of the {} copy\n", variant.name, mine / copied, store);
    }
  }
}

namespace {

// In place: what the kernel starts from is the input itself.
wb::Problem make_in_place(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t n = size.at(0);
  wb::Problem problem;
  problem.inputs = {wb::Array("a", wb::Type::kFloat, {n, n})};
  wb::fill(problem.inputs[0], kind, seed);
  problem.outputs = {wb::Array("a", wb::Type::kFloat, {n, n})};
  return problem;
}

}  // namespace

wb::Experiment transpose_exercise() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"n"};
  exercise.make = make_in_place;
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const std::size_t n = problem.size[0];
    const auto a = problem.input("a").as<float>();
    wb::Expected expected;
    for (std::size_t i = 0; i < n * n; ++i) expected.value.push_back(a[i % n * n + i / n]);
    return expected;
  };
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2.0 * double(size[0]) * double(size[0]) * sizeof(float)};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "a square matrix transposed in place",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         const std::size_t n = size[0], tiles = round_up(n, kTile) / kTile;
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "transpose_in_place",
                   .options = "",
                   .args = {as_int(n), "a"},
                   .global = cl::NDRange(tiles * kTile, tiles * kRows),
                   .local = cl::NDRange(kTile, kRows)}}};
       },
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         // What the padded tile takes for a matrix of this size.
         const wb::Size square{size[0], size[0]};
         return transpose_tile(1, kRows).predict(square, model);
       }}};
  exercise.default_size = {2048};
  exercise.lens_size = {96};
  exercise.race_sizes = {{15}, {32}, {33}, {64}};
  exercise.test_sizes = {{1}, {31}, {32}, {33}, {64}, {100}, {257}};
  return exercise;
}

}  // namespace chapters
