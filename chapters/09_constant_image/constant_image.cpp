// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "09_constant_image/constant_image.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kColumnsY = 4, kOut = 16;           // columns
constexpr std::size_t kCpuOut = 6, kCpuColumns = 16 * 4;  // float16 rows
constexpr std::size_t kPassOut = 8, kCpuPassOut = 4;      // second pass: rows of a work-item

std::string name_of(const char* array, std::size_t side) {
  return fmt::format("{}{}", array, side);
}

cl::NDRange groups_of(std::size_t x, std::size_t y, std::size_t w, std::size_t h) {
  return {round_up(w, x), round_up(h, y)};
}

double taps_of(std::size_t side) {
  return double(side) * double(side);
}

wb::ImageBuffer picture_image(const wb::Size& size) {
  // <format>
  return {.name = "picture_image",
          .from = "picture",
          .format = cl::ImageFormat(CL_R, CL_FLOAT),
          .width = size[1],
          .height = size[0]};
  // </format>
}

std::size_t clamped(const wb::Size& size, std::ptrdiff_t row, std::ptrdiff_t col) {
  return inside(row, size[0], Border::kClamp) * size[1] + inside(col, size[1], Border::kClamp);
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// One output a work-item

wb::Variant convolve_direct(std::size_t side, Where where) {
  static constexpr const char* kNames[] = {"global coefficients", "constant coefficients",
                                           "program constant", "baked in"};
  const bool argument = where == Where::kGlobal || where == Where::kConstant;
  return {.name = kNames[int(where)],
          .idea = "one output a work-item, every pixel from global memory",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            // <where>
            std::vector<wb::Arg> args = {as_int(size[1]), as_int(size[0]), "picture", "out"};
            if (argument) args.emplace_back(name_of("filter", side).c_str());
            const std::string baked = argument ? "" : " " + filter_option(side);
            // </where>
            return {{{.kernel = "09_constant_image/direct.cl",
                      .entry = "convolve_direct",
                      .options = fmt::format("-DK={} -DWHERE={}{}", side, int(where), baked),
                      .args = args,
                      .global = groups_of(kGroupX, kGroupY, size[1], size[0]),
                      .local = cl::NDRange(kGroupX, kGroupY)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, kGroupX * kGroupY); },
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const auto radius = std::ptrdiff_t(side / 2);
            const double pixels = load_sectors(
                size[1] / kGroupX, size[0] / kGroupY, kGroupX * kGroupY, side * side, model,
                [&](std::size_t gx, std::size_t gy, std::size_t item, std::size_t tap) {
                  const std::size_t x = gx * kGroupX + item % kGroupX;
                  const std::size_t y = gy * kGroupY + item / kGroupX;
                  return clamped(size, std::ptrdiff_t(y + tap / side) - radius,
                                 std::ptrdiff_t(x + tap % side) - radius);
                });
            const double reads = warps_of(size, model) * taps_of(side);
            const bool constant = where == Where::kConstant || where == Where::kProgram;
            return {{"global_load_sectors", pixels + (where == Where::kGlobal ? reads : 0)},
                    {"constant_load_requests", constant ? reads : 0},
                    {"constant_load_words", constant ? reads : 0}};
          }};
}

double tile_load_sectors(const wb::Size& size, std::size_t side, std::size_t pitch,
                         std::size_t group_y, std::size_t out, const wb::LensModel& model) {
  const std::size_t items = kGroupX * group_y, rows = group_y * out + side - 1;
  const auto radius = std::ptrdiff_t(side / 2);
  return load_sectors(
      round_up(size[1], kGroupX) / kGroupX, round_up(size[0], group_y * out) / (group_y * out),
      items, round_up(rows * pitch, items) / items, model,
      [&](std::size_t gx, std::size_t gy, std::size_t item, std::size_t request) {
        const std::size_t i = item + request * items;
        if (i >= rows * pitch) return kNothing;
        return clamped(size, std::ptrdiff_t(gy * group_y * out + i / pitch) - radius,
                       std::ptrdiff_t(gx * kGroupX + i % pitch) - radius);
      });
}

wb::Variant convolve_tile(std::size_t side, std::size_t pitch) {
  const std::size_t width = pitch ? pitch : kGroupX + side - 1;
  return {.name = pitch ? fmt::format("tile, rows of {}", pitch) : "tile",
          .idea = "a tile with a halo in local memory, every element loaded once",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{{.kernel = "09_constant_image/tile.cl",
                      .entry = "convolve_tile",
                      .options = fmt::format("-DK={} -DTX={} -DTY={} -DPITCH={}", side, kGroupX,
                                             kGroupY, width),
                      .args = {as_int(size[1]), as_int(size[0]), "picture", "out",
                               name_of("filter", side).c_str()},
                      .global = groups_of(kGroupX, kGroupY, size[1], size[0]),
                      .local = cl::NDRange(kGroupX, kGroupY)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, kGroupX * kGroupY); },
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double reads = warps_of(size, model) * taps_of(side);
            return {
                {"global_load_sectors", tile_load_sectors(size, side, width, kGroupY, 1, model)},
                {"local_load_requests", reads},
                {"local_load_wavefronts", reads},
                {"constant_load_words", reads}};
          },
          .predicted_gain = [](const wb::Size&) { return 1.0; }};
}

// <slots>
// Instructions for one product: the multiply-add, and its share of reading a pixel (which serves up
// to kOut sums) and a coefficient (which serves kOut). The plain kernel takes 3.
double columns_slots(std::size_t side) {
  return 1 + double(kOut + side - 1) / double(kOut * side) + 1.0 / kOut;
}
// </slots>

wb::Variant convolve_columns(std::size_t side, bool baked_in) {
  return {.name = baked_in ? "columns, baked in" : "columns",
          .idea = "16 outputs a work-item: a pixel in a register serves many sums",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            std::vector<wb::Arg> args = {as_int(size[1]), as_int(size[0]), "picture", "out"};
            if (!baked_in) args.emplace_back(name_of("filter", side).c_str());
            return {{{.kernel = "09_constant_image/columns.cl",
                      .entry = "convolve_columns",
                      .options =
                          fmt::format("-DK={} -DTX={} -DTY={} -DOUT={}{}", side, kGroupX, kColumnsY,
                                      kOut, baked_in ? " " + filter_option(side) : ""),
                      .args = args,
                      .global = cl::NDRange(round_up(size[1], kGroupX),
                                            round_up(size[0], kColumnsY * kOut) / kOut),
                      .local = cl::NDRange(kGroupX, kColumnsY)}}};
          },
          .needs = [=](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
            if (baked_in && facts.cpu && !facts.simulator) {
              return fmt::format(
                  "{} multiply-adds without a loop keep a CPU's compiler busy for "
                  "seconds; a GPU's takes them",
                  side * side * kOut);
            }
            return needs_items(facts, kGroupX * kColumnsY);
          },
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double warps = double(round_up(size[1], kGroupX)) *
                                 double(round_up(size[0], kColumnsY * kOut)) / kOut / model.lanes;
            const double reads = warps * double(side) * double(kOut + side - 1);
            wb::Traffic traffic = {
                {"global_load_sectors",
                 tile_load_sectors(size, side, kGroupX + side - 1, kColumnsY, kOut, model)},
                {"local_load_requests", reads},
                {"local_load_wavefronts", reads}};
            // What becomes of coefficients that are baked in is the compiler's affair.
            if (!baked_in) traffic["constant_load_words"] = warps * taps_of(side);
            return traffic;
          },
          .predicted_gain = [=](const wb::Size&) { return 3 / columns_slots(side); }};
}

wb::Variant convolve_image(std::size_t side) {
  return {.name = "image",
          .idea = "the picture as an image; the sampler knows the border",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {.launches = {{.kernel = "09_constant_image/image.cl",
                                  .entry = "convolve_image",
                                  .options = fmt::format("-DK={}", side),
                                  .args = {as_int(size[1]), as_int(size[0]), "picture_image", "out",
                                           name_of("filter", side).c_str()},
                                  .global = groups_of(kGroupX, kGroupY, size[1], size[0]),
                                  .local = cl::NDRange(kGroupX, kGroupY)}},
                    .images = {picture_image(size)}};
          },
          .needs = picture_needs_images,
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const double reads = warps_of(size, model) * taps_of(side);
            return {{"image_read_requests", reads}, {"constant_load_words", reads}};
          },
          .waive = {{kImageWaiver[0], kImageWaiver[1]}}};
}

wb::Variant convolve_cpu(std::size_t side) {
  return {.name = "float16 rows",
          .idea = "a CPU's shape: a padded copy, then one-item groups with float16",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t h = size[0], w = size[1];
            const std::size_t rows = round_up(h, kCpuOut) + side - 1;
            const std::size_t pitch = round_up(round_up(w, kCpuColumns) + side - 1, 16);
            return {
                .launches = {{.kernel = "09_constant_image/pad.cl",
                              .entry = "pad",
                              .options = fmt::format("-DR={}", side / 2),
                              .args = {as_int(w), as_int(h), as_int(pitch), "picture", "padded"},
                              .global = cl::NDRange(rows),
                              .local = cl::NDRange(1)},
                             {.kernel = "09_constant_image/cpu_float16.cl",
                              .entry = "convolve_cpu",
                              .options = fmt::format("-DK={} -DOUT={} -DVECS={}", side, kCpuOut,
                                                     kCpuColumns / 16),
                              .args = {as_int(w), as_int(h), as_int(pitch), "padded", "out",
                                       name_of("filter", side).c_str()},
                              .global = cl::NDRange(round_up(w, kCpuColumns) / kCpuColumns,
                                                    round_up(h, kCpuOut) / kCpuOut),
                              .local = cl::NDRange(1, 1)}},
                .scratch = {{"padded", rows * pitch * sizeof(cl_float)}}};
          }};
}

// ---------------------------------------------------------------------------------------------
// Two passes

// <passes>
wb::Variant separable(std::size_t side) {
  return {.name = "separable",
          .idea = "rows, then columns: 2 K products a pixel",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t h = size[0], w = size[1], pitch = round_up(w, 4);
            const std::string options = fmt::format("-DK={} -DOUT={}", side, kPassOut);
            return {.launches = {{.kernel = "09_constant_image/separable.cl",
                                  .entry = "rows",
                                  .options = options,
                                  .args = {as_int(w), as_int(h), as_int(pitch), "picture",
                                           "scratch", name_of("row", side).c_str()},
                                  .global = groups_of(kGroupX, kGroupY, pitch / 4, h),
                                  .local = cl::NDRange(kGroupX, kGroupY)},
                                 {.kernel = "09_constant_image/separable.cl",
                                  .entry = "columns",
                                  .options = options,
                                  .args = {as_int(w), as_int(h), as_int(pitch), "scratch", "out",
                                           name_of("column", side).c_str()},
                                  .global = groups_of(kGroupX, kGroupY, pitch / 4,
                                                      round_up(h, kPassOut) / kPassOut),
                                  .local = cl::NDRange(kGroupX, kGroupY)}},
                    .scratch = {{"scratch", h * pitch * sizeof(cl_float)}}};
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, kGroupX * kGroupY); },
          .predicted_gain = [=](const wb::Size&) { return double(side) / 2; }};
}
// </passes>

wb::Variant separable_cpu(std::size_t side) {
  return {.name = "separable, float16",
          .idea = "the two passes in a CPU's shape",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t h = size[0], w = size[1], pitch = round_up(w, 16);
            const std::string options = fmt::format("-DK={} -DOUT={}", side, kCpuPassOut);
            return {.launches = {{.kernel = "09_constant_image/separable_cpu.cl",
                                  .entry = "rows_cpu",
                                  .options = options,
                                  .args = {as_int(w), as_int(h), as_int(pitch), "picture",
                                           "scratch", name_of("row", side).c_str()},
                                  .global = cl::NDRange(h),
                                  .local = cl::NDRange(1)},
                                 {.kernel = "09_constant_image/separable_cpu.cl",
                                  .entry = "columns_cpu",
                                  .options = options,
                                  .args = {as_int(w), as_int(h), as_int(pitch), "scratch", "out",
                                           name_of("column", side).c_str()},
                                  .global = cl::NDRange(round_up(h, kCpuPassOut) / kCpuPassOut),
                                  .local = cl::NDRange(1)}},
                    .scratch = {{"scratch", h * pitch * sizeof(cl_float)}}};
          },
          .predicted_gain = [=](const wb::Size&) { return double(side) / 2; }};
}

wb::Variant separable_image(std::size_t side) {
  return {
      .name = "separable, images",
      .idea = "the first pass writes an image, the second reads it",
      .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        wb::ImageBuffer scratch = picture_image(size);
        scratch.name = "scratch";
        scratch.from = "";
        scratch.flags = CL_MEM_READ_WRITE;
        wb::Launch rows = {.kernel = "09_constant_image/separable_image.cl",
                           .entry = "rows_image",
                           .options = fmt::format("-DK={}", side),
                           .args = {as_int(size[1]), as_int(size[0]), "picture_image", "scratch",
                                    name_of("row", side).c_str()},
                           .global = groups_of(kGroupX, kGroupY, size[1], size[0]),
                           .local = cl::NDRange(kGroupX, kGroupY)};
        wb::Launch columns = rows;
        columns.entry = "columns_image";
        columns.args = {as_int(size[1]), as_int(size[0]), "scratch", "out",
                        name_of("column", side).c_str()};
        return {.launches = {rows, columns}, .images = {picture_image(size), scratch}};
      },
      .needs = picture_needs_images,
      .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
        const double warps = warps_of(size, model);
        return {{"image_read_requests", warps * 2 * double(side)}, {"image_write_requests", warps}};
      },
      .predicted_gain = [=](const wb::Size&) { return double(side) / 2; },
      .waive = {{kImageWaiver[0], kImageWaiver[1]}}};
}

// ---------------------------------------------------------------------------------------------
// Experiments

namespace {

constexpr std::size_t kSide = 17;

// A plain loop on all cores: a padded copy, then one weight at a time over a whole row, which the
// compiler turns into vectors.
wb::Peer plain_loop(const wb::Problem& problem, std::size_t side) {
  struct State {
    const wb::Problem* problem;
    wb::Array out;
    std::vector<float> padded;
  };
  auto state = std::make_shared<State>(State{&problem, problem.outputs[0], {}});
  wb::poison(state->out);
  const std::size_t h = problem.size[0], w = problem.size[1], pitch = w + side - 1;
  state->padded.resize(pitch * (h + side - 1));
  const auto once = [=] {
    const auto start = std::chrono::steady_clock::now();
    const float* in = state->problem->input("picture").as<float>().data();
    const float* filter = state->problem->input(name_of("filter", side)).as<float>().data();
    float* out = state->out.as<float>().data();
    float* padded = state->padded.data();
    const auto radius = std::ptrdiff_t(side / 2);
    for (std::size_t i = 0; i < state->padded.size(); ++i) {
      padded[i] = in[clamped(state->problem->size, std::ptrdiff_t(i / pitch) - radius,
                             std::ptrdiff_t(i % pitch) - radius)];
    }
    // By pixels, so that small pictures stay on one core.
    wb::parallel_for(h * w, [=](std::size_t begin, std::size_t end) {
      for (std::size_t y = (begin + w - 1) / w; y < (end + w - 1) / w; ++y) {
        float* row = out + y * w;
        std::fill(row, row + w, 0.0f);
        for (std::size_t tap = 0; tap < side * side; ++tap) {
          const float* from = padded + (y + tap / side) * pitch + tap % side;
          for (std::size_t x = 0; x < w; ++x) row[x] += filter[tap] * from[x];
        }
      }
    });
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
    return ms.count();
  };
  return {"C++ loop, all cores", "host", once, [state] { return std::vector{state->out}; }};
}

wb::Experiment blank(const std::string& name, const std::vector<std::size_t>& sides) {
  wb::Experiment experiment;
  experiment.name = name;
  experiment.dimensions = {"rows", "columns"};
  experiment.make = [sides](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    return make_convolution(size, kind, seed, sides);
  };
  experiment.reference = [sides](const wb::Problem& problem, std::size_t) {
    return convolved(problem, sides.front(), Border::kClamp);
  };
  experiment.default_size = {256, 256};
  experiment.gpu_size = {4096, 4096};
  experiment.lens_size = {64, 64};
  experiment.race_sizes = {{1, 1}, {9, 33}};
  experiment.test_sizes = {{1, 1},  {1, 40},  {40, 1},  {3, 5},    {8, 32},
                           {7, 31}, {65, 33}, {64, 96}, {70, 130}, {129, 67}};
  return experiment;
}

}  // namespace

wb::Experiment convolution() {
  wb::Experiment experiment = blank("convolution", {kSide});
  // <work>
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double pixels = double(size[0]) * double(size[1]);
    return {2 * taps_of(kSide) * pixels, 2 * pixels * sizeof(float)};
  };
  // </work>
  experiment.variants = {convolve_direct(kSide, Where::kGlobal),
                         convolve_direct(kSide, Where::kConstant),
                         convolve_direct(kSide, Where::kProgram),
                         convolve_direct(kSide, Where::kBakedIn),
                         convolve_image(kSide),
                         convolve_tile(kSide, 0),
                         convolve_tile(kSide, 64),
                         convolve_columns(kSide, false),
                         convolve_columns(kSide, true),
                         convolve_cpu(kSide)};
  experiment.baseline = "constant coefficients";
  experiment.peers = [](wb::Session&, const wb::Problem& problem) {
    return std::vector{plain_loop(problem, kSide)};
  };
  return experiment;
}

wb::Experiment two_passes() {
  wb::Experiment experiment = blank("separable", {kSide});
  experiment.default_size = {512, 512};
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double pixels = double(size[0]) * double(size[1]);
    return {2 * 2 * double(kSide) * pixels, 2 * 2 * pixels * sizeof(float)};
  };
  experiment.variants = {convolve_columns(kSide, false), convolve_cpu(kSide), separable(kSide),
                         separable_cpu(kSide), separable_image(kSide)};
  for (wb::Variant& variant : experiment.variants) {
    if (variant.name == "columns") variant.predicted_gain = nullptr;
  }
  return experiment;
}

namespace {

// A reference for each side of the filter, kept while neighbouring variants ask for the same one.
class KeptReference {
 public:
  const wb::Expected& of(const wb::Problem& problem, std::size_t side) {
    const auto& bytes = problem.input("picture").bytes;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t key = std::hash<std::string_view>{}(text);
    if (side != side_ || key != key_ || problem.size != size_) {
      expected_ = convolved(problem, side, Border::kClamp);
      side_ = side, key_ = key, size_ = problem.size;
    }
    return expected_;
  }

 private:
  wb::Size size_;
  std::size_t side_ = 0, key_ = 0;
  wb::Expected expected_;
};

// One name for two shapes: a GPU's (which the simulators count) and a CPU's.
wb::Variant for_device(wb::Variant gpu, const wb::Variant& cpu) {
  gpu.plan = [gpu = gpu.plan, cpu = cpu.plan](const wb::Size& size, const wb::DeviceFacts& facts) {
    return facts.cpu && !facts.simulator ? cpu(size, facts) : gpu(size, facts);
  };
  return gpu;
}

}  // namespace

wb::Experiment filter_sizes() {
  const std::vector<std::size_t> sides = {3, 5, 9, 17};
  const auto kept = std::make_shared<KeptReference>();
  wb::Experiment experiment = blank("filter size", sides);
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2 * double(size[0]) * double(size[1]) * sizeof(float)};
  };
  const auto add = [&](wb::Variant variant, const char* name, std::size_t side) {
    variant.name = fmt::format("{} {}", name, side);
    variant.predicted_gain = nullptr;
    variant.reference = [side, kept](const wb::Problem& problem, std::size_t) {
      return kept->of(problem, side);
    };
    experiment.variants.push_back(std::move(variant));
  };
  for (const std::size_t side : sides) {
    add(convolve_direct(side, Where::kConstant), "plain", side);
    add(convolve_tile(side, 0), "tile", side);
    add(for_device(convolve_columns(side, false), convolve_cpu(side)), "several outputs", side);
    add(for_device(separable(side), separable_cpu(side)), "separable", side);
  }
  experiment.gpu_size = {5120, 5120};
  experiment.lens_size = {64, 64};
  experiment.race_sizes = {{3, 5}};
  experiment.test_sizes = {{1, 1}, {3, 5}, {70, 130}};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

}  // namespace chapters
