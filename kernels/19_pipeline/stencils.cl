// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The stages that look at a pixel's eight neighbours. Beyond the edge lies the edge.

// <stencil>
int at(__global const uchar* in, int width, int height, int x, int y) {
  return in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

__kernel void smooth(int width, int height, __global const uchar* even, __global uchar* soft) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int sum = 8;  // rounds
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      sum += (2 - abs(i)) * (2 - abs(j)) * at(even, width, height, x + i, y + j);
    }
  }
  soft[y * width + x] = sum >> 4;
}
// </stencil>

__kernel void sharpen(int width, int height, __global const uchar* even, __global uchar* sharp) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const int beside = at(even, width, height, x - 1, y) + at(even, width, height, x + 1, y) +
                     at(even, width, height, x, y - 1) + at(even, width, height, x, y + 1);
  sharp[y * width + x] = clamp(2 * even[y * width + x] - beside / 4, 0, 255);
}

// The middle of five, by comparing and swapping.
#define SORT(a, b) { const int low = min(a, b); b = max(a, b); a = low; }
__kernel void median(int width, int height, __global const uchar* even, __global uchar* calm) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int a = at(even, width, height, x - 1, y), b = at(even, width, height, x + 1, y);
  int c = at(even, width, height, x, y - 1), d = at(even, width, height, x, y + 1);
  int e = even[y * width + x];
  SORT(a, b) SORT(c, d) SORT(a, c) SORT(b, d) SORT(b, c)  // now b and c are the middle of four
  calm[y * width + x] = clamp(e, b, c);
}

__kernel void edge_detect(int width, int height, __global const uchar* soft,
                          __global uchar* edges) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int across = 0, down = 0;  // Sobel's two differences
  for (int k = -1; k <= 1; ++k) {
    const int weight = 2 - abs(k);
    across += weight * (at(soft, width, height, x + 1, y + k) - at(soft, width, height, x - 1, y + k));
    down += weight * (at(soft, width, height, x + k, y + 1) - at(soft, width, height, x + k, y - 1));
  }
  edges[y * width + x] = min((int)(abs(across) + abs(down)) >> 1, 255);
}
