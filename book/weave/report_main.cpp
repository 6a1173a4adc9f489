// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// report: the lab report, one HTML file: this device beside the book's, every chapter's table and
// figure.
//   build/bin/report                        runs every chapter, writes lab-report.html
//   build/bin/report --from build/lab       takes what chapters have written there with --json
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <wb/error.hpp>
#include <wb/process.hpp>

#include "figure.hpp"
#include "weaver.hpp"

namespace {

namespace fs = std::filesystem;
using wb::ExitCode;

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Everything that a data: address may not hold as it is.
std::string percent_encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_') {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--ink:#1f2933;--paper:#fff;--line:#cbd2d9;--soft:#f5f7fa}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--paper:#161b22;--line:#3e4c59;--soft:#1f2733}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;
max-width:60rem;padding:1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;white-space:nowrap}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child{text-align:left}img{max-width:100%;height:auto}
nav{font-size:.9rem}h2{border-top:1px solid var(--line);padding-top:1rem}em{font-size:.85rem}
code{background:var(--soft);padding:0 .2em;overflow-wrap:anywhere}a{color:inherit})";

/// The report as it grows: Markdown, with the figures' data kept apart until the end.
class Report {
 public:
  Report(const weave::Tree& tree, weave::Results& results) : tree_(tree), results_(results) {}

  void add(const std::string& line) { text_ += line + "\n\n"; }

  /// A table of `devices` if they all hold what is asked, else of this device alone.
  void table(const std::string& stem, const std::string& experiment, const std::string& columns,
             const std::vector<std::string>& devices) {
    for (const auto& some : {devices, std::vector<std::string>{"here"}}) {
      try {
        const auto lines = weave::make_table(
            context(stem), fmt::format("{} experiment=\"{}\" devices={} columns={}", stem,
                                       experiment, fmt::join(some, ","), columns));
        text_ += weave::join_lines(lines) + "\n\n";
        return;
      } catch (const weave::Failure&) {
        continue;  // a device lacks a variant: no common table
      }
    }
  }

  /// A figure, or nothing where its data does not suffice.
  void figure(const std::string& stem, const std::string& arguments) {
    try {
      const weave::Figure plan = weave::plan_figure(
          context(stem), fmt::format("report{} stem={} {}", images_.size(), stem, arguments));
      images_.push_back(fmt::format("<img alt=\"{}\" src=\"data:image/svg+xml,{}\">",
                                    escaped(plan.description),
                                    percent_encoded(weave::draw_figure(plan))));
      text_ += fmt::format("@figure{}@\n\n", images_.size() - 1);
    } catch (const weave::Failure&) {
    }
  }

  /// The page. Throws Failure if cmark-gfm is not installed.
  std::string html() const {
    const wb::TemporaryDirectory scratch;
    const std::string file = scratch.path() + "/report.md";
    std::ofstream(file, std::ios::binary) << text_;
    wb::Command command;
    command.argv = {"cmark-gfm", "-e", "table", file};
    const wb::ProcessResult result = wb::run_process(command);
    if (!result.ok()) {
      throw weave::Failure(
          fmt::format("cmark-gfm {}: install the package cmark-gfm", result.describe()));
    }
    std::string body = result.out;
    for (std::size_t i = 0; i < images_.size(); ++i) {
      replace(body, fmt::format("@figure{}@", i), images_[i]);
    }
    replace(body, "<table>", "<div class=\"wide\" tabindex=\"0\"><table>");
    replace(body, "</table>", "</table></div>");
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>Lab report: OpenCL, "
        "Measured</title><style>{}</style></head>\n<body><main>\n{}</main>"
        "</body></html>\n",
        kStyle, body);
  }

  static std::string escaped(std::string text) {
    replace(text, "&", "&amp;");
    replace(text, "\"", "&quot;");
    replace(text, "<", "&lt;");
    return text;
  }

 private:
  const weave::Tree& tree_;
  weave::Results& results_;
  std::string text_;
  std::vector<std::string> images_;

  weave::Context context(const std::string& stem) const { return {tree_, results_, stem}; }
  static void replace(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
};

/// One chapter's JSON: from `folder`, or measured now into `scratch`. "" if it gave none.
std::string chapter_json(const std::string& stem, const std::string& folder,
                         const std::string& scratch, const std::string& device, std::string& why) {
  if (!folder.empty()) {
    why = "there is no " + folder + "/" + stem + ".json";
    return read_all(fs::path(folder) / (stem + ".json"));
  }
  if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\033[Krunning {} ...", stem);
  const std::string json = scratch + "/" + stem + ".json";
  wb::Command command;
  command.argv = {(fs::path(wb::executable_path()).parent_path() / stem).string(), "--json", json};
  if (!device.empty()) command.argv.insert(command.argv.end(), {"--device", device});
  command.time_limit = std::chrono::minutes(5);
  const wb::ProcessResult result = wb::run_process(command);
  why = result.describe() + (result.err.empty() ? "" : ": " + result.err.substr(0, 300));
  return read_all(json);
}

/// "upload_pinned_gbps" -> "upload pinned, GB/s".
std::string ceiling_name(std::string key) {
  for (const auto& [suffix, unit] : {std::pair{"_gbps", ", GB/s"},
                                     std::pair{"_gflops", ", GFLOP/s"}, std::pair{"_us", ", µs"}}) {
    if (key.ends_with(suffix))
      key.replace(key.size() - std::string(suffix).size(), std::string::npos, unit);
  }
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

void write_chapter(Report& report, weave::Results& results, const weave::Tree& book,
                   const std::string& stem) {
  std::vector<std::string> devices = {"here"};
  for (const std::string& device : results.device_names()) {
    if (device == "here" || device == "lens") continue;
    try {
      results.document(device, stem);
      devices.push_back(device);
    } catch (const weave::Failure&) {
    }
  }
  const weave::Document& document = results.document("here", stem);
  const std::string* page = book.text("book/" + stem + ".md");
  const std::string title = page == nullptr ? "" : page->substr(2, page->find('\n') - 2);
  report.add(fmt::format("## {} {}", stem.substr(0, 2), title));
  std::vector<std::string> experiments;
  for (const weave::Row& row : document.rows) {
    if (std::find(experiments.begin(), experiments.end(), row.experiment) == experiments.end()) {
      experiments.push_back(row.experiment);
    }
  }
  for (const std::string& experiment : experiments) {
    bool computes = false;
    for (const weave::Row& row : document.rows) {
      computes |=
          row.experiment == experiment && weave::number_at(row, "work.flops").value_or(0) > 0;
    }
    const std::string rate = computes ? "time.gflops" : "time.gbps";
    report.add("### " + weave::escape_markdown(experiment));
    report.table(stem, experiment, "variant,time.median_ms," + rate + ",time.of_roof,time.speedup",
                 devices);
    report.figure(stem,
                  fmt::format("kind=ladder experiment=\"{}\" devices=here metric={} title=\"{}\"",
                              experiment, rate, experiment));
    if (computes) {
      report.figure(stem, fmt::format("kind=roofline experiment=\"{}\" devices=here title=\"{}\"",
                                      experiment, experiment));
    }
    report.table(
        stem, experiment,
        "variant,lens.global_load.sectors,lens.global_load.excess,lens.global_store.excess,"
        "lens.local_load.per_request,lens.simt_efficiency",
        {"lens"});
  }
  report.figure(stem, "kind=timeline devices=here");
  for (const weave::Row& row : document.rows) {
    if (row.status == "skipped") {
      report.add(
          fmt::format("`{}` was skipped: {}.", row.variant, weave::escape_markdown(row.reason)));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The lab report: this device beside the book's devices, in one HTML file."};
  std::string root, device, from, out = "lab-report.html";
  app.add_option("--out", out, "the file to write (lab-report.html)");
  app.add_option("--from", from, "a folder with NN_name.json of chapters that have been run");
  app.add_option("--device", device, "index, platform:device, or part of a name");
  app.add_option("--root", root, "the repository (default: upward from here)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(app.exit(error) == 0 ? ExitCode::kOk : ExitCode::kUsage);
  }
  try {
    if (root.empty()) root = weave::find_root(".");
    if (root.empty()) root = weave::find_root(wb::executable_path());
    if (root.empty())
      throw weave::Failure("no CMakeLists.txt beside book/ here or above: give --root");
    weave::Tree book(root);
    const wb::TemporaryDirectory scratch;
    fs::create_directories(scratch.path() + "/book");
    fs::copy(root + "/book/results", scratch.path() + "/book/results");
    fs::create_directory_symlink(fs::absolute(root) / "kernels", scratch.path() + "/kernels");
    std::string here, missing;
    std::vector<std::string> stems;
    for (const std::string& stem : book.names("chapters")) {
      std::string why;
      const std::string json = chapter_json(stem, from, scratch.path(), device, why);
      if (json.empty()) {
        missing += fmt::format("- {}: {}\n", stem, weave::escape_markdown(why));
        continue;
      }
      here = weave::merge_document(here, json, "", "here", std::nullopt);
      stems.push_back(stem);
    }
    if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\033[K");
    if (stems.empty()) throw weave::Failure("no chapter gave results:\n" + missing);
    std::ofstream(scratch.path() + "/book/results/here.json", std::ios::binary) << here;
    const weave::Tree tree(scratch.path());
    weave::Results results(tree);
    Report report(tree, results);
    const weave::Json& first = *results.document("here", stems[0]).json;
    report.add("# Lab report");
    report.add(fmt::format("{}: {}, driver {}, {}. Beside it stand the devices of the book.",
                           weave::escape_markdown(weave::text_at(first, "device.name")),
                           weave::escape_markdown(weave::text_at(first, "device.platform")),
                           weave::escape_markdown(weave::text_at(first, "device.driver")),
                           weave::text_at(first, "date")));
    report.add("## Ceilings");
    std::string ceilings = "| | here |\n| :-- | --: |\n";
    for (const auto& [key, value] : first.at("ceilings").items()) {
      if (value.is_number()) {
        ceilings += fmt::format("| {} | {} |\n", ceiling_name(key),
                                weave::format_number(value.get<double>()));
      }
    }
    report.add(ceilings);
    for (const std::string& stem : stems) write_chapter(report, results, book, stem);
    if (!missing.empty()) report.add("## What is missing\n\n" + missing);
    const std::string html = report.html();
    std::ofstream file(out + ".part", std::ios::binary);
    file << html;
    file.close();
    if (!file) throw weave::Failure("cannot write " + out);
    fs::rename(out + ".part", out);
    fmt::print("{}: {} chapters, {} KiB\n", out, stems.size(), html.size() / 1024);
    return static_cast<int>(ExitCode::kOk);
  } catch (const std::exception& error) {
    fmt::print(stderr, "report: {}\n", error.what());
    return static_cast<int>(ExitCode::kEnvironment);
  }
}
