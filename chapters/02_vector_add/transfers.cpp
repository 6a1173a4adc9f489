// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "02_vector_add/transfers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>

#include "wb/table.hpp"

namespace chapters {
namespace {

double host_ms(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Host memory on a page of its own, as a driver wants it before it uses it in place.
std::unique_ptr<float[], void (*)(void*)> pages(std::size_t n) {
  const std::size_t bytes = wb::round_up(n * sizeof(float), 4096);
  return {static_cast<float*>(std::aligned_alloc(4096, bytes)), std::free};
}

// One way to move the data, what it copies and when, and whether the data has come through.
struct Way {
  std::string name, copies;
  std::function<double()> once;
  std::function<bool()> arrived;
};

class Ways {
 public:
  Ways(wb::Session& session, std::size_t n)
      : context_(session.context()),
        queue_(session.queue()),
        n_(n),
        bytes_(n * sizeof(float)),
        host_(pages(n)),
        back_(pages(n)),
        plain_(context_, CL_MEM_READ_ONLY, bytes_),
        pinned_(context_, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, bytes_) {
    for (std::size_t i = 0; i < n; ++i) host_[i] = static_cast<float>(wb::mix(7, i) >> 40);
    std::fill_n(back_.get(), n, 0.0f);
  }

  std::vector<Way> to_device() {
    return {
        // <write>
        {"write, blocking", "host memory to the buffer, before the call returns",
         [&] {
           return host_ms(
               [&] { queue_.enqueueWriteBuffer(plain_, CL_TRUE, 0, bytes_, host_.get()); });
         },
         [&] { return holds(plain_); }},
        {"write, not blocking",
         "the same, but the host goes on at once: the time of the call alone",
         [&] {
           cl::Event arrived;
           const double call = host_ms([&] {
             queue_.enqueueWriteBuffer(plain_, CL_FALSE, 0, bytes_, host_.get(), nullptr, &arrived);
             queue_.flush();
           });
           arrived.wait();  // until here host_ must neither change nor go away
           return call;
         },
         [&] { return holds(plain_); }},
        // </write>
        // <create>
        {"create, COPY_HOST_PTR", "host memory to a new buffer, inside the call that makes it",
         [&] {
           return host_ms([&] {
             made_ =
                 cl::Buffer(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes_, host_.get());
           });
         },
         [&] { return holds(made_); }},
        {"create, USE_HOST_PTR",
         "nothing where the device reads host memory; else when it is needed",
         [&] {
           return host_ms([&] {
             made_ =
                 cl::Buffer(context_, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes_, host_.get());
             queue_.enqueueMigrateMemObjects({made_}, 0);  // "needed" is now
             queue_.finish();
           });
         },
         [&] { return holds(made_); }},
        // </create>
        // <map>
        {"map, fill, unmap", "host memory to memory that the driver made (ALLOC_HOST_PTR)",
         [&] {
           return host_ms([&] {
             void* memory = queue_.enqueueMapBuffer(pinned_, CL_TRUE,
                                                    CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes_);
             std::memcpy(memory, host_.get(), bytes_);
             queue_.enqueueUnmapMemObject(pinned_, memory);
             queue_.finish();
           });
         },
         [&] { return holds(pinned_); }},
        {"map, unmap", "what is left if the data is made in that memory to begin with",
         [&] {
           return host_ms([&] {
             void* memory = queue_.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_WRITE, 0, bytes_);
             queue_.enqueueUnmapMemObject(pinned_, memory);
             queue_.finish();
           });
         },
         [&] { return holds(pinned_); }}
        // </map>
    };
  }

  std::vector<Way> to_host() {
    return {
        // <read>
        {"read, blocking", "the buffer to host memory, before the call returns",
         [&] {
           return host_ms(
               [&] { queue_.enqueueReadBuffer(plain_, CL_TRUE, 0, bytes_, back_.get()); });
         },
         [&] { return std::equal(host_.get(), host_.get() + n_, back_.get()); }},
        {"map for reading, unmap",
         "nothing where the device's memory is the host's; else as a read",
         [&] {
           return host_ms([&] {
             const void* memory = queue_.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ, 0, bytes_);
             mapped_right_ =
                 std::memcmp(memory, host_.get(), std::min<std::size_t>(bytes_, 64)) == 0;
             queue_.enqueueUnmapMemObject(pinned_, const_cast<void*>(memory));
             queue_.finish();
           });
         },
         [&] { return mapped_right_ && holds(pinned_); }}
        // </read>
    };
  }

 private:
  cl::Context& context_;
  cl::CommandQueue& queue_;
  std::size_t n_, bytes_;
  std::unique_ptr<float[], void (*)(void*)> host_, back_;
  cl::Buffer plain_, pinned_, made_;
  bool mapped_right_ = false;

  bool holds(const cl::Buffer& buffer) {
    std::fill_n(back_.get(), n_, -1.0f);
    queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes_, back_.get());
    return std::equal(host_.get(), host_.get() + n_, back_.get());
  }
};

wb::Row transfer_row(const Way& way, std::size_t n) {
  wb::Row row;
  row.experiment = "transfer";
  row.variant = way.name;
  row.size = {n};
  row.work.bytes = static_cast<double>(n * sizeof(float));
  row.bound = "memory";
  return row;
}

wb::Protocol brief(const wb::Chapter& chapter) {
  wb::Protocol protocol = chapter.options().protocol;
  protocol.budget_seconds = std::min(protocol.budget_seconds, 0.4);
  return protocol;
}

const wb::Row* find_row(const wb::Document& document, const std::string& experiment,
                        const std::string& variant) {
  for (const wb::Row& row : document.rows) {
    if (row.experiment == experiment && row.variant == variant && row.time) return &row;
  }
  return nullptr;
}

}  // namespace

void measure_transfers(wb::Chapter& chapter, std::size_t n) {
  Ways ways(chapter.session(), n);
  std::vector<Way> all = ways.to_device();
  for (Way& way : ways.to_host()) all.push_back(std::move(way));

  std::vector<wb::Timed> candidates;
  for (const Way& way : all) candidates.push_back({way.name, "host", way.once});
  const std::vector<wb::Timing> timings = wb::time_interleaved(candidates, brief(chapter));

  wb::Table table({"transfer", "median ms", "min", "max", "GB/s"});
  std::string notes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    wb::Row row = transfer_row(all[i], n);
    all[i].once();  // the data of one more run, alone, is what is judged
    if (all[i].arrived()) {
      row.time = timings[i];
      table.add({row.variant, wb::three_digits(row.time->median_ms),
                 wb::three_digits(row.time->min_ms), wb::three_digits(row.time->max_ms),
                 wb::three_digits(row.gbps())});
    } else {
      row.status = "wrong";
      row.reason = "the data did not come through";
      table.add({row.variant, "WRONG"});
    }
    notes += fmt::format("  {:<24} copies {}\n", all[i].name, all[i].copies);
    chapter.add(std::move(row));
  }
  chapter.print("\nMoving {} between host and device (host's clock):\n{}{}",
                wb::human_bytes(static_cast<double>(n * sizeof(float))), table.str(), notes);
}

void report_shares(wb::Chapter& chapter) {
  const wb::Row* write = find_row(chapter.document(), "transfer", "write, blocking");
  const wb::Row* kernel = find_row(chapter.document(), "add", "guarded");
  const wb::Row* read = find_row(chapter.document(), "transfer", "read, blocking");
  if (!write || !kernel || !read) return;
  // <shares>
  const double upload = 2 * write->time->median_ms;  // a and b
  const double add = kernel->time->median_ms;
  const double download = read->time->median_ms;  // c
  const double total = upload + add + download;
  // </shares>
  wb::Table table({"where the time goes", "ms", "share"});
  for (const auto& [name, ms] :
       {std::pair{"upload a and b", upload}, {"kernel, guarded", add}, {"download c", download}}) {
    table.add({name, wb::three_digits(ms), fmt::format("{:.0f}%", 100 * ms / total)});
  }
  const double share = (upload + download) / total;
  chapter.print("\n{}Claim: \"transfers are often over 40% of the total\". Here {:.0f}%: {}.\n",
                table.str(), 100 * share, share > 0.4 ? "it holds" : "it does not hold");
}

void report_of_copy(wb::Chapter& chapter) {
  const wb::Document& document = chapter.document();
  std::string text;
  for (const auto& [variant, yardstick] :
       {std::pair{"guarded", "plain"}, {"float4", "plain"}, {"float16 streaming", "streaming"}}) {
    const wb::Row* add = find_row(document, "add", variant);
    const wb::Row* copy = find_row(document, "copy", yardstick);
    if (!add || !copy) continue;
    const double ratio = add->gbps() / copy->gbps();
    text += fmt::format("  {:<20} {} GB/s, {:.2f} of the copy with {} stores ({} GB/s)\n", variant,
                        wb::three_digits(add->gbps()), ratio, yardstick,
                        wb::three_digits(copy->gbps()));
  }
  if (!text.empty())
    chapter.print("\nBytes asked for over time, in turns with the copy:\n{}", text);
}

}  // namespace chapters
