"""Shares of grids with their intervals."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from minclue.analysis import Wrong
from minclue.analysis.folders import Missing
from minclue.analysis.folders.distribution import make


def test_every_minimum_has_its_share(tmp_path: Path) -> None:
    grids = pd.DataFrame({"grid": ["a", "b", "c", "d"], "minimum": [18, 19, 19, 19], "nodes": 10**6, "seconds": 2.0})
    grids.to_csv(tmp_path / "minima.csv", index=False)
    grids.assign(puzzles=[0, 0, 1, 0])[["grid", "puzzles", "nodes", "seconds"]].to_csv(
        tmp_path / "clues-17.csv", index=False
    )
    text = make(tmp_path, tmp_path)[0]["tables.md"]
    assert "Minima of 4 uniform grids" in text and "| 19 | 3 | 75.00 |" in text and "| 17 | 0 | 0.00 |" in text
    assert "All puzzles with 17 clues of 4 uniform grids" in text and "| 1 | 1 | 25.00 |" in text


def test_digests_of_groups_stand_below_that_of_all(tmp_path: Path) -> None:
    grids = pd.DataFrame({"grid": ["a"], "minimum": [17], "nodes": 1, "seconds": 1.0})
    grids.to_csv(tmp_path / "minima.csv", index=False)
    groups = pd.DataFrame(
        {"from": ["all", "r00000", "r01000"], "grids": [5, 2, 3], "puzzles": [7, 3, 4], "sha256": ["aa", "bb", "cc"]}
    )
    groups.to_csv(tmp_path / "known-digests.csv", index=False)
    text = make(tmp_path, tmp_path)[0]["tables.md"]
    assert text.index("| all | 5 | 7 | aa |") < text.index("| r00000 | 2 | 3 | bb |") < text.index("| r01000 |")
    groups.assign(puzzles=[8, 3, 4]).to_csv(tmp_path / "known-digests.csv", index=False)
    with pytest.raises(Wrong, match="puzzles of all groups"):
        make(tmp_path, tmp_path)


def test_before_the_first_campaign_there_is_nothing_to_show(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="minima.csv"):
        make(tmp_path, tmp_path)
