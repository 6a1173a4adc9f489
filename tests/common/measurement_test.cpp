// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/measurement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

wb::Document sample() {
  wb::Document document;
  document.chapter = "00_sample";
  document.ceilings.fma_gflops = 100;
  document.ceilings.copy_gbps = 10;
  document.ceilings.copy_stores = "plain";
  wb::Row row;
  row.experiment = "sum";
  row.variant = "a \"quoted\", name";
  row.size = {8, 4};
  row.work = {.flops = 2e6, .bytes = 1e6};
  row.launches = {{.kernel = "none.cl",
                   .entry = "k",
                   .options = "-DX=1",
                   .args = {},
                   .global = cl::NDRange(8, 4),
                   .local = cl::NDRange(2, 2)}};
  row.time = wb::summarise("device", {2, 1, 4});
  wb::place_on_roofline(row, document.ceilings);
  document.rows.push_back(row);
  return document;
}

TEST(Schema, ADocumentThatWeWriteIsValid) {
  EXPECT_THAT(wb::check_schema(wb::to_json(sample())), ElementsAre());
}

// Each required key, removed and then given a wrong type, is a fault that names it.
TEST(Schema, EachRequiredKeyIsMissed) {
  const json whole = wb::to_json(sample());
  for (const char* path : {"/schema",
                           "/chapter",
                           "/revision",
                           "/date",
                           "/device",
                           "/ceilings",
                           "/rows",
                           "/device/name",
                           "/device/platform",
                           "/device/driver",
                           "/device/version",
                           "/device/type",
                           "/device/compute_units",
                           "/device/local_memory_type",
                           "/ceilings/fma_gflops",
                           "/ceilings/copy_gbps",
                           "/ceilings/copy_stores",
                           "/ceilings/read_gbps",
                           "/ceilings/upload_pageable_gbps",
                           "/ceilings/upload_pinned_gbps",
                           "/ceilings/launch_us",
                           "/rows/0/experiment",
                           "/rows/0/variant",
                           "/rows/0/size",
                           "/rows/0/launches",
                           "/rows/0/launches/0/kernel",
                           "/rows/0/launches/0/entry",
                           "/rows/0/launches/0/options",
                           "/rows/0/launches/0/global",
                           "/rows/0/launches/0/local",
                           "/rows/0/launches/0/source_hash",
                           "/rows/0/status",
                           "/rows/0/reason",
                           "/rows/0/peer",
                           "/rows/0/max_relative_error",
                           "/rows/0/work",
                           "/rows/0/work/flops",
                           "/rows/0/work/bytes",
                           "/rows/0/work/floor_ms",
                           "/rows/0/work/bound",
                           "/rows/0/time/clock",
                           "/rows/0/time/runs",
                           "/rows/0/time/median_ms",
                           "/rows/0/time/min_ms",
                           "/rows/0/time/max_ms",
                           "/rows/0/time/gflops",
                           "/rows/0/time/gbps",
                           "/rows/0/time/of_roof",
                           "/rows/0/time/speedup"}) {
    const json::json_pointer pointer(path);
    ASSERT_TRUE(whole.contains(pointer)) << path;
    json removed = whole;
    removed.at(pointer.parent_pointer()).erase(pointer.back());
    EXPECT_THAT(wb::check_schema(removed), Contains(HasSubstr(path))) << path;
    json mistyped = whole;
    mistyped.at(pointer) = nullptr;
    EXPECT_THAT(wb::check_schema(mistyped), Contains(HasSubstr(path))) << path;
  }
}

TEST(Schema, OnlyRowsThatAreOkCarryATime) {
  wb::Document document = sample();
  document.rows[0].status = "wrong";
  json written = wb::to_json(document);
  EXPECT_FALSE(written["rows"][0].contains("time"));
  EXPECT_THAT(wb::check_schema(written), ElementsAre());
  written["rows"][0]["time"] = wb::to_json(sample())["rows"][0]["time"];
  EXPECT_THAT(wb::check_schema(written), ElementsAre(HasSubstr("/rows/0/time")));
}

TEST(Schema, ATimelineIsAListOfSlicesThatEndAfterTheyStart) {
  wb::Document document = sample();
  document.rows[0].extra["timeline"] =
      json::parse(R"([{"track": "upload", "name": "0", "start_ms": 1, "end_ms": 2.5}])");
  json written = wb::to_json(document);
  EXPECT_THAT(wb::check_schema(written), ElementsAre());
  json& slice = written["rows"][0]["timeline"][0];
  slice["end_ms"] = 0.5;
  EXPECT_THAT(wb::check_schema(written), ElementsAre(HasSubstr("/rows/0/timeline/0/end_ms")));
  slice = {{"track", 3}, {"start_ms", "x"}, {"end_ms", 2}};
  EXPECT_THAT(wb::check_schema(written), Contains(HasSubstr("/timeline/0/track")));
  EXPECT_THAT(wb::check_schema(written), Contains(HasSubstr("/timeline/0/name")));
  EXPECT_THAT(wb::check_schema(written), Contains(HasSubstr("/timeline/0/start_ms")));
  written["rows"][0]["timeline"] = "none";
  EXPECT_THAT(wb::check_schema(written), ElementsAre(HasSubstr("/rows/0/timeline")));
}

TEST(Schema, NotEvenAnObjectIsAFaultAndNoCrash) {
  for (const json& odd : {json(), json(3), json::array(), json("text")}) {
    EXPECT_FALSE(wb::check_schema(odd).empty());
  }
  json odd = wb::to_json(sample());
  odd["rows"] = {1, "two", json::array()};
  EXPECT_FALSE(wb::check_schema(odd).empty());
  odd["rows"] = {{{"time", 3}}};
  EXPECT_FALSE(wb::check_schema(odd).empty());
}

TEST(Schema, ANumberThatIsNotFiniteIsAFault) {
  json odd = wb::to_json(sample());
  odd["rows"][0]["time"]["median_ms"] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(wb::check_schema(odd), ElementsAre(HasSubstr("median_ms")));
}

TEST(Row, RatesFollowFromWorkAndMedian) {
  const wb::Row row = sample().rows[0];
  EXPECT_DOUBLE_EQ(row.time->median_ms, 2);
  EXPECT_DOUBLE_EQ(row.gflops(), 1);  // 2e6 flops in 2 ms
  EXPECT_DOUBLE_EQ(row.gbps(), 0.5);  // 1e6 bytes in 2 ms
  EXPECT_EQ(wb::Row{}.gflops(), 0);
}

TEST(Roofline, TheSlowerCeilingSetsTheFloor) {
  wb::Ceilings ceilings;
  ceilings.fma_gflops = 100;
  ceilings.copy_gbps = 10;
  wb::Row row;
  row.work = {.flops = 1e9, .bytes = 1e9};  // 10 ms of arithmetic, 100 ms of traffic
  wb::place_on_roofline(row, ceilings);
  EXPECT_DOUBLE_EQ(row.floor_ms, 100);
  EXPECT_EQ(row.bound, "memory");
  row.work.flops = 1e11;
  wb::place_on_roofline(row, ceilings);
  EXPECT_DOUBLE_EQ(row.floor_ms, 1000);
  EXPECT_EQ(row.bound, "compute");
  row.time = wb::summarise("device", {2000});
  EXPECT_DOUBLE_EQ(row.of_roof(), 0.5);
}

TEST(Csv, HasOneLineARowAndQuotesNames) {
  const std::string csv = wb::to_csv(sample());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
  EXPECT_THAT(csv, HasSubstr("sum,\"a \"\"quoted\"\", name\",8x4,ok,device,3,2,1,4,"));
}

TEST(Today, IsADate) {
  EXPECT_THAT(wb::today(), testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]"));
  EXPECT_FALSE(wb::revision().empty());
}

}  // namespace
