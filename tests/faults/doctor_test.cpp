// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// The doctor in broken worlds: it must name the cause and end by itself, whatever a driver does.
#include <nlohmann/json.hpp>

#include "fault_test.hpp"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using wb::ExitCode;

class Doctor : public FaultTest {};
using Fault02 = Doctor;
using Fault03 = ChapterTest;
using Fault07 = ChapterTest;  // as in odd_device_test.cpp

TEST_F(Doctor, IsContentWhereADeviceWorks) {
  const auto result = run("doctor");
  expect(result, ExitCode::kOk,
         {"libOpenCL.so", "a one-line kernel ran, its values are right", "A usable device is here.",
          "What to do"});
  EXPECT_THAT(result.out, Not(HasSubstr("BAD")));
}

TEST_F(Doctor, NamesTheVariableThatHidesEveryDriver) {
  expect(run("doctor", {}, {{"OCL_ICD_VENDORS", "/nonexistent"}}), ExitCode::kEnvironment,
         {"OCL_ICD_VENDORS is set to /nonexistent", "error -1001", "1. Unset OCL_ICD_VENDORS"});
}

TEST_F(Doctor, SaysInstallADriverWhereTheFolderIsEmpty) {
  expect(run("doctor", {}, {{"OCL_ICD_VENDORS", folder()}}), ExitCode::kEnvironment,
         {"holds no .icd file"});
  // The same with the loader's other variable.
  expect(run("doctor", {}, {{"OCL_ICD_VENDORS", ""}, {"OPENCL_VENDOR_PATH", folder()}}),
         ExitCode::kEnvironment, {"(OPENCL_VENDOR_PATH)", "holds no .icd file"});
}

TEST_F(Fault02, NamesFileLibraryAndLoaderWhereAVendorLibraryIsMissing) {
  const std::string file = write("broken.icd", "libwb-no-such-driver.so.1\n");
  expect(run("doctor", {}, {{"OCL_ICD_VENDORS", folder()}}), ExitCode::kEnvironment,
         {file + " names libwb-no-such-driver.so.1: cannot be loaded", "libOpenCL.so",
          "dpkg -S " + file, "sudo apt-get install pocl-opencl-icd"});
}

TEST_F(Fault02, TellsALibraryThatIsNoDriverAndAFileWithoutAName) {
  write("a.icd", "libm.so.6\n");
  write("b.icd", "\n");
  expect(run("doctor", {}, {{"OCL_ICD_VENDORS", folder()}}), ExitCode::kEnvironment,
         {"libm.so.6: is a library, but not an OpenCL driver", "it names no library"});
}

TEST_F(Fault03, PointsAtTheCacheWhereThePlatformHasNoDevice) {
  expect(run("doctor", {}, {{"POCL_CACHE_DIR", "/proc/nope"}}), ExitCode::kEnvironment,
         {"no device", "/proc/nope: cannot be made", "1. Set POCL_CACHE_DIR to a folder"});
}

TEST_F(Fault03, AChapterGoesOnToTheNextPlatformOrHintsAtTheCache) {
  expect(run_small({}, {{"POCL_CACHE_DIR", "/proc/nope"}}), ExitCode::kSkipped,
         {"no OpenCL device found", "cache directory (POCL_CACHE_DIR) can be written"});
  expect(run_odd("platform", kChapter, {"--size", "16"}), ExitCode::kOk, {"match the reference"});
}

TEST_F(Doctor, PointsAtTheCacheWhereItIsAFile) {
  const std::string file = write("cache", "not a folder");
  expect(run("doctor", {}, {{"POCL_CACHE_DIR", file}}), ExitCode::kEnvironment,
         {"failed at \"build\", error -11", file + ": cannot be made: Not a directory",
          "1. Set POCL_CACHE_DIR to a folder"});
}

TEST_F(Fault07, SurvivesADriverThatAbortsWhileItIsLoaded) {
  const std::string file = write("abort.icd", WB_ABORT_VENDOR "\n");
  expect(run("doctor", {}, {{"OCL_ICD_VENDORS", folder()}}), ExitCode::kEnvironment,
         {file + " names", "takes the process down", "signal 6, SIGABRT",
          "it said: the vendor says why", "move the file away",
          "export OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd"});
}

TEST_F(Doctor, MissesSysWhereNothingWorks) {
  const auto broken = [&](const std::string& root) {
    return run("doctor", {"--root", root}, {{"OCL_ICD_VENDORS", "/nonexistent"}});
  };
  expect(broken(folder()), ExitCode::kEnvironment, {"/sys is not mounted here"});
  write("sys/devices/system/cpu/present", "0-1\n");
  EXPECT_THAT(broken(folder()).out, Not(HasSubstr("/sys is not mounted")));
}

TEST_F(Doctor, TellsOfAGpuThatHasNoDriver) {
  write("sys/bus/pci/devices/0000:65:00.0/class", "0x030200\n");
  write("sys/bus/pci/devices/0000:65:00.0/vendor", "0x10de\n");
  write("sys/bus/pci/devices/0000:00:1f.0/class", "0x060100\n");  // a bridge of Intel's: no GPU
  write("sys/bus/pci/devices/0000:00:1f.0/vendor", "0x8086\n");
  write(".dockerenv", "");
  const auto result =
      run("doctor", {"--root", folder()}, {{"OCL_ICD_VENDORS", "/etc/OpenCL/vendors/pocl.icd"}});
  expect(result, ExitCode::kOk,
         {"An NVIDIA GPU is here (0000:65:00.0)", "nvidia-opencl-icd", "--gpus all"});
  EXPECT_THAT(result.out, Not(HasSubstr("Intel")));
}

TEST_F(Doctor, SaysTheSameInJson) {
  const auto result = run("doctor", {"--json"}, {{"OCL_ICD_VENDORS", "/nonexistent"}});
  expect(result, ExitCode::kEnvironment);
  const auto found = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_TRUE(found.is_object()) << result.out;
  EXPECT_EQ(found["usable"], false);
  EXPECT_EQ(found["vendors"]["why"], "OCL_ICD_VENDORS");
  EXPECT_THAT(found["advice"].dump(), HasSubstr("Unset OCL_ICD_VENDORS"));
}

TEST_F(Doctor, RefusesWhatItDoesNotUnderstand) {
  expect(run("doctor", {"--jsn"}), ExitCode::kUsage, {"--jsn"});
}

}  // namespace
