// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Figures: drawn from results, the same bytes each time, stale when the results change.
#include <regex>

#include "book_tree.hpp"

namespace weave {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Figures : public BookTree {
 protected:
  void SetUp() override {
    put("book/results/h200.json", results("H200", "", false));
    put("book/results/pocl.json", results("Ann's <pocl>", "", false));
  }
  /// Weaves a page with one figure, `name` f; gives what was reported.
  std::string draw(const std::string& arguments) const {
    put("book/page.md", "<!-- figure f stem=07_x " + arguments + " -->\n\nText.\n");
    return weave();
  }
  std::string svg() const { return get("book/figures/f.svg"); }

  struct Box {
    double left, right, bottom;
    double width() const { return right - left; }
  };
  /// The filled boxes of a colour, in the order in which they were drawn.
  std::vector<Box> boxes(const std::string& colour) const {
    static const std::regex kPolygon(
        R"re(<polygon fill="(#\w+)" points = "([\d.]+),[\d.]+ ([\d.]+),([\d.]+))re");
    std::vector<Box> found;
    const std::string text = svg();
    for (std::sregex_iterator at(text.begin(), text.end(), kPolygon), end; at != end; ++at) {
      const std::smatch& match = *at;
      if (match[1] != colour) continue;
      found.push_back({std::stod(match[2]), std::stod(match[3]), std::stod(match[4])});
    }
    return found;
  }
  /// The drawing with one blank for each run of them: a path is broken into lines anywhere.
  std::string lines() const { return std::regex_replace(svg(), std::regex(R"(\s+)"), " "); }
  /// Where a text stands that is there once.
  std::pair<double, double> place(const std::string& words) const {
    const std::string text = svg();
    const auto at = text.find("<text>" + words + "</text>");
    EXPECT_EQ(at, text.rfind("<text>" + words + "</text>")) << words;
    const auto from = text.rfind("translate(", at);
    if (at == std::string::npos || from == std::string::npos) return {};
    const auto comma = text.find(',', from);
    return {std::stod(text.substr(from + 10)), std::stod(text.substr(comma + 1))};
  }
};

#define NEEDS_GNUPLOT() \
  if (gnuplot_version().empty()) GTEST_SKIP() << "gnuplot is not installed"

TEST_F(Figures, LadderShowsEachValueAndSaysItInWords) {
  NEEDS_GNUPLOT();
  EXPECT_EQ(draw("kind=ladder devices=h200,pocl metric=time.gbps title=\"Three transposes\""), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("-->\n![GB/s by variant. H200: naive 541, tiled 1,609, cuBLAS fp32 (peer) "
                        "3,537. Ann's \\<pocl\\>: naive 541, tiled 1,609, cuBLAS fp32 (peer) "
                        "3,537.](figures/f.svg)\n\n*Recorded on H200 ("));
  for (const char* due :
       {"role=\"img\" aria-labelledby=\"title desc\"",
        "<title id=\"title\">Three transposes</title>",
        "<desc id=\"desc\">GB/s by variant. H200: naive 541,", "prefers-color-scheme: dark",
        "font-family=\"Helvetica, Arial,", "<text>1,609</text>", "<text>cuBLAS fp32 (peer)</text>",
        "<text>Ann's &lt;pocl></text>", "<text>GB/s, logarithmic scale</text>", "fill=\"#0072b2\"",
        "fill=\"#d55e00\""}) {
    EXPECT_THAT(svg(), HasSubstr(due));
  }
  EXPECT_THAT(svg(), Not(HasSubstr("rgb(")));
  EXPECT_THAT(svg(), Not(HasSubstr("black")));
  EXPECT_EQ(check(), "");
}

TEST_F(Figures, SameBytesEachTime) {
  NEEDS_GNUPLOT();
  for (const char* kind :
       {"kind=ladder metric=time.gbps", "kind=bars metric=time.median_ms", "kind=roofline"}) {
    draw(std::string(kind) + " devices=h200,pocl");
    const std::string once = svg(), page = get("book/page.md");
    EXPECT_NE(once, "");
    remove("book/figures");
    weave();
    EXPECT_EQ(svg(), once) << kind;
    EXPECT_EQ(get("book/page.md"), page) << kind;
  }
}

TEST_F(Figures, StaleMissingOrEditedIsDrift) {
  NEEDS_GNUPLOT();
  draw("kind=bars devices=h200 metric=time.gbps");
  edit("book/figures/f.svg", "<text>1,609</text>", "<text>1,709</text>");
  EXPECT_THAT(check(), HasSubstr("book/page.md:1: book/figures/f.svg was changed by hand"));
  weave();
  EXPECT_EQ(check(), "");
  edit("book/results/h200.json", "\"gbps\": 541", "\"gbps\": 542");
  EXPECT_THAT(check(), HasSubstr("book/page.md:1: book/figures/f.svg is stale: run weave"));
  weave();
  EXPECT_THAT(svg(), HasSubstr("<text>542</text>"));
  remove("book/figures/f.svg");
  EXPECT_THAT(check(), HasSubstr("book/page.md:1: book/figures/f.svg is missing"));
}

TEST_F(Figures, AnotherGnuplotsDrawingOfTheSamePlanStays) {
  NEEDS_GNUPLOT();
  draw("kind=bars devices=h200 metric=time.gbps");
  edit("book/figures/f.svg", gnuplot_version(), "gnuplot 9.9 patchlevel 9");
  const std::string other = svg();
  EXPECT_EQ(check(), "");
  weave();
  EXPECT_EQ(svg(), other);
  edit("book/results/h200.json", "\"gbps\": 541", "\"gbps\": 542");
  EXPECT_THAT(check(), HasSubstr("is stale"));
}

TEST_F(Figures, RooflineNamesBothCeilingsAndEveryVariant) {
  NEEDS_GNUPLOT();
  EXPECT_EQ(draw("kind=roofline devices=h200"), "");
  EXPECT_EQ(svg().find("<title"), svg().rfind("<title"));  // gnuplot's own would be tooltips
  EXPECT_THAT(svg(), HasSubstr("<text>FMA 60,000 GFLOP/s</text>"));
  EXPECT_THAT(svg(), HasSubstr("<text>copy 4,100 GB/s</text>"));
  EXPECT_THAT(svg(), HasSubstr("<text>naive 1,082</text>"));
  EXPECT_THAT(svg(), HasSubstr("naive 1,082 at 2, tiled 3,219 at 2"));
}

TEST_F(Figures, SweepOverTheNumberInANameAndOverSize) {
  NEEDS_GNUPLOT();
  edit("book/results/h200.json", "\"naive\"", "\"stride_1\"");
  edit("book/results/h200.json", "\"tiled\", \"size\": [4096, 4096]",
       "\"stride_16\", \"size\": [8192, 8192]");
  EXPECT_EQ(draw("kind=sweep devices=h200 metric=time.gbps x=param rows=stride_1,stride_16 "
                 "xlabel=stride"),
            "");
  EXPECT_THAT(get("book/page.md"), HasSubstr("GB/s over stride. stride: 541 at 1, 1,609 at 16."));
  edit("book/results/h200.json", "\"stride_1\"", "\"stride 1\"");
  edit("book/results/h200.json", "\"stride_16\"", "\"16 stride\"");
  EXPECT_EQ(
      draw("kind=sweep devices=h200 metric=time.gbps x=param rows=\"stride 1\",\"16 stride\""), "");
  EXPECT_THAT(svg(), HasSubstr("<text>stride</text>"));
  edit("book/results/h200.json", "\"stride 1\"", "\"stride_1\"");
  edit("book/results/h200.json", "\"16 stride\"", "\"stride_16\"");
  EXPECT_THAT(draw("kind=sweep devices=h200 metric=time.gbps x=size rows=stride_1"),
              HasSubstr("a sweep needs two values of x"));
  edit("book/results/h200.json", "\"stride_16\"", "\"stride_1\"");
  EXPECT_EQ(draw("kind=sweep devices=h200 metric=time.gbps rows=stride_1"), "");
  EXPECT_THAT(get("book/page.md"), HasSubstr("stride_1: 541 at 4,096, 1,609 at 8,192."));
}

TEST_F(Figures, TimelineDrawsEachSliceOnItsTrack) {
  NEEDS_GNUPLOT();
  const std::string naive = "\"variant\": \"naive\"";
  edit("book/results/h200.json", naive, naive + R"(, "timeline": [
{"track": "upload", "name": "0", "start_ms": 0, "end_ms": 4},
{"track": "compute", "name": "0", "start_ms": 4, "end_ms": 10},
{"track": "upload", "name": "1", "start_ms": 4, "end_ms": 8}])");
  EXPECT_EQ(draw("kind=timeline devices=h200 rows=naive"), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("Timelines in ms. naive: upload 2 times from 0 to 8, 8 in all, compute 1 "
                        "times from 4 to 10, 6 in all."));
  for (const char* due : {"<text>upload</text>", "<text>compute</text>", "<text>1</text>",
                          "<text>ms</text>", "fill=\"#0072b2\"", "fill=\"#d55e00\""}) {
    EXPECT_THAT(svg(), HasSubstr(due));
  }
  const std::string once = svg();
  remove("book/figures");
  weave();
  EXPECT_EQ(svg(), once);
  EXPECT_THAT(draw("kind=timeline devices=h200 rows=tiled"),
              HasSubstr("tiled on h200 records no timeline"));
  edit("book/results/h200.json", "\"end_ms\": 10", "\"end_ms\": 3");
  EXPECT_THAT(draw("kind=timeline devices=h200 rows=naive"), HasSubstr("ends before it starts"));
}

TEST_F(Figures, TimelineWritesOneOfTwoLabelsThatMeet) {
  NEEDS_GNUPLOT();
  const std::string naive = "\"variant\": \"naive\"";
  edit("book/results/h200.json", naive, naive + R"(, "timeline": [
{"track": "waits", "name": "21", "start_ms": 0, "end_ms": 8},
{"track": "waits", "name": "22", "start_ms": 0.1, "end_ms": 8.1},
{"track": "waits", "name": "23", "start_ms": 9, "end_ms": 17}])");
  EXPECT_EQ(draw("kind=timeline devices=h200 rows=naive"), "");
  EXPECT_THAT(svg(), HasSubstr("<text>21</text>"));
  EXPECT_THAT(svg(), Not(HasSubstr("<text>22</text>")));
  EXPECT_THAT(svg(), HasSubstr("<text>23</text>"));
}

TEST_F(Figures, MapPutsEachVariantInItsRowAndColumn) {
  NEEDS_GNUPLOT();
  edit("book/results/h200.json", "\"naive\"", "\"64 x float\"");
  EXPECT_THAT(draw("kind=map devices=h200 metric=time.gbps"), HasSubstr("is no place on a map"));
  EXPECT_EQ(draw("kind=map devices=h200 metric=time.gbps rows=\"64 x float\""), "");
  EXPECT_THAT(svg(), HasSubstr("<text>float</text>"));
  EXPECT_THAT(svg(), HasSubstr("<text>64</text>"));
  EXPECT_THAT(svg(), HasSubstr("64 x float 541"));
}

TEST_F(Figures, MapFillsACellByHowNearItIsToTheLeast) {
  NEEDS_GNUPLOT();
  edit("book/results/h200.json", "\"naive\"", "\"64 x float\"");         // 2 ms
  edit("book/results/h200.json", "\"tiled\"", "\"128 x float2\"");       // 0.668 ms
  edit("book/results/h200.json", "\"cuBLAS fp32\"", "\"64 x float2\"");  // 0.25 ms
  const std::string map = "kind=map devices=h200 metric=time.median_ms";
  EXPECT_EQ(draw(map), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("![ms. H200: 64 x float 2, 128 x float2 0.668, 64 x float2 0.25.]("));
  const std::vector<Box> bars = boxes("#0072b2");
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_NEAR(bars[0].width() / bars[2].width(), 0.25 / 2, 0.01);
  EXPECT_NEAR(bars[1].width() / bars[2].width(), 0.25 / 0.668, 0.01);
  EXPECT_NEAR(bars[2].width(), bars[2].left - bars[0].left,
              8);                                    // the least: a whole cell, less a gap
  EXPECT_DOUBLE_EQ(bars[0].bottom, bars[2].bottom);  // a row
  EXPECT_GT(bars[1].bottom, bars[0].bottom);
  EXPECT_DOUBLE_EQ(bars[1].left, bars[2].left);  // a column
  EXPECT_GT(bars[1].left, bars[0].left);
  EXPECT_NEAR(place("64").second, place("2").second, 5);  // a number in its row and column
  EXPECT_EQ(place("float2").first, place("0.25").first);
  edit("book/results/h200.json", "\"variant\": \"64 x float2\"",
       "\"variant\": \"64 x float2\", \"reason\": \"no room\"");
  const std::string file = get("book/results/h200.json");
  put("book/results/h200.json", file.substr(0, file.rfind("\"status\": \"ok\"")) +
                                    "\"status\": \"skipped\"" +
                                    file.substr(file.rfind("\"status\": \"ok\"") + 14));
  EXPECT_EQ(draw(map), "");
  EXPECT_THAT(svg(), HasSubstr("64 x float2 –."));
  EXPECT_EQ(boxes("#0072b2").size(), 2u);
  edit("book/results/h200.json", "\"median_ms\": 2,", "\"median_ms\": 0,");
  EXPECT_THAT(draw(map), HasSubstr("64 x float is 0: no map shows that"));
}

TEST_F(Figures, GraphPutsAStageBelowWhatItWaitsFor) {
  NEEDS_GNUPLOT();
  const std::string naive = "\"variant\": \"naive\"";
  edit("book/results/h200.json", naive, naive + R"(, "graph": [
{"name": "in", "kind": "wide", "column": 0},
{"name": "sum", "kind": "narrow", "column": 1, "after": ["in"]},
{"name": "mean", "kind": "narrow", "column": 1, "after": ["sum"]},
{"name": "out", "kind": "wide", "column": 1, "after": ["mean", "in"]},
{"name": "end", "kind": "wide", "column": 2, "after": ["sum", "in"]}])");
  EXPECT_EQ(draw("kind=graph devices=h200 rows=naive"), "");
  EXPECT_THAT(get("book/page.md"),
              HasSubstr("![5 stages. in (wide). sum (narrow) after in. mean (narrow) after sum. "
                        "out (wide) after mean, in. end (wide) after sum, in.](figures/f.svg)"));
  for (const char* due : {"<text>wide</text>", "<text>narrow</text>"}) {
    EXPECT_THAT(svg(), HasSubstr(due));  // the legend
  }
  EXPECT_EQ(boxes("#0072b2").size(), 1u + 3u);  // wide: the legend's and three stages'
  EXPECT_EQ(boxes("#d55e00").size(), 1u + 2u);
  const auto [x, y] = place("in");
  EXPECT_GT(place("sum").first, x);
  EXPECT_GT(place("end").first, place("sum").first);
  const double step = place("sum").second - y;
  EXPECT_GT(step, 0);
  EXPECT_NEAR(place("mean").second, y + 2 * step, 0.1);
  EXPECT_NEAR(place("out").second, y + 3 * step, 0.1);
  EXPECT_NEAR(place("end").second, y + 2 * step, 0.1);  // one below what it waits for, not the last
  EXPECT_THAT(lines(), HasSubstr("M70.00,78.00 L210.00,98.00 M"));  // in to sum
  // "sum" and "mean" stand between "in" and "out": change columns right above "out".
  EXPECT_THAT(lines(), HasSubstr("M70.00,78.00 L70.00,162.00 L210.00,182.00"));
  // Nothing stands above "end" in its column: change columns right below "in".
  EXPECT_THAT(lines(), HasSubstr("M70.00,78.00 L350.00,98.00 L350.00,140.00"));
  EXPECT_EQ(check(), "");
}

TEST_F(Figures, GraphNeedsOneRowWhoseStagesWaitForEarlierOnes) {
  NEEDS_GNUPLOT();
  EXPECT_THAT(draw("kind=graph devices=h200 rows=naive"),
              HasSubstr("naive on h200 records no graph"));
  EXPECT_THAT(draw("kind=graph devices=h200 rows=naive,tiled"), HasSubstr("a graph shows one row"));
  const std::string naive = "\"variant\": \"naive\"";
  edit("book/results/h200.json", naive, naive + R"(, "graph": [{"name": "a", "kind": "k",
"after": ["b"]}, {"name": "b", "kind": "k"}])");
  EXPECT_THAT(draw("kind=graph devices=h200 rows=naive"), HasSubstr("a waits for no node"));
}

TEST_F(Figures, FaultsNameTheirLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"kind=pie devices=h200 metric=time.gbps", "kind='pie' is none of"},
      {"kind=bars devices=h200", "name a metric"},
      {"kind=bars devices=gone metric=time.gbps", "no results of device 'gone'"},
      {"kind=bars devices=h200 metric=time.nope", "records no number time.nope"},
      {"kind=bars devices=h200 metric=time.gbps rows=nope", "records no row transpose.nope"},
      {"kind=roofline devices=h200 intensity=guess", "intensity= is work or lens"},
      {"kind=roofline devices=h200 intensity=lens", "has no lens counts"},
      {"kind=sweep devices=h200 metric=time.gbps x=param", "gives no number for x=param"}};
  for (const auto& [arguments, message] : cases) {
    EXPECT_THAT(draw(arguments), HasSubstr("book/page.md:1: ")) << arguments;
    EXPECT_THAT(draw(arguments), HasSubstr(message)) << arguments;
  }
  put("book/page.md", "<!-- figure ../up kind=bars devices=h200 metric=time.gbps -->\n");
  EXPECT_THAT(weave(), HasSubstr("book/page.md:1: name the figure"));
  put("book/page.md",
      "<!-- figure f stem=07_x kind=bars devices=h200 metric=time.gbps -->\n\n"
      "<!-- figure f stem=07_x kind=ladder devices=h200 metric=time.gbps -->\n");
  EXPECT_THAT(check(), HasSubstr("book/page.md:3: figure 'f' is already drawn by book/page.md:1"));
}

TEST_F(Figures, NoAxisForAbsurdNumbers) {
  edit("book/results/h200.json", "\"gbps\": 541", "\"gbps\": 1e300");
  for (const char* kind : {"ladder", "bars"}) {
    EXPECT_THAT(draw(fmt::format("kind={} devices=h200 metric=time.gbps", kind)),
                HasSubstr("book/page.md:1: no axis runs from"));
  }
}

TEST_F(Figures, TextCannotReachGnuplotsCommands) {
  NEEDS_GNUPLOT();
  edit("book/results/h200.json", "\"label\": \"H200\"", "\"label\": \"H'`touch x`\\\"; system 1\"");
  EXPECT_EQ(draw("kind=bars devices=h200,pocl metric=time.gbps"), "");
  EXPECT_THAT(svg(), HasSubstr("<text>H'`touch x`\"; system 1</text>"));
}

}  // namespace
}  // namespace weave
