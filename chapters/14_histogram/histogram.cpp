// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "14_histogram/histogram.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "14_histogram/host_counts.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kBins = 256, kWideBins = 65536;
constexpr std::size_t kItems = 256;    // of a group, where it is more than one
constexpr std::size_t kLoad = 16;      // bytes of a uint4
constexpr std::size_t kPerItem = 128;  // bytes that a walking work-item should have at least
// Bytes of a work-item that counts in 16 bits: enough to pay for its table, and below 2^16.
constexpr std::size_t kPrivateItems = 32, kPrivateLeast = 512, kPrivateMost = 65520;

std::string file(const char* name) {
  return std::string("14_histogram/") + name;
}

std::size_t parts(std::size_t n, std::size_t step) {
  return (n + step - 1) / step;
}

cl_uint as_uint(std::size_t n) {
  return static_cast<cl_uint>(as_int(n));
}

using Needs = std::function<std::string(const wb::DeviceFacts&, const wb::Size&)>;

Needs needs(std::size_t items, std::size_t local_bytes = 0) {
  return [=](const wb::DeviceFacts& facts, const wb::Size&) -> std::string {
    if (std::string why = needs_items(facts, items); !why.empty()) return why;
    if (facts.local_memory_bytes < local_bytes) {
      return fmt::format("needs {} bytes of local memory, this device has {}", local_bytes,
                         facts.local_memory_bytes);
    }
    return "";
  };
}

// Four lanes of a GPU's thousands would count for seconds; that teaches nothing.
std::string needs_a_cpu(const wb::DeviceFacts& facts, const wb::Size& size) {
  constexpr std::size_t kMost = 1 << 20;
  if (facts.cpu || size[0] <= kMost) return "";
  return fmt::format("a few work-items would take seconds for {} values; at most {} on a GPU",
                     size[0], kMost);
}

// <walkers>
// Enough groups to fill the device, and no more: each of them zeroes a table and merges it.
std::size_t walkers(std::size_t bytes, std::size_t items, std::size_t groups_a_unit,
                    const wb::DeviceFacts& facts) {
  return std::clamp<std::size_t>(parts(bytes, items * kPerItem), 1,
                                 std::max(1u, facts.compute_units) * groups_a_unit);
}
// </walkers>

// ---------------------------------------------------------------------------------------------
// Data

wb::Problem make(Spread spread, std::size_t bins, const wb::Size& size, std::uint64_t seed) {
  wb::Problem problem;
  problem.inputs = {spread_values(spread, bins, size.at(0), seed)};
  problem.outputs = {wb::Array("counts", wb::Type::kUint, {bins})};
  return problem;
}

wb::Expected expected_counts(const wb::Problem& problem, std::size_t) {
  const std::vector<std::uint32_t> counts = host_counts(problem.inputs[0]);
  return {{counts.begin(), counts.end()}, {}, 0};
}

// ---------------------------------------------------------------------------------------------
// Launches

wb::Launch clear(std::size_t bins) {
  return {.kernel = file("clear.cl"),
          .entry = "clear",
          .options = "",
          .args = {"counts"},
          .global = cl::NDRange(bins),
          .local = cl::NDRange(kBins)};
}

// The counters are set to zero, then a fixed number of groups walks over the values.
wb::Plan cleared_walk(std::size_t bins, const char* kernel, const char* entry, std::string options,
                      std::size_t n, std::size_t groups, std::size_t items = kItems) {
  // <launches>
  return {{clear(bins),
           {.kernel = file(kernel),
            .entry = entry,
            .options = std::move(options),
            .args = {as_uint(n), "in", "counts"},
            .global = cl::NDRange(groups * items),
            .local = cl::NDRange(items)}}};
  // </launches>
}

// ---------------------------------------------------------------------------------------------
// Predictions: the lens's data is known, so what its lanes ask for is too.

// The work-items of a launch walk over `values` by whole loads. `address` says which word a
// work-item asks for with a value, if it asks at all.
template <class T, class Address>
Contention walk(const T* values, std::size_t n, std::size_t items, unsigned lanes,
                Address&& address) {
  Contention all;
  std::vector<std::uint64_t> wanted;
  constexpr std::size_t kEach = kLoad / sizeof(T);
  for (std::size_t first = 0; first < n / kEach; first += items) {
    for (std::size_t warp = 0; warp < items; warp += lanes) {
      for (std::size_t k = 0; k < kEach; ++k) {
        wanted.clear();
        for (std::size_t item = warp; item < std::min<std::size_t>(warp + lanes, items); ++item) {
          if (first + item >= n / kEach) break;
          const std::optional<std::uint64_t> word =
              address(item, values[(first + item) * kEach + k]);
          if (word) wanted.push_back(*word);
        }
        all.add(wanted);
      }
    }
  }
  return all;
}

// A row of equal values: what it adds when it ends, and where.
struct Run {
  std::uint64_t bin = 0;
  std::optional<std::uint64_t> next(std::uint64_t value) {
    if (value == bin) return std::nullopt;
    return std::exchange(bin, value);
  }
};

template <class T>
Contention counting_of(const wb::Array& in, std::size_t items, std::size_t copies, bool runs,
                       unsigned lanes) {
  std::vector<Run> rows(items);
  const auto word = [&](std::size_t item, std::uint64_t bin) {
    return bin * copies + item % copies;
  };
  Contention all = walk(in.as<T>().data(), in.count(), items, lanes,
                        [&](std::size_t item, T value) -> std::optional<std::uint64_t> {
                          if (!runs) return word(item, value);
                          const auto ended = rows[item].next(value);
                          return ended ? std::optional(word(item, *ended)) : std::nullopt;
                        });
  for (std::size_t warp = 0; runs && warp < items; warp += lanes) {  // the last row of each
    std::vector<std::uint64_t> wanted;
    for (std::size_t i = warp; i < std::min<std::size_t>(warp + lanes, items); ++i) {
      wanted.push_back(word(i, rows[i].bin));
    }
    all.add(wanted);
  }
  return all;
}

constexpr std::uint64_t kLensSeed = 1;

// At the lens's size groups are few, so this is how many work-items walk there.
std::size_t lens_items(std::size_t bytes, std::size_t items = kItems) {
  return parts(bytes, items * kPerItem) * items;
}

// Every group merges: a request a warp for each 32 of the bins, all of different words.
void add_merges(Contention& all, double groups, const wb::LensModel& model) {
  all.requests += groups * kBins / model.lanes;
  all.passes += groups * kBins / model.lanes;
}

wb::Traffic atomics(const Contention& all) {
  return {{"atomics_requests", all.requests}, {"atomics_serialised", all.passes}};
}

using Predict = std::function<wb::Traffic(const wb::Size&, const wb::LensModel&)>;

double passes_a_byte(Spread spread, std::size_t copies, bool runs) {
  constexpr std::size_t kSample = 1 << 16;
  return counting(spread, kSample, copies, runs, wb::LensModel{}.lanes).passes / double(kSample);
}

// Gain over one table a group if passes decide.
std::function<double(const wb::Size&)> fewer_passes(Spread spread, std::size_t copies, bool runs) {
  return [=](const wb::Size&) {
    return passes_a_byte(spread, 1, false) / passes_a_byte(spread, copies, runs);
  };
}

Predict counting_and_merging(Spread spread, std::size_t copies, bool runs, double local_words) {
  return [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    const std::size_t n = size[0], items = lens_items(n);
    const double groups = double(items) / kItems;
    Contention all = counting_of<std::uint8_t>(spread_values(spread, kBins, n, kLensSeed), items,
                                               copies, runs, model.lanes);
    add_merges(all, groups, model);
    wb::Traffic traffic = atomics(all);
    traffic["global_load_sectors"] = double(n) / model.sector_bytes;
    traffic["global_load_excess"] = 1;
    // A group zeroes its words and reads each of them once, a row of banks at a time.
    traffic["local_store_wavefronts"] = groups * local_words / model.lanes;
    traffic["local_load_requests"] = groups * local_words / model.lanes;
    if (copies == 1 || copies == model.lanes) {
      traffic["local_load_wavefronts"] = groups * local_words / model.lanes;
    }
    return traffic;
  };
}

// Where each lane has a bank of its own nobody meets anybody: a request for each 32 bytes, and
// those of the merges.
wb::Traffic columns_alone(const wb::Size& size, const wb::LensModel& model, double groups) {
  Contention all{double(size[0]) / model.lanes, double(size[0]) / model.lanes};
  add_merges(all, groups, model);
  wb::Traffic traffic = atomics(all);
  traffic["global_load_sectors"] = double(size[0]) / model.sector_bytes;
  traffic["local_store_wavefronts"] = groups * kBins;
  traffic["local_load_wavefronts"] = groups * kBins;
  return traffic;
}

// ---------------------------------------------------------------------------------------------
// 256 bins

wb::Variant global_atomics(Spread spread) {
  return {.name = "global atomics",
          .idea = "an atomic addition to global memory for each byte",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const std::size_t n = size[0], groups = std::max<std::size_t>(parts(n, kItems), 1);
            return cleared_walk(kBins, "global_atomics.cl", "histogram_global", "", n, groups);
          },
          .needs = needs(kItems),
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const wb::Array in = spread_values(spread, kBins, size[0], kLensSeed);
            Contention all;
            for (std::size_t i = 0; i < size[0]; i += model.lanes) {
              const auto* warp = in.as<std::uint8_t>().data() + i;
              std::vector<std::uint64_t> wanted(
                  warp, warp + std::min<std::size_t>(model.lanes, size[0] - i));
              all.add(wanted);
            }
            wb::Traffic traffic = atomics(all);
            traffic["global_load_sectors"] = double(size[0]) / model.sector_bytes;
            return traffic;
          }};
}

wb::Variant copies_of(Spread spread, std::size_t copies, std::string name, std::string idea) {
  return {.name = std::move(name),
          .idea = std::move(idea),
          .plan = [copies](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return cleared_walk(kBins, "copies.cl", "histogram_copies",
                                fmt::format("-DCOPIES={}", copies), size[0],
                                walkers(size[0], kItems, 8, facts));
          },
          .needs = needs(kItems),
          .predict = counting_and_merging(spread, copies, false, double(kBins * copies)),
          .predicted_gain = fewer_passes(spread, copies, false)};
}

wb::Variant warp_tables(Spread spread) {
  wb::Variant variant = copies_of(spread, 1, "a table a warp", "eight tables in a row");
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    return cleared_walk(kBins, "warp_tables.cl", "histogram_warp_tables", "", size[0],
                        walkers(size[0], kItems, 8, facts));
  };
  variant.predict = counting_and_merging(spread, 1, false, double(kBins * kItems / 32));
  return variant;
}

wb::Variant runs(Spread spread) {
  wb::Variant variant =
      copies_of(spread, 32, "a column a lane, runs", "equal bytes in a row are added at once");
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    return cleared_walk(kBins, "runs.cl", "histogram_runs", "", size[0],
                        walkers(size[0], kItems, 8, facts));
  };
  variant.predict = counting_and_merging(spread, 32, true, double(kBins * 32));
  variant.predicted_gain = fewer_passes(spread, 32, true);
  return variant;
}

wb::Variant ahead(Spread spread) {
  constexpr std::size_t kMany = 512;  // four such groups fill a compute unit of 2048 work-items
  wb::Variant variant = copies_of(spread, 32, "a column a lane, 4 loads",
                                  "four loads of 16 bytes under way in each work-item");
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    return cleared_walk(kBins, "ahead.cl", "histogram_ahead", "", size[0],
                        walkers(size[0], kMany, 4, facts), kMany);
  };
  variant.needs = needs(kMany);
  variant.predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    return columns_alone(size, model, double(parts(size[0], kMany * kPerItem)));
  };
  return variant;
}

wb::Variant private16(Spread spread) {
  return {
      .name = "private, 16 bits",
      .idea = "counters of its own for each lane, no atomics until the merge",
      .plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
        const std::size_t groups =
            std::max(walkers(size[0], kPrivateItems * kPrivateLeast / kPerItem, 13, facts),
                     parts(size[0], kPrivateItems * kPrivateMost));
        return cleared_walk(kBins, "private16.cl", "histogram_private16", "", size[0], groups,
                            kPrivateItems);
      },
      .predict = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
        const double groups = double(parts(size[0], kPrivateItems * kPrivateLeast));
        const double words = kBins / 2 * double(kPrivateItems) / model.lanes;  // of a group
        Contention merges;
        add_merges(merges, groups, model);
        wb::Traffic traffic = atomics(merges);
        // Each byte is a load and a store in the lane's own bank.
        traffic["local_load_wavefronts"] = double(size[0]) / model.lanes + groups * words;
        traffic["local_store_wavefronts"] = double(size[0]) / model.lanes + groups * words;
        traffic["global_load_sectors"] = double(size[0]) / model.sector_bytes;
        return traffic;
      },
      .predicted_gain = [=](const wb::Size&) {  // a load and a store for each byte of a warp's 32
        return passes_a_byte(spread, 1, false) * wb::LensModel{}.lanes / 2;
      }};
}

wb::Variant fetch(Spread spread) {
  wb::Variant variant = copies_of(spread, 1, "one table, atomic_fetch_add",
                                  "the functions of OpenCL C 2.0 and later");
  variant.plan = [](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
    return cleared_walk(kBins, "fetch.cl", "histogram_fetch", "-cl-std=CL3.0", size[0],
                        walkers(size[0], kItems, 8, facts));
  };
  variant.needs = [](const wb::DeviceFacts& facts, const wb::Size& size) -> std::string {
    if (facts.simulator || facts.version.find("OpenCL 3") == std::string::npos) {
      return "needs OpenCL C 3.0";
    }
    return needs(kItems)(facts, size);
  };
  variant.predict = nullptr;
  variant.exempt = {{"race", "OpenCL C 3.0"}, {"lens", "OpenCL C 3.0"}};
  return variant;
}

// One work-item a group: a part of the values each, whole loads of 64 bytes.
struct Parts {
  std::size_t groups, each;  // each: in values
  Parts(std::size_t n, std::size_t width, std::size_t most_groups)
      : groups(std::clamp<std::size_t>(parts(n * width, 4096), 1, most_groups)),
        each(round_up(std::max<std::size_t>(parts(n, groups), 1), 64)) {}
};

constexpr std::size_t kCpuGroups = 32, kWideCpuGroups = 4;

wb::Variant cpu_tables() {
  return {.name = "one-item groups",
          .idea = "the shape for a CPU: eight private tables",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const Parts split(size[0], 1, kCpuGroups);
            return {{clear(kBins),
                     {.kernel = file("cpu_tables.cl"),
                      .entry = "histogram_cpu",
                      .options = "",
                      .args = {as_uint(size[0]), as_uint(split.each), "in", "counts"},
                      .global = cl::NDRange(split.groups),
                      .local = cl::NDRange(1)}}};
          },
          .predict = [](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
            const double merges = double(Parts(size[0], 1, kCpuGroups).groups) * kBins;
            // A lane alone: a sector for every 8 bytes, a request for every bin of every group.
            return {{"atomics_requests", merges},
                    {"atomics_serialised", merges},
                    {"global_load_sectors", double(size[0]) / 8}};
          }};
}

wb::Experiment bins_256(Spread spread) {
  wb::Experiment experiment;
  experiment.dimensions = {"bytes"};
  experiment.make = [spread](const wb::Size& size, wb::DataKind, std::uint64_t seed) {
    return make(spread, kBins, size, seed);
  };
  experiment.reference = expected_counts;
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, double(size[0]) + kBins * sizeof(cl_uint)};
  };
  experiment.default_size = {1 << 22};
  experiment.gpu_size = {1 << 28};
  experiment.lens_size = {1 << 16};
  experiment.race_sizes = {{300}, {5000}};
  experiment.test_sizes = {{0}, {1}, {15}, {16}, {255}, {4095}, {4097}, {65537}, {1000003}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

const char* name_of(Spread spread) {
  static constexpr const char* kNames[] = {"uniform", "zipf", "equal"};
  return kNames[static_cast<int>(spread)];
}

// ---------------------------------------------------------------------------------------------
// 65,536 bins

constexpr std::size_t kWideUnit = 8;  // groups a compute unit

wb::Variant wide_global(Spread spread, bool with_runs) {
  return {.name = with_runs ? "global atomics, runs" : "global atomics",
          .idea = with_runs ? "equal values in a row are added at once"
                            : "an atomic addition to global memory for each value",
          .plan = [with_runs](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
            return cleared_walk(kWideBins, with_runs ? "wide_runs.cl" : "wide_global.cl",
                                with_runs ? "wide_runs" : "wide_global", "", size[0],
                                walkers(2 * size[0], kItems, kWideUnit, facts));
          },
          .needs = needs(kItems),
          .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
            const wb::Array in = spread_values(spread, kWideBins, size[0], kLensSeed);
            return atomics(
                counting_of<std::uint16_t>(in, lens_items(2 * size[0]), 1, with_runs, model.lanes));
          }};
}

wb::Variant wide_ranges(Spread spread, std::size_t ranges, std::size_t items, std::size_t unit) {
  const std::size_t here = parts(kWideBins, ranges);
  return {
      .name = fmt::format("{} ranges", ranges),
      .idea = "each group counts a part of the bins in local memory",
      .plan = [=](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
        // <ranges>
        const std::size_t walking = walkers(2 * size[0], items, unit, facts);
        return cleared_walk(kWideBins, "wide_ranges.cl", "wide_ranges",
                            fmt::format("-DRANGES={} -DITEMS={}", ranges, items), size[0],
                            round_up(walking, ranges), items);
        // </ranges>
      },
      .needs = needs(items, here * sizeof(cl_uint)),
      .predict = [=](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
        const wb::Array in = spread_values(spread, kWideBins, size[0], kLensSeed);
        const std::size_t teams = parts(parts(2 * size[0], items * kPerItem), ranges);
        Contention all;
        for (std::size_t r = 0; r < ranges; ++r) {
          const Contention one =
              walk(in.as<std::uint16_t>().data(), in.count(), teams * items, model.lanes,
                   [&](std::size_t, std::uint16_t value) -> std::optional<std::uint64_t> {
                     return value / here == r ? std::optional<std::uint64_t>(value) : std::nullopt;
                   });
          all.requests += one.requests;
          all.passes += one.passes;
        }
        // The merge skips what is zero: with one team, a request for each 32 bins of which one
        // is not.
        const std::vector<std::uint32_t> counts = host_counts(in);
        for (std::size_t b = 0; b < kWideBins;) {  // a range's last row may be short
          const std::size_t last = std::min({b + model.lanes, (b / here + 1) * here, kWideBins});
          bool any = false;
          for (; b < last; ++b) any = any || counts[b] != 0;
          all.requests += any;
          all.passes += any;
        }
        wb::Traffic traffic = atomics(all);
        traffic["global_load_sectors"] = double(ranges) * 2 * double(size[0]) / model.sector_bytes;
        return traffic;
      }};
}

wb::Variant wide_cpu() {
  return {.name = "one-item groups",
          .idea = "the shape for a CPU: a table a group, merged by a second launch",
          .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
            const Parts split(size[0], 2, kWideCpuGroups);
            return {.launches = {{.kernel = file("wide_cpu.cl"),
                                  .entry = "wide_cpu",
                                  .options = "",
                                  .args = {as_uint(size[0]), as_uint(split.each), "in", "tables"},
                                  .global = cl::NDRange(split.groups),
                                  .local = cl::NDRange(1)},
                                 {.kernel = file("wide_cpu.cl"),
                                  .entry = "wide_cpu_merge",
                                  .options = "",
                                  .args = {as_uint(split.groups), "tables", "counts"},
                                  .global = cl::NDRange(kWideBins / 16),
                                  .local = cl::NDRange(1)}},
                    .scratch = {{"tables", split.groups * kWideBins * sizeof(cl_uint)}}};
          },
          .needs = needs_a_cpu,
          .predict = [](const wb::Size&, const wb::LensModel&) -> wb::Traffic {
            return {{"atomics_requests", 0}};
          }};
}

}  // namespace

// <zipf>
wb::Array spread_values(Spread spread, std::size_t bins, std::size_t n, std::uint64_t seed) {
  wb::Array in("in", bins == kBins ? wb::Type::kUchar : wb::Type::kUshort, {n});
  const double whole = std::log(double(bins) + 1);
  const auto value = [&](std::size_t i) -> std::uint64_t {
    const std::uint64_t bits = wb::mix(seed, i);
    if (spread == Spread::kUniform) return bits >> 32 & (bins - 1);
    if (spread == Spread::kEqual) return bins / 3;
    const double u = double(bits >> 11) * 0x1p-53;  // below v with probability log(v + 1) / whole
    return static_cast<std::uint64_t>(std::exp(u * whole)) - 1;
  };
  // </zipf>
  wb::parallel_for(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (bins == kBins) {
        in.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(value(i));
      } else {
        in.as<std::uint16_t>()[i] = static_cast<std::uint16_t>(value(i));
      }
    }
  });
  return in;
}

// <contention>
void Contention::add(std::vector<std::uint64_t>& addresses) {
  if (addresses.empty()) return;
  std::sort(addresses.begin(), addresses.end());
  std::size_t most = 0, run = 0;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    run = i > 0 && addresses[i] == addresses[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  requests += 1;
  passes += double(most);
}
// </contention>

Contention counting(Spread spread, std::size_t n, std::size_t copies, bool with_runs,
                    unsigned lanes) {
  return counting_of<std::uint8_t>(spread_values(spread, kBins, n, kLensSeed), lens_items(n),
                                   copies, with_runs, lanes);
}

wb::Experiment histogram(Spread spread) {
  wb::Experiment experiment = bins_256(spread);
  experiment.name = name_of(spread);
  experiment.variants = {
      global_atomics(spread),
      copies_of(spread, 1, "one table", "a table in local memory for each group"),
      fetch(spread),
      warp_tables(spread),
      copies_of(spread, 32, "a column a lane", "32 tables, interleaved: each lane has a bank"),
      ahead(spread),
      runs(spread),
      private16(spread),
      cpu_tables()};
  experiment.variants[1].predicted_gain = nullptr;  // the baseline
  experiment.variants[2].predicted_gain = nullptr;
  experiment.baseline = "one table";
  experiment.peers = [](wb::Session& session, const wb::Problem& problem) {
    std::vector<wb::Peer> peers = cub_histogram(session, problem);
    if (session.facts().cpu) peers.push_back(host_histogram(problem));
    return peers;
  };
  return experiment;
}

wb::Experiment large_histogram(Spread spread) {
  wb::Experiment experiment = histogram(spread);
  experiment.name = fmt::format("large, {}", name_of(spread));
  experiment.variants = {cpu_tables()};
  experiment.variants[0].needs = needs_a_cpu;
  experiment.baseline = "";
  experiment.default_size = experiment.gpu_size = {1 << 25};
  experiment.race_sizes = {{300}};
  experiment.test_sizes = {{4097}};
  return experiment;
}

wb::Experiment table_copies(Spread spread) {
  wb::Experiment experiment = bins_256(spread);
  experiment.name = fmt::format("copies, {}", name_of(spread));
  for (std::size_t copies = 1; copies <= 32; copies *= 2) {
    experiment.variants.push_back(
        copies_of(spread, copies, fmt::format("copies {}", copies), "tables that lie interleaved"));
  }
  experiment.variants[0].predicted_gain = nullptr;
  experiment.default_size = {1 << 20};
  experiment.gpu_size = {1 << 26};
  experiment.race_sizes = {{300}};
  experiment.test_sizes = {{4097}};
  return experiment;
}

wb::Experiment bytes_an_item() {
  wb::Experiment experiment = bins_256(Spread::kUniform);
  experiment.name = "share";
  for (std::size_t share = 16; share <= 4096; share *= 4) {
    wb::Variant variant =
        copies_of(Spread::kUniform, 32, fmt::format("share {}", share), "bytes of a work-item");
    variant.plan = [share](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
      const std::size_t n = size[0], groups = std::max<std::size_t>(parts(n, kItems * share), 1);
      return cleared_walk(kBins, "copies.cl", "histogram_copies", "-DCOPIES=32", n, groups);
    };
    variant.predict = [share](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
      return columns_alone(size, model, double(parts(size[0], kItems * share)));
    };
    variant.predicted_gain = nullptr;
    experiment.variants.push_back(variant);
  }
  experiment.default_size = {1 << 20};
  experiment.gpu_size = {1 << 26};
  experiment.race_sizes = {{300}};
  experiment.test_sizes = {{0}, {4097}};
  return experiment;
}

wb::Experiment wide_histogram(Spread spread) {
  wb::Experiment experiment = histogram(spread);
  experiment.name = fmt::format("wide, {}", name_of(spread));
  experiment.dimensions = {"values"};
  experiment.make = [spread](const wb::Size& size, wb::DataKind, std::uint64_t seed) {
    return make(spread, kWideBins, size, seed);
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {0, 2 * double(size[0]) + kWideBins * sizeof(cl_uint)};
  };
  experiment.variants = {wide_global(spread, false), wide_global(spread, true),
                         wide_ranges(spread, 8, kItems, 6), wide_ranges(spread, 6, 1024, 2),
                         wide_cpu()};
  // The same kernel, too large for the simulator.
  const char* small = "needs 43,692 bytes of local memory, Oclgrind has 32 KiB";
  experiment.variants[3].predict = nullptr;
  experiment.variants[3].exempt = {{"race", small}, {"lens", small}};
  experiment.baseline = "global atomics";
  experiment.default_size = {1 << 21};
  experiment.gpu_size = {1 << 27};
  experiment.lens_size = {1 << 14};
  experiment.race_sizes = {{300}};
  experiment.test_sizes = {{0}, {1}, {7}, {8}, {255}, {4097}, {65537}, {1000003}};
  return experiment;
}

// ---------------------------------------------------------------------------------------------
// The exercise

namespace {

constexpr std::size_t kRowBins = 16;

wb::Problem make_rows(const wb::Size& size, wb::DataKind, std::uint64_t seed) {
  const std::size_t rows = size.at(0), width = size.at(1);
  wb::Problem problem;
  problem.inputs = {wb::Array("in", wb::Type::kUchar, {rows, width})};
  problem.outputs = {wb::Array("counts", wb::Type::kUint, {rows, kRowBins})};
  const auto in = problem.inputs[0].as<std::uint8_t>();
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint64_t row = i / width, bits = wb::mix(seed, i);
    // One row is spread, the next is dark, the third has one value throughout.
    const std::uint64_t values[] = {bits >> 32, (bits >> 32 & 255) * (bits >> 40 & 255) >> 10,
                                    wb::mix(seed, row)};
    in[i] = static_cast<std::uint8_t>(values[row % 3]);
  }
  return problem;
}

wb::Expected expected_rows(const wb::Problem& problem, std::size_t) {
  const auto in = problem.inputs[0].as<std::uint8_t>();
  wb::Expected expected{std::vector<double>(problem.outputs[0].count()), {}, 0};
  for (std::size_t i = 0; i < in.size(); ++i) {
    ++expected.value[i / problem.size[1] * kRowBins + in[i] * kRowBins / 256];
  }
  return expected;
}

}  // namespace

wb::Experiment row_histograms() {
  wb::Experiment exercise;
  exercise.name = "exercise";
  exercise.dimensions = {"rows", "width"};
  exercise.make = make_rows;
  exercise.reference = expected_rows;
  exercise.work = [](const wb::Size& size) -> wb::Work {
    return {0, double(size[0]) * double(size[1] + kRowBins * sizeof(cl_uint))};
  };
  exercise.variants = {
      {.name = "yours",
       .idea = "16 counters a row, a group a row",
       .plan = [](const wb::Size& size, const wb::DeviceFacts&) -> wb::Plan {
         return {{{.kernel = wb::kExerciseFile,
                   .entry = "row_histograms",
                   .options = "",
                   .args = {as_uint(size[1]), "in", "counts"},
                   .global = cl::NDRange(size[0] * kItems),
                   .local = cl::NDRange(kItems)}}};
       },
       .needs = needs(kItems),
       // <contract>
       .at_most = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
         const double rows = double(size[0]);
         const double requests = rows * double(size[1]) / model.lanes;
         return {{"global_load_sectors", requests},
                 {"atomics_requests", requests},
                 {"atomics_serialised", requests},
                 {"local_load_wavefronts", rows * 64},
                 {"global_store_sectors", rows * 2}};
       }}};
  // </contract>
  exercise.default_size = {512, 4096};
  exercise.lens_size = {6, 2048};
  exercise.race_sizes = {{1, 1}, {3, 300}};
  exercise.test_sizes = {{1, 1}, {3, 16}, {5, 255}, {2, 257}, {7, 1000}, {4, 4099}};
  exercise.test_data = {wb::DataKind::kUniform};
  return exercise;
}

}  // namespace chapters
