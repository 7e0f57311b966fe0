"""What `results/catalog/run-distribution` keeps of campaigns: short tables of long records. Nothing but Python is needed."""

import csv
import json
import os
import random
import sys
from collections import defaultdict
from pathlib import Path


def seconds_of(record):
    """The seconds of a record; empty where `BUSY` says that the machine had other work, since then they mean nothing."""
    return "" if os.environ.get("BUSY") else round(record["seconds"], 3)


def lines(path):
    with open(path) as file:
        for line in file:
            yield json.loads(line)


def merged(path, rows, fields):
    """Adds rows to a table, by their names; a later row takes the place of an earlier one."""
    path = Path(path)
    known = {}
    if path.exists():
        with path.open() as file:
            known = {row[fields[0]]: row for row in csv.DictReader(file)}
    known.update({str(row[fields[0]]): row for row in rows})
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(known[name] for name in sorted(known))


def run(name):
    """The status of a campaign on standard input, as one line of `campaigns.jsonl`."""
    status = json.load(sys.stdin)
    kept = ("n_inputs", "n_tasks", "n_chunks", "statuses", "seconds", "other_programs")
    print(json.dumps({"campaign": name} | {key: status[key] for key in kept if key in status}))


def minima(path, table):
    rows = []
    for record in lines(path):
        assert record["status"] == "optimal", record
        row = {"grid": record["id"], "minimum": record["minimum"], "puzzle": record["puzzle"]}
        rows.append(row | {"nodes": record["n_nodes"], "seconds": seconds_of(record)})
    merged(table, rows, ["grid", "minimum", "puzzle", "nodes", "seconds"])


def clues(path, table):
    rows = []
    for record in lines(path):
        if record["schema"].startswith("minclue-enumeration"):
            assert record["status"] == "done" and record["complete"], record
            row = {"grid": record["id"], "puzzles": record["n_puzzles"], "nodes": record["n_nodes"]}
            rows.append(row | {"seconds": seconds_of(record)})
    merged(table, rows, ["grid", "puzzles", "nodes", "seconds"])


def draw(n, path):
    """Some of the essentially different grids of a list, each by the number of its first puzzle."""
    grids = {}
    for number, record in enumerate(lines(path), 1):
        grids.setdefault(record["minlex"], number)
    print(f"{len(grids)} essentially different grids", file=sys.stderr)
    chosen = random.Random(1).sample(sorted(grids.items(), key=lambda item: item[1]), min(n, len(grids)))
    for grid, number in sorted(chosen, key=lambda item: item[1]):
        print(f"r{number:05d}", grid)


def puzzles(path):
    for record in lines(path):
        if "puzzle" in record:
            print(record["id"], record["puzzle"])


def compare(work, table):
    """Is every known puzzle found, and which are unknown? Puzzles are compared by their minlex forms."""
    work = Path(work)
    of_grid = {record["minlex"]: set() for record in lines(work / "known-grids.jsonl")}
    for grid, puzzle in zip(lines(work / "known-grids.jsonl"), lines(work / "known-puzzles.jsonl"), strict=True):
        of_grid[grid["minlex"]].add(puzzle["minlex"])
    found = defaultdict(set)
    for record in lines(work / "found-puzzles.jsonl"):
        found[record["id"]].add(record["minlex"])
    seconds = {r["id"]: r for r in lines(work / "known.jsonl") if r["schema"].startswith("minclue-enumeration")}
    rows, lost, new = [], 0, 0
    with (work / "known.txt").open() as file:
        for name, grid in (line.split() for line in file):
            if name not in seconds:
                continue
            assert seconds[name]["complete"], seconds[name]
            known = of_grid[grid]
            lost += len(known - found[name])
            for puzzle in found[name] - known:
                new += 1
                print("unknown:", name, puzzle)
            row = {"grid": name, "known": len(known), "found": len(found[name]), "lost": len(known - found[name])}
            rows.append(row | {"new": len(found[name] - known), "seconds": seconds_of(seconds[name])})
    merged(table, rows, ["grid", "known", "found", "lost", "new", "seconds"])
    print(f"{len(rows)} grids: {sum(r['found'] for r in rows)} puzzles found, {lost} known ones not, {new} unknown")
    sys.exit(1 if lost else 0)


verb, *words = sys.argv[1:]
if verb == "draw":
    draw(int(words[0]), words[1])
else:
    {"run": run, "minima": minima, "clues": clues, "puzzles": puzzles, "compare": compare}[verb](*words)
