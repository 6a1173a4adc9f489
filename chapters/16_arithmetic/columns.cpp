// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kRows = 256;
constexpr float kMostInt8 = 127;

// The four forms in which a matrix is there: floats, halves, bytes, and what they stand for.
struct Names {
  std::string floats, halves, bytes;
};
const Names kA = {"a", "a half", "a int8"}, kB = {"b", "b half", "b int8"};

// <packed>
// Where row k of column i lies: columns come in panels of 64, one for each work-group, in which
// `pack` numbers of a column lie side by side.
std::size_t packed(std::size_t k, std::size_t i, std::size_t pack) {
  const std::size_t panel = i / kLocal * kLocal * kRows;
  return panel + (k / pack * kLocal + i % kLocal) * pack + k % pack;
}
// </packed>

wb::Problem make_columns(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  const std::size_t n = size.at(0), all = round_up(n, kLocal), count = kRows * all;
  wb::Problem problem;
  const auto add = [&](const std::string& name, wb::Type type) {
    problem.inputs.emplace_back(name, type, std::vector<std::size_t>{count});
  };
  for (const Names* names : {&kA, &kB}) {
    add(names->floats, wb::Type::kFloat);
    add(names->halves, wb::Type::kUshort);
    add(names->bytes, wb::Type::kUchar);
  }
  problem.inputs.emplace_back("scale", wb::Type::kFloat, std::vector<std::size_t>{1});
  // Whole numbers stay whole in every format; fractions of one sign are the honest test of a sum.
  const bool whole = kind == wb::DataKind::kIntegers;
  const float scale = whole ? 1 : 1 / kMostInt8;
  problem.inputs[6].as<float>()[0] = scale;
  for (const std::size_t at : {std::size_t{0}, std::size_t{3}}) {
    wb::fill(problem.inputs[at], kind, seed + at);
    const auto floats = problem.inputs[at].as<float>();
    const auto halves = problem.inputs[at + 1].as<std::uint16_t>();
    const auto bytes = problem.inputs[at + 2].as<std::int8_t>();
    wb::parallel_for(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        const std::size_t k = j % kRows, i = j / kRows;
        float& value = floats[packed(k, i, 1)];
        if (!whole) value = std::abs(value);
        halves[packed(k, i, 2)] = to_half(value);
        bytes[packed(k, i, 4)] = static_cast<std::int8_t>(std::lround(value / scale));
      }
    });
  }
  problem.outputs = {wb::Array("out", wb::Type::kFloat, {n})};
  return problem;
}

enum class Format { kFloat, kHalf, kInt8 };

double stored(const wb::Problem& problem, Format format, const Names& names, std::size_t k,
              std::size_t i) {
  switch (format) {
    case Format::kFloat:
      return problem.input(names.floats).as<float>()[packed(k, i, 1)];
    case Format::kHalf:
      return from_half(problem.input(names.halves).as<std::uint16_t>()[packed(k, i, 2)]);
    case Format::kInt8:
      return double(problem.input(names.bytes).as<std::int8_t>()[packed(k, i, 4)]) *
             problem.input("scale").as<float>()[0];
  }
  return 0;
}

// The dot products of what is stored, in double, and the sums of magnitudes.
wb::Expected exact(const wb::Problem& problem, Format format) {
  const std::size_t n = problem.size[0];
  wb::Expected expected{std::vector<double>(n), std::vector<double>(n), 0};
  wb::parallel_for(n * kRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = (begin + kRows - 1) / kRows; i * kRows < end; ++i) {
      for (std::size_t k = 0; k < kRows; ++k) {
        const double product =
            stored(problem, format, kA, k, i) * stored(problem, format, kB, k, i);
        expected.value[i] += product;
        expected.scale[i] += std::abs(product);
      }
    }
  });
  return expected;
}

struct Way {
  const char *name, *kernel, *entry, *options;
  Format format;
  double roundings;
  wb::Traffic flops;  ///< for each product
};

const std::vector<Way>& ways() {
  // <ways>
  static const double kMany = double(kRows) + 4;
  static const std::vector<Way> ways = {
      {"float, float sums", "columns.cl", "columns", "", Format::kFloat, kMany, {{"flops_fma", 1}}},
      {"float, compensated",
       "columns_compensated.cl",
       "columns_compensated",
       "",
       Format::kFloat,
       2,
       {{"flops_mul", 1}, {"flops_fma", 1}, {"flops_add", 8}}},
      {"float, double sums",
       "columns.cl",
       "columns",
       "-DACCUMULATOR=double",
       Format::kFloat,
       2,
       {{"flops_fma", 1}}},
      {"half, float sums",
       "columns_half.cl",
       "columns_half",
       "",
       Format::kHalf,
       kMany,
       {{"flops_fma", 1}}},
      {"half, aligned pairs",
       "columns_half_pairs.cl",
       "columns_half_pairs",
       "",
       Format::kHalf,
       kMany,
       {{"flops_fma", 1}}},
      {"int8, int sums", "columns_int8.cl", "columns_int8", "", Format::kInt8, 8, {}},
      {"int8, float sums",
       "columns_int8.cl",
       "columns_int8",
       "-DACCUMULATOR=float",
       Format::kInt8,
       8,
       {{"flops_mul", 1}, {"flops_add", 1}}},
      {"int8, dp4a", "columns_dp4a.cl", "columns_dp4a", "", Format::kInt8, 8, {}}};
  // </ways>
  return ways;
}

const Way& way_of(const std::string& name) {
  for (const Way& way : ways()) {
    if (name == way.name) return way;
  }
  throw wb::Error("no way " + name);
}

double bytes_of(Format format) {
  return format == Format::kFloat ? 4 : format == Format::kHalf ? 2 : 1;
}

}  // namespace

// <half>
std::uint16_t to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const float magnitude = std::abs(value);
  if (std::isnan(value)) return sign | 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  // Neighbouring halves are 2^(exponent - 10) apart, never closer than 2^-24.
  const int exponent = std::max(magnitude == 0 ? -14 : std::ilogb(magnitude), -14);
  const auto steps = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  return static_cast<std::uint16_t>(sign | ((exponent + 14) * 1024 + steps));
}
// </half>

float from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float value = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                : exponent == 0 ? std::ldexp(float(fraction), -24)
                                : std::ldexp(float(fraction + 1024), exponent - 25);
  return bits & 0x8000 ? -value : value;
}

wb::Experiment columns() {
  wb::Experiment experiment;
  experiment.name = "columns";
  experiment.dimensions = {"n"};
  experiment.make = make_columns;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    const double products = double(size[0]) * kRows;
    return {2 * products, 8 * products + 4 * double(size[0])};
  };
  for (const Way& way : ways()) {
    wb::Variant variant{
        .name = way.name,
        .idea = way.entry,
        .plan = [way](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
          const auto pick = [&](const Names& names) {
            return wb::Arg(way.format == Format::kFloat  ? names.floats.c_str()
                           : way.format == Format::kHalf ? names.halves.c_str()
                                                         : names.bytes.c_str());
          };
          std::vector<wb::Arg> args = {cl_uint(as_int(size[0])), cl_uint(kRows), pick(kA),
                                       pick(kB)};
          if (way.format == Format::kInt8) args.emplace_back("scale");
          args.emplace_back("out");
          return {{{.kernel = std::string("16_arithmetic/") + way.kernel,
                    .entry = way.entry,
                    .options = way.options,
                    .args = args,
                    .global = cl::NDRange(round_up(size[0], kLocal)),
                    .local = cl::NDRange(kLocal)}}};
        },
        .predict = [way](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
          const double n = double(size[0]), products = n * kRows;
          wb::Traffic all{
              {"global_load_sectors", 2 * products * bytes_of(way.format) / model.sector_bytes},
              {"global_load_excess", 1}};
          for (const auto& [name, count] : way.flops) all[name] = count * products;
          const std::string name = way.name;
          if (name == "float, compensated") all["flops_add"] += n;  // the rest, at the end
          if (name == "half, float sums") {  // two loads of two bytes: half of each sector
            all["global_load_sectors"] *= 2;
            all["global_load_excess"] = 2;
          }
          if (way.format == Format::kInt8) {  // each warp asks for the scale
            all["global_load_sectors"] += std::ceil(n / model.lanes);
            all["flops_mul"] += 2 * n;
          }
          return all;
        },
        .reference =
            [way](const wb::Problem& problem, std::size_t) {
              wb::Expected expected = exact(problem, way.format);
              expected.tolerance = wb::roundings(way.roundings);
              return expected;
            }};
    if (std::string(way.options).find("double") != std::string::npos) {
      variant.needs = [](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
        return facts.fp64 ? "" : "this device has no double precision (cl_khr_fp64)";
      };
    }
    if (std::string(way.name) == "int8, dp4a") {
      variant.needs = [](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
        if (facts.nvidia && facts.nvidia_capability >= 61) return "";
        return "inline PTX: needs an NVIDIA device of compute capability 6.1 or more";
      };
      variant.predict = nullptr;
      variant.exempt = {{"race", "inline PTX"}, {"lens", "inline PTX"}};
    }
    experiment.variants.push_back(variant);
  }
  experiment.default_size = {1 << 14};
  experiment.gpu_size = {1 << 18};
  experiment.lens_size = {64};
  experiment.race_sizes = {{1}, {33}};
  experiment.test_sizes = {{1}, {63}, {64}, {300}};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};
  return experiment;
}

void report_columns(wb::Chapter& chapter, const wb::Experiment& experiment) {
  wb::Table table({"storage, sums", "median ms", "min", "max", "bytes a number", "GB/s",
                   "G products/s", "speed-up", "error of the sums", "error of the storage"});
  std::optional<wb::Problem> problem;
  std::map<Format, double> storage;
  for (wb::Row& row : chapter.document().rows) {
    if (row.experiment != experiment.name) continue;
    if (!row.time) {
      table.add({row.variant, row.status});
      continue;
    }
    if (!problem) {
      problem = experiment.make(row.size, chapter.options().data, chapter.options().seed);
      problem->size = row.size;
      const wb::Expected truth = exact(*problem, Format::kFloat);
      for (const Format format : {Format::kHalf, Format::kInt8}) {
        const wb::Expected rounded = exact(*problem, format);
        for (std::size_t i = 0; i < truth.value.size(); ++i) {
          const double error = std::abs(rounded.value[i] - truth.value[i]) / truth.scale[i];
          storage[format] = std::max(storage[format], error);
        }
      }
    }
    const Format format = way_of(row.variant).format;
    const double products = double(row.size[0]) * kRows, seconds = row.time->median_ms * 1e-3;
    const double bytes = 2 * products * bytes_of(format) + 4 * double(row.size[0]);
    row.work.bytes = bytes;
    wb::place_on_roofline(row, chapter.ceilings());
    row.extra["storage"] = {{"bytes", bytes_of(format)},
                            {"gproducts", products / seconds * 1e-9},
                            {"error", storage[format]}};
    table.add({row.variant, wb::three_digits(row.time->median_ms),
               wb::three_digits(row.time->min_ms), wb::three_digits(row.time->max_ms),
               wb::three_digits(bytes_of(format)), wb::three_digits(row.gbps()),
               wb::three_digits(products / seconds * 1e-9), fmt::format("{:.2f}x", row.speedup),
               fmt::format("{:.1e}", row.max_relative_error),
               storage[format] > 0 ? fmt::format("{:.1e}", storage[format]) : "0"});
  }
  chapter.print("\n{}", table.str());
  if (chapter.options().lens) chapter.report(experiment);
}

}  // namespace chapters
