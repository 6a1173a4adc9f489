// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "results.hpp"

namespace weave {
namespace {

bool is_stem(std::string_view text) {
  const auto digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
  if (text.starts_with("appendix_")) return true;
  return text.size() > 3 && digit(0) && digit(1) && text[2] == '_';
}

/// Splits at dots outside [] and quotes; drops the quotes.
std::vector<std::string> split_reference(std::string_view text) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '.' && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string join_rest(const std::vector<std::string>& parts, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < parts.size(); ++i) text += (i > from ? "." : "") + parts[i];
  return text;
}

}  // namespace

/// Recursive descent over  sum := product (+|- product)*,  product := factor (*|/ factor)*.
class Expression {
 public:
  Expression(Values& values, std::string_view text) : values_(values), text_(text) {}

  double run() {
    const double value = sum(0);
    skip();
    if (at_ < text_.size()) throw Failure(fmt::format("cannot read '{}'", text_.substr(at_)));
    if (!std::isfinite(value)) throw Failure(fmt::format("'{}' is not a finite number", text_));
    return value;
  }

 private:
  static constexpr int kDeepest = 32;

  void skip() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  /// Takes one of `operators` if it is next.
  char take(std::string_view operators) {
    skip();
    if (at_ >= text_.size() || operators.find(text_[at_]) == std::string_view::npos) return 0;
    return text_[at_++];
  }

  double sum(int depth) {
    double value = product(depth);
    while (const char c = take("+-")) value += c == '+' ? product(depth) : -product(depth);
    return value;
  }

  double product(int depth) {
    double value = factor(depth);
    while (const char c = take("*/")) {
      const double by = factor(depth);
      if (c == '/' && by == 0) throw Failure(fmt::format("'{}' divides by zero", text_));
      value = c == '*' ? value * by : value / by;
    }
    return value;
  }

  double factor(int depth) {
    if (depth > kDeepest) throw Failure("too many parentheses");
    if (take("(") != 0) {
      const double value = sum(depth + 1);
      if (take(")") == 0) throw Failure(fmt::format("'{}' lacks a )", text_));
      return value;
    }
    skip();
    std::size_t end = at_;
    bool quoted = false;
    while (end < text_.size() && (quoted || std::string_view(" \t\r\n()*/+").find(text_[end]) ==
                                                std::string_view::npos)) {
      if (text_[end++] == '"') quoted = !quoted;
    }
    const std::string word{text_.substr(at_, end - at_)};
    if (word.empty()) throw Failure(fmt::format("'{}' ends where a value is due", text_));
    at_ = end;
    char* rest = nullptr;
    const double number = std::strtod(word.c_str(), &rest);
    if (*rest == '\0' && word.find_first_not_of("0123456789.e") == std::string::npos) return number;
    if (const auto named = values_.names_.find(word); named != values_.names_.end()) {
      return named->second;
    }
    return values_.reference(word);
  }

  Values& values_;
  std::string_view text_;
  std::size_t at_ = 0;
};

double Values::reference(const std::string& text) {
  const auto sign = text.rfind('@');
  if (sign == std::string::npos) {
    throw Failure(
        fmt::format("'{}' is no name defined above by a let marker, and names no device: "
                    "write STEM.experiment.variant.path@device",
                    text));
  }
  std::vector<std::string> parts = split_reference(std::string_view(text).substr(0, sign));
  const std::string device = text.substr(sign + 1);
  std::string stem = stem_;
  if (is_stem(parts[0])) {
    stem = parts[0];
    parts.erase(parts.begin());
  }
  if (stem.empty()) throw Failure(fmt::format("'{}' names no chapter", text));
  const Document& document = results_.document(device, stem);
  if (parts.size() == 2 &&
      (parts[0] == "ceilings" || parts[0] == "device" || parts[0] == "limits")) {
    if (const auto value = number_at(*document.json, join_rest(parts, 0))) return *value;
    throw Failure(fmt::format("{} on {} records no number {}", stem, device, join_rest(parts, 0)));
  }
  if (parts.size() < 3) {
    throw Failure(fmt::format("'{}' is too short: write experiment.variant.path@device", text));
  }
  std::string variant = parts[1], size;
  if (const auto open = variant.find('['); open != std::string::npos && variant.back() == ']') {
    size = variant.substr(open + 1, variant.size() - open - 2);
    variant.resize(open);
  }
  std::vector<const Row*> rows;
  std::string sizes;
  for (const Row& row : document.rows) {
    if (row.experiment != parts[0] || row.variant != variant) continue;
    if (!size.empty() && row.size != size) continue;
    rows.push_back(&row);
    sizes += " " + row.size;
  }
  if (rows.empty()) {
    throw Failure(fmt::format("{} on {} records no row {}.{}{}", stem, device, parts[0], variant,
                              size.empty() ? "" : "[" + size + "]"));
  }
  if (rows.size() > 1) {
    throw Failure(fmt::format("'{}' fits several rows: add one of the sizes{}, as {}[{}]", text,
                              sizes, variant, rows[0]->size));
  }
  const std::string path = join_rest(parts, 2);
  if (const auto value = number_at(*rows[0], path)) return *value;
  throw Failure(fmt::format("{} {}.{} on {} records no number {}{}", stem, parts[0], variant,
                            device, path,
                            rows[0]->status == "ok" ? "" : " (it is " + rows[0]->status + ")"));
}

double Values::evaluate(const std::string& expression) {
  return Expression(*this, expression).run();
}

void Values::define(const std::string& name, const std::string& expression) {
  const std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  if (name.empty() || (name[0] >= '0' && name[0] <= '9') ||
      name.find_first_not_of(letters) != std::string::npos) {
    throw Failure(fmt::format("'{}' is no name: use small letters, digits and _", name));
  }
  if (names_.count(name) != 0) throw Failure(fmt::format("'{}' is defined twice", name));
  names_[name] = evaluate(expression);
}

std::string Values::text(const std::string& arguments) {
  std::string expression = arguments, format;
  const auto space = arguments.find_last_of(" \t");
  if (space != std::string::npos) {
    const std::string last = arguments.substr(space + 1);
    const bool is_format =
        last == "d" || (last.size() == 3 && last[0] == '.' && (last[2] == 'f' || last[2] == 'g'));
    if (is_format) {
      format = last;
      expression = arguments.substr(0, space);
    }
  }
  return format_number(evaluate(expression), format);
}

}  // namespace weave
