"""The tables of the no-good loop, of records counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from minclue.analysis import Wrong
from minclue.analysis.folders import Missing
from minclue.analysis.folders.nogood import make

HEAD = "instance,seconds_to_2,seconds_to_50,sets_by_size\n"


def solve(m: int, cpu: float, found: bool, **more: Any) -> dict[str, Any]:
    return {"m": m, **({"size": m} if found else {}), "cpu_seconds": cpu, "simplex_iterations": 0, "nodes": 0} | more


# Two sets of 4 cells, the first after an LP, and one of 6 that is an image; size 5 is exhausted.
SOLVES = [
    solve(3, 0.5, False),
    solve(4, 0.25, True, simplex_iterations=9, nodes=1),
    solve(4, 0.25, True),
    solve(4, 2.0, False),
    solve(5, 3.0, False),
    solve(6, 15.0, True),
    solve(6, 0.0, True, image=True),
]
RECORD = {"status": "max_reached", "n_sets": 4, "by_size": {"4": 2, "6": 2}, "complete_to": 5, "iterations": SOLVES}


def line(part: str, way: str, record: dict[str, Any], id: str = "7") -> str:
    return json.dumps({"part": part, "id": id, "backend": "highs", "way": way, "wanted": 9, "record": record}) + "\n"


def made(folder: Path, *lines: str, sizes: str = "4:2 6:5 8:1") -> dict[str, str]:
    (folder / "nogood.jsonl").write_text("".join(lines))
    (folder / "paper_9x9_set_generation.csv").write_text(f"{HEAD}7,100.0,,{sizes}\n")
    return make(folder, folder)[0]


def test_every_set_waits_since_the_one_before(tmp_path: Path) -> None:
    half = {**RECORD, "n_sets": 2, "status": "time_limit", "by_size": {"4": 2}, "complete_to": 3, "iterations": SOLVES[:3]}
    runs = [line("worth", "as published", RECORD), line("worth", "value", half), line("sets", "value", RECORD)]
    files = made(tmp_path, *runs)
    text = files["tables.md"]
    # 4 sets in 21 s, and 2 in 1 s: 0.19 and 2.00 a second.
    assert "| highs | as published | 4 | yes | 21.0 | 0.19 | 1.0 | 3 | 1 |" in text
    assert "| highs | value | 2 | time limit | 1.0 | 2.00 | 10.5 | 2 | 1 |" in text
    # The paper has a time for 2 sets: it took 100 s, and we 0.5 + 0.25 + 0.25.
    assert "| value, highs | 7 | 4 | 9 | 3 | 1 | 5 | 9 | 1 | 21 | 5.250 | 2 | 1 | 100 |" in text
    assert "| 0.1 to 1 | 2 |" in text and "| 10 to 30 | 1 | 42,389 |" in text
    assert "value, highs,3,20,21,1" in files["figure-2.csv"] or "\"value, highs\",3,20,21,1" in files["figure-2.csv"]


def test_records_that_contradict_each_other_or_the_paper_are_refused(tmp_path: Path) -> None:
    other = {**RECORD, "by_size": {"4": 3, "6": 1}}
    with pytest.raises(Wrong, match="sets of 4 cells"):
        made(tmp_path, line("sets", "value", RECORD), line("sets", "deep 60", other))
    with pytest.raises(Wrong, match="sets of 4 cells"):
        made(tmp_path, line("sets", "value", RECORD), sizes="4:1 6:5")


def test_without_the_sets_of_the_paper_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "nogood.jsonl").write_text(line("sets", "value", RECORD))
    with pytest.raises(Missing, match="paper_9x9_set_generation"):
        make(tmp_path, tmp_path)
