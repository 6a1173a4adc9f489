#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""How often is a mistake recognised that is like a catalogued one, and not in the catalogue?

  tests/check/variations.py build/bin/check [--at-least 0.6]

tests/exercises/variations/NN_name/ holds them; their first line names the entry that is meant,
"// varies: NAME". They are graded as a class of their own. A guess is right if it names that entry.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check")
    parser.add_argument("--at-least", type=float, default=0.6)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="exercises that begin so")
    options = parser.parse_args()
    meant, faults = {}, []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for file in sorted((ROOT / "tests/exercises/variations").glob("*/*.c*")):
            stem = file.parent.name
            if not stem.startswith(options.only):
                continue
            name = re.match(r"// varies: (.+)", file.read_text())[1]
            entries = [re.match(r"// wrong: (.+?);", other.read_text())[1]
                       for other in (ROOT / "tests/exercises/wrong" / stem).iterdir()]
            if name not in entries:
                faults.append(f"{file.relative_to(ROOT)} varies {name}, which is not catalogued")
            student = f"{stem}.{file.stem}"
            (folder / student).mkdir()
            shutil.copy(file, folder / student / (stem + file.suffix))
            meant[student, stem] = name
        result = folder / "class.json"
        run = subprocess.run([options.check, "--grade", folder, "--json", result, "--jobs",
                              str(options.jobs)], stdout=subprocess.DEVNULL)
        rows = {(row["student"], row["exercise"]): row for row in json.loads(result.read_text())}
    right = silent = 0
    for (student, stem), name in meant.items():
        row = rows[student, stem]
        if row["status"] != "wrong":
            faults.append(f"{student} is judged {row['status']}: a variation must be wrong\n{row['message']}")
        hit = name in row["guess"]
        right += hit
        silent += row["guess"] == ""
        print(f"{'right ' if hit else 'silent' if not row['guess'] else 'WRONG '} {student} "
              f"(meant: {name}; by {row['judge']}): {row['guess']}")
    print(f"{right} of {len(meant)} variations are recognised, {silent} get no guess, "
          f"{len(meant) - right - silent} a wrong one")
    if run.returncode != 0:
        faults.append(f"check ended with {run.returncode}")
    if len(meant) < 10 and not options.only:
        faults.append("fewer than 10 variations")
    if right < options.at_least * len(meant):
        faults.append(f"fewer than {options.at_least:.0%} are recognised")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
