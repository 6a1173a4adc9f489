// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "files.hpp"

namespace weave {

using Json = nlohmann::ordered_json;

/// book/results/NAME.json: one device's documents, one a chapter.
struct Device {
  std::string name;           ///< of the file, as pages write it
  std::string label;          ///< as tables print it
  bool rerecordable = false;  ///< CI can record it again, so a stale row is an error
  Json json;
};

/// A row of a results file with what a caption says about where it came from.
struct Row {
  const Device* device = nullptr;
  const Json* document = nullptr;
  const Json* json = nullptr;
  std::string experiment, variant, status, reason, size;  ///< size as "4096x4096"
  bool peer = false;
};

/// A chapter's document on a device.
struct Document {
  const Device* device = nullptr;
  const Json* json = nullptr;
  std::vector<Row> rows;
};

/// All results, read on demand. What is wrong with a file is reported once, in problems().
class Results {
 public:
  explicit Results(const Tree& tree) : tree_(tree) {}

  /// Throws Failure with the names there are if the device has no (readable) file.
  const Device& device(const std::string& name);
  /// Throws Failure if the device has no document of that chapter.
  const Document& document(const std::string& device, const std::string& stem);
  /// Every device that has a file, sorted by name.
  std::vector<std::string> device_names() const;
  const Problems& problems() const { return problems_; }

  /// True if a launch's kernel or options are not what was measured. `why` names the file.
  bool is_stale(const Row& row, std::string* why = nullptr) const;

 private:
  const Tree& tree_;
  std::map<std::string, std::optional<Device>> devices_;
  std::map<std::string, Document> documents_;
  Problems problems_;
};

/// A number of a row: a dotted path as in the schema ("time.gflops"), or one derived from it:
/// lens.global_load.excess (sectors or wavefronts over the ideal), lens.global_load.per_request,
/// work.intensity (flop per byte). Nothing if the row does not hold it or it is not finite.
std::optional<double> number_at(const Row& row, const std::string& path);
/// A number of a whole document ("ceilings.copy_gbps", "device.compute_units").
std::optional<double> number_at(const Json& json, const std::string& path);
/// A text of a row or document; "" if there is none.
std::string text_at(const Json& json, const std::string& path);

/// Parses JSON: at most 64 levels deep. Throws Failure "LINE: what" on a fault.
Json parse_json(const std::string& text);

/// Merges one chapter's document, with what the program printed, into a device's file text.
/// `label` and `rerecordable` are kept from `file_text`, or set if given. Throws Failure.
std::string merge_document(const std::string& file_text, const std::string& document_text,
                           const std::string& printed, const std::string& label,
                           std::optional<bool> rerecordable);

/// "4,096", "36,785", "5.43", "0.0312": three figures, all digits of large numbers, commas.
std::string format_number(double value);
/// As `format`: ".1f", ".3g", "d"; "" is format_number. Throws Failure for another format.
std::string format_number(double value, const std::string& format);

/// What came of `<!-- v ... -->` and `<!-- let NAME = ... -->`: sums, products and ratios of
/// numbers and of recorded values, STEM.experiment.variant[SIZE].path@device,
/// STEM.ceilings.copy_gbps@device.
class Values {
 public:
  /// `stem` is used where an expression leaves it out; "" if the page has none.
  Values(Results& results, std::string stem) : results_(results), stem_(std::move(stem)) {}
  /// Throws Failure naming what is not recorded.
  double evaluate(const std::string& expression);
  void define(const std::string& name, const std::string& expression);
  /// Result of "EXPRESSION [FORMAT]".
  std::string text(const std::string& arguments);

 private:
  friend class Expression;
  double reference(const std::string& text);

  Results& results_;
  std::string stem_;
  std::map<std::string, double> names_;
};

}  // namespace weave
