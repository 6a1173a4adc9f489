// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "wb/error.hpp"
#include "wb/process.hpp"

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

// What f throws, as text; "" if it throws nothing of this type.
template <class E = wb::Error, class F>
std::string thrown(F&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return "";
}

wb::Session& session() {
  static wb::Session one;
  return one;
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// ---------------------------------------------------------------------------------------------
// Build logs, as each driver shapes them

const std::string kSource = "line one\nline two\n  y[i] = nope;\nline four\n";
const std::string kPath = "kernels/x.cl";

TEST(BuildLog, PoclPutsTheSeverityFirstAndItsOwnFileName) {
  EXPECT_EQ(wb::readable_build_log(
                "error: /home/me/.cache/pocl/kcache/tempfile_ab12.cl:3:10: use of undeclared "
                "identifier 'nope'\n"
                "warning: /home/me/.cache/pocl/kcache/tempfile_ab12.cl:1:1: something\n"
                "Device pthread failed to build the program",
                kPath, kSource),
            "error: kernels/x.cl:3:10: use of undeclared identifier 'nope'\n"
            "      y[i] = nope;\n"
            "warning: kernels/x.cl:1:1: something\n"
            "    line one\n"
            "Device pthread failed to build the program\n");
}

TEST(BuildLog, AFolderWithSpacesIsStillAFile) {
  EXPECT_EQ(wb::readable_build_log("error: /my home/tempfile_ab12.cl:2:1: bad", kPath, kSource),
            "error: kernels/x.cl:2:1: bad\n    line two\n");
}

TEST(BuildLog, OclgrindShowsTheLineItselfAndItIsNotRepeated) {
  EXPECT_EQ(wb::readable_build_log("input.cl:3:10: error: use of undeclared identifier 'nope'\n"
                                   "  y[i] = nope;\n"
                                   "         ^\n",
                                   kPath, kSource),
            "kernels/x.cl:3:10: error: use of undeclared identifier 'nope'\n"
            "  y[i] = nope;\n"
            "         ^\n");
}

TEST(BuildLog, NvidiaCallsTheFileKernel) {
  EXPECT_EQ(wb::readable_build_log("<kernel>:3:10: error: use of undeclared identifier 'nope'\n"
                                   "  y[i] = nope;\n"
                                   "         ^\n"
                                   "\n"
                                   "ptxas info    : 0 bytes gmem\n",
                                   kPath, kSource),
            "kernels/x.cl:3:10: error: use of undeclared identifier 'nope'\n"
            "  y[i] = nope;\n"
            "         ^\n"
            "\n"
            "ptxas info    : 0 bytes gmem\n");
}

TEST(BuildLog, ALineThatDoesNotExistIsNotInvented) {
  EXPECT_EQ(wb::readable_build_log("input.cl:99:1: error: expected '}'", kPath, kSource),
            "kernels/x.cl:99:1: error: expected '}'\n");
  EXPECT_EQ(wb::readable_build_log("input.cl:0:1: error: x", kPath, kSource),
            "kernels/x.cl:0:1: error: x\n");
}

TEST(Build, AnErrorNamesTheRealFileTheLineAndItsText) {
  const std::string text = thrown([] { session().program("broken.cl", "-DA=1"); });
  EXPECT_THAT(text, AllOf(HasSubstr("broken.cl:5:"), HasSubstr("undeclared_name;"),
                          HasSubstr("CL_BUILD_PROGRAM_FAILURE (-11)"), HasSubstr("\"-DA=1\"")));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("tempfile")), Not(HasSubstr("input.cl"))));
}

TEST(Build, ARefusedOptionIsNamed) {
  EXPECT_THAT(thrown([] { session().program("twice.cl", "-no-such-option"); }),
              HasSubstr("-no-such-option"));
}

TEST(Build, HappensOnceForAFileAndItsOptions) {
  const auto a = session().program("twice.cl", "")();
  EXPECT_EQ(session().program("twice.cl", "")(), a);
  EXPECT_NE(session().program("twice.cl", "-DX=1")(), a);
}

TEST(Build, ExtraOptionsAreAdded) {
  wb::Session own;
  own.set_extra_options("-DCOUNT=not_a_number");
  EXPECT_THAT(thrown([&] { own.program("local_array.cl", "-DA=1"); }),
              HasSubstr("\"-DA=1 -DCOUNT=not_a_number\""));
}

TEST(Kernel, ATypoListsTheNamesThatThereAre) {
  EXPECT_THAT(thrown([] { session().kernel("two_kernels.cl", "frist", ""); }),
              AllOf(HasSubstr("\"frist\""), HasSubstr("first"), HasSubstr("second")));
}

// ---------------------------------------------------------------------------------------------
// Kernel files

TEST(KernelFile, TheVariableIsTheOnlyPlaceIfItIsSet) {
  EXPECT_EQ(wb::find_kernel_file("twice.cl"),
            std::string(std::getenv("WB_KERNEL_DIR")) + "/twice.cl");
  const std::string text = thrown([] { wb::find_kernel_file("03_gemm_naive/row_order.cl"); });
  EXPECT_THAT(text, AllOf(HasSubstr("03_gemm_naive/row_order.cl not found"),
                          HasSubstr("WB_KERNEL_DIR"), Not(HasSubstr(SOURCE_DIR "/kernels"))));
}

class FindKernel : public testing::Test {
 protected:
  // Runs the helper from `directory` without the variable.
  static wb::ProcessResult find(const fs::path& program, const fs::path& directory,
                                const std::string& file) {
    wb::Command command;
    command.argv = {"env", "-u", "WB_KERNEL_DIR", program.string(), file};
    command.directory = directory.string();
    return wb::run_process(command);
  }
  wb::TemporaryDirectory temporary_;
  fs::path root_ = temporary_.path();
};

TEST_F(FindKernel, LooksBesideTheProgramThenInShareThenInTheSources) {
  fs::create_directories(root_ / "bin");
  const fs::path program = root_ / "bin/find_kernel";
  fs::copy_file(FIND_KERNEL, program);
  const std::string file = "03_gemm_naive/row_order.cl";
  const fs::path sources = fs::path(SOURCE_DIR) / "kernels" / file;
  const fs::path share = root_ / "share/opencl-measured/kernels" / file;
  const fs::path beside = root_ / "bin/kernels" / file;
  for (const fs::path& expected : {sources, share, beside}) {
    if (expected != sources) write(expected, "__kernel void k() {}");
    for (const fs::path& cwd : {fs::path("/"), root_}) {
      const wb::ProcessResult result = find(program, cwd, file);
      EXPECT_EQ(result.out, expected.string() + "\n") << result.err;
    }
  }
}

TEST_F(FindKernel, EveryPathThatWasTriedIsListed) {
  const wb::ProcessResult result = find(FIND_KERNEL, "/", "no/such.cl");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr(fs::path(FIND_KERNEL).parent_path().string() + "/kernels/no/such.cl"),
                    HasSubstr("share/opencl-measured/kernels/no/such.cl"),
                    HasSubstr(SOURCE_DIR "/kernels/no/such.cl")));
}

TEST(KernelFile, EmptyBlankBinaryAndMissingFilesAreRefusedByName) {
  const wb::TemporaryDirectory temporary;
  const auto refusal = [&](const std::string& name, const std::string& text) {
    const fs::path path = fs::path(temporary.path()) / name;
    write(path, text);
    const std::string message = thrown([&] { wb::read_kernel_file(path.string()); });
    EXPECT_THAT(message, HasSubstr(path.string()));
    return message;
  };
  EXPECT_THAT(refusal("empty.cl", ""), HasSubstr("empty"));
  EXPECT_THAT(refusal("blank.cl", "\n \t\r\n"), HasSubstr("empty"));
  EXPECT_THAT(refusal("binary.cl", std::string("\177ELF\0\0", 6)), HasSubstr("not text"));
  EXPECT_THAT(thrown([&] { wb::read_kernel_file(temporary.path() + "/none.cl"); }),
              HasSubstr("none.cl"));
  EXPECT_THAT(thrown([&] { wb::read_kernel_file(temporary.path()); }), HasSubstr(temporary.path()))
      << "a folder is no file";
}

// ---------------------------------------------------------------------------------------------
// Launches

template <class E>
std::string refused(cl::Kernel kernel, cl::NDRange global, cl::NDRange local,
                    std::size_t bytes = 0) {
  return thrown<E>([&] { wb::check_launch(session(), kernel, global, local, bytes); });
}

TEST(Launch, WhatFitsPasses) {
  const cl::Kernel kernel = session().kernel("twice.cl", "twice", "");
  EXPECT_NO_THROW(wb::check_launch(session(), kernel, cl::NDRange(64), cl::NDRange(16)));
  EXPECT_NO_THROW(wb::check_launch(session(), kernel, cl::NDRange(64), cl::NullRange));
  EXPECT_NO_THROW(wb::check_launch(session(), kernel, cl::NDRange(8, 8), cl::NDRange(8, 1)));
}

TEST(Launch, AGlobalSizeThatIsNoMultipleIsAnErrorWithBothNumbers) {
  const cl::Kernel kernel = session().kernel("twice.cl", "twice", "");
  EXPECT_THAT(
      refused<wb::Error>(kernel, cl::NDRange(100), cl::NDRange(16)),
      AllOf(HasSubstr("twice"), HasSubstr("100"), HasSubstr("16"), HasSubstr("round it up")));
  EXPECT_THAT(refused<wb::Error>(kernel, cl::NDRange(16, 100), cl::NDRange(4, 16)),
              HasSubstr("dimension 1"));
}

TEST(Launch, AnEmptyRangeIsAnErrorAndNotASilentSuccess) {
  const cl::Kernel kernel = session().kernel("twice.cl", "twice", "");
  EXPECT_THAT(refused<wb::Error>(kernel, cl::NDRange(0), cl::NDRange(16)), HasSubstr("twice"));
  EXPECT_THAT(refused<wb::Error>(kernel, cl::NDRange(0), cl::NullRange), HasSubstr("twice"));
  EXPECT_THAT(refused<wb::Error>(kernel, cl::NDRange(16), cl::NDRange(0)), HasSubstr("twice"));
}

TEST(Launch, DimensionsMustAgree) {
  const cl::Kernel kernel = session().kernel("twice.cl", "twice", "");
  EXPECT_THAT(refused<wb::Error>(kernel, cl::NDRange(16, 16), cl::NDRange(16)),
              HasSubstr("2 dimensions, the local one 1"));
}

TEST(Launch, AGroupAboveTheDevicesLimitIsSkippedWithBothNumbers) {
  const cl::Kernel kernel = session().kernel("twice.cl", "twice", "");
  const std::size_t limit = session().facts().max_work_group_size;
  EXPECT_THAT(refused<wb::Skipped>(kernel, cl::NDRange(2 * limit, 2), cl::NDRange(limit, 2)),
              AllOf(HasSubstr(std::to_string(2 * limit)), HasSubstr(std::to_string(limit))));
  const std::size_t item_limit = session().facts().max_work_item_sizes[0];
  EXPECT_THAT(
      refused<wb::Skipped>(kernel, cl::NDRange(2 * item_limit), cl::NDRange(2 * item_limit)),
      HasSubstr("dimension 0"));
}

TEST(Launch, AKernelsOwnGroupSizeIsKept) {
  const cl::Kernel kernel = session().kernel("four_items.cl", "four_items", "");
  EXPECT_NO_THROW(wb::check_launch(session(), kernel, cl::NDRange(16), cl::NDRange(4)));
  EXPECT_THAT(refused<wb::Error>(kernel, cl::NDRange(16), cl::NDRange(2)),
              AllOf(HasSubstr("four_items"), HasSubstr("4 x 1 x 1"), HasSubstr("2 x 1 x 1")));
}

TEST(Launch, LocalMemoryAboveTheDevicesIsSkippedWithBothNumbers) {
  const auto has = session().facts().local_memory_bytes;
  const cl::Kernel dynamic = session().kernel("twice.cl", "twice", "");
  EXPECT_THAT(refused<wb::Skipped>(dynamic, cl::NDRange(16), cl::NDRange(16), has + 4),
              AllOf(HasSubstr(std::to_string(has + 4)), HasSubstr(std::to_string(has))));
  EXPECT_EQ(refused<wb::Skipped>(dynamic, cl::NDRange(16), cl::NDRange(16), has), "");
  if (!session().facts().pocl) GTEST_SKIP() << "other compilers refuse the array themselves";
  const cl::Kernel fixed =
      session().kernel("local_array.cl", "local_array", "-DCOUNT=" + std::to_string(has / 4 + 1));
  EXPECT_THAT(refused<wb::Skipped>(fixed, cl::NDRange(16), cl::NDRange(16)),
              HasSubstr("local memory"));
}

}  // namespace
