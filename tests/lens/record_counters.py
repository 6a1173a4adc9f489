#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Reads a GPU's counters for OpenCL kernels, on NVIDIA, with Nsight Compute.

NVIDIA's profilers do not see OpenCL. But the driver's OpenCL compiler hands out what it made, PTX text,
and the CUDA driver loads it. So: compile each kernel with the OpenCL driver, launch its PTX through CUDA
with the same arguments and sizes, and let ncu count that. It is the code that OpenCL runs.

    record_counters.py LAUNCHES --out counters.json
    record_counters.py --launch "NAME FILE KERNEL GLOBAL LOCAL ARG ... [-- BUILD OPTIONS]"

A launch is one line. FILE is a .cl; GLOBAL and LOCAL are 64 or 64x8; an ARG is i:7 (int), f:1.5 (float)
or buf:4096 (bytes of a buffer whose int at i is i). LAUNCHES is a file of such lines; # begins a comment.
Paths are relative to the current folder. Not handled: __constant and __local pointer arguments, images,
and a kernel that asks for its global offset (it reads 0).

Needs ncu (Nsight Compute) with permission to read counters, libOpenCL with NVIDIA's driver, and Python
with cupy and numpy. Exit codes: 0 recorded, 2 usage, 3 something of this is missing or failed.
"""
import argparse
import csv
import ctypes
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

METRICS = {
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_atomic_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "global_atomic_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "global_reduction_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "global_reduction_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "local_load_requests": "smsp__inst_executed_op_shared_ld_pred_on_any.sum",
    "local_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "local_store_requests": "smsp__inst_executed_op_shared_st_pred_on_any.sum",
    "local_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "local_atomic_requests": "smsp__inst_executed_op_shared_atom_pred_on_any.sum",
    "local_atomic_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "constant_requests": "smsp__inst_executed_op_ldc_pred_on_any.sum",
    "constant_passes": "idc__requests.sum",
    "warp_instructions": "smsp__inst_executed.sum",
    "lanes_per_instruction": "smsp__thread_inst_executed_per_inst_executed.ratio",
    "unpredicated_lanes": "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio",
    "local_load_wavefronts_by_instruction":
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
}


class Failure(Exception):
    """What went wrong, in words for the reader."""


def parse_launch(line):
    """Splits a launch line into its parts."""
    words = line.split()
    options = []
    if "--" in words:
        at = words.index("--")
        words, options = words[:at], words[at + 1:]
    if len(words) < 5:
        raise Failure(f"a launch is NAME FILE KERNEL GLOBAL LOCAL ARG ...: {line.strip()}")
    name, file, kernel, *_ = words
    sizes = [[int(n) for n in word.split("x")] for word in words[3:5]]
    if any(g % l for g, l in zip(*sizes)):
        raise Failure(f"{name}: the global size is no multiple of the local size")
    for arg in words[5:]:
        if not re.fullmatch(r"i:-?\d+|f:[-+.e\d]+|buf:\d+", arg):
            raise Failure(f"{name}: argument {arg} is none of i:INT, f:FLOAT, buf:BYTES")
    return {"name": name, "file": file, "kernel": kernel, "global": sizes[0], "local": sizes[1],
            "args": words[5:], "options": " ".join(options), "line": " ".join(line.split())}


class OpenCL:
    """NVIDIA's OpenCL compiler, through the plain C interface."""

    def __init__(self):
        try:
            self.cl = ctypes.CDLL("libOpenCL.so.1")
        except OSError as error:
            raise Failure(f"no OpenCL loader: {error}; install ocl-icd-libopencl1") from error
        for name in ("clCreateContext", "clCreateProgramWithSource"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        count = ctypes.c_uint(0)
        self.cl.clGetPlatformIDs(0, None, ctypes.byref(count))
        platforms = (ctypes.c_void_p * max(count.value, 1))()
        self.cl.clGetPlatformIDs(count, platforms, None)
        found = [p for p in platforms if "NVIDIA" in self.text("clGetPlatformInfo", p, 0x0902)]
        if not found:
            raise Failure("no NVIDIA OpenCL platform; see clinfo and /etc/OpenCL/vendors/nvidia.icd")
        self.device = ctypes.c_void_p()
        self.check(self.cl.clGetDeviceIDs(ctypes.c_void_p(found[0]), ctypes.c_uint64(4), 1,
                                          ctypes.byref(self.device), None), "clGetDeviceIDs")
        error = ctypes.c_int(0)
        self.context = ctypes.c_void_p(self.cl.clCreateContext(
            None, 1, ctypes.byref(self.device), None, None, ctypes.byref(error)))
        self.check(error.value, "clCreateContext")
        self.device_name = self.text("clGetDeviceInfo", self.device.value, 0x102B)
        self.driver = self.text("clGetDeviceInfo", self.device.value, 0x102D)

    def text(self, function, handle, what):
        size = ctypes.c_size_t(0)
        get = getattr(self.cl, function)
        get(ctypes.c_void_p(handle), what, ctypes.c_size_t(0), None, ctypes.byref(size))
        value = ctypes.create_string_buffer(size.value + 1)
        get(ctypes.c_void_p(handle), what, size, value, None)
        return value.value.decode().strip()

    @staticmethod
    def check(error, what):
        if error != 0:
            raise Failure(f"{what} failed with {error}")

    def ptx(self, launch):
        """The PTX that the driver makes of a launch's kernel file."""
        try:
            with open(launch["file"], "rb") as file:
                source = file.read()
        except OSError as error:
            raise Failure(f"{launch['name']}: {error}") from error
        error = ctypes.c_int(0)
        program = ctypes.c_void_p(self.cl.clCreateProgramWithSource(
            self.context, 1, (ctypes.c_char_p * 1)(source),
            (ctypes.c_size_t * 1)(len(source)), ctypes.byref(error)))
        self.check(error.value, "clCreateProgramWithSource")
        options = launch["options"].encode()
        if self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), options, None, None) != 0:
            log = ctypes.create_string_buffer(1 << 16)
            self.cl.clGetProgramBuildInfo(program, self.device, 0x1183,
                                          ctypes.c_size_t(len(log)), log, None)
            raise Failure(f"{launch['name']}: the build failed:\n{log.value.decode()}")
        size = ctypes.c_size_t(0)
        self.check(self.cl.clGetProgramInfo(program, 0x1165, ctypes.c_size_t(8),
                                            ctypes.byref(size), None), "CL_PROGRAM_BINARY_SIZES")
        binary = ctypes.create_string_buffer(size.value)
        pointers = (ctypes.c_char_p * 1)(ctypes.addressof(binary))
        self.check(self.cl.clGetProgramInfo(program, 0x1166, ctypes.c_size_t(8), pointers, None),
                   "CL_PROGRAM_BINARIES")
        return binary.raw.rstrip(b"\0").decode()


def as_cuda(ptx):
    """The environment registers hold OpenCL's global offset, which a CUDA launch leaves unset."""
    return re.sub(r"(mov\.[bu]32\s+%\w+), %envreg\d+;", r"\1, 0;", ptx)


def replay(folder):
    """The child that ncu watches: launches every kernel once, in order."""
    import cupy
    import numpy as np

    with open(os.path.join(folder, "launches.json"), encoding="utf-8") as file:
        launches = json.load(file)
    for n, launch in enumerate(launches):
        with open(os.path.join(folder, "last"), "w", encoding="utf-8") as file:
            file.write(launch["name"])
        module = cupy.RawModule(path=os.path.join(folder, f"{n}.ptx"))
        args = []
        for arg in launch["args"]:
            kind, value = arg.split(":")
            if kind == "buf":
                args.append(cupy.asarray(np.arange(int(value) // 4, dtype=np.int32)))
            else:
                args.append(np.int32(value) if kind == "i" else np.float32(value))
        local = launch["local"] + [1] * (3 - len(launch["local"]))
        groups = [g // l for g, l in zip(launch["global"], launch["local"])]
        groups += [1] * (3 - len(groups))
        module.get_function(launch["kernel"])(tuple(groups), tuple(local), tuple(args))
        cupy.cuda.Device().synchronize()


def number(text):
    """A value as ncu prints it; what it could not read is None."""
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return None
    return int(value) if value.is_integer() else value


def record(launches, ncu):
    """Compiles, launches and counts; gives the document that is written."""
    if shutil.which(ncu) is None:
        raise Failure(f"no {ncu}; install NVIDIA Nsight Compute or name it with --ncu")
    compiler = OpenCL()
    with tempfile.TemporaryDirectory() as folder:
        for n, launch in enumerate(launches):
            with open(os.path.join(folder, f"{n}.ptx"), "w", encoding="utf-8") as file:
                file.write(as_cuda(compiler.ptx(launch)))
        with open(os.path.join(folder, "launches.json"), "w", encoding="utf-8") as file:
            json.dump(launches, file)
        command = [ncu, "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base",
                   "--print-fp", "--metrics", ",".join(METRICS.values()), sys.executable,
                   os.path.abspath(__file__), "--replay", folder]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        last = "none"
        if os.path.exists(os.path.join(folder, "last")):
            with open(os.path.join(folder, "last"), encoding="utf-8") as file:
                last = file.read()
    table = [line for line in run.stdout.splitlines() if line.startswith('"')]
    if run.returncode != 0 or not table:
        said = [line for line in run.stdout.splitlines() if line.startswith("==ERROR==")]
        raise Failure("\n".join([f"ncu failed ({run.returncode}) at launch {last}:", *said[-5:],
                                 run.stderr[-2000:]]))
    rows = [row for row in csv.DictReader(table) if row["ID"] != ""]
    rows = [row for row in rows if row["Kernel Name"] in {l["kernel"] for l in launches}]
    if [row["Kernel Name"] for row in rows] != [l["kernel"] for l in launches]:
        raise Failure("ncu did not see the launches in their order")
    kernels = []
    for launch, row in zip(launches, rows):
        counters = {name: number(row.get(metric, "")) for name, metric in METRICS.items()}
        kernels.append({"name": launch["name"], "launch": launch["line"], "counters": counters})
    version = subprocess.run([ncu, "--version"], capture_output=True, text=True, check=False).stdout
    return {"device": compiler.device_name, "driver": compiler.driver,
            "ncu": version.strip().splitlines()[-1], "date": datetime.date.today().isoformat(),
            "script": "tests/lens/record_counters.py", "metrics": METRICS, "kernels": kernels}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("launches", nargs="?", help="file with one launch a line")
    parser.add_argument("--launch", action="append", default=[], help="one launch")
    parser.add_argument("--out", help="write JSON here instead of to the terminal")
    parser.add_argument("--ncu", default="ncu", help="Nsight Compute's command line program")
    parser.add_argument("--replay", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.replay:
        replay(args.replay)
        return 0
    lines = list(args.launch)
    if args.launches:
        with open(args.launches, encoding="utf-8") as file:
            lines += [line.split("#")[0] for line in file]
    launches = [parse_launch(line) for line in lines if line.strip()]
    if not launches:
        parser.error("nothing to launch: name a file of launches or use --launch")
    document = json.dumps(record(launches, args.ncu), indent=1)
    # One line a kernel: the file is read by people too.
    document = re.sub(r"\n {4,}", " ", document)
    if args.out:
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(document + "\n")
    else:
        print(document)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"record_counters.py: {failure}", file=sys.stderr)
        sys.exit(3)
