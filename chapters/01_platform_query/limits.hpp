// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
#include "wb/device.hpp"

namespace chapters {

/// One thing that a device says about itself.
struct Limit {
  std::string key;       ///< name in the JSON, with its unit: "local_memory_bytes"
  nlohmann::json value;  ///< null: this device does not say
  std::string name;      ///< for people: "local memory"
  std::string text;      ///< the value for people: "48 KiB, on chip"
  std::string decides;   ///< what a program must do about it
};

struct LimitGroup {
  std::string title;
  std::vector<Limit> limits;
};

/// Everything this workbook ever asks of a device, read from the device. What an older device has
/// no answer for says so instead of being left out. Never throws for what a driver does not know.
std::vector<LimitGroup> limits_of(const wb::DeviceEntry& entry);

/// The same as one object: key -> value.
nlohmann::json to_json(const std::vector<LimitGroup>& groups);

/// Three columns: name, value, what it decides; long values wrapped below.
std::string to_text(const std::vector<LimitGroup>& groups);

}  // namespace chapters
