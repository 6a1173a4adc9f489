// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "weaver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "checks.hpp"
#include "folklore.hpp"

namespace weave {
namespace {

constexpr const char* kSolutions = "tests/exercises/solutions";
constexpr const char* kFigures = "book/figures";

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// "book/07_transpose.md" and "chapters/07_transpose/README.md" -> "07_transpose"; else "".
std::string stem_of(const std::string& path) {
  std::string name = file_name(path);
  if (name == "README.md") name = file_name(folder_of(path));
  if (name.ends_with(".md")) name.resize(name.size() - 3);
  const auto digit = [&](std::size_t i) { return name[i] >= '0' && name[i] <= '9'; };
  return name.size() > 3 && digit(0) && digit(1) && name[2] == '_' ? name : "";
}

bool is_chapter_page(const std::string& path) {
  return folder_of(path) == "book" && !stem_of(path).empty();
}

/// Index of the first line at which two blocks differ.
std::size_t first_difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto pair = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(pair.first - a.begin());
}

/// First line (from 1) at which two texts differ.
int first_different_line(const std::string& a, const std::string& b) {
  return static_cast<int>(first_difference(split_lines(a), split_lines(b))) + 1;
}

}  // namespace

std::string find_root(const std::string& from) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (fs::path at = fs::absolute(from, error);; at = at.parent_path()) {
    if (fs::exists(at / "CMakeLists.txt", error) && fs::is_directory(at / "book", error)) {
      return at.string();
    }
    if (!at.has_relative_path()) return "";
  }
}

void Weaver::report(const std::string& file, int line, std::string message, bool environment) {
  problems_.push_back({file, line, std::move(message), environment});
}

void Weaver::put(const std::string& path, const std::string& text) {
  try {
    tree_.write(path, text);
    written_.push_back(path);
  } catch (const Failure& failure) {
    report(path, 0, failure.what(), true);
  }
}

std::vector<std::string> Weaver::pages() const {
  std::vector<std::string> found;
  for (const std::string& name : tree_.names("book")) {
    if (name.ends_with(".md")) found.push_back("book/" + name);
  }
  if (tree_.exists("README.md")) found.emplace_back("README.md");
  for (const std::string& name : tree_.names("chapters")) {
    const std::string path = "chapters/" + name + "/README.md";
    if (tree_.exists(path)) found.push_back(path);
  }
  return found;
}

const Source& Weaver::source(const std::string& path) {
  const std::string normal = normal_path(path);
  const auto found = sources_.find(normal);
  if (found != sources_.end()) return found->second;
  const std::string* text = tree_.text(normal);
  if (text == nullptr) throw Failure(fmt::format("no file '{}' in the repository", path));
  return sources_.emplace(normal, parse_source(normal, *text)).first->second;
}

std::vector<std::string> Weaver::snippet(const Page& page, const std::string& text, bool is_wrong) {
  Arguments arguments = parse_arguments(text, {});
  auto& words = arguments.words;
  if (is_wrong) {
    if (words.empty() || words[0] != "snippet") throw Failure("write wrong snippet FILE TAG");
    words.erase(words.begin());
  }
  const bool body = words.size() == 3 && words[2] == "body" && words[1] == "*";
  if (words.size() != 2 && !body) {
    throw Failure("write snippet FILE TAG, or snippet FILE * [body] for a whole file");
  }
  const Source& from = source(words[0]);
  const Snippet cut = cut_snippet(from, words[1], body);
  used_tags_.emplace(from.path, words[1]);
  std::vector<std::string> block;
  if (is_wrong) block.emplace_back("**Wrong on purpose:**");
  for (std::string& line : fenced(fence_language(from.path), cut.lines)) {
    block.push_back(std::move(line));
  }
  const bool one = cut.first == cut.last;
  block.push_back(fmt::format("*[{0}]({1}#L{2}{3}), {4} {2}{5}*", from.path,
                              relative_path(from.path, folder_of(page.path)), cut.first,
                              one ? "" : fmt::format("-L{}", cut.last), one ? "line" : "lines",
                              one ? "" : fmt::format(" to {}", cut.last)));
  return block;
}

std::vector<std::string> Weaver::make_block(const Context& context, const Page& page,
                                            const Marker& marker) {
  if (marker.kind == "snippet") return snippet(page, marker.arguments, false);
  if (marker.kind == "wrong") return snippet(page, marker.arguments, true);
  if (marker.kind == "output") return make_output(context, marker.arguments);
  if (marker.kind == "table") return make_table(context, marker.arguments);
  if (marker.kind == "folklore") return make_folklore(context, marker.arguments);
  Figure figure = plan_figure(context, marker.arguments);
  const std::string path = fmt::format("{}/{}.svg", kFigures, figure.name);
  std::vector<std::string> block{fmt::format("![{}]({})", escape_markdown(figure.description),
                                             relative_path(path, folder_of(page.path))),
                                 "", figure.caption};
  const std::string name = figure.name;
  const auto [entry, is_new] =
      figures_.try_emplace(name, std::move(figure), std::pair(page.path, marker.line));
  if (!is_new && entry->second.second != std::pair(page.path, marker.line)) {
    throw Failure(fmt::format("figure '{}' is already drawn by {}:{}: choose another name", name,
                              entry->second.second.first, entry->second.second.second));
  }
  return block;
}

std::string Weaver::weave_page(const Page& page, Problems& problems, Problems* drift) {
  const Context context{tree_, results_, stem_of(page.path)};
  const auto fault = [&](std::size_t line, const std::string& what) {
    problems.push_back({page.path, static_cast<int>(line), what});
  };
  Values values(results_, context.stem);
  std::vector<std::string> lines = page.lines;
  // Numbers first: they change no line's index. Right to left, so that columns hold.
  std::vector<std::string> texts(page.values.size());
  std::size_t next_marker = 0;
  const auto define_until = [&](std::size_t line) {
    for (; next_marker < page.markers.size(); ++next_marker) {
      const Marker& marker = page.markers[next_marker];
      if (static_cast<std::size_t>(marker.line) > line) break;
      if (marker.kind != "let") continue;
      const auto equals = marker.arguments.find('=');
      try {
        if (equals == std::string::npos) throw Failure("write let NAME = EXPRESSION");
        values.define(std::string(trim(std::string_view(marker.arguments).substr(0, equals))),
                      marker.arguments.substr(equals + 1));
      } catch (const Failure& failure) {
        fault(static_cast<std::size_t>(marker.line), failure.what());
      }
    }
  };
  for (std::size_t v = 0; v < page.values.size(); ++v) {
    define_until(page.values[v].line);
    try {
      texts[v] = values.text(page.values[v].arguments);
    } catch (const Failure& failure) {
      fault(page.values[v].line + 1, failure.what());
    }
  }
  define_until(page.lines.size() + 1);
  const auto changed = [&](std::size_t index, const std::string& is, const std::string& due) {
    if (drift == nullptr || is == due) return;
    drift->push_back(
        {page.path, static_cast<int>(index) + 1,
         fmt::format("is not as woven: run weave\n    is:     {}\n    should: {}", is, due)});
  };
  for (std::size_t v = page.values.size(); v-- > 0;) {
    const Value& value = page.values[v];
    if (texts[v].empty()) continue;
    const std::size_t length = value.end - value.begin;
    changed(value.line, page.lines[value.line].substr(value.begin, length), texts[v]);
    lines[value.line].replace(value.begin, length, texts[v]);
  }
  std::vector<std::string> out;
  std::size_t at = 0;
  for (const Marker& marker : page.markers) {
    const bool has_block = marker.kind != "let" && marker.kind != "omits" && marker.kind != "by" &&
                           marker.kind != "note";
    if (!has_block) continue;
    std::vector<std::string> block;
    try {
      block = make_block(context, page, marker);
    } catch (const Failure& failure) {
      fault(static_cast<std::size_t>(marker.line), failure.what());
      continue;
    }
    const std::vector<std::string> old(lines.begin() + static_cast<std::ptrdiff_t>(marker.begin),
                                       lines.begin() + static_cast<std::ptrdiff_t>(marker.end));
    if (old != block) {
      const std::size_t i = first_difference(old, block);
      const auto shown = [i](const std::vector<std::string>& some) {
        return i < some.size() ? some[i] : std::string("(nothing)");
      };
      changed(old.empty() ? static_cast<std::size_t>(marker.line) - 1 : marker.begin + i,
              shown(old), shown(block));
    }
    const auto from = lines.begin() + static_cast<std::ptrdiff_t>(at);
    out.insert(out.end(), from, lines.begin() + static_cast<std::ptrdiff_t>(marker.begin));
    out.insert(out.end(), block.begin(), block.end());
    at = marker.end;
    if (at == lines.size() || !trim(lines[at]).empty()) out.emplace_back();
  }
  out.insert(out.end(), lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end());
  return join_lines(out);
}

void Weaver::do_page(const std::string& path, bool check) {
  const std::string* text = tree_.text(path);
  if (text == nullptr) {
    report(path, 0, "cannot be read", true);
    return;
  }
  const std::string old = *text;
  Page page = scan_page(path, old);
  Problems found, drift;
  const std::string woven = weave_page(page, found, &drift);
  if (woven != old) {
    if (!check) {
      put(path, woven);
      page = scan_page(path, woven);
      found.clear();
      std::erase_if(figures_, [&](const auto& entry) { return entry.second.second.first == path; });
      weave_page(page, found, nullptr);  // the same faults, at the lines they are on now
    } else if (drift.empty()) {
      report(path, first_different_line(old, woven), "is not as woven: run weave");
    }
  }
  const auto add = [this](const Problems& more) {
    problems_.insert(problems_.end(), more.begin(), more.end());
  };
  if (check) add(drift);
  add(found);
  add(page.problems);
  for (const Marker& marker : page.markers) {
    if (marker.kind != "by") continue;
    std::string_view rest = marker.arguments;
    if (!rest.starts_with("hand:") || trim(rest.substr(5)).empty()) {
      report(path, marker.line, "say where the number comes from: <!-- by hand: reason -->");
    }
  }
  add(check_numbers(page));
  if (is_chapter_page(path)) add(check_sections(page));
  woven_.push_back(std::move(page));
}

void Weaver::do_figures(bool check) {
  const std::string version = figures_.empty() ? "" : gnuplot_version();
  for (const auto& [name, entry] : figures_) {
    const auto& [figure, place] = entry;
    const std::string path = fmt::format("{}/{}.svg", kFigures, name);
    const auto fault = [&, &where = place](const std::string& what) {
      report(where.first, where.second, what);
    };
    images_.insert(path);
    const std::string* text = tree_.text(path);
    const bool current = text != nullptr && is_drawn_from(*text, figure);
    try {
      if (!check) {
        // A figure that another gnuplot drew from the same plan stays: only its bytes would change.
        if (current && !is_comparable(*text)) continue;
        const std::string svg = draw_figure(figure);
        if (text == nullptr || svg != *text) put(path, svg);
      } else if (!current) {
        fault(fmt::format("{} is {}: run weave", path, text == nullptr ? "missing" : "stale"));
      } else if (!version.empty() && is_comparable(*text) && draw_figure(figure) != *text) {
        fault(fmt::format("{} was changed by hand: run weave", path));
      }
    } catch (const Failure& failure) {
      fault(failure.what());
    }
  }
}

void Weaver::check_images() {
  for (const std::string& path : tree_.files_under(kFigures)) {
    if (path.ends_with(".svg") && images_.count(path) == 0) {
      report(path, 0, "no page shows this figure: delete it, or show it");
    }
  }
}

void Weaver::do_starters(bool check) {
  for (const std::string& name : tree_.names(kSolutions)) {
    const std::string path = std::string(kSolutions) + "/" + name;
    const auto dot = name.rfind('.');
    if (name[0] == '.' || dot == std::string::npos || !can_hold_tags(name)) continue;
    const std::string solution = name.substr(0, dot);
    std::string stem;
    for (const std::string& chapter : tree_.names("chapters")) {
      const bool fits = solution == chapter || solution.starts_with(chapter + "_");
      if (fits && chapter.size() > stem.size()) stem = chapter;
    }
    if (stem.empty()) {
      report(path, 0, "belongs to no chapter: name it after a folder of chapters/");
      continue;
    }
    // 04_gemm_tiled_edges.cl -> chapters/04_gemm_tiled/exercise_edges.cl
    const std::string starter = fmt::format("chapters/{}/exercise{}{}", stem,
                                            solution.substr(stem.size()), name.substr(dot));
    try {
      const std::string due = make_starter(source(path));
      const std::string* text = tree_.text(starter);
      if (text != nullptr && *text == due) continue;
      if (!check) {
        put(starter, due);
      } else if (text == nullptr) {
        report(starter, 0, fmt::format("is missing: weave makes it from {}", path));
      } else {
        report(starter, first_different_line(*text, due),
               fmt::format("is not what {} gives: run weave", path));
      }
    } catch (const Failure& failure) {  // "FILE:LINE: what"
      std::string_view what = failure.what();
      int line = 0;
      if (what.starts_with(path + ":")) {
        what.remove_prefix(path.size() + 1);
        const auto [end, error] = std::from_chars(what.data(), what.data() + what.size(), line);
        what.remove_prefix(static_cast<std::size_t>(end - what.data()));
        if (what.starts_with(": ")) what.remove_prefix(2);
      }
      report(path, line, std::string(what));
    }
  }
}

void Weaver::check_tags() {
  for (const char* folder : {"kernels", "chapters", "common", kSolutions}) {
    for (const std::string& path : tree_.files_under(folder)) {
      if (!can_hold_tags(path)) continue;
      try {
        for (const Region& region : source(path).regions) {
          if (region.tag == "todo" || used_tags_.count({path, region.tag}) != 0) continue;
          report(path, region.open,
                 fmt::format("no page shows <{}>: show it, or take the tag out", region.tag));
        }
      } catch (const Failure& failure) {
        report(path, 0, failure.what(), true);
      }
    }
  }
}

void Weaver::check_results() {
  for (const std::string& name : results_.device_names()) {
    const std::string path = "book/results/" + name + ".json";
    try {
      const Device& device = results_.device(name);
      if (!device.rerecordable) continue;
      for (const Json& json : device.json["documents"]) {
        const std::string chapter = text_at(json, "chapter");
        for (const Row& row : results_.document(name, chapter).rows) {
          std::string kernel;
          if (!results_.is_stale(row, &kernel)) continue;
          report(path, 0,
                 fmt::format("{} {}.{} is older than its kernel {}: record the chapter again",
                             chapter, row.experiment, row.variant, kernel));
        }
      }
    } catch (const Failure&) {
      // The file's own fault is in results_.problems().
    }
  }
}

Problems Weaver::run(bool check, const std::string& only) {
  const std::vector<std::string> all = pages();
  if (!only.empty()) {
    if (std::find(all.begin(), all.end(), only) == all.end()) {
      report(only, 0, fmt::format("is no page; pages: {}", fmt::join(all, ", ")));
      return problems_;
    }
    do_page(only, check);
  } else {
    do_starters(check);
    for (const std::string& path : all) do_page(path, check);
    check_tags();
    check_results();
  }
  do_figures(check);
  const auto add = [this](const Problems& more) {
    problems_.insert(problems_.end(), more.begin(), more.end());
  };
  // Links last: only now is everything there that weaving makes.
  for (const Page& page : woven_) add(check_links(tree_, page, images_));
  if (only.empty()) check_images();
  for (const auto& entry : sources_) add(entry.second.problems);
  add(results_.problems());
  std::stable_sort(problems_.begin(), problems_.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  return problems_;
}

}  // namespace weave
