// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>

namespace wb {

/// Writes a file that several processes may write, beside its place first, then renames: a run that
/// is cut leaves the old file or the new one. What earlier cut runs left beside it is removed.
/// What is no file, such as /dev/stdout, is written directly. False if it could not be written; the
/// file has not changed then.
bool write_whole_file(const std::string& path, const std::string& text);

/// The same; an Error that names the path if it could not be written.
void save_file(const std::string& path, const std::string& text);

}  // namespace wb
