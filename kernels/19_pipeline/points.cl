// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The stages that look at one pixel at a time. All numbers are whole, so every schedule has to give the
// same bits. A pixel is one byte; a raw sample has twelve bits in two bytes.

// <load>
__kernel void load(int width, int height, __global const ushort* raw, __global uchar* grey) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  grey[i] = (uchar)(max((int)raw[i] - 64, 0) >> 4);  // 64: what the sensor gives in the dark
}
// </load>

__kernel void normalise(int width, int height, __global const uchar* grey,
                        __global const uchar* table, __global uchar* even) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  even[i] = table[grey[i]];
}

// <three>
__kernel void threshold(int width, int height, __global const uchar* edges,
                        __global const uint* level, __global uchar* mask) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  mask[i] = edges[i] > level[0];
}

__kernel void features(int width, int height, __global const uchar* sharp,
                       __global const uchar* calm, __global uchar* detail) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  detail[i] = abs((int)sharp[i] - (int)calm[i]);
}

__kernel void merge(int width, int height, __global const uchar* mask, __global const uchar* detail,
                    __global const uchar* soft, __global const uchar* sharp,
                    __global uchar* merged) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  const int quiet = min((int)soft[i] + (detail[i] >> 3), 255);
  merged[i] = mask[i] ? (int)sharp[i] : quiet;
}
// </three>

// The picture that people see: each pixel a little darker or lighter by its tile's kind.
__kernel void output(int width, int height, __global const uchar* merged,
                     __global const uchar* cleaned, __global uchar* picture) {
  const int i = get_global_id(0);
  if (i >= width * height) return;
  const int tile = i / width / 16 * ((width + 15) / 16) + i % width / 16;
  picture[i] = (int)merged[i] * (5 + cleaned[tile]) >> 3;
}
