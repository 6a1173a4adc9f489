// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Code in the book: tags, snippets, starters. Each check is seen to pass, then to fail.
#include "book_tree.hpp"

namespace weave {
namespace {

using ::testing::HasSubstr;

class Snippets : public BookTree {
 protected:
  void SetUp() override {
    put("kernels/07_x/x.cl", kKernel);
    put("book/page.md",
        "# Page\n\nLoad it:\n\n<!-- snippet kernels/07_x/x.cl load -->\n\nThen the inside.\n\n"
        "<!-- snippet kernels/07_x/x.cl inner -->\n");
  }
};

TEST_F(Snippets, WeavesTheRegionWithItsPlace) {
  EXPECT_EQ(weave(), "");
  EXPECT_EQ(get("book/page.md"),
            "# Page\n\nLoad it:\n\n<!-- snippet kernels/07_x/x.cl load -->\n"
            "```c\nint i = get_global_id(0);\n  x[i] = 1;\n```\n"
            "*[kernels/07_x/x.cl](../kernels/07_x/x.cl#L7-L9), lines 7 to 9*\n"
            "\nThen the inside.\n\n<!-- snippet kernels/07_x/x.cl inner -->\n"
            "```c\nx[i] = 1;\n```\n*[kernels/07_x/x.cl](../kernels/07_x/x.cl#L9), line 9*\n");
  EXPECT_EQ(check(), "");
}

TEST_F(Snippets, WeavingTwiceChangesNothing) {
  weave();
  const std::string once = get("book/page.md");
  weave();
  EXPECT_EQ(get("book/page.md"), once);
}

TEST_F(Snippets, CheckChangesNothing) {
  const std::string before = get("book/page.md");
  EXPECT_THAT(check(), HasSubstr("book/page.md:5: is not as woven"));
  EXPECT_EQ(get("book/page.md"), before);
}

TEST_F(Snippets, OneCharacterInTheSourceIsDrift) {
  weave();
  edit("kernels/07_x/x.cl", "x[i] = 1;", "x[i] = 2;");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr("book/page.md:8: is not as woven"));
  EXPECT_THAT(found, HasSubstr("is:       x[i] = 1;\n    should:   x[i] = 2;"));
  EXPECT_THAT(found, HasSubstr("book/page.md:16: is not as woven"));
  EXPECT_EQ(weave(), "");
  EXPECT_EQ(check(), "");
}

TEST_F(Snippets, OneCharacterInTheBookIsDrift) {
  weave();
  edit("book/page.md", "int i = get", "int j = get");
  EXPECT_THAT(check(), HasSubstr("book/page.md:7: is not as woven"));
}

TEST_F(Snippets, LostTagNamesThoseThereAre) {
  edit("book/page.md", "x.cl load", "x.cl lode");
  EXPECT_THAT(check(),
              HasSubstr("book/page.md:5: no tag <lode> in kernels/07_x/x.cl; it has: load, "
                        "inner"));
}

TEST_F(Snippets, UnusedTagIsReported) {
  put("book/page.md", "<!-- snippet kernels/07_x/x.cl load -->\n");
  EXPECT_THAT(weave(), HasSubstr("kernels/07_x/x.cl:8: no page shows <inner>"));
}

TEST_F(Snippets, OnePageAloneDoesNotLookForUnusedTags) {
  put("book/other.md", "<!-- snippet kernels/07_x/x.cl load -->\n");
  EXPECT_EQ(weave("book/other.md"), "");
  EXPECT_THAT(get("book/other.md"), HasSubstr("get_global_id"));
  EXPECT_THAT(get("book/page.md"), ::testing::Not(HasSubstr("get_global_id")));
  EXPECT_THAT(weave("book/none.md"), HasSubstr("is no page"));
}

TEST_F(Snippets, LostFileAndPathOutsideTheRoot) {
  put("book/a.md",
      "<!-- snippet kernels/gone.cl load -->\n\n<!-- snippet ../../etc/passwd * -->\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr("book/a.md:1: no file 'kernels/gone.cl'"));
  EXPECT_THAT(found, HasSubstr("book/a.md:3: no file '../../etc/passwd'"));
}

TEST_F(Snippets, TagsThatOverlapRepeatOrStayOpen) {
  put("kernels/a.cl", "// <a>\n// <b>\nx\n// </a>\n// </b>\n");
  put("kernels/b.cl", "// <a>\nx\n// </a>\n// <a>\ny\n// </a>\n// </c>\n# <d>\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr("kernels/a.cl:4: </a> stands where </b> (opened at line 2) is due"));
  EXPECT_THAT(found, HasSubstr("kernels/b.cl:4: tag <a> occurs twice"));
  EXPECT_THAT(found, HasSubstr("kernels/b.cl:7: </c> closes nothing"));
  EXPECT_THAT(found, ::testing::Not(HasSubstr("b.cl:8")));  // # is no comment in a kernel
}

TEST_F(Snippets, WholeFileWithoutLicenceAndTags) {
  put("book/a.md",
      "<!-- snippet kernels/07_x/x.cl * -->\n\n<!-- snippet kernels/07_x/x.cl * body -->\n");
  EXPECT_EQ(weave(), "");
  const std::string page = get("book/a.md");
  EXPECT_THAT(page, HasSubstr("```c\n// The idea in a line.\n\n__kernel"));
  EXPECT_THAT(page, HasSubstr("#L3-L12), lines 3 to 12*"));
  EXPECT_THAT(page, HasSubstr("```c\n__kernel"));
  EXPECT_THAT(page, HasSubstr("#L5-L12), lines 5 to 12*"));
  EXPECT_THAT(page, ::testing::Not(HasSubstr("SPDX")));
  EXPECT_THAT(page, ::testing::Not(HasSubstr("<load>")));
}

TEST_F(Snippets, WrongBlocksSaySo) {
  put("book/a.md", "<!-- wrong snippet kernels/07_x/x.cl inner -->\nText.\n");
  EXPECT_EQ(weave(), "");
  EXPECT_EQ(get("book/a.md"),
            "<!-- wrong snippet kernels/07_x/x.cl inner -->\n**Wrong on purpose:**\n```c\n"
            "x[i] = 1;\n```\n*[kernels/07_x/x.cl](../kernels/07_x/x.cl#L9), line 9*\n\nText.\n");
  EXPECT_EQ(weave(), "");
  EXPECT_EQ(check(), "");
}

TEST_F(Snippets, ShellAndCMakeTags) {
  put("ci/run.sh", "#!/bin/sh\n# <go>\nbuild/bin/x\n# </go>\n");
  put("book/a.md", "<!-- snippet ci/run.sh go -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/a.md"), HasSubstr("```sh\nbuild/bin/x\n```"));
}

TEST_F(Snippets, BackticksInCodeGetALongerFence) {
  put("chapters/a.hpp", "// <a>\n// ```` here\n// </a>\n");
  put("book/a.md", "<!-- snippet chapters/a.hpp a -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("book/a.md"), HasSubstr("`````cpp\n// ```` here\n`````\n"));
  EXPECT_EQ(check(), "");
}

TEST_F(Snippets, APageWithoutMarkersKeepsItsBytes) {
  const std::string odd =
      "\xef\xbb\xbf# T\r\n\r\ntrailing  \nnul \0 byte\n\n\nno end"
      "\xff";
  put("book/a.md", odd);
  weave();
  EXPECT_EQ(get("book/a.md"), odd);
}

TEST_F(Snippets, MarkersInsideFencesAndCodeSpansAreText) {
  weave();
  const std::string text =
      "```\n<!-- snippet nothing here -->\n```\n\n~~~~\n<!-- wrong -->\n```\n~~~~\n\n"
      "Write `<!-- v x -->` there.\n";
  put("book/a.md", text);
  EXPECT_EQ(weave(), "");
  EXPECT_EQ(get("book/a.md"), text);
}

TEST_F(Snippets, MalformedMarkersNameTheirLine) {
  weave();
  put("book/a.md",
      "<!-- snipet kernels/07_x/x.cl load -->\n\n  <!-- snippet kernels/07_x/x.cl load -->\n\n"
      "<!-- snippet kernels/07_x/x.cl -->\n\n<!-- table 07_x colums=a -->\n\n"
      "<!-- table 07_x columns=\"a -->\n\ntext <!-- frob -->\n\ntext <!-- open\n\n<!-->\n\n"
      "<!-- snippet kernels/07_x/x.cl load --> tail\n\n<!-- by hand: -->\n\n<!-- let a -->\n\n"
      "<!-- figure -->\n\n<!-- output x -->\n\n<!-- wrong kernels/07_x/x.cl load -->\n");
  const std::string found = check();
  for (const char* due :
       {":1: unknown marker 'snipet'", ":3: a snippet marker stands at the very start",
        ":5: write snippet FILE TAG", ":7: unknown key 'colums='", ":9: a double quote",
        ":11: unknown comment 'frob'", ":13: a comment inside a line",
        ":15: this comment is malformed", ":17: a line that begins with a comment",
        ":19: say where", ":21: write let NAME", ":23: name the figure", ":25: write output",
        ":27: write wrong snippet"}) {
    EXPECT_THAT(found, HasSubstr(std::string("book/a.md") + due));
  }
}

TEST_F(Snippets, UnclosedFenceAndComment) {
  weave();
  put("book/a.md", "text\n```c\nint\n");
  put("book/b.md", "text\n<!-- note never\n");
  put("book/c.md", "<!-- snippet kernels/07_x/x.cl load -->\n```c\nint\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr("book/a.md:2: this code fence is never closed"));
  EXPECT_THAT(found, HasSubstr("book/b.md:2: this comment does not close"));
  EXPECT_THAT(found, HasSubstr("book/c.md:2: this code fence is never closed"));
  const std::string before = get("book/c.md");
  weave();
  EXPECT_EQ(get("book/c.md"), before);
}

class Starters : public BookTree {
 protected:
  void SetUp() override {
    put("chapters/07_x/main.cpp", "");
    put("tests/exercises/solutions/07_x.cl", kSolution);
  }
  static constexpr const char* kSolution =
      "// SPDX-License-Identifier: MIT\n"
      "//! A remark for readers of the solution.\n"
      "__kernel void f(__global float* x) {\n"
      "  // <todo>\n"
      "  //? Load one element of the row\n"
      "  //? and keep it.\n"
      "  //= float a = 0;\n"
      "  float a = x[get_global_id(0)];\n"
      "  // </todo>\n"
      "  // <store>\n"
      "  x[0] = a;\n"
      "  // </store>\n"
      "}\n";
};

TEST_F(Starters, AreMadeFromTheSolution) {
  put("book/a.md", "<!-- snippet tests/exercises/solutions/07_x.cl store -->\n");
  EXPECT_THAT(check(), HasSubstr("chapters/07_x/exercise.cl:0: is missing"));
  EXPECT_EQ(weave(), "");
  EXPECT_EQ(get("chapters/07_x/exercise.cl"),
            "// SPDX-License-Identifier: MIT\n"
            "__kernel void f(__global float* x) {\n"
            "  // TODO: Load one element of the row\n"
            "  //       and keep it.\n"
            "  float a = 0;\n"
            "  x[0] = a;\n"
            "}\n");
  EXPECT_EQ(check(), "");
  edit("chapters/07_x/exercise.cl", "a = 0", "a = 1");
  EXPECT_THAT(check(), HasSubstr("chapters/07_x/exercise.cl:5: is not what "
                                 "tests/exercises/solutions/07_x.cl gives: run weave"));
}

TEST_F(Starters, SnippetsOfASolutionShowNoHints) {
  put("book/a.md", "<!-- snippet tests/exercises/solutions/07_x.cl * -->\n");
  weave();
  const std::string page = get("book/a.md");
  EXPECT_THAT(page, HasSubstr("// A remark for readers"));
  EXPECT_THAT(page, HasSubstr("{\n  float a = x[get_global_id(0)];\n  x[0] = a;\n}"));
}

TEST_F(Starters, SeveralInAChapter) {
  put("tests/exercises/solutions/07_x_edges.cl", kSolution);
  weave();
  EXPECT_EQ(get("chapters/07_x/exercise_edges.cl"), get("chapters/07_x/exercise.cl"));
  EXPECT_NE(get("chapters/07_x/exercise_edges.cl"), "");
}

TEST_F(Starters, FaultsNameTheLine) {
  const std::string dir = "tests/exercises/solutions/";
  put(dir + "07_x_a.cl", "x\n// <todo>\ncode\n// </todo>\n");
  put(dir + "07_x_b.cl", "// <todo>\n//? hint\ncode\n//? late\n// </todo>\n");
  put(dir + "07_x_c.cl", "//? stray\n// <todo>\n//? h\n// </todo>\n");
  put(dir + "07_x_d.cl", "already solved\n");
  put(dir + "07_x_e: odd.cl", "already solved\n");
  put(dir + "99_none.cl", kSolution);
  const std::string found = weave();
  EXPECT_THAT(found, HasSubstr("07_x_a.cl:2: this todo region says nothing"));
  EXPECT_THAT(found, HasSubstr("07_x_b.cl:4: a hint below the solution's code"));
  EXPECT_THAT(found, HasSubstr("07_x_c.cl:1: a hint outside a todo region"));
  EXPECT_THAT(found, HasSubstr("07_x_d.cl:1: a solution without a"));
  EXPECT_THAT(found, HasSubstr("07_x_e: odd.cl:1: a solution without a"));
  EXPECT_THAT(found, HasSubstr("99_none.cl:0: belongs to no chapter"));
}

}  // namespace
}  // namespace weave
