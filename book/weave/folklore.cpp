// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "folklore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace weave {
namespace {

constexpr const char* kFile = "book/folklore.json";

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string string_of(const Json& entry, const std::string& key) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_string()) {
    throw Failure(fmt::format("{}: a claim has no text \"{}\": {}", kFile, key, entry.dump()));
  }
  return found->get<std::string>();
}

Claim read_claim(const Json& entry) {
  Claim claim;
  claim.statement = string_of(entry, "statement");
  if (entry.contains("not_testable")) {
    claim.not_testable = string_of(entry, "not_testable");
    if (entry.size() != 2)
      throw Failure(fmt::format("{}: not_testable needs only a statement", kFile));
    return claim;
  }
  claim.value = string_of(entry, "value");
  claim.unit = string_of(entry, "unit");
  claim.page = string_of(entry, "page");
  claim.command = string_of(entry, "command");
  const auto holds = entry.find("holds");
  if (holds == entry.end() || !holds->is_array() || holds->size() != 2 ||
      !(*holds)[0].is_number() || !(*holds)[1].is_number() || entry.size() != 6) {
    throw Failure(
        fmt::format("{}: a claim needs statement, value, unit, holds [least, most], page, "
                    "command: {}",
                    kFile, entry.dump()));
  }
  claim.least = (*holds)[0].get<double>();
  claim.most = (*holds)[1].get<double>();
  return claim;
}

}  // namespace

std::vector<Claim> read_claims(const Tree& tree) {
  const std::string* text = tree.text(kFile);
  if (text == nullptr) throw Failure(fmt::format("cannot read {}", kFile));
  std::vector<Claim> claims;
  try {
    const Json file = parse_json(*text);
    if (!file.is_array()) throw Failure("1: not a list of claims");
    for (const Json& entry : file) claims.push_back(read_claim(entry));
  } catch (const Failure& failure) {
    const std::string what = failure.what();
    throw Failure(what.rfind(kFile, 0) == 0 ? what : fmt::format("{}: line {}", kFile, what));
  }
  return claims;
}

Finding judge(const Claim& claim, Results& results, const std::string& device) {
  Finding finding;
  try {
    Values values(results, "");
    finding.value = values.evaluate(replace_all(claim.value, "@here", "@" + device));
  } catch (const Failure& failure) {
    finding.text = failure.what();
    return finding;
  }
  finding.measured = true;
  finding.holds = finding.value >= claim.least && finding.value <= claim.most;
  const char* how = finding.holds                 ? "holds"
                    : finding.value < claim.least ? "false: less"
                                                  : "false: more";
  finding.text = fmt::format("{}{}: {}", format_number(finding.value), claim.unit, how);
  return finding;
}

std::string verdict(const Claim& claim, const std::vector<std::string>& labels,
                    const std::vector<Finding>& findings) {
  if (!claim.not_testable.empty()) return claim.not_testable;
  std::string where;
  std::size_t measured = 0, holds = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    measured += findings[i].measured;
    if (!findings[i].holds) continue;
    ++holds;
    where += (where.empty() ? "" : ", ") + labels[i];
  }
  if (measured == 0) return "not measured yet";
  if (holds == 0) return "false";
  return holds == measured ? "holds" : fmt::format("holds on {} only", where);
}

std::vector<std::string> make_folklore(const Context& context, const std::string& arguments) {
  const std::vector<std::string> devices =
      split_list(parse_arguments(arguments, {"devices"}).get("devices"));
  if (devices.empty()) throw Failure("write folklore devices=NAME,NAME");
  std::vector<std::string> labels;
  std::string head = "| they say | verdict |", rule = "| :-- | :-- |";
  for (const std::string& device : devices) {
    labels.push_back(context.results.device(device).label);
    head += fmt::format(" {} |", escape_markdown(labels.back()));
    rule += " :-- |";
  }
  std::vector<std::string> lines = {head + " see |", rule + " :-- |"};
  for (const Claim& claim : read_claims(context.tree)) {
    std::vector<Finding> findings;
    for (const std::string& device : devices) {
      if (claim.not_testable.empty()) findings.push_back(judge(claim, context.results, device));
    }
    std::string line = fmt::format("| {} | {} |", escape_markdown(claim.statement),
                                   escape_markdown(verdict(claim, labels, findings)));
    for (std::size_t i = 0; i < devices.size(); ++i) {
      const bool measured = i < findings.size() && findings[i].measured;
      line += fmt::format(" {} |", measured ? escape_markdown(findings[i].text) : "–");
    }
    if (claim.page.empty()) {
      line += " – |";
    } else {
      if (!context.tree.exists(claim.page))
        throw Failure(fmt::format("{}: no page {}", kFile, claim.page));
      line +=
          fmt::format(" [{}]({}) |", claim.page.substr(5, 2), relative_path(claim.page, "book"));
    }
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> stems_of(const std::vector<Claim>& claims) {
  static const std::regex kStem(R"(\b\d\d_[a-z0-9_]+)");
  std::vector<std::string> stems;
  for (const Claim& claim : claims) {
    for (std::sregex_iterator it(claim.value.begin(), claim.value.end(), kStem), end; it != end;
         ++it) {
      if (std::find(stems.begin(), stems.end(), it->str()) == stems.end())
        stems.push_back(it->str());
    }
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

}  // namespace weave
