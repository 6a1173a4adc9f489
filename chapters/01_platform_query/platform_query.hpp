// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>
#include "wb/ceilings.hpp"
#include "wb/measurement.hpp"

namespace chapters {

/// out[i] = 3 i + salt: the smallest kernel that can be wrong.
wb::Experiment self_check();
/// The kernels behind the ceilings at sizes that a simulator can take, so that their values, races
/// and traffic are checked like those of every chapter.
std::vector<wb::Experiment> platform_kernels();

/// Builds and runs the self-check on one device, in a child process: a driver may crash or hang.
/// `program` is this chapter's executable. The row's status is "ok", "wrong", or "skipped" with
/// what went wrong.
wb::Row check_device(const std::string& program, const wb::DeviceEntry& entry);

/// Multiply-adds a second on paper, in GFLOP/s, for one unit as wide as the device's lanes:
/// compute units x clock x lanes x 2. No query tells how many such units a compute unit has.
double paper_gflops(const wb::DeviceFacts& facts, unsigned lanes);

/// One row for each way that was tried. Its floor is the ceiling that the best way set, and each
/// peer (a peer of copies only where the stores are of the same kind) is put beside it.
std::vector<wb::Row> rows_of(const std::vector<wb::CeilingTry>& tries);
/// The same as a table, and what was skipped or wrong below it.
std::string table_of(const std::vector<wb::CeilingTry>& tries);
/// The ceilings in a few lines of text, peers with the ratio to them.
std::string summary_of(const std::vector<wb::CeilingTry>& tries);

}  // namespace chapters
