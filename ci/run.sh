#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# From a fresh machine to every chapter's numbers:  ci/run.sh
# Installs what is missing, builds, runs the chapters in order. One that fails does not stop the
# others. Exit: 0, or the code of the first chapter that failed; 77 if all were skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

limit=300   # seconds for one chapter; each is made to end within a minute on two cores

ci/setup.sh
started=$SECONDS
chapters=()
for folder in chapters/[0-9][0-9]_*/; do
  [[ -d $folder ]] && chapters+=("$(basename "$folder")")
done
if ((${#chapters[@]} == 0)); then
  echo "run: chapters/ is empty: is this a whole checkout?" >&2
  exit 3
fi
echo "run: building"
mkdir -p build
if ! { cmake --preset release && cmake --build --preset release --target common/all report "${chapters[@]}"
     } >build/run.log 2>&1; then
  tail -n 40 build/run.log >&2
  echo "run: the build failed; the end of build/run.log is above" >&2
  exit 3
fi
echo "run: built in $((SECONDS - started)) s"

mkdir -p build/lab
said=$(mktemp)
trap 'rm -f "$said"' EXIT
first_failure=0
succeeded=0
summary=()
for chapter in "${chapters[@]}"; do
  printf '\n=== %s %s\n' "$chapter" "$(printf '=%.0s' $(seq $((90 - ${#chapter}))))"
  code=0
  # Standard error goes to the reader as it comes, and to a file that names the reason afterwards.
  { timeout -k 5 "$limit" "build/bin/$chapter" --json "build/lab/$chapter.json" 2>&1 1>&3 3>&- |
      tee "$said" >&2; } 3>&1 || code=${PIPESTATUS[0]}
  case $code in
    0) succeeded=$((succeeded + 1)); continue ;;
    77) summary+=("$chapter: skipped. $(grep -m 1 . "$said" || echo 'Its reason is above.')") ;;
    129 | 13[0-689] | 14[0-9])
      signal=$((code - 128))
      summary+=("$chapter: crashed (signal $signal, $(kill -l "$signal" 2>/dev/null || echo '?'))") ;;
    124 | 137) summary+=("$chapter: did not finish in $limit s") ;;
    *) summary+=("$chapter: failed with $code. $(grep -m 1 . "$said" || true)") ;;
  esac
  if ((code != 77 && first_failure == 0)); then first_failure=$code; fi
done

printf '\n=== summary\n%d of %d chapters ran to their end.\n' "$succeeded" "${#chapters[@]}"
((${#summary[@]} == 0)) || printf '%s\n' "${summary[@]}"
if ((succeeded > 0)); then
  build/bin/report --from build/lab --out build/lab/report.html || first_failure=$?
fi
if ((succeeded < ${#chapters[@]})); then
  echo "build/bin/doctor tells what this machine offers."
fi
if ((first_failure == 0 && succeeded == 0)); then exit 77; fi
exit "$first_failure"
