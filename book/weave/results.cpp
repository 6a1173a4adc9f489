// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <wb/hash.hpp>

namespace weave {
namespace {

constexpr const char* kFolder = "book/results";
constexpr int kDeepestJson = 64;

std::string join_size(const Json& size) {
  std::string text;
  if (!size.is_array()) return text;
  for (const Json& n : size) {
    if (!text.empty()) text += 'x';
    text += n.is_number_integer() ? fmt::format("{}", n.get<long long>()) : "?";
  }
  return text;
}

std::string string_or(const Json& object, const char* key, const std::string& fallback) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : fallback;
}

/// Follows a dotted path; a key may hold dots or spaces if no shorter one fits ("CLBlast 1.5.3").
const Json* walk(const Json& json, std::string_view path) {
  if (path.empty()) return &json;
  if (!json.is_object()) return nullptr;
  for (std::size_t dot = path.find('.');; dot = path.find('.', dot + 1)) {
    const auto key = std::string(path.substr(0, dot));
    if (const auto found = json.find(key); found != json.end()) {
      const auto rest = dot == std::string_view::npos ? "" : path.substr(dot + 1);
      if (const Json* end = walk(*found, rest)) return end;
    }
    if (dot == std::string_view::npos) return nullptr;
  }
}

std::optional<double> finite(const Json* json) {
  if (json == nullptr || !json->is_number()) return {};
  const double value = json->get<double>();
  if (!std::isfinite(value)) return {};
  return value;
}

std::optional<double> ratio(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b || *b == 0) return {};
  return *a / *b;
}

/// What is wrong with the shape of a device file; "" if nothing.
std::string shape_fault(const Json& json) {
  if (!json.is_object()) return "the file is not an object";
  if (json.value("schema", Json()) != 1) return "\"schema\" is not 1";
  const auto documents = json.find("documents");
  if (documents == json.end() || !documents->is_array()) return "\"documents\" is not an array";
  std::vector<std::string> seen;
  for (std::size_t d = 0; d < documents->size(); ++d) {
    const Json& document = (*documents)[d];
    const auto where = fmt::format("documents[{}]", d);
    if (!document.is_object()) return where + " is not an object";
    const auto chapter = string_or(document, "chapter", "");
    if (chapter.empty()) return where + " names no \"chapter\"";
    if (std::find(seen.begin(), seen.end(), chapter) != seen.end()) {
      return fmt::format("{} is a second document of {}", where, chapter);
    }
    seen.push_back(chapter);
    const auto rows = document.find("rows");
    if (rows == document.end()) continue;
    if (!rows->is_array()) return where + ".rows is not an array";
    for (std::size_t r = 0; r < rows->size(); ++r) {
      if (!(*rows)[r].is_object()) return fmt::format("{}.rows[{}] is not an object", where, r);
    }
  }
  return "";
}

}  // namespace

Json parse_json(const std::string& text) {
  try {
    return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepestJson) throw Failure(fmt::format("1: over {} levels deep", kDeepestJson));
      return true;
    });
  } catch (const Json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    throw Failure(
        fmt::format("{}: not JSON: {}", 1 + std::count(text.begin(), end, '\n'), error.what()));
  } catch (const Json::exception& error) {
    throw Failure(fmt::format("1: not JSON: {}", error.what()));
  }
}

std::vector<std::string> Results::device_names() const {
  std::vector<std::string> found;
  for (const std::string& name : tree_.names(kFolder)) {
    if (name.size() > 5 && name.ends_with(".json"))
      found.push_back(name.substr(0, name.size() - 5));
  }
  return found;
}

const Device& Results::device(const std::string& name) {
  const std::string path = fmt::format("{}/{}.json", kFolder, name);
  const auto [entry, is_new] = devices_.try_emplace(name);
  if (is_new) {
    const auto fault = [&](int line, const std::string& what) {
      problems_.push_back({path, line, what, true});
    };
    if (const std::string* text = tree_.text(path)) {
      try {
        Json json = parse_json(*text);
        if (const std::string wrong = shape_fault(json); !wrong.empty()) {
          fault(1, wrong);
        } else {
          const bool again = json.contains("rerecordable") && json["rerecordable"] == true;
          entry->second = Device{name, string_or(json, "label", name), again, std::move(json)};
        }
      } catch (const Failure& failure) {  // "LINE: what"
        const std::string what = failure.what();
        fault(std::stoi(what), what.substr(what.find(": ") + 2));
      }
    }
  }
  if (!entry->second) {
    throw Failure(
        fmt::format("no results of device '{}': {} is missing or unreadable; recorded: {}", name,
                    path, fmt::join(device_names(), ", ")));
  }
  return *entry->second;
}

const Document& Results::document(const std::string& device_name, const std::string& stem) {
  const Device& from = device(device_name);
  const auto [entry, is_new] = documents_.try_emplace(device_name + '/' + stem);
  Document& document = entry->second;
  if (is_new) {
    document.device = &from;
    for (const Json& candidate : from.json["documents"]) {
      if (string_or(candidate, "chapter", "") == stem) document.json = &candidate;
    }
    if (document.json != nullptr && document.json->contains("rows")) {
      for (const Json& json : (*document.json)["rows"]) {
        Row row{&from, document.json, &json, "", "", "", "", "", false};
        row.experiment = string_or(json, "experiment", "");
        row.variant = string_or(json, "variant", "");
        row.status = string_or(json, "status", "ok");
        row.reason = string_or(json, "reason", "");
        row.size = join_size(json.value("size", Json()));
        // Of the file "lens" only the counts are used, and the lens has a size of its own.
        if (device_name == "lens" && json.contains("lens") && json["lens"].is_object() &&
            json["lens"].contains("size")) {
          row.size = join_size(json["lens"]["size"]);
        }
        row.peer = json.value("peer", Json()) == true;
        document.rows.push_back(std::move(row));
      }
    }
  }
  if (document.json == nullptr) {
    throw Failure(fmt::format("{}/{}.json holds no document of chapter {}: record it", kFolder,
                              device_name, stem));
  }
  return document;
}

bool Results::is_stale(const Row& row, std::string* why) const {
  const auto launches = row.json->find("launches");
  if (launches == row.json->end() || !launches->is_array()) return false;
  for (const Json& launch : *launches) {
    if (!launch.is_object()) continue;
    const std::string kernel = string_or(launch, "kernel", "");
    if (kernel.empty()) continue;
    const std::string* text = tree_.text("kernels/" + kernel);
    if (text == nullptr) text = tree_.text(kernel);
    if (text != nullptr && string_or(launch, "source_hash", "") ==
                               wb::source_hash(*text, string_or(launch, "options", ""))) {
      continue;
    }
    if (why != nullptr) *why = kernel + (text == nullptr ? " (gone)" : "");
    return true;
  }
  return false;
}

std::optional<double> number_at(const Json& json, const std::string& path) {
  return finite(walk(json, path));
}

std::optional<double> number_at(const Row& row, const std::string& path) {
  if (const auto plain = number_at(*row.json, path)) return plain;
  if (path == "work.intensity") {
    return ratio(number_at(*row.json, "work.flops"), number_at(*row.json, "work.bytes"));
  }
  const auto dot = path.rfind('.');
  if (dot == std::string::npos) return {};
  const Json* counts = walk(*row.json, path.substr(0, dot));
  if (counts == nullptr) return {};
  const std::string_view last = std::string_view(path).substr(dot + 1);
  const bool local = counts->is_object() && counts->contains("wavefronts");
  const auto passes = number_at(*counts, local ? "wavefronts" : "sectors");
  if (last == "excess") {
    return ratio(passes, number_at(*counts, local ? "ideal_wavefronts" : "ideal_sectors"));
  }
  if (last == "per_request") return ratio(passes, number_at(*counts, "requests"));
  return {};
}

std::string text_at(const Json& json, const std::string& path) {
  const Json* found = walk(json, path);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

std::string merge_document(const std::string& file_text, const std::string& document_text,
                           const std::string& printed, const std::string& label,
                           std::optional<bool> rerecordable) {
  Json file{{"schema", 1}, {"label", ""}, {"rerecordable", false}, {"documents", Json::array()}};
  if (!trim(file_text).empty()) {
    file = parse_json(file_text);
    if (const std::string wrong = shape_fault(file); !wrong.empty())
      throw Failure(fmt::format("1: {}", wrong));
  }
  Json document = parse_json(document_text);
  Json alone{{"schema", 1}, {"documents", Json::array({document})}};
  if (document.is_object() && document.value("schema", Json()) != 1) {
    throw Failure("1: \"schema\" of the document is not 1");
  }
  if (const std::string wrong = shape_fault(alone); !wrong.empty())
    throw Failure(fmt::format("1: {}", wrong));
  document["output"] = printed;
  // Counts of each line are for a terminal; no page shows them, and they are most of the bytes.
  if (document.contains("rows")) {
    for (Json& row : document["rows"]) {
      if (row.is_object() && row.contains("lens") && row["lens"].is_object()) {
        row["lens"].erase("lines");
      }
    }
  }
  if (!label.empty()) file["label"] = label;
  if (file.value("label", Json()) == "") {  // NOLINT(readability-container-size-empty): any JSON
    file["label"] = text_at(document, "device.name");
  }
  if (rerecordable) file["rerecordable"] = *rerecordable;
  Json& documents = file["documents"];
  const auto chapter = string_or(document, "chapter", "");
  Json merged = Json::array();
  bool placed = false;
  for (Json& old : documents) {
    const auto other = string_or(old, "chapter", "");
    if (!placed && other >= chapter) {
      merged.push_back(document);
      placed = true;
    }
    if (other != chapter) merged.push_back(std::move(old));
  }
  if (!placed) merged.push_back(std::move(document));
  documents = std::move(merged);
  try {
    return file.dump(1) + "\n";
  } catch (const Json::exception& error) {
    throw Failure(fmt::format("1: cannot be written as JSON: {}", error.what()));
  }
}

std::string format_number(double value) {
  const double size = std::fabs(value);
  if (size == 0) return "0";
  if (size == std::floor(size) && size < 1e15) return format_number(value, "d");
  if (size >= 99.95 && size < 1e15) return format_number(value, "d");
  if (size >= 9.995 && size < 99.95) return format_number(value, ".1f");
  if (size >= 0.9995 && size < 9.995) return format_number(value, ".2f");
  return fmt::format("{:.3g}", value);
}

std::string format_number(double value, const std::string& format) {
  if (format.empty()) return format_number(value);
  std::string text;
  if (format == "d" || (format.size() == 3 && format[0] == '.' && format[1] >= '0' &&
                        format[1] <= '9' && format[2] == 'f')) {
    text = fmt::format("{:.{}f}", value, format == "d" ? 0 : format[1] - '0');
  } else if (format.size() == 3 && format[0] == '.' && format[1] >= '1' && format[1] <= '9' &&
             format[2] == 'g') {
    return fmt::format("{:.{}g}", value, format[1] - '0');
  } else {
    throw Failure(fmt::format("unknown number format '{}': use d, .1f or .3g", format));
  }
  const std::size_t first = text[0] == '-' ? 1 : 0;
  const std::size_t whole = std::min(text.find('.'), text.size());
  for (std::size_t at = whole; at > first + 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

}  // namespace weave
