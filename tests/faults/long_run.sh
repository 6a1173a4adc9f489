#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# Runs every chapter's defaults again and again:  tests/faults/long_run.sh [N] [CHAPTER...]
# Fails if a run fails, leaves an OpenCL object or a file behind, or if the largest memory or number of open
# files of the last quarter of the runs is above that of the first (after the first run, which compiles) by
# more than a tenth. Each run is a process of its own: what could grow from run to run is what a run leaves
# to the next, caches and files. What grows within a run shows in its objects that are left.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

runs=${1:-200}
[[ $runs =~ ^[1-9][0-9]*$ ]] || { echo "long_run: N is a whole number of at least 1" >&2; exit 2; }
shift || true
chapters=("$@")
if ((${#chapters[@]} == 0)); then
  for folder in chapters/[0-9][0-9]_*/; do chapters+=("$(basename "$folder")"); done
fi
for program in "${chapters[@]}"; do
  [[ -x build/bin/$program ]] || { echo "long_run: build/bin/$program is not built" >&2; exit 3; }
done
[[ -f build/lib/libshim.so ]] || { echo "long_run: build/lib/libshim.so is not built" >&2; exit 3; }

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/cache" "$place/ceilings"
export POCL_CACHE_DIR=$place/cache XDG_CACHE_HOME=$place/ceilings
failed=0
complain() { echo "long_run: $*" >&2; failed=1; }

# Of one run: peak memory in KiB and most open files, from /proc while it runs.
watch() {
  local pid=$1 most=0 memory=0 now
  while [[ -d /proc/$pid ]]; do
    now=$(ls "/proc/$pid/fd" 2>/dev/null | wc -l) || true
    ((now <= most)) || most=$now
    now=$(awk '/^VmHWM/ { print $2 }' "/proc/$pid/status" 2>/dev/null) || true
    [[ -z $now ]] || memory=$now
    sleep 0.1
  done
  echo "$memory $most"
}

for chapter in "${chapters[@]}"; do
  : >"$place/seen"
  for ((run = 1; run <= runs; ++run)); do
    mkdir "$place/tmp"
    rm -f "$place/left"
    env TMPDIR="$place/tmp" LD_PRELOAD="$PWD/build/lib/libshim.so" WB_SHIM_LEFT="$place/left" \
      "build/bin/$chapter" --json "$place/tmp/run.json" >"$place/out" 2>&1 &
    pid=$!
    watch "$pid" >>"$place/seen"
    code=0
    wait "$pid" || code=$?
    [[ $code == 0 || $code == 77 ]] || complain "$chapter, run $run: exit code $code: $(tail -n 1 "$place/out")"
    if grep -qE 'made -?[1-9][0-9]* left' "$place/left"; then
      complain "$chapter, run $run: $(head -n 1 "$place/left")"
    fi
    rm -f "$place/tmp/run.json"
    rmdir "$place/tmp" 2>/dev/null || { complain "$chapter, run $run left: $(ls "$place/tmp")"; rm -rf "$place/tmp"; }
  done
  awk -v name="$chapter" '
    NR > 1 { m[++n] = $1; f[n] = $2 }
    END {
      if (n < 4) { printf "%s: %d runs are too few to see growth\n", name, NR; exit }
      q = int(n / 4)
      for (i = 1; i <= q; ++i) {
        if (m[i] > m0) m0 = m[i]; if (f[i] > f0) f0 = f[i]
        j = n + 1 - i
        if (m[j] > m1) m1 = m[j]; if (f[j] > f1) f1 = f[j]
      }
      printf "%s: %d runs; memory %d KiB at first, %d at last; open files %d, %d\n", name, NR, m0, m1, f0, f1
      exit m1 > 1.1 * m0 || f1 > 1.1 * f0 + 1
    }' "$place/seen" || complain "$chapter grows"
done
exit "$failed"
