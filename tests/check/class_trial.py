#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Grades a made-up class whose answers are known, and holds the table to them.

  tests/check/class_trial.py build/bin/check [--students 30] [--exercises 5]

Every student hands in, for each exercise, a solution, another right answer, a catalogued wrong one, the
starter or nothing. In each exercise one wrong answer is the commonest: the class's line must name it.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPOILT = 0.6  # of the answers are wrong


def answers(stem):
    """What there is to hand in: (kind, name, judge, file)."""
    base = ROOT / "tests/exercises"
    found = []
    for file in sorted((base / "wrong" / stem).iterdir()):
        head = re.match(r"// wrong: (.+?); judge: (\w+);", file.read_text())
        found.append(("wrong", head[1], head[2], file))
    for file in sorted((base / "alike" / stem).iterdir()):
        found.append(("right", file.stem, "", file))
    found.append(("right", "the solution", "", next((base / "solutions").glob(stem + ".*"))))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--exercises", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    stems = sorted(file.parent.name for file in (ROOT / "chapters").glob("*/exercise.c*"))
    stems = stems[: options.exercises]
    dice = random.Random(30)
    faults, known, truth, planted = [], {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for stem in stems:
            known[stem] = answers(stem)
            planted[stem] = dice.choice([a for a in known[stem] if a[0] == "wrong"])
        for number in range(options.students):
            student = f"student{number + 1:02}"
            (folder / student).mkdir()
            for place, stem in enumerate(stems):
                wrong = [a for a in known[stem] if a[0] == "wrong"]
                right = [a for a in known[stem] if a[0] == "right"]
                roll = (number * 7 + place * 3) % 10 / 10
                if (number + place) % 15 == 14:
                    truth[student, stem] = ("missing", "", "")
                    continue
                if roll >= SPOILT:
                    answer = dice.choice(right)
                elif (number + place) % 2 == 0 or options.students < 6:
                    answer = planted[stem]
                else:
                    answer = dice.choice(wrong)
                truth[student, stem] = answer[:3]
                target = folder / student / (stem + answer[3].suffix)
                if number % 3 == 0:  # a student who hands in a copy of the tree
                    target = folder / student / "chapters" / stem / ("exercise" + answer[3].suffix)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(answer[3], target)
        result = folder / "class.json"
        command = [options.check, "--grade", folder, "--json", result, "--jobs", str(options.jobs)]
        if len(stems) == 1:
            command.append(stems[0])
        started = time.monotonic()
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        took = time.monotonic() - started
        print(run.stdout)
        rows = json.loads(result.read_text())
    guessed = asked = 0
    seen = {(row["student"], row["exercise"]): row for row in rows}
    for (student, stem), (kind, name, judge) in truth.items():
        row = seen[student, stem]
        due = {"right": "solved", "wrong": "wrong", "missing": "missing"}[kind]
        if row["status"] != due or (kind == "wrong" and row["judge"] != judge):
            faults.append(f"{student} {stem} handed in {name}: {due} {judge} is due, the table says "
                          f"{row['status']} {row['judge']}\n{row['message']}")
        if kind == "wrong":
            asked += 1
            guessed += name in row["guess"]
    if run.returncode != 0:
        faults.append(f"check ended with {run.returncode}")
    for student in {s for s, _ in truth}:
        solved = sum(truth[student, stem][0] == "right" for stem in stems)
        if not re.search(rf"^{student} .*\b{solved} of \d+", run.stdout, re.M):
            faults.append(f"the table does not say that {student} has solved {solved}")
    for stem in stems:
        line = re.search(rf"^{stem}: most often.*$", run.stdout, re.M)
        if line and planted[stem][1] not in line[0]:
            faults.append(f"the commonest in {stem} is {planted[stem][1]}: {line[0]}")
    print(f"{len(truth)} answers in {took:.0f} s with {options.jobs} at a time; "
          f"{guessed} of {asked} wrong ones are recognised; {len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
