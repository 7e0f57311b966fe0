"""Makes tables.md and the plots from the records of this folder. Usage: tables.py [DATA], which holds the paper's results.

It searches nothing. The paper's column needs paper_9x9_results.csv; without it the table of the fifty grids has ours alone.
"""

import csv
import json
import math
import pathlib
import statistics
import sys
from collections import Counter

HERE = pathlib.Path(__file__).parent
CUTS = "1000"  # the paper's main setting
LIMIT = 345600  # its time limit: four days


def records(name):
    path = HERE / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def geomean(values):
    return math.exp(statistics.fmean(math.log(max(v, 1e-3)) for v in values))


def table(head, rows):
    """Markdown; every column after the first to the right."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" + "--:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def summary(values, digits=2):
    return [f"{f(values):,.{digits}f}" for f in (statistics.fmean, geomean, statistics.median, max)]


def paper_results(data, minima):
    """By id: the paper's row with CUTS start cuts, and whether any of its settings closed the grid."""
    path = pathlib.Path(data) / "paper_9x9_results.csv"
    if not path.exists():
        return {}, {}
    with path.open() as file:
        rows = list(csv.DictReader(file))
    closed = {}
    for row in rows:  # no run of the paper, of whatever setting, may contradict ours
        assert float(row["lower bound"]) - 1e-6 <= minima[row["instance"]] <= float(row["best_solution"]) + 1e-6, row
        closed[row["instance"]] = closed.get(row["instance"], False) or row["status"] == "Optimal"
    return {row["instance"]: row for row in rows if row["cut_count"] == CUTS}, closed


def fifty(data):
    runs = {r["id"]: r for r in records("processes-paper")}
    solved = records("paper")
    paper, closed = paper_results(data, {s["id"]: s["minimum"] for s in solved})
    rows, points = [], []
    for s in solved:
        run, theirs = runs[s["id"]], paper.get(s["id"])
        ours = run["user_s"]
        row = [s["id"], s["minimum"], s["status"], f"{ours:.2f}", f"{s['n_nodes']:,}", f"{s['n_sets']:,}",
               f"{run['max_rss_kib'] / 1024:.1f}"]
        if theirs:
            seconds = float(theirs["runtime"])
            lower, best = float(theirs["lower bound"]), int(float(theirs["best_solution"]))
            limit = theirs["status"] != "Optimal"
            row += [f"{lower:.1f} to {best}" if limit else best, "limit" if limit else f"{seconds:,.0f}",
                    (">= " if limit else "") + f"{seconds / ours:,.0f}", "" if closed[s["id"]] else "open"]
            points.append({"id": s["id"], "ours": round(ours, 2), "paper": round(seconds),
                           "paper_status": "closed" if not limit else "time limit" if closed[s["id"]] else "no setting closed it"})
            assert (best == s["minimum"]) if not limit else (lower <= s["minimum"] <= best), s["id"]
        rows.append(row)
    head = ["id", "minimum", "status", "CPU s", "nodes", "sets", "MB", "paper, minimum", "paper, s", "ratio", "paper, any setting"]
    ours = [r["user_s"] for r in runs.values()]
    text = ["## The fifty grids of tjusila-2023\n", table(head[: len(rows[0])], rows)]
    lines = [["native, CPU s", *summary(ours)]]
    if paper:
        theirs = [float(paper[s["id"]]["runtime"]) for s in solved]
        lines.append(["paper, s (limit counted as such)", *summary(theirs, 0)])
        lines.append(["ratio", *[f"{f(theirs) / f(ours):,.0f}" for f in (statistics.fmean, geomean, statistics.median, max)]])
    text.append(table(["", "mean", "geometric mean", "median", "worst"], lines))
    text.append(f"Sum {sum(ours):.1f} s; status {dict(Counter(s['status'] for s in solved))}; largest resident set "
                f"{max(r['max_rss_kib'] for r in runs.values()) / 1024:.1f} MB, mean "
                f"{statistics.fmean(r['max_rss_kib'] for r in runs.values()) / 1024:.1f} MB.\n")
    if points:
        plot("seconds", {
            "title": "Fifty grids: native engine and paper (points at four days are its time limit)",
            "width": 420, "height": 360, "data": {"values": points},
            "mark": {"type": "point", "filled": True, "size": 45},
            "encoding": {
                "x": {"field": "ours", "type": "quantitative", "scale": {"type": "log"}, "title": "native, CPU seconds, one core"},
                "y": {"field": "paper", "type": "quantitative", "scale": {"type": "log", "domain": [5000, 500000]},
                      "title": "paper, seconds (1000 start cuts)"},
                "color": {"field": "paper_status", "type": "nominal", "title": "paper"},
                "shape": {"field": "paper_status", "type": "nominal", "title": "paper"},
                "tooltip": [{"field": f} for f in ("id", "ours", "paper", "paper_status")]}})
    return text


def answer(record):
    if record["schema"].startswith("minclue-enumeration"):
        return record["n_puzzles"] if record["complete"] else "?"
    return "yes" if record["upper_bound"] <= record["at_most"] else "no"


def peers():
    runs = records("processes-peers")
    text = ["## Beside other programs\n"]
    titles = {"at-most-18": "A puzzle with at most 18 clues?", "all-16": "All puzzles with 16 clues",
              "all-17": "All puzzles with 17 clues", "minimal-18": "All minimal puzzles with 18 clues"}
    for what, title in titles.items():
        ours = {r["id"]: r for r in runs if r["what"] == what and r["program"] == "minclue"}
        theirs = {r["id"]: r for r in runs if r["what"] == what and r["program"] != "minclue"}
        answers = {r["id"]: answer(r) for r in records(what)}
        if not ours:
            continue
        name = next((r["program"] for r in theirs.values()), "other")
        rows = []
        for i, run in ours.items():
            row = [i, answers[i], f"{run['user_s']:.2f}"]
            if i in theirs:
                other = theirs[i]["n_puzzles"]
                said = ("yes" if other else "no") if what == "at-most-18" else other
                assert said == answers[i], (what, i, said, answers[i])
                row += [f"{theirs[i]['user_s']:.2f}", f"{theirs[i]['user_s'] / max(run['user_s'], 0.01):.1f}"]
            rows.append(row)
        mine, other = (sum(r["user_s"] for r in rs.values()) for rs in (ours, theirs))
        rows.append(["**sum**", "", f"**{mine:.2f}**"] + ([f"**{other:.2f}**", f"**{other / mine:.1f}**"] if theirs else []))
        rows.append(["mean", "", f"{mine / len(ours):.2f}"] + ([f"{other / len(theirs):.2f}", ""] if theirs else []))
        text += [f"### {title}\n", table(["id", "answer", "native, s", f"{name}, s", "ratio"][: len(rows[0])], rows)]
    return text


def threads():
    """CPU over wall-clock seconds of the same run: how many cores its two threads kept busy."""
    one = {r["id"]: r for r in records("processes-paper")}
    solved = {r["id"]: r for r in records("paper")}
    runs = records("processes-threads")
    rows = []
    for run, two in zip(runs, records("threads"), strict=True):
        i = run["id"]
        assert i == two["id"] and two["minimum"] == solved[i]["minimum"]
        if run["what"] == "threads-2":
            rows.append([i, f"{solved[i]['n_nodes']:,}", f"{two['n_nodes']:,}", f"{one[i]['user_s']:.2f}", f"{run['user_s']:.2f}",
                         f"{run['wall_s']:.2f}", f"{run['user_s'] / run['wall_s']:.2f}", f"{run['max_rss_kib'] / 1024:.1f}"])
    head = ["id", "nodes, 1 thread", "nodes, 2 threads", "CPU s, 1 thread", "CPU s, 2 threads", "wall s, 2 threads", "CPU / wall", "MB"]
    text = ["## Threads\n", table(head, rows)]
    text += [f"Two processes of one thread at once on id {r['id']}: {r['wall_s']:.2f} s wall and {r['user_s']:.2f} s CPU each.\n"
             for r in runs if r["what"] == "two-at-once"]
    return text if rows else []


def symmetry():
    runs = {(r["what"], r["id"]): r for r in records("processes-symmetry")}
    solved = records("symmetry")
    rows = []
    for (what, i), record in zip(runs, solved, strict=True):
        assert record["id"] == i
        rows.append([i, what, record["status"], record.get("minimum", "?"), f"{record['n_nodes']:,}", f"{runs[what, i]['user_s']:.2f}"])
    return ["## Symmetry\n", table(["grid", "symmetry", "status", "minimum", "nodes", "CPU s"], rows)] if rows else []


def thousand():
    solved = [r for r in records("thousand") if r["status"] == "optimal"]
    if not solved:
        return []
    seconds = sorted(r["seconds"] for r in solved)
    minima = Counter(r["minimum"] for r in solved)
    rows = [[k, n, f"{100 * n / len(solved):.1f} %",
             f"{statistics.fmean(r['seconds'] for r in solved if r['minimum'] == k):.2f}",
             f"{statistics.fmean(r['n_nodes'] for r in solved if r['minimum'] == k) / 1e6:.1f} M"] for k, n in sorted(minima.items())]
    nodes = [r["n_nodes"] / 1e6 for r in solved]
    plot("minima", {
        "title": f"Minimum number of clues of {len(solved):,} random grids", "width": 300, "height": 260,
        "data": {"values": [{"minimum": k, "grids": n} for k, n in sorted(minima.items())]}, "mark": "bar",
        "encoding": {"x": {"field": "minimum", "type": "ordinal", "title": "minimum number of clues"},
                     "y": {"field": "grids", "type": "quantitative", "title": "grids"},
                     "tooltip": [{"field": "minimum"}, {"field": "grids"}]}})
    return ["## Random grids\n", table(["minimum", "grids", "share", "mean s", "mean nodes"], rows),
            f"{len(solved):,} grids, mean minimum {statistics.fmean(r['minimum'] for r in solved):.3f}.\n\n",
            table(["", "median", "90 % within", "worst", "mean"],
                  [["million nodes", *spread(nodes, 1)], ["wall-clock s", *spread(seconds, 2)]])]


def spread(values, digits):
    values = sorted(values)
    return [f"{v:,.{digits}f}" for v in (statistics.median(values), values[math.ceil(0.9 * len(values)) - 1], values[-1],
                                         statistics.fmean(values))]


def solved_grids():
    """Minimum by name of the random grids, from both parts that solve them: they must agree where they meet."""
    minimum = {}
    for r in records("thousand") + records("opinions"):
        if r["status"] == "optimal":
            assert minimum.setdefault(r["id"], r["minimum"]) == r["minimum"], r["id"]
    return minimum


def opinions():
    minimum = solved_grids()
    runs = records("processes-opinions")
    theirs = [r for r in runs if r["program"] == "sk_is18" and r["id"] in minimum]
    for r in theirs:
        assert (minimum[r["id"]] <= 18) == (r["n_puzzles"] > 0), r["id"]
    if not theirs:
        return []
    yes = sum(r["n_puzzles"] > 0 for r in theirs)
    ours = {r["id"]: r["user_s"] for r in runs if r["program"] == "minclue"}
    return ["## Another program on the random grids\n",
            f"{len(theirs)} grids: {yes} have a puzzle with at most 18 clues and {len(theirs) - yes} have none, by both programs. CPU "
            f"seconds: {sum(r['user_s'] for r in theirs):.0f} of sk_is18 for this question, {sum(ours.values()):.0f} of minclue for the "
            f"minimum of {len(ours)} grids. Minima: {dict(sorted(Counter(minimum[r['id']] for r in theirs).items()))}.\n",
            table(["", "median", "90 % within", "worst", "mean"],
                  [["minclue, minimum, CPU s", *spread(ours.values(), 2)],
                   ["minclue, million nodes", *spread([r["n_nodes"] / 1e6 for r in records("opinions")], 1)],
                   ["sk_is18, at most 18?, CPU s", *spread([r["user_s"] for r in theirs], 2)]])]


def bilevel():
    native = solved_grids()
    rows = []
    for r in records("bilevel"):
        minimum = native.get(r["id"])
        assert minimum is None or r["lower_bound"] <= minimum <= r["upper_bound"], r["id"]
        rows.append([r["id"], minimum or "?", r["lower_bound"], r["upper_bound"], r["status"], f"{r['n_lps']:,}", f"{r['seconds']:.0f}"])
    head = ["grid", "native minimum", "bilevel, at least", "at most", "status", "LPs", "s"]
    return ["## Bounds of the other engine\n", table(head, rows)] if rows else []


def plot(name, body):
    spec = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", **body}
    (HERE / f"{name}.vl.json").write_text(json.dumps(spec, indent=1) + "\n")


def main():
    data = sys.argv[1] if len(sys.argv) > 1 else "../shared/data"
    text = ["# Tables\n\nWritten by `tables.py` from the records; `README.md` says what they mean.\n"]
    for part in (lambda: fifty(data), peers, threads, symmetry, thousand, opinions, bilevel):
        text += part()
    (HERE / "tables.md").write_text("\n".join(text))


if __name__ == "__main__":
    main()
