// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>

#include "11_pitfalls/pitfalls.hpp"
#include "wb/chapter.hpp"

namespace chapters {

/// What the instruments said of one version, "" from each that had nothing to say or was not asked.
struct Seen {
  std::string verify, race, lens, host;
  std::string here;  ///< for a table: "right", "wrong", "crashed", "stopped", "hung", "lost"
};

/// Runs one version in child processes, under every instrument that the pitfall names.
Seen look(const Pitfall& pitfall, bool broken, const std::string& device);

/// How what was seen departs from what the pitfall promises, a line each; "" if it does not.
std::string drift(const Pitfall& pitfall, const Seen& broken, const Seen& fixed);

/// Both versions as the page prints them.
std::string show(const Pitfall& pitfall);

/// One version, told step by step; the row says whether all went as promised.
wb::Row tell(wb::Chapter& chapter, const Pitfall& pitfall);

/// Runs all of them and prints pitfall x instrument.
void tell_all(wb::Chapter& chapter);

/// Verifies the fixed versions here, and lists all pitfalls.
void tell_fixed(wb::Chapter& chapter);

/// In a child: plays a host pitfall ("NAME/broken") and prints what it found.
int host_child(const std::string& which, const std::string& device);

}  // namespace chapters
