#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# tests/package/run.sh BUILD COMPILER [FLAGS]: installs BUILD into a folder of its own, builds the project beside
# this script against it, and runs both.
set -euo pipefail
build=$1 compiler=$2 flags=${3:-}  # what sanitizes the library has to sanitize its user
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "package: $*" >&2; exit 1; }
quick=(--rounds 1 --runs 1)

cmake --install "$build" --prefix "$folder/prefix" >"$folder/log" || { cat "$folder/log"; fail "not installed"; }
grep -rlF "$build" "$folder/prefix/lib/cmake" && fail "these name the build folder"
cmake -G Ninja -S "$here" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="$flags" \
  >"$folder/log" 2>&1 && cmake --build "$folder/build" >>"$folder/log" 2>&1 ||
  { cat "$folder/log"; fail "the other project does not build"; }
cd /
"$folder/build/scale" --size 4096 "${quick[@]}" | grep -q 'match' ||
  fail "the other project's experiment was not verified"

chapter=$folder/prefix/bin/04_gemm_tiled kernels=$folder/prefix/share/opencl-measured/kernels
"$chapter" --size 64 "${quick[@]}" >/dev/null || fail "an installed chapter does not run"
"$chapter" --size 64 --lens "${quick[@]}" | grep -q sectors || fail "an installed chapter finds no lens"
"$folder/prefix/bin/doctor" >/dev/null || fail "the installed doctor finds no device"
# The kernels it runs are the installed ones, not the checkout's.
find "$kernels/04_gemm_tiled" "$kernels/03_gemm_naive" -name '*.cl' -exec sh -c 'echo broken >"$1"' _ {} \;
"$chapter" --size 64 "${quick[@]}" >"$folder/log" 2>&1 && fail "an installed chapter reads other kernels"
grep -q "$kernels" "$folder/log" || { cat "$folder/log"; fail "its message names another kernel"; }
echo "package: installed, found, built, run"
