// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/ceilings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "wb/process.hpp"

namespace fs = std::filesystem;
using wb::CeilingTry;

namespace {

wb::DeviceFacts some_device() {
  wb::DeviceFacts facts;
  facts.name = "A device (with / signs)";
  facts.platform = "A platform";
  facts.driver = "1.0";
  facts.version = "OpenCL 3.0";
  facts.compute_units = 2;
  facts.global_memory_bytes = 1u << 30;
  return facts;
}

wb::Ceilings some_ceilings() {
  wb::Ceilings ceilings;
  ceilings.fma_gflops = 123.5;
  ceilings.fma64_gflops = 61.25;
  ceilings.copy_gbps = 40;
  ceilings.copy_plain_gbps = 30;
  ceilings.copy_stores = "streaming";
  ceilings.read_gbps = 45;
  ceilings.upload_pageable_gbps = 5;
  ceilings.upload_pinned_gbps = 6;
  ceilings.download_pageable_gbps = 7;
  ceilings.download_pinned_gbps = 8;
  ceilings.launch_us = 9;
  return ceilings;
}

/// Sets one environment variable and puts back what was there.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Environment() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

class CeilingsCache : public testing::Test {
 protected:
  void write(const std::string& text) const {
    fs::create_directories(fs::path(file_).parent_path());
    std::ofstream(file_) << text;
  }
  nlohmann::json read() const { return nlohmann::json::parse(std::ifstream(file_)); }

  wb::TemporaryDirectory folder_;
  Environment cache_{"XDG_CACHE_HOME", folder_.path().c_str()};
  std::string file_ = wb::ceilings_cache_file(some_device());
};

TEST_F(CeilingsCache, LiesInTheUsersCacheFolder) {
  EXPECT_EQ(fs::path(file_).parent_path(), fs::path(folder_.path()) / "opencl-measured");
  EXPECT_THAT(fs::path(file_).filename(),
              testing::ResultOf([](const fs::path& p) { return p.string(); },
                                testing::StartsWith("ceilings-A_device")));
  const Environment none("XDG_CACHE_HOME", nullptr);
  const Environment home("HOME", "/home/somebody");
  EXPECT_EQ(fs::path(wb::ceilings_cache_file(some_device())).parent_path(),
            "/home/somebody/.cache/opencl-measured");
  const Environment homeless("HOME", nullptr);
  EXPECT_EQ(wb::ceilings_cache_file(some_device()), "");
  EXPECT_FALSE(wb::store_ceilings(some_device(), some_ceilings()));
  EXPECT_FALSE(wb::load_ceilings(some_device()));
}

TEST_F(CeilingsCache, GivesBackWhatItWasGiven) {
  EXPECT_FALSE(wb::load_ceilings(some_device()));
  ASSERT_TRUE(wb::store_ceilings(some_device(), some_ceilings()));
  const auto loaded = wb::load_ceilings(some_device());
  ASSERT_TRUE(loaded);
  const wb::Ceilings want = some_ceilings();
  EXPECT_TRUE(loaded->from_cache);
  EXPECT_EQ(loaded->fma_gflops, want.fma_gflops);
  EXPECT_EQ(loaded->fma64_gflops, want.fma64_gflops);
  EXPECT_EQ(loaded->copy_gbps, want.copy_gbps);
  EXPECT_EQ(loaded->copy_plain_gbps, want.copy_plain_gbps);
  EXPECT_EQ(loaded->copy_stores, want.copy_stores);
  EXPECT_EQ(loaded->read_gbps, want.read_gbps);
  EXPECT_EQ(loaded->upload_pageable_gbps, want.upload_pageable_gbps);
  EXPECT_EQ(loaded->upload_pinned_gbps, want.upload_pinned_gbps);
  EXPECT_EQ(loaded->download_pageable_gbps, want.download_pageable_gbps);
  EXPECT_EQ(loaded->download_pinned_gbps, want.download_pinned_gbps);
  EXPECT_EQ(loaded->launch_us, want.launch_us);
  // pocl reports the memory that happens to be free: no reason to measure again.
  wb::DeviceFacts busier = some_device();
  busier.global_memory_bytes /= 2;
  EXPECT_TRUE(wb::load_ceilings(busier));
  // Written beside and renamed: nothing else is left in the folder.
  EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(file_).parent_path()), {}), 1);
}

TEST_F(CeilingsCache, RefusesWhatIsNotOfThisDevice) {
  ASSERT_TRUE(wb::store_ceilings(some_device(), some_ceilings()));
  const nlohmann::json good = read();
  for (const auto& [key, value] : good["key"].items()) {
    nlohmann::json foreign = good;
    foreign["key"][key] = "another";
    write(foreign.dump());
    EXPECT_FALSE(wb::load_ceilings(some_device())) << key;
  }
  for (const auto& [key, value] : good["ceilings"].items()) {
    nlohmann::json partial = good;
    partial["ceilings"].erase(key);
    write(partial.dump());
    EXPECT_FALSE(wb::load_ceilings(some_device())) << key;
  }
  for (const std::string text : {"", "[]", "{", "not JSON at all", "{\"key\": 3}"}) {
    write(text);
    EXPECT_FALSE(wb::load_ceilings(some_device())) << text;
  }
  write(good.dump().substr(0, good.dump().size() / 2));
  EXPECT_FALSE(wb::load_ceilings(some_device())) << "a file cut in half";
  write(good.dump());
  EXPECT_TRUE(wb::load_ceilings(some_device()));
}

TEST_F(CeilingsCache, GoesOnWithoutAFolderThatCanBeWritten) {
  const std::string in_the_way = folder_.path() + "/a-file";
  std::ofstream(in_the_way) << "no folder";
  const Environment cache("XDG_CACHE_HOME", in_the_way.c_str());
  EXPECT_FALSE(wb::store_ceilings(some_device(), some_ceilings()));
  EXPECT_FALSE(wb::load_ceilings(some_device()));
}

TEST(Ceilings, AreTheFastestOfOursThatWereRight) {
  const auto make = [](const char* ceiling, const char* variant, double work, double ms) {
    CeilingTry made;
    made.ceiling = ceiling;
    made.variant = variant;
    made.work = {work, work};
    made.best_ms = ms;
    return made;
  };
  std::vector<CeilingTry> tries = {make("fma", "float", 1e6, 2),
                                   make("fma", "float4", 1e6, 1),
                                   make("copy", "a, plain stores", 1e6, 4),
                                   make("copy", "a, streaming stores", 1e6, 2),
                                   make("copy", "b, plain stores", 1e6, 1),
                                   make("read", "float4", 1e6, 0.5),
                                   make("upload", "pinned", 1e6, 8),
                                   make("upload", "pageable", 1e6, 10),
                                   make("launch", "empty kernel", 0, 0.02)};
  tries[4].status = "wrong";
  CeilingTry peer = make("fma", "C++", 1e6, 0.1);
  peer.peer = true;
  tries.push_back(peer);
  const wb::Ceilings best = wb::best_of(tries);
  EXPECT_DOUBLE_EQ(best.fma_gflops, 1);
  EXPECT_DOUBLE_EQ(best.copy_gbps, 0.5);
  EXPECT_EQ(best.copy_stores, "streaming");
  EXPECT_DOUBLE_EQ(best.copy_plain_gbps, 0.25);
  EXPECT_DOUBLE_EQ(best.read_gbps, 2);
  EXPECT_DOUBLE_EQ(best.upload_pinned_gbps, 0.125);
  EXPECT_DOUBLE_EQ(best.upload_pageable_gbps, 0.1);
  EXPECT_DOUBLE_EQ(best.download_pinned_gbps, 0);
  EXPECT_DOUBLE_EQ(best.launch_us, 20);
}

TEST(Ceilings, AreMeasuredOnceAndThenRead) {
  const wb::TemporaryDirectory folder;
  const Environment cache("XDG_CACHE_HOME", folder.path().c_str());
  wb::Session session;
  const std::string file = wb::ceilings_cache_file(session.facts());
  fs::create_directories(fs::path(file).parent_path());
  std::ofstream(file) << "what another program left here";
  const wb::Ceilings measured = wb::measure_ceilings(session);
  EXPECT_FALSE(measured.from_cache);
  for (const double rate :
       {measured.fma_gflops, measured.copy_gbps, measured.copy_plain_gbps, measured.read_gbps,
        measured.upload_pageable_gbps, measured.upload_pinned_gbps, measured.download_pageable_gbps,
        measured.download_pinned_gbps, measured.launch_us}) {
    EXPECT_GT(rate, 0);
    EXPECT_LT(rate, 1e7);
  }
  EXPECT_EQ(measured.fma64_gflops > 0, session.facts().fp64);
  EXPECT_GE(measured.copy_gbps, measured.copy_plain_gbps);
  EXPECT_THAT(measured.copy_stores, testing::AnyOf("plain", "streaming"));

  const wb::Ceilings again = wb::measure_ceilings(session);
  EXPECT_TRUE(again.from_cache);
  EXPECT_EQ(again.fma_gflops, measured.fma_gflops);
}

TEST(Ceilings, AreNotMeasuredWithKernelsThatComputeSomethingElse) {
  // The same kernels, each with one fault, in a folder of their own.
  const wb::TemporaryDirectory folder;
  const std::string name = "01_platform_query";
  const fs::path original = fs::path(wb::find_kernel_file(name + "/copy.cl")).parent_path();
  fs::create_directories(fs::path(folder.path()) / name);
  const auto spoil = [&](const char* file, const std::string& from, const std::string& to) {
    std::string text = wb::read_kernel_file((original / file).string());
    ASSERT_NE(text.find(from), std::string::npos) << file;
    while (text.find(from) != std::string::npos) text.replace(text.find(from), from.size(), to);
    std::ofstream(fs::path(folder.path()) / name / file) << text;
  };
  spoil("copy.cl", "STORE(in[i], &out[i])", "STORE(in[i ^ 1], &out[i])");
  spoil("read.cl", "s < steps; ++s", "s + 1 < steps; ++s");
  spoil("fma_chains.cl", "t < turns; ++t", "t + 1 < turns; ++t");
  spoil("empty.cl", "__kernel", "kernel");
  const Environment kernels("WB_KERNEL_DIR", folder.path().c_str());
  wb::Session session;
  std::vector<CeilingTry> tries = wb::ceiling_tries(session);
  wb::run_tries(tries);
  std::size_t wrong = 0;
  for (const CeilingTry& each : tries) {
    const bool kernel = each.ceiling == "fma" || each.ceiling == "copy" || each.ceiling == "read";
    if (!kernel) continue;
    EXPECT_EQ(each.status, "wrong") << each.ceiling << " " << each.variant << " " << each.reason;
    EXPECT_FALSE(each.reason.empty());
    ++wrong;
  }
  EXPECT_GE(wrong, 10u);
  const wb::Ceilings best = wb::best_of(tries);
  EXPECT_EQ(best.fma_gflops, 0);
  EXPECT_EQ(best.copy_gbps, 0);
  EXPECT_EQ(best.read_gbps, 0);
  EXPECT_GT(best.launch_us, 0);
}

}  // namespace
