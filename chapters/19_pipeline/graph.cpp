// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "19_pipeline/graph.hpp"

#include <algorithm>

namespace chapters {
namespace {

std::string source(const std::string& file) {
  return "19_pipeline/" + file + ".cl";
}

Graph make_graph() {
  // <graph>
  return {
      // name, kernel's file and entry, reads, writes, shape
      {"load", "points", "load", {"raw"}, {"grey"}, Shape::kPixels, 1},
      {"histogram", "sums", "histogram", {"grey"}, {"counts"}, Shape::kSixteen, 0},
      {"table", "decide", "make_table", {"counts"}, {"table"}, Shape::kOneGroup, 0},
      {"normalise", "points", "normalise", {"grey", "table"}, {"even"}, Shape::kPixels, 1},
      {"smooth", "stencils", "smooth", {"even"}, {"soft"}, Shape::kStencil, 1},
      {"sharpen", "stencils", "sharpen", {"even"}, {"sharp"}, Shape::kStencil, 2},
      {"median", "stencils", "median", {"even"}, {"calm"}, Shape::kStencil, 3},
      {"edges", "stencils", "edge_detect", {"soft"}, {"edges"}, Shape::kStencil, 1},
      {"edge sums", "sums", "edge_sums", {"edges"}, {"parts"}, Shape::kSixteen, 0},
      {"level", "decide", "edge_level", {"parts"}, {"level"}, Shape::kOneItem, 0},
      {"threshold", "points", "threshold", {"edges", "level"}, {"mask"}, Shape::kPixels, 1},
      {"features", "points", "features", {"sharp", "calm"}, {"detail"}, Shape::kPixels, 3},
      {"merge",
       "points",
       "merge",
       {"mask", "detail", "soft", "sharp"},
       {"merged"},
       Shape::kPixels,
       2},
      {"tile light", "sums", "tile_sums", {"merged"}, {"light"}, Shape::kTiles, 2},
      {"tile marks", "sums", "tile_sums", {"mask"}, {"marks"}, Shape::kTiles, 1},
      {"statistics", "decide", "statistics", {"light", "marks"}, {"totals"}, Shape::kOneGroup, 0},
      {"classify",
       "tiles",
       "classify",
       {"light", "marks", "totals"},
       {"kinds"},
       Shape::kTileList,
       2},
      {"clean", "tiles", "clean", {"kinds"}, {"cleaned"}, Shape::kTileList, 2},
      {"aggregate", "tiles", "aggregate", {"cleaned", "totals"}, {"summary"}, Shape::kOneGroup, 1},
      {"output", "points", "output", {"merged", "cleaned"}, {"picture"}, Shape::kPixels, 3},
  };
  // </graph>
}

Graph make_fused() {
  // <fuse>
  Graph graph = pipeline_graph();
  std::erase_if(graph, [](const Node& n) { return n.name == "threshold" || n.name == "features"; });
  const auto merge = std::ranges::find(graph, "merge", &Node::name);
  merge->name = "fused";
  merge->file = "fused";
  merge->entry = "threshold_features_merge";
  merge->reads = {"edges", "level", "calm", "soft", "sharp"};
  merge->writes = {"mask", "merged"};
  // </fuse>
  return graph;
}

const char* kind_of(Shape shape) {
  if (shape == Shape::kOneGroup || shape == Shape::kOneItem) return "one work-group";
  return shape == Shape::kSixteen || shape == Shape::kTileList ? "a few work-groups"
                                                               : "the whole picture";
}

}  // namespace

const Graph& pipeline_graph() {
  static const Graph kGraph = make_graph();
  return kGraph;
}

const Graph& fused_graph() {
  static const Graph kGraph = make_fused();
  return kGraph;
}

std::vector<std::vector<std::size_t>> inputs_of(const Graph& graph) {
  // <inputs>
  std::vector<std::vector<std::size_t>> inputs(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool needed = std::ranges::any_of(graph[i].reads, [&](const std::string& name) {
        return std::ranges::count(graph[j].writes, name) > 0;
      });
      if (needed) inputs[i].push_back(j);
    }
  }
  // </inputs>
  return inputs;
}

double longest_way(const Graph& graph, const std::vector<double>& cost) {
  const auto inputs = inputs_of(graph);
  std::vector<double> end(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (const std::size_t j : inputs[i]) end[i] = std::max(end[i], end[j]);
    end[i] += cost[i];
  }
  return *std::ranges::max_element(end);
}

std::vector<BufferShape> pipeline_buffers(const wb::Size& size) {
  using wb::Type;
  const std::size_t pixels = size[0] * size[1];
  const std::size_t tiles = (size[0] + 15) / 16 * ((size[1] + 15) / 16);
  return {{"grey", Type::kUchar, pixels},   {"counts", Type::kUint, std::size_t{16} * 256},
          {"table", Type::kUchar, 256},     {"even", Type::kUchar, pixels},
          {"soft", Type::kUchar, pixels},   {"sharp", Type::kUchar, pixels},
          {"calm", Type::kUchar, pixels},   {"edges", Type::kUchar, pixels},
          {"parts", Type::kUint, 16},       {"level", Type::kUint, 1},
          {"mask", Type::kUchar, pixels},   {"detail", Type::kUchar, pixels},
          {"merged", Type::kUchar, pixels}, {"light", Type::kUint, tiles},
          {"marks", Type::kUint, tiles},    {"totals", Type::kUint, 2},
          {"kinds", Type::kUchar, tiles},   {"cleaned", Type::kUchar, tiles},
          {"summary", Type::kUint, 6},      {"picture", Type::kUchar, pixels}};
}

wb::Launch launch_of(const Node& node, const wb::Size& size) {
  const std::size_t height = size[0], width = size[1];
  const std::size_t across = (width + 15) / 16, down = (height + 15) / 16;
  wb::Launch launch;
  launch.kernel = source(node.file);
  launch.entry = node.entry;
  launch.args = {wb::as_int(width), wb::as_int(height)};
  for (const auto* names : {&node.reads, &node.writes}) {
    for (const std::string& name : *names) launch.args.emplace_back(name.c_str());
  }
  const auto ranges = [&](const cl::NDRange& global, const cl::NDRange& local) {
    launch.global = global;
    launch.local = local;
  };
  switch (node.shape) {
    case Shape::kPixels:
      ranges(cl::NDRange(wb::round_up(width * height, 256)), cl::NDRange(256));
      break;
    case Shape::kStencil:
      ranges(cl::NDRange(wb::round_up(width, 64), wb::round_up(height, 4)), cl::NDRange(64, 4));
      break;
    case Shape::kSixteen:
      ranges(cl::NDRange(std::size_t{16} * 256), cl::NDRange(256));
      break;
    case Shape::kTiles:
      ranges(cl::NDRange(16 * across, 16 * down), cl::NDRange(16, 16));
      break;
    case Shape::kTileList:
      ranges(cl::NDRange(wb::round_up(across * down, 64)), cl::NDRange(64));
      break;
    case Shape::kOneGroup:
      ranges(cl::NDRange(256), cl::NDRange(256));
      break;
    case Shape::kOneItem:
      ranges(cl::NDRange(1), cl::NDRange(1));
      break;
  }
  return launch;
}

nlohmann::json to_json(const Graph& graph) {
  const auto inputs = inputs_of(graph);
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    nlohmann::json after = nlohmann::json::array();
    for (const std::size_t j : inputs[i]) after.push_back(graph[j].name);
    list.push_back({{"name", graph[i].name},
                    {"column", graph[i].column},
                    {"kind", kind_of(graph[i].shape)},
                    {"after", after}});
  }
  return list;
}

}  // namespace chapters
