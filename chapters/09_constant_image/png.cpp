// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 09, a picture in and a picture out: blurs with the chapter's 17 x 17 filter and writes
// what went in and what came out, as grey PNG files.
//   build/bin/09_constant_image_png DIR               the picture that the chapter's program draws
//   build/bin/09_constant_image_png DIR PICTURE.png   a picture of yours
#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>

#include "09_constant_image/picture.hpp"
#include "wb/error.hpp"
#include "wb/session.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace {

constexpr std::size_t kSide = 17;

// <read>
wb::Array read_png(const std::string& path) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(path.c_str(), &width, &height, &channels, 1), stbi_image_free);
  if (!pixels) throw wb::Error(fmt::format("cannot read {}: {}", path, stbi_failure_reason()));
  wb::Array picture("picture", wb::Type::kFloat, {std::size_t(height), std::size_t(width)});
  for (std::size_t i = 0; i < picture.count(); ++i) {
    picture.as<float>()[i] = float(pixels.get()[i]) / 255;
  }
  return picture;
}
// </read>

void write_png(const std::string& path, const wb::Array& picture) {
  std::vector<unsigned char> bytes;
  for (const float grey : picture.as<float>()) {
    bytes.push_back(static_cast<unsigned char>(std::lround(std::clamp(grey, 0.0f, 1.0f) * 255)));
  }
  const int width = int(picture.shape[1]), height = int(picture.shape[0]);
  if (!stbi_write_png(path.c_str(), width, height, 1, bytes.data(), width)) {
    throw wb::Error(fmt::format("cannot write {}: does its folder exist?", path));
  }
  fmt::print("{}  {} x {}\n", path, width, height);
}

wb::Array blur(const wb::Array& picture) {
  wb::Session session("");
  wb::Array result = picture;
  const std::size_t rows = picture.shape[0], columns = picture.shape[1];
  const cl::Buffer in(session.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                      picture.bytes.size(), result.bytes.data());
  const cl::Buffer out(session.context(), CL_MEM_WRITE_ONLY, picture.bytes.size());
  std::vector<float> filter;
  for (const float a : chapters::filter_column(kSide)) {
    for (const float b : chapters::filter_row(kSide)) filter.push_back(a * b);
  }
  // The weights are whole numbers; a blur keeps the brightness, so here they are made to add up
  // to 1.
  const float sum = std::accumulate(filter.begin(), filter.end(), 0.0f);
  for (float& weight : filter) weight /= sum;
  const cl::Buffer weights(session.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                           filter.size() * sizeof(float), filter.data());
  cl::Kernel kernel = session.kernel("09_constant_image/direct.cl", "convolve_direct",
                                     fmt::format("-DK={} -DWHERE=1", kSide));
  kernel.setArg(0, wb::as_int(columns));
  kernel.setArg(1, wb::as_int(rows));
  kernel.setArg(2, in);
  kernel.setArg(3, out);
  kernel.setArg(4, weights);
  session.queue().enqueueNDRangeKernel(
      kernel, cl::NullRange, cl::NDRange(wb::round_up(columns, 16), wb::round_up(rows, 4)),
      cl::NDRange(16, 4));
  session.queue().enqueueReadBuffer(out, CL_TRUE, 0, result.bytes.size(), result.bytes.data());
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    fmt::print(stderr, "usage: {} DIR [PICTURE.png]\n", argv[0]);
    return static_cast<int>(wb::ExitCode::kUsage);
  }
  try {
    wb::Array picture("picture", wb::Type::kFloat, {216, 324});
    argc == 3 ? void(picture = read_png(argv[2])) : chapters::draw_picture(picture, 1);
    const std::filesystem::path folder = argv[1];
    write_png(folder / "before.png", picture);
    write_png(folder / "after.png", blur(picture));
    return 0;
  } catch (const wb::Error& error) {
    fmt::print(stderr, "{}: {}\n", argv[0], error.what());
    return static_cast<int>(error.code());
  } catch (const cl::Error& error) {
    fmt::print(stderr, "{}: {} failed: {}\n", argv[0], error.what(),
               wb::cl_error_name(error.err()));
    return static_cast<int>(wb::ExitCode::kEnvironment);
  }
}
