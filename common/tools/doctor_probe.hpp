// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include <vector>

/// The half of the doctor that touches drivers. It runs in a child process, since a broken driver
/// may take its process along. Every probe prints lines of JSON, each flushed before the next step:
/// the last line tells the parent how far it came.
///
///   platforms      {"loader":{"path","name"},"error":0,"platforms":[{"name","version","error",
///                   "devices":[{"name","type"}]}]}
///   library PATH   {"loads":true,"error":"","entry":true}
///   kernel P D     {"step":"build","code":-11,"log":"..."} ... {"step":"done","code":0}
///
/// Returns the exit code: 0 if the probe ran to its end, whatever it found; 2 for an unknown probe.
int run_probe(const std::vector<std::string>& words);
