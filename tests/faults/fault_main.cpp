// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// Row 28 for this very program: a filter that selects no test is a failure, not a pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  const int code = RUN_ALL_TESTS();
  if (testing::GTEST_FLAG(list_tests) || testing::UnitTest::GetInstance()->test_to_run_count() > 0)
    return code;
  std::puts("no test has that name");
  return 1;
}
