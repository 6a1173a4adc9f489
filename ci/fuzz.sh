#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# Fuzzes every reader of files that others write:  ci/fuzz.sh [SECONDS] [NAME ...]
# SECONDS for each (60), one after the other, from tests/fuzz/corpus/NAME. New inputs are kept in
# build-fuzz/corpus, what fails in build-fuzz/found. Exit: 1 on a finding, 3 if the build fails.
# To mend one: keep its input as tests/fuzz/corpus/NAME/crash-WHAT; the test fuzz/NAME replays it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
if [[ ! $seconds =~ ^[1-9][0-9]*$ ]]; then
  sed -n '5,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
(($# == 0)) || shift
names=("$@")
if ((${#names[@]} == 0)); then
  for folder in tests/fuzz/corpus/*/; do names+=("$(basename "$folder")"); done
fi
for name in "${names[@]}"; do
  [[ -d tests/fuzz/corpus/$name ]] || { echo "fuzz: no fuzzer is named '$name'" >&2; exit 2; }
done

ci/setup.sh fuzz
mkdir -p build-fuzz
targets=("${names[@]/#/fuzz_}")
if ! { cmake --preset fuzz && cmake --build --preset fuzz --target "${targets[@]}"
     } >build-fuzz/build.log 2>&1; then
  tail -n 40 build-fuzz/build.log >&2
  echo "fuzz: the build failed; all of it is in build-fuzz/build.log" >&2
  exit 3
fi

# On a disk the walker of folders waits for it; its folders may as well be in memory.
if [[ -z ${TMPDIR:-} && -d /dev/shm && -w /dev/shm ]]; then
  TMPDIR=$(mktemp -d /dev/shm/fuzz-XXXXXX)
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi
failed=0
for name in "${names[@]}"; do
  mkdir -p "build-fuzz/corpus/$name" "build-fuzz/found/$name"
  log=build-fuzz/$name.log
  before=$(find "build-fuzz/found/$name" -type f ! -name "slow-unit-*" | wc -l)
  code=0
  # An input that takes too much time or memory is a finding; one that was only slow is kept.
  "build-fuzz/bin/fuzz_$name" "build-fuzz/corpus/$name" "tests/fuzz/corpus/$name" \
    -max_total_time="$seconds" -max_len=16384 -timeout=60 -report_slow_units=60 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="build-fuzz/found/$name/" >"$log" 2>&1 </dev/null || code=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  covered=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | grep -oE '[0-9]+' || true)
  found=$(($(find "build-fuzz/found/$name" -type f ! -name "slow-unit-*" | wc -l) - before))
  ((code == 0 || found > 0)) || found=1  # it ended without an input: the log says why
  echo "fuzz: $name: ${runs:-?} executions, ${covered:-?} edges covered, $found findings"
  if ((code != 0)); then
    failed=1
    grep -m 1 -A 12 -E '^fuzz: this does not hold|ERROR: |runtime error: |terminate called' "$log" ||
      tail -n 20 "$log"
    echo "fuzz: all of it is in $log, the input in build-fuzz/found/$name"
  fi
done
exit "$failed"
