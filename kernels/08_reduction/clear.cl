// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Sets the word that atomics will add to. A launch of its own: nothing inside the summing kernel could make
// every group wait until one of them has done it.

// <kernel>
__kernel void clear(__global uint* out) { out[0] = 0; }
// </kernel>
