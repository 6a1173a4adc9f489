// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Plans figures: which numbers, where each mark and label goes. svg.cpp has them drawn.
#include "figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "palette.hpp"

namespace weave {
namespace {

constexpr int kWidth = 560;          // pixels: shown 1:1 on a desk, at 2/3 on a phone
constexpr double kCharacter = 7.9;   // width of a letter at the font size of labels
constexpr double kLabelHeight = 18;  // two labels closer than this overlap
constexpr const char* kTextKeys = "title";

std::string quote(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "'";
}

/// Characters, not bytes.
double text_width(const std::string& text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  });
  return kCharacter * static_cast<double>(letters);
}

using Pixels = std::vector<std::pair<double, double>>;

/// gnuplot commands for a canvas measured in pixels from the top left.
class Canvas {
 public:
  Canvas(int width, int height) : width_(width), height_(height) {}

  template <typename... Ts>
  void add(fmt::format_string<Ts...> format, Ts&&... values) {
    script_ += fmt::format(format, std::forward<Ts>(values)...) + "\n";
  }
  /// Text at a pixel; `side` is left, right or center.
  void text(const std::string& words, double x, double y, const char* side, const char* colour,
            double degrees = 0) {
    add("set label {} at screen {:.6g},{:.6g} {} rotate by {:.4g} noenhanced tc rgb '{}' front",
        quote(words), x / width_, 1 - y / height_, side, degrees, colour);
  }
  /// A thin straight line behind everything else.
  void line(double x0, double y0, double x1, double y1, const char* colour) {
    add("set arrow from screen {:.6g},{:.6g} to screen {:.6g},{:.6g} nohead lw 1 lc rgb '{}' back",
        x0 / width_, 1 - y0 / height_, x1 / width_, 1 - y1 / height_, colour);
  }
  void box(double x0, double y0, double x1, double y1, const char* colour) {
    add("set object rect from screen {:.6g},{:.6g} to screen {:.6g},{:.6g} fc rgb '{}' fs solid "
        "noborder front",
        x0 / width_, 1 - y0 / height_, x1 / width_, 1 - y1 / height_, colour);
  }
  void curve(const Pixels& points, const char* colour) {
    plot(points, fmt::format("with lines lw 2 lc rgb '{}'", colour));
  }
  /// Discs with a rim of paper, so that neighbours stay apart.
  void dots(const Pixels& points, const char* colour) {
    plot(points, fmt::format("with points pt 7 ps 1.0 lc rgb '{}'", kPaper.light));
    plot(points, fmt::format("with points pt 7 ps 0.7 lc rgb '{}'", colour));
  }
  /// The whole script: axes are pixels, so that curves and labels share one measure.
  std::string script() const {
    return script_ + fmt::format(
                         "set margins 0,0,0,0\nset lmargin at screen 0\nset rmargin at screen 1\n"
                         "set tmargin at screen 1\nset bmargin at screen 0\n"
                         "plot [0:{}][{}:0] NaN notitle{}\n",
                         width_, height_, plots_);
  }

 private:
  void plot(const Pixels& points, const std::string& style) {
    add("$data{} << END", ++blocks_);
    for (const auto& [x, y] : points) add("{:.6g} {:.6g}", x, y);
    add("END");
    plots_ += fmt::format(", $data{} {} notitle", blocks_, style);
  }

  int width_, height_, blocks_ = 0;
  std::string script_, plots_;
};

/// A scale from numbers to pixels, and the numbers that carry a grid line.
struct Scale {
  bool logarithmic = false;
  double low = 0, high = 1, from = 0, to = 1;  ///< numbers; pixels
  std::vector<double> ticks;

  double pixel(double value) const {
    const double part =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + part * (to - from);
  }
};

/// Powers of ten, or round steps from 0, inside of what holds all of `least` to `most`.
Scale make_scale(double least, double most, bool logarithmic, double from, double to) {
  constexpr double kTiny = 1e-15, kHuge = 1e15;
  if (!(most <= kHuge) || (logarithmic ? !(least >= kTiny) : most != 0 && !(most >= kTiny))) {
    throw Failure(fmt::format("no axis runs from {:g} to {:g}", least, most));
  }
  Scale scale{logarithmic, 0, 1, from, to, {}};
  if (logarithmic) {
    scale.low = least;
    scale.high = std::max(most, least * 10);
    double step = 10;
    while (std::log(scale.high / scale.low) / std::log(step) > 6) step *= 10;
    const double first = std::pow(10, std::ceil(std::log10(scale.low) - 1e-9));
    const double last = std::floor(std::log(scale.high * 1.0001 / first) / std::log(step));
    for (int i = 0; i <= last; ++i) scale.ticks.push_back(first * std::pow(step, i));
  } else {
    scale.high = most > 0 ? most * 1.02 : 1;
    double step = std::pow(10, std::floor(std::log10(scale.high)) - 1);
    for (int i = 0; scale.high / step > 5.5; ++i) step *= i % 3 == 1 ? 2.5 : 2;  // 1, 2, 5, 10
    const double last = std::floor(scale.high / step);
    for (int i = 0; i <= last; ++i) scale.ticks.push_back(i * step);
  }
  return scale;
}

/// The power of ten at or below.
double decade_below(double value) {
  return std::pow(10, std::floor(std::log10(value)));
}

/// "16 Ki", "256 Mi" for sizes that are whole multiples, other numbers in full.
std::string size_text(double value) {
  constexpr double kKi = 1024, kMi = kKi * kKi;
  if (value >= kMi && std::fmod(value, kMi) == 0) return format_number(value / kMi) + " Mi";
  if (value >= 16 * kKi && std::fmod(value, kKi) == 0) return format_number(value / kKi) + " Ki";
  return format_number(value);
}

std::string tick_text(double value) {
  return value >= 1 || value == 0 ? format_number(value, "d") : fmt::format("{:g}", value);
}

/// Moves label centres apart until none overlap, keeping their order; all within [low, high].
void spread(std::vector<double>& at, double low, double high) {
  std::vector<std::size_t> order(at.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return at[a] < at[b]; });
  double next = low;
  for (const std::size_t i : order) {
    at[i] = std::max(at[i], next);
    next = at[i] + kLabelHeight;
  }
  next = high;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    at[*it] = std::min(at[*it], next);
    next = at[*it] - kLabelHeight;
  }
}

const char* colour_of(std::size_t i) {
  return kSeries[i % kSeries.size()].light;
}

/// What all kinds need: the rows, the metric, and where the drawing goes.
struct Plan {
  const Context& context;
  const Arguments& arguments;
  Selection selection;
  std::string metric, unit;
  Figure figure;

  std::string label(std::size_t device) const { return selection.devices[device]->device->label; }
  std::string name(const Line& line) const {
    return line.peer ? line.variant + " (peer)" : line.variant;
  }
  double value(const Row& row) const {
    const auto found = number_at(row, metric);
    if (!found) {
      throw Failure(
          fmt::format("{} on {} records no number {}", row.variant, row.device->name, metric));
    }
    return unit.starts_with("%") ? *found * 100 : *found;
  }
};

/// Device names in their colours, left to right below the heading.
double legend(Canvas& canvas, const std::vector<std::string>& labels, double x, double y) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    canvas.box(x, y - 6, x + 12, y + 6, colour_of(i));
    canvas.text(labels[i], x + 18, y, "left", kText.light);
    x += 18 + text_width(labels[i]) + 18;
  }
  return x;
}

// --- ladder and bars --------------------------------------------------------------------------

void plan_bars(Plan& plan, bool logarithmic) {
  constexpr double kBar = 19, kGap = 2, kBetween = 12, kTop = 66, kBottom = 34;
  const auto& lines = plan.selection.lines;
  const std::size_t devices = plan.selection.devices.size();
  double least = 0, most = 0, names = 0, values = 0;
  double bars = 0;  // a peer that a device lacks takes no room
  for (const Line& line : lines) {
    names = std::max(names, text_width(plan.name(line)));
    for (const Row* row : line.rows) {
      if (row == nullptr) continue;
      ++bars;
      if (row->status != "ok") continue;
      const double v = plan.value(*row);
      if (v < 0 || (logarithmic && v == 0)) {
        throw Failure(
            fmt::format("{} of {} is {}: no bar can show that", plan.metric, row->variant, v));
      }
      least = least == 0 ? v : std::min(least, v);
      most = std::max(most, v);
      values = std::max(values, text_width(format_number(v)));
    }
  }
  if (most == 0 && logarithmic) throw Failure("no row here has a value to draw");
  const double left = std::min(names + 22, kWidth * 0.45), right = kWidth - 24 - values;
  const double top = devices > 1 ? kTop : kTop - 24;
  const double bottom = top + bars * (kBar + kGap) + kBetween * static_cast<double>(lines.size());
  const int height = static_cast<int>(bottom + kBottom);
  const Scale scale = make_scale(logarithmic ? decade_below(least * 0.8) : 0, most * 1.02,
                                 logarithmic, left, right);
  Canvas canvas(kWidth, height);
  canvas.text(plan.unit + (logarithmic ? ", logarithmic scale" : ""), left, 22, "left",
              kMuted.light);
  std::vector<std::string> labels;
  for (std::size_t d = 0; d < devices; ++d) labels.push_back(plan.label(d));
  if (devices > 1) legend(canvas, labels, left, 46);
  double last_end = -1e9;
  for (const double tick : scale.ticks) {
    const double x = scale.pixel(tick);
    canvas.line(x, top, x, bottom, kGrid.light);
    const double half = text_width(tick_text(tick)) / 2;
    if (x - half < last_end + 8) continue;
    canvas.text(tick_text(tick), x, bottom + 16, "center", kMuted.light);
    last_end = x + half;
  }
  double y = top + kBetween / 2;
  for (const Line& line : lines) {
    const double first = y;
    for (std::size_t d = 0; d < devices; ++d) {
      const Row* row = line.rows[d];
      if (row == nullptr) continue;
      const double middle = y + kBar / 2;
      if (row->status == "ok") {
        const double v = plan.value(*row), end = std::max(scale.pixel(v), left + 1);
        canvas.box(left, y, end, y + kBar, colour_of(d));
        canvas.text(format_number(v), end + 6, middle, "left", kText.light);
      } else {
        canvas.text(row->status, left + 6, middle, "left", kMuted.light);
      }
      y += kBar + kGap;
    }
    canvas.text(plan.name(line), left - 10, (first + y - kGap) / 2, "right", kText.light);
    y += kBetween;
  }
  plan.figure.script = canvas.script();
  plan.figure.height = height;
  plan.figure.description = plan.unit + " by variant.";
  for (std::size_t d = 0; d < devices; ++d) {
    std::vector<std::string> items;
    for (const Line& line : lines) {
      const Row* row = line.rows[d];
      if (row == nullptr) continue;
      items.push_back(plan.name(line) + " " +
                      (row->status == "ok" ? format_number(plan.value(*row)) : row->status));
    }
    plan.figure.description += fmt::format(" {}: {}.", plan.label(d), fmt::join(items, ", "));
  }
}

// --- roofline ---------------------------------------------------------------------------------

struct Point {
  std::string name;
  double x = 0, y = 0;
};

double lens_intensity(const Row& row) {
  const auto count = [&](const char* path) { return number_at(row, path).value_or(0); };
  const double flops = count("lens.flops.add") + count("lens.flops.mul") +
                       2 * count("lens.flops.fma") + count("lens.flops.div") +
                       count("lens.flops.special");
  const double sectors = count("lens.global_load.sectors") + count("lens.global_store.sectors");
  if (flops == 0 || sectors == 0) {
    throw Failure(fmt::format("{} on {} has no lens counts: use intensity=work", row.variant,
                              row.device->name));
  }
  return flops / (32 * sectors);
}

void plan_roofline(Plan& plan) {
  constexpr double kPanel = 290, kLeft = 74, kRight = kWidth - 20, kTop = 44, kBottom = 50;
  const std::string intensity = plan.arguments.get("intensity", "work");
  if (intensity != "work" && intensity != "lens") throw Failure("intensity= is work or lens");
  const std::size_t devices = plan.selection.devices.size();
  const int height = static_cast<int>(static_cast<double>(devices) * (kPanel + kTop + kBottom));
  Canvas canvas(kWidth, height);
  plan.figure.description = "Rooflines: GFLOP/s over flop per byte, both logarithmic.";
  for (std::size_t d = 0; d < devices; ++d) {
    const Document& document = *plan.selection.devices[d];
    const auto fma = number_at(*document.json, "ceilings.fma_gflops");
    const auto copy = number_at(*document.json, "ceilings.copy_gbps");
    if (!fma || !copy || *fma <= 0 || *copy <= 0) {
      throw Failure(fmt::format("the document of {} has no ceilings fma_gflops and copy_gbps",
                                plan.label(d)));
    }
    std::vector<Point> points;
    for (const Line& line : plan.selection.lines) {
      const Row* row = line.rows[d];
      if (row == nullptr || row->status != "ok") continue;
      Point point{plan.name(line), 0, plan.value(*row)};
      if (intensity == "lens" && !line.peer) {
        point.x = lens_intensity(*row);
      } else if (const auto x = number_at(*row, "work.intensity"); x && *x > 0) {
        point.x = *x;
      } else {
        throw Failure(fmt::format("{} on {} has no work.flops and work.bytes", row->variant,
                                  row->device->name));
      }
      if (point.y <= 0) throw Failure(fmt::format("{} has no GFLOP/s to draw", row->variant));
      points.push_back(std::move(point));
    }
    if (points.empty()) throw Failure("no row here has a value to draw");
    const double ridge = *fma / *copy;
    double least_x = ridge, most_x = ridge, least_y = *fma;
    for (const Point& p : points) {
      least_x = std::min(least_x, p.x);
      most_x = std::max(most_x, p.x);
      least_y = std::min(least_y, p.y);
    }
    const double top = kTop + static_cast<double>(d) * (kPanel + kTop + kBottom);
    const double bottom = top + kPanel;
    // Room for the labels right of the points; a third of a decade below the lowest.
    double names = 0;
    for (const Point& p : points) {
      names = std::max(names, text_width(p.name + " " + format_number(p.y)) + 20);
    }
    const double least = least_x / 10, share = std::max(0.3, 1 - names / (kRight - kLeft));
    const double most = least * std::pow(most_x / least, 1 / share);
    const Scale across = make_scale(least, most, true, kLeft, kRight);
    const Scale up = make_scale(least_y / 3, *fma * 2, true, bottom, top);
    canvas.text(plan.label(d) + ": GFLOP/s over flop/byte", kLeft, top - 20, "left", kText.light);
    for (const double tick : across.ticks) {
      const double x = across.pixel(tick);
      canvas.line(x, top, x, bottom, kGrid.light);
      canvas.text(tick_text(tick), x, bottom + 16, "center", kMuted.light);
    }
    for (const double tick : up.ticks) {
      const double y = up.pixel(tick);
      canvas.line(kLeft, y, kRight, y, kGrid.light);
      canvas.text(tick_text(tick), kLeft - 8, y, "right", kMuted.light);
    }
    // The roof: along the memory ceiling up to the ridge, then flat.
    const double floor_x = std::max(across.low, up.low / *copy);
    const double x0 = across.pixel(floor_x), y0 = up.pixel(floor_x * *copy);
    const double xr = across.pixel(ridge), yr = up.pixel(*fma);
    canvas.curve({{x0, y0}, {xr, yr}, {kRight, yr}}, kText.light);
    const double length = std::hypot(xr - x0, yr - y0);
    const double lift = 11;  // off the line, to its upper left
    canvas.text(fmt::format("copy {} GB/s", format_number(*copy)),
                (x0 + xr) / 2 - lift * (y0 - yr) / length,
                (y0 + yr) / 2 - lift * (xr - x0) / length, "center", kMuted.light,
                std::atan2(y0 - yr, xr - x0) * 180 / 3.14159265358979);
    canvas.text(fmt::format("FMA {} GFLOP/s", format_number(*fma)), kRight, yr - 12, "right",
                kMuted.light);
    std::vector<double> at;
    for (const Point& p : points) at.push_back(up.pixel(p.y));
    spread(at, yr + 14, bottom - 10);
    std::vector<std::string> items;
    Pixels marks;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double x = across.pixel(points[i].x), y = up.pixel(points[i].y);
      const std::string words = points[i].name + " " + format_number(points[i].y);
      marks.emplace_back(x, y);
      if (std::fabs(at[i] - y) > 3) canvas.line(x, y, x + 14, at[i], kMuted.light);
      canvas.text(words, x + 16, at[i], "left", kText.light);
      items.push_back(fmt::format("{} at {}", words, format_number(points[i].x)));
    }
    canvas.dots(marks, colour_of(d));
    plan.figure.description +=
        fmt::format(" {}, under {} GFLOP/s and {} GB/s: {}.", plan.label(d), format_number(*fma),
                    format_number(*copy), fmt::join(items, ", "));
  }
  plan.figure.script = canvas.script();
  plan.figure.height = height;
}

// --- sweep ------------------------------------------------------------------------------------

/// The number in a variant's name, and the name around it: "stride_4" -> 4, "stride".
std::optional<std::pair<double, std::string>> parameter_of(const std::string& variant) {
  const auto last = variant.find_last_of("0123456789");
  if (last == std::string::npos) return {};
  std::size_t first = last;
  while (first > 0 && variant[first - 1] >= '0' && variant[first - 1] <= '9') --first;
  if (last - first > 8) return {};
  std::string around = variant.substr(0, first);
  if (!around.empty() && around.back() == '_') around.pop_back();
  around += variant.substr(last + 1);
  around.erase(0, std::min(around.find_first_not_of(' '), around.size()));
  around.resize(around.find_last_not_of(' ') + 1);
  return std::pair(std::stod(variant.substr(first, last - first + 1)), around);
}

void plan_sweep(Plan& plan) {
  constexpr double kTop = 46, kHeight = 340, kBottom = kHeight - 56;
  const std::string x_from = plan.arguments.get("x", "size");
  const bool logarithmic = plan.arguments.get("scale", "linear") == "log";
  if (x_from != "size" && x_from != "param") throw Failure("x= is size or param");
  const std::size_t devices = plan.selection.devices.size();
  std::map<std::string, std::map<double, double>> series;
  std::vector<std::string> order;
  std::set<double> xs;
  double least = 0, most = 0;
  for (std::size_t d = 0; d < devices; ++d) {
    for (const Line& line : plan.selection.lines) {
      const Row* row = line.rows[d];
      if (row == nullptr || row->status != "ok") continue;
      std::string name = plan.name(line);
      double x = 0;
      if (x_from == "size") {
        const auto& size = row->json->value("size", Json());
        if (size.is_array() && !size.empty() && size[0].is_number()) x = size[0].get<double>();
      } else if (const auto parameter = parameter_of(line.variant)) {
        x = parameter->first;
        name = parameter->second;
      }
      if (x <= 0) throw Failure(fmt::format("{} gives no number for x={}", row->variant, x_from));
      if (devices > 1) name = name.empty() ? plan.label(d) : name + ", " + plan.label(d);
      if (series.count(name) == 0) order.push_back(name);
      const double y = plan.value(*row);
      if (!series[name].emplace(x, y).second) {
        throw Failure(
            fmt::format("series '{}' has two values at {}: choose rows= or size=", name, x));
      }
      xs.insert(x);
      if (y < 0 || (logarithmic && y == 0)) throw Failure("a sweep shows positive values only");
      least = least == 0 ? y : std::min(least, y);
      most = std::max(most, y);
    }
  }
  if (xs.size() < 2) throw Failure("a sweep needs two values of x at least");
  if (order.size() > kSeries.size()) {
    throw Failure(fmt::format("{} series are more than {} colours: choose rows=", order.size(),
                              kSeries.size()));
  }
  double names = 0, numbers = 0;
  for (const std::string& name : order) names = std::max(names, text_width(name));
  const double lowest = logarithmic ? decade_below(least * 0.8) : 0;
  const Scale up = make_scale(lowest, most, logarithmic, kBottom, kTop);
  for (const double t : up.ticks) numbers = std::max(numbers, text_width(tick_text(t)));
  const double left = numbers + 22, right = kWidth - std::min(names, 200.0) - 26;
  Scale across{true, *xs.begin(), *xs.rbegin(), left, right, {xs.begin(), xs.end()}};
  Canvas canvas(kWidth, static_cast<int>(kHeight));
  canvas.text(plan.unit + (logarithmic ? ", logarithmic scale" : ""), left, 22, "left",
              kMuted.light);
  for (const double tick : up.ticks) {
    const double y = up.pixel(tick);
    canvas.line(left, y, right, y, kGrid.light);
    canvas.text(tick_text(tick), left - 8, y, "right", kMuted.light);
  }
  double last_end = -1e9;
  for (const double tick : across.ticks) {
    const double x = across.pixel(tick), half = text_width(size_text(tick)) / 2;
    canvas.line(x, kBottom, x, kBottom + 5, kMuted.light);
    if (x - half < last_end + 8) continue;
    canvas.text(size_text(tick), x, kBottom + 18, "center", kMuted.light);
    last_end = x + half;
  }
  const std::string axis = plan.arguments.get("xlabel", x_from == "size" ? "size" : "parameter");
  canvas.text(axis, (left + right) / 2, kHeight - 16, "center", kMuted.light);
  std::vector<double> at;
  for (const std::string& name : order) at.push_back(up.pixel(series[name].rbegin()->second));
  spread(at, kTop, kBottom);
  plan.figure.description = fmt::format("{} over {}.", plan.unit, axis);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& points = series[order[i]];
    std::vector<std::string> items;
    Pixels pixels;
    for (const auto& [x, y] : points) {
      pixels.emplace_back(across.pixel(x), up.pixel(y));
      items.push_back(fmt::format("{} at {}", format_number(y), size_text(x)));
    }
    canvas.curve(pixels, colour_of(i));
    canvas.dots(pixels, colour_of(i));
    const double end = across.pixel(points.rbegin()->first);
    canvas.text(order[i], std::max(end, right) + 10, at[i], "left", colour_of(i));
    plan.figure.description +=
        fmt::format(" {}{}{}.", order[i], order[i].empty() ? "" : ": ", fmt::join(items, ", "));
  }
  plan.figure.script = canvas.script();
  plan.figure.height = static_cast<int>(kHeight);
}

// --- timeline ---------------------------------------------------------------------------------

struct Track {
  std::string name;
  std::vector<std::tuple<double, double, std::string>>
      slices;  ///< start, end, what is written on it
};

/// A row's recorded slices by track, in the order in which tracks first appear.
std::vector<Track> tracks_of(const Row& row) {
  const auto found = row.json->find("timeline");
  if (found == row.json->end() || !found->is_array() || found->empty()) {
    throw Failure(fmt::format("{} on {} records no timeline", row.variant, row.device->name));
  }
  std::vector<Track> tracks;
  for (const Json& slice : *found) {
    const auto start = number_at(slice, "start_ms"), end = number_at(slice, "end_ms");
    const std::string name = text_at(slice, "track");
    if (!start || !end || !(*start >= 0) || !(*end >= *start) || name.empty()) {
      throw Failure(
          fmt::format("the timeline of {} on {} has a slice without track, or one that "
                      "ends before it starts",
                      row.variant, row.device->name));
    }
    auto track = std::find_if(tracks.begin(), tracks.end(),
                              [&](const Track& other) { return other.name == name; });
    if (track == tracks.end()) track = tracks.insert(tracks.end(), Track{name, {}});
    track->slices.emplace_back(*start, *end, text_at(slice, "name"));
  }
  return tracks;
}

/// A panel a row and device, one under the other; all panels of a device share one time axis.
void plan_timeline(Plan& plan) {
  constexpr double kTrack = 24, kGap = 4, kHead = 30, kBetween = 20, kTop = 8, kBottom = 44;
  const std::size_t devices = plan.selection.devices.size();
  double names = 0, height = kTop;
  std::vector<double> longest(devices, 0);
  for (std::size_t d = 0; d < devices; ++d) {
    for (const Line& line : plan.selection.lines) {
      if (line.rows[d] == nullptr || line.rows[d]->status != "ok") continue;
      const std::vector<Track> tracks = tracks_of(*line.rows[d]);
      height += kHead + (kTrack + kGap) * static_cast<double>(tracks.size()) + kBetween;
      for (const Track& track : tracks) {
        names = std::max(names, text_width(track.name));
        for (const auto& slice : track.slices) {
          longest[d] = std::max(longest[d], std::get<1>(slice));
        }
      }
    }
    if (longest[d] == 0) throw Failure("no row here has a timeline to draw");
    height += kBottom - kBetween;
  }
  const double left = names + 22, right = kWidth - 18;
  Canvas canvas(kWidth, static_cast<int>(height));
  plan.figure.description = "Timelines in ms.";
  double y = kTop;
  for (std::size_t d = 0; d < devices; ++d) {
    const Scale scale = make_scale(0, longest[d], false, left, right);
    const double first = y + kHead;
    for (const Line& line : plan.selection.lines) {
      if (line.rows[d] == nullptr || line.rows[d]->status != "ok") continue;
      const std::string heading =
          plan.name(line) + (devices > 1 ? ", " + plan.label(d) : std::string());
      canvas.text(heading, left, y + kHead / 2, "left", kText.light);
      plan.figure.description += fmt::format(" {}:", heading);
      y += kHead;
      std::size_t colour = 0;
      for (const Track& track : tracks_of(*line.rows[d])) {
        canvas.text(track.name, left - 10, y + kTrack / 2, "right", kMuted.light);
        double busy = 0, begin = std::get<0>(track.slices.front()), end = 0;
        std::vector<std::tuple<double, double, std::string>> labels;  // left, right
        for (const auto& [from, to, words] : track.slices) {
          // A pixel of paper between neighbours; never thinner than one.
          const double x0 = scale.pixel(from), x1 = std::max(scale.pixel(to) - 1, x0 + 1);
          canvas.box(x0, y, x1, y + kTrack, colour_of(colour));
          const double middle = (x0 + x1) / 2, half = text_width(words) / 2;
          if (2 * half + 6 < x1 - x0) labels.emplace_back(middle - half, middle + half, words);
          busy += to - from;
          begin = std::min(begin, from);
          end = std::max(end, to);
        }
        // Slices may lie over one another; of two labels in one place the first is written.
        std::sort(labels.begin(), labels.end());
        double written = 0;
        for (const auto& [from, to, words] : labels) {
          if (from < written + 4) continue;
          canvas.text(words, (from + to) / 2, y + kTrack / 2, "center", kPaper.light);
          written = to;
        }
        plan.figure.description += fmt::format(
            "{} {} {} times from {} to {}, {} in all", colour == 0 ? "" : ",", track.name,
            track.slices.size(), format_number(begin), format_number(end), format_number(busy));
        ++colour;
        y += kTrack + kGap;
      }
      plan.figure.description += ".";
      y += kBetween;
    }
    y -= kBetween;
    for (const double tick : scale.ticks) {
      const double x = scale.pixel(tick);
      canvas.line(x, first, x, y, kGrid.light);
      canvas.text(tick_text(tick), x, y + 14, "center", kMuted.light);
    }
    canvas.text("ms", left - 10, y + 14, "right", kMuted.light);
    y += kBottom;
  }
  plan.figure.script = canvas.script();
  plan.figure.height = static_cast<int>(height);
}

// --- graph ------------------------------------------------------------------------------------

struct GraphNode {
  std::string name, kind;
  std::vector<std::size_t> after;
  std::size_t level = 0;  ///< one below the lowest that it waits for
  int column = 0;
};

/// A row's recorded `graph`: nodes in an order in which each comes after what it waits for.
std::vector<GraphNode> graph_of(const Row& row) {
  const auto found = row.json->find("graph");
  if (found == row.json->end() || !found->is_array() || found->empty()) {
    throw Failure(fmt::format("{} on {} records no graph", row.variant, row.device->name));
  }
  std::vector<GraphNode> nodes;
  for (const Json& from : *found) {
    GraphNode node{text_at(from, "name"), text_at(from, "kind"), {}, 0, from.value("column", 0)};
    for (const Json& name : from.value("after", Json::array())) {
      const auto other = std::find_if(nodes.begin(), nodes.end(),
                                      [&](const GraphNode& n) { return name == n.name; });
      if (other == nodes.end()) throw Failure(fmt::format("{} waits for no node", node.name));
      node.after.push_back(static_cast<std::size_t>(other - nodes.begin()));
      node.level = std::max(node.level, other->level + 1);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

/// Boxes by level and column, a line for each edge. A line changes columns right below its start or
/// right above its end, wherever no box stands in its way.
void plan_graph(Plan& plan) {
  constexpr double kBox = 22, kStep = 42, kTop = 56, kHalf = 54;
  const auto& lines = plan.selection.lines;
  if (lines.size() != 1 || lines[0].rows[0] == nullptr) throw Failure("a graph shows one row");
  const std::vector<GraphNode> nodes = graph_of(*lines[0].rows[0]);
  std::size_t levels = 0;
  std::vector<std::string> kinds;
  for (const GraphNode& node : nodes) {
    levels = std::max(levels, node.level + 1);
    if (std::find(kinds.begin(), kinds.end(), node.kind) == kinds.end()) kinds.push_back(node.kind);
  }
  const double height = kTop + kStep * static_cast<double>(levels);
  Canvas canvas(kWidth, static_cast<int>(height));
  const auto x_of = [](int column) { return 70 + 140.0 * column; };
  const auto y_of = [](std::size_t level) { return kTop + kStep * static_cast<double>(level); };
  const auto is_free = [&](int column, std::size_t above, std::size_t below) {
    return std::none_of(nodes.begin(), nodes.end(), [&](const GraphNode& n) {
      return n.column == column && n.level > above && n.level < below;
    });
  };
  legend(canvas, kinds, x_of(0) - kHalf, 20);
  plan.figure.description = fmt::format("{} stages.", nodes.size());
  for (const GraphNode& node : nodes) {
    std::vector<std::string> names;
    for (const std::size_t j : node.after) {
      const GraphNode& from = nodes[j];
      names.push_back(from.name);
      const double x0 = x_of(from.column), y0 = y_of(from.level) + kBox;
      const double x1 = x_of(node.column), y1 = y_of(node.level), gap = kStep - kBox;
      const bool early = is_free(node.column, from.level, node.level);
      canvas.line(x0, y0, early ? x1 : x0, early ? y0 + gap : y1 - gap, kMuted.light);
      canvas.line(early ? x1 : x0, early ? y0 + gap : y1 - gap, x1, y1, kMuted.light);
    }
    const auto kind = std::find(kinds.begin(), kinds.end(), node.kind) - kinds.begin();
    canvas.box(x_of(node.column) - kHalf, y_of(node.level), x_of(node.column) + kHalf,
               y_of(node.level) + kBox, colour_of(static_cast<std::size_t>(kind)));
    canvas.text(node.name, x_of(node.column), y_of(node.level) + kBox / 2, "center", kPaper.light);
    plan.figure.description += fmt::format(" {} ({}){}{}.", node.name, node.kind,
                                           names.empty() ? "" : " after ", fmt::join(names, ", "));
  }
  plan.figure.script = canvas.script();
  plan.figure.height = static_cast<int>(height);
}

// --- map --------------------------------------------------------------------------------------

/// Variants named "ROW x COLUMN" in a grid: the fuller a cell, the nearer it is to the best.
void plan_map(Plan& plan) {
  constexpr double kCell = 26, kGap = 6, kTop = 60, kBelow = 16;
  std::vector<std::string> across, down;
  const auto place = [](std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return found - names.begin();
    names.push_back(name);
    return static_cast<std::ptrdiff_t>(names.size() - 1);
  };
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> at;
  double left = 0;
  for (const Line& line : plan.selection.lines) {
    const auto cross = line.variant.find(" x ");
    if (cross == std::string::npos) {
      throw Failure(fmt::format("'{}' is no place on a map: ROW x COLUMN", line.variant));
    }
    at.emplace_back(place(down, line.variant.substr(0, cross)),
                    place(across, line.variant.substr(cross + 3)));
    left = std::max(left, text_width(line.variant.substr(0, cross)) + 20);
  }
  const double width = (kWidth - 12 - left) / static_cast<double>(across.size());
  const double panel = kTop + (kCell + kGap) * static_cast<double>(down.size()) + kBelow;
  const std::size_t devices = plan.selection.devices.size();
  const int height = static_cast<int>(panel * static_cast<double>(devices));
  Canvas canvas(kWidth, height);
  plan.figure.description = plan.unit + ".";
  for (std::size_t d = 0; d < devices; ++d) {
    const double top = panel * static_cast<double>(d);
    double least = 0;
    for (const Line& line : plan.selection.lines) {
      if (line.rows[d] == nullptr || line.rows[d]->status != "ok") continue;
      const double v = plan.value(*line.rows[d]);
      if (!(v > 0)) throw Failure(fmt::format("{} is {}: no map shows that", line.variant, v));
      least = least == 0 ? v : std::min(least, v);
    }
    canvas.text(plan.label(d) + ": " + plan.unit, left, top + 18, "left", kMuted.light);
    for (std::size_t c = 0; c < across.size(); ++c) {
      canvas.text(across[c], left + (static_cast<double>(c) + 0.5) * width, top + 42, "center",
                  kMuted.light);
    }
    for (std::size_t r = 0; r < down.size(); ++r) {
      const double y = top + kTop + (kCell + kGap) * static_cast<double>(r);
      canvas.text(down[r], left - 10, y + kCell / 2, "right", kText.light);
    }
    std::vector<std::string> items;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Line& line = plan.selection.lines[i];
      const double x = left + static_cast<double>(at[i].second) * width + kGap / 2;
      const double y = top + kTop + (kCell + kGap) * static_cast<double>(at[i].first);
      const bool ok = line.rows[d] != nullptr && line.rows[d]->status == "ok";
      const double v = ok ? plan.value(*line.rows[d]) : 0;
      const std::string words = ok ? format_number(v) : "–";
      if (ok) {
        const double share = least / v;
        canvas.box(x, y + kCell - 5, x + (width - kGap) * share, y + kCell, colour_of(d));
      }
      canvas.text(words, x + (width - kGap) / 2, y + kCell / 2 - 4, "center", kText.light);
      items.push_back(line.variant + " " + words);
    }
    plan.figure.description += fmt::format(" {}: {}.", plan.label(d), fmt::join(items, ", "));
  }
  plan.figure.script = canvas.script();
  plan.figure.height = height;
}

}  // namespace

Figure plan_figure(const Context& context, const std::string& text) {
  auto keys = kSelectionKeys;
  for (const char* key :
       {"kind", "stem", "metric", kTextKeys, "intensity", "x", "xlabel", "scale"}) {
    keys.emplace_back(key);
  }
  Arguments arguments = parse_arguments(text, keys);
  const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789_-";
  if (arguments.words.size() != 1 ||
      arguments.words[0].find_first_not_of(letters) != std::string::npos) {
    throw Failure("name the figure with small letters, digits, _ and -: figure NAME kind=...");
  }
  const std::string name = arguments.words[0];
  arguments.words.clear();
  if (const std::string stem = arguments.get("stem"); !stem.empty()) arguments.words = {stem};
  const std::string kind = arguments.get("kind");
  const bool sweep = kind == "sweep";
  const std::string default_metric = kind == "roofline"                      ? "time.gflops"
                                     : kind == "timeline" || kind == "graph" ? "time.median_ms"
                                                                             : "";
  Plan plan{context, arguments, {}, arguments.get("metric", default_metric), "", {}};
  if (kind != "ladder" && kind != "bars" && kind != "roofline" && kind != "timeline" &&
      kind != "graph" && kind != "map" && !sweep) {
    throw Failure(fmt::format(
        "kind='{}' is none of ladder, bars, roofline, sweep, timeline, graph, map", kind));
  }
  if (plan.metric.empty()) throw Failure("name a metric, as metric=time.gflops");
  plan.unit = metric_name(plan.metric);
  plan.selection = select_rows(context, arguments, sweep && arguments.get("x", "size") == "size");
  plan.figure.name = name;
  plan.figure.width = kWidth;
  if (kind == "roofline") {
    plan_roofline(plan);
  } else if (kind == "timeline") {
    plan_timeline(plan);
  } else if (kind == "graph") {
    plan_graph(plan);
  } else if (kind == "map") {
    plan_map(plan);
  } else if (sweep) {
    plan_sweep(plan);
  } else {
    plan_bars(plan, kind == "ladder");
  }
  const std::string stem = arguments.words.empty() ? context.stem : arguments.words[0];
  plan.figure.title = arguments.get("title", fmt::format("{}: {}", stem, plan.unit));
  plan.figure.caption = caption(context, plan.selection, plan.metric == "time.median_ms");
  return plan.figure;
}

}  // namespace weave
