// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include "wb/session.hpp"

namespace wb {

/// Instructions that the compiler of OpenCL C does not know, in a kernel that it does compile.
///
/// NVIDIA's driver compiles OpenCL C for sm_90, where the warpgroup's matrix instructions (wgmma)
/// do not exist: they belong to sm_90a. But the program binary it hands out is PTX, text, and
/// it takes changed PTX back. So a kernel writes such an instruction as inline assembly inside a
/// comment of the PTX,
///     __asm__ volatile("/*sm_90a: wgmma.fence.sync.aligned; :sm_90a*/");
/// operands and all; build_program() then fetches the binary, turns the comments into
/// instructions, names the target sm_90a and builds that.

/// Whether a kernel's source hides instructions in this way.
bool has_hidden_ptx(const std::string& source);

/// The same PTX for sm_90a with its hidden instructions revealed.
/// Throws Skipped if the PTX is for another target than sm_90; Error if it is no PTX, if a comment
/// does not end, or if nothing is hidden in it (then the compiler has dropped what was).
std::string reveal_ptx(std::string ptx);

/// A built program again, from its binary with what it hides revealed. `path` is for messages only.
/// Throws what reveal_ptx() throws; Error with the driver's log if it refuses the binary.
cl::Program build_revealed(Session& session, const cl::Program& program, const std::string& path);

}  // namespace wb
