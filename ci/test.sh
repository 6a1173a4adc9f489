#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# Builds everything and runs every test:  ci/test.sh
# With CI=true warnings are errors, a test may be skipped only if the list below allows it, and the book's
# site is built and opened in a browser (elsewhere: WB_SITE=1). With WB_LINT=1 ci/lint.sh runs as well. A
# machine without a device fails here instead of skipping.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Tests that may be skipped in CI: an extended regular expression each, with its reason.
allowed_skips=(
  '^lens/foreign/[a-z]+: skipped: not installed'   # libraries that ci/setup.sh leaves out: optional
  '^confine_test [A-Za-z.]+: this kernel'   # Landlock is the runner's kernel's; verdicts say what is open
  '^race_test UnderOclgrind\.RecordsLogs: '   # writes the stored logs anew, only when asked to
)

in_ci=no
[[ ${CI:-} != true ]] || in_ci=yes
export WB_REQUIRE_DEVICE=1

ci/setup.sh
[[ ${WB_LINT:-} != 1 ]] || ci/setup.sh lint

started=$SECONDS
echo "test: building"
mkdir -p build
options=()
[[ $in_ci == no ]] || options=(-DWB_WERROR=ON)
if ! { cmake --preset release "${options[@]}" && cmake --build --preset release
     } >build/test.log 2>&1; then
  grep -E -A 6 'error|FAILED' build/test.log | head -n 80 >&2
  echo "test: the build failed; all of it is in build/test.log" >&2
  exit 3
fi
echo "test: built in $((SECONDS - started)) s"

failed=0
if [[ ${WB_LINT:-} == 1 ]]; then ci/lint.sh || failed=1; fi
if [[ $in_ci == yes || ${WB_SITE:-} == 1 ]]; then ci/book.sh --test || failed=1; fi

# One more at a time than there are processors: some tests wait for a time limit.
ctest --test-dir build --no-tests=error --output-on-failure -j $(($(nproc) + 1)) | tee build/ctest.log || failed=1

# A skipped test is one that ctest skipped (its reason: what it said last), or a case that
# GoogleTest skipped within a test that passed.
skips=$(awk '
  FNR == NR { if (/\*\*\*(Skipped|Not Run)/) skipped[$4] = 1; next }
  /^[0-9]+\/[0-9]+ Testing: / { test = $3; last = reason = ""; inside = 0 }
  /^Output:$/                 { inside = 1; getline; next }
  /^<end of output>/          { inside = 0; if (test in skipped) print test ": " last }
  !inside || /^ *$/           { next }
                              { last = $0 }
  /: Skipped$/                { getline; reason = $0 }
  /^\[  SKIPPED \] .*\(/      { print test " " $4 ": " reason }
' build/ctest.log build/Testing/Temporary/LastTest.log)
if [[ -n $skips ]]; then
  printf 'Skipped, with the reason:\n%s\n' "$(sed 's/^/  /' <<<"$skips")"
  if [[ $in_ci == yes ]]; then
    while read -r skip; do
      allowed=no
      for pattern in ${allowed_skips[@]+"${allowed_skips[@]}"}; do
        [[ ! $skip =~ $pattern ]] || allowed=yes
      done
      if [[ $allowed == no ]]; then
        echo "test: in CI this may not be skipped: $skip" >&2
        failed=1
      fi
    done <<<"$skips"
  fi
fi
exit "$failed"
