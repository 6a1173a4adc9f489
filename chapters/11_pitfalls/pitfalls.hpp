// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "wb/experiment.hpp"
#include "wb/session.hpp"

namespace chapters {

/// What one instrument makes of a broken version, on every device.
enum class Sight {
  kNotAsked,  ///< it has nothing to look at here
  kSees,      ///< always
  kLuck,      ///< depends on the device, its compiler, or the hour
  kBlind,     ///< never: the broken version passes
};

struct Sights {
  Sight verify = Sight::kNotAsked, race = Sight::kNotAsked, lens = Sight::kNotAsked,
        host = Sight::kNotAsked;
};

/// What a host-side version did: what is wrong with its values, and what a host check said of it.
struct Finding {
  std::string values, check;
};

/// A tagged piece of a source file, as the page and --show print it.
struct Piece {
  std::string file, tag;
};

/// One pitfall. Its experiment has two variants, "broken" and "fixed"; or `host` plays both parts.
struct Pitfall {
  std::string name, symptom, cause, fix;
  Piece broken, fixed;
  Sights sights;
  std::string says;     ///< what the first instrument that sees it must say, in part
  std::string instead;  ///< what to do where no instrument sees it
  std::optional<wb::Experiment> experiment = {};
  std::function<Finding(wb::Session&, bool broken)> host = nullptr;
  std::string prints = {};                  ///< what the fixed version prints and the broken loses
  std::chrono::milliseconds limit{60'000};  ///< of the broken version
};

/// The gallery, in the order of the page.
const std::vector<Pitfall>& pitfalls();
const Pitfall& find_pitfall(const std::string& name);  ///< throws UsageError listing the names

std::vector<Pitfall> kernel_pitfalls();  ///< faults in a kernel
std::vector<Pitfall> launch_pitfalls();  ///< faults in how a kernel is built and launched
std::vector<Pitfall> host_pitfalls();    ///< faults in the host program

/// The experiments with their fixed variants only, or with both.
std::vector<wb::Experiment> pitfall_experiments(bool broken_too);

/// Exercise: one kernel, three faults.
wb::Experiment pitfall_exercise();

/// An experiment of two variants on `in` (n or n x n floats) that computes `out`.
struct Twins {
  std::string name;
  std::function<wb::Launch(bool broken, std::size_t n, const wb::DeviceFacts&)> launch;
  /// What out should hold, from in.
  std::function<std::vector<double>(const std::vector<double>& in, std::size_t n)> reference;
  std::vector<std::size_t> in_shape = {0};   ///< 0 stands for n
  std::vector<std::size_t> out_shape = {0};  ///< likewise
  std::size_t per_group = 0;                 ///< one result for so many elements, not one for each
  bool counts = false;   ///< out is int, starts as zero and is computed in place
  double roundings = 0;  ///< of a sum, over the sum of magnitudes; 0: equality
  std::vector<std::size_t> sizes = {1, 16, 17, 100};  ///< the last one is the default
  std::size_t race_size = 20;
  double load_sectors = 4;  ///< predicted for the fixed version at n = 32; 0: no prediction
  wb::DataKind data = wb::DataKind::kUniform;
};
wb::Experiment twins(const Twins& twins);

}  // namespace chapters
