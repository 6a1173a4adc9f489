// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/table.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using wb::Table;
using wb::three_digits;

TEST(Table, AlignsTheFirstColumnLeftAndTheOthersRight) {
  Table table({"name", "ms"});
  table.add({"a", "1.5"});
  table.add({"longer", "100"});
  EXPECT_EQ(table.str(),
            "name     ms\n"
            "───────────\n"
            "a       1.5\n"
            "longer  100\n");
}

TEST(Table, DropsEmptyColumnsAndPadsShortRows) {
  Table table({"name", "empty", "ms"});
  table.add({"a", "", "1"});
  table.add({"b"});
  EXPECT_EQ(table.str(),
            "name  ms\n"
            "────────\n"
            "a      1\n"
            "b\n");
}

TEST(Table, CountsCharactersNotBytes) {
  Table table({"name", "x"});
  table.add({"µs", "1"});
  table.add({"abcd", "2"});
  EXPECT_EQ(table.str(),
            "name  x\n"
            "───────\n"
            "µs    1\n"
            "abcd  2\n");
}

TEST(ThreeDigits, NeverUsesAnExponentAndNeverLies) {
  EXPECT_EQ(three_digits(12.34), "12.3");
  EXPECT_EQ(three_digits(0.0045612), "0.00456");
  EXPECT_EQ(three_digits(1234.4), "1234");
  EXPECT_EQ(three_digits(1e9), "1000000000");
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(-1.5), "-1.50");
  EXPECT_EQ(three_digits(9.996), "10.0");
  EXPECT_EQ(three_digits(999.6), "1000");
  EXPECT_EQ(three_digits(std::numeric_limits<double>::quiet_NaN()), "-");
  EXPECT_EQ(three_digits(std::numeric_limits<double>::infinity()), "-");
}

TEST(HumanBytes, UsesBinaryUnits) {
  EXPECT_EQ(wb::human_bytes(0), "0 B");
  EXPECT_EQ(wb::human_bytes(1023), "1023 B");
  EXPECT_EQ(wb::human_bytes(4096), "4 KiB");
  EXPECT_EQ(wb::human_bytes(1536.0 * 1024 * 1024), "1.5 GiB");
}

}  // namespace
