#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
# Programs whose kernels nobody here wrote, under the lens:
#   tests/lens/foreign/run.sh build/bin/warplens pyopencl|viennacl|clfft|clblast|clblast_wide
#   tests/lens/foreign/run.sh build/bin/warplens record DIR     writes appendix_lens.json and .txt
# The kernels come from packages that are optional: without its package a run ends with 77. The
# rest of the lens's tests needs none of them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
lens=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() { echo "skipped: not installed; apt-get install $1"; exit 77; }
has_header() { echo "#include <$1>" | g++ -E -x c++ - >/dev/null 2>&1; }
compile() { g++ -w -o "$work/program" "$here/$1" "${@:2}"; program=("$work/program"); }

# What each program prints if its result is right, and a kernel that it must launch.
prepare() {
  case $1 in
    pyopencl)
      # Debian's package is for Debian's Python, whatever else is in PATH.
      /usr/bin/python3 -c 'import pyopencl' 2>/dev/null || skip python3-pyopencl
      program=(/usr/bin/python3 "$here/pyopencl_sums.py")
      says='sum 12288.0, last prefix 4096.0' kernel=reduce_kernel_stage1 ;;
    viennacl)
      has_header viennacl/vector.hpp || skip libviennacl-dev
      compile viennacl_product.cpp -lOpenCL
      says='wrong rows: 0' kernel=vec_mul ;;
    clfft)
      has_header clFFT.h || skip libclfft-dev
      compile clfft_transform.cpp -lclFFT -lOpenCL
      says='first 4096, second 0' kernel=fft_fwd ;;
    clblast)
      has_header clblast.h || skip libclblast-dev
      compile clblast_sgemm.cpp -lclblast -lOpenCL
      says='wrong elements: 0' kernel=Xgemm ;;
    clblast_wide)
      prepare clblast
      program+=(2) ;;
    *) echo "run.sh: what is $1?" >&2; exit 2 ;;
  esac
}

# Oclgrind 21.10 corrupts its heap now and then; then warplens must say so, and the run is repeated.
look() {
  local try code
  for try in 1 2 3; do
    code=0
    "$lens" --json "$work/$1.json" "${program[@]}" >"$work/$1.txt" 2>"$work/$1.err" || code=$?
    ((code == 3)) && grep -q 'the program or the simulator crashed' "$work/$1.err" || break
    echo "run $try: $(grep 'warplens:' "$work/$1.err")"
  done
  cat "$work/$1.txt"
  ((code == 0)) || { cat "$work/$1.err"; echo "run.sh: warplens ended with $code"; exit 1; }
  grep -qF "$says" "$work/$1.txt" || { echo "run.sh: the program did not say '$says'"; exit 1; }
  grep -q "^$kernel" "$work/$1.txt" || { echo "run.sh: no kernel $kernel was counted"; exit 1; }
}

if [[ $2 != record ]]; then
  prepare "$2"
  look "$2"
  exit 0
fi

# One document for the appendix; the programs are its experiments.
out=$3
mkdir -p "$out"
for name in pyopencl viennacl clfft clblast clblast_wide; do
  prepare "$name"
  look "$name" >/dev/null
  printf '== %s\n' "$name"
  cat "$work/$name.txt"
done >"$out/appendix_lens.txt"
revision=$(git -C "$here" describe --always --dirty --exclude '*') python3 - "$work" >"$out/appendix_lens.json" <<'PY'
import datetime, json, os, sys
document = None
for name in ["pyopencl", "viennacl", "clfft", "clblast", "clblast_wide"]:
    with open(f"{sys.argv[1]}/{name}.json") as file:
        part = json.load(file)
    for row in part["rows"]:
        row["experiment"] = name
        del row["lens"]["lines"]  # no table shows them, and PyOpenCL's scan has over a thousand
    if document is None:
        document = part
    else:
        document["rows"] += part["rows"]
document.update(chapter="appendix_lens", revision=os.environ["revision"],
                date=datetime.date.today().isoformat())
print(json.dumps(document, indent=1))
PY
