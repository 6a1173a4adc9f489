// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "19_pipeline/pipeline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "09_constant_image/picture.hpp"

namespace chapters {
namespace {

using Values = std::vector<std::uint32_t>;

// A byte picture whose edge goes on beyond the edge.
struct View {
  const Values& pixels;
  int width, height;
  int at(int x, int y) const {
    return static_cast<int>(pixels[std::size_t(std::clamp(y, 0, height - 1)) * width +
                                   std::size_t(std::clamp(x, 0, width - 1))]);
  }
};

int smooth_at(const View& in, int x, int y) {
  const int corners =
      in.at(x - 1, y - 1) + in.at(x + 1, y - 1) + in.at(x - 1, y + 1) + in.at(x + 1, y + 1);
  const int sides = in.at(x - 1, y) + in.at(x + 1, y) + in.at(x, y - 1) + in.at(x, y + 1);
  return (corners + 2 * sides + 4 * in.at(x, y) + 8) / 16;
}

int sharpen_at(const View& in, int x, int y) {
  const int sides = in.at(x - 1, y) + in.at(x + 1, y) + in.at(x, y - 1) + in.at(x, y + 1);
  return std::clamp(2 * in.at(x, y) - sides / 4, 0, 255);
}

int median_at(const View& in, int x, int y) {
  std::array<int, 5> five = {in.at(x - 1, y), in.at(x + 1, y), in.at(x, y - 1), in.at(x, y + 1),
                             in.at(x, y)};
  std::ranges::sort(five);
  return five[2];
}

int edge_at(const View& in, int x, int y) {
  const auto column = [&](int i) { return in.at(i, y - 1) + 2 * in.at(i, y) + in.at(i, y + 1); };
  const auto row = [&](int j) { return in.at(x - 1, j) + 2 * in.at(x, j) + in.at(x + 1, j); };
  const int sum = std::abs(column(x + 1) - column(x - 1)) + std::abs(row(y + 1) - row(y - 1));
  return std::min(sum / 2, 255);
}

Values stencil(const Values& pixels, int width, int height, int (*f)(const View&, int, int)) {
  const View view{pixels, width, height};
  Values out;
  out.reserve(pixels.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) out.push_back(static_cast<std::uint32_t>(f(view, x, y)));
  }
  return out;
}

std::uint32_t total(const Values& values) {
  return std::accumulate(values.begin(), values.end(), std::uint32_t{0});
}

// <variant>
wb::Variant variant_of(const std::string& name, const std::string& idea, const Graph& graph) {
  return {.name = name,
          .idea = idea,
          .plan = [&graph](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            wb::Plan plan;
            for (const Node& node : graph) plan.launches.push_back(launch_of(node, size));
            plan.scratch = {{"detail", size[0] * size[1]}};
            return plan;
          }};
}
// </variant>

}  // namespace

wb::Array raw_picture(const wb::Size& size, wb::DataKind kind, std::uint64_t frame) {
  wb::Array raw("raw", wb::Type::kUshort, {size[0], size[1]});
  const auto out = raw.as<std::uint16_t>();
  if (kind == wb::DataKind::kUniform) {
    wb::Array grey("grey", wb::Type::kFloat, {size[0], size[1]});
    draw_picture(grey, frame);
    const auto from = grey.as<float>();
    // Underexposed, so that there is something to normalise.
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<std::uint16_t>(64 + from[i] * from[i] * 3000);
    }
  } else {
    const bool special = kind == wb::DataKind::kSpecial;  // dark and saturated samples
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t bits = wb::mix(frame, i);
      out[i] = static_cast<std::uint16_t>(special ? (bits & 1) * 4095 : bits & 4095);
    }
  }
  return raw;
}

std::map<std::string, Values> reference_pipeline(const wb::Array& raw, const wb::Size& size) {
  const int height = static_cast<int>(size[0]), width = static_cast<int>(size[1]);
  const std::size_t n = size[0] * size[1];
  std::map<std::string, Values> b;
  Values& grey = b["grey"];
  for (const std::uint16_t sample : raw.as<std::uint16_t>()) {
    grey.push_back(sample < 64 ? 0 : (sample - 64u) / 16);
  }
  // Which group of 256 a pixel is counted by: groups take turns, 16 of them.
  Values& counts = b["counts"];
  counts.resize(std::size_t{16} * 256);
  for (std::size_t i = 0; i < n; ++i) ++counts[i / 256 % 16 * 256 + grey[i]];
  std::uint64_t below = 0;
  for (std::size_t value = 0; value < 256; ++value) {
    for (std::size_t part = 0; part < 16; ++part) below += counts[part * 256 + value];
    b["table"].push_back(static_cast<std::uint32_t>(below * 255 / n));
  }
  Values &even = b["even"], &table = b["table"];
  for (const std::uint32_t value : grey) even.push_back(table[value]);
  b["soft"] = stencil(b["even"], width, height, smooth_at);
  b["sharp"] = stencil(b["even"], width, height, sharpen_at);
  b["calm"] = stencil(b["even"], width, height, median_at);
  b["edges"] = stencil(b["soft"], width, height, edge_at);
  Values &parts = b["parts"], &edge_values = b["edges"];
  parts.resize(16);
  for (std::size_t i = 0; i < n; ++i) parts[i / 256 % 16] += edge_values[i];
  b["level"] = {static_cast<std::uint32_t>(total(b["edges"]) / n * 2)};
  const std::size_t across = (size[1] + 15) / 16, tiles = (size[0] + 15) / 16 * across;
  const auto tile = [&](std::size_t i) { return i / size[1] / 16 * across + i % size[1] / 16; };
  Values detail, mask, merged, light(tiles), marks(tiles);
  {
    const Values &sharp = b["sharp"], &calm = b["calm"], &soft = b["soft"], &edges = b["edges"];
    const std::uint32_t level = b["level"][0];
    for (std::size_t i = 0; i < n; ++i) {
      detail.push_back(sharp[i] > calm[i] ? sharp[i] - calm[i] : calm[i] - sharp[i]);
      mask.push_back(edges[i] > level ? 1 : 0);
      merged.push_back(edges[i] > level ? sharp[i] : std::min(soft[i] + detail[i] / 8, 255u));
      light[tile(i)] += merged[i];
      marks[tile(i)] += mask[i];
    }
  }
  b["light"] = light;
  b["marks"] = marks;
  b["detail"] = detail;
  b["mask"] = mask;
  b["merged"] = merged;
  b["totals"] = {total(b["light"]), total(b["marks"])};
  const auto count = static_cast<std::uint32_t>(tiles);
  for (std::size_t t = 0; t < tiles; ++t) {
    b["kinds"].push_back((b["light"][t] > b["totals"][0] / count ? 1 : 0) +
                         (b["marks"][t] > b["totals"][1] / count ? 2 : 0));
  }
  b["summary"] = {0, 0, 0, 0, b["totals"][0], b["totals"][1]};
  const View kinds{b["kinds"], static_cast<int>(across), static_cast<int>(tiles / across)};
  for (int y = 0; y < kinds.height; ++y) {
    for (int x = 0; x < kinds.width; ++x) {
      std::array<int, 4> votes{};
      for (int k = 0; k < 9; ++k) ++votes[std::size_t(kinds.at(x + k % 3 - 1, y + k / 3 - 1))];
      const auto best = std::ranges::max_element(votes) - votes.begin();
      b["cleaned"].push_back(static_cast<std::uint32_t>(best));
      ++b["summary"][std::size_t(best)];
    }
  }
  Values& picture = b["picture"];
  const Values& cleaned = b["cleaned"];
  for (std::size_t i = 0; i < n; ++i) {
    picture.push_back(merged[i] * (5 + cleaned[tile(i)]) / 8);
  }
  return b;
}

wb::Experiment pipeline_experiment() {
  wb::Experiment experiment;
  experiment.name = "one frame";
  experiment.dimensions = {"height", "width"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {raw_picture(size, kind, seed)};
    for (const BufferShape& buffer : pipeline_buffers(size)) {
      if (buffer.name == "detail") continue;  // the fused kernel has none
      problem.outputs.emplace_back(buffer.name, buffer.type, std::vector{buffer.count},
                                   CL_MEM_READ_WRITE);
    }
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t output) {
    static std::map<std::string, Values> buffers;  // one run of the reference serves all outputs
    static std::pair<wb::Size, std::vector<std::byte>> of;
    const auto now = std::pair(problem.size, problem.inputs[0].bytes);
    if (of != now) buffers = reference_pipeline(problem.inputs[0], problem.size);
    of = now;
    wb::Expected expected;
    const Values& values = buffers[problem.outputs[output].name];
    expected.value.assign(values.begin(), values.end());
    expected.scale.assign(values.size(), 0);
    expected.tolerance = 0;
    return expected;
  };
  experiment.work = [](const wb::Size& size) {
    // The raw picture comes in, the picture goes out. What is between could stay on the chip.
    return wb::Work{.flops = 0, .bytes = 3.0 * static_cast<double>(size[0] * size[1])};
  };
  experiment.variants = {
      variant_of("twenty kernels", "each stage by itself", pipeline_graph()),
      variant_of("three fused", "threshold, features and merge as one", fused_graph())};
  // <predict>
  // A byte a lane: a warp's 32 stores are one sector. What is counted from the data (which table
  // entries a warp looks up) has no such law, so only stores are predicted.
  const auto stores = [](const wb::Size& size, const wb::LensModel& model, double pictures) {
    const double picture = double(size[0] * size[1]) / model.sector_bytes;
    const double tiles = double((size[0] + 15) / 16 * ((size[1] + 15) / 16));
    const double counts = 16 * 256 * 4 / model.sector_bytes, table = 256 / model.sector_bytes;
    const double by_tile = 2 * tiles + 2 * std::ceil(tiles / model.sector_bytes);
    const double single = 16 + 1 + 2 + 3;  // edge sums, level, totals, summary: a request each
    return pictures * picture + counts + table + by_tile + single;
  };
  experiment.variants[0].predict = [=](const wb::Size& size, const wb::LensModel& model) {
    return wb::Traffic{{"global_store_sectors", stores(size, model, 10)}};
  };
  experiment.variants[1].predict = [=](const wb::Size& size, const wb::LensModel& model) {
    return wb::Traffic{{"global_store_sectors", stores(size, model, 9)}};
  };
  // </predict>
  experiment.default_size = {96, 128};
  experiment.gpu_size = {768, 1024};
  experiment.lens_size = {64, 128};
  experiment.race_sizes = {{1, 1}, {17, 33}, {48, 65}};
  experiment.test_sizes = {{1, 1}, {3, 40}, {16, 16}, {17, 65}, {100, 83}};
  return experiment;
}

}  // namespace chapters
