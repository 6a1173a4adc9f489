// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>

#include "page.hpp"
#include "results.hpp"

namespace weave {

/// What handling a marker may use. Stale rows that CI can record again are added to `problems`.
struct Context {
  const Tree& tree;
  Results& results;
  std::string stem;  ///< of the page, "" if it has none
};

/// One line of a table, one bar group of a figure: a variant, and its row on each device.
struct Line {
  std::string variant, size;
  bool peer = false;
  std::vector<const Row*> rows;  ///< one a device, in Selection::devices' order; null: not there
};

/// The rows that `STEM experiment= devices= rows= size=` name.
struct Selection {
  std::vector<const Document*> devices;
  std::vector<Line> lines;
};

/// Keys that select_rows understands, for parse_arguments.
inline const std::vector<std::string> kSelectionKeys = {"experiment", "devices", "rows", "size"};

/// Throws Failure if a device, its document, a named row, or one of a variant's devices is missing.
/// `by_size`: a variant's sizes are lines of their own, otherwise several sizes are a Failure.
Selection select_rows(const Context& context, const Arguments& arguments, bool by_size);

/// "*Recorded on H200 (NVIDIA H200, driver 580.159.04, 4096x4096, revision abc, 2026-11-29). ...*":
/// where the numbers come from, which rows are older than their kernel, which were skipped.
std::string caption(const Context& context, const Selection& selection, bool with_times);

/// What a metric is called, with its unit: "GFLOP/s", "ms", "global load sectors".
std::string metric_name(const std::string& path);

/// The lines of the table that a `table` marker asks for. Throws Failure.
std::vector<std::string> make_table(const Context& context, const std::string& arguments);

/// The fenced block that an `output` marker asks for. Throws Failure.
std::vector<std::string> make_output(const Context& context, const std::string& arguments);

/// `lines` in a fence longer than any run of backticks they hold.
std::vector<std::string> fenced(const std::string& language, const std::vector<std::string>& lines);

/// Text as a table cell or caption may hold it: Markdown's own characters escaped, one line.
std::string escape_markdown(const std::string& text);

}  // namespace weave
