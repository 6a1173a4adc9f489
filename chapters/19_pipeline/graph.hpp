// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <nlohmann/json.hpp>

#include "wb/experiment.hpp"

namespace chapters {

/// How many work-items a stage has, and in which groups.
enum class Shape {
  kPixels,    ///< one a pixel, in a row
  kStencil,   ///< one a pixel, in two dimensions
  kSixteen,   ///< 16 groups of 256
  kTiles,     ///< a group of 16 x 16 for each tile
  kTileList,  ///< one a tile, in a row
  kOneGroup,  ///< a single group of 256
  kOneItem,   ///< a single work-item
};

/// A stage: a kernel, what it reads and what it writes. Its arguments are width, height, then
/// these.
struct Node {
  std::string name, file, entry;
  std::vector<std::string> reads, writes;
  Shape shape;
  int column;  ///< where the drawing puts it
};
using Graph = std::vector<Node>;

/// The twenty stages, in an order in which they may run one after the other.
const Graph& pipeline_graph();
/// The same with three stages as one: eighteen.
const Graph& fused_graph();

/// For each stage the stages that write what it reads.
std::vector<std::vector<std::size_t>> inputs_of(const Graph& graph);
/// The longest way through the graph if stage i takes cost[i]: no schedule of one frame is shorter.
double longest_way(const Graph& graph, const std::vector<double>& cost);

/// One picture's buffers: the type and length of each, at {height, width}.
struct BufferShape {
  std::string name;
  wb::Type type;
  std::size_t count;
};
std::vector<BufferShape> pipeline_buffers(const wb::Size& size);

/// A stage as a launch at {height, width}: what every schedule runs, and every instrument looks at.
wb::Launch launch_of(const Node& node, const wb::Size& size);

/// The graph as the weaver draws it: [{"name", "column", "after": [names], "kind"}].
nlohmann::json to_json(const Graph& graph);

}  // namespace chapters
