"""Tables of other solvers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from minclue.analysis import Wrong
from minclue.analysis.folders.solvers import make


def record(name: str, solver: str, way: str, status: str, lower: int, cpu: float, **more: Any) -> dict[str, Any]:
    of = {"schema": "minclue-solvers/1", "id": name, "shape": "3x3", "solver": solver, "way": way, "status": status}
    of |= {"time_limit": 120.0, "max_sets": 500, "seed": 1, "solver_version": "1", "settings": {"gap": 0}, "lacks": ""}
    trail = [{"lower_bound": lower - 2, "seconds": 1.0, "cpu_seconds": 0.5}]
    trail += [{"lower_bound": lower, "seconds": 9.0, "cpu_seconds": 2.5}]
    of |= {"lower_bound": lower, "seconds": 2 * cpu, "cpu_seconds": cpu, "bounds": trail, "start": {"n_sets": 500}}
    return of | {"oracle": {"n_calls": 3, "seconds": 0.5}, "n_rounds": 2, "n_learned": 7, **more}


def refusal(solver: str, way: str) -> dict[str, Any]:
    of = {"schema": "minclue-solvers/1", "id": None, "solver": solver, "way": way, "status": "refused"}
    return of | {"error": "one level only"}


def write(*records: dict[str, Any]) -> Path:
    folder = Path("results/solvers")
    folder.mkdir(parents=True)
    (folder / "records.jsonl").write_text("".join(json.dumps(of) + "\n" for of in records))
    return folder


def test_bounds_stand_after_the_same_seconds_of_the_processor() -> None:
    ours = record("22", "minclue-native", "own", "optimal", 17, 2.6, upper_bound=17)
    small = record("4x4-001", "highs", "loop", "optimal", 4, 0.25) | {"shape": "2x2"}
    late = record("22", "highs", "loop", "time_limit", 15, 6.0)
    folder = write(late, ours, refusal("highs", "lazy"), refusal("highs", "bilevel"), small)
    files, figures = make(folder, Path())
    text = files["tables.md"]
    # After 1 and 3 seconds, since no run took ten: of one that has ended all is known.
    assert "| own | minclue-native | optimal | 15 | 17 | 17 | 17 | 2.6 | 5.2 |" in text
    assert "| loop | highs | time_limit | 13 | 15 | 15 |  | 6.0 | 12.0 | 500 | 7 | 2 | 0.5 |" in text
    assert "| highs | lazy, bilevel | one level only |" in text
    assert "| 2x2 | loop | highs | 1 | 1 | 0.25 | 0.25 | 0.25 |" in text
    points = figures["bounds"].table.points()
    assert [(point["run"], point["lower_bound"]) for point in points] == [
        ("minclue-native", 15),
        ("minclue-native", 17),
        ("highs, loop", 13),
        ("highs, loop", 15),
    ]


def test_the_newest_record_of_a_run_counts() -> None:
    runs = [record("22", "highs", "loop", "time_limit", lower, 6.0) for lower in (14, 15)]
    longer = record("22", "highs", "loop", "time_limit", 16, 40.0, cpu_limit=400.0)
    files, figures = make(write(*runs, longer), Path())
    text = files["tables.md"]
    assert "Grid 22, 120 s of wall-clock time" in text and "Grid 22, 400 s of the processor" in text
    assert text.count("| loop | highs | time_limit |") == 2 and "| 14 |  | 6.0 |" not in text
    # The picture has the longest run.
    assert [point["lower_bound"] for point in figures["bounds"].table.points()] == [14, 16]


def test_a_bound_above_a_puzzle_makes_no_table() -> None:
    ours = record("22", "minclue-native", "own", "optimal", 17, 3.0, upper_bound=17)
    with pytest.raises(Wrong, match="22: 18 clues are wanted, and 17 are enough"):
        make(write(ours, record("22", "highs", "loop", "time_limit", 18, 6.0)), Path())
