#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# Runs every chapter's defaults again and again:  tests/faults/long_run.sh [N] [CHAPTER...]
# Fails if a run fails, leaves an OpenCL object or a file behind, or if something grows by more than a tenth from
# the first quarter of the runs (after the first, which compiles) to the last: the largest memory, the mean number
# of open files (looked at five times a second, so one run's most is luck), the number of files in the caches.
# (17_tuning on NVIDIA may leave files in the driver's cache: its report of registers needs programs that no
# build had before.) Each run is a process of its own: what could grow from run to run is what a run leaves to
# the next, caches and files. What grows within a run shows in its objects that are left. WB_LONG_RUN_OPTIONS are
# added to every run, such as "--budget 0.01", which leaves each variant fewer timed launches and everything else
# as it is. WB_BUILD is another folder than build/. Exit: 0; 1 for a fault; 77 if a chapter was skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=$(realpath "${WB_BUILD:-build}")
runs=${1:-200}
read -ra options <<<"${WB_LONG_RUN_OPTIONS:-}"
[[ $runs =~ ^[1-9][0-9]*$ ]] || { echo "long_run: N is a whole number of at least 1" >&2; exit 2; }
shift || true
chapters=("$@")
if ((${#chapters[@]} == 0)); then
  for folder in chapters/[0-9][0-9]_*/; do chapters+=("$(basename "$folder")"); done
fi
for program in "${chapters[@]}"; do
  [[ -x $build/bin/$program ]] || { echo "long_run: $build/bin/$program is not built" >&2; exit 3; }
done
[[ -f $build/lib/libshim.so ]] || { echo "long_run: $build/lib/libshim.so is not built" >&2; exit 3; }

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/cache" "$place/ceilings"
export POCL_CACHE_DIR=$place/cache CUDA_CACHE_PATH=$place/cache XDG_CACHE_HOME=$place/ceilings
failed=0 skipped=0
complain() { echo "long_run: $*" >&2; failed=1; }

# Of one run: peak memory in KiB and most open files, from /proc while it runs.
watch() {
  local pid=$1 most=0 memory=0 key value rest files
  while [[ -d /proc/$pid ]]; do
    files=("/proc/$pid/fd/"*)
    ((${#files[@]} <= most)) || most=${#files[@]}
    while read -r key value rest; do
      # The peak, or, from a kernel that does not tell it, what there is at the moment.
      [[ $key != VmHWM: && $key != VmRSS: ]] || ((value <= memory)) || memory=$value
    done 2>/dev/null <"/proc/$pid/status" || true
    sleep 0.2
  done 2>/dev/null
  echo "$memory $most"
}

for chapter in "${chapters[@]}"; do
  : >"$place/seen"
  for ((run = 1; run <= runs; ++run)); do
    mkdir "$place/tmp"
    rm -f "$place/left"
    env TMPDIR="$place/tmp" LD_PRELOAD="$build/lib/libshim.so" WB_SHIM_LEFT="$place/left" \
      "$build/bin/$chapter" ${options[@]+"${options[@]}"} --json "$place/tmp/run.json" >"$place/out" 2>&1 &
    pid=$!
    watched=$(watch "$pid")
    code=0
    wait "$pid" || code=$?
    echo "$watched $(find "$place/cache" "$place/ceilings" -type f ! -name "tempfile_*" | wc -l)" >>"$place/seen"
    # (An empty tempfile_* in its cache is pocl 3.1's own.)
    case $code in
      0) ;;
      77)
        echo "long_run: $chapter is skipped: $(tail -n 1 "$place/out")" >&2
        rm -rf "$place/tmp"
        skipped=77
        continue 2
        ;;
      *) complain "$chapter, run $run: exit code $code: $(tail -n 1 "$place/out")" ;;
    esac
    # Without a line of the shim's nothing was counted, which is no proof that nothing is left.
    if ! grep -qsE 'contexts [1-9][0-9]* made' "$place/left"; then
      complain "$chapter, run $run: its objects were not counted"
    elif grep -qE 'made -?[1-9][0-9]* left' "$place/left"; then
      complain "$chapter, run $run: $(grep -m 1 -E 'made -?[1-9][0-9]* left' "$place/left")"
    fi
    rm -f "$place/tmp/run.json"
    rmdir "$place/tmp" 2>/dev/null || { complain "$chapter, run $run left: $(ls "$place/tmp")"; rm -rf "$place/tmp"; }
  done
  awk -v name="$chapter" -v may_fill="$([[ $chapter == 17_tuning ]] && echo 1 || echo 0)" '
    NR > 1 { m[++n] = $1; f[n] = $2; c[n] = $3 }
    END {
      if (n < 4) { printf "%s: %d runs are too few to see growth\n", name, NR; exit }
      q = int(n / 4)
      for (i = 1; i <= q; ++i) {
        if (m[i] > m0) m0 = m[i]; f0 += f[i] / q; if (c[i] > c0) c0 = c[i]
        j = n + 1 - i
        if (m[j] > m1) m1 = m[j]; f1 += f[j] / q; if (c[j] > c1) c1 = c[j]
      }
      printf "%s: %d runs; memory %d KiB at first, %d at last; open files %.1f, %.1f; files in caches %d, %d\n",
             name, NR, m0, m1, f0, f1, c0, c1
      exit m0 == 0 || m1 > 1.1 * m0 || f1 > 1.1 * f0 + 1 || (!may_fill && c1 > 1.1 * c0)
    }' "$place/seen" || complain "$chapter grows"
done
((failed)) || exit "$skipped"
exit "$failed"
