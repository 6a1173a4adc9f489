// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 09: what its limits say, its borders worked by hand, a device without images, and PNG
// files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "09_constant_image/constant_image.hpp"
#include "wb/process.hpp"

namespace {

using chapters::Border;
using testing::HasSubstr;

TEST(Borders, StandForThePixelsThatTheStandardNames) {
  // A picture 3 wide, walked from -7 to 9.
  const std::vector<std::size_t> clamp = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2};
  const std::vector<std::size_t> repeat = {2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0};
  const std::vector<std::size_t> mirror = {0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2};
  for (int i = -7; i <= 9; ++i) {
    EXPECT_EQ(chapters::inside(i, 3, Border::kClamp), clamp[i + 7]) << i;
    EXPECT_EQ(chapters::inside(i, 3, Border::kRepeat), repeat[i + 7]) << i;
    EXPECT_EQ(chapters::inside(i, 3, Border::kMirror), mirror[i + 7]) << i;
  }
}

TEST(Filter, HasNoSymmetryThatCouldHideAMistake) {
  for (const std::size_t side : {3, 5, 9, 17}) {
    const std::vector<float> column = chapters::filter_column(side);
    const std::vector<float> row = chapters::filter_row(side);
    EXPECT_NE(column, row);
    EXPECT_NE(column, std::vector<float>(column.rbegin(), column.rend()));
    EXPECT_NE(row, std::vector<float>(row.rbegin(), row.rend()));
  }
}

TEST(Reference, IsTheSumOverTheFilterInEitherOrder) {
  const wb::Problem problem = [] {
    wb::Problem made =
        chapters::make_convolution({4, 6}, wb::DataKind::kIntegers, 3, {std::size_t{5}});
    made.size = {4, 6};
    made.kind = wb::DataKind::kIntegers;
    return made;
  }();
  const auto in = problem.input("picture").as<float>();
  const auto filter = problem.input("filter5").as<float>();
  for (const Border border : {Border::kClamp, Border::kRepeat, Border::kMirror}) {
    const wb::Expected expected = chapters::convolved(problem, 5, border);
    for (std::ptrdiff_t y = 0; y < 4; ++y) {
      for (std::ptrdiff_t x = 0; x < 6; ++x) {
        double sum = 0;
        for (std::ptrdiff_t i = 0; i < 5; ++i) {
          for (std::ptrdiff_t j = 0; j < 5; ++j) {
            sum += in[chapters::inside(y + i - 2, 4, border) * 6 +
                      chapters::inside(x + j - 2, 6, border)] *
                   filter[i * 5 + j];
          }
        }
        EXPECT_EQ(expected.value[y * 6 + x], sum) << y << " " << x;
      }
    }
  }
}

TEST(ConstantMemory, AboveTheLimitIsRefusedWithBothNumbers) {
  const wb::Experiment lookups = chapters::lookups();
  wb::DeviceFacts facts;
  facts.max_work_group_size = 1024;
  facts.constant_buffer_bytes = 65536;
  const std::string reason = lookups.find("constant, 128 KiB")->needs(facts, {256});
  EXPECT_THAT(reason, HasSubstr("131072"));
  EXPECT_THAT(reason, HasSubstr("65536"));
  EXPECT_EQ(lookups.find("global, 128 KiB")->needs(facts, {256}), "");
  facts.constant_buffer_bytes = 131072;
  EXPECT_EQ(lookups.find("constant, 128 KiB")->needs(facts, {256}), "");
}

TEST(Images, AreSkippedWithTheReasonWhereThereAreNone) {
  wb::Command command;
  command.argv = {CHAPTER, "--self-test", "values", "--variant", "image"};
  command.environment = {{"LD_PRELOAD", SHIM}, {"WB_SHIM", "images"}};
  const wb::ProcessResult result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 77) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("convolution, image: this device has no images"));
  command.argv.back() = "columns";
  EXPECT_EQ(wb::run_process(command).exit_code, 0);
}

TEST(Pictures, ComeInAndGoOutAsPng) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("wb_pictures_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "again");
  wb::Command command;
  command.argv = {PICTURES, folder.string()};
  const wb::ProcessResult first = wb::run_process(command);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  command.argv = {PICTURES, (folder / "again").string(), (folder / "before.png").string()};
  const wb::ProcessResult second = wb::run_process(command);
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(std::filesystem::file_size(folder / "before.png"),
            std::filesystem::file_size(folder / "again/before.png"));
  EXPECT_LT(std::filesystem::file_size(folder / "after.png"),
            std::filesystem::file_size(folder / "before.png"));  // a blur takes detail away
  command.argv = {PICTURES, (folder / "nowhere").string()};
  EXPECT_EQ(wb::run_process(command).exit_code, 3);
  std::filesystem::remove_all(folder);
}

}  // namespace
