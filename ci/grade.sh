#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#
# Grades a class with the judges of this checkout:  ci/grade.sh DIR [EXERCISE] [option of check ...]
# DIR/STUDENT/NN_name.cl (or .cpp), or DIR/STUDENT/chapters/NN_name/exercise.cl. It builds what the
# judges need, and nothing of DIR is built or run outside of them. ci/classroom.yml calls it.
set -euo pipefail
if (($# == 0)); then
  sed -n '5,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
class=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."

exercises=()
for file in chapters/*/exercise.c*; do exercises+=("$(basename "$(dirname "$file")")"); done
if (($#)) && [[ $1 != -* ]]; then
  exercises=("$1")
fi
ci/setup.sh
mkdir -p build
targets=(check warplens_plugin wb_recorder "${exercises[@]}")
if ! { cmake --preset release && cmake --build --preset release --target "${targets[@]}"
     } >build/grade.log 2>&1; then
  tail -n 40 build/grade.log >&2
  echo "grade: the build failed; the end of build/grade.log is above" >&2
  exit 3
fi
exec build/bin/check --grade "$class" "$@"
