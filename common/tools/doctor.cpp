// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
//
// doctor: why there is no OpenCL device, and what to do.
//
//   build/bin/doctor            a report that ends with "What to do"
//   build/bin/doctor --json     the same findings for a program
//
// It first gathers everything into one JSON document, then prints that. Exit 0 if a usable device
// is here, 3 if not. Drivers are touched by children only (doctor_probe.cpp).
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "doctor_probe.hpp"
#include "wb/error.hpp"
#include "wb/process.hpp"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr auto kVendorFolder = "/etc/OpenCL/vendors";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string text(const json& value) {
  return value.get<std::string>();
}

// Every finding has a text field "problem" (or "ended"): "" means that all is well.
bool is_blank(const json& value) {
  return text(value).empty();
}

std::string first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  line.erase(line.find_last_not_of(" \t\r\n") + 1);
  return line;
}

// Runs one probe in a child. The result is the last line it managed to print, with the child's end
// under "ended" ("" if it ended well).
json probe(std::vector<std::string> words) {
  wb::Command command;
  command.argv = {wb::executable_path(), "--probe"};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.time_limit = std::chrono::seconds(30);
  const wb::ProcessResult result = wb::run_process(command);
  json last = json::object();
  for (std::size_t begin = 0; begin < result.out.size();) {
    const std::size_t end = std::min(result.out.find('\n', begin), result.out.size());
    json line = json::parse(result.out.substr(begin, end - begin), nullptr, false);
    if (line.is_object()) last = std::move(line);  // a driver may print lines of its own
    begin = end + 1;
  }
  // A driver's last words are on standard error; without them a crash has no reason.
  std::string said =
      result.err.substr(result.err.size() - std::min<std::size_t>(result.err.size(), 300));
  said.erase(said.find_last_not_of(" \n") + 1);
  last["ended"] = result.ok()    ? ""
                  : said.empty() ? result.describe()
                                 : result.describe() + "; it said: " + said;
  return last;
}

// The vendor files that the loader reads, by the rules of ocl-icd (libOpenCL(7)).
json find_vendor_files() {
  json result = {{"place", kVendorFolder},
                 {"why", "the system's folder"},
                 {"problem", ""},
                 {"files", json::array()}};
  fs::path folder = kVendorFolder;
  if (const auto path = environment("OPENCL_VENDOR_PATH"); !path.empty()) {
    folder = path;
    result["why"] = "OPENCL_VENDOR_PATH";
  }
  std::vector<fs::path> files;
  std::error_code error;
  const std::string chosen = environment("OCL_ICD_VENDORS");
  if (!chosen.empty() && !fs::is_directory(chosen, error)) {
    result["why"] = "OCL_ICD_VENDORS";
    result["place"] = chosen;
    const bool bare = !contains(chosen, "/");
    const fs::path file =
        bare && fs::exists(folder / chosen, error) ? folder / chosen : fs::path(chosen);
    if (!fs::exists(file, error)) {
      result["problem"] = fmt::format(
          "OCL_ICD_VENDORS is set to {}, and there is no such folder or file: no driver is found",
          chosen);
    } else if (file.extension() == ".icd") {
      files = {file};
    } else {
      result["files"].push_back({{"file", ""}, {"library", chosen}});
    }
  } else {
    if (!chosen.empty()) {
      folder = chosen;
      result["why"] = "OCL_ICD_VENDORS";
    }
    result["place"] = folder.string();
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".icd") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    if (error) {
      result["problem"] = fmt::format("{}: {}", folder.string(), error.message());
    } else if (files.empty()) {
      result["problem"] =
          fmt::format("{} holds no .icd file: no driver is installed there", folder.string());
    }
  }
  for (const fs::path& file : files) {
    result["files"].push_back({{"file", file.string()}, {"library", first_line(file)}});
  }
  for (json& vendor : result["files"]) {
    if (is_blank(vendor["library"])) {
      vendor["problem"] = "it names no library: its first line is empty or cannot be read";
      continue;
    }
    const json found = probe({"library", vendor["library"]});
    if (!is_blank(found["ended"])) {
      vendor["problem"] = fmt::format("loading {} takes the process down: {}",
                                      text(vendor["library"]), text(found["ended"]));
    } else if (!found["loads"]) {
      vendor["problem"] = "cannot be loaded: " + text(found["error"]);
    } else if (!found["entry"]) {
      vendor["problem"] =
          "is a library, but not an OpenCL driver (no clGetExtensionFunctionAddress)";
    } else {
      vendor["problem"] = "";
    }
  }
  return result;
}

// Where pocl keeps compiled kernels. Without it pocl lists no device, or fails every build.
json check_cache() {
  fs::path folder = environment("POCL_CACHE_DIR");
  std::string why = "POCL_CACHE_DIR";
  if (folder.empty()) {
    why = "XDG_CACHE_HOME";
    folder = environment(why.c_str());
    if (folder.empty()) {
      const std::string home = environment("HOME");
      why = home.empty() ? "default, as HOME is not set" : "HOME";
      folder = home.empty() ? fs::path("/tmp") : fs::path(home) / ".cache";
    }
    folder /= "pocl/kcache";
  }
  json result = {{"path", folder.string()}, {"why", why}, {"problem", ""}};
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && !fs::is_directory(folder)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    result["problem"] = "cannot be made: " + error.message();
    return result;
  }
  // Root passes every permission check, so only a write tells the truth.
  const fs::path trial = folder / fmt::format("doctor-{}", getpid());
  std::ofstream out(trial);
  out << "trial" << std::flush;
  if (!out) result["problem"] = "a file in it cannot be written (permissions, or a full disk)";
  out.close();
  fs::remove(trial, error);
  return result;
}

struct Vendor {
  std::string id, name, platform, package;
};

const std::vector<Vendor> kVendors = {
    {"0x10de", "NVIDIA", "NVIDIA", "nvidia-opencl-icd (Ubuntu: libnvidia-compute-NNN)"},
    {"0x1002", "AMD", "AMD", "mesa-opencl-icd, or AMD's ROCm"},
    {"0x8086", "Intel", "Intel", "intel-opencl-icd"},
};

// GPUs on the bus, whether or not a driver knows them. `root` is "" outside of tests.
json find_gpus(const std::string& root) {
  json gpus = json::array();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root + "/sys/bus/pci/devices", error)) {
    const std::string kind = first_line(entry.path() / "class").substr(0, 4);
    if (kind != "0x03" && kind != "0x12") continue;  // display, processing accelerator
    const std::string id = first_line(entry.path() / "vendor");
    const auto vendor =
        std::find_if(kVendors.begin(), kVendors.end(), [&](const Vendor& v) { return v.id == id; });
    if (vendor == kVendors.end()) continue;
    gpus.push_back({{"bus", entry.path().filename().string()},
                    {"vendor", vendor->name},
                    {"platform", vendor->platform},
                    {"package", vendor->package}});
  }
  return gpus;
}

std::string find_surroundings(const std::string& root) {
  if (contains(first_line(root + "/proc/version"), "icrosoft")) return "WSL";
  std::error_code error;
  for (const char* mark : {"/.dockerenv", "/run/.containerenv"}) {
    if (fs::exists(root + mark, error)) return "container";
  }
  return "";
}

// Runs the one-line kernel on every device that the loader lists.
void try_devices(json& platforms) {
  for (std::size_t p = 0; p < platforms.size(); ++p) {
    json& devices = platforms[p]["devices"];
    for (std::size_t d = 0; d < devices.size(); ++d) {
      const json tried = probe({"kernel", std::to_string(p), std::to_string(d)});
      const std::string step = tried.value("step", "start");
      const std::string log = tried.value("log", "");
      std::string problem;
      if (!is_blank(tried["ended"])) {
        problem = fmt::format("the process ended during \"{}\": {}", step, text(tried["ended"]));
      } else if (step != "done") {
        problem = fmt::format("a one-line kernel failed at \"{}\", error {}", step,
                              tried.value("code", 0));
        if (step == "values") problem = "a one-line kernel ran and wrote wrong values: " + log;
        if (step == "build") {
          problem += log.empty() ? "; the compiler left no log: check POCL_CACHE_DIR" : "\n" + log;
        }
      }
      devices[d]["problem"] = problem;
    }
  }
}

json examine(const std::string& root) {
  json found;
  found["vendors"] = find_vendor_files();
  const json listed = probe({"platforms"});
  found["loader"] = listed.value("loader", json{{"path", ""}, {"name", ""}});
  found["error"] = listed.value("error", 0);
  found["ended"] = listed["ended"];
  found["platforms"] = listed.value("platforms", json::array());
  const bool has_pocl =
      std::any_of(found["vendors"]["files"].begin(), found["vendors"]["files"].end(),
                  [](const json& vendor) { return contains(vendor["library"], "pocl"); });
  if (has_pocl) found["cache"] = check_cache();
  try_devices(found["platforms"]);
  found["oclgrind"] = wb::find_program("oclgrind");
  found["gpus"] = find_gpus(root);
  found["surroundings"] = find_surroundings(root);
  found["sysfs"] = fs::exists(root + "/sys/devices");
  found["usable"] = false;
  for (const json& platform : found["platforms"]) {
    for (const json& device : platform["devices"]) {
      if (is_blank(device["problem"])) found["usable"] = true;
    }
  }
  return found;
}

// What to do, most telling first.
std::vector<std::string> advise(const json& found) {
  std::vector<std::string> advice;
  const json& vendors = found["vendors"];
  const bool replaced = vendors["why"] != "the system's folder";
  if (!is_blank(vendors["problem"]) && replaced) {
    advice.push_back(fmt::format("Unset {}, or set it to a folder that holds .icd files.",
                                 text(vendors["why"])));
  }
  bool has_pocl = found.contains("cache");
  for (const json& vendor : vendors["files"]) {
    const auto problem = text(vendor["problem"]);
    if (problem.empty()) continue;
    const auto file = text(vendor["file"]);
    if (file.empty()) {
      advice.push_back("Unset OCL_ICD_VENDORS: it names a library that is no usable driver.");
      continue;
    }
    advice.push_back(fmt::format(
        "Reinstall the driver that {0} belongs to (dpkg -S {0} names the package), or move the "
        "file away.",
        file));
    if (contains(problem, "takes the process down")) {
      advice.push_back(
          fmt::format("Until then choose another driver by its own file, for example\n     "
                      "export OCL_ICD_VENDORS={}/pocl.icd",
                      kVendorFolder));
    }
  }
  if (has_pocl && !is_blank(found["cache"]["problem"])) {
    const auto why = text(found["cache"]["why"]);
    advice.push_back(fmt::format("Set POCL_CACHE_DIR to a folder that you can write{}.",
                                 why == "POCL_CACHE_DIR" ? ", or unset it" : ""));
  }
  for (const json& platform : found["platforms"]) {
    for (const json& device : platform["devices"]) {
      if (contains(device["problem"], "target CPU")) {
        advice.push_back(
            "This pocl is too old for this CPU: use Debian 12, Ubuntu 22.04 or a newer one.");
      }
    }
  }
  const auto loader = text(found["loader"]["path"]);
  const bool foreign_loader = contains(loader, "conda") || contains(loader, "mamba");
  if (foreign_loader) {
    advice.push_back(
        "The loader is Conda's, which does not read the system's vendor files. Leave the\n     "
        "environment (conda deactivate), or install ocl-icd-system in it.");
  }
  if (!environment("OCL_ICD_FILENAMES").empty() && contains(found["loader"]["name"], "ocl-icd")) {
    advice.push_back("OCL_ICD_FILENAMES is ignored by this loader: use OCL_ICD_VENDORS.");
  }
  const bool usable = found["usable"];
  if (!usable && !found["sysfs"]) {
    advice.push_back(
        "/sys is not mounted here, and pocl aborts without it: it asks there for CPU and memory.\n"
        "     In a chroot: mount -t sysfs sysfs /sys (as root).");
  }
  if (!usable && !has_pocl && !(!is_blank(vendors["problem"]) && replaced)) {
    advice.push_back(
        "Install a driver. A loader alone is not one. For any CPU:\n     "
        "sudo apt-get install pocl-opencl-icd   (ci/setup.sh does it too)");
  }
  for (const json& gpu : found["gpus"]) {
    const bool has_platform = std::any_of(
        found["platforms"].begin(), found["platforms"].end(),
        [&](const json& platform) { return contains(platform["name"], gpu["platform"]); });
    if (has_platform) continue;
    advice.push_back(
        fmt::format("An {} GPU is here ({}), but no OpenCL driver for it. Its package: {}.",
                    text(gpu["vendor"]), text(gpu["bus"]), text(gpu["package"])));
    if (found["surroundings"] == "container") {
      advice.push_back(
          "In a container the GPU's driver comes from the host: start it with the GPU passed in\n"
          "     (NVIDIA: --gpus all, NVIDIA_DRIVER_CAPABILITIES=compute,utility, and a file\n"
          "     /etc/OpenCL/vendors/nvidia.icd with the line libnvidia-opencl.so.1).");
    }
  }
  if (found["surroundings"] == "WSL") {
    advice.push_back("Under WSL NVIDIA offers no OpenCL; pocl on the CPU works.");
  }
  if (is_blank(found["oclgrind"])) {
    advice.push_back(
        "Install oclgrind and liboclgrind-dev, or --race and --lens have nothing to run:\n     "
        "sudo apt-get install oclgrind liboclgrind-dev");
  }
  if (!usable && advice.empty()) {
    advice.push_back("Reinstall the driver: it loads, but offers no device that works.");
  }
  if (!usable) advice.push_back("Then run build/bin/doctor again.");
  return advice;
}

void line(const char* mark, const std::string& what) {
  fmt::print("  {:<4} {}\n", mark, what);
}
void line(bool good, const std::string& what) {
  line(good ? "ok" : "BAD", what);
}

void print_report(const json& found) {
  const json& vendors = found["vendors"];
  fmt::print("Loader\n");
  const auto loader = text(found["loader"]["path"]);
  line(!loader.empty(), fmt::format("{} {}", loader.empty() ? "not reached" : loader,
                                    text(found["loader"]["name"])));

  fmt::print("Vendor files in {} ({})\n", text(vendors["place"]), text(vendors["why"]));
  if (!is_blank(vendors["problem"])) line(false, text(vendors["problem"]));
  for (const json& vendor : vendors["files"]) {
    const auto problem = text(vendor["problem"]);
    const auto file = text(vendor["file"]);
    const auto name = file.empty() ? text(vendor["library"])
                                   : fmt::format("{} names {}", file, text(vendor["library"]));
    line(problem.empty(), fmt::format("{}: {}", name, problem.empty() ? "it loads" : problem));
  }

  fmt::print("Platforms and devices\n");
  if (!is_blank(found["ended"])) {
    line(false, "listing the platforms takes the process down: " + text(found["ended"]));
  } else if (found["platforms"].empty()) {
    line(false, fmt::format("the loader lists no platform (error {})", found["error"].get<int>()));
  }
  for (std::size_t p = 0; p < found["platforms"].size(); ++p) {
    const json& platform = found["platforms"][p];
    const bool good = platform["error"] == 0 && !platform["devices"].empty();
    line(good,
         fmt::format(
             "{} = {}, {}{}", p, text(platform["name"]), text(platform["version"]),
             good ? "" : fmt::format(": no device (error {})", platform["error"].get<int>())));
    for (std::size_t d = 0; d < platform["devices"].size(); ++d) {
      const json& device = platform["devices"][d];
      const auto problem = text(device["problem"]);
      line(problem.empty(),
           fmt::format("{}:{} = {} ({}): {}", p, d, text(device["name"]), text(device["type"]),
                       problem.empty() ? "a one-line kernel ran, its values are right" : problem));
    }
  }

  if (found.contains("cache")) {
    const json& cache = found["cache"];
    fmt::print("pocl's cache of compiled kernels (by {})\n", text(cache["why"]));
    const auto problem = text(cache["problem"]);
    line(problem.empty(),
         fmt::format("{}: {}", text(cache["path"]), problem.empty() ? "can be written" : problem));
  }

  fmt::print("Instruments\n");
  const auto oclgrind = text(found["oclgrind"]);
  line(!oclgrind.empty(), oclgrind.empty() ? "Oclgrind is not installed" : "Oclgrind: " + oclgrind);

  fmt::print("GPUs on the bus\n");
  if (found["gpus"].empty()) line("--", "none seen; every chapter works on the CPU");
  for (const json& gpu : found["gpus"]) {
    line("--", fmt::format("{} at {}", text(gpu["vendor"]), text(gpu["bus"])));
  }

  fmt::print("\n{}\n\nWhat to do\n",
             found["usable"] ? "A usable device is here." : "No usable OpenCL device is here.");
  if (found["advice"].empty()) fmt::print("  1. Nothing. Go on with build/bin/01_platform_query\n");
  for (std::size_t i = 0; i < found["advice"].size(); ++i) {
    fmt::print("  {}. {}\n", i + 1, text(found["advice"][i]));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Why there is no OpenCL device, and what to do. Exit 0: a usable device is here; 3: none."};
  bool as_json = false;
  std::vector<std::string> probe_words;
  std::string root;
  app.add_flag("--json", as_json, "Print the findings as JSON");
  app.add_option("--probe", probe_words)->group("");  // the doctor's own children
  app.add_option("--root", root)->group("");          // where /sys and /proc are, for the tests
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(wb::ExitCode::kUsage);
  }
  if (!probe_words.empty()) return run_probe(probe_words);

  json found = examine(root);
  found["advice"] = advise(found);
  if (as_json) {
    fmt::print("{}\n", found.dump(2, ' ', false, json::error_handler_t::replace));
  } else {
    print_report(found);
  }
  return static_cast<int>(found["usable"] ? wb::ExitCode::kOk : wb::ExitCode::kEnvironment);
}
