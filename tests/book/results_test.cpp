// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Recorded results in the book: tables, numbers in prose, output, their age, the recorder.
#include "book_tree.hpp"

namespace weave {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Recorded : public BookTree {
 protected:
  void SetUp() override {
    put("kernels/07_x/x.cl", kKernel);
    put("book/results/h200.json", results("H200", hash_of_kernel(), false));
    put("book/results/pocl.json", results("pocl", hash_of_kernel(), true));
    // Uses both tags, so that nothing else is reported.
    put("book/tags.md",
        "<!-- snippet kernels/07_x/x.cl load -->\n\n<!-- snippet kernels/07_x/x.cl inner -->\n");
  }
  void page(const std::string& text) const { put("book/page.md", text); }
  std::string page() const { return get("book/page.md"); }
};

TEST_F(Recorded, TableOfOneDevice) {
  page(
      "<!-- table 07_x devices=h200 "
      "columns=variant,time.median_ms,time.gbps,time.of_roof,time.speedup -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(),
              HasSubstr("-->\n| variant | ms | GB/s | % of roof | speed-up |\n"
                        "| :-- | --: | --: | --: | --: |\n"
                        "| `naive` | 2 (1.80–2.50) | 541 | 13 | 1x |\n"
                        "| `tiled` | 0.668 (0.601–0.835) | 1,609 | 39 | 2.97x |\n"
                        "| cuBLAS fp32 (peer) | 0.25 (0.225–0.312) | 3,537 | 86 | 6.54x |\n"
                        "\n*Recorded on H200 (Model H200, driver 580.1, 4096x4096, revision "
                        "abc1234, 2026-11-29). Times: median (least–most) of 60 runs.*\n"));
  EXPECT_EQ(check(), "");
}

TEST_F(Recorded, TableOfTwoDevicesInTheOrderAsked) {
  page(
      "<!-- table 07_x devices=pocl,h200\n     columns=variant,time.gbps:speed rows=tiled,naive "
      "-->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("| variant | speed, pocl | speed, H200 |\n| :-- | --: | --: |\n"
                                "| `tiled` | 1,609 | 1,609 |\n| `naive` | 541 | 541 |\n"));
  EXPECT_THAT(page(), HasSubstr("*Recorded on pocl (Model pocl, "));
  EXPECT_THAT(page(), HasSubstr(") and on H200 (Model H200, "));
  EXPECT_EQ(check(), "");
}

TEST_F(Recorded, LensColumnsCountedBesidePredicted) {
  page(
      "<!-- table 07_x devices=h200 rows=naive columns=variant,lens.predicted.global_store_sectors,"
      "lens.global_store.sectors,lens.global_store.excess,lens.global_store.per_request,"
      "lens.local_load.excess -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(),
              HasSubstr("| variant | global store sectors, predicted | global store sectors | "
                        "global store excess | global store sectors a request | local load "
                        "excess |"));
  EXPECT_THAT(page(), HasSubstr("| `naive` | 4,096 | 4,096 | 8 | 32 | 32 |"));
}

// The lens counts the same on whatever CPU it runs: its caption names the model instead.
TEST_F(Recorded, TheCaptionOfTheLensNamesItsModel) {
  std::string lens = results("lens", hash_of_kernel(), true);
  lens.replace(lens.find(R"("lens": {)"), 9, R"("lens": {"model": "nvidia", )");
  put("book/results/lens.json", lens);
  page("<!-- table 07_x devices=lens columns=variant,lens.global_store.excess -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("*Recorded on lens (model nvidia, 4096x4096, revision abc1234, "));
}

TEST_F(Recorded, TheCaptionTellsPeersTimesFromOurs) {
  std::string pocl = results("pocl", hash_of_kernel(), true);
  pocl.replace(pocl.rfind(R"("clock": "device")"), 17, R"("clock": "host")");
  put("book/results/pocl.json", pocl);
  page("<!-- table 07_x devices=pocl columns=variant,time.median_ms -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr(" Peers' times on pocl are by the host's clock.*"));
  pocl.replace(pocl.find(R"("clock": "device")"), 17, R"("clock": "host")");
  put("book/results/pocl.json", pocl);
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr(" Times on pocl are by the host's clock.*"));
}

// Results of an appendix, which has no number, are named as its page is.
TEST_F(Recorded, AnAppendixHasResultsToo) {
  std::string lens = results("lens", hash_of_kernel(), true);
  lens.replace(lens.find("07_x\", \"revision"), 4, "appendix_x");
  put("book/results/lens.json", lens);
  page(
      "It stores <!-- v appendix_x.transpose.naive.lens.global_store.sectors@lens d -->? "
      "sectors.\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("-->4,096 sectors."));
}

TEST_F(Recorded, OneDigitInAWovenTableIsDrift) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  weave();
  edit("book/page.md", "1,609", "1,709");
  EXPECT_THAT(check(),
              HasSubstr("book/page.md:5: is not as woven: run weave\n    is:     | `tiled` | "
                        "1,709 |\n    should: | `tiled` | 1,609 |"));
}

TEST_F(Recorded, NewResultsAreDrift) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  weave();
  edit("book/results/h200.json", "\"gbps\": 541", "\"gbps\": 641");
  EXPECT_THAT(check(), HasSubstr("should: | `naive` | 641 |"));
}

TEST_F(Recorded, DeletedResultsFail) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  weave();
  const std::string before = page();
  remove("book/results/h200.json");
  EXPECT_THAT(check(),
              HasSubstr("book/page.md:1: no results of device 'h200': "
                        "book/results/h200.json is missing or unreadable; recorded: pocl"));
  weave();
  EXPECT_EQ(page(), before);
}

TEST_F(Recorded, MissingChapterRowColumnOrDevice) {
  page(
      "<!-- table 08_y devices=h200 columns=variant,time.gbps -->\n\n"
      "<!-- table 07_x devices=h200 columns=variant,time.gbps rows=naive,gone -->\n\n"
      "<!-- table 07_x devices=h200 columns=variant,time.frobs -->\n\n"
      "<!-- table 07_x columns=variant -->\n\n"
      "<!-- table 07_x devices=h200 experiment=other columns=variant -->\n\n"
      "<!-- table 07_x devices=h200 -->\n\n"
      "<!-- table 07_x devices=h200 columns=time.gbps@pocl -->\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr(":1: book/results/h200.json holds no document of chapter 08_y"));
  EXPECT_THAT(found, HasSubstr(":3: 07_x records no row transpose.gone on h200"));
  EXPECT_THAT(found, HasSubstr(":5: no row on h200 records time.frobs"));
  EXPECT_THAT(found, HasSubstr(":7: name devices"));
  EXPECT_THAT(found, HasSubstr(":9: 07_x records no rows of experiment 'other'"));
  EXPECT_THAT(found, HasSubstr(":11: name columns"));
  EXPECT_THAT(found, HasSubstr(":13: column time.gbps names a device not in devices="));
}

TEST_F(Recorded, AVariantThatOneDeviceLacksFailsAPeerDoesNot) {
  page("<!-- table 07_x devices=pocl,h200 columns=variant,time.gbps -->\n");
  edit("book/results/pocl.json", "\"cuBLAS fp32\"", "\"OpenBLAS\"");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("| OpenBLAS (peer) | 3,537 | – |"));
  EXPECT_THAT(page(), HasSubstr("| cuBLAS fp32 (peer) | – | 3,537 |"));
  edit("book/results/pocl.json", "\"tiled\"", "\"other\"");
  EXPECT_THAT(check(), HasSubstr("07_x records no row transpose.other on h200"));
}

TEST_F(Recorded, SkippedRowsSayWhy) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  edit("book/results/h200.json", "\"variant\": \"tiled\"",
       "\"variant\": \"tiled\", \"reason\": \"no images\"");
  std::string text = get("book/results/h200.json");
  text.replace(text.find("\"status\": \"ok\"", text.find("\"tiled\"")), 14,
               "\"status\": \"skipped\"");
  put("book/results/h200.json", text);
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("| `tiled` | skipped |"));
  EXPECT_THAT(page(), HasSubstr("`tiled` on H200 is skipped: no images."));
}

TEST_F(Recorded, SeveralSizesNeedAColumnOrAChoice) {
  edit("book/results/h200.json", "\"tiled\", \"size\": [4096, 4096]",
       "\"naive\", \"size\": [8192, 8192]");
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  EXPECT_THAT(check(), HasSubstr("has the sizes 4096x4096 and 8192x8192: choose with size="));
  page("<!-- table 07_x devices=h200 columns=variant,size,time.gbps rows=naive -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("| `naive` | 8192x8192 | 1,609 |"));
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps rows=naive size=8192x8192 -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), Not(HasSubstr("541")));
}

TEST_F(Recorded, StaleIsShownForAGpuAndFailsForWhatCiCanRecord) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), Not(HasSubstr("older")));
  edit("kernels/07_x/x.cl", "x[i] = 1;", "x[i] = 1;  // now with a remark");
  weave();
  EXPECT_THAT(page(), Not(HasSubstr("older")));
  edit("kernels/07_x/x.cl", "x[i] = 1;", "x[i] = 2;");
  const std::string found = weave();
  EXPECT_THAT(page(),
              HasSubstr("On H200 the result of `naive`, `tiled` is older than its kernel.*"));
  EXPECT_THAT(found,
              HasSubstr("book/results/pocl.json:0: 07_x transpose.naive is older than its kernel "
                        "07_x/x.cl: record the chapter again"));
  EXPECT_THAT(found, Not(HasSubstr("h200.json")));
}

TEST_F(Recorded, NumbersInProse) {
  page(
      "<!-- let naive = 07_x.transpose.naive.time.gbps@h200 -->\n"
      "<!-- let tiled = 07_x.transpose.tiled.time.gbps@h200 -->\n\n"
      "It moves <!-- v tiled d --> GB/s, or <!-- v tiled / naive -->?x the naive one, with\n"
      "<!-- note: x -->\n"
      "a peer at <!-- v 07_x.transpose.\"cuBLAS fp32\".time.of_roof@h200 * 100 .0f -->12% of the "
      "roof "
      "and (<!-- v (tiled - naive) / 07_x.ceilings.copy_gbps@h200 .2f -->).\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(),
              HasSubstr("<!-- v tiled d -->1,609 GB/s, or <!-- v tiled / naive -->2.97x the"));
  EXPECT_THAT(page(), HasSubstr(".0f -->86% of the roof and ("));
  EXPECT_THAT(page(), HasSubstr(".2f -->0.26)."));
  EXPECT_EQ(check(), "");
  edit("book/page.md", "2.97x", "2.98x");
  EXPECT_THAT(check(),
              HasSubstr("book/page.md:4: is not as woven: run weave\n    is:     2.98\n    "
                        "should: 2.97"));
}

TEST_F(Recorded, AChaptersPageNeedNotRepeatItsName) {
  put("chapters/07_x/README.md", "It moves <!-- v transpose.naive.time.gbps@h200 --> GB/s.\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(get("chapters/07_x/README.md"), HasSubstr("@h200 -->541 GB/s."));
}

TEST_F(Recorded, FaultyExpressionsNameTheirLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"nothing", "'nothing' is no name"},
      {"1 / 0", "divides by zero"},
      {"(1", "lacks a )"},
      {"1 +", "ends where a value is due"},
      {"1 2", "cannot read '2'"},
      {"07_x.transpose.naive.time.nope@h200", "records no number time.nope"},
      {"07_x.transpose.nope.time.gbps@h200", "records no row transpose.nope"},
      {"07_x.transpose.naive[1x1].time.gbps@h200", "records no row transpose.naive[1x1]"},
      {"07_x.transpose.naive.time.gbps@gone", "no results of device 'gone'"},
      {"transpose.naive.time.gbps@h200", "names no chapter"},
      {"07_x.transpose@h200", "is too short"},
      {"1 .12f", "cannot read '.12f'"},
      {std::string(100, '(') + "1", "too many parentheses"}};
  for (const auto& [expression, message] : cases) {
    page("It is <!-- v " + expression + " -->5 then.\n");
    EXPECT_THAT(check(), HasSubstr("book/page.md:1: ")) << expression;
    EXPECT_THAT(check(), HasSubstr(message)) << expression;
  }
}

TEST_F(Recorded, AValueOfSeveralSizesNamesOne) {
  edit("book/results/h200.json", "\"tiled\", \"size\": [4096, 4096]",
       "\"naive\", \"size\": [8192, 8192]");
  page("It is <!-- v 07_x.transpose.naive.time.gbps@h200 --> GB/s.\n");
  EXPECT_THAT(check(), HasSubstr("fits several rows: add one of the sizes 4096x4096 8192x8192"));
  page("It is <!-- v 07_x.transpose.naive[8192x8192].time.gbps@h200 --> GB/s.\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(), HasSubstr("-->1,609 GB/s."));
}

TEST_F(Recorded, ANumberAtTheStartOfALineIsRefused) {
  page("<!-- v 1 + 1 -->2 of them.\n\n- <!-- v 1 + 1 -->2\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr("book/page.md:1: a line that begins with a comment is raw HTML"));
  EXPECT_THAT(found, HasSubstr("book/page.md:3: a line that begins with a comment is raw HTML"));
}

TEST_F(Recorded, OutputWholeByLinesAndByExpressions) {
  page(
      "<!-- output h200 07_x -->\n\n<!-- output pocl 07_x lines 3-4 -->\n\n"
      "<!-- output h200 07_x /naive/ to /^ +tiled/ -->\n");
  EXPECT_EQ(weave(), "");
  EXPECT_THAT(page(),
              HasSubstr("07_x -->\n```text\ndevice: it\n\n  naive 541 GB/s\n  tiled 1609 GB/s\n"
                        "All results match.\n```\n*Printed by `07_x` on H200 (Model H200, driver "
                        "580.1, revision abc1234, 2026-11-29).*\n\n"));
  EXPECT_THAT(page(), HasSubstr("3-4 -->\n```text\n  naive 541 GB/s\n  tiled 1609 GB/s\n```\n"));
  EXPECT_THAT(page(), HasSubstr("tiled/ -->\n```text\n  naive 541 GB/s\n  tiled 1609 GB/s\n```\n"));
  EXPECT_EQ(check(), "");
  edit("book/results/pocl.json", "  naive 541", "  naive 542");
  EXPECT_THAT(check(), HasSubstr("book/page.md:13: is not as woven"));
}

TEST_F(Recorded, OutputFaults) {
  page(
      "<!-- output h200 07_x lines 3-40 -->\n\n<!-- output h200 07_x lines 3 -->\n\n"
      "<!-- output h200 07_x /gone/ to /x/ -->\n\n<!-- output h200 07_x /(/ to /x/ -->\n\n"
      "<!-- output h200 07_x /naive/ to /device/ -->\n");
  const std::string found = check();
  EXPECT_THAT(found, HasSubstr(":1: the output has 5 lines, not 40"));
  EXPECT_THAT(found, HasSubstr(":3: '3' is no range of lines"));
  EXPECT_THAT(found, HasSubstr(":5: no line of the output fits /gone/"));
  EXPECT_THAT(found, HasSubstr(":7: /(/ is no regular expression"));
  EXPECT_THAT(found, HasSubstr(":9: no line from /naive/ on fits /device/"));
}

TEST_F(Recorded, MalformedResultsNameFileAndLineAndAreNoDrift) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps -->\n");
  const std::string good = get("book/results/h200.json");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {good.substr(0, good.size() - 20), "book/results/h200.json:26: not JSON"},
      {"", "book/results/h200.json:1: not JSON"},
      {"[]", "book/results/h200.json:1: the file is not an object"},
      {"{\"schema\": 2}", "book/results/h200.json:1: \"schema\" is not 1"},
      {"{\"schema\": 1, \"documents\": 5}", ":1: \"documents\" is not an array"},
      {"{\"schema\": 1, \"documents\": [{}]}", ":1: documents[0] names no \"chapter\""},
      {"{\"schema\": 1, \"documents\": [{\"chapter\": \"07_x\", \"rows\": [1]}]}",
       ":1: documents[0].rows[0] is not an object"},
      {std::string(5000, '['), "book/results/h200.json:1: over 64 levels deep"}};
  for (const auto& [text, message] : cases) {
    put("book/results/h200.json", text);
    const Problems found = run(true);
    EXPECT_THAT(listed(found), HasSubstr(message));
    EXPECT_TRUE(
        std::any_of(found.begin(), found.end(), [](const Problem& p) { return p.environment; }));
  }
}

TEST_F(Recorded, OddTypesInResultsAreNoCrash) {
  page("<!-- table 07_x devices=h200 columns=variant,time.gbps,lens.local_load.excess -->\n");
  put("book/results/h200.json",
      R"({"schema": 1, "label": 5, "documents": [{"chapter": "07_x", "device": 3, "output": {}, "rows": [
         {"experiment": 4, "variant": null, "size": {"a": 1}, "launches": [3, {"kernel": 5}],
          "time": [1], "lens": {"local_load": 7}, "status": false}]}]})");
  EXPECT_THAT(check(), HasSubstr("no row on h200 records time.gbps"));
}

TEST(Format, ThreeFiguresAndAllDigitsOfLargeNumbers) {
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(0.03123), "0.0312");
  EXPECT_EQ(format_number(0.9996), "1.00");
  EXPECT_EQ(format_number(5.4321), "5.43");
  EXPECT_EQ(format_number(54.321), "54.3");
  EXPECT_EQ(format_number(99.96), "100");
  EXPECT_EQ(format_number(36784.6), "36,785");
  EXPECT_EQ(format_number(-1234567), "-1,234,567");
  EXPECT_EQ(format_number(4096), "4,096");
  EXPECT_EQ(format_number(1234.56, ".1f"), "1,234.6");
  EXPECT_EQ(format_number(0.00001234, ".2g"), "1.2e-05");
  EXPECT_THROW(format_number(1, ".xf"), Failure);
}

TEST(Hash, ChangesWithCodeAndOptionsOnly) {
  const std::string code = "int a = 1;\nchar* s = \"// no /* comment\";\n";
  const std::string same =
      "// head\n  int a = 1;  // one\n\n/* two\nlines */\n"
      "\tchar* s = \"// no /* comment\";\r\n";
  EXPECT_EQ(wb::source_hash(code, "-DA"), wb::source_hash(same, "-DA"));
  EXPECT_NE(wb::source_hash(code, "-DA"), wb::source_hash(code, "-DB"));
  EXPECT_NE(wb::source_hash(code, ""),
            wb::source_hash("int a = 2;\nchar* s = \"// no /* comment\";\n", ""));
  EXPECT_NE(wb::source_hash(code, ""),
            wb::source_hash("int a = 1;\nchar* s = \"// NO /* comment\";\n", ""));
  EXPECT_NE(wb::source_hash("ab", "c"), wb::source_hash("a", "bc"));
  EXPECT_NE(wb::source_hash("a/**/b", ""), wb::source_hash("ab", ""));
  EXPECT_EQ(wb::source_hash("", "").size(), 16u);
}

TEST(Record, KeepsNoCountsOfLines) {
  const std::string file = merge_document(
      "", R"({"schema": 1, "chapter": "07_x", "device": {"name": "D"}, "rows": [{"experiment": "e",
 "variant": "v", "size": [1], "status": "ok", "launches": [], "lens": {"barriers": 2, "lines": [{"line": 1}]}}]})",
      "", "lens", true);
  const Json row = parse_json(file)["documents"][0]["rows"][0];
  EXPECT_EQ(row["lens"]["barriers"], 2);
  EXPECT_FALSE(row["lens"].contains("lines"));
}

TEST(Record, MergesReplacesAndSorts) {
  const auto document = [](const std::string& chapter, int n) {
    return fmt::format(
        R"({{"schema": 1, "chapter": "{}", "device": {{"name": "D"}}, "n": {}, "rows": []}})",
        chapter, n);
  };
  std::string file = merge_document("", document("07_x", 1), "seven\n", "Lab", true);
  file = merge_document(file, document("03_y", 2), "three\n", "", {});
  file = merge_document(file, document("07_x", 3), "again\n", "", {});
  const Json json = parse_json(file);
  EXPECT_EQ(json["label"], "Lab");
  EXPECT_EQ(json["rerecordable"], true);
  ASSERT_EQ(json["documents"].size(), 2u);
  EXPECT_EQ(json["documents"][0]["chapter"], "03_y");
  EXPECT_EQ(json["documents"][1]["n"], 3);
  EXPECT_EQ(json["documents"][1]["output"], "again\n");
  EXPECT_EQ(merge_document(file, document("07_x", 3), "again\n", "", {}), file);
  EXPECT_THROW(merge_document(file, "{", "", "", {}), Failure);
  EXPECT_THROW(merge_document(file, "[]", "", "", {}), Failure);
  EXPECT_THROW(merge_document(file, R"({"schema": 1, "rows": []})", "", "", {}), Failure);
  EXPECT_THROW(merge_document(file, R"({"schema": 2, "chapter": "a"})", "", "", {}), Failure);
  EXPECT_THROW(merge_document("{}", document("07_x", 1), "", "", {}), Failure);
  EXPECT_THROW(merge_document(file, document("07_x", 1), "\xff", "", {}), Failure);
}

}  // namespace
}  // namespace weave
