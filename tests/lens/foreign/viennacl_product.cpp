// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// ViennaCL's product of a sparse matrix and a vector of ones: 1024 rows, row i with 1 + i % 16
// entries, spread over the columns.
#define CL_TARGET_OPENCL_VERSION 120
#define VIENNACL_WITH_OPENCL
#include <iostream>
#include <map>
#include <vector>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/vector.hpp>

int main() {
  const unsigned rows = 1024;
  std::vector<std::map<unsigned, float>> host(rows);
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned k = 0; k <= i % 16; ++k) host[i][(i * 61 + k * 67) % rows] = 1;
  viennacl::compressed_matrix<float> matrix(rows, rows);
  viennacl::copy(host, matrix);
  std::vector<float> values(rows, 1.0f);
  viennacl::vector<float> x(rows), y(rows);
  viennacl::copy(values, x);
  y = viennacl::linalg::prod(matrix, x);
  viennacl::copy(y, values);
  unsigned wrong = 0;
  for (unsigned i = 0; i < rows; ++i) wrong += values[i] != 1.0f + static_cast<float>(i % 16);
  std::cout << "wrong rows: " << wrong << "\n";
  return wrong == 0 ? 0 : 1;
}
