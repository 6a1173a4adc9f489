// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// CTest runs this with POCL_DEVICES="basic pthread": two devices of one platform.
#include "wb/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "wb/error.hpp"

namespace {

using testing::AllOf;
using testing::HasSubstr;

// What choosing throws, as text; "" if it does not.
template <class E>
std::string refusal(const std::string& selector) {
  try {
    wb::choose_device(selector);
  } catch (const E& error) {
    return error.what();
  }
  return "";
}

class TwoDevices : public testing::Test {
 protected:
  void SetUp() override {
    devices_ = wb::list_devices();
    if (devices_.size() < 2) GTEST_SKIP() << "fewer than two devices here";
  }
  std::vector<wb::DeviceEntry> devices_;
};

TEST_F(TwoDevices, AreChosenByIndexAndByPair) {
  for (const wb::DeviceEntry& entry : devices_) {
    EXPECT_EQ(wb::choose_device(std::to_string(entry.index)).device(), entry.device());
    const std::string pair =
        std::to_string(entry.platform_index) + ":" + std::to_string(entry.device_index);
    EXPECT_EQ(wb::choose_device(pair).device(), entry.device());
  }
}

TEST_F(TwoDevices, AreChosenByPartOfTheNameInAnyCase) {
  const std::string name = devices_[0].name;
  if (name == devices_[1].name) GTEST_SKIP() << "both devices have one name";
  std::string upper = name;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  EXPECT_EQ(wb::choose_device(upper).device(), devices_[0].device());
}

TEST_F(TwoDevices, ASelectorThatMatchesBothIsRefusedWithTheList) {
  const std::string text = refusal<wb::UsageError>(devices_[0].platform_name);
  EXPECT_THAT(text, AllOf(HasSubstr("matches " + std::to_string(devices_.size())),
                          HasSubstr(devices_[0].describe()), HasSubstr(devices_[1].describe())));
}

TEST_F(TwoDevices, ASelectorThatMatchesNoneIsRefusedWithTheList) {
  for (const char* selector : {"no such device", "99", "9:9", "0:", ":"}) {
    EXPECT_THAT(refusal<wb::UsageError>(selector),
                AllOf(HasSubstr("matches none"), HasSubstr(devices_[0].describe())))
        << selector;
  }
}

TEST_F(TwoDevices, TheVariableNamesADefaultThatTheCommandLineOverrides) {
  setenv("WB_DEVICE", "1", 1);
  EXPECT_EQ(wb::choose_device("").device(), devices_[1].device());
  EXPECT_EQ(wb::choose_device("0").device(), devices_[0].device());
  unsetenv("WB_DEVICE");
}

TEST(Device, FactsAreThoseOfTheDriver) {
  const wb::DeviceEntry entry = wb::choose_device("0");
  const wb::DeviceFacts facts = wb::device_facts(entry);
  EXPECT_EQ(facts.name, entry.name);
  EXPECT_GT(facts.compute_units, 0u);
  EXPECT_EQ(facts.max_work_group_size, entry.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  EXPECT_GE(facts.max_work_item_sizes.size(), 3u);
  EXPECT_GE(facts.base_align_bytes, 16u);
  EXPECT_TRUE(facts.has_extension("cl_khr_byte_addressable_store"));
  EXPECT_FALSE(facts.has_extension("cl_khr_byte_addressable")) << "a part of a name is no name";
}

TEST(Device, ErrorCodesHaveNames) {
  EXPECT_EQ(wb::cl_error_name(CL_SUCCESS), "CL_SUCCESS");
  EXPECT_EQ(wb::cl_error_name(CL_BUILD_PROGRAM_FAILURE), "CL_BUILD_PROGRAM_FAILURE");
  EXPECT_EQ(wb::cl_error_name(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
            "CL_KERNEL_ARG_INFO_NOT_AVAILABLE");
  EXPECT_EQ(wb::cl_error_name(CL_INVALID_VALUE), "CL_INVALID_VALUE");
  EXPECT_EQ(wb::cl_error_name(CL_INVALID_WORK_GROUP_SIZE), "CL_INVALID_WORK_GROUP_SIZE");
  EXPECT_EQ(wb::cl_error_name(CL_INVALID_DEVICE_PARTITION_COUNT),
            "CL_INVALID_DEVICE_PARTITION_COUNT");
  EXPECT_EQ(wb::cl_error_name(CL_MAX_SIZE_RESTRICTION_EXCEEDED),
            "CL_MAX_SIZE_RESTRICTION_EXCEEDED");
  EXPECT_EQ(wb::cl_error_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
  EXPECT_EQ(wb::cl_error_name(-9999), "error -9999");
  EXPECT_EQ(wb::cl_error_name(7), "error 7");
}

// Each runs in a process of its own: a loader reads its environment once.
[[noreturn]] void choose_and_exit(const char* variable, const char* value, const char* require) {
  setenv(variable, value, 1);
  setenv("WB_REQUIRE_DEVICE", require ? require : "0", 1);  // CI sets it
  try {
    wb::choose_device("");
    std::exit(0);
  } catch (const wb::Error& error) {
    fputs(error.what(), stderr);
    std::exit(static_cast<int>(error.code()));
  }
}

class NoDevice : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(NoDevice, WithoutADriverIsSkippedWithAdvice) {
  EXPECT_EXIT(choose_and_exit("OCL_ICD_VENDORS", "/nonexistent", nullptr),
              testing::ExitedWithCode(77), "loader is not a driver.*pocl-opencl-icd");
}

TEST_F(NoDevice, IsAFailureWhereADeviceIsRequired) {
  EXPECT_EXIT(choose_and_exit("OCL_ICD_VENDORS", "/nonexistent", "1"), testing::ExitedWithCode(3),
              "loader is not a driver");
}

TEST_F(NoDevice, APlatformWithoutDevicesHintsAtTheCache) {
  EXPECT_EXIT(choose_and_exit("POCL_CACHE_DIR", "/proc/nope", nullptr), testing::ExitedWithCode(77),
              "POCL_CACHE_DIR");
}

}  // namespace
