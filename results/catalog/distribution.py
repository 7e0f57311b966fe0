"""What `results/catalog/run-distribution` keeps of campaigns: short tables of long records. Nothing but Python is needed."""

import csv
import hashlib
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


def run(folder, collected):
    """The status of a campaign on standard input, who made it and how it was collected, as one line of `campaigns.jsonl`."""
    status, made = json.load(sys.stdin), json.loads((Path(folder) / "campaign.json").read_text())
    kept = ("n_inputs", "n_tasks", "n_chunks", "statuses", "seconds", "other_programs")
    if os.environ.get("BUSY"):
        status.pop("seconds", None)
    line = {"campaign": Path(folder).name} | {key: status[key] for key in kept if key in status}
    line |= {key: made[key] for key in ("version", "program_sha256") if key in made}
    print(json.dumps(line | {"collected": collected}))


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
    n = len(grids) if n == "all" else min(int(n), len(grids))
    chosen = random.Random(1).sample(sorted(grids.items(), key=lambda item: item[1]), n)
    for grid, number in sorted(chosen, key=lambda item: item[1]):
        print(f"r{number:05d}", grid)


def puzzles(path):
    for record in lines(path):
        if "puzzle" in record:
            print(record["id"], record["puzzle"])


def compare(work, name, table, digests):
    """Is every known puzzle found, and which are unknown? Puzzles are compared by their minlex forms."""
    work = Path(work)
    of_grid = defaultdict(set)
    for grid, puzzle in zip(lines(work / "known-grids.jsonl"), lines(work / "known-puzzles.jsonl"), strict=True):
        of_grid[grid["minlex"]].add(puzzle["minlex"])
    found = defaultdict(set)
    for record in lines(work / f"{name}-found.jsonl"):
        found[record["id"]].add(record["minlex"])
    done = {r["id"]: r for r in lines(work / f"{name}.jsonl") if r["schema"].startswith("minclue-enumeration")}
    rows, groups = [], defaultdict(list)
    with (work / f"{name}.txt").open() as file:
        for grid, form in (line.split() for line in file):
            assert done[grid]["complete"], done[grid]
            known, ours = of_grid[form], found[grid]
            for puzzle in sorted(ours - known):
                print("unknown:", grid, puzzle)
            row = {"grid": grid, "known": len(known), "found": len(ours), "lost": len(known - ours), "new": len(ours - known)}
            rows.append(row | {"nodes": done[grid]["n_nodes"], "seconds": seconds_of(done[grid])})
            groups[grid[:-3] + "000"].append(ours)
    merged(table, rows, ["grid", "known", "found", "lost", "new", "nodes", "seconds"])
    # The grids of a group are part of what its digest says, so a campaign of some grids leaves those of all alone.
    groups["all"] = [puzzles for group in groups.values() for puzzles in group]
    of_groups = [
        {"from": first, "grids": len(group), "puzzles": sum(map(len, group)), "sha256": digest(set().union(*group))}
        for first, group in groups.items()
    ]
    if len(rows) == len(of_grid):
        Path(digests).unlink(missing_ok=True)
        merged(digests, of_groups, ["from", "grids", "puzzles", "sha256"])
    print(json.dumps(of_groups[-1]))
    lost = sum(row["lost"] for row in rows)
    new = sum(row["new"] for row in rows)
    print(f"{len(rows)} grids: {sum(row['found'] for row in rows)} puzzles found, {lost} known ones not, {new} unknown")
    sys.exit(1 if lost else 0)


def digest(puzzles):
    return hashlib.sha256("".join(f"{puzzle}\n" for puzzle in sorted(puzzles)).encode()).hexdigest()


verb, *words = sys.argv[1:]
if verb == "draw":
    draw(*words)
else:
    {"run": run, "minima": minima, "clues": clues, "puzzles": puzzles, "compare": compare}[verb](*words)
