// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "01_platform_query/platform_query.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "wb/process.hpp"
#include "wb/table.hpp"

namespace chapters {
namespace {
using wb::as_int;

constexpr const char* kStem = "01_platform_query";

std::string file(const char* name) {
  return std::string(kStem) + "/" + name;
}

cl_uint as_uint(std::size_t n) {
  return static_cast<cl_uint>(as_int(n));
}

std::string multiple_of(std::size_t n, std::size_t step) {
  return n % step == 0 ? ""
                       : fmt::format("this kernel has no tail: {} is no multiple of {}", n, step);
}

/// A group size of at most 32 that divides n. Never left to the driver: pocl 3.1 aborts over that
/// choice where a group may have one work-item only, and Oclgrind chooses 1.
cl::NDRange group_of(std::size_t n, const wb::DeviceFacts& facts) {
  std::size_t local =
      std::min<std::size_t>(32, std::max<std::size_t>(facts.max_work_group_size, 1));
  while (n % local != 0) --local;
  return cl::NDRange(local);
}

wb::Array output(const char* name, wb::Type type, std::size_t n) {
  return wb::Array(name, type, {n}, CL_MEM_WRITE_ONLY);
}

// ---------------------------------------------------------------------------------------------
// copy

wb::Variant copy_one(std::size_t width, bool streaming) {
  return {.name = fmt::format("float{}{}", width == 1 ? "" : std::to_string(width),
                              streaming ? ", streaming" : ""),
          .idea = "one element a work-item",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            const std::size_t items = size[0] / width;
            return {{{.kernel = file("copy.cl"),
                      .entry = "copy_one",
                      .options = fmt::format("-DWIDTH={} -DSTREAMING={}", width, streaming ? 1 : 0),
                      .args = {"in", "out"},
                      .global = cl::NDRange(items),
                      .local = group_of(items, facts)}}};
          },
          .needs = [=](const wb::DeviceFacts&,
                       const wb::Size& size) { return multiple_of(size[0], width); },
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            // A lane moves 16 bytes at most in one instruction. More are taken apart, and each
            // piece touches half of every sector: all of them are asked for twice.
            const double twice = width > 4 ? 2 : 1;
            const double sectors =
                twice * static_cast<double>(size[0] * sizeof(float)) / model.sector_bytes;
            return {{"global_load_sectors", sectors}, {"global_store_sectors", sectors}};
          }};
}

constexpr std::size_t kWalkers = 16, kWalkGroup = 8;  // of the small walks below

wb::Variant copy_walk() {
  wb::Variant variant = copy_one(4, false);
  variant.name = "float4, walking";
  variant.idea = "several elements a work-item, a grid apart";
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    const std::size_t local = std::min(kWalkGroup, facts.max_work_group_size);
    return {
        {{.kernel = file("copy.cl"),
          .entry = "copy_walk",
          .options = "-DWIDTH=4",
          .args = {as_uint(local), as_uint(kWalkers), as_uint(size[0] / 4 / kWalkers), "in", "out"},
          .global = cl::NDRange(kWalkers),
          .local = cl::NDRange(local)}}};
  };
  variant.needs = [](const wb::DeviceFacts&, const wb::Size& size) {
    return multiple_of(size[0], 4 * kWalkers);
  };
  return variant;
}

wb::Experiment copy() {
  wb::Experiment experiment;
  experiment.name = "copy";
  experiment.dimensions = {"n"};
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {size[0]})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {output("out", wb::Type::kFloat, size[0])};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (const float x : problem.input("in").as<float>()) expected.value.push_back(x);
    return expected;
  };
  experiment.work = [](const wb::Size& size) { return wb::Work{0, 8.0 * double(size[0])}; };
  experiment.variants = {copy_one(1, false), copy_one(4, false), copy_one(16, false),
                         copy_one(4, true), copy_walk()};
  experiment.default_size = {1 << 20};
  experiment.lens_size = {4096};
  experiment.race_sizes = {{64}, {512}};
  experiment.test_sizes = {{64}, {960}, {65536}};
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// read

constexpr std::size_t kLoads = 4, kLanes = 4;

wb::Experiment read() {
  wb::Experiment experiment = copy();
  experiment.name = "read";
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {size[0]})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {output("out", wb::Type::kFloat, kWalkers)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    const auto in = problem.input("in").as<float>();
    wb::Expected expected;
    expected.value.resize(kWalkers);
    expected.scale.resize(kWalkers);
    for (std::size_t i = 0; i < in.size(); ++i) {  // item k reads vectors k, k + 16, k + 32 ...
      const std::size_t item = i / kLanes % kWalkers;
      expected.value[item] += in[i];
      expected.scale[item] += std::abs(in[i]);
    }
    expected.tolerance = wb::roundings(static_cast<double>(in.size()) / kWalkers);
    return expected;
  };
  experiment.work = [](const wb::Size& size) { return wb::Work{0, 4.0 * double(size[0])}; };
  experiment.variants = {
      {.name = "float4, 4 loads",
       .idea = "independent loads in flight",
       .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
         const std::size_t local = std::min(kWalkGroup, facts.max_work_group_size);
         return {{{.kernel = file("read.cl"),
                   .entry = "read_walk",
                   .options = fmt::format("-DWIDTH={} -DLOADS={}", kLanes, kLoads),
                   .args = {as_uint(local), as_uint(kWalkers),
                            as_uint(size[0] / (kWalkers * kLanes * kLoads)), "in", "out"},
                   .global = cl::NDRange(kWalkers),
                   .local = cl::NDRange(local)}}};
       },
       .needs =
           [](const wb::DeviceFacts&, const wb::Size& size) {
             return multiple_of(size[0], kWalkers * kLanes * kLoads);
           }}};
  experiment.race_sizes = {{256}, {512}};
  experiment.test_sizes = {{256}, {3840}, {65536}};
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// fused multiply-add

constexpr std::size_t kChains = 10, kUnroll = 4;

wb::Variant fma_chains(std::size_t width) {
  return {.name = fmt::format("float{}", width == 1 ? "" : std::to_string(width)),
          .idea = "chains that do not wait for each other",
          .plan = [=](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return {{{.kernel = file("fma_chains.cl"),
                      .entry = "fma_chains",
                      .options = fmt::format("-DREAL=float -DWIDTH={} -DCHAINS={} -DUNROLL={}",
                                             width, kChains, kUnroll),
                      .args = {1.0f, 1.0f, as_uint(size[1]), "out"},
                      .global = cl::NDRange(size[0]),
                      .local = group_of(size[0], facts)}}};
          }};
}

wb::Experiment fma(std::size_t width) {
  wb::Experiment experiment;
  experiment.name = fmt::format("fma float{}", width == 1 ? "" : std::to_string(width));
  experiment.dimensions = {"work-items", "turns"};
  experiment.make = [=](const wb::Size& size, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.outputs = {output("out", wb::Type::kFloat, size[0])};
    return problem;
  };
  experiment.reference = [=](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      double sum = 0;
      for (std::size_t c = 0; c < kChains; ++c) {
        for (std::size_t l = 0; l < width; ++l) {
          sum += static_cast<double>(i % 256 + c + l + problem.size[1] * kUnroll);
        }
      }
      expected.value.push_back(sum);
    }
    return expected;
  };
  const auto multiply_adds = [=](const wb::Size& size) {
    return static_cast<double>(size[0] * size[1] * kUnroll * kChains * width);
  };
  experiment.work = [=](const wb::Size& size) { return wb::Work{2 * multiply_adds(size), 0}; };
  wb::Variant variant = fma_chains(width);
  variant.predict = [=](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
    return {{"flops_fma", multiply_adds(size)}, {"global_load_sectors", 0}};
  };
  experiment.variants = {variant};
  experiment.default_size = {1024, 256};
  experiment.lens_size = {64, 2};
  experiment.race_sizes = {{7, 1}, {64, 2}};
  experiment.test_sizes = {{1, 1}, {300, 17}, {512, 100}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

bool is_transfer(const wb::CeilingTry& each) {
  return each.ceiling == "upload" || each.ceiling == "download";
}

/// What a rate is the rate of: uploads from pinned memory are another ceiling than pageable ones.
std::string ceiling_of(const wb::CeilingTry& each) {
  return is_transfer(each) ? each.ceiling + ", " + each.variant : each.ceiling;
}

bool streaming(const wb::CeilingTry& each) {
  return each.variant.find("streaming") != std::string::npos;
}

/// Ours of the same ceiling, and for copies with the same kind of store, that ran fastest.
const wb::CeilingTry* best_like(const std::vector<wb::CeilingTry>& tries,
                                const wb::CeilingTry& like, bool same_stores) {
  const wb::CeilingTry* best = nullptr;
  const auto rate = [](const wb::CeilingTry& t) { return std::max(t.gflops(), t.gbps()); };
  for (const wb::CeilingTry& each : tries) {
    if (each.peer || each.status != "ok" || each.best_ms <= 0) continue;
    if (ceiling_of(each) != ceiling_of(like)) continue;
    if (same_stores && like.ceiling == "copy" && streaming(each) != streaming(like)) continue;
    if (!best || rate(each) > rate(*best)) best = &each;
  }
  return best;
}

/// How many times as fast a is as b, at whatever sizes.
double ratio(const wb::CeilingTry& a, const wb::CeilingTry& b) {
  if (a.work.flops > 0) return a.gflops() / b.gflops();
  if (a.work.bytes > 0) return a.gbps() / b.gbps();
  return b.best_ms / a.best_ms;
}

std::string rate_text(const wb::CeilingTry& each) {
  if (each.work.flops > 0) return wb::three_digits(each.gflops()) + " GFLOP/s";
  if (each.work.bytes > 0) return wb::three_digits(each.gbps()) + " GB/s";
  return wb::three_digits(each.best_ms * 1e3) + " us";
}

}  // namespace

wb::Experiment self_check() {
  constexpr cl_uint kSalt = 1234567;
  wb::Experiment experiment;
  experiment.name = "self-check";
  experiment.dimensions = {"n"};
  experiment.make = [](const wb::Size& size, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.outputs = {output("out", wb::Type::kUint, size[0])};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (std::size_t i = 0; i < problem.size[0]; ++i) {
      expected.value.push_back(static_cast<double>(3 * i + kSalt));
    }
    return expected;
  };
  experiment.work = [](const wb::Size& size) { return wb::Work{0, 4.0 * double(size[0])}; };
  experiment.variants = {
      {.name = "self_check",
       .idea = "each work-item writes its own number",
       .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
         return {{{.kernel = file("self_check.cl"),
                   .entry = "self_check",
                   .options = "",
                   .args = {kSalt, "out"},
                   .global = cl::NDRange(size[0]),
                   .local = group_of(size[0], facts)}}};
       }}};
  experiment.default_size = {4096};
  experiment.lens_size = {64};
  experiment.race_sizes = {{1}, {64}, {65}};
  experiment.test_sizes = {{1}, {100}, {4096}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

std::vector<wb::Experiment> platform_kernels() {
  return {self_check(), copy(), read(), fma(1), fma(4), fma(16)};
}

wb::Row check_device(const std::string& program, const wb::DeviceEntry& entry) {
  const wb::Experiment experiment = self_check();
  wb::Row row;
  row.experiment = experiment.name;
  row.variant = fmt::format("{}:{} {}", entry.platform_index, entry.device_index, entry.name);
  row.size = experiment.default_size;
  row.work = experiment.work(row.size);
  wb::Command command;
  command.argv = {program,
                  "--child",
                  "self-check/self_check",
                  "--size",
                  std::to_string(row.size[0]),
                  "--device",
                  fmt::format("{}:{}", entry.platform_index, entry.device_index)};
  command.time_limit = std::chrono::seconds(60);
  const wb::ProcessResult child = wb::run_process(command);
  const auto verdict = nlohmann::json::parse(child.out, nullptr, false);
  if (verdict.is_object() && verdict.contains("status")) {
    row.status = verdict["status"];
    row.reason = verdict.value("reason", "");
  } else {
    row.status = "skipped";
    // The driver may have talked first; our own message begins with the program's name.
    const std::size_t ours = child.err.find(std::string(kStem) + ": ");
    const std::string said = child.err.substr(ours == std::string::npos ? 0 : ours);
    row.reason =
        fmt::format("the self-check {}: {}", child.describe(), said.substr(0, said.find('\n')));
  }
  row.launches = experiment.variants[0].plan(row.size, wb::device_facts(entry)).launches;
  return row;
}

double paper_gflops(const wb::DeviceFacts& facts, unsigned lanes) {
  return 2.0 * facts.compute_units * facts.clock_mhz * 1e-3 * lanes;
}

std::vector<wb::Row> rows_of(const std::vector<wb::CeilingTry>& tries) {
  std::vector<wb::Row> rows;
  for (const wb::CeilingTry& each : tries) {
    wb::Row row;
    const bool transfer = is_transfer(each);
    row.experiment = transfer ? "transfer" : each.ceiling;
    row.variant = (transfer ? each.ceiling + ", " : "") + each.variant;
    row.size = each.size;
    row.status = each.status;
    row.reason = each.reason;
    row.peer = each.peer;
    row.work = each.work;
    if (!each.launch.kernel.empty()) row.launches = {each.launch};
    row.bound = each.work.flops > 0 ? "compute" : "memory";
    if (each.status == "ok" && each.best_ms > 0) {
      row.time = each.time;
      if (const wb::CeilingTry* best = best_like(tries, each, false)) {
        row.floor_ms = each.best_ms / ratio(*best, each);
      }
      for (const wb::CeilingTry& peer : tries) {
        const bool same = ceiling_of(peer) == ceiling_of(each) &&
                          (each.ceiling != "copy" || streaming(peer) == streaming(each));
        if (peer.peer && same && peer.status == "ok" && peer.best_ms > 0) {
          row.of_peer[peer.variant] = ratio(each, peer);
        }
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string table_of(const std::vector<wb::CeilingTry>& tries) {
  wb::Table table({"ceiling", "best round", "median ms", "min", "max", "of the best"});
  std::string notes;
  for (const wb::CeilingTry& each : tries) {
    const std::string name = each.ceiling + "  " + each.variant;
    if (each.status != "ok") {
      table.add({name, each.status});
      notes += fmt::format("{} is {}: {}\n", name, each.status,
                           each.reason.substr(0, each.reason.find('\n')));
      continue;
    }
    const wb::CeilingTry* best = best_like(tries, each, false);
    table.add({name, rate_text(each), wb::three_digits(each.time.median_ms),
               wb::three_digits(each.time.min_ms), wb::three_digits(each.time.max_ms),
               best ? fmt::format("{:.0f}%", 100 * ratio(each, *best)) : ""});
  }
  return table.str() + notes;
}

std::string summary_of(const std::vector<wb::CeilingTry>& tries) {
  std::string text;
  std::map<std::string, bool> told;
  for (const wb::CeilingTry& each : tries) {
    if (each.peer || told[ceiling_of(each)]) continue;
    told[ceiling_of(each)] = true;
    if (const wb::CeilingTry* best = best_like(tries, each, false)) {
      text += fmt::format("{:<18} {:>14}   {}\n", ceiling_of(each), rate_text(*best),
                          is_transfer(each) ? "" : best->variant);
    }
  }
  for (const wb::CeilingTry& peer : tries) {
    if (!peer.peer || peer.status != "ok") continue;
    if (const wb::CeilingTry* best = best_like(tries, peer, true)) {
      text += fmt::format("{:<18} {:>14}   {}: ours ({}) is {:.2f} of it\n", peer.ceiling,
                          rate_text(peer), peer.variant, best->variant, ratio(*best, peer));
    }
  }
  return text;
}

}  // namespace chapters
