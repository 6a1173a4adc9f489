// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The lens as a plugin of Oclgrind: it records each work-item's path and addresses, and replays
// every warp when its group reaches a barrier or its end. What a process counted goes to one file
// when the process ends: written beside it, then renamed, so that a file is there whole or not at
// all.
#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/Program.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/CommandLine.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernel_graph.hpp"
#include "model.hpp"
#include "report.hpp"

namespace wb::lens {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// LLVM's VectorCombine pass turns a float4 load whose elements are used one by one into four loads.
// A GPU's compiler keeps it whole, so the pass must not run on the kernels that are to be counted:
// they are built after this, in this process.
void keep_vector_loads_whole() {
  auto& options = llvm::cl::getRegisteredOptions();
  const auto option = options.find("disable-vector-combine");
  if (option != options.end()) option->second->addOccurrence(0, option->first(), "true");
}

// What this process has counted so far, over all its contexts. Never destroyed: it is written at
// exit, after destructors of the program's own globals may have released the last context.
class Results {
 public:
  static Results& instance() {
    static Results* results = new Results;
    return *results;
  }

  const LensModel& model() const { return process_.report.model; }
  std::uint64_t limit() const { return limit_; }
  bool wanted(const std::string& kernel) const { return only_.empty() || only_ == kernel; }

  void launched(const std::string& kernel) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto& names = process_.launched;
    if (std::find(names.begin(), names.end(), kernel) == names.end()) names.push_back(kernel);
  }

  void add(LensKernel kernel, std::uint64_t peak) {
    write_at_exit();
    const std::lock_guard<std::mutex> lock(mutex_);
    written_ = false;
    process_.report.peak_trace_bytes = std::max(process_.report.peak_trace_bytes, peak);
    for (LensKernel& known : process_.report.kernels) {
      if (known.kernel != kernel.kernel || known.global != kernel.global ||
          known.local != kernel.local || known.options != kernel.options ||
          known.source != kernel.source)
        continue;
      ++known.launches;
      merge(known.lines, kernel.lines);
      return;
    }
    process_.report.kernels.push_back(std::move(kernel));
  }

  void fail(const std::string& error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    written_ = false;
    if (process_.error.empty()) process_.error = error;
  }

  void write(int exit_code) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::string directory = variable(kOutputVariable);
    if (directory.empty() || written_) return;
    written_ = true;
    process_.exit_code = exit_code;
    const std::string path = directory + "/" + std::to_string(::getpid()) + ".json";
    {
      std::ofstream file(path + ".part");
      file << to_text(process_);
      if (!file.flush()) return;  // no file: the reader says that nothing came
    }
    std::rename((path + ".part").c_str(), path.c_str());
  }

 private:
  ProcessReport process_;
  std::string only_ = variable(kKernelVariable);
  std::uint64_t limit_ = std::uint64_t{2} << 30;
  bool written_ = false;
  std::mutex mutex_;

  // Handlers run in reverse order, mixed with the destructors of static objects. Such an object may
  // crash Oclgrind 21.10 when it releases what it holds of OpenCL, so after each launch another
  // handler goes in front of all that live by then. Not atexit: the exit code is wanted too.
  static void write_at_exit() {
    ::on_exit([](int code, void*) { instance().write(code); }, nullptr);
  }

  Results() {
    keep_vector_loads_whole();
    const std::string model = variable(kModelVariable), limit = variable(kLimitVariable);
    if (!model.empty()) process_.report.model = model_from_text(model);
    if (!limit.empty()) limit_ = std::strtoull(limit.c_str(), nullptr, 10);
    write_at_exit();
  }

  static void merge(std::vector<LensLine>& into, const std::vector<LensLine>& lines) {
    for (const LensLine& line : lines) {
      auto at = std::lower_bound(into.begin(), into.end(), line.line,
                                 [](const LensLine& l, unsigned n) { return l.line < n; });
      if (at == into.end() || at->line != line.line) at = into.insert(at, LensLine{line.line, {}});
      at->counts += line.counts;
    }
  }
};

std::vector<std::uint64_t> dimensions(const oclgrind::Size3& size, std::size_t count) {
  std::vector<std::uint64_t> result;
  for (unsigned i = 0; i < count; ++i) result.push_back(size[i]);
  return result;
}

unsigned line_of(const llvm::Instruction* instruction) {
  if (instruction == nullptr || !instruction->getDebugLoc()) return 0;
  return instruction->getDebugLoc().getLine();
}

constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

class Lens : public oclgrind::Plugin {
 public:
  explicit Lens(const oclgrind::Context* context)
      : Plugin(context), model_(Results::instance().model()), limit_(Results::instance().limit()) {}

  bool isThreadSafe() const override { return false; }

  void kernelBegin(const oclgrind::KernelInvocation* invocation) override {
    const oclgrind::Kernel& kernel = *invocation->getKernel();
    Results::instance().launched(kernel.getName());
    active_ = Results::instance().wanted(kernel.getName());
    if (!active_) return;
    const std::string problem = build_graph(*kernel.getFunction(), kernel_);
    if (!problem.empty()) return give_up("kernel " + kernel.getName() + ": " + problem);
    tally_ = std::make_unique<Tally>(kernel_.graph, model_);
    name_ = kernel.getName();
    peak_ = 0;
  }

  void kernelEnd(const oclgrind::KernelInvocation* invocation) override {
    if (!active_) return;
    active_ = false;
    const oclgrind::Program& program = *invocation->getKernel()->getProgram();
    LensKernel row;
    row.kernel = name_;
    row.source = program.getSource();
    row.options = program.getBuildOptions();
    row.global = dimensions(invocation->getGlobalSize(), invocation->getWorkDim());
    row.local = dimensions(invocation->getLocalSize(), invocation->getWorkDim());
    row.launches = 1;
    row.lines = tally_->lines();
    Results::instance().add(std::move(row), peak_);
    tally_.reset();
  }

  void workGroupBegin(const oclgrind::WorkGroup* group) override {
    if (!active_) return;
    size_ = group->getGroupSize();
    const std::size_t items = size_.x * size_.y * size_.z;
    if (items_.size() < items) items_.resize(items);
    group_items_ = items;
    for (std::size_t i = 0; i < items; ++i) {
      items_[i].trace.clear();
      items_[i].node = kNowhere;
    }
    warps_.assign((items + model_.lanes - 1) / model_.lanes, WarpReplay(model_.lanes));
    item_ = nullptr;
    recorded_ = 0;
  }

  void workGroupBarrier(const oclgrind::WorkGroup* group, std::uint32_t) override {
    if (!active_) return;
    replay();
    flush_copies(line_of(group->getCurrentBarrier()));
  }

  void workGroupComplete(const oclgrind::WorkGroup*) override {
    if (active_) replay();
  }

  void instructionExecuted(const oclgrind::WorkItem* item, const llvm::Instruction* instruction,
                           const oclgrind::TypedValue&) override {
    if (!active_) return;
    follow(item, instruction);
    if (instruction == last_) at_end_ = true;
  }

  void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                  std::size_t address, std::size_t size) override {
    access(memory, item, address, size, Action::kLoad);
  }
  void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                   std::size_t address, std::size_t size, const std::uint8_t*) override {
    access(memory, item, address, size, Action::kStore);
  }
  // An atomic reports a load and, if it changed the value, a store: the load stands for both.
  void memoryAtomicLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                        oclgrind::AtomicOp, std::size_t address, std::size_t size) override {
    access(memory, item, address, size, Action::kAtomic);
  }

  // A kernel that the simulator gave up has no counts worth believing, though the host sees
  // success.
  void log(oclgrind::MessageType, const char* message) override {
    const std::string text = message;
    const std::size_t at = text.find("OCLGRIND FATAL ERROR");
    if (at == std::string::npos) return;
    const std::size_t what =
        text.find('\n', at) + 1;  // the line after it says what, the rest where
    Results::instance().fail("the simulator gave up: " +
                             text.substr(what, text.find('\n', what) - what));
  }

  // Asynchronous copies are made by the group, element by element, when it waits for them.
  void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkGroup*, std::size_t address,
                  std::size_t size) override {
    if (active_) copies_[0].add(memory, address, size);
  }
  void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkGroup*, std::size_t address,
                   std::size_t size, const std::uint8_t*) override {
    if (active_) copies_[1].add(memory, address, size);
  }

 private:
  struct Item {
    LaneTrace trace;
    std::uint32_t node = kNowhere;
  };
  struct Copy {
    struct Element {
      std::uint64_t address;
      unsigned bytes;
      bool local;
    };
    std::vector<Element> elements;
    void add(const oclgrind::Memory* memory, std::size_t address, std::size_t size) {
      elements.push_back({address, static_cast<unsigned>(size),
                          memory->getAddressSpace() == oclgrind::AddrSpaceLocal});
    }
  };

  LensModel model_;
  std::uint64_t limit_;
  bool active_ = false;
  std::string name_;
  KernelGraph kernel_;
  std::unique_ptr<Tally> tally_;
  oclgrind::Size3 size_;
  std::vector<Item> items_;
  std::size_t group_items_ = 0;
  std::vector<WarpReplay> warps_;
  std::uint64_t recorded_ = 0, peak_ = 0;
  Copy copies_[2];  // loads, stores

  // Where the running work-item is. Oclgrind runs one to its barrier before it starts the next.
  const oclgrind::WorkItem* item_ = nullptr;
  LaneTrace* trace_ = nullptr;
  std::uint32_t* node_ = nullptr;
  const llvm::Instruction* last_ = nullptr;
  bool at_end_ = true;
  std::uint32_t next_site_ = 0, sites_ = 0;

  // Keeps up with the simulator: which work-item runs, and which node it is in.
  void follow(const oclgrind::WorkItem* item, const llvm::Instruction* instruction) {
    if (item != item_) {
      fill_node();
      const oclgrind::Size3 id = item->getLocalID();
      Item& own = items_[id.x + size_.x * (id.y + size_.y * id.z)];
      item_ = item;
      trace_ = &own.trace;
      node_ = &own.node;
      next_site_ = sites_ = 0;
      at_end_ = true;
    }
    if (at_end_) enter(instruction);
  }

  // Sites of the node in hand that did not run (a compare-and-swap may, a simulator's error may).
  void fill_node() {
    for (; next_site_ < sites_; ++next_site_) trace_->addresses.push_back(kNoAddress);
  }

  void enter(const llvm::Instruction* instruction) {
    fill_node();
    std::uint32_t next = kNowhere;
    if (*node_ == kNowhere) {
      if (kernel_.code[0].first == instruction) next = 0;
    } else {
      for (std::uint32_t successor : kernel_.graph.nodes[*node_].successors)
        if (kernel_.code[successor].first == instruction) next = successor;
    }
    if (next == kNowhere)
      return give_up("kernel " + name_ + ": the simulator took a path that the lens cannot follow");
    *node_ = next;
    last_ = kernel_.code[next].last;
    sites_ = static_cast<std::uint32_t>(kernel_.graph.nodes[next].sites.size());
    next_site_ = 0;
    at_end_ = false;
    trace_->path.push_back(next);
    recorded_ += sizeof(next) + sites_ * sizeof(std::uint64_t);
    if (recorded_ > limit_) refuse();
  }

  void access(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, std::size_t address,
              std::size_t size, Action action) {
    if (!active_ || memory->getAddressSpace() == oclgrind::AddrSpacePrivate) return;
    const llvm::Instruction* instruction = item->getCurrentInstruction();
    follow(item, instruction);
    if (!active_) return;
    const NodeCode& code = kernel_.code[*node_];
    std::vector<Site>& sites = kernel_.graph.nodes[*node_].sites;
    for (std::uint32_t site = next_site_; site < sites_; ++site) {
      if (code.sites[site] != instruction || sites[site].action != action) continue;
      for (; next_site_ < site; ++next_site_) trace_->addresses.push_back(kNoAddress);
      trace_->addresses.push_back(address);
      ++next_site_;
      sites[site].bytes = std::max(sites[site].bytes, static_cast<unsigned>(size));
      return;
    }
    // No site: the inside of an image read, a printf, a second part of the same instruction.
  }

  void replay() {
    fill_node();
    item_ = nullptr;
    next_site_ = sites_ = 0;
    std::vector<const LaneTrace*> traces(model_.lanes);
    std::uint64_t bytes = 0;
    for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
      for (unsigned lane = 0; lane < model_.lanes; ++lane) {
        const std::size_t item = warp * model_.lanes + lane;
        traces[lane] = item < group_items_ ? &items_[item].trace : nullptr;
        if (traces[lane] != nullptr) bytes += traces[lane]->bytes();
      }
      warps_[warp].run(kernel_.graph, traces, *tally_);
    }
    for (std::size_t i = 0; i < group_items_; ++i) items_[i].trace.clear();
    peak_ = std::max(peak_, bytes);
    recorded_ = 0;
  }

  // The elements of asynchronous copies, as the group's work-items would share them out in order.
  void flush_copies(unsigned line) {
    for (int store = 0; store < 2; ++store) {
      auto& elements = copies_[store].elements;
      std::vector<std::uint64_t> addresses(model_.lanes);
      for (std::size_t at = 0; at < elements.size();) {
        Site site;
        site.space = elements[at].local ? Space::kLocal : Space::kGlobal;
        site.action = store != 0 ? Action::kStore : Action::kLoad;
        site.bytes = site.alignment = elements[at].bytes;
        site.line = line;
        LaneMask active = 0;
        for (unsigned lane = 0; lane < model_.lanes && at < elements.size(); ++lane, ++at) {
          if (elements[at].bytes != site.bytes ||
              elements[at].local != (site.space == Space::kLocal))
            break;
          addresses[lane] = elements[at].address;
          active |= LaneMask{1} << lane;
        }
        tally_->access(site, active, addresses);
      }
      elements.clear();
    }
  }

  void give_up(const std::string& why) {
    active_ = false;
    Results::instance().fail(why);
  }

  // Too much trace: end the process here. Going on could only exhaust the machine's memory.
  [[noreturn]] void refuse() {
    Results::instance().fail(
        "kernel " + name_ + " needs more than " + std::to_string(limit_ >> 20) +
        " MiB of trace for one work-group between two barriers; run it at a smaller size");
    Results::instance().write(3);
    std::_Exit(3);
  }
};

std::mutex plugins_mutex;
std::vector<std::pair<oclgrind::Context*, std::unique_ptr<Lens>>>& plugins() {
  static auto* list = new std::vector<std::pair<oclgrind::Context*, std::unique_ptr<Lens>>>;
  return *list;
}

}  // namespace
}  // namespace wb::lens

// The names that Oclgrind looks for.
#define WB_EXPORT __attribute__((visibility("default")))
extern "C" {
WB_EXPORT void initializePlugins(oclgrind::Context* context) {
  const std::lock_guard<std::mutex> lock(wb::lens::plugins_mutex);
  auto plugin = std::make_unique<wb::lens::Lens>(context);
  context->registerPlugin(plugin.get());
  wb::lens::plugins().emplace_back(context, std::move(plugin));
}

WB_EXPORT void releasePlugins(oclgrind::Context* context) {
  const std::lock_guard<std::mutex> lock(wb::lens::plugins_mutex);
  auto& list = wb::lens::plugins();
  for (auto it = list.begin(); it != list.end(); ++it) {
    if (it->first != context) continue;
    context->unregisterPlugin(it->second.get());
    list.erase(it);
    return;
  }
}
}
