#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# What a second compiler, the linter, the formatter and the sanitizers say:  ci/lint.sh [step ...]
# Steps: format clang tidy asan; all of them without a word. Each runs even if one before it failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export WB_REQUIRE_DEVICE=1
jobs=$(nproc)

format() {
  local faults
  faults=$(git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror 2>&1 |
           grep -oE '^[^ :]+:[0-9]+' | sort -u || true)
  [[ -n $faults ]] || return 0
  printf '%s\n' "$faults" "clang-format -i FILE puts it right."
  return 1
}

clang() { cmake --preset clang && cmake --build --preset clang; }

# The programs and libraries; tests are held to both compilers' warnings instead, as the linter takes
# half a minute for each.
tidy() {
  cmake --preset clang >/dev/null &&
    run-clang-tidy -quiet -p build-clang -j "$jobs" "^$PWD/(common|chapters|book)/" 2>&1 |
    awk '/warnings? generated|^Enabled checks|^ *$|^clang-tidy-/ { next } { print }'
}

# Oclgrind's launcher and a sanitizer both want to be loaded first: those tests run unsanitized. A
# test's own preloaded shim is harmless.
asan() {
  cmake --preset asan && cmake --build --preset asan &&
    LSAN_OPTIONS="suppressions=$PWD/ci/lsan.supp:print_suppressions=0" \
    ASAN_OPTIONS=verify_asan_link_order=0 \
      ctest --test-dir build-asan --no-tests=error --output-on-failure -j 2 -LE 'race|lens|book'
}

ci/setup.sh lint
steps=("$@")
((${#steps[@]})) || steps=(format clang tidy asan)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
for step in "${steps[@]}"; do
  case $step in
    format | clang | tidy | asan) ;;
    *) echo "lint: '$step' is no step; there are: format clang tidy asan" >&2; exit 2 ;;
  esac
  SECONDS=0
  if "$step" >"$log" 2>&1 </dev/null; then
    echo "lint: $step is clean ($SECONDS s)"
  else
    failed=1
    tail -n 60 "$log"
    echo "lint: $step FAILED ($SECONDS s)"
  fi
done
exit "$failed"
