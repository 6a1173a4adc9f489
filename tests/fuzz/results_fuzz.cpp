// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The reader of results (../../book/results, the schema). An input: a device's file, a chapter's
// document, and what its program printed, which is also read as an expression over the results.
#include <algorithm>
#include <cmath>

#include "fuzz.hpp"
#include "results.hpp"

namespace {

using fuzz::require;
using weave::Failure;

/// A fault of a JSON file says "LINE: what".
void check_place(const Failure& failure, const std::string& text) {
  const std::string what = failure.what();
  const std::size_t colon = what.find(": ");
  require(colon > 0 && colon < 10 && what.find_first_not_of("0123456789") == colon,
          "a fault begins with its line", what);
  const int line = std::stoi(what);
  const auto lines = static_cast<int>(weave::split_lines(text).size());
  require(line >= 1 && line <= lines, "a fault's line is one of the text", what);
}

void read_rows(weave::Results& results, const weave::Document& document) {
  for (const weave::Row& row : document.rows) {
    results.is_stale(row);
    for (const char* path : {"time.median_ms", "work.intensity", "lens.global_load.excess",
                             "lens.local_load.per_request", "max_relative_error", "size"}) {
      const auto value = weave::number_at(row, path);
      require(!value || std::isfinite(*value), "a number of a row is finite", path);
      if (value) require(!weave::format_number(*value).empty(), "a number can be printed");
      weave::text_at(*row.json, path);
    }
  }
}

void read_file(const std::string& text, const std::string& expression) {
  weave::Tree tree("/nowhere");
  tree.hold("book/results/x.json", text);
  tree.hold("kernels/07_x/x.cl", "__kernel void x() {}\n");
  weave::Results results(tree);
  try {
    const weave::Device& device = results.device("x");
    for (const weave::Json& json : device.json.at("documents")) {
      read_rows(results, results.document("x", weave::text_at(json, "chapter")));
    }
    require(results.problems().empty(), "a file that is read has no fault");
    weave::Values values(results, "07_x");
    require(std::isfinite(values.evaluate(expression)), "a value is finite", expression);
  } catch (const Failure&) {
    const auto lines = static_cast<int>(weave::split_lines(text).size());
    for (const weave::Problem& problem : results.problems()) {
      require(problem.line >= 1 && problem.line <= lines, "a fault's line is one of the file",
              problem.message);
    }
  }
}

void merge(const std::string& file, const std::string& document, const std::string& printed) {
  std::string merged;
  try {
    merged = weave::merge_document(file, document, printed, "", {});
  } catch (const Failure& failure) {
    check_place(failure, file + "\n" + document);
    return;
  }
  require(weave::parse_json(merged).is_object(), "what is written can be read");
  require(weave::merge_document(merged, document, printed, "", {}) == merged,
          "a document merged twice is there once", merged);
  read_file(merged, printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> parts = fuzz::parts_of(fuzz::text_of(data, size), 3);
  try {
    const weave::Json json = weave::parse_json(parts[0]);
    const std::string written = json.dump(-1, ' ', false, weave::Json::error_handler_t::replace);
    require(weave::parse_json(written) == json, "what is written is read as it was", written);
  } catch (const Failure& failure) {
    check_place(failure, parts[0]);
  }
  read_file(parts[0], parts[2]);
  merge(parts[0], parts[1], parts[2]);
  return 0;
}
