"""Shares of grids with their intervals."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from minclue.analysis.folders.distribution import make, wilson


@pytest.mark.parametrize(
    ("n_hits", "n", "low", "high"),
    # Values of the textbook formula, by hand; nothing and all are at the ends.
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (240, 1000, 0.2146, 0.2674)],
)
def test_an_interval_is_that_of_wilson(n_hits: int, n: int, low: float, high: float) -> None:
    assert wilson(n_hits, n) == pytest.approx((low, high), abs=5e-5)


def test_every_minimum_has_its_share(tmp_path: Path) -> None:
    grids = pd.DataFrame({"grid": ["a", "b", "c", "d"], "minimum": [18, 19, 19, 19], "nodes": 10**6, "seconds": 2.0})
    grids.to_csv(tmp_path / "minima.csv", index=False)
    grids.assign(puzzles=[0, 0, 1, 0])[["grid", "puzzles", "nodes", "seconds"]].to_csv(tmp_path / "clues-17.csv", index=False)
    text = make(tmp_path, tmp_path)[0]["tables.md"]
    assert "Minima of 4 uniform grids" in text and "| 19 | 3 | 75.00 |" in text and "| 17 | 0 | 0.00 |" in text
    assert "All puzzles with 17 clues of 4 uniform grids" in text and "| 1 | 1 | 25.00 |" in text
