// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "12_gemm_roof/gemm_roof.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "wb/gemm.hpp"
#include "wb/host_cache.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

const std::map<std::string, std::string> kInlinePtx = {{"race", "inline PTX"},
                                                       {"lens", "inline PTX"}};

// What a variant with inline PTX needs: a capability of at least `least`, or of exactly that.
auto needs_nvidia(unsigned least, bool exactly = false) {
  return [=](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
    const unsigned has = facts.nvidia ? facts.nvidia_capability : 0;
    if (exactly ? has == least : has >= least) return "";
    const std::string wanted =
        fmt::format("inline PTX: needs an NVIDIA device of compute capability {}.{}{}", least / 10,
                    least % 10, exactly ? "" : " or more");
    return has ? fmt::format("{}, this one has {}.{}", wanted, has / 10, has % 10) : wanted;
  };
}

// A in panels of `bm` rows, turned; B as it is if it consists of whole tiles, else padded.
struct Packed {
  std::size_t k, ldb;  // both operands' depth, and the length of B's rows
  bool b_fits;
  wb::Plan plan;

  Packed(const wb::Size& size, std::size_t bm, std::size_t bn, std::size_t bk)
      : k(round_up(size[2], bk)),
        ldb(round_up(size[1], bn)),
        b_fits(k == size[2] && ldb == size[1]) {
    const std::size_t m = size[0], n = size[1], mp = round_up(m, bm);
    plan.scratch = {{"A_panels", mp * k * sizeof(cl_float)}};
    plan.launches = {{.kernel = "12_gemm_roof/pack.cl",
                      .entry = "pack_a",
                      .options = fmt::format("-DPANEL={}", bm),
                      .args = {as_int(m), as_int(size[2]), as_int(k), "A", "A_panels"},
                      .global = cl::NDRange(round_up(k, 32), mp / 32 * 8),
                      .local = cl::NDRange(32, 8)}};
    if (b_fits) return;
    plan.scratch.push_back({"B_padded", k * ldb * sizeof(cl_float)});
    plan.launches.push_back(
        {.kernel = "12_gemm_roof/pack.cl",
         .entry = "pack_b",
         .options = fmt::format("-DPANEL={}", bm),
         .args = {as_int(size[2]), as_int(n), as_int(ldb), as_int(k), "B", "B_padded"},
         .global = cl::NDRange(round_up(ldb, 64), round_up(k, 4)),
         .local = cl::NDRange(64, 4)});
  }
  const char* b() const { return b_fits ? "B" : "B_padded"; }
};

std::size_t parts(std::size_t n, std::size_t step) {
  return (n + step - 1) / step;
}

std::size_t tiles(const wb::Size& size, std::size_t bm, std::size_t bn) {
  return parts(size[0], bm) * parts(size[1], bn);
}

// Groups for tiles of bm x bn, numbered so that kRaster rows of tiles are walked together.
constexpr std::size_t kRaster = 8;
cl::NDRange raster(const wb::Size& size, std::size_t bm, std::size_t bn, std::size_t items) {
  return cl::NDRange(kRaster * items, parts(size[1], bn), parts(parts(size[0], bm), kRaster));
}

// Wavefronts of local loads: each warp's reads of its operands, `passes` a step of k, and what
// pack_a turns, a wavefront a row of 32. Worked out for 32 lanes and 32 banks only.
wb::Traffic passes(const wb::Size& size, const wb::LensModel& model, std::size_t bm, double warps,
                   double passes_a_step, double steps) {
  if (model.lanes != 32 || model.banks != 32) return {};
  const double packing = double(parts(size[2], 32) * round_up(size[0], bm));
  return {{"local_load_wavefronts",
           double(tiles(size, bm, 128)) * steps * warps * passes_a_step + packing}};
}

// The last launch of the variants above the matrix units: one group a tile.
wb::Plan with_gemm(Packed packed, const wb::Size& size, wb::Launch gemm) {
  gemm.args = {as_int(size[0]),
               as_int(size[1]),
               as_int(packed.k),
               as_int(packed.ldb),
               "A_panels",
               packed.b(),
               "C"};
  packed.plan.launches.push_back(std::move(gemm));
  return std::move(packed.plan);
}

// Rows of a panel of B (128 bytes each) that fill two thirds of the first cache, and blocks of A
// that fill half of the second. Where sizes are unknown: 48 KiB and 512 KiB.
struct Blocking {
  std::size_t depth, blocks;
};
Blocking cpu_blocking() {
  const std::size_t l1 = wb::host_cache_bytes(1), l2 = wb::host_cache_bytes(2);
  const std::size_t depth = std::max<std::size_t>((l1 ? l1 : 48 << 10) * 2 / 3 / 128 / 32 * 32, 64);
  const std::size_t block = depth * 8 * sizeof(cl_float);
  return {depth, std::max<std::size_t>((l2 ? l2 : 512 << 10) / 2 / block, 4)};
}

}  // namespace

wb::Variant gemm_register_tile() {
  return {.name = "register tile",
          .idea = "8 x 8 elements a work-item",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return with_gemm(Packed(size, 128, 128, 8), size,
                             {.kernel = "12_gemm_roof/register_tile.cl",
                              .entry = "gemm_register_tile",
                              .options = "-DBK=8",
                              .args = {},
                              .global = cl::NDRange(256 * parts(size[1], 128), parts(size[0], 128)),
                              .local = cl::NDRange(256, 1)});
          },
          .needs = [](const wb::DeviceFacts& facts,
                      const wb::Size&) { return needs_items(facts, 256); },
          .predict =
              [](const wb::Size& size, const wb::LensModel& model) {
                // 8 loads of A, one pass each; 8 of B, whose 16 columns fall into 4 banks: 4 passes
                // each.
                return passes(size, model, 128, 8, 40, double(round_up(size[2], 8)));
              }};
}

wb::Variant gemm_warp_tile(std::size_t bm, std::size_t bk) {
  return {.name = bm == 128 && bk == 8 ? "warp tile" : fmt::format("warp tile {}x128x{}", bm, bk),
          .idea = "8 x 16 a work-item, lanes arranged for the banks, everything one step ahead",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return with_gemm(
                Packed(size, bm, 128, bk), size,
                {.kernel = "12_gemm_roof/warp_tile.cl",
                 .entry = "gemm_warp_tile",
                 .options = fmt::format("-DBM={} -DBN=128 -DBK={} -DRASTER={}", bm, bk, kRaster),
                 .args = {},
                 .global = raster(size, bm, 128, bm),
                 .local = cl::NDRange(bm, 1, 1)});
          },
          .needs = [=](const wb::DeviceFacts& facts,
                       const wb::Size&) { return needs_items(facts, bm); },
          .predict =
              [=](const wb::Size& size, const wb::LensModel& model) {
                // 2 float4 of A and 4 of B, two passes each; one step is read ahead of the loop.
                return passes(size, model, bm, double(bm) / 32, 12,
                              double(round_up(size[2], bk)) + 1);
              }};
}

wb::Variant gemm_cp_async(std::size_t bm, int stages) {
  return {.name = stages == 4 ? "cp.async" : fmt::format("cp.async, {} stages", stages),
          .idea = "tiles copied past the registers, several under way",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return with_gemm(
                Packed(size, bm, 128, 8), size,
                {.kernel = "12_gemm_roof/cp_async.cl",
                 .entry = "gemm_cp_async",
                 .options = fmt::format("-DBM={} -DBN=128 -DBK=8 -DSTAGES={} -DRASTER={}", bm,
                                        stages, kRaster),
                 .args = {},
                 .global = raster(size, bm, 128, bm),
                 .local = cl::NDRange(bm, 1, 1)});
          },
          .needs = needs_nvidia(80),
          .exempt = kInlinePtx};
}

wb::Variant gemm_cpu_packed(const std::string& multiply_add) {
  return {.name = multiply_add == "fma" ? "CPU, packed" : "CPU, packed, " + multiply_add,
          .idea = "one item a group, 8 x 2 float16 sums, operands in the order of reading",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const auto [depth, blocks] = cpu_blocking();
            const std::size_t m = size[0], n = size[1], k = size[2];
            const std::size_t rows = parts(m, 8), columns = parts(n, 32);
            const std::string pack = "12_gemm_roof/cpu_pack.cl";
            return {.launches = {{.kernel = pack,
                                  .entry = "pack_a",
                                  .options = "",
                                  .args = {as_int(m), as_int(k), "A", "A_panels"},
                                  .global = cl::NDRange(parts(k, 256), rows),
                                  .local = cl::NDRange(1, 1)},
                                 {.kernel = pack,
                                  .entry = "pack_b",
                                  .options = "",
                                  .args = {as_int(n), as_int(k), "B", "B_panels"},
                                  .global = cl::NDRange(parts(n, 512), parts(k, 16)),
                                  .local = cl::NDRange(1, 1)},
                                 {.kernel = "12_gemm_roof/cpu_packed.cl",
                                  .entry = "gemm_cpu_packed",
                                  .options = fmt::format("-DDEPTH={} -DBLOCKS={} -DMULTIPLY_ADD={}",
                                                         depth, blocks, multiply_add),
                                  .args = {as_int(m), as_int(n), as_int(k), "A_panels", "B_panels",
                                           "partial", "C"},
                                  .global = cl::NDRange(columns, parts(rows, blocks)),
                                  .local = cl::NDRange(1, 1)}},
                    .scratch = {{"A_panels", rows * 8 * k * sizeof(cl_float)},
                                {"B_panels", columns * 32 * k * sizeof(cl_float)},
                                {"partial", rows * columns * 256 * sizeof(cl_float)}}};
          }};
}

namespace {

// mma.sync reads A and B where they are, unless rows or depth do not suit 16-byte copies.
wb::Plan mma_plan(const wb::Size& size, std::size_t bm, std::size_t bn, std::size_t bk,
                  wb::Launch gemm, std::size_t items) {
  const std::size_t m = size[0], n = size[1], k = size[2];
  const std::size_t kp = round_up(k, bk), np = round_up(n, 4);
  wb::Plan plan;
  const auto pad = [&](const char* from, const char* to, std::size_t rows, std::size_t row,
                       std::size_t padded_rows, std::size_t padded_row) {
    plan.scratch.push_back({to, padded_rows * padded_row * sizeof(cl_float)});
    plan.launches.push_back(
        {.kernel = "12_gemm_roof/pack.cl",
         .entry = "pack_b",
         .options = "",
         .args = {as_int(rows), as_int(row), as_int(padded_row), as_int(padded_rows), from, to},
         .global = cl::NDRange(round_up(padded_row, 64), round_up(padded_rows, 4)),
         .local = cl::NDRange(64, 4)});
  };
  const bool fits = kp == k && np == n;
  if (!fits) {
    pad("A", "A_padded", m, k, m, kp);
    pad("B", "B_padded", k, n, kp, np);
  }
  gemm.args = {as_int(m),
               as_int(n),
               as_int(kp),
               as_int(kp),
               as_int(np),
               fits ? "A" : "A_padded",
               fits ? "B" : "B_padded",
               "C"};
  gemm.global = cl::NDRange(tiles(size, bm, bn) * items);
  gemm.local = cl::NDRange(items);
  plan.launches.push_back(std::move(gemm));
  return plan;
}

// wgmma reads whole tiles that a packing kernel has laid out; one group a compute unit takes one
// tile after the other.
wb::Plan wgmma_plan(const wb::Size& size, const wb::DeviceFacts& facts, std::size_t bn,
                    std::size_t parts, const std::string& pack, wb::Launch gemm) {
  constexpr std::size_t kBm = 128, kDepth = 32, kItems = 288;
  const std::size_t m = size[0], n = size[1], k = size[2];
  const std::size_t mp = round_up(m, kBm), np = round_up(n, bn), k_tiles = round_up(k, kDepth) / 32;
  wb::Plan plan;
  plan.scratch = {{"A_tiles", parts * mp * k_tiles * kDepth * sizeof(cl_float)},
                  {"B_tiles", parts * np * k_tiles * kDepth * sizeof(cl_float)}};
  gemm.args = {as_int(m), as_int(n), as_int(k_tiles), "A_tiles", "B_tiles", "C"};
  const std::size_t groups = std::min<std::size_t>(tiles(size, kBm, bn), facts.compute_units);
  gemm.global = cl::NDRange(groups * kItems);
  gemm.local = cl::NDRange(kItems);
  plan.launches = {{.kernel = pack,
                    .entry = "pack_rows",
                    .options = fmt::format("-DROWS={}", kBm),
                    .args = {as_int(m), as_int(k), "A", "A_tiles"},
                    .global = cl::NDRange(k_tiles * 8, mp),
                    .local = cl::NDRange(8, 32)},
                   {.kernel = pack,
                    .entry = "pack_columns",
                    .options = fmt::format("-DROWS={}", bn),
                    .args = {as_int(k), as_int(n), "B", "B_tiles"},
                    .global = cl::NDRange(np, k_tiles * 8),
                    .local = cl::NDRange(32, 8)},
                   std::move(gemm)};
  return plan;
}

}  // namespace

wb::Variant gemm_tf32() {
  return {.name = "mma.sync",
          .idea = "matrix units: 16 x 8 x 8 an instruction, operands through registers",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return mma_plan(size, 128, 256, 32,
                            {.kernel = "12_gemm_roof/tf32.cl",
                             .entry = "gemm_tf32",
                             .options = "-DBM=128 -DBN=256 -DBK=32 -DSTAGES=4",
                             .args = {},
                             .global = {},
                             .local = {}},
                            256);
          },
          .needs = needs_nvidia(80),
          .exempt = kInlinePtx};
}

wb::Variant gemm_tf32x3() {
  return {.name = "mma.sync, split",
          .idea = "each operand in two TF32 parts, three products",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return mma_plan(size, 128, 64, 32,
                            {.kernel = "12_gemm_roof/tf32x3.cl",
                             .entry = "gemm_tf32x3",
                             .options = "-DBM=128 -DBN=64 -DBK=32",
                             .args = {},
                             .global = {},
                             .local = {}},
                            128);
          },
          .needs = needs_nvidia(80),
          .exempt = kInlinePtx};
}

wb::Variant gemm_wgmma() {
  return {.name = "wgmma",
          .idea = "matrix units read local memory themselves; a copy engine fills it",
          .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return wgmma_plan(size, facts, 256, 1, "12_gemm_roof/pack_tf32.cl",
                              {.kernel = "12_gemm_roof/wgmma.cl",
                               .entry = "gemm_wgmma",
                               .options = "",
                               .args = {},
                               .global = {},
                               .local = {}});
          },
          .needs = needs_nvidia(90, true),
          .exempt = kInlinePtx};
}

wb::Variant gemm_wgmma_x3() {
  return {.name = "wgmma, split",
          .idea = "each operand in two TF32 parts, three products",
          .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return wgmma_plan(size, facts, 128, 2, "12_gemm_roof/pack_tf32x3.cl",
                              {.kernel = "12_gemm_roof/wgmma_x3.cl",
                               .entry = "gemm_wgmma_x3",
                               .options = "",
                               .args = {},
                               .global = {},
                               .local = {}});
          },
          .needs = needs_nvidia(90, true),
          .exempt = kInlinePtx};
}

wb::Experiment gemm_fp32() {
  wb::Experiment experiment = wb::gemm();
  experiment.variants = {gemm_register_tile(), gemm_warp_tile(), gemm_cp_async(),
                         gemm_cpu_packed()};
  experiment.race_sizes = {{7, 7, 7}, {17, 18, 19}};
  return experiment;
}

namespace {

// The same variants again, at a size that is only timed.
wb::Experiment untested(wb::Experiment experiment) {
  experiment.test_sizes = experiment.race_sizes = {};
  experiment.lens_size = {};
  return experiment;
}

}  // namespace

wb::Experiment gemm_at(const std::string& name, const wb::Size& cpu, const wb::Size& gpu) {
  wb::Experiment experiment = wb::gemm();
  experiment.name = name;
  experiment.variants = {gemm_warp_tile(), gemm_cp_async(), gemm_cpu_packed()};
  experiment.variants[0].needs = [](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
    return facts.nvidia ? "" : "a GPU's shape, and far from this device's best at this size";
  };
  experiment.default_size = cpu;
  experiment.gpu_size = gpu;
  return untested(std::move(experiment));
}

wb::Experiment gemm_tried() {
  wb::Experiment experiment = gemm_at("tried", {1024, 1024, 1024}, {4096, 4096, 4096});
  experiment.variants.insert(experiment.variants.begin() + 1, gemm_warp_tile(128, 16));
  experiment.variants[1].needs = experiment.variants[0].needs;
  experiment.variants.insert(experiment.variants.begin() + 3, gemm_cp_async(256, 3));
  experiment.variants.push_back(gemm_cpu_packed("mad"));
  experiment.peers = {};
  return experiment;
}

wb::Experiment gemm_split() {
  // Two parts of 11 bits with their signs leave less than 2^-20 of an operand out.
  wb::Experiment experiment = wb::gemm(0x1p-19);
  experiment.name = "gemm, split TF32";
  experiment.variants = {gemm_tf32x3(), gemm_wgmma_x3()};
  experiment.test_data = {wb::DataKind::kIntegers,
                          wb::DataKind::kUniform};  // infinities split badly
  return experiment;
}

wb::Experiment gemm_rounded() {
  wb::Experiment experiment = wb::gemm(0x1p-11);
  experiment.name = "gemm, TF32";
  experiment.variants = {gemm_tf32(), gemm_wgmma()};
  experiment.test_data = {wb::DataKind::kIntegers, wb::DataKind::kUniform};  // subnormals are lost
  return experiment;
}

wb::Experiment gemm_large(wb::Experiment experiment, const wb::Size& gpu) {
  experiment.name = "large" + experiment.name.substr(experiment.name.find(','));
  experiment.gpu_size = gpu;
  return untested(std::move(experiment));
}

}  // namespace chapters
