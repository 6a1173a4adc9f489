// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <cstdint>
#include <vector>

#include "wb/experiment.hpp"
#include "wb/session.hpp"

namespace chapters {

/// How often each value of `in` (uchar or ushort) occurs, on all hardware threads.
std::vector<std::uint32_t> host_counts(const wb::Array& in);

/// The same as a peer: tables of their own for each thread, several for bytes, merged at the end.
wb::Peer host_histogram(const wb::Problem& problem);

/// CUB's cub::DeviceHistogram on the same GPU, through a small library that is built from
/// cub_peer.cu and lies beside the program. Returns nothing where that or the GPU is missing.
std::vector<wb::Peer> cub_histogram(const wb::Session& session, const wb::Problem& problem);

}  // namespace chapters
