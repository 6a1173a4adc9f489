// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "table.hpp"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>

namespace weave {
namespace {

/// A column: what it shows, its heading if the page gives one, and the device it is bound to.
struct Column {
  std::string path, heading, device;
};

Column parse_column(const std::string& text) {
  Column column{text, "", ""};
  if (const auto colon = column.path.find(':'); colon != std::string::npos) {
    column.heading = column.path.substr(colon + 1);
    column.path.resize(colon);
  }
  if (const auto sign = column.path.rfind('@'); sign != std::string::npos) {
    column.device = column.path.substr(sign + 1);
    column.path.resize(sign);
  }
  return column;
}

bool is_share(std::string_view path) {
  return path == "time.of_roof" || path.starts_with("time.of_peer.");
}

std::string code(const std::string& name) {
  return name.find('`') == std::string::npos ? fmt::format("`{}`", name) : escape_markdown(name);
}

std::string cell(const Row* row, const std::string& path) {
  if (row == nullptr) return "–";
  const bool is_time = path.starts_with("time.");
  if (row->status != "ok" && (is_time || path.starts_with("lens."))) return row->status;
  const auto value = number_at(*row, path);
  if (!value) {
    const std::string text = text_at(*row->json, path);
    return text.empty() ? "–" : escape_markdown(text);
  }
  if (path == "time.median_ms") {
    const auto low = number_at(*row, "time.min_ms"), high = number_at(*row, "time.max_ms");
    if (low && high) {
      return fmt::format("{} ({}–{})", format_number(*value), format_number(*low),
                         format_number(*high));
    }
  }
  if (path == "max_relative_error") return fmt::format("{:.1e}", *value);
  if (is_share(path)) return fmt::format("{:.{}f}", *value * 100, *value < 0.0995 ? 1 : 0);
  if (path == "time.speedup") return *value > 0 ? fmt::format("{}x", format_number(*value)) : "–";
  return format_number(*value);
}

std::string bad_rows_note(const Selection& selection) {
  std::string note;
  for (const Line& line : selection.lines) {
    for (const Row* row : line.rows) {
      if (row == nullptr || row->status == "ok") continue;
      note +=
          fmt::format(" {} on {} is {}{}.", code(line.variant), escape_markdown(row->device->label),
                      escape_markdown(row->status),
                      row->reason.empty() ? "" : fmt::format(": {}", escape_markdown(row->reason)));
    }
  }
  return note;
}

std::string stale_note(const Context& context, const Selection& selection) {
  std::string note;
  for (std::size_t d = 0; d < selection.devices.size(); ++d) {
    std::vector<std::string> names;
    for (const Line& line : selection.lines) {
      if (line.rows[d] == nullptr || !context.results.is_stale(*line.rows[d])) continue;
      const std::string name = code(line.variant);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    if (names.empty()) continue;
    note +=
        fmt::format(" On {} the result of {} is older than its kernel.",
                    escape_markdown(selection.devices[d]->device->label), fmt::join(names, ", "));
  }
  return note;
}

/// The machine that the lens modelled: it counts the same on whatever CPU it runs.
std::string lens_model(const Document& document) {
  for (const Row& row : document.rows) {
    const std::string model = text_at(*row.json, "lens.model");
    if (!model.empty()) return "model " + model;
  }
  return "";
}

/// "*Printed by ...*" needs only a document; a table's caption adds what its rows say.
std::string source_of(const Document& document, const std::vector<std::string>& sizes) {
  const Json& json = *document.json;
  std::string text = escape_markdown(document.device->label) + " (";
  const bool lens = document.device->name == "lens";
  const std::string name = lens ? lens_model(document) : text_at(json, "device.name");
  if (!name.empty() && name != document.device->label) text += escape_markdown(name) + ", ";
  const auto add = [&](const char* word, const std::string& value) {
    if (!value.empty()) text += word + escape_markdown(value) + ", ";
  };
  if (!lens) add("driver ", text_at(json, "device.driver"));
  if (sizes.size() < 4) add("", fmt::format("{}", fmt::join(sizes, " and ")));
  add("revision ", text_at(json, "revision"));
  add("", text_at(json, "date"));
  if (text.ends_with(", ")) text.resize(text.size() - 2);
  return text.ends_with(" (") ? text.substr(0, text.size() - 2) : text + ")";
}

class Regex {
 public:
  explicit Regex(const std::string& pattern) {
    if (pattern.size() > 200) throw Failure("this regular expression is over 200 characters");
    if (regcomp(&regex_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
      throw Failure(fmt::format("/{}/ is no regular expression", pattern));
    }
  }
  ~Regex() { regfree(&regex_); }
  Regex(const Regex&) = delete;
  Regex& operator=(const Regex&) = delete;
  bool matches(const std::string& line) const {
    return regexec(&regex_, line.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t regex_;
};

/// "/a b/ to /c/" -> the two expressions.
std::pair<std::string, std::string> two_expressions(std::string_view text) {
  std::vector<std::string> found;
  for (std::size_t open = text.find('/'); open != std::string_view::npos;) {
    const auto close = text.find('/', open + 1);
    if (close == std::string_view::npos) break;
    found.emplace_back(text.substr(open + 1, close - open - 1));
    open = text.find('/', close + 1);
  }
  if (found.size() != 2) throw Failure("expected /first/ to /last/");
  return {found[0], found[1]};
}

/// "3-10" -> {3, 10}.
std::optional<std::pair<std::size_t, std::size_t>> parse_range(const std::string& text) {
  std::pair<std::size_t, std::size_t> range;
  const auto dash = text.find('-');
  if (dash == std::string::npos) return {};
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), text.data() + dash, range.first);
  const auto second = std::from_chars(text.data() + dash + 1, end, range.second);
  const bool read = first.ec == std::errc() && first.ptr == text.data() + dash &&
                    second.ec == std::errc() && second.ptr == end;
  if (!read || range.first == 0 || range.first > range.second) return {};
  return range;
}

}  // namespace

std::string escape_markdown(const std::string& text) {
  const auto is_word = [&](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // An underscore inside a word is only that.
    const bool special = c == '_' ? i == 0 || !is_word(i - 1) || !is_word(i + 1)
                                  : std::string_view("*<>[]|`\\").find(c) != std::string_view::npos;
    if (special) out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out;
}

std::vector<std::string> fenced(const std::string& language,
                                const std::vector<std::string>& lines) {
  std::size_t longest = 2;
  for (const std::string& line : lines) {
    std::size_t run = 0;
    for (const char c : line) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  const std::string fence(longest + 1, '`');
  std::vector<std::string> out{fence + language};
  out.insert(out.end(), lines.begin(), lines.end());
  out.push_back(fence);
  return out;
}

std::string metric_name(const std::string& path) {
  static const std::map<std::string, std::string> kNames = {
      {"time.median_ms", "ms"},
      {"time.min_ms", "least ms"},
      {"time.max_ms", "most ms"},
      {"time.gflops", "GFLOP/s"},
      {"time.gbps", "GB/s"},
      {"time.of_roof", "% of roof"},
      {"time.speedup", "speed-up"},
      {"max_relative_error", "relative error"},
      {"work.floor_ms", "floor, ms"},
      {"map.over_best", "time over the best"},
      {"resources.idle_percent", "device idle, %"},
      {"work.intensity", "flop/byte"},
      {"lens.simt_efficiency", "SIMT efficiency"}};
  if (const auto found = kNames.find(path); found != kNames.end()) return found->second;
  std::string name = path, tail;
  const auto drop = [&name](std::string_view prefix) {
    const bool has = name.starts_with(prefix);
    if (has) name.erase(0, prefix.size());
    return has;
  };
  if (drop("time.of_peer.")) return "% of " + name;
  if (drop("lens.predicted.")) {
    tail = ", predicted";
  } else {
    drop("lens.");
    drop("work.");
  }
  if (name.ends_with(".per_request")) {
    name.resize(name.size() - std::string_view(".per_request").size());
    name += name.starts_with("local") ? " wavefronts a request" : " sectors a request";
  }
  std::replace(name.begin(), name.end(), '_', ' ');
  std::replace(name.begin(), name.end(), '.', ' ');
  return name + tail;
}

Selection select_rows(const Context& context, const Arguments& arguments, bool by_size) {
  Selection selection;
  const std::string stem = arguments.words.empty() ? context.stem : arguments.words[0];
  if (arguments.words.size() > 1) {
    throw Failure(fmt::format("one chapter is due, '{}' is too much", arguments.words[1]));
  }
  if (stem.empty()) throw Failure("name a chapter, as 07_transpose");
  const auto devices = split_list(arguments.get("devices"));
  const auto wanted = split_list(arguments.get("rows"));
  const auto sizes = split_list(arguments.get("size"));
  std::string experiment = arguments.get("experiment");
  if (devices.empty()) throw Failure("name devices, as devices=pocl,h200");
  for (const std::string& name : devices) {
    selection.devices.push_back(&context.results.document(name, stem));
  }
  if (experiment.empty()) {
    for (const Document* document : selection.devices) {
      for (const Row& row : document->rows) {
        if (!experiment.empty() && row.experiment != experiment) {
          throw Failure(fmt::format("{} has the experiments {} and {}: add experiment=", stem,
                                    experiment, row.experiment));
        }
        experiment = row.experiment;
      }
    }
  }
  for (std::size_t d = 0; d < selection.devices.size(); ++d) {
    for (const Row& row : selection.devices[d]->rows) {
      const auto in = [](const std::vector<std::string>& list, const std::string& item) {
        return list.empty() || std::find(list.begin(), list.end(), item) != list.end();
      };
      if (row.experiment != experiment || !in(sizes, row.size) || !in(wanted, row.variant))
        continue;
      const std::string size = by_size ? row.size : "";
      auto line = std::find_if(selection.lines.begin(), selection.lines.end(), [&](const Line& l) {
        return l.variant == row.variant && l.size == size;
      });
      if (line == selection.lines.end()) {
        line = selection.lines.insert(line, Line{row.variant, size, row.peer, {}});
        line->rows.resize(selection.devices.size());
      }
      if (line->rows[d] != nullptr) {
        throw Failure(fmt::format("{} {}.{} on {} has the sizes {} and {}: choose with size=", stem,
                                  experiment, row.variant, devices[d], line->rows[d]->size,
                                  row.size));
      }
      line->rows[d] = &row;
    }
  }
  for (const std::string& name : wanted) {
    const bool found = std::any_of(selection.lines.begin(), selection.lines.end(),
                                   [&](const Line& line) { return line.variant == name; });
    if (!found) {
      throw Failure(fmt::format("{} records no row {}.{} on {}", stem, experiment, name,
                                fmt::join(devices, " or ")));
    }
  }
  if (selection.lines.empty()) {
    throw Failure(fmt::format("{} records no rows of experiment '{}'", stem, experiment));
  }
  // A peer belongs to a device; a variant that one device lacks is a result that was not recorded.
  for (const Line& line : selection.lines) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
      if (line.rows[d] == nullptr && !line.peer && !by_size) {
        throw Failure(fmt::format("{} records no row {}.{} on {}: record it, or choose rows=", stem,
                                  experiment, line.variant, devices[d]));
      }
    }
  }
  const auto rank = [&](const Line& line) {
    return std::find(wanted.begin(), wanted.end(), line.variant) - wanted.begin();
  };
  std::stable_sort(selection.lines.begin(), selection.lines.end(),
                   [&](const Line& a, const Line& b) { return rank(a) < rank(b); });
  return selection;
}

std::string caption(const Context& context, const Selection& selection, bool with_times) {
  std::string text = "*Recorded on ";
  std::string clocks;
  long long least_runs = 0, most_runs = 0;
  for (std::size_t d = 0; d < selection.devices.size(); ++d) {
    std::vector<std::string> sizes;
    bool host_clock = false, peers_host_clock = false;
    for (const Line& line : selection.lines) {
      const Row* row = line.rows[d];
      if (row == nullptr) continue;
      if (std::find(sizes.begin(), sizes.end(), row->size) == sizes.end())
        sizes.push_back(row->size);
      if (text_at(*row->json, "time.clock") == "host")
        (row->peer ? peers_host_clock : host_clock) = true;
      if (const auto runs = number_at(*row, "time.runs"); runs && *runs < 1e9 && *runs > 0) {
        const auto n = static_cast<long long>(*runs);
        least_runs = least_runs == 0 ? n : std::min(least_runs, n);
        most_runs = std::max(most_runs, n);
      }
    }
    std::erase(sizes, "");
    text += (d > 0 ? " and on " : "") + source_of(*selection.devices[d], sizes);
    if ((host_clock || peers_host_clock) && with_times) {
      clocks +=
          fmt::format(" {} on {} are by the host's clock.", host_clock ? "Times" : "Peers' times",
                      escape_markdown(selection.devices[d]->device->label));
    }
  }
  text += ".";
  if (with_times && least_runs > 0) {
    text +=
        least_runs == most_runs
            ? fmt::format(" Times: median (least–most) of {} runs.", least_runs)
            : fmt::format(" Times: median (least–most) of {} to {} runs.", least_runs, most_runs);
  }
  return text + clocks + stale_note(context, selection) + bad_rows_note(selection) + "*";
}

std::vector<std::string> make_table(const Context& context, const std::string& text) {
  auto keys = kSelectionKeys;
  keys.emplace_back("columns");
  const Arguments arguments = parse_arguments(text, keys);
  std::vector<Column> columns;
  for (const std::string& item : split_list(arguments.get("columns"))) {
    columns.push_back(parse_column(item));
  }
  if (columns.empty()) throw Failure("name columns, as columns=variant,time.median_ms,time.gbps");
  const bool by_size = std::any_of(columns.begin(), columns.end(),
                                   [](const Column& column) { return column.path == "size"; });
  const Selection selection = select_rows(context, arguments, by_size);
  const std::size_t devices = selection.devices.size();

  const auto is_key = [](const Column& c) { return c.path == "variant" || c.path == "size"; };
  const auto belongs = [&](const Column& c, std::size_t d) {
    return c.device.empty() || c.device == selection.devices[d]->device->name;
  };
  for (const Column& c : columns) {
    bool known = is_key(c);
    for (std::size_t d = 0; d < devices; ++d) known = known || belongs(c, d);
    if (!known) throw Failure(fmt::format("column {} names a device not in devices=", c.path));
  }
  std::string head = "|", rule = "|";
  std::vector<std::string> body(selection.lines.size(), "|");
  const auto add = [&](const std::string& heading, bool left, const auto& content) {
    head += fmt::format(" {} |", heading);
    rule += left ? " :-- |" : " --: |";
    for (std::size_t i = 0; i < body.size(); ++i) {
      body[i] += fmt::format(" {} |", content(selection.lines[i]));
    }
  };
  for (const Column& c : columns) {
    if (!is_key(c)) continue;
    add(c.heading.empty() ? c.path : escape_markdown(c.heading), true, [&](const Line& line) {
      if (c.path == "size") return escape_markdown(line.size);
      return line.peer ? escape_markdown(line.variant) + " (peer)" : code(line.variant);
    });
  }
  bool with_times = false;
  for (std::size_t d = 0; d < devices; ++d) {
    const auto label = escape_markdown(selection.devices[d]->device->label);
    for (const Column& c : columns) {
      if (is_key(c) || !belongs(c, d)) continue;
      with_times = with_times || c.path == "time.median_ms";
      bool any = false;
      for (const Line& line : selection.lines) {
        const bool not_run = line.rows[d] != nullptr && line.rows[d]->status != "ok";
        any = any || not_run || cell(line.rows[d], c.path) != "–";
      }
      if (!any) {
        throw Failure(
            fmt::format("no row on {} records {}", selection.devices[d]->device->name, c.path));
      }
      std::string heading =
          c.heading.empty() ? escape_markdown(metric_name(c.path)) : escape_markdown(c.heading);
      if (devices > 1) heading += fmt::format(", {}", label);
      add(heading, false, [&](const Line& line) { return cell(line.rows[d], c.path); });
    }
  }
  std::vector<std::string> lines{head, rule};
  lines.insert(lines.end(), body.begin(), body.end());
  lines.emplace_back();
  lines.push_back(caption(context, selection, with_times));
  return lines;
}

std::vector<std::string> make_output(const Context& context, const std::string& text) {
  std::string_view rest = trim(text);
  const auto take_word = [&rest] {
    const auto end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
    std::string word{rest.substr(0, end)};
    rest = trim(rest.substr(end));
    return word;
  };
  const std::string device = take_word(), stem = take_word();
  if (device.empty() || stem.empty()) throw Failure("write output DEVICE STEM [lines A-B]");
  const Document& document = context.results.document(device, stem);
  const auto printed = document.json->find("output");
  if (printed == document.json->end() || !printed->is_string()) {
    throw Failure(fmt::format("{} on {} records no output: record it", stem, device));
  }
  std::vector<std::string> lines = split_lines(printed->get<std::string>());
  for (std::string& line : lines) line.erase(line.find_last_not_of(" \t\r") + 1);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (rest.starts_with("lines")) {
    rest = trim(rest.substr(5));
    const auto range = parse_range(std::string(rest));
    if (!range) throw Failure(fmt::format("'{}' is no range of lines, as 3-10", rest));
    if (range->second > lines.size()) {
      throw Failure(fmt::format("the output has {} lines, not {}", lines.size(), range->second));
    }
    lines = {lines.begin() + static_cast<std::ptrdiff_t>(range->first - 1),
             lines.begin() + static_cast<std::ptrdiff_t>(range->second)};
  } else if (!rest.empty()) {
    const auto [first, last] = two_expressions(rest);
    const Regex from(first), to(last);
    const auto begin = std::find_if(lines.begin(), lines.end(),
                                    [&](const std::string& line) { return from.matches(line); });
    if (begin == lines.end()) throw Failure(fmt::format("no line of the output fits /{}/", first));
    const auto end =
        std::find_if(begin, lines.end(), [&](const std::string& line) { return to.matches(line); });
    if (end == lines.end()) {
      throw Failure(fmt::format("no line from /{}/ on fits /{}/", first, last));
    }
    lines = {begin, end + 1};
  }
  if (lines.empty()) throw Failure(fmt::format("the output of {} on {} is empty", stem, device));
  std::vector<std::string> out = fenced("text", lines);
  std::string stale;
  for (const Row& row : document.rows) {
    if (context.results.is_stale(row)) stale = "; older than a kernel it ran";
  }
  out.push_back(
      fmt::format("*Printed by {} on {}{}.*", code(stem), source_of(document, {}), stale));
  return out;
}

}  // namespace weave
