// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "16_arithmetic/arithmetic.hpp"
#include "wb/session.hpp"
#include "wb/table.hpp"

namespace chapters {
using wb::as_int, wb::round_up;

namespace {

constexpr std::size_t kChains = 8, kTurns = 64, kDear = 16, kDearest = 4, kStarts = 256;
constexpr std::size_t kCheap = 16;  // steps a turn where a step is as cheap as the loop
// kDear, kDearest: turns where a step takes a CPU thousands of cycles

// The constants of chains.cl by place: factor, addend, two, power (or mask), scale.
constexpr double kFactor = 1 - 0x1p-10, kAddend = 0x1p-10, kTwo = 2, kPower = 0.5, kScale = 0x1p-8;
constexpr std::uint32_t kIntFactor = 2717, kIntAddend = 12345, kBig = 4294967291u, kMask = 4095;

using Real = long double;  // exact enough to judge a double by

struct Step {
  const char *name, *step, *op;
  std::size_t unroll;
  double ulps;  ///< what one step may err by
  Real (*next)(Real);
  wb::Traffic flops;  ///< of one step
  std::size_t turns = kTurns;
  const char* options = "";
};

constexpr double kLoose = 8192;  // half_ by the standard; native_ by nothing: see accuracy()

const wb::Traffic kAdd = {{"flops_add", 1}}, kMul = {{"flops_mul", 1}}, kFma = {{"flops_fma", 1}},
                  kDiv = {{"flops_div", 1}}, kSpecialUnit = {{"flops_special", 1}},
                  kShifted = {{"flops_special", 1}, {"flops_add", 1}};

// <steps>
const std::vector<Step>& real_steps() {
  static const auto quotient = [](Real x) { return kTwo / x; };
  static const auto root = [](Real x) { return std::sqrt(x); };
  static const auto inverse_root = [](Real x) { return 1 / std::sqrt(x); };
  static const auto decay = [](Real x) { return std::exp(-x); };
  static const auto logarithm = [](Real x) { return std::log(x + Real(kTwo)); };
  static const auto sine = [](Real x) { return std::sin(x); };
  static const auto power = [](Real x) { return std::pow(x, Real(kPower)); };
  static const auto fused = [](Real x) { return x * Real(kFactor) + Real(kAddend); };
  static const std::vector<Step> steps = {
      {"add", "SUM", "", kCheap, 1, [](Real x) { return x + Real(kAddend); }, kAdd},
      {"mul", "PRODUCT", "", kCheap, 1, [](Real x) { return x * Real(kFactor); }, kMul},
      {"fma", "FUSED", "fma", kCheap, 1, fused, kFma},
      {"mad", "FUSED", "mad", kCheap, 2, fused, kFma},
      {"divide", "QUOTIENT", "", 1, 2.5, quotient, kDiv},
      {"divide, rounded", "QUOTIENT", "", 1, 1, quotient, kDiv, kTurns, kRoundedOption},
      {"half_divide", "INTO", "half_divide", 1, kLoose, quotient, kDiv},
      {"native_divide", "INTO", "native_divide", 1, kLoose, quotient, kDiv},
      {"native_recip", "PLAIN", "native_recip", 1, kLoose, [](Real x) { return 1 / x; }, kDiv},
      {"sqrt", "PLAIN", "sqrt", 1, 3, root, kSpecialUnit},
      {"sqrt, rounded", "PLAIN", "sqrt", 1, 1, root, kSpecialUnit, kTurns, kRoundedOption},
      {"half_sqrt", "PLAIN", "half_sqrt", 1, kLoose, root, kSpecialUnit},
      {"native_sqrt", "PLAIN", "native_sqrt", 1, kLoose, root, kSpecialUnit},
      {"rsqrt", "PLAIN", "rsqrt", 1, 2, inverse_root, kSpecialUnit},
      {"half_rsqrt", "PLAIN", "half_rsqrt", 1, kLoose, inverse_root, kSpecialUnit},
      {"native_rsqrt", "PLAIN", "native_rsqrt", 1, kLoose, inverse_root, kSpecialUnit},
      {"exp", "NEGATED", "exp", 1, 3, decay, kSpecialUnit},
      {"half_exp", "NEGATED", "half_exp", 1, kLoose, decay, kSpecialUnit},
      {"native_exp", "NEGATED", "native_exp", 1, kLoose, decay, kSpecialUnit},
      {"log", "SHIFTED", "log", 1, 4, logarithm, kShifted},
      {"half_log", "SHIFTED", "half_log", 1, kLoose, logarithm, kShifted},
      {"native_log", "SHIFTED", "native_log", 1, kLoose, logarithm, kShifted},
      {"sin", "PLAIN", "sin", 1, 4, sine, kSpecialUnit},
      {"half_sin", "PLAIN", "half_sin", 1, kLoose, sine, kSpecialUnit},
      {"native_sin", "PLAIN", "native_sin", 1, kLoose, sine, kSpecialUnit},
      {"pow", "POWER", "pow", 1, 16, power, kSpecialUnit, kDear},
      {"half_powr", "POWER", "half_powr", 1, kLoose, power, kSpecialUnit, kDear},
      {"native_powr", "POWER", "native_powr", 1, kLoose, power, kSpecialUnit, kDear}};
  return steps;
}
// </steps>

std::size_t width_of(const wb::DeviceFacts& facts, std::size_t vector) {
  return facts.cpu && !facts.simulator ? vector : 1;
}

std::string types(const char* type, std::size_t width) {
  return width == 1 ? type : type + std::to_string(width);
}

// Every lane of every chain starts at one of 256 places; so 256 walks tell what all lanes compute.
std::vector<double> sums_of(std::size_t n, const std::array<Real, kStarts>& ends) {
  std::vector<double> sums(n);
  for (std::size_t i = 0; i < n; ++i) {
    Real sum = 0;
    for (std::size_t c = 0; c < kChains; ++c) sum += ends[(i + c) % kStarts];
    sums[i] = static_cast<double>(sum);
  }
  return sums;
}

wb::Expected walk(std::size_t n, std::size_t steps, double tolerance, Real (*next)(Real)) {
  std::array<Real, kStarts> ends{};
  for (std::size_t k = 0; k < kStarts; ++k) {
    Real x = 1 + Real(kScale) * Real(k);
    for (std::size_t s = 0; s < steps; ++s) x = next(x);
    ends[k] = x;
  }
  return {sums_of(n, ends), {}, tolerance};
}

// Every lane of a group walks, wanted or not. Besides its steps: eight starts, seven additions.
wb::Traffic flops_of(std::size_t lanes, std::size_t steps, const wb::Traffic& step, bool real) {
  const std::size_t n = round_up(lanes, kLocal);
  wb::Traffic all{{"flops_add", real ? double(n) * (kChains - 1) : 0},
                  {"flops_mul", 0},
                  {"flops_fma", real ? double(n * kChains) : 0},
                  {"flops_div", 0},
                  {"flops_special", 0}};
  for (const auto& [name, count] : step) all[name] += count * double(n * kChains * steps);
  return all;
}

// <variant>
wb::Variant chains(const Step& step, const char* type, std::size_t vector, double unit) {
  const std::size_t turns = step.turns, steps = turns * step.unroll;
  const bool real = std::string(type) != "uint";
  wb::Variant variant{
      .name = step.name,
      .idea = step.step,
      .plan = [=](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
        const std::size_t width = width_of(facts, vector);
        const std::size_t items = (size[0] + width - 1) / width;
        return {{{.kernel = "16_arithmetic/chains.cl",
                  .entry = "chains",
                  .options = fmt::format("-DTYPE={} -DTYPES={} -DWIDTH={} -DUNROLL={} -DSTEP={}{}",
                                         type, types(type, width), width, step.unroll, step.step,
                                         *step.op ? fmt::format(" -DOP={}", step.op) : "") +
                             step.options,
                  .args = {cl_uint(as_int(size[0])), cl_uint(turns), "constants", "out"},
                  .global = cl::NDRange(round_up(items, kLocal)),
                  .local = cl::NDRange(kLocal)}}};
      },
      .needs = *step.options ? needs_rounding : nullptr,
      .predict = [=](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
        return flops_of(size[0], steps, step.flops, real);
      }};
  // </variant>
  if (*step.options) variant.exempt = {{"lens", kNoRounding}};
  if (real) {
    variant.reference = [=, next = step.next, ulps = step.ulps](const wb::Problem& problem,
                                                                std::size_t) {
      return walk(problem.size[0], steps, (ulps * double(steps) + kChains) * unit, next);
    };
  }
  return variant;
}

std::string needs_doubles(const wb::DeviceFacts& facts, const wb::Size&) {
  return facts.fp64 ? "" : "this device has no double precision (cl_khr_fp64)";
}

wb::Experiment base(const char* name, wb::Type type) {
  wb::Experiment experiment;
  experiment.name = name;
  experiment.dimensions = {"n"};
  experiment.make = [type](const wb::Size& size, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.inputs = {wb::Array("constants", type, {5})};
    const double reals[] = {kFactor, kAddend, kTwo, kPower, kScale};
    const std::uint32_t ints[] = {kIntFactor, kIntAddend, kBig, kMask, 1};
    for (std::size_t i = 0; i < 5; ++i) {
      wb::Array& constants = problem.inputs[0];
      if (type == wb::Type::kFloat) constants.as<float>()[i] = static_cast<float>(reals[i]);
      if (type == wb::Type::kDouble) constants.as<double>()[i] = reals[i];
      if (type == wb::Type::kUint) constants.as<std::uint32_t>()[i] = ints[i];
    }
    problem.outputs = {wb::Array("out", type, {size.at(0)})};
    return problem;
  };
  experiment.work = [](const wb::Size& size) -> wb::Work {
    return {double(size[0]) * kChains * kTurns, double(size[0]) * sizeof(float)};
  };
  experiment.default_size = {1 << 14};
  experiment.gpu_size = {1 << 20};
  experiment.lens_size = {32};
  experiment.race_sizes = {{1}, {33}};
  experiment.test_sizes = {{1}, {15}, {64}, {1025}};
  experiment.test_data = {wb::DataKind::kUniform};
  return experiment;
}

}  // namespace

std::string needs_rounding(const wb::DeviceFacts& facts, const wb::Size&) {
  for (const wb::DeviceEntry& entry : wb::list_devices()) {
    if (entry.name != facts.name || entry.platform_name != facts.platform) continue;
    const auto config = entry.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>();
    if (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) return "";
  }
  return "this device does not offer correctly rounded division and roots";
}

wb::Experiment float_costs() {
  wb::Experiment experiment = base("float", wb::Type::kFloat);
  for (const Step& step : real_steps()) {
    experiment.variants.push_back(chains(step, "float", 16, 0x1p-24));
  }
  experiment.baseline = "fma";
  return experiment;
}

wb::Experiment double_costs() {
  wb::Experiment experiment = base("double", wb::Type::kDouble);
  for (const Step& step : real_steps()) {
    const std::string name = step.name;
    if (name.find_first_of("_,") != std::string::npos || name == "mad" || name == "pow") continue;
    experiment.variants.push_back(chains(step, "double", 8, 0x1p-53));
    experiment.variants.back().needs = needs_doubles;
  }
  experiment.baseline = "fma";
  return experiment;
}

wb::Experiment int_costs() {
  struct IntStep {
    const char *name, *step;
    std::size_t unroll;
    std::uint32_t (*next)(std::uint32_t);
  };
  using Uint = std::uint32_t;
  // <int_steps>
  static const IntStep kSteps[] = {
      {"and, add", "MASK_ADD", kCheap, [](Uint x) { return (x & kMask) + kIntAddend; }},
      {"and, mul, add", "MUL_ADD", kCheap,
       [](Uint x) { return (x & kMask) * kIntFactor + kIntAddend; }},
      {"and, mul24, add", "MUL24", kCheap,
       [](Uint x) { return (x & kMask) * kIntFactor + kIntAddend; }},
      {"and, mad24", "MAD24", kCheap, [](Uint x) { return (x & kMask) * kIntFactor + kIntAddend; }},
      {"mul_hi, add", "MUL_HI", kCheap,
       [](Uint x) { return Uint(std::uint64_t(x) * kBig >> 32) + kIntAddend; }},
      {"divide, add", "DIVIDE", 1, [](Uint x) { return kBig / x + kIntAddend; }},
      {"modulo, add", "MODULO", 1, [](Uint x) { return kBig % x + kIntAddend; }}};
  // </int_steps>
  wb::Experiment experiment = base("int", wb::Type::kUint);
  for (const IntStep& step : kSteps) {
    experiment.variants.push_back(
        chains({step.name, step.step, "", step.unroll, 0, nullptr, {}}, "uint", 16, 0));
    experiment.variants.back().reference = [steps = kTurns * step.unroll, next = step.next](
                                               const wb::Problem& problem, std::size_t) {
      std::array<Uint, kStarts> ends{};
      for (std::size_t k = 0; k < kStarts; ++k) {
        ends[k] = 1 + Uint(k);
        for (std::size_t s = 0; s < steps; ++s) ends[k] = next(ends[k]);
      }
      wb::Expected expected;
      for (std::size_t i = 0; i < problem.size[0]; ++i) {
        Uint sum = 0;
        for (std::size_t c = 0; c < kChains; ++c) sum += ends[(i + c) % kStarts];
        expected.value.push_back(sum);
      }
      return expected;
    };
  }
  experiment.baseline = "and, add";
  return experiment;
}

wb::Experiment polynomials() {
  struct Form {
    const char *name, *form, *idea;
    wb::Traffic flops;
    std::size_t turns = kTurns;
  };
  static const Form kForms[] = {
      {"powers by pow",
       "by_pow",
       "every power from the library",
       {{"flops_special", 6}, {"flops_mul", 7}, {"flops_add", 7}},
       kDearest},
      {"powers",
       "by_powers",
       "every power from the last one",
       {{"flops_mul", 13}, {"flops_add", 7}}},
      {"Horner", "horner", "a product and a sum each", {{"flops_mul", 7}, {"flops_add", 7}}},
      {"Horner, fma", "horner_fma", "one rounding each", {{"flops_fma", 7}}},
      {"Estrin", "estrin", "pairs first: shorter chains", {{"flops_fma", 7}, {"flops_mul", 2}}}};
  wb::Experiment experiment = base("polynomial", wb::Type::kFloat);
  experiment.make = [](const wb::Size& size, wb::DataKind, std::uint64_t) {
    wb::Problem problem;
    problem.inputs = {wb::Array("coefficients", wb::Type::kFloat, {8})};
    float c = 1;
    for (int k = 0; k < 8; ++k) {
      if (k > 0) c /= static_cast<float>(-k);
      problem.inputs[0].as<float>()[k] = c;
    }
    problem.outputs = {wb::Array("out", wb::Type::kFloat, {size.at(0)})};
    return problem;
  };
  const auto reference = [](std::size_t turns) {
    return [turns](const wb::Problem& problem, std::size_t) {
      const auto coefficients = problem.input("coefficients").as<float>();
      std::array<Real, kStarts> ends{};
      for (std::size_t k = 0; k < kStarts; ++k) {
        ends[k] = 1 + Real(kScale) * Real(k);
        for (std::size_t s = 0; s < turns; ++s) {
          Real sum = 0;
          for (std::size_t d = 8; d-- > 0;) sum = sum * ends[k] + Real(coefficients[d]);
          ends[k] = sum;
        }
      }
      // A step shrinks the last one's error; each makes at most 14 new ones, and pow 6 of 16 ulp.
      return wb::Expected{sums_of(problem.size[0], ends), {}, wb::roundings(4 * (14 + 6 * 16))};
    };
  };
  for (const Form& form : kForms) {
    experiment.variants.push_back(
        {.name = form.name,
         .idea = form.idea,
         .plan = [form](const wb::Size& size, const wb::DeviceFacts& facts) -> wb::Plan {
           const std::size_t width = width_of(facts, 16);
           const std::size_t items = (size[0] + width - 1) / width;
           return {{{.kernel = "16_arithmetic/polynomial.cl",
                     .entry = "polynomial",
                     .options = fmt::format("-DTYPES={} -DWIDTH={} -DFORM={}",
                                            types("float", width), width, form.form),
                     .args = {cl_uint(as_int(size[0])), cl_uint(form.turns), "coefficients", "out"},
                     .global = cl::NDRange(round_up(items, kLocal)),
                     .local = cl::NDRange(kLocal)}}};
         },
         .predict = [form](const wb::Size& size, const wb::LensModel&) -> wb::Traffic {
           wb::Traffic all = flops_of(size[0], form.turns, form.flops, true);
           // Contraction is off here, so a start is a product and a sum.
           const double starts = double(round_up(size[0], kLocal) * kChains);
           all["flops_fma"] -= starts;
           all["flops_mul"] += starts;
           all["flops_add"] += starts;
           return all;
         },
         .reference = reference(form.turns)});
  }
  experiment.baseline = "Horner, fma";
  return experiment;
}

// Steps that each chain makes in a launch: its turns times UNROLL.
static double steps_of_a_lane(const wb::Launch& launch) {
  const bool cheap = launch.options.find("-DUNROLL=16") != std::string::npos;
  return double(std::get<cl_uint>(launch.args.at(1).value)) * (cheap ? kCheap : 1);
}

void report_costs(wb::Chapter& chapter, const std::vector<const wb::Experiment*>& experiments) {
  const auto steps_of = [&experiments](const wb::Row& row) {
    for (const wb::Experiment* experiment : experiments) {
      if (experiment->name != row.experiment) continue;
      return double(row.size[0]) * kChains * steps_of_a_lane(row.launches.at(0));
    }
    return 0.0;
  };
  double fma = 0;  // ms a step
  std::deque<wb::Row>& rows = chapter.document().rows;
  for (const wb::Row& row : rows) {
    if (row.experiment == "float" && row.variant == "fma" && row.time) {
      fma = row.time->median_ms / steps_of(row);
    }
  }
  const wb::DeviceFacts& facts = chapter.session().facts();
  const double cycles = double(facts.compute_units) * double(facts.clock_mhz) * 1e6;
  wb::Table table({"one step", "type", "median ms", "min", "max", "Gsteps/s", "a cycle and unit",
                   "costs, in float fma"});
  for (wb::Row& row : rows) {
    bool ours = false;
    for (const wb::Experiment* experiment : experiments) ours |= experiment->name == row.experiment;
    if (!ours) continue;
    if (!row.time) {
      table.add({row.variant, row.experiment, row.status});
      continue;
    }
    const double steps = steps_of(row), each = row.time->median_ms / steps;
    const double rate = 1e-6 / each, per_cycle = cycles > 0 ? rate * 1e9 / cycles : 0;
    row.extra["cost"] = {{"gsteps", rate}, {"per_cycle", per_cycle}};
    if (fma > 0) row.extra["cost"]["fmas"] = each / fma;
    table.add({row.variant, row.experiment, wb::three_digits(row.time->median_ms),
               wb::three_digits(row.time->min_ms), wb::three_digits(row.time->max_ms),
               wb::three_digits(rate), wb::three_digits(per_cycle),
               fma > 0 ? wb::three_digits(each / fma) : ""});
  }
  chapter.print("\n{}", table.str());
  if (!chapter.options().lens) return;
  for (const wb::Experiment* experiment : experiments) chapter.report(*experiment);
}

}  // namespace chapters
