// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Has gnuplot draw a planned figure, and makes its SVG small, accessible, and fit for light and
// dark.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <wb/hash.hpp>
#include <wb/process.hpp>

#include "figure.hpp"
#include "palette.hpp"

namespace weave {
namespace {

constexpr const char* kFont = "Helvetica";
constexpr const char* kFonts = "Helvetica, Arial, 'Liberation Sans', sans-serif";
constexpr int kFontSize = 15;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Removes everything from `open` through the next `close`, each time.
void remove_all(std::string& text, std::string_view open, std::string_view close) {
  for (auto at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const auto end = text.find(close, at + open.size());
    if (end == std::string::npos) return;
    text.erase(at, end + close.size() - at);
  }
}

/// rgb(  0, 114, 178) -> #0072b2
void shorten_colours(std::string& text) {
  for (auto at = text.find("rgb("); at != std::string::npos; at = text.find("rgb(", at + 1)) {
    unsigned r = 0, g = 0, b = 0;
    const auto end = text.find(')', at);
    if (end == std::string::npos || end - at > 24 ||
        std::sscanf(text.substr(at, end - at).c_str(), "rgb(%u ,%u ,%u", &r, &g, &b) != 3) {
      continue;
    }
    text.replace(at, end + 1 - at, fmt::format("#{:02x}{:02x}{:02x}", r, g, b));
  }
}

/// Attributes in double quotes, as the style's selectors expect; text keeps its apostrophes.
void use_double_quotes(std::string& text) {
  bool in_tag = false;
  for (char& c : text) {
    if (c == '<' || c == '>') in_tag = c == '<';
    if (in_tag && c == '\'') c = '"';
  }
}

/// Groups that hold nothing but white space.
void remove_empty_groups(std::string& text) {
  for (auto at = text.find("<g"); at != std::string::npos;) {
    const auto open_end = text.find('>', at);
    if (open_end == std::string::npos) return;
    const auto inside = text.find_first_not_of(" \t\n", open_end + 1);
    if (inside != std::string::npos && text.compare(inside, 4, "</g>") == 0) {
      text.erase(at, inside + 4 - at);
      at = at == 0 ? std::string::npos : text.rfind("<g", at - 1);  // its parent may be empty now
      if (at == std::string::npos) at = text.find("<g");
    } else {
      at = text.find("<g", at + 1);
    }
  }
}

std::string squeeze_lines(const std::string& text) {
  std::string out;
  for (const std::string& line : split_lines(text)) {
    const std::string_view trimmed = trim(line);
    if (!trimmed.empty()) out += std::string(trimmed) + '\n';
  }
  return out;
}

std::string escape_xml(const std::string& text) {
  std::string out = text;
  replace_all(out, "&", "&amp;");
  replace_all(out, "<", "&lt;");
  replace_all(out, ">", "&gt;");
  return out;
}

std::string dark_style() {
  std::string rules;
  const auto add = [&rules](const Colour& c) {
    for (const char* what : {"fill", "stroke", "color"}) {
      rules += fmt::format("[{0}=\"{1}\"]{{{0}:{2}}}", what, c.light, c.dark);
    }
  };
  for (const Colour& c : {kPaper, kText, kMuted, kGrid}) add(c);
  for (const Colour& c : kSeries) add(c);
  return "@media (prefers-color-scheme: dark){" + rules + "}";
}

/// What the bytes depend on, apart from gnuplot: the plan, its words, and how it is made up.
std::string fingerprint(const Figure& figure) {
  return wb::source_hash(figure.script,
                         figure.title + '\n' + figure.description + '\n' + dark_style() + kFonts);
}

std::string drawn_from(const Figure& figure) {
  return "drawn by weave from " + fingerprint(figure) + " with ";
}

}  // namespace

std::string gnuplot_version() {
  static const std::string kVersion = [] {
    wb::Command command;
    command.argv = {"gnuplot", "--version"};
    const wb::ProcessResult result = wb::run_process(command);
    return result.ok() ? std::string(trim(result.out)) : std::string();
  }();
  return kVersion;
}

bool is_drawn_from(const std::string& svg, const Figure& figure) {
  return svg.find(drawn_from(figure)) != std::string::npos;
}

bool is_comparable(const std::string& svg) {
  return svg.find(" with " + gnuplot_version() + ";") != std::string::npos;
}

std::string draw_figure(const Figure& figure) {
  if (gnuplot_version().empty()) {
    throw Failure(
        fmt::format("figure '{}' needs gnuplot to be drawn: install gnuplot-nox", figure.name));
  }
  const wb::TemporaryDirectory scratch;
  const std::string path = scratch.path() + "/figure.gp";
  std::ofstream(path) << fmt::format(
      "set encoding utf8\nset terminal svg size {},{} font '{},{}' noenhanced name 'figure'\n"
      "unset key\nunset border\nunset tics\n{}",
      figure.width, figure.height, kFont, kFontSize, figure.script);
  wb::Command command;
  command.argv = {"gnuplot", "-d", path};
  command.environment = {{"LC_ALL", "C.UTF-8"}};
  const wb::ProcessResult result = wb::run_process(command);
  // Of the symbols that gnuplot defines the disc alone is used; it comes back below.
  const auto begin = result.out.find("</defs>"), end = result.out.rfind("</g>");
  if (!result.ok() || begin == std::string::npos || end == std::string::npos || end < begin) {
    throw Failure(fmt::format("gnuplot could not draw '{}' ({}): {}", figure.name,
                              result.describe(), trim(result.err)));
  }
  std::string body = result.out.substr(begin + 7, end - begin - 7);
  remove_all(body, "<title>", "</title>");
  replace_all(body, fmt::format("<tspan font-family=\"{}\" >", kFont), "");
  replace_all(body, "</tspan>", "");
  replace_all(body, fmt::format(" font-family=\"{}\" font-size=\"{}.00\"", kFont, kFontSize), "");
  for (const char* same : {" stroke-linecap=\"butt\"", " stroke-linejoin=\"miter\"",
                           " color=\"black\"", " shape-rendering='crispEdges'"}) {
    replace_all(body, same, "");
  }
  shorten_colours(body);
  replace_all(body, "xlink:href=", "href=");
  replace_all(body, "fill = '", "fill='");
  use_double_quotes(body);
  remove_empty_groups(body);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" "
      "role=\"img\" aria-labelledby=\"title desc\" font-family=\"{2}\" font-size=\"{3}\">\n"
      "<title id=\"title\">{4}</title>\n<desc id=\"desc\">{5}</desc>\n"
      "<!-- {6}{7}; do not edit -->\n<style>{8}</style>\n"
      "<defs><circle id=\"gpPt6\" r=\"1\" fill=\"currentColor\" stroke=\"none\"/></defs>\n"
      "<rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"{9}\"/>\n{10}</svg>\n",
      figure.width, figure.height, kFonts, kFontSize, escape_xml(figure.title),
      escape_xml(figure.description), drawn_from(figure), gnuplot_version(), dark_style(),
      kPaper.light, squeeze_lines(body));
}

}  // namespace weave
