#!/usr/bin/env python3
"""Measures the branch and cut. Usage, from the top of the project:

    results/bilevel/run.py [PART...]        parts: paper lp independent lp-parts root exhaust inequalities ablation
                                            lp-solver models; all without a PART

MINCLUE_DATA holds paper_9x9.txt (default ../shared/data), MINCLUE is the program (default target/release/minclue).

One process at a time, one run each; every process adds a line to PART.jsonl: its record, the arguments, and user CPU
seconds, wall seconds and the largest resident set as the system counted them. The grids and puzzles of others are not
ours to copy: records name them by their ids.

A part begins anew, but for `lp`, `independent` and `lp-parts`, which take many hours: they go on with the grids that
have no line yet, and can be stopped at any time. The first two begin with the easiest grids for the paper, and end with
those that it left open. `lp-parts` is about those that `independent` did not close, the easiest ones of `lp` first.
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
subprocess.run([HERE.parent / "records", "unpack", HERE.name], check=True)
DATA = pathlib.Path(os.environ.get("MINCLUE_DATA", "../shared/data"))
MINCLUE = os.environ.get("MINCLUE", "target/release/minclue")

LP = ["--leaf", "lp"]
PARTS = ["--region-rows", "parts"]
# What differs from `--leaf lp` by itself; nothing but `lines` has a line of the native search.
ABLATION = [
    PARTS,
    ["--region-rows", "none"],
    ["--region-rows", "lines"],
    [*PARTS, "--cuts", "none"],
    [*PARTS, "--no-fixing"],
    [*PARTS, "--no-split"],
    [*PARTS, "--branching", "strong"],
    [*PARTS, "--branching", "fractional"],
    [*PARTS, "--node-order", "best"],
    [*PARTS, "--budgets", "falling"],
]


def grids():
    lines = (line.split() for line in (DATA / "paper_9x9.txt").read_text().splitlines())
    return {line[0]: line[1] for line in lines if line and len(line[1]) == 81}


def measured(part, ids, arguments):
    known = grids()
    with (HERE / f"{part}.jsonl").open("a") as file:
        for name in ids or known:
            engine = [] if "--independent" in arguments else ["--engine", "bilevel"]
            command = [MINCLUE, "solve", *engine, *arguments, "--format", "jsonl", known[name]]
            start = time.monotonic()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            text = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            if os.waitstatus_to_exitcode(status) not in (0, 4):
                sys.exit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
            record = json.loads(text)
            for named in (record, *record.get("engines", [])):
                for key in ("grid", "puzzle"):
                    named.pop(key, None)
            record |= {"id": name, "arguments": arguments, "user_s": round(usage.ru_utime, 3)}
            record |= {"wall_s": round(time.monotonic() - start, 3), "max_rss_kib": usage.ru_maxrss}
            file.write(json.dumps(record) + "\n")
            file.flush()


def models():
    """Puzzles of other kinds, whose models come without sets; they are ours."""
    with (HERE / "models.jsonl").open("a") as file:
        for kind in "coloring futoshiki kakuro latin queens slitherlink".split():
            command = [MINCLUE, "puzzle", "--engine", "bilevel", "--format", "jsonl", f"instances/puzzles/{kind}.txt"]
            for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
                record = json.loads(line)
                record = {key: record[key] for key in record if key not in ("puzzle", "clues", "problem")}
                file.write(json.dumps(record) + "\n")


def paper():
    measured("paper", [], ["--time-limit", "600"])


def runs_of(part):
    file = HERE / f"{part}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def going_on(part, order, arguments):
    """The grids of a long part that have no line yet."""
    done = {run["id"] for run in runs_of(part)}
    left = [name for name in order if name not in done]
    if left:
        measured(part, left, arguments)


def easiest_first():
    """All grids: the easiest for the paper first, then the easiest for us."""
    seconds = {}
    with (DATA / "paper_9x9_results.csv").open() as runs:
        for run in csv.DictReader(runs):
            if run["status"] == "Optimal":
                name = run["instance"]
                seconds[name] = min(float(run["runtime"]), seconds.get(name, float("inf")))
    ours = {run["id"]: run["user_s"] for run in runs_of("paper")}
    return sorted(grids(), key=lambda name: (seconds.get(name, float("inf")), ours.get(name, 0.0)))


def lp():
    going_on("lp", easiest_first(), [*LP, "--time-limit", "3600"])


def independent():
    going_on("independent", easiest_first(), ["--independent", "--time-limit", "600"])


def lp_parts():
    ours = {run["id"]: run["user_s"] for run in runs_of("lp")}
    left_open = [run["id"] for run in runs_of("independent") if run["engines"][1]["status"] != "optimal"]
    going_on("lp-parts", sorted(left_open, key=ours.get), [*LP, *PARTS, "--time-limit", "3600"])


def root():
    for rows in ("none", "parts", "lines", "digits"):
        for cuts in ("none", "zero-half"):
            arguments = [*LP, "--region-rows", rows, "--cuts", cuts, "--node-limit", "1"]
            measured("root", "22 0 3 31 36 43".split(), arguments)


def exhaust():
    for rows in ("lines", "parts"):
        measured("exhaust", ["22", "31"], [*LP, "--region-rows", rows, "--at-least", "17"])
        measured("exhaust", ["31"], [*LP, "--region-rows", rows, "--at-least", "18"])


def inequalities():
    for least, ids in (("16", ["31", "22", "0"]), ("17", ["31"])):
        for n in ("500", "1000", "3000", "5000"):
            measured("inequalities", ids, [*LP, *PARTS, "--max-sets", n, "--at-least", least, "--time-limit", "100"])


def ablation():
    for arguments in ABLATION:
        measured("ablation", "22 0 3 36 43".split(), [*LP, *arguments, "--at-least", "16", "--time-limit", "60"])


def lp_solver():
    for solver in ("dense", "highs"):
        both = [*LP, "--lp-solver", solver]
        measured("lp-solver", ["31"], [*both, "--region-rows", "lines", "--at-least", "18"])
        measured("lp-solver", ["36"], [*both, "--region-rows", "none", "--node-limit", "10000"])


if __name__ == "__main__":
    long = {"lp": lp, "independent": independent, "lp-parts": lp_parts}
    everything = {"paper": paper, **long, "root": root, "exhaust": exhaust}
    everything |= {"inequalities": inequalities, "ablation": ablation, "lp-solver": lp_solver, "models": models}
    for part in sys.argv[1:] or everything:
        if part not in long:
            (HERE / f"{part}.jsonl").unlink(missing_ok=True)
        everything[part]()
