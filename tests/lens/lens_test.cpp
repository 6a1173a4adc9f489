// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Micro-kernels under the lens. Every expected number is worked out in the comment above it, for
// warps of 32 lanes, sectors of 32 bytes and 32 banks of 4 bytes; buffers begin on a sector.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "wb/error.hpp"
#include "wb/lens.hpp"
#include "wb/process.hpp"

namespace wb {
namespace {

using testing::HasSubstr;
using Strings = std::vector<std::string>;

LensRun lens_run(const std::string& file, const Strings& arguments) {
  LensRun run;
  run.argv = {RUN_KERNEL, std::string(KERNELS) + "/" + file};
  run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
  return run;
}

// The only kernel that a run launched: file, kernel, global, local, arguments.
LensKernel run_one(const std::string& file, const Strings& arguments,
                   const std::string& model = "nvidia") {
  LensRun run = lens_run(file, arguments);
  run.model = parse_lens_model(model);
  const LensOutcome outcome = run_lens(run);
  EXPECT_EQ(outcome.status, "ok") << outcome.reason << outcome.err;
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  if (outcome.report.kernels.size() != 1) {
    ADD_FAILURE() << outcome.report.kernels.size() << " kernels";
    return {};
  }
  const LensKernel kernel = outcome.report.kernels[0];
  LensCounts sum;
  for (const LensLine& line : kernel.lines) sum += line.counts;
  EXPECT_EQ(flatten(sum, run.model), flatten(kernel.counts, run.model));
  return kernel;
}

LensCounts count(const std::string& file, const Strings& arguments,
                 const std::string& model = "nvidia") {
  return run_one(file, arguments, model).counts;
}

void expect(const GlobalCounts& c, std::uint64_t requests, std::uint64_t sectors,
            std::uint64_t ideal) {
  EXPECT_EQ(c.requests, requests);
  EXPECT_EQ(c.sectors, sectors);
  EXPECT_EQ(c.ideal_sectors, ideal);
}

void expect(const LocalCounts& c, std::uint64_t requests, std::uint64_t wavefronts,
            std::uint64_t ideal) {
  EXPECT_EQ(c.requests, requests);
  EXPECT_EQ(c.wavefronts, wavefronts);
  EXPECT_EQ(c.ideal_wavefronts, ideal);
}

class LensTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    if (!lens_plugin_path(&reason).empty()) return;
    if (std::getenv("WB_REQUIRE_DEVICE") != nullptr) FAIL() << reason;
    GTEST_SKIP() << reason;
  }
};
using Transpose = LensTest;
using Global = LensTest;
using Local = LensTest;
using Divergence = LensTest;
using Other = LensTest;
using Runner = LensTest;
using Tool = LensTest;

// --- transposes: equal to the hardware counters of an H200
// -------------------------------------------

// 4096 elements / 32 lanes = 128 requests. Loads: a row of 32 floats is 4 sectors: 512. Stores: 32
// rows apart, each lane its own sector: 4096.
TEST_F(Transpose, Naive) {
  const LensCounts c =
      count("transpose.cl", {"naive", "64x64", "32x8", "i:64", "buf:16384", "buf:16384"});
  expect(c.global_load, 128, 512, 512);
  expect(c.global_store, 128, 4096, 512);
  EXPECT_EQ(c.local_load.requests, 0u);
}

// Both sides of global memory by rows. A column of the tile: 32 words of one bank, 32 passes: 4096.
TEST_F(Transpose, TileWithoutPadding) {
  const LensCounts c =
      count("transpose.cl", {"tile", "64x16", "32x8", "i:64", "buf:16384", "buf:16384"});
  expect(c.global_load, 128, 512, 512);
  expect(c.global_store, 128, 512, 512);
  expect(c.local_load, 128, 4096, 128);
  expect(c.local_store, 128, 128, 128);
}

// One word of padding: a column is 33 words apart, 32 different banks.
TEST_F(Transpose, PaddedTile) {
  const LensCounts c = count(
      "transpose.cl", {"tile", "64x16", "32x8", "i:64", "buf:16384", "buf:16384", "--", "-DPAD=1"});
  expect(c.global_store, 128, 512, 512);
  expect(c.local_load, 128, 128, 128);
  expect(c.local_store, 128, 128, 128);
  EXPECT_EQ(c.barriers, 4u * 8);  // four groups of eight warps
  EXPECT_DOUBLE_EQ(c.simt_efficiency(32), 1.0);
}

// --- global memory
// -----------------------------------------------------------------------------------

// Stride s: 32 lanes x 4 s bytes = 4 s sectors, at most one a lane; the 128 bytes need 4. Two
// warps.
TEST_F(Global, Strides) {
  const auto run = [](const char* stride) {
    return count("global.cl", {"strided", "64", "32", "buf:8192", "buf:256", stride, "i:0"});
  };
  expect(run("i:1").global_load, 2, 8, 8);
  expect(run("i:2").global_load, 2, 16, 8);
  expect(run("i:4").global_load, 2, 32, 8);
  const LensCounts c = run("i:32");
  expect(c.global_load, 2, 64, 8);
  EXPECT_EQ(c.global_load.lines, 64u);
  EXPECT_EQ(c.global_load.bytes, 256u);
  expect(c.global_store, 2, 8, 8);
}

// Shifted by one float, 128 bytes begin 4 bytes into a sector: 5 sectors.
TEST_F(Global, MisalignedByOneElement) {
  expect(
      count("global.cl", {"strided", "64", "32", "buf:512", "buf:256", "i:1", "i:1"}).global_load,
      2, 10, 8);
}

// One word, one sector, and no access could do with less: excess 1.
TEST_F(Global, Broadcast) {
  const LensCounts c = count("global.cl", {"broadcast", "64", "32", "buf:256", "buf:256"});
  expect(c.global_load, 2, 2, 2);
  EXPECT_DOUBLE_EQ(flatten(c, LensModel()).at("global_load_excess"), 1.0);
}

// A warp reads 8 consecutive floats (one sector) of each of 4 runs. Index and data: 2 x (4 + 4).
TEST_F(Global, Gather) {
  expect(count("global.cl", {"gather", "64", "32", "buf:256", "buf:1024", "buf:256"}).global_load,
         4, 16, 16);
}

TEST_F(Global, Bytes) {  // 32 bytes: one sector
  expect(count("global.cl", {"bytes", "64", "32", "buf:64", "buf:64"}).global_load, 2, 2, 2);
}

// 32 lanes x 16 bytes = 512 bytes = 16 sectors with one instruction.
TEST_F(Global, Float4) {
  const LensCounts c = count("global.cl", {"wide4", "64", "32", "buf:1024", "buf:1024"});
  expect(c.global_load, 2, 32, 32);
  expect(c.global_store, 2, 32, 32);
}

// 16 sectors for the float4, 8 for the float2: one request each, whatever is done with the
// elements.
TEST_F(Global, VectorsUsedByElement) {
  const LensCounts c =
      count("global.cl", {"elements", "32", "32", "buf:512", "buf:256", "buf:128"});
  expect(c.global_load, 2, 24, 24);
}

TEST_F(Global, VectorsBuiltFromElements) {
  const LensCounts c =
      count("global.cl", {"built", "32", "32", "buf:256", "buf:1024", "local:512"});
  expect(c.global_store, 2, 32, 32);
  expect(c.local_store, 1, 4, 4);
  expect(c.local_load, 1, 4, 4);
}

// vload4 promises 4 bytes of alignment: four instructions of 4 bytes, lanes 16 bytes apart. Each
// touches 16 sectors for 128 bytes (4 sectors). Two warps: 8 requests.
TEST_F(Global, Vload4) {
  const LensCounts c = count("global.cl", {"unaligned4", "64", "32", "buf:1024", "buf:1024"});
  expect(c.global_load, 8, 128, 32);
  expect(c.global_store, 8, 128, 32);
}

TEST_F(Global, Doubles) {  // 256 bytes: 8 sectors
  expect(count("global.cl", {"doubles", "64", "32", "buf:512", "buf:512"}).global_load, 2, 16, 16);
}

// 12 bytes aligned to 4: three instructions, lanes 12 bytes apart over 384 bytes = 12 sectors each.
TEST_F(Global, StructCopy) {
  const LensCounts c = count("global.cl", {"structs", "64", "32", "buf:768", "buf:768"});
  expect(c.global_load, 6, 72, 24);
  expect(c.global_store, 6, 72, 24);
}

// 8x8 work-items: a warp is four rows of 8 floats, one sector each.
TEST_F(Global, RowsNarrowerThanAWarp) {
  expect(count("global.cl", {"rows", "8x8", "8x8", "buf:4096", "buf:4096"}).global_load, 2, 8, 8);
}

// 4x2x4: lanes run over x, then y, then z: 8 rows of 16 bytes, 8 sectors where 4 would do.
TEST_F(Global, ThreeDimensions) {
  expect(count("global.cl", {"rows", "4x2x4", "4x2x4", "buf:16384", "buf:16384"}).global_load, 1, 8,
         4);
}

// 48 work-items: a warp of 32 (4 sectors) and one of 16 (2 sectors).
TEST_F(Global, PartialWarp) {
  const LensCounts c =
      count("global.cl", {"strided", "48", "48", "buf:256", "buf:256", "i:1", "i:0"});
  expect(c.global_load, 2, 6, 6);
  EXPECT_DOUBLE_EQ(c.simt_efficiency(32), 48.0 / 64);
}

// The other preset: 64 lanes of 4 bytes = 256 bytes = 4 sectors of 64.
TEST_F(Global, AnotherModel) {
  const Strings run = {"strided", "64", "64", "buf:8192", "buf:256", "i:1", "i:0"};
  expect(count("global.cl", run, "amd").global_load, 1, 4, 4);
  expect(count("global.cl", run, "lanes=16,sector=64").global_load, 4, 4, 4);
}

// --- local memory
// ------------------------------------------------------------------------------------

// Lanes stride words apart meet in gcd(stride, 32) per bank. Two warps.
TEST_F(Local, Strides) {
  const auto run = [](int stride) {
    return count("local.cl", {"strided", "64", "64", "buf:256", "i:" + std::to_string(stride),
                              "local:" + std::to_string(256 * stride)});
  };
  for (const auto& [stride, degree] :
       {std::pair{1, 1}, {2, 2}, {4, 4}, {17, 1}, {32, 32}, {33, 1}}) {
    const LensCounts c = run(stride);
    expect(c.local_load, 2, 2u * static_cast<unsigned>(degree), 2);
    expect(c.local_store, 2, 2u * static_cast<unsigned>(degree), 2);
  }
}

// 32 lanes x 8 bytes is twice what the banks move at once, x 16 bytes four times.
TEST_F(Local, WideAccesses) {
  const LensCounts two = count("local.cl", {"shared2", "32", "32", "buf:256", "i:0", "local:256"});
  expect(two.local_load, 1, 2, 2);
  expect(two.local_store, 1, 2, 2);
  const LensCounts four = count("local.cl", {"shared4", "32", "32", "buf:512", "i:0", "local:512"});
  expect(four.local_load, 1, 4, 4);
  expect(four.local_store, 1, 4, 4);
  expect(count("local.cl", {"elements", "32", "32", "buf:128", "local:512"}).local_load, 1, 4, 4);
  const LensCounts cast = count("local.cl", {"cast4", "32", "32", "buf:512"});
  expect(cast.local_load, 1, 4, 4);
  expect(cast.local_store, 1, 4, 4);
  const LensCounts doubles = count("local.cl", {"doubles", "32", "32", "buf:256", "local:256"});
  expect(doubles.local_load, 1, 2, 2);
}

// Neighbours that read the same element share a pass: half the passes. All lanes the same: as many,
// since a pass returns 128 bytes to the lanes whatever it reads; 4-byte broadcasts take one.
TEST_F(Local, Broadcasts) {
  expect(count("local.cl", {"shared1", "32", "32", "buf:128", "i:5", "local:128"}).local_load, 1, 1,
         1);
  expect(count("local.cl", {"shared2", "32", "32", "buf:256", "i:1", "local:256"}).local_load, 1, 1,
         1);
  expect(count("local.cl", {"shared4", "32", "32", "buf:512", "i:1", "local:512"}).local_load, 1, 2,
         2);
  expect(count("local.cl", {"shared4", "32", "32", "buf:512", "i:5", "local:512"}).local_load, 1, 2,
         1);
}

// vstore4 on local floats: four stores of 4 bytes, lanes 4 words apart: 4 passes each.
TEST_F(Local, Vstore4) {
  expect(count("local.cl", {"unaligned4", "32", "32", "buf:128", "local:512"}).local_store, 4, 16,
         4);
}

// 64 work-items, 3 trips: 2 warps x 3 requests each way, 2 barriers a trip.
TEST_F(Local, BarriersInALoop) {
  const LensCounts c =
      count("local.cl", {"barriers_in_loop", "128", "64", "buf:768", "buf:512", "i:3"});
  expect(c.local_load, 12, 12, 12);
  expect(c.local_store, 12, 12, 12);
  EXPECT_EQ(c.global_load.requests, 12u);
  EXPECT_EQ(c.barriers, 24u);
}

// 64 work-items. Stores: 2 to begin with; then halves of 32, 16, 8, 4, 2, 1: only the first warp,
// one request each. Loads: two a step, t[l] and t[l + half], and the last t[0].
TEST_F(Local, Tree) {
  const LensCounts c = count("local.cl", {"tree", "64", "64", "buf:4", "local:256"});
  EXPECT_EQ(c.local_store.requests, 2u + 6);
  EXPECT_EQ(c.local_load.requests, 2u * 6 + 1);
  EXPECT_EQ(c.local_load.wavefronts, c.local_load.requests);
  EXPECT_EQ(c.barriers, 2u * 6);
}

// --- divergence
// --------------------------------------------------------------------------------------

// Half of the lanes in each of 8 trips: 8 requests, 16 lanes x 4 bytes each, all 4 sectors touched.
TEST_F(Divergence, AlternatingLanes) {
  const LensCounts c = count("divergence.cl", {"alternating", "32", "32", "buf:1024", "buf:128"});
  expect(c.global_load, 8, 32, 16);
  EXPECT_EQ(c.global_load.bytes, 8u * 16 * 4);
  EXPECT_EQ(c.flops.add, 8u * 16);
  EXPECT_LT(c.simt_efficiency(32), 1.0);
}

TEST_F(Divergence, EarlyExit) {  // 40 of 64: a full warp (4 sectors) and 8 lanes (1)
  const LensCounts c =
      count("divergence.cl", {"early_exit", "64", "32", "buf:256", "buf:256", "i:40"});
  expect(c.global_load, 2, 5, 5);
  // Whole warps past the end ask for nothing.
  expect(
      count("divergence.cl", {"early_exit", "64", "32", "buf:256", "buf:256", "i:32"}).global_load,
      1, 4, 4);
}

// Trip k has lanes k+1 to 31: 31 requests; sectors 4 for k+1 in 1..7, 3 in 8..15, 2 in 16..23, 1 in
// 24..31: 28 + 24 + 16 + 8 = 76.
TEST_F(Divergence, TripCounts) {
  const LensCounts c = count("divergence.cl", {"trip_counts", "32", "32", "buf:4096", "buf:128"});
  expect(c.global_load, 31, 76, 76);
  EXPECT_EQ(c.global_load.bytes, 4u * 31 * 32 / 2);
}

// Odd lanes: 8 of them a[l] (1 request), 8 of them b[l] and b[l + 64] (2), then together a[l + 64]
// (1). Each touches all 4 sectors.
TEST_F(Divergence, NestedBranches) {
  const LensCounts c =
      count("divergence.cl", {"nested", "32", "32", "buf:512", "buf:512", "buf:128"});
  EXPECT_EQ(c.global_load.requests, 4u);
  EXPECT_EQ(c.global_load.sectors, 16u);
  EXPECT_EQ(c.global_load.bytes, 4u * (8 + 8 + 8 + 16));
  expect(c.global_store, 1, 4, 4);
}

TEST_F(Divergence,
       Switch) {  // 1 + 2 + 3 requests of 8 lanes; the lanes of the fourth case do nothing
  const LensCounts c = count("divergence.cl", {"switched", "32", "32", "buf:2048", "buf:128"});
  EXPECT_EQ(c.global_load.requests, 6u);
  EXPECT_EQ(c.global_load.bytes, 4u * (7 + 2 * 7 + 3 * 6));
  EXPECT_EQ(c.global_store.requests, 1u);
}

TEST_F(Divergence, RefusesWhatTheSimulatorGetsWrong) {
  const LensOutcome o =
      run_lens(lens_run("divergence.cl", {"narrow_switch", "32", "32", "buf:2048", "buf:128"}));
  EXPECT_EQ(o.status, "could not run");
  EXPECT_THAT(o.reason,
              HasSubstr("kernel narrow_switch: the compiler made a 2-bit integer in line"));
}

// Lane l leaves in trip l % 8: trips 0 to 6 load, with 4 x (7 - k) lanes: 7 requests, 112 lanes.
TEST_F(Divergence, Break) {
  const LensCounts c = count("divergence.cl", {"breaking", "32", "32", "buf:1024", "buf:128"});
  EXPECT_EQ(c.global_load.requests, 7u);
  EXPECT_EQ(c.global_load.sectors, 28u);
  EXPECT_EQ(c.global_load.bytes, 4u * 112);
}

TEST_F(Divergence, Continue) {  // 4 trips, half of the lanes in each
  const LensCounts c = count("divergence.cl", {"continuing", "32", "32", "buf:512", "buf:128"});
  EXPECT_EQ(c.global_load.requests, 4u);
  EXPECT_EQ(c.global_load.bytes, 4u * 4 * 16);
}

// The second condition loads for 16 lanes (2 sectors); 8 of them pass, and load b (1 sector).
TEST_F(Divergence, ShortCircuit) {
  const LensCounts c =
      count("divergence.cl", {"short_circuit", "32", "32", "buf:128", "buf:128", "buf:128"});
  expect(c.global_load, 2, 3, 3);
  expect(c.global_store, 1, 1, 1);
}

// A helper that is not inlined: odd lanes load once, even lanes twice, in each of two calls; the
// second call has 16 lanes.
TEST_F(Divergence, Helper) {
  const LensKernel k = run_one("divergence.cl", {"calls", "32", "32", "buf:2048", "buf:128"});
  EXPECT_EQ(k.counts.global_load.requests, 6u);
  EXPECT_EQ(k.counts.global_load.bytes, 4u * 3 * (16 + 8));
  EXPECT_EQ(k.counts.global_store.requests, 1u);
  EXPECT_EQ(k.counts.flops.mul, 16u + 8);
}

// --- the rest
// ----------------------------------------------------------------------------------------

TEST_F(Other, Constants) {
  const LensCounts uniform =
      count("other.cl", {"constant_uniform", "64", "32", "buf:64", "buf:256"});
  EXPECT_EQ(uniform.constant_requests, 2u);
  EXPECT_EQ(uniform.constant_words, 2u);
  EXPECT_EQ(uniform.global_load.requests, 0u);
  const LensCounts diverging =
      count("other.cl", {"constant_diverging", "64", "32", "buf:64", "buf:256"});
  EXPECT_EQ(diverging.constant_requests, 2u);
  EXPECT_EQ(diverging.constant_words, 8u);
}

TEST_F(Other, Atomics) {
  const auto run = [](const char* kernel) {
    return count("other.cl", {kernel, "64", "32", "buf:256"});
  };
  const LensCounts one = run("atomic_one");
  EXPECT_EQ(one.atomic_requests, 2u);
  EXPECT_EQ(one.atomic_serialised, 64u);  // all 32 lanes of each warp want one address
  EXPECT_EQ(one.global_load.requests + one.global_store.requests, 0u);
  EXPECT_EQ(run("atomic_each").atomic_serialised, 2u);
  // Lanes 0 to 31 over 5 addresses: 7 lanes want address 0. Lanes 32 to 63: 7 want address 2.
  EXPECT_EQ(run("atomic_some").atomic_serialised, 14u);
  const LensCounts local = count("other.cl", {"atomic_local", "32", "32", "buf:16", "local:16"});
  EXPECT_EQ(local.atomic_requests, 1u);
  EXPECT_EQ(local.atomic_serialised, 8u);  // 32 lanes, 4 counters
  EXPECT_EQ(local.local_store.requests, 1u);
  EXPECT_EQ(local.local_load.requests, 1u);
}

// A linear filter reads four texels inside; a warp issues one request.
TEST_F(Other, Images) {
  const LensCounts c = count("other.cl", {"image", "64", "32", "image:64x4", "sampler", "buf:256"});
  EXPECT_EQ(c.image_requests, 2u);
  EXPECT_EQ(c.global_load.requests, 0u);
  const LensCounts copy =
      count("other.cl", {"image_copy", "64", "32", "image:64x4", "sampler", "image:64x4"});
  EXPECT_EQ(copy.image_requests, 2u);
  EXPECT_EQ(copy.image_write_requests, 2u);
  EXPECT_EQ(copy.global_store.requests, 0u);
}

// Per work-item: a float4 add; fma, mad, /, sqrt, native_sin; the product and the subtraction after
// it contract to a third fma.
TEST_F(Other, Flops) {
  const LensCounts c = count("other.cl", {"flops", "64", "32", "buf:1024", "buf:256"});
  EXPECT_EQ(c.flops.add, 64u * 4);
  EXPECT_EQ(c.flops.fma, 64u * 3);
  EXPECT_EQ(c.flops.mul, 0u);
  EXPECT_EQ(c.flops.div, 64u);
  EXPECT_EQ(c.flops.special, 64u * 2);
}

// 64 floats, shared out in order over 64 work-items: two warps of 4 sectors.
TEST_F(Other, AsynchronousCopy) {
  const LensCounts c = count("other.cl", {"copy", "64", "64", "buf:256", "buf:256", "local:256"});
  expect(c.global_load, 2, 8, 8);
  expect(c.local_store, 2, 2, 2);
  EXPECT_EQ(c.barriers, 2u);
}

TEST_F(Other, CountsStandAtTheirLines) {
  const LensKernel k =
      run_one("transpose.cl", {"naive", "64x64", "32x8", "i:64", "buf:16384", "buf:16384"});
  unsigned loading = 0;
  for (const LensLine& line : k.lines)
    if (line.counts.global_load.requests != 0) loading = line.line;
  EXPECT_EQ(loading, 12u);  // out[x * n + y] = in[y * n + x];
  const std::string text = annotated_source(k, LensModel());
  EXPECT_THAT(text, HasSubstr("128 x 4.0/4.0  128 x 32.0/4.0"));
  EXPECT_THAT(text, HasSubstr("12    out[x * n + y] = in[y * n + x];"));
}

// --- the runner
// --------------------------------------------------------------------------------------

const Strings kStrided = {"strided", "64", "32", "buf:8192", "buf:256", "i:1", "i:0"};

TEST_F(Runner, ReportsWhatItCounted) {
  const LensKernel k = run_one("global.cl", kStrided);
  EXPECT_EQ(k.kernel, "strided");
  EXPECT_THAT(k.global, testing::ElementsAre(64u));
  EXPECT_THAT(k.local, testing::ElementsAre(32u));
  EXPECT_EQ(k.launches, 1u);
  EXPECT_THAT(k.source, HasSubstr("__kernel void strided"));
  const nlohmann::json j = lens_to_json(k, LensModel());
  EXPECT_EQ(j.at("model"), "nvidia");
  EXPECT_EQ(j.at("global_load").at("sectors"), 8);
  EXPECT_EQ(j.at("global_store").at("ideal_sectors"), 8);
  EXPECT_EQ(j.at("simt_efficiency"), 1.0);
  EXPECT_FALSE(j.at("lines").empty());
}

TEST_F(Runner, SameCountsEveryTime) {
  const auto once = [] {
    return lens_to_json(
        run_one("divergence.cl", {"trip_counts", "64", "64", "buf:16384", "buf:256"}), LensModel());
  };
  EXPECT_EQ(once(), once());
}

TEST_F(Runner, AProgramThatFailsKeepsItsExitCode) {
  const LensOutcome o = run_lens(lens_run("global.cl", {"no_such_kernel", "64", "32"}));
  EXPECT_EQ(o.status, "could not run");
  EXPECT_EQ(o.exit_code, 3);
  EXPECT_THAT(o.reason, HasSubstr("launched no kernel"));
}

TEST_F(Runner, NamesTheKernelsThatWereLaunched) {
  LensRun run = lens_run("global.cl", kStrided);
  run.only_kernel = "other";
  const LensOutcome o = run_lens(run);
  EXPECT_EQ(o.status, "could not run");
  EXPECT_EQ(o.reason, "no kernel named other was launched; these were: strided");
}

TEST_F(Runner, RefusesATraceThatIsTooLong) {
  LensRun run = lens_run("other.cl", {"long_loop", "64", "64", "buf:40000", "buf:256", "i:10000"});
  run.trace_limit = 4u << 20;  // 64 lanes x 10000 trips x 8 bytes = 5 MB
  const LensOutcome o = run_lens(run);
  EXPECT_EQ(o.status, "could not run");
  EXPECT_THAT(o.reason, HasSubstr("long_loop needs more than 4 MiB of trace"));
  EXPECT_TRUE(o.report.kernels.empty());
}

TEST_F(Runner, ReportsItsPeakTrace) {
  LensRun run = lens_run("other.cl", {"long_loop", "64", "64", "buf:4000", "buf:256", "i:1000"});
  const LensOutcome o = run_lens(run);
  EXPECT_GE(o.report.peak_trace_bytes, 64u * 1000 * 8);
  EXPECT_LE(o.report.peak_trace_bytes, 64u * 1000 * 24);
}

TEST_F(Runner, EndsAtItsTimeLimit) {
  LensRun run =
      lens_run("other.cl", {"long_loop", "64", "64", "buf:4000", "buf:256", "i:100000000"});
  run.time_limit = std::chrono::milliseconds(700);
  const LensOutcome o = run_lens(run);
  EXPECT_EQ(o.status, "could not run");
  EXPECT_THAT(o.reason, HasSubstr("did not finish"));
}

TEST_F(Runner, AKernelThatTheSimulatorGivesUpHasNoCounts) {
  const LensOutcome o = run_lens(lens_run("other.cl", {"given_up", "32", "32", "buf:256"}));
  EXPECT_EQ(o.status, "could not run");
  EXPECT_EQ(o.reason, "the simulator gave up: Unsupported float size: 2 bytes");
}

TEST_F(Runner, ACrashInTheMiddleLeavesNoCounts) {
  const LensOutcome o = run_lens(lens_run("global.cl", {"strided", "64", "32", "abort"}));
  EXPECT_EQ(o.status, "could not run");
  EXPECT_THAT(o.reason, HasSubstr("crashed"));
}

TEST_F(Runner, ACrashAfterExitLeavesThemWhole) {
  for (const char* when : {"abort-at-exit", "abort-at-exit-early"}) {
    Strings arguments = kStrided;
    arguments.push_back(when);
    const LensOutcome o = run_lens(lens_run("global.cl", arguments));
    ASSERT_EQ(o.status, "ok") << when << ": " << o.reason;
    EXPECT_EQ(o.exit_code, 0);
    expect(o.report.kernels.at(0).counts.global_load, 2, 8, 8);
  }
}

TEST_F(Runner, NamesAProgramThatIsNotThere) {
  LensRun run;
  run.argv = {"/nonexistent/program"};
  const LensOutcome o = run_lens(run);
  EXPECT_EQ(o.status, "could not run");
  EXPECT_EQ(o.reason, "there is no program /nonexistent/program");
}

TEST(Report, TellsRowsOfOneNameApart) {
  LensReport report;
  report.kernels.resize(4);
  report.kernels[0].kernel = report.kernels[1].kernel = report.kernels[3].kernel = "fft";
  report.kernels[2].kernel = "other";
  report.kernels[0].global = report.kernels[3].global = {64};
  report.kernels[1].global = {32};
  EXPECT_THAT(row_names(report), testing::ElementsAre("fft", "fft", "other", "fft (2)"));
  EXPECT_THAT(lens_table(report), HasSubstr("\nfft (2)  global 64"));
}

TEST_F(Runner, AProgramWithoutOpenClHasNoCounts) {
  LensRun run;
  run.argv = {"true"};
  const LensOutcome o = run_lens(run);
  EXPECT_EQ(o.status, "could not run");
  EXPECT_THAT(o.reason, HasSubstr("created no OpenCL context"));
}

TEST_F(Runner, SaysWhenThePluginIsMissing) {
  setenv("WB_LENS_PLUGIN", "/nonexistent/plugin.so", 1);
  std::string reason;
  EXPECT_EQ(lens_plugin_path(&reason), "");
  EXPECT_THAT(reason, HasSubstr("/nonexistent/plugin.so"));
  EXPECT_EQ(run_lens(lens_run("global.cl", kStrided)).status, "could not run");
  unsetenv("WB_LENS_PLUGIN");
}

TEST(Model, ParsesPresetsAndValues) {
  EXPECT_EQ(parse_lens_model("nvidia").lanes, 32u);
  EXPECT_EQ(parse_lens_model("amd").lanes, 64u);
  EXPECT_EQ(parse_lens_model("amd").sector_bytes, 64u);
  const LensModel m = parse_lens_model("amd,lanes=32,banks=16");
  EXPECT_EQ(m.lanes, 32u);
  EXPECT_EQ(m.banks, 16u);
  EXPECT_EQ(m.sector_bytes, 64u);
  EXPECT_EQ(m.name, "amd,lanes=32,banks=16");
}

TEST(Model, RefusesWhatItDoesNotUnderstand) {
  for (const char* text : {"", "intel", "lanes", "lanes=", "lanes=33", "lanes=128", "lanes=32x",
                           "lanes=-1", "warp=32", "sector=256", "lanes=0"})
    EXPECT_THROW(parse_lens_model(text), UsageError) << text;
}

// --- built without Oclgrind's headers: these programs are
// --------------------------------------------------------------------------------

TEST(WithoutHeaders, ProgramsSayWhatToInstall) {
  for (const Strings& argv :
       {Strings{CHAPTER_WITHOUT_LENS, "--lens"}, Strings{WARPLENS_WITHOUT_LENS, "true"}}) {
    Command command;
    command.argv = argv;
    const ProcessResult r = run_process(command);
    EXPECT_EQ(r.exit_code, 77) << r.out << r.err;
    EXPECT_THAT(r.out + r.err, HasSubstr("apt-get install oclgrind liboclgrind-dev"));
  }
}

// --- the command
// -------------------------------------------------------------------------------------

ProcessResult warplens(Strings arguments, const Strings& program) {
  Command command;
  command.argv = {WARPLENS};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.argv.insert(command.argv.end(), program.begin(), program.end());
  return run_process(command);
}

Strings program(const Strings& arguments) {
  return lens_run("global.cl", arguments).argv;
}

TEST_F(Tool, PrintsATableAndItsModel) {
  const ProcessResult r = warplens({}, program(kStrided));
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("model nvidia: 32 lanes, sectors of 32 B"));
  EXPECT_THAT(r.out, HasSubstr("strided  global 64, local 32, 1 launch"));
  EXPECT_THAT(r.out, testing::ContainsRegex("global load +2 +8 +8 +1.00 +256"));
}

TEST_F(Tool, AnnotatesTheSource) {
  const ProcessResult r = warplens({"--lines"}, program(kStrided));
  EXPECT_THAT(r.out, testing::ContainsRegex("2 x 4.0/4.0 .* o.i. = a.i . stride . offset. . 2;"));
}

TEST_F(Tool, WritesTheSchema) {
  const ProcessResult r = warplens({"--json", "-", "--model", "lanes=16"}, program(kStrided));
  EXPECT_EQ(r.exit_code, 0) << r.err;
  const nlohmann::json j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j.at("schema"), 1);
  EXPECT_EQ(j.at("chapter"), "");
  EXPECT_EQ(j.at("rows").size(), 1u);
  const nlohmann::json& row = j.at("rows")[0];
  EXPECT_EQ(row.at("variant"), "strided");
  EXPECT_EQ(row.at("status"), "ok");
  EXPECT_EQ(row.at("launches").at(0).at("count"), 1);
  EXPECT_EQ(row.at("lens").at("lanes"), 16);
  EXPECT_EQ(row.at("lens").at("global_load").at("requests"), 4);
}

TEST_F(Tool, KeepsTheProgramsOutputAndExitCode) {
  const Strings shell = {"sh", "-c",
                         program({})[0] + " " + program({})[1] +
                             " strided 64 32 buf:256 buf:256 i:1 i:0; echo out; exit 5"};
  const ProcessResult r = warplens({}, shell);
  EXPECT_EQ(r.exit_code, 5) << r.err;
  EXPECT_EQ(r.out.substr(0, 4), "out\n");
  EXPECT_THAT(r.out, HasSubstr("strided"));
}

// A program that fails before it launches anything: its code, and why there are no counts.
TEST_F(Tool, AProgramThatFailsKeepsItsExitCode) {
  const ProcessResult no_opencl = warplens({}, {"sh", "-c", "exit 5"});
  EXPECT_EQ(no_opencl.exit_code, 5);
  EXPECT_THAT(no_opencl.err, HasSubstr("no counts"));
  const ProcessResult no_kernel = warplens({}, program({"no_such_kernel", "64", "32"}));
  EXPECT_EQ(no_kernel.exit_code, 3);
  EXPECT_THAT(no_kernel.err, HasSubstr("launched no kernel"));
}

TEST_F(Tool, ACrashIsReportedAsThat) {
  const ProcessResult r = warplens({}, program({"strided", "64", "32", "abort"}));
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.err, HasSubstr("no counts: the program or the simulator crashed (signal 6"));
}

TEST_F(Tool, RefusesUnknownOptionsAndMissingPrograms) {
  EXPECT_EQ(warplens({}, {}).exit_code, 2);
  EXPECT_EQ(warplens({"--wrong"}, {"true"}).exit_code, 2);
  EXPECT_EQ(warplens({"--model", "intel"}, {"true"}).exit_code, 2);
  const ProcessResult none = warplens({}, {"true"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("no OpenCL context"));
  const ProcessResult gone = warplens({}, {"/nonexistent/program"});
  EXPECT_EQ(gone.exit_code, 3);
  EXPECT_THAT(gone.err, HasSubstr("there is no program /nonexistent/program"));
  const ProcessResult unwritable = warplens({"--json", "/nonexistent/x.json"}, program(kStrided));
  EXPECT_EQ(unwritable.exit_code, 3);
  EXPECT_THAT(unwritable.err, HasSubstr("/nonexistent/x.json"));
}

}  // namespace
}  // namespace wb
