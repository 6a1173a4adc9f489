// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What the weaver refuses to print: numbers without a source, dead links, missing sections.
#include "checks.hpp"
#include "book_tree.hpp"

namespace weave {
namespace {

using ::testing::HasSubstr;

std::string numbers_in(const std::string& text) {
  std::string found;
  for (const Problem& p : check_numbers(scan_page("p.md", text))) {
    found += fmt::format("{}: {}\n", p.line, p.message.substr(0, p.message.find(" has")));
  }
  return found;
}

TEST(Numbers, WithAUnitNeedASource) {
  for (const char* text : {"It runs at 5.4 TFLOP/s.",
                           "It runs at 5.4TFLOP/s.",
                           "541 GB/s",
                           "takes 12 ms",
                           "7 us",
                           "7 µs",
                           "0.25\u00a0ms",
                           "5.6x faster",
                           "a 5.6× gain",
                           "8x.",
                           "3.4 times",
                           "3 times faster",
                           "5 times as fast",
                           "72% of the roof",
                           "It is 20% slower.",
                           "gains 20 percent of the time",
                           "a 30-fold gain",
                           "- item: 12 ms",
                           "# Heading with 5 GB/s",
                           "1,609 GB/s",
                           "**5.4** and 3 ms"}) {
    EXPECT_NE(numbers_in(text), "") << text;
  }
}

TEST(Numbers, OfOtherKindsDoNot) {
  for (const char* text :
       {"a 16x16 tile", "a 16 x 16 tile", "4096 floats", "each element is loaded 16 times",
        "32 banks of 4 bytes", "`5.4 TFLOP/s` in code", "> a claim: 5.6x faster",
        "100% of the lines", "kernel_3 x", "OpenCL 1.2 and 3.0", "8x8 per item", "48 KiB", "ms 12",
        "GPU2x", "5 msomething"}) {
    EXPECT_EQ(numbers_in(text), "") << text;
  }
  EXPECT_EQ(numbers_in("```\n5 ms\n```\n"), "");
}

TEST(Numbers, MayBeVouchedForInTheirParagraph) {
  EXPECT_EQ(numbers_in("<!-- by hand: 33.5 MB over 760 GB/s -->\nIt takes 12 ms.\n"), "");
  EXPECT_EQ(numbers_in("It takes\n12 ms. <!-- by hand: arithmetic -->\n"), "");
  EXPECT_EQ(numbers_in("It takes\n12 ms. <!-- by hand: arithmetic -->\n\nAnd 13 ms.\n"),
            "4: '13 ms'\n");
  EXPECT_EQ(numbers_in("Woven: <!-- v a -->12 ms, typed:\n13 ms.\n"), "2: '13 ms'\n");
  EXPECT_EQ(numbers_in("`<!-- by hand: no -->` 12 ms\n"), "1: '12 ms'\n");
}

TEST(Numbers, UnitOnTheNextLineCounts) {
  EXPECT_EQ(numbers_in("a\nwith 5.4\nTFLOP/s\n"), "2: '5.4 TFLOP/s'\n");
}

TEST(Numbers, InHandTypedTables) {
  EXPECT_THAT(numbers_in("| variant | GB/s |\n| :-- | --: |\n| a | 541 |\n"), HasSubstr("3: "));
  EXPECT_EQ(numbers_in("| variant | tile |\n| :-- | --: |\n| a | 16 |\n"), "");
  EXPECT_EQ(numbers_in("| variant 2 | GB/s |\n| :-- | --: |\n| a2 | none |\n"), "");
  EXPECT_EQ(numbers_in("<!-- by hand: a claim -->\n| v | ms |\n| :-- | --: |\n| a | 541 |\n"), "");
  EXPECT_EQ(numbers_in("| v | ms |\n| :-- | --: |\n| a | x <!-- v q -->541 |\n"), "");
}

class Links : public BookTree {};

TEST_F(Links, MustLeadSomewhere) {
  put("book/b.md", "# The Title, here\n\n## Again\n\n## Again\n\n<a id=\"spot\"></a>\n");
  put("kernels/x.cl", "");
  put("book/a.md",
      "# Own heading\n\n[b](b.md) [t](b.md#the-title-here) [2](b.md#again-1) [s](b.md#spot)\n"
      "[o](#own-heading) [k](../kernels/x.cl#L1) [d](../kernels) [w](https://example.org/x)\n"
      "`[code](gone.md)` <!-- note: [comment](gone.md) -->\n");
  EXPECT_EQ(check(), "");
  put("book/a.md",
      "[b](gone.md)\n[t](b.md#none)\n[o](#none)\n![i](figures/none.svg)\n[r](/root.md)\n"
      "[up](../../outside.md)\n[e]()\n\n[ref]: gone2.md\n<img src=\"gone3.png\">\n");
  const std::string found = check();
  for (const char* due :
       {":1: 'gone.md' leads nowhere", ":2: '#none' is no heading of book/b.md",
        ":3: '#none' is no heading of this page", ":4: 'figures/none.svg' leads nowhere",
        ":5: '/root.md' starts at the root", ":6: '../../outside.md' leads nowhere",
        ":7: an empty link", ":9: 'gone2.md' leads nowhere", ":10: 'gone3.png' leads nowhere"}) {
    EXPECT_THAT(found, HasSubstr(std::string("book/a.md") + due));
  }
}

TEST_F(Links, EachFigureIsShown) {
  put("book/figures/used.svg", "<svg/>");
  put("book/a.md", "![u](figures/used.svg)\n");
  EXPECT_EQ(check(), "");
  put("book/figures/lost.svg", "<svg/>");
  EXPECT_THAT(check(), HasSubstr("book/figures/lost.svg:0: no page shows this figure"));
}

class Sections : public BookTree {
 protected:
  static std::string all() {
    std::string text = "# Chapter\n\n";
    for (const std::string& name : section_names()) text += "## " + name + "\n\nWords.\n\n";
    return text;
  }
};

TEST_F(Sections, AllInOrder) {
  put("book/07_x.md", all());
  put("book/appendix.md", "# No chapter\n");
  EXPECT_EQ(check(), "");
  edit("book/07_x.md", "## Why\n", "## Wherefore\n");
  EXPECT_THAT(check(), HasSubstr("book/07_x.md:1: no section '## Why'"));
  edit("book/07_x.md", "# Chapter\n", "# Chapter\n<!-- omits: Why: nothing to explain -->\n");
  EXPECT_EQ(check(), "");
}

TEST_F(Sections, OrderRepeatsAndOmissions) {
  std::string text = all();
  text.replace(text.find("## Why"), 6, "## Exercise");
  put("book/07_x.md", text +
                          "<!-- omits: Whim: x -->\n<!-- omits: Measured -->\n"
                          "<!-- omits: Run it: x -->\n## Why\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr("section 'Exercise' occurs twice"));
  EXPECT_THAT(found, HasSubstr("section 'Why' belongs before 'Further reading'"));
  EXPECT_THAT(found, HasSubstr("omits 'Whim', which is no section"));
  EXPECT_THAT(found, HasSubstr("say why: <!-- omits: Measured: reason -->"));
  EXPECT_THAT(found, HasSubstr("section 'Run it' is here, yet line"));
}

}  // namespace
}  // namespace weave
