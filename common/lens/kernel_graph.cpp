// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "kernel_graph.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace wb::lens {
namespace {

constexpr std::size_t kMostNodes = 1'000'000;  // calls are expanded: stop before memory does

enum AddressSpace : unsigned { kPrivate = 0, kGlobal = 1, kConstant = 2, kLocal = 3 };

bool space_of(unsigned address_space, Space& space) {
  switch (address_space) {
    case kGlobal:
      space = Space::kGlobal;
      return true;
    case kConstant:
      space = Space::kConstant;
      return true;
    case kLocal:
      space = Space::kLocal;
      return true;
    default:
      return false;  // private: registers, or spills that the lens does not see
  }
}

// "_Z6vload4mPU3AS1Kf" is "vload4"; other names stay as they are.
std::string_view plain_name(std::string_view mangled) {
  if (mangled.substr(0, 2) != "_Z") return mangled;
  std::size_t at = 2, length = 0;
  while (at < mangled.size() && mangled[at] >= '0' && mangled[at] <= '9')
    length = length * 10 + static_cast<std::size_t>(mangled[at++] - '0');
  return mangled.substr(at, length);
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

std::uint64_t elements(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

// What a call of the runtime's own functions is to the lens.
bool is_barrier(std::string_view name) {
  return name == "barrier" || name == "work_group_barrier" || name == "wait_group_events";
}

bool is_special(std::string_view name) {
  for (std::string_view prefix : {"native_", "half_"})
    if (starts_with(name, prefix)) name.remove_prefix(prefix.size());
  static constexpr std::array<std::string_view, 44> kNames = {
      "sqrt",  "rsqrt", "cbrt",   "hypot", "exp",    "exp2",   "exp10",     "expm1",    "log",
      "log2",  "log10", "log1p",  "logb",  "pow",    "pown",   "powr",      "rootn",    "sin",
      "cos",   "tan",   "sincos", "sinpi", "cospi",  "tanpi",  "asin",      "acos",     "atan",
      "atan2", "sinh",  "cosh",   "tanh",  "asinh",  "acosh",  "atanh",     "asinpi",   "acospi",
      "erf",   "erfc",  "tgamma", "fmod",  "lgamma", "remquo", "remainder", "fast_sqrt"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

void count_builtin_flops(std::string_view name, const llvm::CallInst& call, FlopCounts& flops) {
  if (!call.getType()->getScalarType()->isFloatingPointTy() || call.arg_size() == 0) return;
  const std::uint64_t n = elements(call.getType());
  const std::uint64_t k = elements(call.getArgOperand(0)->getType());
  const auto dot = [&] {
    flops.mul += 1;
    flops.fma += k - 1;
  };
  if (name == "fma" || name == "mad") {
    flops.fma += n;
  } else if (name == "dot") {
    dot();
  } else if (name == "length" || name == "fast_length") {
    dot();
    flops.special += 1;
  } else if (name == "distance" || name == "fast_distance") {
    flops.add += k;
    dot();
    flops.special += 1;
  } else if (name == "normalize" || name == "fast_normalize") {
    dot();
    flops.special += 1;
    flops.mul += k;
  } else if (name == "cross") {
    flops.mul += 3;
    flops.fma += 3;
  } else if (name == "mix") {
    flops.add += n;
    flops.fma += n;
  } else if (name == "smoothstep") {
    flops.add += 2 * n;
    flops.div += n;
    flops.mul += 2 * n;
    flops.fma += n;
  } else if (name == "degrees" || name == "radians") {
    flops.mul += n;
  } else if (name == "native_divide" || name == "half_divide" || name == "native_recip" ||
             name == "half_recip") {
    flops.div += n;
  } else if (is_special(name)) {
    flops.special += n;
  }
}

void count_flops(const llvm::Instruction& instruction, FlopCounts& flops) {
  const std::uint64_t n = elements(instruction.getType());
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
      flops.add += n;
      return;
    case llvm::Instruction::FMul:
      flops.mul += n;
      return;
    case llvm::Instruction::FDiv:
      flops.div += n;
      return;
    case llvm::Instruction::FRem:
      flops.special += n;
      return;
    default:
      break;
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return;
  switch (call->getCalledFunction()->getIntrinsicID()) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
      flops.fma += n;
      return;
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::sin:
    case llvm::Intrinsic::cos:
    case llvm::Intrinsic::exp:
    case llvm::Intrinsic::exp2:
    case llvm::Intrinsic::log:
    case llvm::Intrinsic::log2:
    case llvm::Intrinsic::log10:
    case llvm::Intrinsic::pow:
    case llvm::Intrinsic::powi:
      flops.special += n;
      return;
    case llvm::Intrinsic::not_intrinsic:
      return count_builtin_flops(plain_name(std::string_view(call->getCalledFunction()->getName())),
                                 *call, flops);
    default:
      return;
  }
}

// Whether a GPU would issue an instruction for it at all.
bool is_issued(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::PHINode>(instruction) && !llvm::isa<llvm::AllocaInst>(instruction) &&
         !llvm::isa<llvm::BitCastInst>(instruction) && !instruction.isDebugOrPseudoInst() &&
         !instruction.isLifetimeStartOrEnd();
}

// Oclgrind takes the store of a vector built from elements apart: it stores what the elements were
// put into, then each element. Those element stores, which follow it at once, belong to the one
// store that the compiler had made. `next` is behind `whole`; gives the element store and its
// address, or null.
const llvm::StoreInst* element_store(const llvm::StoreInst& whole, const llvm::Instruction* next) {
  const auto* element = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(next);
  if (element == nullptr) return nullptr;
  const auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(element->getNextNode());
  if (store == nullptr || store->getPointerOperand() != element) return nullptr;
  const llvm::Value* vector = whole.getPointerOperand();
  if (element->getPointerOperand() == vector && element->getNumIndices() == 2) return store;
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(vector);
  if (address == nullptr || address->getPointerOperand() != element->getPointerOperand() ||
      address->getNumIndices() + 1 != element->getNumIndices() ||
      !std::equal(address->idx_begin(), address->idx_end(), element->idx_begin()))
    return nullptr;
  return store;
}

class Builder {
 public:
  explicit Builder(KernelGraph& result) : result_(result) {}

  // Adds the nodes of `function`; its returns go on to `back` (kEnd: the kernel ends).
  std::uint32_t expand(const llvm::Function& function, std::uint32_t back) {
    if (std::find(active_.begin(), active_.end(), &function) != active_.end()) {
      error_ = "function " + function.getName().str() + " calls itself";
      return 0;
    }
    active_.push_back(&function);
    // First all nodes, so that edges have somewhere to go; calls are expanded after that.
    std::unordered_map<const llvm::BasicBlock*, std::uint32_t> entry;
    struct Call {
      std::uint32_t node;
      const llvm::Function* callee;
    };
    std::vector<Call> calls;
    std::vector<std::pair<std::uint32_t, const llvm::BasicBlock*>> ends;
    const std::uint32_t first = size();
    for (const llvm::BasicBlock& block : function) {
      entry[&block] = size();
      std::uint32_t node = add_node();
      for (const llvm::Instruction& instruction : block) {
        add_instruction(node, instruction);
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr) continue;
        const llvm::Function* callee = call->getCalledFunction();
        if (callee == nullptr) {
          if (!call->isInlineAsm()) error_ = "a call through a pointer";
          continue;
        }
        const bool own = !callee->isDeclaration();
        const bool barrier = !own && is_barrier(plain_name(std::string_view(callee->getName())));
        if (!own && !barrier) continue;
        const std::uint32_t next = add_node();
        if (own) {
          calls.push_back({node, callee});
        } else {
          nodes()[node].barrier = true;
          nodes()[node].barrier_line = line_of(instruction);
          nodes()[node].successors.push_back(next);
        }
        node = next;
      }
      ends.emplace_back(node, &block);
    }
    for (const auto& [node, block] : ends) {
      for (const llvm::BasicBlock* next : llvm::successors(block)) add_edge(node, entry.at(next));
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator()) && back != kEnd) add_edge(node, back);
    }
    for (const Call& call : calls) {
      if (!error_.empty() || size() > kMostNodes) break;
      add_edge(call.node, expand(*call.callee, call.node + 1));
    }
    if (size() > kMostNodes && error_.empty())
      error_ = "more code than the lens follows once its calls are expanded";
    active_.pop_back();
    return first;
  }

  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};
  const std::string& error() const { return error_; }

 private:
  KernelGraph& result_;
  std::string error_;
  std::vector<const llvm::Function*> active_;
  std::vector<const llvm::Instruction*> folded_;  ///< counted with the vector store before them

  std::vector<Node>& nodes() { return result_.graph.nodes; }
  std::uint32_t size() { return static_cast<std::uint32_t>(nodes().size()); }

  static unsigned line_of(const llvm::Instruction& instruction) {
    const llvm::DebugLoc& where = instruction.getDebugLoc();
    return where ? where.getLine() : 0;
  }

  std::uint32_t add_node() {
    nodes().emplace_back();
    result_.code.emplace_back();
    return size() - 1;
  }

  void add_edge(std::uint32_t from, std::uint32_t to) {
    auto& successors = nodes()[from].successors;
    if (std::find(successors.begin(), successors.end(), to) == successors.end())
      successors.push_back(to);
  }

  void add_site(std::uint32_t node, const llvm::Instruction& instruction, unsigned address_space,
                Action action, std::uint64_t alignment) {
    Site site;
    if (!space_of(address_space, site.space)) return;
    site.action = action;
    site.alignment = static_cast<unsigned>(std::min<std::uint64_t>(alignment, 1u << 16));
    site.line = line_of(instruction);
    nodes()[node].sites.push_back(site);
    result_.code[node].sites.push_back(&instruction);
  }

  void add_instruction(std::uint32_t node, const llvm::Instruction& instruction) {
    NodeCode& code = result_.code[node];
    if (code.first == nullptr) code.first = &instruction;
    code.last = &instruction;
    if (std::find(folded_.begin(), folded_.end(), &instruction) != folded_.end()) return;
    LineWork& work = work_of(node, line_of(instruction));
    if (is_issued(instruction)) ++work.instructions;
    count_flops(instruction, work.flops);
    // Oclgrind does not cut integers of odd widths to size: the optimiser's switch over (x & 3),
    // two bits wide, takes wrong branches there. Values and counts would both be wrong.
    const llvm::Type* type = instruction.getType()->getScalarType();
    if (type->isIntegerTy() && type->getIntegerBitWidth() != 1 &&
        type->getIntegerBitWidth() % 8 != 0 && error_.empty())
      error_ = "the compiler made a " + std::to_string(type->getIntegerBitWidth()) +
               "-bit integer in line " + std::to_string(line_of(instruction)) +
               ", which the simulator computes wrong; write that switch or mask another way";

    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      add_site(node, instruction, load->getPointerAddressSpace(), Action::kLoad,
               alignment_of(load->getType(), load->getAlign().value()));
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      folded_.clear();
      if (store->getValueOperand()->getType()->isVectorTy())
        for (const llvm::Instruction* next = store->getNextNode();
             const llvm::StoreInst* part = element_store(*store, next);
             next = part->getNextNode()) {
          folded_.push_back(next);
          folded_.push_back(part);
        }
      add_site(node, instruction, store->getPointerAddressSpace(), Action::kStore,
               alignment_of(store->getValueOperand()->getType(), store->getAlign().value()));
    } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      add_site(node, instruction, rmw->getPointerAddressSpace(), Action::kAtomic,
               rmw->getAlign().value());
    } else if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      add_site(node, instruction, swap->getPointerAddressSpace(), Action::kAtomic,
               swap->getAlign().value());
    } else if (const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction))
        add_site(node, instruction, copy->getSourceAddressSpace(), Action::kLoad,
                 copy->getSourceAlign().valueOrOne().value());
      add_site(node, instruction, set->getDestAddressSpace(), Action::kStore,
               set->getDestAlign().valueOrOne().value());
    } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      add_builtin(node, *call, work);
    }
  }

  // Who dereferences a pointer to float4 promises 16 bytes, and GPU compilers take that at its
  // word. Clang does not where it sees the array of floats behind a cast, and says 4. (vload4 is a
  // call.)
  static std::uint64_t alignment_of(const llvm::Type* type, std::uint64_t stated) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (vector == nullptr) return stated;
    return std::max<std::uint64_t>(stated,
                                   llvm::PowerOf2Ceil(vector->getPrimitiveSizeInBits() / 8));
  }

  LineWork& work_of(std::uint32_t node, unsigned line) {
    auto& work = nodes()[node].work;
    for (LineWork& w : work)
      if (w.line == line) return w;
    work.emplace_back().line = line;
    return work.back();
  }

  // The runtime's own functions that reach memory through a pointer.
  void add_builtin(std::uint32_t node, const llvm::CallInst& call, LineWork& work) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) return;
    const std::string_view name = plain_name(std::string_view(callee->getName()));
    if (starts_with(name, "read_image")) {
      ++work.image_reads;
      return;
    }
    if (starts_with(name, "write_image")) {
      ++work.image_writes;
      return;
    }
    // printf goes through a buffer of the runtime's; copies by the group are counted by the group.
    if (name == "printf" || name == "prefetch" || starts_with(name, "async_work_group") ||
        is_barrier(name))
      return;
    for (const llvm::Use& argument : call.args()) {
      const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument->getType());
      if (pointer == nullptr || pointer->getAddressSpace() == kPrivate) continue;
      llvm::Type* pointee = pointer->getPointerElementType();
      if (!pointee->isSized()) continue;
      std::uint64_t alignment = call.getModule()->getDataLayout().getABITypeAlignment(pointee);
      if (starts_with(name, "vloada_half") || starts_with(name, "vstorea_half"))
        alignment *= half_elements(name);
      const bool atomic = starts_with(name, "atomic_") || starts_with(name, "atom_");
      const Action action = atomic                       ? Action::kAtomic
                            : starts_with(name, "vload") ? Action::kLoad
                                                         : Action::kStore;
      add_site(node, call, pointer->getAddressSpace(), action, alignment);
      return;
    }
  }

  // vloada_half4 promises the alignment of four halves; of three, that of four.
  static std::uint64_t half_elements(std::string_view name) {
    const std::size_t at = name.find("half") + 4;
    std::uint64_t n = 0;
    for (std::size_t i = at; i < name.size() && name[i] >= '0' && name[i] <= '9'; ++i)
      n = n * 10 + static_cast<std::uint64_t>(name[i] - '0');
    return n == 0 ? 1 : n == 3 ? 4 : n;
  }
};

}  // namespace

std::string build_graph(const llvm::Function& kernel, KernelGraph& result) {
  result = KernelGraph();
  Builder builder(result);
  builder.expand(kernel, Builder::kEnd);
  if (builder.error().empty()) result.graph.find_reconvergence();
  return builder.error();
}

}  // namespace wb::lens
