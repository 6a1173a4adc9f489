// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>

#include "19_pipeline/graph.hpp"

namespace chapters {

/// The raw picture of frame `frame`: twelve bits a sample. Frames differ, so that none can be taken
/// for another one.
wb::Array raw_picture(const wb::Size& size, wb::DataKind kind, std::uint64_t frame);

/// What every buffer holds after the pipeline, computed on the host from the raw picture alone.
std::map<std::string, std::vector<std::uint32_t>> reference_pipeline(const wb::Array& raw,
                                                                     const wb::Size& size);

/// One frame, {height, width}: all twenty kernels with every buffer judged, and the fused eighteen.
wb::Experiment pipeline_experiment();

}  // namespace chapters
