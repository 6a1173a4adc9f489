// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/experiment.hpp"

namespace chapters {

// Every variant packs its operands first, and the packing's time counts. Any M, N, K.

/// 8 x 8 elements a work-item, 128 x 128 a group of 256.
wb::Variant gemm_register_tile();
/// 8 x 16 elements a work-item in warps of 64 x 64, fragments one step ahead; `bm` x 128 x `bk` a
/// group. bm is 128 or 256.
wb::Variant gemm_warp_tile(std::size_t bm = 128, std::size_t bk = 8);
/// The warp tile fed by cp.async, `stages` tiles deep. NVIDIA, compute capability 8.0.
wb::Variant gemm_cp_async(std::size_t bm = 256, int stages = 4);
/// A CPU's shape: packed panels, 8 x 32 sums in vector registers, one work-item a group.
/// `multiply_add` is the built-in function that does the work: fma or mad.
wb::Variant gemm_cpu_packed(const std::string& multiply_add = "fma");
/// TF32 through mma.sync: 128 x 256 a group. NVIDIA, compute capability 8.0.
wb::Variant gemm_tf32();
/// Three TF32 products for one in single precision, through mma.sync. Compute capability 8.0.
wb::Variant gemm_tf32x3();
/// TF32 through wgmma, from a rewritten binary. NVIDIA, compute capability 9.0 exactly.
wb::Variant gemm_wgmma();
/// Three TF32 products for one in single precision, through wgmma. Compute capability 9.0 exactly.
wb::Variant gemm_wgmma_x3();

/// Single precision: from the register tile to cp.async.
wb::Experiment gemm_fp32();
/// The best of them at another size: `cpu` or `gpu`, by device.
wb::Experiment gemm_at(const std::string& name, const wb::Size& cpu, const wb::Size& gpu);
/// What was tried and is no better, beside what it was to improve.
wb::Experiment gemm_tried();
/// Split operands, as exact as single precision for finite values that TF32 can hold.
wb::Experiment gemm_split();
/// Operands rounded to TF32: 10 bits of mantissa.
wb::Experiment gemm_rounded();
/// One of those two at another size: "large, ...".
wb::Experiment gemm_large(wb::Experiment experiment, const wb::Size& gpu);

}  // namespace chapters
