// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"

namespace weave {

/// A stretch of a source file between `// <tag>` and `// </tag>` (`# <tag>` in shell and CMake).
struct Region {
  std::string tag;
  int open = 0, close = 0;  ///< lines of the two tags, from 1
};

/// A source file taken apart. The tag `todo` marks what an exercise leaves out; it may occur often.
struct Source {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Region> regions;  ///< in the order they open; nested ones lie wholly inside
  Problems problems;            ///< unclosed, unopened, overlapping and repeated tags
};

Source parse_source(const std::string& path, std::string_view text);

/// What a page shows of a source: no tag lines, no exercise hints, common indentation removed.
struct Snippet {
  std::vector<std::string> lines;
  int first = 0, last = 0;  ///< lines in the file
};

/// Cuts the region `tag`, or the whole file for "*": then without the SPDX lines, and with `body`
/// also without the comment that the file begins with. Throws Failure naming the tags there are.
Snippet cut_snippet(const Source& source, const std::string& tag, bool body);

/// True for files whose tags the weaver reads.
bool can_hold_tags(const std::string& path);

/// The word after ``` for a file. Kernels are `c`: code hosts and Doxygen both colour it, while
/// Doxygen leaves `opencl` grey.
std::string fence_language(const std::string& path);

/// Makes an exercise's starter from its solution. In each `todo` region the lines that begin with
/// `//? ` become `// TODO: ` comments, those with `//= ` become code, and the rest is left out.
/// Elsewhere tag lines and `//! ` remarks (meant for who reads the solution) are left out.
/// Throws Failure with the line of the fault.
std::string make_starter(const Source& solution);

}  // namespace weave
