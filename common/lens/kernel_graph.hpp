// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// From an LLVM function to the graph of model.hpp.
#pragma once
#include <string>
#include <vector>

#include "model.hpp"

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace wb::lens {

/// How the running simulator is recognised in the graph.
struct NodeCode {
  const llvm::Instruction* first = nullptr;
  const llvm::Instruction* last = nullptr;
  std::vector<const llvm::Instruction*> sites;  ///< beside Node::sites
};

struct KernelGraph {
  Graph graph;
  std::vector<NodeCode> code;  ///< beside graph.nodes
};

/// Builds the graph of `kernel`, every call to a function of the program expanded in place.
/// Returns "" or what the lens cannot follow (recursion, calls through pointers, too much code).
std::string build_graph(const llvm::Function& kernel, KernelGraph& result);

}  // namespace wb::lens
