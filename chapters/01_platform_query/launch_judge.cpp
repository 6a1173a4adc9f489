// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "01_platform_query/launch_judge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "01_platform_query/exercise.hpp"
#include "wb/chapter.hpp"
#include "wb/data.hpp"
#include "wb/exercise.hpp"

namespace chapters {
namespace {

using exercise::Grid;
using exercise::Launch;
using exercise::Limits;

struct Asked {
  Limits limits;
  Grid grid;
};

constexpr std::size_t kRandom = 3000;
constexpr std::uint64_t kKiB = 1024;

// <devices>
constexpr Limits kGpu = {1024, {1024, 1024}, 48 * kKiB, 1024, 32, 0};
constexpr Limits kCpu = {4096, {4096, 4096}, 512 * kKiB, 4096, 8, 0};
constexpr Limits kSmall = {256, {64, 256}, 8 * kKiB, 192, 48, 512};
// </devices>

std::vector<Asked> grids_of(const Limits& device) {
  std::vector<Asked> all;
  const auto add = [&](const Limits& limits, Grid grid) { all.push_back({limits, grid}); };
  add(device, {1 << 20, 1 << 10, 0});
  add(device, {1000, 777, 0});            // neither is a multiple of anything
  add(device, {1, 1, 0});                 // smaller than any group
  add(device, {1920, 1080, 100});         // local memory decides
  add(device, {1920, 1080, 1 << 12});     // not even one preferred multiple fits
  add(device, {1920, 1080, 1ull << 40});  // not even one work-item
  add(device, {0, 1080, 0});
  add(device, {1920, 0, 4});
  add(device, {(1ull << 31) + 5, 3, 0});        // past int
  add(device, {(1ull << 33) + 1, 1 << 20, 0});  // past unsigned
  Limits kernel = device;
  kernel.kernel_work_group_size = 3 * device.preferred_multiple;  // a kernel with many registers
  add(kernel, {1000, 777, 0});
  kernel = device;
  kernel.kernel_local_memory = device.local_memory;  // all of it, for static arrays
  add(kernel, {1000, 777, 16});
  add(kernel, {1000, 777, 0});
  kernel.kernel_local_memory = device.local_memory + 1;
  add(kernel, {1000, 777, 0});
  Limits flat = device;
  flat.max_work_item_sizes[1] = 1;
  add(flat, {1000, 777, 0});
  flat = device;
  flat.max_work_item_sizes[0] = 2 * device.preferred_multiple;
  add(flat, {1000, 777, 0});
  flat.max_work_item_sizes[0] = device.preferred_multiple - 1;
  add(flat, {1000, 777, 0});
  return all;
}

std::vector<Asked> drawn(std::uint64_t seed) {
  std::vector<Asked> all;
  std::uint64_t position = 0;
  const auto roll = [&](std::uint64_t below) { return wb::mix(seed, position++) % below; };
  for (std::size_t i = 0; i < kRandom; ++i) {
    Asked asked{};
    const std::size_t multiple = std::size_t{1} << roll(7);
    asked.limits = {std::size_t{1} << roll(13),
                    {1 + roll(2048), 1 + roll(64)},
                    1 + roll(64 * kKiB),
                    1 + roll(1500),
                    roll(3) == 0 ? 1 + roll(80) : multiple,
                    roll(2) * roll(80 * kKiB)};
    asked.grid = {roll(10) == 0 ? roll(1ull << 40) : roll(100'000), roll(4000),
                  roll(2) * roll(roll(4) == 0 ? 100'000 : 300)};
    all.push_back(asked);
  }
  return all;
}

// What this machine's device says. Nothing if there is none, which throws.
std::vector<Asked> this_device(const wb::ChapterOptions& options) {
  const wb::DeviceFacts facts = wb::device_facts(wb::choose_device(options.device));
  const std::vector<std::size_t>& sizes = facts.max_work_item_sizes;
  return grids_of({facts.max_work_group_size,
                   {sizes.empty() ? 1 : sizes[0], sizes.size() < 2 ? 1 : sizes[1]},
                   facts.local_memory_bytes,
                   facts.max_work_group_size,
                   facts.cpu ? std::size_t{8} : std::size_t{32},
                   0});
}

const std::vector<std::string> kQuestions = {"GPU", "CPU", "small device", "this device", "random"};

std::vector<Asked> asked_in(std::size_t question, const wb::ChapterOptions& options) {
  switch (question) {
    case 0:
      return grids_of(kGpu);
    case 1:
      return grids_of(kCpu);
    case 2:
      return grids_of(kSmall);
    case 3:
      return this_device(options);
    default:
      return drawn(options.seed);
  }
}

struct Best {
  std::uint64_t items = 0;  // of the largest legal group
  std::uint64_t step = 1;   // what x has to be a multiple of
  std::uint64_t by_memory = ~std::uint64_t{0};
};

Best best_of(const Asked& asked) {
  const Limits& limits = asked.limits;
  Best best;
  if (limits.kernel_local_memory > limits.local_memory) {
    best.by_memory = 0;
  } else if (asked.grid.local_memory_per_item > 0) {
    best.by_memory =
        (limits.local_memory - limits.kernel_local_memory) / asked.grid.local_memory_per_item;
  }
  const std::uint64_t items = std::min<std::uint64_t>(
      {limits.max_work_group_size, limits.kernel_work_group_size, best.by_memory});
  const std::uint64_t widest = std::min<std::uint64_t>(items, limits.max_work_item_sizes[0]);
  if (limits.preferred_multiple <= widest) best.step = limits.preferred_multiple;
  for (std::uint64_t x = best.step; x <= widest; x += best.step) {
    best.items =
        std::max(best.items, x * std::min<std::uint64_t>(items / x, limits.max_work_item_sizes[1]));
  }
  return best;
}

// The rules in the order in which one would mend them; each says what is broken, or "".
struct Rule {
  const char* name;
  const char* means;
  std::string (*broken)(const Asked&, const Best&, const Launch&);
};

constexpr const char* kAxis[] = {"x", "y"};

const std::array<Rule, 9> kRules = {{
    {"possible or not",
     "Nothing can be launched if the grid is empty, or if local memory does not hold even one "
     "work-item "
     "beside what the kernel takes. Everything else can.",
     [](const Asked& asked, const Best& best, const Launch& launch) -> std::string {
       const bool can = best.items > 0 && asked.grid.width > 0 && asked.grid.height > 0;
       if (can == launch.possible) return "";
       return can ? "a legal launch exists, and yours says that none is possible"
                  : "no launch is possible, and yours says that one is";
     }},
    {"not zero", "A size of zero is refused by every driver.",
     [](const Asked&, const Best&, const Launch& launch) -> std::string {
       for (int d = 0; d < 2; ++d) {
         if (launch.local[d] == 0 || launch.global[d] == 0)
           return fmt::format("a size in {} is zero", kAxis[d]);
       }
       return "";
     }},
    {"device's group limit",
     "CL_DEVICE_MAX_WORK_GROUP_SIZE holds for the product of all dimensions.",
     [](const Asked& asked, const Best&, const Launch& launch) -> std::string {
       const std::uint64_t items = launch.local[0] * launch.local[1];
       if (items <= asked.limits.max_work_group_size) return "";
       return fmt::format("a group of {} work-items, this device allows {}", items,
                          asked.limits.max_work_group_size);
     }},
    {"kernel's group limit",
     "A kernel that needs many registers gets smaller groups than the device allows: "
     "CL_KERNEL_WORK_GROUP_SIZE.",
     [](const Asked& asked, const Best&, const Launch& launch) -> std::string {
       const std::uint64_t items = launch.local[0] * launch.local[1];
       if (items <= asked.limits.kernel_work_group_size) return "";
       return fmt::format("a group of {} work-items, this kernel allows {}", items,
                          asked.limits.kernel_work_group_size);
     }},
    {"limit of each dimension",
     "CL_DEVICE_MAX_WORK_ITEM_SIZES bounds each dimension of a group as well.",
     [](const Asked& asked, const Best&, const Launch& launch) -> std::string {
       for (int d = 0; d < 2; ++d) {
         if (launch.local[d] > asked.limits.max_work_item_sizes[d]) {
           return fmt::format("{} work-items in {}, this device allows {} there", launch.local[d],
                              kAxis[d], asked.limits.max_work_item_sizes[d]);
         }
       }
       return "";
     }},
    {"local memory",
     "A group holds what the kernel takes in any case, and the bytes of each work-item.",
     [](const Asked& asked, const Best& best, const Launch& launch) -> std::string {
       const std::uint64_t items = launch.local[0] * launch.local[1];
       if (items <= best.by_memory) return "";
       return fmt::format("{} work-items of {} bytes and the kernel's own {} bytes, there are {}",
                          items, asked.grid.local_memory_per_item, asked.limits.kernel_local_memory,
                          asked.limits.local_memory);
     }},
    {"preferred multiple",
     "Lanes go in step: a group whose x is no multiple leaves lanes without work. Only where not "
     "even one "
     "multiple fits may it be anything.",
     [](const Asked&, const Best& best, const Launch& launch) -> std::string {
       if (launch.local[0] % best.step == 0) return "";
       return fmt::format("{} work-items in x, and multiples of {} are legal here", launch.local[0],
                          best.step);
     }},
    {"largest group", "Among the legal groups take one with the most work-items.",
     [](const Asked&, const Best& best, const Launch& launch) -> std::string {
       const std::uint64_t items = launch.local[0] * launch.local[1];
       if (items >= best.items) return "";
       return fmt::format("a group of {} work-items, a legal one has {}", items, best.items);
     }},
    {"grid in whole groups",
     "The global size is the smallest multiple of the local size that covers the grid, and the "
     "number of "
     "groups follows from both. None of the three has to fit into 32 bits.",
     [](const Asked& asked, const Best&, const Launch& launch) -> std::string {
       const std::uint64_t extent[2] = {asked.grid.width, asked.grid.height};
       std::uint64_t groups = 1;
       for (int d = 0; d < 2; ++d) {
         const std::uint64_t local = launch.local[d];
         const std::uint64_t due = (extent[d] + local - 1) / local * local;
         groups *= due / local;
         if (launch.global[d] == due) continue;
         return fmt::format(
             "{} elements in groups of {} in {}: the global size is {}, should be {}", extent[d],
             local, kAxis[d], launch.global[d], due);
       }
       if (launch.groups == groups) return "";
       return fmt::format("{} groups, should be {}", launch.groups, groups);
     }},
}};

// The first rule that a launch breaks; later ones would say the same thing again.
const Rule* first_broken(const Asked& asked, const Best& best, const Launch& launch,
                         std::string* what) {
  for (const Rule& rule : kRules) {
    *what = rule.broken(asked, best, launch);
    if (!what->empty()) return &rule;
    if (!launch.possible) break;
  }
  return nullptr;
}

// For the pattern: in which way it is broken, where that tells one mistake from another.
const char* word_for(const Rule& rule, const Asked& asked, const Launch& launch) {
  if (&rule != &kRules.back()) return "broken";
  const std::uint64_t extent[2] = {asked.grid.width, asked.grid.height};
  for (int d = 0; d < 2; ++d) {
    const std::uint64_t due = (extent[d] + launch.local[d] - 1) / launch.local[d] * launch.local[d];
    if (launch.global[d] != due) return launch.global[d] < due ? "too small" : "too large";
  }
  return "wrong count";
}

std::string describe(const Asked& asked, const Launch& launch) {
  const Limits& l = asked.limits;
  return fmt::format(
      "device    group {}, x {}, y {}, local memory {}; kernel: group {}, multiple {}, local "
      "memory {}\n"
      "grid      {} x {}, {} bytes of local memory a work-item\n"
      "yours     {}\n",
      l.max_work_group_size, l.max_work_item_sizes[0], l.max_work_item_sizes[1], l.local_memory,
      l.kernel_work_group_size, l.preferred_multiple, l.kernel_local_memory, asked.grid.width,
      asked.grid.height, asked.grid.local_memory_per_item,
      launch.possible
          ? fmt::format("local {} x {}, global {} x {}, {} groups", launch.local[0],
                        launch.local[1], launch.global[0], launch.global[1], launch.groups)
          : "not possible");
}

void decide(const std::vector<std::string>& answers, const wb::ChapterOptions& options,
            wb::JudgeFinding& finding) {
  for (std::size_t q = 0; q < kQuestions.size(); ++q) {
    const std::vector<Asked> asked = asked_in(q, options);
    std::vector<Launch> launches(asked.size());
    if (answers[q].size() != asked.size() * sizeof(Launch)) {
      finding.status = "fail";
      finding.cases.push_back({kQuestions[q], "fail", "error"});
      finding.message = "what      an answer has the wrong size\n";
      return;
    }
    std::memcpy(launches.data(), answers[q].data(), answers[q].size());
    std::array<const char*, kRules.size()> broken{};
    for (std::size_t i = 0; i < asked.size(); ++i) {
      std::string what;
      const Rule* rule = first_broken(asked[i], best_of(asked[i]), launches[i], &what);
      if (rule == nullptr) continue;
      const char*& word = broken[static_cast<std::size_t>(rule - kRules.data())];
      if (word == nullptr) word = word_for(*rule, asked[i], launches[i]);
      if (finding.status == "fail") continue;
      finding.status = "fail";
      finding.message = fmt::format(
          "what      {}: {}\n{}means     {}\nre-read   book/01_platform_query.md, \"Exercise\"\n",
          kQuestions[q], what, describe(asked[i], launches[i]), rule->means);
    }
    for (std::size_t r = 0; r < kRules.size(); ++r) {
      finding.cases.push_back({fmt::format("{}: {}", kQuestions[q], kRules[r].name),
                               broken[r] ? "fail" : "pass", broken[r] ? broken[r] : ""});
    }
  }
}

std::string ask(std::size_t question, wb::HostLibrary& library, const wb::ChapterOptions& options) {
  const auto choose = library.find<decltype(exercise::choose_launch)>("choose_launch");
  std::string bytes;
  for (const Asked& asked : asked_in(question, options)) {
    const Launch launch = choose(asked.limits, asked.grid);
    bytes.append(reinterpret_cast<const char*>(&launch), sizeof launch);
  }
  return bytes;
}

}  // namespace

wb::HostExercise launch_exercise() {
  wb::HostExercise exercise;
  exercise.questions = kQuestions;
  exercise.judges = {{"rules", decide}};
  exercise.ask = ask;
  return exercise;
}

}  // namespace chapters
