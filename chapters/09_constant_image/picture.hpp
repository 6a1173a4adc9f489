// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <functional>
#include <vector>
#include "wb/experiment.hpp"

namespace chapters {

/// Draws a grey landscape, 0 black to 1 white: smooth parts, sharp edges, fine stripes, and grain,
/// so that no two neighbours are the same. The same picture for the same seed and shape,
/// everywhere.
void draw_picture(wb::Array& picture, std::uint64_t seed);

/// The filters of this chapter: an off-centre blur that is the product of a column and a row of
/// whole numbers. It has no symmetry, so that a mirrored or transposed loop gives other values.
std::vector<float> filter_column(std::size_t side);
std::vector<float> filter_row(std::size_t side);
/// Their product, row by row, as a build option: -DFILTER=1,2,1,...
std::string filter_option(std::size_t side);

/// Why reports of uninitialised values are waived where a kernel reads images: Oclgrind 21.10 makes
/// them for images that the host has filled, too. Its other reports stand.
constexpr const char* kImageWaiver[] = {
    "Uninitialized value", "Oclgrind takes image reads for uninitialised, whatever they read"};

/// What lies beyond the edge of a picture.
enum class Border { kClamp, kRepeat, kMirror };
/// The index inside [0, n) that stands for index i.
std::size_t inside(std::ptrdiff_t i, std::size_t n, Border border);

/// A picture of size {rows, columns}, and for each side S the arrays filterS, columnS and rowS.
wb::Problem make_convolution(const wb::Size& size, wb::DataKind kind, std::uint64_t seed,
                             const std::vector<std::size_t>& sides);
/// The convolution of the problem's picture in double, first the rows and then the columns.
wb::Expected convolved(const wb::Problem& problem, std::size_t side, Border border);

/// Sectors that a launch of 2D groups loads from an array of floats: element(group_x, group_y,
/// item, request) names what a work-item reads in its n-th request, or kNothing. Enumerated, not
/// estimated.
constexpr std::size_t kNothing = ~std::size_t{0};
double load_sectors(
    std::size_t groups_x, std::size_t groups_y, std::size_t items, std::size_t requests,
    const wb::LensModel& model,
    const std::function<std::size_t(std::size_t, std::size_t, std::size_t, std::size_t)>& element);

}  // namespace chapters
