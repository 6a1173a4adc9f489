// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The pitfalls that are in a kernel: a file with two entry points each, "broken" and "fixed".
#include <fmt/core.h>

#include <cmath>
#include <numeric>

#include "11_pitfalls/pitfalls.hpp"

namespace chapters {
namespace {

using wb::as_int, wb::round_up;
using Values = std::vector<double>;
using enum Sight;
constexpr std::size_t kItems = 16;

std::string file_of(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c;
  return "11_pitfalls/" + name + ".cl";
}

// One work-item an element of a row, in groups of `items`.
auto line(const std::string& name, std::size_t items = kItems, const std::string& options = "") {
  return [=](bool broken, std::size_t n, const wb::DeviceFacts&) {
    return wb::Launch{.kernel = file_of(name),
                      .entry = broken ? "broken" : "fixed",
                      .options = options,
                      .args = {as_int(n), "in", "out"},
                      .global = cl::NDRange(round_up(n, items)),
                      .local = cl::NDRange(items)};
  };
}

// One work-item an element of a square, in groups of `side` x `side`.
auto square(const std::string& name, std::size_t side) {
  return [=](bool broken, std::size_t n, const wb::DeviceFacts&) {
    return wb::Launch{.kernel = file_of(name),
                      .entry = broken ? "broken" : "fixed",
                      .options = "",
                      .args = {as_int(n), "in", "out"},
                      .global = cl::NDRange(round_up(n, side), round_up(n, side)),
                      .local = cl::NDRange(side, side)};
  };
}

// Reference: f(in, n, i) for each element of out.
template <class F>
auto each(F f) {
  return [f](const Values& in, std::size_t n) {
    Values out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = f(in, n, i);
    return out;
  };
}

Values left_neighbours(const Values& in, std::size_t n) {
  Values out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = i % kItems == 0 ? 0 : in[i - 1];
  return out;
}

auto group_sums(std::size_t items, const std::function<double(double)>& of) {
  return [=](const Values& in, std::size_t n) {
    Values out(round_up(n, items) / items);
    for (std::size_t i = 0; i < n; ++i) out[i / items] += of(in[i]);
    return out;
  };
}

double same(double x) {
  return x;
}
double is_large(double x) {
  return x > 0.25 ? 1 : 0;
}

// <double_warning>
// OpenCL C 1.1 has no double unless the kernel asks for it; a build for it names each double
// literal.
Finding double_warning(wb::Session& session, bool broken) {
  const std::string path = wb::find_kernel_file("11_pitfalls/double_literal.cl");
  const std::string which = broken ? "-DONLY_BROKEN" : "-DONLY_FIXED";
  cl::Program program(session.context(), wb::read_kernel_file(path));
  try {
    program.build({session.device()}, ("-cl-std=CL1.1 " + which).c_str());
  } catch (const cl::Error&) {  // a device without double may refuse it; the log says why
  }
  const auto log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(session.device());
  const std::size_t at = log.find("double precision constant");
  return {"", at == std::string::npos ? "" : log.substr(at, log.find('\n', at) - at)};
}
// </double_warning>

struct Words {
  std::string symptom, cause, fix, says;
};

Pitfall make(const Words& words, Sights sights, const Twins& both) {
  const std::string file = "kernels/" + file_of(both.name);
  return {.name = both.name,
          .symptom = words.symptom,
          .cause = words.cause,
          .fix = words.fix,
          .broken = {file, "broken"},
          .fixed = {file, "fixed"},
          .sights = sights,
          .says = words.says,
          .instead = "",
          .experiment = twins(both)};
}

}  // namespace

std::vector<Pitfall> kernel_pitfalls() {
  std::vector<Pitfall> all;
  all.push_back(make({"wrong values on GPUs, now and then; right on a CPU",
                      "a tile is used before all of the group have loaded their part of it",
                      "barrier(CLK_LOCAL_MEM_FENCE) between loading and using",
                      "Read-write data race at local memory"},
                     {kLuck, kSees, kNotAsked, kBlind},
                     {.name = "barrier-after-load",
                      .launch = line("barrier-after-load"),
                      .reference = left_neighbours}));
  all.push_back(
      make({"wrong values on GPUs at sizes of more than one tile",
            "a fast work-item loads the next tile over one that others still read",
            "a second barrier at the end of the loop", "Read-write data race at local memory"},
           {kLuck, kSees, kNotAsked, kBlind},
           {.name = "barrier-after-use",
            .launch = line("barrier-after-use"),
            .reference = each([](const Values& in, std::size_t n, std::size_t i) {
              double sum = 0;
              for (std::size_t k = i % kItems + 1; k < n && i % kItems + 1 < kItems; k += kItems) {
                sum += in[k];
              }
              return sum;
            }),
            .roundings = 64,
            .race_size = 32,
            .load_sectors = 8}));
  all.push_back(
      make({"hangs or wrong values on some GPUs, right on others",
            "only some work-items of the group reach the barrier",
            "move the barrier out of the branch; guard the work, not the wait", "barrier"},
           {kLuck, kSees, kNotAsked, kBlind},
           {.name = "divergent-barrier",
            .launch = line("divergent-barrier"),
            .reference = group_sums(kItems, same),
            .per_group = kItems,
            .roundings = 64}));
  all.push_back(make({"hangs, or wrong values in the last group only",
                      "work-items beyond the edge return, the rest wait for them at a barrier",
                      "no return before a barrier: guard the loads and the stores", "barrier"},
                     {kLuck, kSees, kNotAsked, kBlind},
                     {.name = "early-return",
                      .launch = line("early-return"),
                      .reference = each([](const Values& in, std::size_t n, std::size_t i) {
                        const std::size_t base = i / kItems * kItems;
                        return in[base + std::min(kItems, n - base) - 1 - i % kItems];
                      })}));
  all.push_back(make({"some other buffer changes; a crash on a CPU; nothing at all on a GPU",
                      "the guard checks another index than the one that is used",
                      "check the index that is used", "wrote past the end"},
                     {kSees, kSees, kNotAsked, kBlind},
                     {.name = "out-of-bounds",
                      .launch = line("out-of-bounds"),
                      .reference = each([](const Values& in, std::size_t, std::size_t i) {
                        return i == 0 ? 0 : in[i - 1];
                      })}));
  all.push_back(make({"right when the size is a multiple of the group, else wrong or a crash",
                      "the global size is rounded up, and the extra work-items work too",
                      "if (x < n && y < n), both of them", "wrote past the end"},
                     {kSees, kSees, kNotAsked, kBlind},
                     {.name = "missing-guard",
                      .launch = square("missing-guard", 8),
                      .reference =
                          [](const Values& in, std::size_t n) {
                            Values out;
                            for (std::size_t i = 0; i < n * n; ++i) {
                              out.push_back(double(float(in[i / n]) * float(in[i % n])));
                            }
                            return out;
                          },
                      .out_shape = {0, 0},
                      .sizes = {1, 8, 9, 20},
                      .race_size = 9,
                      .load_sectors = 64}));
  all.push_back(make({"right on the first run, wrong later, or the other way round",
                      "local memory is not zero when a group starts",
                      "one work-item sets it, then a barrier", "ninitialized"},
                     {kLuck, kSees, kNotAsked, kBlind},
                     {.name = "uninitialised-local",
                      .launch = line("uninitialised-local"),
                      .reference = group_sums(kItems, is_large),
                      .per_group = kItems}));
  all.push_back(make({"sums that come out too small, by another amount each time",
                      "two work-items read the same old value and both write it plus one",
                      "an atomic; better, a sum in the group and one atomic a group",
                      "data race at global memory"},
                     {kLuck, kSees, kNotAsked, kBlind},
                     {.name = "race-on-global",
                      .launch = line("race-on-global"),
                      .reference =
                          [](const Values& in, std::size_t) {
                            Values out(1);
                            for (const double x : in) out[0] += is_large(x);
                            return out;
                          },
                      .out_shape = {1},
                      .counts = true}));
  for (const std::string name : {"wrong-fence", "fence-for-barrier"}) {
    const bool waits = name == "wrong-fence";
    all.push_back(
        make({"as if the barrier were missing",
              waits ? "the barrier's flag names global memory, the data is in local memory"
                    : "mem_fence orders one work-item's accesses and makes nobody wait",
              waits ? "the flag of the memory that is shared" : "a barrier, which does both",
              "Read-write data race at local memory"},
             {kLuck, kSees, kNotAsked, kBlind},
             {.name = name, .launch = line(name), .reference = left_neighbours}));
  }
  all.push_back(make({"right on the GPU it was written for, wrong on the next one",
                      "nothing promises that 32 work-items advance together, volatile or not",
                      "a barrier after every step of the tree", "data race at local memory"},
                     {kLuck, kSees, kNotAsked, kBlind},
                     {.name = "warp-synchronous",
                      .launch = line("warp-synchronous", 32),
                      .reference = group_sums(32, same),
                      .per_group = 32,
                      .roundings = 64}));
  all.push_back(make({"values shifted more and more along the array",
                      "a float3 takes 16 bytes, the host packed 12",
                      "a float pointer and vload3, or a float4", "are wrong"},
                     {kSees, kSees, kNotAsked, kBlind},
                     {.name = "float3-alignment",
                      .launch = line("float3-alignment"),
                      .reference = each([](const Values& in, std::size_t, std::size_t i) {
                        return in[3 * i] + in[3 * i + 1] + in[3 * i + 2];
                      }),
                      .in_shape = {0, 3},
                      .roundings = 4,
                      .load_sectors = 36}));
  all.push_back(make({"a crash or garbage at large sizes only",
                      "the product of two ints passes 2^31 and turns negative",
                      "unsigned, or ulong, before the product is formed", "Invalid read"},
                     {kLuck, kSees, kNotAsked, kBlind},
                     {.name = "signed-overflow",
                      .launch = line("signed-overflow"),
                      .reference = each([](const Values& in, std::size_t n, std::size_t i) {
                        const auto at = std::uint32_t(i) * 1103515245u + 12345u;
                        return in[at % n];
                      }),
                      .load_sectors = 0}));
  all.push_back(make(
      {"the program does not end; on a GPU the screen may freeze",
       "the loop waits for a value that never comes exactly",
       "bound every loop: a number of steps, or a number of steps and a test", "did not finish"},
      {kNotAsked, kNotAsked, kNotAsked, kSees},
      {.name = "endless-loop",
       .launch = line("endless-loop"),
       .reference = each([](const Values& in, std::size_t, std::size_t i) {
         return std::sqrt(1 + std::fabs(in[i]));
       }),
       .roundings = 8}));
  all.back().limit = std::chrono::milliseconds(3000);
  all.push_back(make({"right, and slow on every device whose double is slow",
                      "a literal without f is a double, and so is all that it touches",
                      "0.1f; ask the compiler for warnings about double constants", "double"},
                     {kBlind, kBlind, kNotAsked, kSees},
                     {.name = "double-literal",
                      .launch = line("double-literal"),
                      .reference = each([](const Values& in, std::size_t, std::size_t i) {
                        return 0.1 * in[i] + 0.7;
                      }),
                      .roundings = 4}));
  all.back().host = double_warning;
  all.push_back(make({"right at multiples of the tile, too small at all other sizes",
                      "n / TILE whole tiles, and the rest is forgotten",
                      "walk to n in steps of TILE, with the tail guarded", "are wrong"},
                     {kSees, kBlind, kNotAsked, kBlind},
                     {.name = "dropped-tail",
                      .launch = line("dropped-tail"),
                      .reference =
                          [](const Values& in, std::size_t) {
                            const double sum = std::accumulate(in.begin(), in.end(), 0.0);
                            Values out;
                            for (const double x : in) out.push_back(x * sum);
                            return out;
                          },
                      .roundings = 256,
                      .load_sectors = 12}));
  const auto transposed = [](const Values& in, std::size_t n) {
    Values out;
    for (std::size_t i = 0; i < n * n; ++i) out.push_back(in[i % n * n + i / n]);
    return out;
  };
  all.push_back(make({"blocks are in the right place, and inside each one rows are columns",
                      "turned once on the way into the tile and once on the way out",
                      "turn the tile once, and let the groups change places", "are wrong"},
                     {kSees, kSees, kNotAsked, kBlind},
                     {.name = "transposed-store",
                      .launch = square("transposed-store", 8),
                      .reference = transposed,
                      .in_shape = {0, 0},
                      .out_shape = {0, 0},
                      .sizes = {1, 8, 9, 20},
                      .race_size = 9,
                      .load_sectors = 128}));
  all.push_back(
      make({"the filter smears one value over a whole tile",
            "the load coordinate lacks the local id, and the halo's width is counted twice",
            "one loop over the tile with its halo; index and bound from one constant", "are wrong"},
           {kSees, kSees, kNotAsked, kBlind},
           {.name = "halo-loader",
            .launch = line("halo-loader"),
            .reference = each([](const Values& in, std::size_t n, std::size_t i) {
              return in[i == 0 ? 0 : i - 1] + in[i] + in[std::min(i + 1, n - 1)];
            }),
            .roundings = 4,
            .load_sectors = 8}));
  Pitfall dimension =
      make({"right, and several times slower than it should be on a GPU",
            "neighbours in dimension 0 read and write a whole row apart",
            "dimension 0 is the one that is contiguous in memory", "global_load_sectors"},
           {kBlind, kBlind, kSees, kBlind},
           {.name = "dimension-zero",
            .launch = square("dimension-zero", 16),
            .reference =
                [](const Values& in, std::size_t) {
                  Values out;
                  for (const double x : in) out.push_back(2 * x);
                  return out;
                },
            .in_shape = {0, 0},
            .out_shape = {0, 0},
            .sizes = {1, 16, 17, 40},
            .load_sectors = 128});
  // Each element in a sector once.
  const auto once = [](const wb::Size& size, const wb::LensModel& model) -> wb::Traffic {
    return {{"global_load_sectors", double(size[0] * size[0]) * 4 / model.sector_bytes}};
  };
  for (wb::Variant& variant : dimension.experiment->variants) variant.at_most = once;
  all.push_back(std::move(dimension));
  return all;
}

}  // namespace chapters
