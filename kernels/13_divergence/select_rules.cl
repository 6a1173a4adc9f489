// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What select and ?: choose by. Each line's result is 1 if the second argument was chosen, else 0.

// <rules>
__kernel void select_rules(__global const int* c, __global int* out) {
  // A scalar: is it zero?
  out[0] = select(0, 1, c[0]);        // c[0] is 0
  out[1] = select(0, 1, c[1]);        // 1
  out[2] = select(0, 1, c[2]);        // 0x7fffffff
  out[3] = c[1] ? 1 : 0;              // ?: has its sides the other way round
  // A vector: the top bit of each component.
  const int4 v = vload4(0, c);        // 0, 1, 0x7fffffff, -1
  vstore4(select((int4)(0), (int4)(1), v), 1, out);
  vstore4(v ? (int4)(1) : (int4)(0), 2, out);
  // So a comparison of vectors gives -1 for true, and one of scalars gives 1.
  vstore4(v != 0, 3, out);
  out[16] = c[1] != 0;
  // Both sides were computed: nothing protects an index here.
  out[17] = select(c[0], c[3], c[1]);
}
// </rules>
