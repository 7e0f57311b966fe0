"""Directories of studies that are written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Run = dict[str, Any]


def write(folder: Path, settings: dict[str, Any], runs: Iterable[Run]) -> Path:
    """A directory with these settings and runs."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(settings))
    (folder / "runs.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    return folder


def grids(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "shape": "3x3", "digest": "0"} for name in names]


def inequalities(counts: Iterable[str], names: Iterable[str], **more: Any) -> dict[str, Any]:
    """Settings of a study of inequalities."""
    settings = {
        "schema": "minclue-study/1",
        "version": "0.1.0",
        "counts": list(counts),
        "sources": ["complete"],
        "leaves": ["lp"],
    }
    return settings | {"region_rows": "parts", "time_limit": 3600.0, "seed": 1, "instances": grids(*names)} | more


def solve(instance: str, count: str, status: str, bounds: tuple[int, int], seconds: float, **more: Any) -> Run:
    """A run of `solve` with leaf `lp` that took no time to generate anything. What is more goes into its record."""
    n_sets = int(count) if count != "any" else 9
    record = {"status": status, "lower_bound": bounds[0], "upper_bound": bounds[1], "n_nodes": 100, "seconds": seconds}
    record |= {"start": {"n_sets": n_sets, "seconds": 0.0}} | more
    key = {"instance": instance, "what": "solve", "source": "complete", "count": count, "leaf": record.pop("leaf", "lp")}
    exit = 0 if status == "optimal" else 4
    return {"schema": "minclue-study-run/1", **key, "jobs": 1, "process_seconds": seconds, "exit": exit, "record": record}


def sets(instance: str, count: str, source: str = "complete", **record: Any) -> Run:
    """A run of `sets`."""
    key = {"instance": instance, "what": "sets", "source": source, "count": count}
    record = {"status": "feasible", "seconds": 1.0} | record
    return {"schema": "minclue-study-run/1", **key, "jobs": 1, "process_seconds": 1.0, "exit": 0, "record": record}


def failed(run: Run, message: str = "no\nmemory", exit: int | None = 1) -> Run:
    """The same run, had it failed."""
    run = {name: value for name, value in run.items() if name not in ("record", "exit")} | {"message": message}
    return run if exit is None else run | {"exit": exit}


ENGINES = {
    "v1": ("checker2006/sets=192/order=found/form=tuple", {"source": "checker"}),
    "v2": ("checker2006/sets=256/order=overlap/form=tuple", {"source": "checker"}),
    "v3": ("dmus-basic/sets=320/order=overlap", {"source": "checker"}),
    "v4": ("dmus/sets=384/order=overlap/shrink=down", {"source": "checker"}),
    "v5": ("dmus/sets=384/order=search/shrink=down", {"source": "checker"}),
    "v6": ("dmus/sets=384/order=search/shrink=down", {"source": "region", "regions": "lin-wu"}),
    "native": ("native", {}),
}


def algorithm(label: str) -> dict[str, str]:
    """As settings have it: a version of lin-wu-2013, perhaps with `/shrink=...` or another source after `@`."""
    spec, _, source = label.partition("@")
    version, _, shrink = spec.partition("/shrink=")
    engine, start = ENGINES[version]
    if shrink:
        engine = engine.replace("shrink=down", f"shrink={shrink}")
    return {"label": label, "engine": engine} | (({"source": source}) if source else start)


def searches(labels: Iterable[str], names: Iterable[str], set_counts: Iterable[int] = (), **more: Any) -> dict[str, Any]:
    """Settings of a study of searches."""
    settings = {"schema": "minclue-search-study/1", "version": "0.1.0", "clues": 16, "time_limit": 600.0}
    settings |= {"algorithms": [algorithm(label) for label in labels], "instances": grids(*names)}
    return settings | ({"set_counts": list(set_counts)} if set_counts else {}) | more


def search(instance: str, label: str, n_sets: int, start: float, seconds: float, **more: Any) -> Run:
    """A run with all puzzles found, `start` and `seconds` of the processor for both phases; without sets it is native."""
    work: dict[str, Any] = {"cpu_seconds": seconds, "n_nodes": 1000}
    if n_sets:
        work |= {"n_candidates": 100, "n_rebuilds": 0, "n_cliques": [0] * 4, "levels": []}
    record = {"status": "done", "n_clues": 16, "n_puzzles": 0, "complete": True, "seconds": start + seconds}
    record |= {
        "start": {"n_sets": 360, "seconds": start, "cpu_seconds": start},
        "search": work | more.pop("search", {}),
    } | more
    key = {"instance": instance, "algorithm": label} | ({"n_sets": n_sets} if n_sets else {})
    head = {"schema": "minclue-search-study-run/1", **key, "jobs": 1, "process_seconds": start + seconds, "exit": 0}
    return head | {"record": record}


def limited(run: Run) -> Run:
    """The same run, had its time limit come."""
    return run | {"exit": 4, "record": run["record"] | {"status": "time_limit", "complete": False}}


def level(level: int, *numbers: int) -> Run:
    """A level of a search: nodes, disjoint sets, more, prune, shrink, none, children."""
    names = ["n_nodes", "n_disjoint", "n_more", "n_equal_prune", "n_equal_shrink", "n_equal_none", "n_equal_children"]
    return {"level": level, **dict(zip(names, numbers, strict=True)), "n_closed_by_clique": [0, 0, 0, 0]}


def classic(puzzles: int, group_puzzles: int, density_puzzles: int) -> dict[str, Any]:
    """Settings of a study of the teaching solvers."""

    def group(name: str, *tries: int) -> dict[str, Any]:
        return {"name": name, "tries": list(tries), "clues": [22, 40]}

    return {
        "schema": "minclue-classic-study/1",
        "version": "0.1.0",
        "seed": 1,
        "puzzles": puzzles,
        "group_puzzles": group_puzzles,
        "density_puzzles": density_puzzles,
        "bands": [{"name": name, "clues": clues} for name, clues in BANDS.items()],
        "groups": [group("easy", 188, 1404), group("medium", 1462, 98_072), group("very hard", 19_836, 473_842)],
        "removal": {"most_removed": 8, "most_solutions": 1_000_000},
        "densities": [0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.75],
    }


BANDS = {"easy": [41, 53], "medium": [30, 40], "difficult": [22, 29]}


def puzzle(part: str, group: str, number: int, n_clues: int | None = None, **record: Any) -> Run:
    """A run of the teaching solvers; with clues there is a puzzle, which is minimal with fewer than 26."""
    if n_clues is not None:
        record["made"] = {"puzzle": "." * 81, "n_clues": n_clues, "minimal": n_clues < 26, "attempt": 2}
    record = {"status": "done", "recipe": "", "seconds": 0.25} | record
    key = {"part": part, "group": group, "number": number}
    return {"schema": "minclue-classic-study-run/1", **key, "jobs": 1, "process_seconds": 0.5, "exit": 0, "record": record}


VARIANTS = [
    ("fc", "solved", "first"),
    ("fc", "neutralised", "first"),
    ("mrv", "solved", "first"),
    ("mrv", "solved", "random"),
]
VARIANTS += [("mrv", "neutralised", "first"), ("ctn", "solved", "first"), ("ctn", "neutralised", "first")]
VARIANTS += [("ctn", "neutralised", "random")]


def trials(fc: tuple[int, int], mrv: tuple[int, int], ctn: tuple[int, int]) -> list[dict[str, Any]]:
    """Searches with this many recursions and backtracks, whatever the rule."""
    counts = {"fc": fc, "mrv": mrv, "ctn": ctn}
    found = []
    for method, stop, ties in VARIANTS:
        tried, undone = counts[method]
        trial = {"method": method, "stop": stop, "ties": ties, "recursions": tried, "backtracks": undone}
        found.append(trial | {"depth": tried - undone})
    return found
