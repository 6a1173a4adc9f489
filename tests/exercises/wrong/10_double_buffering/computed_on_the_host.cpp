// wrong: computed_on_the_host; judge: values; says: is not among the commands
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Right, and no device took part.
#include "exercise.hpp"

#include <vector>

namespace exercise {

void run_stream(const Stream& stream) {
  for (std::size_t i = 0; i < stream.samples; ++i) {
    float x = stream.source[2 * i], y = stream.source[2 * i + 1];
    for (int step = 0; step < stream.work; ++step) {
      const float turned = x * 0.99987793f - y * 0.015624364f;
      y = x * 0.015624364f + y * 0.99987793f;
      x = turned;
    }
    stream.target[2 * i] = x;
    stream.target[2 * i + 1] = y;
  }
}

}  // namespace exercise
