// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "09_constant_image/picture.hpp"

namespace chapters {

/// Where the coefficients of the plain kernel live.
enum class Where { kGlobal, kConstant, kProgram, kBakedIn };
wb::Variant convolve_direct(std::size_t side, Where where);
/// A tile with a halo in local memory; `pitch` words in its rows, 0 for no more than it needs.
wb::Variant convolve_tile(std::size_t side, std::size_t pitch);
/// The same tile with 16 outputs a work-item.
wb::Variant convolve_columns(std::size_t side, bool baked_in);
/// The picture as an image with a sampler.
wb::Variant convolve_image(std::size_t side);
/// A CPU's shape: pads the picture, then one-item groups with float16.
wb::Variant convolve_cpu(std::size_t side);
/// Two passes, rows and columns: in a GPU's shape, a CPU's, and with images.
wb::Variant separable(std::size_t side);
wb::Variant separable_cpu(std::size_t side);
wb::Variant separable_image(std::size_t side);

/// The work-groups of kernels with one output a work-item, and the warps that a picture takes.
inline constexpr std::size_t kGroupX = 32, kGroupY = 8;
double warps_of(const wb::Size& size, const wb::LensModel& model);
std::string picture_needs_images(const wb::DeviceFacts& facts, const wb::Size& size);

/// Sectors that the tile's loader asks for, by enumeration.
double tile_load_sectors(const wb::Size& size, std::size_t side, std::size_t pitch,
                         std::size_t group_y, std::size_t out, const wb::LensModel& model);

/// 17 x 17, every way. Dimensions: rows, columns.
wb::Experiment convolution();
/// The two passes by themselves: their work is what two passes must move.
wb::Experiment two_passes();
/// Filters of 3 to 17 on a side.
wb::Experiment filter_sizes();
/// Three kinds of border, by hand and by the sampler.
wb::Experiment borders();
/// Bilinear enlargement to {rows, columns} from two thirds of that.
wb::Experiment resizing();
/// A table read again and again from constant and from global memory.
wb::Experiment lookups();

/// The exercise: the magnitude of the Sobel gradient, from a tile.
wb::Experiment sobel_exercise();

}  // namespace chapters
