// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <cmath>

#include "15_data_layout/data_layout.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kWhole = 32;
constexpr double kSector = 32;

std::size_t slots_of(const wb::Size& size) {
  return round_up(size.at(0), kWhole);
}

wb::Problem make_particles(const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {wb::Array("state", wb::Type::kFloat, {kFields * slots_of(size)})};
  wb::fill(problem.inputs[0], kind, seed);
  problem.outputs = {wb::Array("state", wb::Type::kFloat, {kFields * slots_of(size)})};  // in place
  return problem;
}

// The step in single precision, operation by operation. DT is a power of two, so DT * v is exact
// and it does not matter whether a compiler fuses it with the sum: devices must agree to the last
// bit.
void step(float* (&field)[kHotFields]) {
  constexpr float kDt = 0.0078125f, kFall = -0.06103515625f;
  *field[kVz] += kFall;
  for (int axis = 0; axis < 3; ++axis) {
    float &x = *field[kX + axis], &v = *field[kVx + axis];
    x += kDt * v;
    if (std::abs(x) > 1.0f) {
      x = std::copysign(2.0f, x) - x;
      v = -v;
    }
  }
  *field[kAge] += kDt;
}

wb::Expected stepped(const wb::Problem& problem, const Place& place) {
  const auto before = problem.input("state").as<float>();
  const std::size_t slots = before.size() / kFields;
  wb::Expected expected;
  expected.tolerance = wb::roundings(1);  // of subnormals only, which a device may flush
  expected.value.resize(before.size());
  wb::parallel_for(before.size(), [&](std::size_t begin, std::size_t end) {
    std::copy(before.begin() + begin, before.begin() + end, expected.value.begin() + begin);
  });
  wb::parallel_for(slots, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      float value[kHotFields];
      float* field[kHotFields];
      for (std::size_t f = 0; f < kHotFields; ++f) {
        value[f] = before[place(i, f, slots)];
        field[f] = &value[f];
      }
      step(field);
      for (std::size_t f = 0; f < kHotFields; ++f) expected.value[place(i, f, slots)] = value[f];
    }
  });
  return expected;
}

// <places>
// What each layout makes of `state`: the index of a field of particle i.
constexpr std::size_t kGrown[kHotFields] = {0, 1, 2, 8, 9, 10, 15};   // as aos.cl declares them
constexpr std::size_t kInFloat4[kHotFields] = {0, 1, 2, 4, 5, 6, 3};  // x y z age, vx vy vz colour

std::size_t in_grown(std::size_t i, std::size_t f, std::size_t) {
  return kFields * i + kGrown[f];
}
std::size_t in_hot_first(std::size_t i, std::size_t f, std::size_t) {
  return kFields * i + f;
}
std::size_t in_arrays(std::size_t i, std::size_t f, std::size_t slots) {
  return f * slots + i;
}
Place in_blocks(std::size_t block) {
  return [block](std::size_t i, std::size_t f, std::size_t) {
    return (i / block * kFields + f) * block + i % block;
  };
}
// </places>

/// How the lens counts a step, for each particle: sectors requested one way, and requests.
struct Asked {
  double sectors, requests;
};

wb::Variant particle_variant(const std::string& name, const std::string& idea, const Place& place,
                             double moved_bytes, Asked asked,
                             const std::function<wb::Launch(std::size_t slots)>& launch) {
  return {.name = name,
          .idea = idea,
          .plan = [launch](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            return {{launch(slots_of(size))}};
          },
          .needs = [wide = name.find("float16") != std::string::npos](
                       const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
            if (wide && !facts.cpu && !facts.simulator) return "a CPU's vectors are this wide";
            return needs_256(facts, size);
          },
          .predict = [asked](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
            const auto n = double(slots_of(size));
            return {{"global_load_requests", n * asked.requests},
                    {"global_load_sectors", n * asked.sectors},
                    {"global_store_sectors", n * asked.sectors}};
          },
          // <gain>
          // If time followed the bytes of the sectors that hold what is touched, each fetched once.
          .predicted_gain = [moved_bytes](const wb::Size&) { return 4 * kSector / moved_bytes; },
          // </gain>
          .reference = [place](const wb::Problem& problem,
                               std::size_t) { return stepped(problem, place); }};
}

wb::Variant array_of_structures(bool hot_first) {
  return particle_variant(
      hot_first ? "AoS, hot first" : "AoS", "structures of 64 bytes, one after the other",
      hot_first ? in_hot_first : in_grown, hot_first ? 2 * kSector : 4 * kSector, {7, 7.0 / 32},
      [hot_first](std::size_t slots) -> wb::Launch {
        return {.kernel = "15_data_layout/aos.cl",
                .entry = "particles_aos",
                .options = fmt::format("-DHOT_FIRST={:d}", hot_first),
                .args = {as_int(slots), "state"},
                .global = cl::NDRange(round_up(slots, kGroup)),
                .local = cl::NDRange(kGroup)};
      });
}

// `each` float4 from one particle to the next; `motion` from place to velocity, 0: behind all
// places.
wb::Variant in_float4(const std::string& name, const std::string& idea, std::size_t each,
                      std::size_t motion) {
  const auto place = [each, motion](std::size_t i, std::size_t f, std::size_t slots) {
    const std::size_t second = motion > 0 ? motion : slots;
    return 4 * (i * each + kInFloat4[f] / 4 * second) + kInFloat4[f] % 4;
  };
  const Asked asked{each == 1 ? 1.0 : 2.0, 2.0 / 32};
  return particle_variant(
      name, idea, place, 2 * kSector, asked, [each, motion](std::size_t slots) -> wb::Launch {
        return {.kernel = "15_data_layout/float4.cl",
                .entry = "particles_float4",
                .options = "",
                .args = {as_int(slots), as_int(each), as_int(motion > 0 ? motion : slots), "state"},
                .global = cl::NDRange(round_up(slots, kGroup)),
                .local = cl::NDRange(kGroup)};
      });
}

wb::Variant structure_of_arrays(std::size_t width) {
  // A float16 is four requests of 16 bytes a lane, 64 bytes apart: each takes half of 32 sectors.
  const Asked asked = width == 16 ? Asked{7 * 4 * 32 / 512.0, 7 * 4 / 512.0}
                                  : Asked{7 * 4.0 / 32, 7.0 / (32 * double(width))};
  return particle_variant(width == 1 ? "SoA" : fmt::format("SoA, float{}", width),
                          "one array a field", in_arrays, 2 * kHotFields * sizeof(float), asked,
                          [width](std::size_t slots) -> wb::Launch {
                            return {.kernel = "15_data_layout/soa.cl",
                                    .entry = "particles_soa",
                                    .options = fmt::format("-DWIDTH={}", width),
                                    .args = {as_int(slots), as_int(slots), "state"},
                                    .global = cl::NDRange(round_up(slots / width, kGroup)),
                                    .local = cl::NDRange(kGroup)};
                          });
}

wb::Variant in_blocks_of(std::size_t block, std::size_t width) {
  // Rows of 16 bytes fill half a sector. A float16 is four requests, each of half of 32 sectors.
  const double rows = block < 8 ? 2 : 1;
  const Asked asked = width == 16 ? Asked{7 * 4 * 32 / 512.0, 7 * 4 / 512.0}
                                  : Asked{rows * 7 * 4.0 / 32, 7.0 / (32 * double(width))};
  return particle_variant(
      fmt::format("AoSoA {}{}", block, width == 1 ? "" : fmt::format(", float{}", width)),
      "blocks of particles, a short array a field", in_blocks(block),
      block < 8 ? 2 * kSector : 2 * kHotFields * sizeof(float), asked,
      [block, width](std::size_t slots) -> wb::Launch {
        return {.kernel = "15_data_layout/aosoa.cl",
                .entry = "particles_aosoa",
                .options = fmt::format("-DBLOCK={} -DWIDTH={}", block, width),
                .args = {cl_uint(slots), "state"},
                .global = cl::NDRange(round_up(slots / width, kGroup)),
                .local = cl::NDRange(kGroup)};
      });
}

}  // namespace

std::string needs_256(const wb::DeviceFacts& facts, const wb::Size&) {
  return needs_items(facts, kGroup);
}

wb::Experiment particles() {
  wb::Experiment experiment;
  experiment.name = "particles";
  experiment.dimensions = {"particles"};
  experiment.make = make_particles;
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    return stepped(problem, in_grown);
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2.0 * kHotFields * sizeof(float) * double(slots_of(size))};
  };
  experiment.variants = {
      array_of_structures(false),
      array_of_structures(true),
      in_float4("AoS, hot first, float4", "the hot half of each structure as two float4", 4, 1),
      in_float4("hot and cold apart", "structures of 32 bytes, the rest elsewhere", 2, 1),
      in_float4("two arrays of float4", "places in one array, motions in another", 1, 0),
      structure_of_arrays(1),
      structure_of_arrays(4),
      structure_of_arrays(16),
      in_blocks_of(4, 1),
      in_blocks_of(8, 1),
      in_blocks_of(32, 1),
      in_blocks_of(32, 4),
      in_blocks_of(16, 16)};
  experiment.default_size = {1 << 19};
  experiment.gpu_size = {3 << 21};
  experiment.lens_size = {1024};
  experiment.race_sizes = {{1}, {32}, {33}};
  experiment.test_sizes = {{1}, {32}, {257}, {1000}};
  return experiment;
}

namespace {

wb::Variant copy_of(std::size_t width, bool in_place) {
  std::string name = in_place ? "in place" : "copy";
  if (width > 1) name += fmt::format(", float{}", width);
  wb::Variant variant{
      .name = name,
      .idea = in_place ? "each value negated where it is" : "each value once in, once out",
      .plan = [width, in_place](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
        const std::size_t n = kHotFields * slots_of(size);
        std::vector<wb::Arg> args{as_int(n), "out"};
        if (!in_place) args = {as_int(n), "in", "out"};
        return {{{.kernel = "15_data_layout/copy.cl",
                  .entry = in_place ? "negate" : "copy",
                  .options = fmt::format("-DWIDTH={}", width),
                  .args = args,
                  .global = cl::NDRange(round_up(n / width, kGroup)),
                  .local = cl::NDRange(kGroup)}}};
      },
      .needs = needs_256};
  if (width < 16) {
    variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
      const double whole = kHotFields * sizeof(float) * double(slots_of(size)) / model.sector_bytes;
      return {{"global_load_sectors", whole}, {"global_store_sectors", whole}};
    };
  }
  return variant;
}

}  // namespace

wb::Experiment layout_copy() {
  wb::Experiment experiment = particles();
  experiment.name = "copy";
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    const std::size_t n = kHotFields * slots_of(size);
    wb::Problem problem;
    problem.inputs = {wb::Array("in", wb::Type::kFloat, {n})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {n}, CL_MEM_WRITE_ONLY)};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    const auto in = problem.input("in").as<float>();
    wb::Expected expected;
    expected.value.assign(in.begin(), in.end());
    return expected;
  };
  experiment.variants = {copy_of(1, false), copy_of(4, false), copy_of(16, false)};
  return experiment;
}

wb::Experiment layout_in_place() {
  wb::Experiment experiment = layout_copy();
  experiment.name = "in place";
  experiment.make = [](const wb::Size& size, wb::DataKind kind, std::uint64_t seed) {
    const std::size_t n = kHotFields * slots_of(size);
    wb::Problem problem;
    problem.inputs = {wb::Array("out", wb::Type::kFloat, {n})};
    wb::fill(problem.inputs[0], kind, seed);
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {n})};
    return problem;
  };
  experiment.reference = [](const wb::Problem& problem, std::size_t) {
    wb::Expected expected;
    for (const float value : problem.input("out").as<float>()) expected.value.push_back(-value);
    return expected;
  };
  experiment.variants = {copy_of(1, true), copy_of(4, true), copy_of(16, true)};
  return experiment;
}

void report_of_layout_copy(wb::Chapter& chapter) {
  const auto best = [&](const std::string& experiment) {
    double gbps = 0;
    for (const wb::Row& row : chapter.document().rows) {
      if (row.experiment == experiment && row.time) gbps = std::max(gbps, row.gbps());
    }
    return gbps;
  };
  const double copied = best("copy"), in_place = best("in place");
  if (!(copied > 0 && in_place > 0)) return;
  chapter.print(
      "\nIn turns with the best copy of as many bytes, and with the best pass in place:\n");
  for (const wb::Row& row : chapter.document().rows) {
    if (row.experiment != "particles" || !row.time) continue;
    chapter.print("  {:<24} {:.3f} of the copy  {:.3f} of the pass in place\n", row.variant,
                  row.gbps() / copied, row.gbps() / in_place);
  }
}

}  // namespace chapters
