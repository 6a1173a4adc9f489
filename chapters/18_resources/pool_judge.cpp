// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "18_resources/pool_judge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "18_resources/exercise.hpp"
#include "wb/chapter.hpp"
#include "wb/data.hpp"
#include "wb/exercise.hpp"

namespace chapters {
namespace {

using exercise::kNone;

// One call. A block is named by the number of the take that asked for it.
struct Call {
  enum Kind { kTake, kGive, kComplete } kind;
  int queue;             // of take and completed
  std::size_t bytes;     // of take
  std::size_t block;     // of give_back
  std::uint64_t serial;  // of give_back and completed
};

struct Script {
  std::size_t bytes;
  unsigned align_bits;
  std::vector<Call> calls;
};

Call take(int queue, std::size_t bytes) {
  return {Call::kTake, queue, bytes, 0, 0};
}
Call give(std::size_t block, std::uint64_t serial) {
  return {Call::kGive, 0, 0, block, serial};
}
Call complete(int queue, std::uint64_t serial) {
  return {Call::kComplete, queue, 0, 0, serial};
}

// <scripts>
const std::vector<Script> kAligned = {
    {4096, 1024, {take(0, 100), take(0, 128), take(1, 1), take(1, 300), take(0, 128)}},
    {4096, 4096, {take(0, 1), take(0, 513), take(1, 512)}},
    {1000, 8, {take(0, 333), take(1, 333), take(0, 334), take(0, 1)}},
};
const std::vector<Script> kFull = {
    {1024, 1024, {take(0, 1024), take(0, 1), take(1, 1)}},
    {1024, 1024, {take(0, 1025), take(0, 1024)}},
    {1024,
     1024,
     {take(0, 128), take(0, ~std::size_t{0} - 64), take(0, ~std::size_t{0}), take(0, 896)}},
    {1000, 1024, {take(0, 896), take(0, 104), take(0, 1)}},
};
const std::vector<Script> kOwnQueue = {
    {512, 1024, {take(0, 512), give(0, 1), take(0, 512), give(1, 2), take(0, 256), take(0, 256)}},
    {512, 1024, {take(0, 256), take(0, 256), give(0, 2), take(0, 128), take(0, 128), take(0, 1)}},
    {512,
     1024,  // a later block of the same place is not done when the earlier one is
     {take(0, 512), give(0, 1), take(0, 512), complete(0, 1), take(1, 512), give(1, 5),
      complete(0, 4), take(1, 512), complete(0, 5), take(1, 512)}},
};
const std::vector<Script> kOtherQueue = {
    {512,
     1024,
     {take(0, 512), give(0, 7), take(1, 512), complete(0, 6), take(1, 512), complete(1, 9),
      take(1, 512), complete(0, 7), take(1, 512)}},
    {512, 1024, {take(0, 256), take(1, 256), give(0, 3), give(1, 3), complete(1, 3), take(0, 512)}},
    {1024,
     1024,  // what is taken again while others must keep away stays theirs to keep away from
     {take(0, 512), take(1, 512), give(0, 4), take(0, 256), give(2, 9), complete(0, 4),
      take(1, 256), take(1, 256), complete(0, 9), take(1, 256)}},
    {512, 1024, {take(0, 512), complete(0, 50), take(1, 512), give(0, 60), take(1, 512)}},
    {512,
     1024,  // of two neighbours one is complete: each keeps a number of its own
     {take(0, 256), take(0, 256), give(0, 1), give(1, 2), complete(0, 1), take(1, 256)}},
    {512, 1024, {take(0, 256), take(0, 256), give(1, 1), give(0, 2), complete(0, 1), take(1, 256)}},
};
const std::vector<Script> kNeighbours = {
    {1024,
     1024,
     {take(0, 256), take(0, 256), take(0, 256), take(0, 256), give(1, 1), give(2, 2),
      complete(0, 2), take(1, 512)}},
    {1024,
     1024,
     {take(0, 256), take(0, 256), take(0, 256), take(0, 256), give(2, 1), give(1, 2),
      complete(0, 2), take(1, 512)}},
    {1024,
     1024,
     {take(0, 256), take(0, 256), take(0, 256), take(0, 256), give(0, 1), give(2, 1),
      complete(0, 1), give(1, 2), complete(0, 2), take(1, 768)}},
    {1024,
     1024,
     {take(0, 512), take(1, 512), give(0, 3), give(1, 3), complete(0, 3), complete(1, 3),
      take(2, 1024)}},
    {1024,
     1024,
     {take(0, 300), take(0, 300), take(0, 200), give(0, 1), give(1, 1), complete(0, 1),
      take(1, 700)}},
};
// </scripts>

std::vector<Script> drawn(std::uint64_t seed) {
  std::vector<Script> all;
  std::uint64_t position = 0;
  const auto roll = [&](std::uint64_t below) { return wb::mix(seed, position++) % below; };
  for (int i = 0; i < 300; ++i) {
    Script script = {512 * (1 + roll(8)) + roll(2) * roll(100), 256u << roll(3), {}};
    const std::size_t step = script.align_bits / 8;
    std::array<std::uint64_t, 3> enqueued{}, done{};
    std::vector<std::pair<std::size_t, int>> out;  // number of the take, queue
    std::size_t takes = 0;
    for (int call = 0; call < 60; ++call) {
      const int queue = int(roll(3));
      const std::uint64_t what = roll(10);
      if (what < 5 || out.empty()) {
        out.emplace_back(takes++, queue);
        const std::uint64_t bytes = 1 + roll(roll(4) == 0 ? script.bytes : 400);
        // Blocks that touch: half of the sizes are whole steps.
        script.calls.push_back(take(queue, roll(2) == 0 ? bytes : wb::round_up(bytes, step)));
        enqueued[std::size_t(queue)] += 1 + roll(2);
      } else if (what < 8) {
        const std::size_t at = roll(out.size());
        const auto [block, owner] = out[at];
        out.erase(out.begin() + std::ptrdiff_t(at));
        auto& last = enqueued[std::size_t(owner)];
        last = std::max(last, done[std::size_t(owner)] + 1);  // its last use is not complete yet
        script.calls.push_back(give(block, last));
      } else {
        auto& last = done[std::size_t(queue)];
        last += roll(enqueued[std::size_t(queue)] - last + 1);
        script.calls.push_back(complete(queue, last));
      }
    }
    all.push_back(std::move(script));
  }
  return all;
}

const std::vector<std::string> kQuestions = {"aligned",     "full",       "own queue",
                                             "other queue", "neighbours", "random"};

std::vector<Script> scripts_of(std::size_t question, std::uint64_t seed) {
  switch (question) {
    case 0:
      return kAligned;
    case 1:
      return kFull;
    case 2:
      return kOwnQueue;
    case 3:
      return kOtherQueue;
    case 4:
      return kNeighbours;
    default:
      return drawn(seed);
  }
}

struct Rule {
  const char *name, *means;
};
enum Broken { kInside, kAlign, kUsed, kPending, kRefusedOwn, kRefused, kRules };
const std::array<Rule, kRules> kRuleTexts = {{
    {"inside the pool",
     "A place and its bytes end at or before the pool's end. Sums of sizes can "
     "wrap around; differences of what is known to be larger cannot."},
    {"aligned", "CL_DEVICE_MEM_BASE_ADDR_ALIGN is in bits; offsets are in bytes."},
    {"not in use", "Two blocks in use share no byte, whichever queue they belong to."},
    {"not before it is complete",
     "Another queue's commands may still be running, or not even have started. Until they are "
     "complete, its blocks are out of reach, and so is every part of them."},
    {"its own at once",
     "A queue runs its commands in order. What it gave back it may take for later ones without "
     "waiting for anything."},
    {"given if it fits",
     "There is an aligned place of that size, in one piece once neighbours are "
     "taken together, and yours says that there is none."},
}};

struct Held {
  std::size_t offset, bytes;
  int queue;
  bool in_use;
  std::uint64_t serial;
};

bool meets(const Held& held, std::size_t at, std::size_t bytes) {
  return held.offset < at + bytes && at < held.offset + held.bytes;
}

// The lowest aligned place that `blocks` does not forbid, or kNone.
template <class Blocks>
std::size_t place_for(const Script& script, const std::vector<Held>& all, std::size_t bytes,
                      Blocks blocks) {
  if (bytes > script.bytes) return kNone;
  const std::size_t step = script.align_bits / 8;
  std::size_t at = 0;
  while (at <= script.bytes - bytes) {
    const auto hit = std::find_if(all.begin(), all.end(), [&](const Held& held) {
      return blocks(held) && meets(held, at, bytes);
    });
    if (hit == all.end()) return at;
    at = (hit->offset + hit->bytes + step - 1) / step * step;
  }
  return kNone;
}

struct Fault {
  Broken rule;
  std::string what;
};

// The first call of a script that was answered wrongly. `places`: what each take returned.
std::optional<Fault> first_fault(const Script& script, const std::vector<std::size_t>& places) {
  std::vector<Held> all;
  std::size_t takes = 0;
  for (const Call& call : script.calls) {
    if (call.kind == Call::kComplete) {
      std::erase_if(all, [&](const Held& held) {
        return !held.in_use && held.queue == call.queue && held.serial <= call.serial;
      });
      continue;
    }
    if (call.kind == Call::kGive) {
      if (places[call.block] == kNone) continue;
      for (Held& held : all) {
        if (!held.in_use || held.offset != places[call.block]) continue;
        held.in_use = false;
        held.serial = call.serial;
      }
      continue;
    }
    const std::size_t at = places[takes++], step = script.align_bits / 8;
    const std::string asked = fmt::format("take number {}, {} bytes for queue {} of a pool of {}",
                                          takes, call.bytes, call.queue, script.bytes);
    if (at == kNone) {
      const auto in_the_way = [&](const Held& held) {
        return held.in_use || held.queue != call.queue;
      };
      const std::size_t room = place_for(script, all, call.bytes, in_the_way);
      if (room == kNone) continue;
      const bool own =
          place_for(script, all, call.bytes, [](const Held&) { return true; }) == kNone;
      return Fault{
          own ? kRefusedOwn : kRefused,
          fmt::format("{}: refused, though {} from {} on", asked,
                      own ? "what the queue itself gave back is room enough" : "there is room",
                      room)};
    }
    if (at > script.bytes || script.bytes - at < call.bytes) {
      return Fault{kInside, fmt::format("{}: placed at {}", asked, at)};
    }
    if (at % step != 0) {
      return Fault{kAlign, fmt::format("{}: placed at {}, and {} bits are {} bytes", asked, at,
                                       script.align_bits, step)};
    }
    for (const Held& held : all) {
      if (!meets(held, at, call.bytes)) continue;
      if (held.in_use) {
        return Fault{kUsed, fmt::format("{}: placed at {}, where queue {} uses {} to {}", asked, at,
                                        held.queue, held.offset, held.offset + held.bytes)};
      }
      if (held.queue != call.queue) {
        return Fault{kPending,
                     fmt::format("{}: placed at {}, where command {} of queue {} is not complete",
                                 asked, at, held.serial, held.queue)};
      }
    }
    all.push_back({at, call.bytes, call.queue, true, 0});
  }
  return {};
}

void decide(const std::vector<std::string>& answers, const wb::ChapterOptions& options,
            wb::JudgeFinding& finding) {
  for (std::size_t q = 0; q < kQuestions.size(); ++q) {
    std::array<bool, kRules> broken{};
    std::size_t at = 0;
    for (const Script& script : scripts_of(q, options.seed)) {
      const auto takes =
          std::size_t(std::count_if(script.calls.begin(), script.calls.end(),
                                    [](const Call& call) { return call.kind == Call::kTake; }));
      std::vector<std::size_t> places(takes);
      const std::size_t bytes = takes * sizeof(std::size_t);
      if (answers[q].size() < at + bytes) {
        finding.status = "fail";
        finding.cases.push_back({kQuestions[q], "fail", "error"});
        finding.message = "what      an answer has the wrong size\n";
        return;
      }
      std::memcpy(places.data(), answers[q].data() + at, bytes);
      at += bytes;
      const auto fault = first_fault(script, places);
      if (!fault) continue;
      broken[fault->rule] = true;
      if (finding.status == "fail") continue;
      finding.status = "fail";
      finding.message = fmt::format(
          "what      {}: {}\nmeans     {}\nre-read   book/18_resources.md, \"Exercise\"\n",
          kQuestions[q], fault->what, kRuleTexts[fault->rule].means);
    }
    for (std::size_t r = 0; r < kRules; ++r) {
      finding.cases.push_back({fmt::format("{}: {}", kQuestions[q], kRuleTexts[r].name),
                               broken[r] ? "fail" : "pass", broken[r] ? "broken" : ""});
    }
  }
}

std::string ask(std::size_t question, wb::HostLibrary& library, const wb::ChapterOptions& options) {
  const auto taking = library.find<decltype(exercise::take)>("take");
  const auto giving = library.find<decltype(exercise::give_back)>("give_back");
  const auto completing = library.find<decltype(exercise::completed)>("completed");
  std::string bytes;
  for (const Script& script : scripts_of(question, options.seed)) {
    exercise::Pool pool = {script.bytes, script.align_bits, {}};
    std::vector<std::size_t> places;
    for (const Call& call : script.calls) {
      switch (call.kind) {
        case Call::kTake:
          places.push_back(taking(pool, call.queue, call.bytes));
          break;
        case Call::kGive:
          if (places[call.block] != kNone) giving(pool, places[call.block], call.serial);
          break;
        case Call::kComplete:
          completing(pool, call.queue, call.serial);
          break;
      }
    }
    bytes.append(reinterpret_cast<const char*>(places.data()), places.size() * sizeof(std::size_t));
  }
  return bytes;
}

}  // namespace

wb::HostExercise pool_exercise() {
  wb::HostExercise made;
  made.questions = kQuestions;
  made.judges = {{"pool", decide}};
  made.ask = ask;
  return made;
}

}  // namespace chapters
