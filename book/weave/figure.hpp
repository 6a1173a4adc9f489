// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>

#include "table.hpp"

namespace weave {

/// A figure, planned: what gnuplot is told, and what the page says of it.
struct Figure {
  std::string name;         ///< of the file, book/figures/NAME.svg
  std::string script;       ///< for gnuplot, data included
  std::string title;        ///< read aloud first, shown as a tooltip
  std::string description;  ///< the data in words: the alternative text
  std::string caption;      ///< the line below
  int width = 0, height = 0;
};

/// Plans `NAME kind=ladder|bars|roofline|sweep|timeline|graph|map stem= experiment= devices= rows=
/// size= metric= title= intensity= x=`. Throws Failure.
///
/// ladder    bars on a logarithmic axis, one a variant and device, each with its value
/// bars      the same on a linear axis from 0
/// roofline  GFLOP/s over flop per byte under the device's measured ceilings; one panel a device.
///           intensity=work (least bytes) or lens (the sectors the lens counted)
/// sweep     lines over x=size (a row's first size) or x=param (the number in a variant's name)
/// graph     what one row recorded as `graph`: a box a node, a line along each dependency
/// map       variants named "ROW x COLUMN" in a grid; a bar is as long as the best is near
/// timeline  what each row recorded as `timeline`: a panel a row, a line a track, boxes over time
Figure plan_figure(const Context& context, const std::string& arguments);

/// "gnuplot 5.4 patchlevel 4"; "" if it is not installed.
std::string gnuplot_version();

/// Draws a figure: gnuplot's SVG with colours for light and dark, its title and description, and a
/// mark of what it was drawn from. The same figure gives the same bytes. Throws Failure.
std::string draw_figure(const Figure& figure);

/// True if `svg` was drawn from this very plan. Needs no gnuplot.
bool is_drawn_from(const std::string& svg, const Figure& figure);

/// True if `svg` was drawn by the gnuplot that is installed, so that its bytes can be compared.
bool is_comparable(const std::string& svg);

}  // namespace weave
