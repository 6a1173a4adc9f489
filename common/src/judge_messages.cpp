// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What a learner is told: where it is wrong, who computes it, what that means, where to re-read.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <sstream>

#include "judge.hpp"

namespace wb {
namespace {

constexpr std::size_t kShownOutput = 1500;  // what of a child's output the verdict repeats
constexpr std::size_t kShownLines = 20;

}  // namespace

const char* kind_text(DataKind kind) {
  return kind == DataKind::kIntegers  ? "integers"
         : kind == DataKind::kUniform ? "uniform"
                                      : "special";
}

std::string which_launch(const Experiment& experiment, const Variant& variant) {
  return experiment.variants.size() < 2 ? "" : fmt::format(" ({})", variant.name);
}

std::string re_read(const std::string& stem, const std::string& section) {
  return fmt::format("re-read   {}, \"{}\"\n", "book/" + stem + ".md", section);
}

std::string indented(const std::string& text, const std::string& by) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += by + line + "\n";
  return out;
}

std::string stores_to(const std::string& source, const std::string& array) {
  const std::regex store("\\b" + array + R"(\s*\[.*\]\s*[-+*/]?=[^=])");
  std::string found;
  std::istringstream lines(source);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string code = line.substr(0, line.find("//"));
    if (std::regex_search(code, store))
      found += (found.empty() ? "" : ", ") + std::to_string(number);
  }
  return found;
}

std::string owner(const Variant& variant, const Size& size, const Array& array, std::size_t index) {
  const Plan plan = variant.plan(size, DeviceFacts{});
  if (plan.launches.empty()) return "";
  const cl::NDRange &global = plan.launches.back().global, &local = plan.launches.back().local;
  std::vector<std::size_t> at, extent;
  for (std::size_t d = array.shape.size(); d-- > 0;) {  // the last index is dimension 0
    at.push_back(index % array.shape[d]);
    extent.push_back(array.shape[d]);
    index /= array.shape[d];
  }
  if (global.dimensions() != at.size() || local.dimensions() != at.size()) return "";
  std::string item, group, inside;
  for (std::size_t d = 0; d < at.size(); ++d) {
    if (local[d] == 0 || global[d] < extent[d] || global[d] >= extent[d] + local[d]) return "";
    const char* comma = d == 0 ? "" : ",";
    item += comma + std::to_string(at[d]);
    group += comma + std::to_string(at[d] / local[d]);
    inside += comma + std::to_string(at[d] % local[d]);
  }
  return fmt::format("work-item global ({}) local ({}) group ({}), if each computes one element",
                     item, inside, group);
}

FaultShape shape_of(const Array& got, const Expected& expected) {
  FaultShape shape;
  for (std::size_t i = 0; i < got.count(); ++i) {
    shape.all_zero = shape.all_zero && got.value(i) == 0;
    if (is_right(got, i, expected)) continue;
    ++shape.wrong;
    if (is_poison(got, i)) {
      ++shape.poison;
    } else if (std::isnan(got.value(i))) {
      ++shape.nan;
    } else if (got.value(i) == 0) {
      ++shape.zero;
    }
  }
  return shape;
}

std::string values_meaning(const FaultShape& shape, std::size_t count,
                           const std::vector<std::pair<Question, bool>>& cases) {
  if (shape.poison == count) {
    return "No element was ever written: the kernel stored nothing, or to another place.";
  }
  if (shape.poison == shape.wrong) {
    return "What was written is right; the elements marked ? were never written. Look at who "
           "stores "
           "them, and at the guard of that store.";
  }
  if (shape.all_zero) {
    return "Every element is zero: was the sum stored before it was computed, or never added to?";
  }
  bool special_only = true, integers_right = true, exact_right = true, off_wrong = false;
  bool exact_tried = false;
  std::string right, wrong;
  std::set<std::string> seen;
  for (const auto& [question, ok] : cases) {
    const auto plan = question.variant->plan(question.size, DeviceFacts{});
    bool whole = !plan.launches.empty();
    if (whole) {
      const cl::NDRange& local = plan.launches.back().local;
      std::size_t step = 1;
      for (std::size_t d = 0; d < local.dimensions(); ++d) step = std::max(step, local[d]);
      for (const std::size_t n : question.size) whole &= n % step == 0;
    }
    exact_tried |= whole;
    if (!ok) {
      special_only &= question.kind == DataKind::kSpecial;
      integers_right &= question.kind != DataKind::kIntegers;
      exact_right &= !whole;
      off_wrong |= !whole;
    }
    const std::string size = size_text(question.size);
    if (seen.insert(size).second) {
      const bool all = std::all_of(
          cases.begin(), cases.end(),
          [&, &asked = question.size](const auto& c) { return c.first.size != asked || c.second; });
      (all ? right : wrong) += ((all ? right : wrong).empty() ? "" : ", ") + size;
    }
  }
  std::string meaning;
  if (special_only) {
    meaning =
        "Ordinary numbers are right; NaN and infinities are not. Something is added that should "
        "not "
        "take part: 0 times infinity is NaN, so a value from beyond the edge shows here first.";
  } else if (integers_right) {
    meaning =
        "Small integers are right, fractions are not: something is rounded or cut off on the way.";
  } else if (exact_tried && exact_right && off_wrong) {
    meaning =
        "Sizes that the work-group divides are right, others are not: look at the edges, at what "
        "is "
        "loaded beyond them and at the last, partial step of each loop.";
  } else if (shape.nan > 0 && shape.nan == shape.wrong) {
    meaning = "Where it is wrong it is NaN: a value was used that nobody had set.";
  } else {
    meaning = "Compare the places above with what you expect a work-item to read and write.";
  }
  if (!right.empty()) meaning += "\nAll right at " + right + "; wrong at " + wrong + ".";
  return meaning;
}

std::string counter_meaning(const std::string& counter) {
  static const std::vector<std::pair<std::string, std::string>> kMeanings = {
      {"global_load_sectors",
       "Too much is fetched from global memory. Either neighbours do not read neighbours, so that "
       "each request touches many sectors, or a value is fetched more often than once."},
      {"global_load_requests",
       "Too many load instructions. Can one load bring several neighbours, or a value stay in a "
       "register for its next use? (vload4 promises no alignment, so it is four loads.)"},
      {"global_load",
       "The loads from global memory are not what the exercise asks for: who reads what, and how "
       "often?"},
      {"global_store",
       "The stores are scattered: neighbouring work-items should store neighbouring elements."},
      {"local_load",
       "Lanes of one request hit the same bank of local memory and wait for one another."},
      {"local_store",
       "Lanes of one request store to the same bank of local memory and wait for one another."},
      {"simt",
       "Lanes of one warp take different ways, or their loops end at different times: some stand "
       "idle while others work. Which lanes could take the same way?"},
      {"flops",
       "More is computed than the results need: is a value worked out and then thrown away?"},
      {"atomic", "Many work-items wait for one address: add up locally first."},
      {"constant",
       "Lanes read different words of constant memory, which serves one word at a time."}};
  for (const auto& [start, meaning] : kMeanings) {
    if (counter.starts_with(start)) return meaning;
  }
  return "The kernel does more of this than the exercise allows.";
}

std::string source_line(const std::string& source, unsigned number) {
  std::istringstream lines(source);
  std::string line;
  for (unsigned n = 0; n < number; ++n) std::getline(lines, line);
  const auto begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

std::string tame(const std::string& text) {
  std::string out;
  std::size_t lines = 0;
  for (const char c : text.substr(0, kShownOutput)) {
    out += c == '\n' || (c >= ' ' && c <= '~') ? c : '?';
    if (c == '\n' && ++lines == kShownLines) return out + "...";
  }
  if (text.size() > kShownOutput) out += "\n...";
  return out;
}

std::string draw_faults(const Array& got, const Expected& expected) {
  constexpr std::size_t kRows = 16, kColumns = 64, kLine = 32;
  const std::size_t count = got.count();
  if (count == 0) return "";
  std::size_t columns = got.shape.size() > 1 ? got.shape.back() : std::min(count, kLine);
  const std::size_t rows = (count + columns - 1) / columns;
  const std::size_t down = (rows + kRows - 1) / kRows, across = (columns + kColumns - 1) / kColumns;
  static constexpr char kWorst[] = ".x0N?";  // the later in this list, the more it says
  std::string text;
  if (down > 1 || across > 1) {
    text = fmt::format("one character is {} x {} elements of {}\n", down, across, got.name);
  }
  for (std::size_t top = 0; top < rows; top += down) {
    std::string line;
    for (std::size_t left = 0; left < columns; left += across) {
      std::size_t worst = 0;
      bool any = false;
      for (std::size_t r = top; r < std::min(top + down, rows); ++r) {
        for (std::size_t c = left; c < std::min(left + across, columns); ++c) {
          const std::size_t i = r * columns + c;
          if (i >= count) continue;
          any = true;
          if (is_right(got, i, expected)) continue;
          const double value = got.value(i);
          worst = std::max<std::size_t>(worst, is_poison(got, i)   ? 4
                                               : std::isnan(value) ? 3
                                               : value == 0        ? 2
                                                                   : 1);
        }
      }
      if (any) line += kWorst[worst];
    }
    text += fmt::format("{:>5} {}\n", got.shape.size() > 1 ? top : top * columns, line);
  }
  return text + "      . right  x wrong  0 wrong and zero  N NaN  ? never written\n";
}

std::string verdict_text(const ExerciseVerdict& verdict) {
  std::string text = fmt::format("{}: {}\n", verdict.chapter, verdict.file);
  for (const JudgeFinding& finding : verdict.judges) {
    std::size_t passed = 0;
    for (const JudgedCase& c : finding.cases) passed += c.status == "pass";
    text += fmt::format("  {:<8}{}", finding.judge,
                        finding.status == "fail" ? "FAILED" : finding.status);
    if (!finding.cases.empty()) text += fmt::format("  {} of {}", passed, finding.cases.size());
    text += "\n";
  }
  if (!verdict.printed.empty()) {
    text += "your code printed\n" + indented(verdict.printed, "  | ");
  }
  if (!verdict.message.empty()) text += "\n" + verdict.message;
  if (!verdict.gap.empty()) text += "note      " + verdict.gap + "\n";
  return text + fmt::format("\n{} ({:.1f} s)\n",
                            verdict.status == "wrong" ? "not solved yet" : verdict.status,
                            verdict.seconds);
}

}  // namespace wb
