// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Threshold, features and merge as one kernel. `detail` never reaches memory: it is made and used in a
// register. `mask` is written, because the tiles are counted from it, and not read again.

// <fused>
__kernel void threshold_features_merge(int width, int height, __global const uchar* edges,
                                       __global const uint* level, __global const uchar* calm,
                                       __global const uchar* soft, __global const uchar* sharp,
                                       __global uchar* mask, __global uchar* merged) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  const int crisp = sharp[i];
  const int detail = abs(crisp - (int)calm[i]);
  const int edge = edges[i] > level[0];
  const int quiet = min((int)soft[i] + (detail >> 3), 255);
  mask[i] = edge;
  merged[i] = edge ? crisp : quiet;
}
// </fused>
