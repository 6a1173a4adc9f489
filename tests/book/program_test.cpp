// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The program `weave`: exit codes, messages, finding the root, recording.
#include "book_tree.hpp"

namespace weave {
namespace {

using ::testing::HasSubstr;

class Program : public BookTree {
 protected:
  void SetUp() override {
    put("CMakeLists.txt", "");
    put("kernels/07_x/x.cl", kKernel);
    put("book/page.md",
        "<!-- snippet kernels/07_x/x.cl load -->\n\n"
        "<!-- snippet kernels/07_x/x.cl inner -->\n");
  }
  wb::ProcessResult weave_program(std::vector<std::string> arguments,
                                  const std::string& folder = "") const {
    wb::Command command;
    command.argv = {WEAVE_PROGRAM};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.directory = root() + folder;
    return wb::run_process(command);
  }
};

TEST_F(Program, ExitCodesFollowTheState) {
  const auto before = weave_program({"--check"});
  EXPECT_EQ(before.exit_code, 1) << before.out << before.err;
  EXPECT_THAT(before.out, HasSubstr("book/page.md:1: is not as woven"));
  EXPECT_EQ(weave_program({}).exit_code, 0);
  EXPECT_EQ(weave_program({"--check"}).exit_code, 0);
  put("book/results/x.json", "{");
  const auto broken = weave_program({"--check"});
  EXPECT_EQ(broken.exit_code, 3);
  EXPECT_THAT(broken.out, HasSubstr("book/results/x.json:1: not JSON"));
  EXPECT_EQ(weave_program({"--frobnicate"}).exit_code, 2);
}

TEST_F(Program, RunsFromAnyFolderBelowTheRootOrWithRoot) {
  EXPECT_EQ(weave_program({}, "/kernels/07_x").exit_code, 0);
  EXPECT_EQ(weave_program({"--page", "page.md"}, "/book").exit_code, 0);
  EXPECT_EQ(weave_program({"--page", "book/page.md"}, "/kernels").exit_code, 0);
  wb::Command command;
  command.argv = {WEAVE_PROGRAM, "--check", "--root", root()};
  command.directory = "/";
  EXPECT_EQ(wb::run_process(command).exit_code, 0);
  command.argv = {WEAVE_PROGRAM, "--check"};
  const auto lost = wb::run_process(command);
  EXPECT_EQ(lost.exit_code, 3);
  EXPECT_THAT(lost.err, HasSubstr("give --root"));
}

TEST_F(Program, RecordsADocument) {
  put("doc.json", R"({"schema": 1, "chapter": "07_x", "device": {"name": "D"}, "rows": []})");
  put("out.txt", "hello\n");
  const auto made = weave_program(
      {"record", "book/results/d.json", "doc.json", "out.txt", "--label", "Lab", "--rerecordable"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const Json json = parse_json(get("book/results/d.json"));
  EXPECT_EQ(json["label"], "Lab");
  EXPECT_EQ(json["rerecordable"], true);
  EXPECT_EQ(json["documents"][0]["output"], "hello\n");
  const std::string kept = get("book/results/d.json");
  put("doc.json", "{");
  const auto bad = weave_program({"record", "book/results/d.json", "doc.json", "out.txt"});
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_THAT(bad.err, HasSubstr("doc.json"));
  EXPECT_EQ(weave_program({"record", "book/results/d.json", "none.json", "out.txt"}).exit_code, 3);
  EXPECT_EQ(weave_program({"record", "book/results/d.json"}).exit_code, 2);
  EXPECT_EQ(get("book/results/d.json"), kept);
}

TEST_F(Program, AnUnwritablePageIsAnEnvironmentError) {
  // A folder in the place of the temporary file stops the write, for root as well.
  std::filesystem::create_directories(root() + "/book/page.md.new");
  const auto result = weave_program({});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, HasSubstr("cannot write book/page.md"));
}

}  // namespace
}  // namespace weave
