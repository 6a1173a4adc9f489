// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "01_platform_query/platform_query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "01_platform_query/cpu_loops.hpp"
#include "01_platform_query/limits.hpp"
#include "wb/process.hpp"

namespace fs = std::filesystem;
using testing::HasSubstr;

namespace {

std::string program() {
  return (fs::path(wb::executable_path()).parent_path() / "01_platform_query").string();
}

wb::ProcessResult run(std::vector<std::string> arguments,
                      std::map<std::string, std::string> environment = {}) {
  wb::Command command;
  command.argv = std::move(arguments);
  command.argv.insert(command.argv.begin(), program());
  command.environment = std::move(environment);
  command.time_limit = std::chrono::seconds(800);
  return wb::run_process(command);
}

TEST(Limits, AreThoseThatTheDeviceReports) {
  const wb::DeviceEntry entry = wb::choose_device("");
  const wb::DeviceFacts facts = wb::device_facts(entry);
  const nlohmann::json limits = chapters::to_json(chapters::limits_of(entry));
  EXPECT_EQ(limits["type"], facts.cpu ? "CPU" : "GPU");
  EXPECT_EQ(limits["driver"], facts.driver);
  EXPECT_EQ(limits["compute_units"], facts.compute_units);
  EXPECT_EQ(limits["clock_mhz"], facts.clock_mhz);
  EXPECT_EQ(limits["max_work_group_size"], facts.max_work_group_size);
  EXPECT_EQ(limits["max_work_item_sizes"], facts.max_work_item_sizes);
  EXPECT_EQ(limits["local_memory_bytes"], facts.local_memory_bytes);
  EXPECT_EQ(limits["local_memory_type"], facts.local_memory_is_global ? "Global" : "Local");
  EXPECT_EQ(limits["global_memory_bytes"], facts.global_memory_bytes);
  EXPECT_EQ(limits["max_allocation_bytes"], facts.max_allocation_bytes);
  EXPECT_EQ(limits["constant_buffer_bytes"], facts.constant_buffer_bytes);
  EXPECT_EQ(limits["constant_arguments"], facts.constant_args);
  EXPECT_EQ(limits["base_alignment_bytes"], facts.base_align_bytes);
  EXPECT_EQ(limits["images"], facts.images);
  EXPECT_EQ(limits["fp64"], facts.fp64);
  EXPECT_EQ(limits["fp16"], facts.has_extension("cl_khr_fp16"));
  EXPECT_EQ(limits["out_of_order"], facts.out_of_order);
  EXPECT_GE(limits["preferred_work_group_multiple"], 1);
  EXPECT_GE(limits["timer_resolution_ns"], 1);
  for (const auto& extension : limits["extensions"]) {
    EXPECT_TRUE(facts.has_extension(extension)) << extension;
  }
  if (facts.version.rfind("OpenCL 3.", 0) == 0) {
    EXPECT_THAT(limits["c_versions"], testing::Contains("1.2"));
  }
}

TEST(Limits, EachSayWhatTheyDecideUnderANameOfTheirOwn) {
  const auto groups = chapters::limits_of(wb::choose_device(""));
  const std::string text = chapters::to_text(groups);
  std::set<std::string> keys;
  for (const chapters::LimitGroup& group : groups) {
    EXPECT_FALSE(group.limits.empty()) << group.title;
    for (const chapters::Limit& limit : group.limits) {
      EXPECT_TRUE(keys.insert(limit.key).second) << limit.key << " twice";
      EXPECT_FALSE(limit.text.empty()) << limit.key;
      EXPECT_FALSE(limit.decides.empty()) << limit.key;
      EXPECT_THAT(text, HasSubstr(limit.name));
      EXPECT_THAT(text, HasSubstr(limit.decides));
    }
  }
  EXPECT_GE(keys.size(), 35u);
}

TEST(SelfCheck, PassesWhereTheDriverWorks) {
  const wb::Row row = chapters::check_device(program(), wb::choose_device(""));
  EXPECT_EQ(row.status, "ok") << row.reason;
}

TEST(SelfCheck, FindsWhatEnumeratesAndCannotCompute) {
  const wb::DeviceEntry entry = wb::choose_device("");
  // A program that is no chapter at all: the check must not take silence for a pass.
  EXPECT_EQ(chapters::check_device("/bin/true", entry).status, "skipped");
  const wb::Row crashed = chapters::check_device("/bin/false", entry);
  EXPECT_EQ(crashed.status, "skipped");
  EXPECT_THAT(crashed.reason, HasSubstr("exit code 1"));

  const wb::TemporaryDirectory folder;
  fs::create_directories(fs::path(folder.path()) / "01_platform_query");
  const std::string kernel = folder.path() + "/01_platform_query/self_check.cl";
  setenv("WB_KERNEL_DIR", folder.path().c_str(), 1);
  std::ofstream(kernel) << "__kernel void self_check(uint salt, __global uint* out) {\n"
                           "  out[get_global_id(0)] = salt;\n}\n";
  const wb::Row wrong = chapters::check_device(program(), entry);
  std::ofstream(kernel) << "__kernel void self_check(uint salt, __global uint* out) { nonsense }\n";
  const wb::Row unbuilt = chapters::check_device(program(), entry);
  unsetenv("WB_KERNEL_DIR");
  EXPECT_EQ(wrong.status, "wrong");
  EXPECT_THAT(wrong.reason, HasSubstr("out[1]"));
  EXPECT_EQ(unbuilt.status, "skipped");
  EXPECT_THAT(unbuilt.reason, HasSubstr("does not build"));
}

wb::CeilingTry some_try(const char* ceiling, const char* variant, double bytes, double ms) {
  wb::CeilingTry made;
  made.ceiling = ceiling;
  made.variant = variant;
  made.size = {1};
  made.work.bytes = bytes;
  made.clock = "device";
  made.time = wb::summarise("device", {ms, ms, ms});
  made.best_ms = ms;
  return made;
}

TEST(Rows, StandBesideThePeerOfTheirKind) {
  std::vector<wb::CeilingTry> tries = {some_try("copy", "float4, plain stores", 2e6, 2),
                                       some_try("copy", "float, plain stores", 1e6, 2),
                                       some_try("copy", "float4, streaming stores", 2e6, 1),
                                       some_try("copy", "C++, plain stores", 1e6, 4),
                                       some_try("upload", "pageable", 1e6, 2),
                                       some_try("upload", "pinned", 1e6, 1)};
  tries[3].peer = true;
  const std::vector<wb::Row> rows = chapters::rows_of(tries);
  ASSERT_EQ(rows.size(), tries.size());
  EXPECT_DOUBLE_EQ(rows[0].of_peer.at("C++, plain stores"), 4);
  EXPECT_DOUBLE_EQ(rows[1].of_peer.at("C++, plain stores"), 2);
  EXPECT_TRUE(rows[2].of_peer.empty());
  EXPECT_TRUE(rows[3].peer);
  // The floor of each is the time that the best way would need for the same work.
  EXPECT_DOUBLE_EQ(rows[2].of_roof(), 1);
  EXPECT_DOUBLE_EQ(rows[0].of_roof(), 0.5);
  EXPECT_DOUBLE_EQ(rows[1].of_roof(), 0.25);
  EXPECT_EQ(rows[4].experiment, "transfer");
  EXPECT_EQ(rows[4].variant, "upload, pageable");
  EXPECT_DOUBLE_EQ(rows[4].of_roof(), 1);
  EXPECT_THAT(chapters::summary_of(tries), HasSubstr("is 4.00 of it"));
}

TEST(Rows, ShowNoTimeForWhatWasWrong) {
  std::vector<wb::CeilingTry> tries = {some_try("read", "float4", 1e6, 1)};
  tries[0].status = "wrong";
  tries[0].reason = "the sum is 3, expected 4\nmore";
  EXPECT_FALSE(chapters::rows_of(tries)[0].time);
  EXPECT_THAT(chapters::table_of(tries),
              HasSubstr("read  float4 is wrong: the sum is 3, expected 4"));
}

TEST(Paper, CountsTwoFlopsALaneAndCycle) {
  wb::DeviceFacts facts;
  facts.compute_units = 4;
  facts.clock_mhz = 1500;
  EXPECT_DOUBLE_EQ(chapters::paper_gflops(facts, 8), 96);
}

TEST(Program, WorksWhereAWorkGroupIsOneItem) {
  const wb::ProcessResult result =
      run({"--budget", "0.02", "--json", "-"}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}});
  ASSERT_TRUE(result.ok()) << result.describe() << result.err;
  const auto document = nlohmann::json::parse(result.out);
  EXPECT_THAT(wb::check_schema(document), testing::IsEmpty());
  EXPECT_EQ(document["limits"]["max_work_group_size"], 1);
  EXPECT_GT(document["ceilings"]["copy_gbps"], 0);
  EXPECT_GT(document["ceilings"]["fma_gflops"], 0);
  for (const auto& row : document["rows"]) EXPECT_EQ(row["status"], "ok") << row.dump();
}

TEST(Program, PutsPeersBesideOurs) {
  const wb::ProcessResult result = run({"--peers", "--budget", "0.02", "--json", "-"});
  ASSERT_TRUE(result.ok()) << result.describe() << result.err;
  const auto document = nlohmann::json::parse(result.out);
  EXPECT_THAT(wb::check_schema(document), testing::IsEmpty());
  std::set<std::string> peers;
  for (const auto& row : document["rows"]) {
    EXPECT_EQ(row["status"], "ok") << row.dump();
    if (!row["peer"]) continue;
    peers.insert(row["variant"]);
    EXPECT_GT(row["time"]["median_ms"], 0) << row.dump();
  }
  EXPECT_TRUE(peers.count("clEnqueueCopyBuffer"));
}

}  // namespace
