// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <array>

namespace weave {

/// A colour of figures on light and on dark paper. gnuplot draws the light one; the style in the
/// SVG turns it into the dark one where the reader's system asks for that.
struct Colour {
  const char *light, *dark;
};

inline constexpr Colour kPaper{"#ffffff", "#0d1117"};
inline constexpr Colour kText{"#1f2328", "#e6edf3"};
inline constexpr Colour kMuted{"#57606a", "#9ba4ae"};
inline constexpr Colour kGrid{"#dde2e7", "#2a3139"};

/// Okabe and Ito's colours, told apart with any kind of colour vision; lighter on dark paper.
inline constexpr std::array<Colour, 6> kSeries{{{"#0072b2", "#4da9e0"},
                                                {"#d55e00", "#f08a45"},
                                                {"#007d5a", "#3cc79a"},
                                                {"#b0508a", "#e08cbf"},
                                                {"#8a6d00", "#e3c04a"},
                                                {"#4b4fa8", "#9ea3f5"}}};

}  // namespace weave
