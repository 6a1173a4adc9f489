// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <set>
#include <string>
#include <vector>

#include "page.hpp"

namespace weave {

/// The `##` headings of a chapter's page, in this order. A page leaves one out with
/// `<!-- omits: Through the lens: reason -->`.
const std::vector<std::string>& section_names();

/// Reports sections that a chapter's page lacks, repeats, or has out of order.
Problems check_sections(const Page& page);

/// Reports numbers with a unit of performance that nobody vouches for: not woven, not in code or a
/// quotation, and no `<!-- by hand: reason -->` in their paragraph. Tables typed by hand, too.
Problems check_numbers(const Page& page);

/// Reports links and images that lead nowhere in the tree. Adds what images show to `images`.
Problems check_links(const Tree& tree, const Page& page, std::set<std::string>& images);

/// The anchors of a page: its headings as code hosts spell them, and <a id="..."> ones.
std::set<std::string> anchors_of(const Page& page);

}  // namespace weave
