#!/usr/bin/env python3
"""Makes tables.md from the records of this folder. Usage: tables.py [DATA], which holds the paper's results.

It searches nothing. The paper's columns need paper_9x9_results.csv; without it they are left out.
"""

import csv
import json
import math
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).parent


def records(name, folder=HERE):
    path = folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def geomean(values):
    return math.exp(statistics.fmean(math.log(max(v, 1e-3)) for v in values))


def table(head, rows):
    """Markdown; every column after the first to the right."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" + "--:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def fastest(data):
    """By id: seconds and nodes of the fastest of the paper's runs that closed the grid."""
    path = pathlib.Path(data) / "paper_9x9_results.csv"
    best = {}
    if path.exists():
        with path.open() as file:
            for row in csv.DictReader(file):
                run = (float(row["runtime"]), int(row["node_count"]))
                if row["status"] == "Optimal":
                    best[row["instance"]] = min(best.get(row["instance"], run), run)
    return best


def paper(best):
    runs = records("paper")
    native = {r["id"]: r["minimum"] for r in records("paper", HERE.parent / "native")}
    for run in runs:
        assert run["status"] == "optimal" and run["minimum"] == native[run["id"]], run["id"]
    seconds = [run["user_s"] for run in runs]
    text = f"All {len(runs)} are proven optimal, with the minima of the native engine. CPU seconds: mean "
    text += f"{statistics.fmean(seconds):.2f}, geometric mean {geomean(seconds):.2f}, worst {max(seconds):.2f}; "
    text += f"largest resident set {max(run['max_rss_kib'] for run in runs) / 1024:.0f} MB.\n\n"
    both = [(run["user_s"], best[run["id"]][0]) for run in runs if run["id"] in best]
    if both:
        ours, theirs = geomean([a for a, _ in both]), geomean([b for _, b in both])
        text += f"On the {len(both)} grids that some setting of the paper closed: geometric mean {ours:.2f} s, the paper's "
        text += f"fastest settings {theirs:,.0f} s.\n\n"
    rows = [
        [r["id"], r["minimum"], f"{r['root_bound']:.2f}", f"{r['n_nodes']:,}", f"{r['n_lps']:,}", f"{r['n_leaves']:,}",
         f"{r['n_leaf_nodes']:,}", f"{r['user_s']:.2f}"]
        for r in runs
    ]
    head = ["id", "minimum", "root bound", "nodes", "LPs", "leaves", "nodes of leaves", "CPU s"]
    return text + table(head, rows)


def linear(best):
    rows, ratios = [], []
    for r in records("lp"):
        bounds = f"{r['lower_bound']}" if r["status"] == "optimal" else f"{r['lower_bound']} to {r['upper_bound']}"
        row = [r["id"], bounds, f"{r['n_nodes']:,}", f"{r['n_lps']:,}", f"{r['user_s']:.1f}"]
        if r["id"] in best:
            theirs, nodes = best[r["id"]]
            row += [f"{nodes:,}", f"{theirs:,.0f}", f"{theirs / r['user_s']:,.0f}"]
            if r["status"] == "optimal":
                ratios.append(theirs / r["user_s"])
        rows.append(row)
    head = ["id", "minimum", "nodes", "LPs", "CPU s"]
    text = table(head + ["paper, nodes", "paper, s", "ratio"] if best else head, rows)
    if ratios:
        text += f"\nGeometric mean of the ratios of the {len(ratios)} grids that were closed: {geomean(ratios):,.0f}.\n"
    return text


def root():
    cells = {}
    for r in records("root"):
        _, _, _, rows, _, cuts, *_ = r["arguments"]
        cells[r["id"], rows, cuts] = (r["root_bound"], r["user_s"])
    ids = list(dict.fromkeys(key[0] for key in cells))
    kinds = ["none", "parts", "lines", "digits"]
    head = ["id", *(f"{rows}{mark}" for rows in kinds for mark in ("", " + zero-half"))]
    rows = [[i, *(f"{cells[i, rows, cuts][0]:.3f}" for rows in kinds for cuts in ("none", "zero-half"))] for i in ids]
    seconds = [[i, *(f"{cells[i, rows, 'none'][1]:.1f}" for rows in kinds)] for i in ids]
    return table(head, rows) + "\nCPU seconds without zero-half rows:\n\n" + table(["id", *kinds], seconds)


def exhaust():
    rows = []
    for r in records("exhaust"):
        region, least = r["arguments"][3], int(r["arguments"][5])
        rows.append([f"id {r['id']}, no {least - 1} clues", region, f"{r['n_nodes']:,}", f"{r['n_lps']:,}", f"{r['user_s']:.1f}"])
    return table(["question", "region rows", "nodes", "LPs", "CPU s"], rows)


def inequalities():
    runs = {}
    for r in records("inequalities"):
        n, least = r["arguments"][5], int(r["arguments"][7])
        runs.setdefault(f"id {r['id']}, no {least - 1} clues", {})[n] = r
    counts = list(dict.fromkeys(n for line in runs.values() for n in line))
    rows = [[name, *(f"{line[n]['n_nodes']:,} in {line[n]['user_s']:.1f}" for n in counts)] for name, line in runs.items()]
    return table(["question", *counts], rows)


def ablation():
    runs = {}
    for r in records("ablation"):
        arguments = r["arguments"][2 : r["arguments"].index("--at-least")]
        runs.setdefault(" ".join(arguments), {})[r["id"]] = r
    ids = list(dict.fromkeys(i for line in runs.values() for i in line))

    def cell(r):
        if r is None:
            return "not run"
        mark = " (limit)" if r["status"].endswith("_limit") else ""
        return f"{r['n_nodes']:,} in {r['user_s']:.1f}{mark}"

    rows = [[f"`{name}`", *(cell(line.get(i)) for i in ids)] for name, line in runs.items()]
    return table(["settings", *(f"id {i}" for i in ids)], rows)


if __name__ == "__main__":
    best = fastest(sys.argv[1] if len(sys.argv) > 1 else "../shared/data")
    parts = [
        ("The fifty grids with `--leaf auto`", lambda: paper(best)),
        ("Linear programs alone", lambda: linear(best)),
        ("Root bounds", root),
        ("One number of clues refuted by linear programs alone", exhaust),
        ("Numbers of start inequalities: nodes and CPU seconds of linear programs alone", inequalities),
        ("What each part gains: nodes and CPU seconds to refute 15 clues", ablation),
    ]
    text = "# Tables of the branch and cut\n"
    for title, part in parts:
        text += f"\n## {title}\n\n{part()}"
    (HERE / "tables.md").write_text(text)
