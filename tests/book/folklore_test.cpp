// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The folklore ledger: claims, what is measured of them, verdicts.
#include "folklore.hpp"

#include "book_tree.hpp"

namespace weave {
namespace {

using ::testing::HasSubstr;

class Folklore : public BookTree {
 protected:
  void SetUp() override {
    put("kernels/07_x/x.cl", kKernel);
    put("book/results/h200.json", results("H200", hash_of_kernel(), false));
    put("book/results/pocl.json", results("pocl", hash_of_kernel(), true));
    put("book/tags.md",
        "<!-- snippet kernels/07_x/x.cl load -->\n\n<!-- snippet kernels/07_x/x.cl inner -->\n");
    put("book/page.md", "<!-- folklore devices=h200,pocl -->\n");
  }
  void claim(const std::string& value, const std::string& holds) const {
    put("book/folklore.json",
        fmt::format(R"([{{"statement": "Tiling helps.", "value": "{}", "unit": "x", "holds": {},
                        "page": "book/page.md", "command": "build/bin/07_x"}}])",
                    value, holds));
  }
};

constexpr const char* kGain =
    "07_x.transpose.tiled.time.gbps@here / 07_x.transpose.naive.time.gbps@here";

TEST_F(Folklore, AClaimHoldsWithinItsRangeOnly) {
  claim(kGain, "[2, 4]");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("| Tiling helps. | holds | 2.97x: holds | 2.97x: holds |"));
  claim(kGain, "[3, 4]");
  EXPECT_THAT(check(), HasSubstr("book/page.md:"));  // the verdict has changed
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("| false | 2.97x: false: less | 2.97x: false: less |"));
  claim(kGain, "[1, 2]");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/page.md"), HasSubstr("2.97x: false: more"));
}

TEST_F(Folklore, NamesTheDevicesWhereItHolds) {
  claim(kGain, "[2, 4]");
  std::string other = results("pocl", hash_of_kernel(), true);
  const auto at = other.find("\"gbps\": 1609.4");
  ASSERT_NE(at, std::string::npos);
  put("book/results/pocl.json", other.replace(at, 14, "\"gbps\": 541.00"));
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("| holds on H200 only | 2.97x: holds | 1x: false: less |"));
}

TEST_F(Folklore, WhatIsNotRecordedIsNoVerdict) {
  claim("07_x.transpose.blocked.time.gbps@here", "[1, 2]");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/page.md"), HasSubstr("| not measured yet | – | – |"));
  put("book/folklore.json",
      R"([{"statement": "Phones gain little.", "not_testable": "cannot be tested here: no phone"}])");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/page.md"), HasSubstr("| cannot be tested here: no phone | – | – |"));
}

TEST_F(Folklore, AMalformedClaimIsNamed) {
  put("book/folklore.json", R"([{"statement": "Tiling helps.", "value": "1"}])");
  EXPECT_THAT(weave(), HasSubstr("a claim has no text \"unit\""));
  claim(kGain, "[2]");
  EXPECT_THAT(weave(), HasSubstr("holds [least, most]"));
  put("book/folklore.json", "[{]");
  EXPECT_THAT(weave(), HasSubstr("book/folklore.json: line 1"));
  remove("book/folklore.json");
  EXPECT_THAT(weave(), HasSubstr("cannot read book/folklore.json"));
}

TEST_F(Folklore, KnowsWhichChaptersToRun) {
  claim("02_a.b.c.time.gbps@here / 07_x.ceilings.copy_gbps@here + 02_a.b.d.time.gbps@here",
        "[0, 1]");
  EXPECT_THAT(stems_of(read_claims(Tree(root()))), ::testing::ElementsAre("02_a", "07_x"));
}

}  // namespace
}  // namespace weave
