// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Replays a fuzzer's corpus without libFuzzer:  NAME FOLDER [ROUNDS]
// Each file as it is, then ROUNDS times with a few bytes changed; the changes are the same each
// time. The last line printed names the input that ends it; FILE.changed in the working directory
// is that input if it is a changed one.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "fuzz.hpp"

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestChanged = 16'384;  // larger files are replayed only as they are

/// Copies a stretch elsewhere, drops one, or flips bytes.
std::string changed(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % std::max<std::size_t>(n, 1); };
  const std::size_t at = below(text.size()), length = 1 + below(24);
  switch (random() % 4) {
    case 0:
      text.insert(below(text.size()), text.substr(at, length));
      break;
    case 1:
      text.erase(at, length);
      break;
    default:
      for (std::size_t i = 0; i < 1 + length / 6 && !text.empty(); ++i) {
        text[below(text.size())] = static_cast<char>(random() % 256);
      }
  }
  return text;
}

void try_one(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "say which folder of inputs to replay, and how many rounds of changes\n");
    return 2;
  }
  const long rounds = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 0;
  std::vector<fs::path> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(argv[1], failed)) files.push_back(entry.path());
  if (files.empty()) {
    std::fprintf(stderr, "no input in %s\n", argv[1]);
    return 1;
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    try_one(text);
    if (text.size() > kLargestChanged) continue;
    std::mt19937 random(2026);
    const std::string keep = file.filename().string() + ".changed";
    for (long round = 0; round < rounds; ++round) {
      const std::string next = changed(text, random);
      std::ofstream(keep, std::ios::binary) << next;
      try_one(next);
    }
    fs::remove(keep, failed);
  }
  std::printf("%zu inputs, each changed %ld times\n", files.size(), rounds);
  return 0;
}
