// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/instruments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "wb/error.hpp"
#include "wb/process.hpp"
#include "wb/table.hpp"
#include "wb/trace.hpp"

namespace wb {
namespace {

constexpr std::size_t kGuardBytes = 4096;  // a multiple of every device's base alignment
constexpr unsigned char kGuardByte = 0x5A;

// The command line that makes a chapter's program run one variant once; see chapter_main.
std::vector<std::string> child_command(const std::string& program, const Experiment& experiment,
                                       const Variant& variant, const std::vector<Size>& sizes) {
  std::vector<std::string> argv = {program, "--child", experiment.name + "/" + variant.name,
                                   "--device", "0"};
  for (const Size& size : sizes) {
    argv.emplace_back(&size == &sizes.front() ? "--size" : "--then-size");
    argv.push_back(size_text(size, "x"));
  }
  return argv;
}

// What such a child printed, or a reason why it cannot be believed.
struct ChildVerdict {
  std::string status, reason;
};

// A line for each size; the first verdict that is not "ok" counts.
ChildVerdict read_child(const std::string& out, const std::string& err, int exit_code,
                        std::size_t sizes = 1) {
  std::istringstream lines(out);
  ChildVerdict first{"ok", ""};
  for (std::size_t i = 0; i < sizes; ++i) {
    std::string line;
    std::getline(lines, line);
    const auto read = nlohmann::json::parse(line, nullptr, false);
    if (read.is_discarded() || !read.is_object() || !read.contains("status")) {
      const std::string tail = err.size() > 300 ? err.substr(err.size() - 300) : err;
      return {"failed", fmt::format("the run gave no verdict (exit code {}){}{}", exit_code,
                                    tail.empty() ? "" : ": ", tail)};
    }
    if (first.status == "ok") first = {read.value("status", ""), read.value("reason", "")};
  }
  return first;
}

// The same for a child that ran apart: from its bytes.
ChildVerdict read_apart(const Experiment& experiment, const Variant& variant, const Size& size,
                        const Apart& apart, int exit_code, const std::string& err) {
  const auto text = read_left_file(apart.folder + "/0", 1u << 30);
  if (!text) {
    const auto reason = read_left_file(apart.folder + "/reason", 1u << 20);
    return read_child(reason.value_or(""), err, exit_code);
  }
  const auto* begin = reinterpret_cast<const std::byte*>(text->data());
  PreparedProblem prepared(experiment, size, DataKind::kUniform, 1);
  const Verdict verdict = prepared.judge_raw({begin, begin + text->size()}, false, variant);
  return {verdict.ok ? "ok" : "wrong", verdict.message};
}

// Of an output whose guard words have changed.
Verdict outside(const std::string& who, bool before, const Array& array) {
  Verdict verdict;
  verdict.ok = false;
  verdict.faults = 1;
  verdict.message =
      fmt::format("{} wrote {} the {} elements of {}: the guard words there have changed", who,
                  before ? "before the start of" : "past the end of", array.count(), array.name);
  return verdict;
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// Experiment

const Array& Problem::input(const std::string& name) const {
  for (const Array& array : inputs) {
    if (array.name == name) return array;
  }
  throw Error("the problem has no input named " + name);
}

const Variant* Experiment::find(const std::string& wanted) const {
  for (const Variant& variant : variants) {
    if (variant.name == wanted) return &variant;
  }
  return nullptr;
}

std::string size_text(const Size& size, const char* times) {
  std::string text;
  for (const std::size_t n : size) text += (text.empty() ? "" : times) + std::to_string(n);
  return text;
}

cl_int as_int(std::size_t n) {
  if (n > static_cast<std::size_t>(CL_INT_MAX)) {
    throw UsageError(
        fmt::format("size {} does not fit a kernel's int (at most {})", n, CL_INT_MAX));
  }
  return static_cast<cl_int>(n);
}

// ---------------------------------------------------------------------------------------------
// verify

PreparedProblem::PreparedProblem(const Experiment& experiment, Size size, DataKind kind,
                                 std::uint64_t seed)
    : experiment_(experiment), problem_(experiment.make(size, kind, seed)) {
  problem_.size = std::move(size);
  problem_.kind = kind;
}

Verdict PreparedProblem::judge(const std::vector<Array>& outputs, const Variant* variant) {
  const Scope scope("compare with the reference");
  const bool own = variant && variant->reference;
  if (!own && experiment_.check) {
    if (auto verdict = experiment_.check(problem_, outputs)) return *verdict;
  }
  Verdict all;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Expected fresh;
    if (own) fresh = variant->reference(problem_, i);
    if (!own && !expected_.count(i)) expected_[i] = experiment_.reference(problem_, i);
    Verdict one = compare(outputs[i], own ? fresh : expected_[i]);
    all.max_relative_error = std::max(all.max_relative_error, one.max_relative_error);
    if (!one.ok && all.ok) {
      one.max_relative_error = all.max_relative_error;
      all = std::move(one);
    }
  }
  return all;
}

Verdict PreparedProblem::judge_raw(const std::vector<std::byte>& raw, bool guarded,
                                   const Variant& variant, std::vector<Array>* outputs) {
  const std::size_t guard = guarded ? kGuardBytes : 0;
  std::vector<Array> arrays = problem_.outputs;
  std::size_t length = 0, at = 0;
  for (const Array& array : arrays) {
    length += std::max<std::size_t>(array.bytes.size(), 1) + 2 * guard;
  }
  if (raw.size() != length) {
    Verdict verdict;
    verdict.ok = false;
    verdict.message = fmt::format("{} bytes of output came back, not {}", raw.size(), length);
    return verdict;
  }
  for (Array& array : arrays) {
    const auto whole = [&](std::size_t begin) {
      return std::all_of(raw.begin() + static_cast<std::ptrdiff_t>(begin),
                         raw.begin() + static_cast<std::ptrdiff_t>(begin + guard),
                         [](std::byte b) { return b == std::byte{kGuardByte}; });
    };
    const std::size_t end = at + guard + std::max<std::size_t>(array.bytes.size(), 1);
    const bool before = whole(at), after = whole(end);
    if (!before || !after) return outside(variant.name, !before, array);
    std::copy_n(raw.begin() + static_cast<std::ptrdiff_t>(at + guard), array.bytes.size(),
                array.bytes.begin());
    at = end + guard;
  }
  Verdict verdict = judge(arrays, &variant);
  if (outputs) *outputs = std::move(arrays);
  return verdict;
}

cl::Buffer PreparedProblem::device_input(Session& session, const Array& input) {
  cl::Buffer& buffer = device_inputs_[input.name];
  if (buffer()) return buffer;
  const std::size_t bytes = std::max<std::size_t>(input.bytes.size(), 1);
  buffer = cl::Buffer(session.context(), input.flags, bytes);
  if (!input.bytes.empty()) {
    Traced traced(session.queue(), "upload", input.name, input.bytes.size());
    session.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, input.bytes.size(), input.bytes.data(),
                                       nullptr, traced.event());
  }
  return buffer;
}

namespace {

// A failed call of the host API, with the object that it was for.
template <class F>
decltype(auto) naming(const std::string& object, F&& call) {
  try {
    return call();
  } catch (const cl::Error& error) {
    throw Error(fmt::format("{}: {} failed: {} ({})", object, error.what(),
                            cl_error_name(error.err()), error.err()));
  }
}

std::string buffer_of(const std::string& name, std::size_t bytes) {
  return fmt::format("buffer {} of {}", name, human_bytes(static_cast<double>(bytes)));
}

}  // namespace

struct LoadedVariant::OutputBuffer {
  Array array;        // shape and type; its bytes are the host's copy
  cl::Buffer parent;  // guard words, the output, guard words; on a simulator the output alone
  std::size_t guard = 0;
  const Array* initial = nullptr;  // computed in place: what it starts as
};

LoadedVariant::LoadedVariant(Session& session, PreparedProblem& prepared, const Variant& variant)
    : session_(session), prepared_(prepared), variant_(variant) {
  const Size& size = prepared.problem().size;
  if (variant_.needs) {
    const std::string reason = variant_.needs(session.facts(), size);
    if (!reason.empty()) throw Skipped(reason);
  }
  plan_ = variant_.plan(size, session.facts());
  allocate();
  bind();
  reset();
}

LoadedVariant::LoadedVariant(LoadedVariant&&) noexcept = default;
LoadedVariant::~LoadedVariant() = default;

void LoadedVariant::allocate() {
  const DeviceFacts& facts = session_.facts();
  const Problem& problem = prepared_.problem();

  double total = 0;
  const auto account = [&](const std::string& name, std::size_t bytes) {
    if (bytes > facts.max_allocation_bytes) {
      throw Error(
          fmt::format("buffer {} needs {}, this device allows {} in one buffer; try a "
                      "smaller --size",
                      name, human_bytes(static_cast<double>(bytes)),
                      human_bytes(static_cast<double>(facts.max_allocation_bytes))));
    }
    total += static_cast<double>(bytes);
  };
  for (const Array& array : problem.inputs) account(array.name, array.bytes.size());
  for (const Array& array : problem.outputs) account(array.name, array.bytes.size());
  for (const ScratchBuffer& scratch : plan_.scratch) account(scratch.name, scratch.bytes);
  if (total > static_cast<double>(facts.global_memory_bytes)) {
    throw Error(fmt::format(
        "the buffers need {} together, this device has {}; try a smaller --size",
        human_bytes(total), human_bytes(static_cast<double>(facts.global_memory_bytes))));
  }

  for (const Array& array : problem.outputs) {
    OutputBuffer output{array, {}, facts.simulator ? 0 : kGuardBytes, nullptr};
    for (const Array& input : problem.inputs) {
      if (input.name == array.name) output.initial = &input;
    }
    const std::size_t bytes = std::max<std::size_t>(array.bytes.size(), 1);
    output.parent = naming(buffer_of(array.name, bytes), [&] {
      return cl::Buffer(session_.context(), CL_MEM_READ_WRITE, bytes + 2 * output.guard);
    });
    if (output.guard == 0) {
      buffers_[array.name] = output.parent;
    } else {
      const cl_buffer_region region = {output.guard, bytes};
      buffers_[array.name] =
          output.parent.createSubBuffer(array.flags, CL_BUFFER_CREATE_TYPE_REGION, &region);
    }
    outputs_.push_back(std::move(output));
  }
  for (const Array& array : problem.inputs) {
    if (buffers_.count(array.name)) continue;
    buffers_[array.name] = naming(buffer_of(array.name, array.bytes.size()),
                                  [&] { return prepared_.device_input(session_, array); });
  }
  for (const ScratchBuffer& scratch : plan_.scratch) {
    buffers_[scratch.name] = naming(buffer_of(scratch.name, scratch.bytes), [&] {
      return cl::Buffer(session_.context(), scratch.flags, std::max<std::size_t>(scratch.bytes, 1));
    });
  }
  for (const ImageBuffer& image : plan_.images) {
    if (const std::string why = needs_images(facts); !why.empty()) throw Skipped(why);
    const auto widest = session_.device().getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
    const auto highest = session_.device().getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
    if (image.width > widest || image.height > highest) {
      throw Skipped(fmt::format("image {} is {} x {}, this device allows {} x {}", image.name,
                                image.width, image.height, widest, highest));
    }
    images_[image.name] =
        naming(fmt::format("image {} of {} x {}", image.name, image.width, image.height), [&] {
          return cl::Image2D(session_.context(), image.flags, image.format, image.width,
                             image.height);
        });
    if (!image.from.empty()) {
      session_.queue().enqueueWriteImage(
          images_[image.name], CL_TRUE, {0, 0, 0}, {image.width, image.height, 1}, 0, 0,
          const_cast<std::byte*>(problem.input(image.from).bytes.data()));
    }
  }
}

void LoadedVariant::bind() {
  for (const Launch& launch : plan_.launches) {
    cl::Kernel kernel = session_.kernel(launch.kernel, launch.entry, launch.options);
    const auto wanted = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    if (wanted != launch.args.size()) {
      throw Error(fmt::format("{} takes {} arguments, the launch gives {}", launch.entry, wanted,
                              launch.args.size()));
    }
    std::size_t dynamic_local = 0;
    for (cl_uint i = 0; i < wanted; ++i) {
      std::string what = "a scalar";
      std::size_t bytes = 0;
      try {
        std::visit(
            [&](const auto& value) {
              using T = std::decay_t<decltype(value)>;
              if constexpr (std::is_same_v<T, std::string>) {
                what = "buffer " + value;
                bytes = sizeof(cl_mem);
                if (auto buffer = buffers_.find(value); buffer != buffers_.end()) {
                  kernel.setArg(i, buffer->second);
                } else if (auto image = images_.find(value); image != images_.end()) {
                  what = "image " + value;
                  kernel.setArg(i, image->second);
                } else {
                  throw Error(fmt::format("{}, argument {}: no buffer or image is named \"{}\"",
                                          launch.entry, i, value));
                }
              } else if constexpr (std::is_same_v<T, LocalMemory>) {
                what = "local memory";
                bytes = value.bytes;
                dynamic_local += bytes;
                kernel.setArg(i, value.bytes, nullptr);
              } else if constexpr (std::is_same_v<T, Sampler>) {
                what = "a sampler";
                bytes = sizeof(cl_sampler);
                samplers_.emplace_back(session_.context(), value.normalised ? CL_TRUE : CL_FALSE,
                                       value.addressing, value.filter);
                kernel.setArg(i, samplers_.back());
              } else {
                bytes = sizeof(value);
                kernel.setArg(i, value);
              }
            },
            launch.args[i].value);
      } catch (const cl::Error& error) {
        throw Error(fmt::format("{}, argument {}: the device refuses {} of {} bytes: {} ({})",
                                launch.entry, i, what, bytes, cl_error_name(error.err()),
                                error.err()));
      }
    }
    check_launch(session_, kernel, launch.global, launch.local, dynamic_local);
    kernels_.push_back(std::move(kernel));
  }
}

void LoadedVariant::reset() {
  cl::CommandQueue& queue = session_.queue();
  for (OutputBuffer& output : outputs_) {
    if (output.initial) {
      output.array.bytes = output.initial->bytes;
    } else {
      poison(output.array);
    }
    const std::size_t bytes = output.array.bytes.size();
    if (output.guard) {
      queue.enqueueFillBuffer(output.parent, kGuardByte, 0, output.guard);
      queue.enqueueFillBuffer(output.parent, kGuardByte,
                              output.guard + std::max<std::size_t>(bytes, 1), output.guard);
    }
    if (bytes) {
      Traced traced(queue, "reset", output.array.name, bytes);
      queue.enqueueWriteBuffer(output.parent, CL_TRUE, output.guard, bytes,
                               output.array.bytes.data(), nullptr, traced.event());
    }
  }
  for (const ScratchBuffer& scratch : plan_.scratch) {
    // On a simulator memory stays as it is, so that reading what nobody wrote is seen.
    if (scratch.fill < 0 && session_.facts().simulator) continue;
    const auto byte = static_cast<unsigned char>(scratch.fill < 0 ? 0xFF : scratch.fill);
    if (scratch.bytes && session_.facts().simulator) {
      // Oclgrind does not take clEnqueueFillBuffer for initialisation.
      const std::vector<unsigned char> filled(scratch.bytes, byte);
      queue.enqueueWriteBuffer(buffers_[scratch.name], CL_TRUE, 0, filled.size(), filled.data());
    } else if (scratch.bytes) {
      queue.enqueueFillBuffer(buffers_[scratch.name], byte, 0, scratch.bytes);
    }
  }
  for (const ImageBuffer& image : plan_.images) {
    if (!image.from.empty() || session_.facts().simulator) continue;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    queue.enqueueFillImage(images_[image.name], cl_float4{{nan, nan, nan, nan}}, {0, 0, 0},
                           {image.width, image.height, 1});
  }
  queue.finish();
}

std::vector<cl::Event> LoadedVariant::enqueue() {
  std::vector<cl::Event> events(plan_.launches.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Launch& launch = plan_.launches[i];
    naming("kernel " + launch.entry, [&] {
      return session_.queue().enqueueNDRangeKernel(kernels_[i], cl::NullRange, launch.global,
                                                   launch.local, nullptr, &events[i]);
    });
    if (tracing()) trace_command(session_.queue(), events[i], launch.entry);
  }
  return events;
}

Verdict LoadedVariant::verify() {
  cl::CommandQueue& queue = session_.queue();
  queue.finish();
  std::vector<Array> results;
  for (OutputBuffer& output : outputs_) {
    const std::size_t bytes = output.array.bytes.size();
    const auto guarded = [&](std::size_t begin) {
      std::vector<unsigned char> words(output.guard);
      if (words.empty()) return true;
      queue.enqueueReadBuffer(output.parent, CL_TRUE, begin, words.size(), words.data());
      return std::ranges::all_of(words, [](unsigned char word) { return word == kGuardByte; });
    };
    const bool before = guarded(0);
    const bool after = guarded(output.guard + std::max<std::size_t>(bytes, 1));
    if (!before || !after) return outside(variant_.name, !before, output.array);
  }
  // Into the host's copies, which are there already: large arrays are dear to allocate.
  for (OutputBuffer& output : outputs_) {
    const std::size_t bytes = output.array.bytes.size();
    if (bytes) {
      Traced traced(queue, "download", output.array.name, bytes);
      queue.enqueueReadBuffer(output.parent, CL_TRUE, output.guard, bytes,
                              output.array.bytes.data(), nullptr, traced.event());
    }
    results.push_back(std::move(output.array));
  }
  const Verdict verdict = prepared_.judge(results, &variant_);
  for (std::size_t i = 0; i < results.size(); ++i) outputs_[i].array = std::move(results[i]);
  return verdict;
}

std::vector<std::byte> LoadedVariant::raw_outputs() {
  session_.queue().finish();
  std::vector<std::byte> raw;
  for (OutputBuffer& output : outputs_) {
    const std::size_t at = raw.size();
    const std::size_t bytes =
        std::max<std::size_t>(output.array.bytes.size(), 1) + 2 * output.guard;
    raw.resize(at + bytes);
    session_.queue().enqueueReadBuffer(output.parent, CL_TRUE, 0, bytes, raw.data() + at);
  }
  return raw;
}

// ---------------------------------------------------------------------------------------------
// time

double event_ms(const std::vector<cl::Event>& events) {
  cl_ulong first = ~cl_ulong{0}, last = 0;
  for (const cl::Event& event : events) {
    first = std::min(first, event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
    last = std::max(last, event.getProfilingInfo<CL_PROFILING_COMMAND_END>());
  }
  return static_cast<double>(last - first) * 1e-6;
}

Timed timed(Session& session, LoadedVariant& loaded) {
  const bool device = session.profiling();
  return {loaded.variant().name, device ? "device" : "host", [&session, &loaded, device] {
            const Scope scope(loaded.variant().name);
            const auto start = std::chrono::steady_clock::now();
            const std::vector<cl::Event> events = loaded.enqueue();
            session.queue().finish();
            const std::chrono::duration<double, std::milli> host =
                std::chrono::steady_clock::now() - start;
            return device ? event_ms(events) : host.count();
          }};
}

Timing summarise(std::string clock, std::vector<double> samples) {
  Timing timing;
  timing.clock = std::move(clock);
  timing.runs = static_cast<int>(samples.size());
  if (samples.empty()) return timing;
  timing.samples_ms = samples;
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  timing.median_ms = n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  timing.min_ms = samples.front();
  timing.max_ms = samples.back();
  return timing;
}

std::vector<Timing> time_interleaved(std::vector<Timed>& candidates, const Protocol& protocol) {
  const int rounds = std::max(protocol.rounds, 1);
  std::vector<int> per_round;
  for (Timed& candidate : candidates) {
    naming(candidate.name, candidate.once);  // the first run may still compile for this local size
    const auto start = std::chrono::steady_clock::now();
    naming(candidate.name, candidate.once);
    const std::chrono::duration<double> one = std::chrono::steady_clock::now() - start;
    const double affordable = protocol.budget_seconds / std::max(one.count(), 1e-9) / rounds;
    per_round.push_back(
        static_cast<int>(std::clamp<double>(affordable, 1, std::max(protocol.runs, 1))));
  }
  std::vector<std::vector<double>> samples(candidates.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      for (int run = 0; run < per_round[c]; ++run) {
        samples[c].push_back(naming(candidates[c].name, candidates[c].once));
      }
    }
  }
  std::vector<Timing> timings;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    timings.push_back(summarise(candidates[c].clock, std::move(samples[c])));
  }
  return timings;
}

// ---------------------------------------------------------------------------------------------
// race and lens: the same program, one variant, in a child under the simulator

namespace {

RaceOutcome race_child(const std::string& program, const Experiment& experiment,
                       const Variant& variant, const std::vector<Size>& sizes, const Apart* apart) {
  if (auto exempt = variant.exempt.find("race"); exempt != variant.exempt.end()) {
    return {.status = "not run",
            .reason = "exempt: " + exempt->second,
            .reports = {},
            .out = {},
            .err = {}};
  }
  RaceRun run;
  run.argv = child_command(program, experiment, variant, sizes);
  // The plan names the files; which device asks does not matter for that.
  for (const Size& size : sizes) {
    for (const Launch& launch : variant.plan(size, DeviceFacts{}).launches) {
      run.kernel_files[launch.entry] = find_kernel_file(launch.kernel);
    }
  }
  if (apart) {
    run.argv.insert(run.argv.end(), {"--outputs", apart->folder});
    run.environment = apart->environment;
    run.time_limit = apart->time_limit;
    run.log_directory = apart->folder;
    run.confinement = apart->confinement;
    run.flood_limit = apart->flood_limit;
  }
  RaceOutcome outcome = run_race(run);
  const ChildVerdict child =
      apart ? read_apart(experiment, variant, sizes.front(), *apart, outcome.exit_code, outcome.err)
            : read_child(outcome.out, outcome.err, outcome.exit_code, sizes.size());
  if (child.status == "skipped") {  // before its launch, by the variant's own needs
    outcome.status = "not run";
    outcome.reason = "skipped: " + child.reason;
  }
  if (outcome.status == "not run") return outcome;

  std::string waived;
  std::erase_if(outcome.reports, [&](const RaceReport& report) {
    for (const auto& [part, reason] : variant.waive) {
      if ((report.message + "\n" + report.source).find(part) != std::string::npos) {
        waived = "waived: " + reason;
        return true;
      }
    }
    return false;
  });
  if (outcome.reports.empty()) outcome.status = "clean";
  if (outcome.reason.empty()) outcome.reason = waived;

  if (child.status == "wrong" && outcome.reports.empty()) {
    outcome.status = "dirty";
    outcome.reason = "the values computed under the simulator are wrong: " + child.reason;
  } else if (child.status != "ok" && child.status != "wrong" && outcome.reports.empty()) {
    outcome.status = "not run";
    outcome.reason = child.reason;
  }
  return outcome;
}

}  // namespace

RaceOutcome race(const std::string& program, const Experiment& experiment, const Variant& variant,
                 const Size& size, const Apart* apart) {
  return race_child(program, experiment, variant, {size}, apart);
}

std::vector<RaceOutcome> races(const std::string& program, const Experiment& experiment,
                               const Variant& variant) {
  const std::vector<Size>& sizes = experiment.race_sizes;
  if (sizes.size() > 1) {
    const RaceOutcome all = race_child(program, experiment, variant, sizes, nullptr);
    if (all.status == "clean") return std::vector<RaceOutcome>(sizes.size(), all);
  }
  std::vector<RaceOutcome> outcomes;
  for (const Size& size : sizes) outcomes.push_back(race(program, experiment, variant, size));
  return outcomes;
}

LensOutcome lens(const std::string& program, const Experiment& experiment, const Variant& variant,
                 const Size& size, const LensModel& model, const Apart* apart) {
  LensOutcome none;
  none.status = "could not run";
  if (auto exempt = variant.exempt.find("lens"); exempt != variant.exempt.end()) {
    none.reason = "exempt: " + exempt->second;
    return none;
  }
  LensRun run;
  run.argv = child_command(program, experiment, variant, {size});
  run.model = model;
  if (apart) {
    run.argv.insert(run.argv.end(), {"--outputs", apart->folder});
    run.environment = apart->environment;
    run.time_limit = apart->time_limit;
    run.confinement = apart->confinement;
    run.flood_limit = apart->flood_limit;
  }
  LensOutcome outcome = run_lens(run);
  if (outcome.status != "ok") return outcome;
  const ChildVerdict child =
      apart ? read_apart(experiment, variant, size, *apart, outcome.exit_code, outcome.err)
            : read_child(outcome.out, outcome.err, outcome.exit_code);
  if (child.status != "ok") {
    outcome.status = "could not run";
    outcome.reason = child.reason;
    outcome.wrong_values = child.status == "wrong";
  }
  return outcome;
}

}  // namespace wb
