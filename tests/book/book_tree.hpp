// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <wb/hash.hpp>
#include <wb/process.hpp>

#include "weaver.hpp"

namespace weave {

/// A small repository in a temporary folder: write files, weave, read them back.
class BookTree : public ::testing::Test {
 protected:
  void put(const std::string& path, const std::string& text) const {
    const auto full = std::filesystem::path(directory_.path()) / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << text;
  }
  std::string get(const std::string& path) const {
    std::ifstream in(std::filesystem::path(directory_.path()) / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void remove(const std::string& path) const {
    std::filesystem::remove_all(std::filesystem::path(directory_.path()) / path);
  }
  /// Replaces the one occurrence of `from` in a file; fails the test if there is not exactly one.
  void edit(const std::string& path, const std::string& from, const std::string& to) const {
    std::string text = get(path);
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << "'" << from << "' is not in " << path << ":\n" << text;
    ASSERT_EQ(text.find(from, at + 1), std::string::npos) << "'" << from << "' is there twice";
    put(path, text.replace(at, from.size(), to));
  }
  Problems run(bool check, const std::string& page = "") const {
    Tree tree(directory_.path());
    Weaver weaver(tree);
    return weaver.run(check, page);
  }
  /// What weaving reports, one "FILE:LINE: message" each.
  std::string weave(const std::string& page = "") const { return listed(run(false, page)); }
  std::string check(const std::string& page = "") const { return listed(run(true, page)); }

  static std::string listed(const Problems& problems) {
    std::string text;
    for (const Problem& p : problems) text += fmt::format("{}:{}: {}\n", p.file, p.line, p.message);
    return text;
  }
  const std::string& root() const { return directory_.path(); }

  static constexpr const char* kKernel =
      "// SPDX-License-Identifier: MIT\n"
      "// SPDX-FileCopyrightText: 2026 somebody\n"
      "// The idea in a line.\n"
      "\n"
      "__kernel void tiled(__global float* x) {\n"
      "  // <load>\n"
      "  int i = get_global_id(0);\n"
      "    // <inner>\n"
      "    x[i] = 1;\n"
      "    // </inner>\n"
      "  // </load>\n"
      "}\n";

  /// A results file with one document: three variants, the last a peer.
  static std::string results(const std::string& label, const std::string& hash, bool rerecordable) {
    const auto row = [&](const char* variant, double ms, double gbps, bool peer) {
      const std::string launch = fmt::format(
          R"({{"kernel": "07_x/x.cl", "entry": "x", "options": "-DTILE=16", "source_hash": "{}"}})",
          hash);
      return fmt::format(
          R"({{"experiment": "transpose", "variant": "{}", "size": [4096, 4096], "launches": [{}],
 "status": "ok", "peer": {}, "work": {{"flops": 1000, "bytes": 500, "floor_ms": 0.03}},
 "time": {{"clock": "device", "runs": 60, "median_ms": {}, "min_ms": {}, "max_ms": {},
           "gbps": {}, "gflops": {}, "of_roof": {}, "speedup": {}}},
 "lens": {{"global_store": {{"requests": 128, "sectors": 4096, "ideal_sectors": 512}},
           "local_load": {{"requests": 128, "wavefronts": 4096, "ideal_wavefronts": 128}},
           "predicted": {{"global_store_sectors": 4096}}}}}})",
          variant, peer ? "" : launch, peer, ms, ms * 0.9, ms * 1.25, gbps, gbps * 2, gbps / 4100,
          gbps / 541);
    };
    return fmt::format(
        R"({{"schema": 1, "label": "{}", "rerecordable": {}, "documents": [
{{"schema": 1, "chapter": "07_x", "revision": "abc1234", "date": "2026-11-29",
"device": {{"name": "Model {}", "driver": "580.1", "compute_units": 132}},
"ceilings": {{"fma_gflops": 60000, "copy_gbps": 4100}},
"output": "device: it\n\n  naive 541 GB/s\n  tiled 1609 GB/s\nAll results match.\n",
"rows": [{},
{},
{}]}}]}})",
        label, rerecordable, label, row("naive", 2, 541, false), row("tiled", 0.668, 1609.4, false),
        row("cuBLAS fp32", 0.25, 3537, true));
  }
  static std::string hash_of_kernel() { return wb::source_hash(kKernel, "-DTILE=16"); }

 private:
  wb::TemporaryDirectory directory_;
};

}  // namespace weave
