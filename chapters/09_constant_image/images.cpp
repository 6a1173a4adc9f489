// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Borders, resizing and look-ups: what images and constant memory do besides convolution.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "09_constant_image/constant_image.hpp"
#include "wb/session.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

std::string picture_needs_images(const wb::DeviceFacts& facts, const wb::Size&) {
  return needs_images(facts);
}

double warps_of(const wb::Size& size, const wb::LensModel& model) {
  return double(round_up(size[1], kGroupX)) * double(round_up(size[0], kGroupY)) / model.lanes;
}

namespace {

constexpr std::size_t kBorderSide = 5;  // of the filter that looks across the border

cl::NDRange groups_of(const wb::Size& size) {
  return {round_up(size[1], kGroupX), round_up(size[0], kGroupY)};
}

// ---------------------------------------------------------------------------------------------
// Borders

constexpr const char* kBorders[] = {"clamp", "repeat", "mirror"};

wb::Variant border_variant(Border border, bool sampler) {
  const std::string filter = fmt::format("filter{}", kBorderSide);
  wb::Variant variant;
  variant.name = fmt::format("{}, {}", kBorders[int(border)], sampler ? "sampler" : "by hand");
  variant.reference = [border](const wb::Problem& problem, std::size_t) {
    return convolved(problem, kBorderSide, border);
  };
  if (!sampler) {
    variant.idea = "the border by index arithmetic";
    variant.plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
      return {{{.kernel = "09_constant_image/borders.cl",
                .entry = "convolve_border",
                .options = fmt::format("-DK={} -DBORDER={}", kBorderSide, int(border)),
                .args = {as_int(size[1]), as_int(size[0]), "picture", "out", filter.c_str()},
                .global = groups_of(size),
                .local = cl::NDRange(kGroupX, kGroupY)}}};
    };
    return variant;
  }
  variant.idea = "the border by the sampler";
  variant.needs = picture_needs_images;
  variant.waive = {{kImageWaiver[0], kImageWaiver[1]}};
  variant.plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
    // <sampler>
    static constexpr cl_addressing_mode kModes[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_REPEAT,
                                                    CL_ADDRESS_MIRRORED_REPEAT};
    const wb::Sampler beyond = {.normalised = true, .addressing = kModes[int(border)]};
    return {.launches = {{.kernel = "09_constant_image/borders_image.cl",
                          .entry = "convolve_sampler",
                          .options = fmt::format("-DK={}", kBorderSide),
                          .args = {as_int(size[1]), as_int(size[0]), "picture_image", beyond, "out",
                                   filter.c_str()},
                          .global = groups_of(size),
                          .local = cl::NDRange(kGroupX, kGroupY)}},
            .images = {{.name = "picture_image",
                        .from = "picture",
                        .format = cl::ImageFormat(CL_R, CL_FLOAT),
                        .width = size[1],
                        .height = size[0]}}};
    // </sampler>
  };
  variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    return {{"image_read_requests", warps_of(size, model) * kBorderSide * kBorderSide}};
  };
  return variant;
}

// ---------------------------------------------------------------------------------------------
// Bilinear resize

// Where the centre of output pixel i falls in the input, and the two pixels beside that place.
struct Place {
  std::size_t first, second;
  double share;
};

Place place(std::size_t i, std::size_t from, std::size_t to) {
  const double u = (double(i) + 0.5) * double(from) / double(to) - 0.5;
  const auto left = std::ptrdiff_t(std::floor(u));
  return {inside(left, from, Border::kClamp), inside(left + 1, from, Border::kClamp),
          u - double(left)};
}

// `place_error` is how far a kernel's place may be off, in pixels of the input.
wb::Expected resized(const wb::Problem& problem, double place_error) {
  const wb::Array& picture = problem.input("picture");
  const std::size_t in_h = picture.shape[0], in_w = picture.shape[1];
  const std::size_t h = problem.size[0], w = problem.size[1];
  const auto in = picture.as<float>();
  wb::Expected expected;
  expected.value.resize(h * w);
  expected.scale.resize(h * w);
  // <tolerance>
  // A place that is off by e changes the mean of four pixels by e times their differences at most,
  // in each direction. The mean itself takes six roundings of numbers no larger than the pixels.
  expected.tolerance = place_error;
  const auto scale = [&](double a, double b, double c, double d) {
    const double across = std::max(std::abs(b - a), std::abs(d - c));
    const double down = std::max(std::abs(c - a), std::abs(d - b));
    const double largest = std::max({std::abs(a), std::abs(b), std::abs(c), std::abs(d)});
    return across + down + largest * wb::roundings(6) / place_error;
  };
  // </tolerance>
  wb::parallel_for(h * w, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Place x = place(i % w, in_w, w), y = place(i / w, in_h, h);
      const double a = in[y.first * in_w + x.first], b = in[y.first * in_w + x.second];
      const double c = in[y.second * in_w + x.first], d = in[y.second * in_w + x.second];
      expected.value[i] = std::lerp(std::lerp(a, b, x.share), std::lerp(c, d, x.share), y.share);
      expected.scale[i] = scale(a, b, c, d);
    }
  });
  return expected;
}

// Three roundings of a coordinate as large as the picture.
double float_place_error(const wb::Problem& problem) {
  const auto& shape = problem.input("picture").shape;
  return wb::roundings(3) * double(std::max({shape[0], shape[1], std::size_t{2}}));
}

// <eighths>
// Texture units keep eight bits of a place between two pixels.
constexpr double kSamplerPlace = 1.0 / 256;
// </eighths>

std::size_t two_thirds(std::size_t n) {
  return std::max<std::size_t>(1, n * 2 / 3);
}

// ---------------------------------------------------------------------------------------------
// Look-ups

constexpr std::size_t kReads = 256, kGroup = 256;
constexpr std::size_t kSmall = 1024, kLarge = 32 * 1024;  // words: 4 KiB, 128 KiB

wb::Variant lookup(bool constant, bool own, std::size_t words) {
  const char* space = constant ? "constant" : "global";
  wb::Variant variant = {
      .name = words == kLarge ? fmt::format("{}, 128 KiB", space)
                              : fmt::format("{}, {} word", space, own ? "its own" : "the same"),
      .idea = own ? "every lane reads its own word" : "all lanes read the same word",
      .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        return {{{.kernel = "09_constant_image/lookup.cl",
                  .entry = "lookup",
                  .options = fmt::format("-DWORDS={} -DREADS={} -DCONSTANT={} -DOWN={}", words,
                                         kReads, int(constant), int(own)),
                  .args = {words == kLarge ? "large" : "small", "out"},
                  .global = cl::NDRange(round_up(size[0], kGroup)),
                  .local = cl::NDRange(kGroup)}}};
      },
      // <limit>
      .needs = [=](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
        const std::size_t bytes = words * sizeof(cl_float);
        if (constant && bytes > facts.constant_buffer_bytes) {
          return fmt::format("the table takes {} bytes of constant memory, this device allows {}",
                             bytes, facts.constant_buffer_bytes);
        }
        // </limit>
        return needs_items(facts, kGroup);
      },
      .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
        const double requests = double(round_up(size[0], kGroup)) / model.lanes * kReads;
        const double words_each = own ? model.lanes : 1;
        if (!constant) return {{"global_load_requests", requests}};
        return {{"constant_load_requests", requests},
                {"constant_load_words", requests * words_each}};
      },
      .reference =
          [=](const wb::Problem& problem, std::size_t) {
            const auto table = problem.input(words == kLarge ? "large" : "small").as<float>();
            wb::Expected expected;
            expected.tolerance = 0;                         // whole numbers
            const std::size_t different = own ? words : 1;  // item and item + words read the same
            std::vector<double> sums(different);
            for (std::size_t first = 0; first < different; ++first) {
              for (std::size_t i = 0; i < kReads; ++i) sums[first] += table[(i + first) % words];
            }
            expected.value.resize(problem.outputs[0].count());
            for (std::size_t item = 0; item < expected.value.size(); ++item) {
              // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): words is at least one
              expected.value[item] = sums[item % different];
            }
            return expected;
          }};
  if (constant && words == kLarge) {
    variant.exempt["lens"] = "the simulator allows 64 KiB of constant memory, as many GPUs do";
  }
  return variant;
}

}  // namespace

wb::Experiment borders() {
  wb::Experiment experiment;
  experiment.name = "borders";
  experiment.dimensions = {"rows", "columns"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    return make_convolution(size, kind, seed, {kBorderSide});
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return convolved(problem, kBorderSide, Border::kClamp);
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double pixels = double(size[0]) * double(size[1]);
    return {2.0 * kBorderSide * kBorderSide * pixels, 2 * pixels * sizeof(float)};
  };
  for (const Border border : {Border::kClamp, Border::kRepeat, Border::kMirror}) {
    experiment.variants.push_back(border_variant(border, false));
    experiment.variants.push_back(border_variant(border, true));
  }
  experiment.default_size = {256, 256};
  experiment.gpu_size = {4096, 4096};
  experiment.lens_size = {64, 64};
  experiment.race_sizes = {{1, 1}, {9, 33}};
  experiment.test_sizes = {{1, 1}, {1, 40}, {40, 1}, {2, 3}, {3, 2}, {7, 31}, {65, 33}, {64, 96}};
  return experiment;
}

wb::Experiment resizing() {
  wb::Experiment experiment;
  experiment.name = "resize";
  experiment.dimensions = {"rows", "columns"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem =
        make_convolution({two_thirds(size[0]), two_thirds(size[1])}, kind, seed, {});
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {size[0], size[1]}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return resized(problem, float_place_error(problem));
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double in = double(two_thirds(size[0])) * double(two_thirds(size[1]));
    return {0, (in + double(size[0]) * double(size[1])) * sizeof(float)};
  };
  experiment.variants = {
      {.name = "by hand",
       .idea = "four loads, three means",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = "09_constant_image/resize.cl",
                   .entry = "resize",
                   .options = "",
                   .args = {as_int(two_thirds(size[1])), as_int(two_thirds(size[0])),
                            as_int(size[1]), as_int(size[0]), "picture", "out"},
                   .global = groups_of(size),
                   .local = cl::NDRange(kGroupX, kGroupY)}}};
       },
       .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         return {{"global_load_requests", 4 * warps_of(size, model)}};
       }},
      {.name = "sampler",
       .idea = "one read with a linear filter",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {.launches = {{.kernel = "09_constant_image/resize_image.cl",
                               .entry = "resize_image",
                               .options = "",
                               .args = {as_int(size[1]), as_int(size[0]), "picture_image", "out"},
                               .global = groups_of(size),
                               .local = cl::NDRange(kGroupX, kGroupY)}},
                 .images = {{.name = "picture_image",
                             .from = "picture",
                             .format = cl::ImageFormat(CL_R, CL_FLOAT),
                             .width = two_thirds(size[1]),
                             .height = two_thirds(size[0])}}};
       },
       .needs = picture_needs_images,
       .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         return {{"image_read_requests", warps_of(size, model)}};
       },
       .reference =
           [](const wb::Problem& problem, std::size_t) {
             return resized(problem, kSamplerPlace + float_place_error(problem));
           },
       .waive = {{kImageWaiver[0], kImageWaiver[1]}}}};
  experiment.default_size = {512, 512};
  experiment.gpu_size = {4096, 4096};
  experiment.lens_size = {64, 64};
  experiment.race_sizes = {{1, 1}, {9, 33}};
  experiment.test_sizes = {{1, 1}, {1, 40}, {40, 1}, {2, 3}, {31, 64}, {65, 33}, {300, 301}};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

wb::Experiment lookups() {
  wb::Experiment experiment;
  experiment.name = "lookup";
  experiment.dimensions = {"items"};
  experiment.make = [](const wb::Size& size, wb::DataKind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("small", wb::Type::kFloat, {kSmall}),
                      wb::Array("large", wb::Type::kFloat, {kLarge})};
    for (wb::Array& table : problem.inputs) wb::fill(table, wb::DataKind::kIntegers, seed++);
    problem.outputs = {
        wb::Array("out", wb::Type::kFloat, {round_up(size.at(0), kGroup)}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {double(round_up(size[0], kGroup)) * kReads, 0};
  };
  experiment.variants = {lookup(false, false, kSmall), lookup(true, false, kSmall),
                         lookup(false, true, kSmall),  lookup(true, true, kSmall),
                         lookup(false, true, kLarge),  lookup(true, true, kLarge)};
  experiment.default_size = {1 << 14};
  experiment.gpu_size = {1 << 22};
  experiment.lens_size = {kGroup};
  experiment.race_sizes = {{1}};
  experiment.test_sizes = {{1}, {3000}};
  experiment.test_data = {wb::DataKind::kIntegers};
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// The exercise

wb::Experiment sobel_exercise() {
  constexpr std::size_t kTile = 16;
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"rows", "columns"};
  exercise.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    return make_convolution(size, kind, seed, {});
  };
  exercise.reference = [](const wb::Problem& problem, std::size_t) {
    const std::size_t h = problem.size[0], w = problem.size[1];
    const auto in = problem.input("picture").as<float>();
    wb::Expected expected;
    // Twelve products and sums of exact weights, a root: a bound with room for either order.
    expected.tolerance = wb::roundings(16);
    for (std::size_t i = 0; i < h * w; ++i) {
      double gx = 0, gy = 0, scale = 0;
      for (std::ptrdiff_t dy = -1; dy <= 1; ++dy) {
        for (std::ptrdiff_t dx = -1; dx <= 1; ++dx) {
          const double pixel = in[inside(std::ptrdiff_t(i / w) + dy, h, Border::kClamp) * w +
                                  inside(std::ptrdiff_t(i % w) + dx, w, Border::kClamp)];
          gx += double(dx) * (dy == 0 ? 2 : 1) * pixel;
          gy += double(dy) * (dx == 0 ? 2 : 1) * pixel;
          scale += std::abs(pixel) * 2;
        }
      }
      expected.value.push_back(std::hypot(gx, gy));
      expected.scale.push_back(scale);
    }
    return expected;
  };
  exercise.work = [](const wb::Size& size) -> wb::Work {
    const double pixels = double(size[0]) * double(size[1]);
    return {16 * pixels, 2 * pixels * sizeof(float)};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "the magnitude of the gradient",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "sobel",
                   .options = "",
                   .args = {as_int(size[1]), as_int(size[0]), "picture", "out"},
                   .global = cl::NDRange(round_up(size[1], kTile), round_up(size[0], kTile)),
                   .local = cl::NDRange(kTile, kTile)}}};
       },
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         // The tile of (16 + 2) x (16 + 2), row by row, in whatever pieces: 18 floats that begin
         // one float before a sector touch 4 sectors, and a row may be cut once, inside a sector.
         const double groups = double(size[0] / kTile) * double(size[1] / kTile);
         const double row = 4 * 32.0 / model.sector_bytes + 1;
         return {{"global_load_sectors", groups * (kTile + 2) * row}};
       }}};
  exercise.default_size = {512, 512};
  exercise.lens_size = {64, 64};
  exercise.race_sizes = {{1, 1}, {16, 16}, {17, 33}};
  exercise.test_sizes = {{1, 1}, {1, 40}, {40, 1}, {16, 16}, {17, 33}, {70, 130}};
  exercise.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return exercise;
}

}  // namespace chapters
