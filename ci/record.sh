#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
# Records what every chapter measures, for book/results. To add a device of yours:
#   ci/record.sh run /tmp/mine                  on the machine that has it; more arguments go to each chapter
#   ci/record.sh merge /tmp/mine my-device      here; then build/bin/weave, and open a pull request
# The two devices that CI can repeat are done in one go, on a quiet machine:
#   ci/record.sh pocl && ci/record.sh lens
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=${WB_BIN:-$root/build/bin}
# OpenBLAS picks its kernels by these if they are set; a peer must pick for this processor.
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE

run() {
  local dir=$1
  shift
  mkdir -p "$dir"
  local stem all
  for stem in $(cd "$root/chapters" && echo [0-9][0-9]_*); do
    echo "recording $stem"
    all=  # the gallery's own run only lists what it holds
    [[ $stem == 11_pitfalls ]] && all=--all
    "$bin/$stem" $all --json "$dir/$stem.json" "$@" >"$dir/$stem.txt"
  done
}

merge() {
  local dir=$1 name=$2
  shift 2
  local document
  for document in "$dir"/[0-9][0-9]_*.json; do
    "$root/build/bin/weave" record "$root/book/results/$name.json" "$document" \
      "${document%.json}.txt" "$@"
  done
}

case ${1:-} in
  run) shift; run "$@" ;;
  merge) shift; merge "$@" ;;
  pocl)
    work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
    run "$work" --device "Portable Computing Language" --peers --fresh-ceilings
    merge "$work" pocl --label pocl --rerecordable ;;
  lens)
    work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
    # Only the counts are kept, so the timed part is as short as it can be.
    run "$work" --device "Portable Computing Language" --lens --rounds 1 --runs 1 --budget 0.01
    merge "$work" lens --label lens --rerecordable ;;
  *) sed -n '4,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
