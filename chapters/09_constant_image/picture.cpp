// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "09_constant_image/picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace chapters {
namespace {

double hash01(std::uint64_t seed, std::int64_t x, std::int64_t y) {
  return double(wb::mix(seed, std::uint64_t(x) * 0x10001u + std::uint64_t(y)) >> 11) * 0x1p-53;
}

double smooth(double t) {
  return t * t * (3 - 2 * t);
}

// Value noise: random heights at whole coordinates, smoothly joined.
double noise(std::uint64_t seed, double x, double y) {
  const double fx = std::floor(x), fy = std::floor(y);
  const auto ix = std::int64_t(fx), iy = std::int64_t(fy);
  const double sx = smooth(x - fx), sy = smooth(y - fy);
  const double above = std::lerp(hash01(seed, ix, iy), hash01(seed, ix + 1, iy), sx);
  const double below = std::lerp(hash01(seed, ix, iy + 1), hash01(seed, ix + 1, iy + 1), sx);
  return std::lerp(above, below, sy);
}

double octaves(std::uint64_t seed, double x, double y) {
  return 0.55 * noise(seed, x, y) + 0.3 * noise(seed + 1, 2.1 * x, 2.1 * y) +
         0.15 * noise(seed + 2, 4.3 * x, 4.3 * y);
}

// u to the right, v down, both from 0 to 1.
double landscape(std::uint64_t seed, double u, double v) {
  double grey = 0.62 + 0.2 * v + 0.3 * (octaves(seed, 5 * u, 9 * v) - 0.5);  // sky
  if (std::hypot(1.5 * (u - 0.74), v - 0.2) < 0.11) grey = 0.97;             // sun
  for (int ridge = 0; ridge < 3; ++ridge) {
    const double top = 0.42 + 0.12 * ridge + 0.22 * (octaves(seed + 10 + ridge, 3 * u, 0.5) - 0.5);
    if (v > top) grey = 0.5 - 0.13 * ridge + 0.16 * octaves(seed + 20, 24 * u, 24 * v);
  }
  if (u > 0.14 && u < 0.36 && v > 0.5 && v < 0.8) {  // a house
    const double wx = std::fmod((u - 0.14) * 27.3, 2.0), wy = std::fmod((v - 0.5) * 20.0, 2.0);
    grey = wx > 0.7 && wx < 1.5 && wy > 0.6 && wy < 1.5 ? 0.12 : 0.86;
  }
  if (v < 0.5 && v > 0.36 && std::abs(u - 0.25) < (v - 0.36)) grey = 0.3;      // its roof
  if (v > 0.86 && v < 0.94) grey = std::fmod(u * 64, 1.0) < 0.5 ? 0.92 : 0.2;  // a fence
  return grey;
}

std::vector<float> bell(std::size_t side, double centre, double width) {
  std::vector<float> weights;
  for (std::size_t i = 0; i < side; ++i) {
    const double t = (double(i) - double(side / 2) - centre) / (width * double(side));
    weights.push_back(float(std::max(1.0, std::round(16 * std::exp(-t * t)))));
  }
  return weights;
}

}  // namespace

void draw_picture(wb::Array& picture, std::uint64_t seed) {
  const std::size_t rows = picture.shape.at(0), columns = picture.shape.at(1);
  const auto out = picture.as<float>();
  wb::parallel_for(rows * columns, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double u = (double(i % columns) + 0.5) / double(columns);
      const double v = (double(i / columns) + 0.5) / double(rows);
      const double grain = 0.04 * (double(wb::mix(seed, i) >> 40) * 0x1p-24 - 0.5);
      out[i] = float(std::clamp(landscape(seed, u, v) + grain, 0.0, 1.0));
    }
  });
}

std::vector<float> filter_column(std::size_t side) {
  return bell(side, 0.3, 0.28);
}

std::vector<float> filter_row(std::size_t side) {
  return bell(side, -0.2, 0.36);
}

std::string filter_option(std::size_t side) {
  std::string option = "-DFILTER=";
  for (const float a : filter_column(side)) {
    for (const float b : filter_row(side)) option += fmt::format("{},", a * b);
  }
  option.pop_back();
  return option;
}

std::size_t inside(std::ptrdiff_t i, std::size_t count, Border border) {
  const auto n = std::ptrdiff_t(count);
  if (border == Border::kClamp) return std::size_t(std::clamp<std::ptrdiff_t>(i, 0, n - 1));
  const std::ptrdiff_t period = border == Border::kRepeat ? n : 2 * n;
  const std::ptrdiff_t at = ((i % period) + period) % period;
  return std::size_t(at < n ? at : 2 * n - 1 - at);
}

wb::Problem make_convolution(const wb::Size& size, wb::DataKind kind, std::uint64_t seed,
                             const std::vector<std::size_t>& sides) {
  wb::Problem problem;
  problem.inputs = {wb::Array("picture", wb::Type::kFloat, {size.at(0), size.at(1)})};
  if (kind == wb::DataKind::kUniform) {
    draw_picture(problem.inputs[0], seed);
  } else {
    wb::fill(problem.inputs[0], kind, seed);
  }
  const auto add = [&](const std::string& name, const std::vector<float>& values) {
    wb::Array array(name, wb::Type::kFloat, {values.size()});
    std::ranges::copy(values, array.as<float>().begin());
    problem.inputs.push_back(std::move(array));
  };
  for (const std::size_t side : sides) {
    const std::vector<float> column = filter_column(side), row = filter_row(side);
    std::vector<float> product;
    for (const float a : column) {
      for (const float b : row) product.push_back(a * b);
    }
    add(fmt::format("filter{}", side), product);
    add(fmt::format("column{}", side), column);
    add(fmt::format("row{}", side), row);
  }
  problem.outputs = {
      wb::Array("out", wb::Type::kFloat, {size.at(0), size.at(1)}, CL_MEM_WRITE_ONLY)};
  return problem;
}

wb::Expected convolved(const wb::Problem& problem, std::size_t side, Border border) {
  const std::size_t h = problem.size.at(0), w = problem.size.at(1);
  const auto radius = std::ptrdiff_t(side / 2);
  const auto in = problem.input("picture").as<float>();
  const std::vector<float> column = filter_column(side), row = filter_row(side);
  wb::Expected expected;
  expected.value.assign(h * w, 0);
  expected.scale.assign(h * w, 0);
  // Sums of whole numbers are exact. Else each product and each addition rounds once at most.
  expected.tolerance =
      problem.kind == wb::DataKind::kIntegers ? 0 : wb::roundings(double(side * side) + 1);
  std::vector<double> value(h * w), scale(h * w);
  wb::parallel_for(h * w, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto x = std::ptrdiff_t(i % w);
      const bool middle = x >= radius && x + radius < std::ptrdiff_t(w);
      for (std::size_t j = 0; j < side; ++j) {
        const std::ptrdiff_t at = x + std::ptrdiff_t(j) - radius;
        const double product =
            double(row[j]) * in[i / w * w + (middle ? std::size_t(at) : inside(at, w, border))];
        value[i] += product;
        scale[i] += std::abs(product);
      }
    }
  });
  wb::parallel_for(h * w, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = 0; k < side; ++k) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto y = std::ptrdiff_t(i / w) + std::ptrdiff_t(k) - radius;
        const std::size_t from = inside(y, h, border) * w + i % w;
        expected.value[i] += column[k] * value[from];
        expected.scale[i] += column[k] * scale[from];
      }
    }
  });
  return expected;
}

double load_sectors(
    std::size_t groups_x, std::size_t groups_y, std::size_t items, std::size_t requests,
    const wb::LensModel& model,
    const std::function<std::size_t(std::size_t, std::size_t, std::size_t, std::size_t)>& element) {
  double count = 0;
  std::vector<std::size_t> touched;
  for (std::size_t group = 0; group < groups_x * groups_y; ++group) {
    for (std::size_t warp = 0; warp < items; warp += model.lanes) {
      for (std::size_t request = 0; request < requests; ++request) {
        touched.clear();
        for (std::size_t item = warp; item < std::min(items, warp + model.lanes); ++item) {
          const std::size_t at = element(group % groups_x, group / groups_x, item, request);
          if (at != kNothing) touched.push_back(at * sizeof(float) / model.sector_bytes);
        }
        std::ranges::sort(touched);
        count += double(std::unique(touched.begin(), touched.end()) - touched.begin());
      }
    }
  }
  return count;
}

}  // namespace chapters
