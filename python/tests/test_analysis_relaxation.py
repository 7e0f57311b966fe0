"""The tables of the published relaxation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders.relaxation import beside, numbers, split, studied

THEIRS = pd.DataFrame(
    {
        "instance": ["22", "3"],
        "cut_count": [1000, 1000],
        "lower": [17.0, 16.0],
        "best": [17.0, 17.0],
        "nodes": [200_000, 1_000_000],
        "runtime": [8000.0, 345_600.0],
        "closed": [True, False],
    }
)


def run(id: str, count: str, nodes: int, **more: Any) -> dict[str, Any]:
    record = {"status": "optimal", "lower_bound": 17, "upper_bound": 17, "n_nodes": nodes}
    record |= {"search": {"cpu_seconds": 10.0}, "settings": {"relaxation": "published"}}
    return {"instance": id, "what": "solve", "count": count, "record": record | more}


def runs_of(folder: Path, *runs: dict[str, Any]) -> pd.DataFrame:
    lines = [{"instance": "22", "what": "sets", "count": "1000", "record": {}}, *runs]
    (folder / "runs.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return studied(folder / "runs.jsonl")


def test_nodes_and_the_cost_of_a_node_are_told_apart(tmp_path: Path) -> None:
    stopped = run("3", "1000", 900, status="time_limit", lower_bound=16, upper_bound=18)
    runs = beside(runs_of(tmp_path, run("22", "1000", 50_000), stopped, run("22", "0", 80_000)), THEIRS)
    text = numbers(runs)
    assert "| 1000 | 2 | 1 | 1 | 1 | 50,000 | 200,000 | 4.0 | 0.000200 | 0.040 | 200 | 10 | 8,000 |" in text
    assert "| 0 | 1 | 1 |  |  |  |" in text
    table = split(runs[runs["count"] == 1000])
    assert "| 22 | 17 | 50,000 | 200,000 | 4.0 | 0.000200 | 0.040 | 200 | 10.0 | 8,000 |" in table
    assert table.index("| 3 | 16 to 18 |") < table.index("| 22 |")


@pytest.mark.parametrize(
    "more", [{"lower_bound": 18, "upper_bound": 18}, {"upper_bound": 16, "lower_bound": 16}, {"settings": {"relaxation": "full"}}]
)
def test_runs_that_contradict_the_paper_are_refused(tmp_path: Path, more: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        beside(runs_of(tmp_path, run("22", "1000", 50_000, **more)), THEIRS)


def test_a_run_stands_once(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="twice"):
        runs_of(tmp_path, run("22", "1000", 1), run("22", "1000", 1))
