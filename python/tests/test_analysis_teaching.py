"""Tables of `results/teaching`, by hand, and records that cannot be true."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders import teaching

PUZZLE = {"band": "easy", "number": 0, "n_clues": 40, "ntn": 0.5, "tries": 100, "fc": 41, "mrv": 41, "ctn": 9, "level": "easy", "score": 200}
FILL = {"shape": "2x2", "share": 50, "number": 0, "n_clues": 8, "status": "done", "tries": 20}
EMPTY = {"n_solutions": 720_000, "tries": 10_000_000, "user_s": 2.0}
HARD = {"id": "a", "input": "9" + "." * 80, "n_clues": 1, "tries": 2_313_917_406, "n_exhausted": 231_391_701, "status": "done", "user_s": 7}


def written(folder: Path, **parts: list[dict]) -> Path:
    whole = {"ntn": ntn(), "larger": [FILL], "empty": [EMPTY], "hardest": [HARD]} | parts
    for part, rows in whole.items():
        (folder / f"{part}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def ntn() -> list[dict]:
    return [PUZZLE | {"number": i, "ntn": 0.1 * i, "tries": 100 - i, "n_clues": [30, 50, 40, 20][i]} for i in range(4)]


def test_rank_correlations() -> None:
    a, b = pd.Series([1, 2, 3, 4]), pd.Series([10, 30, 20, 40])
    assert teaching.spearman(a, b) == pytest.approx(0.8)
    assert teaching.spearman(a, -b) == pytest.approx(-0.8)
    # Ranks of c are 2, 1, 4, 3: 0.6 with a, 0 with b; (0.8 - 0) / sqrt((1 - 0.36) * 1) = 1.
    assert teaching.partial(a, b, pd.Series([6, 5, 8, 7])) == pytest.approx(1.0)


def test_every_table(tmp_path: Path) -> None:
    fills = [FILL | {"tries": tries} for tries in (10, 30, 2000)] + [FILL | {"status": "node_limit", "tries": 5000}] * 2
    text = teaching.make(written(tmp_path, larger=fills), tmp_path)[0]["tables.md"]
    assert "| tries | 4 | -1.00 |" in text
    # Five fills, of which two did not end: the third is the median, and the most is not known.
    assert "| 2x2 | 50 | 8 | 5 | 10 | 2,000 | more | 2 |" in text
    assert "| 720,000 | 10,000,000 | 2.0 | 21,600,000 | 100 |" in text
    assert "| a | 1 | 2,313,917,406 | 1.00 | 7.0 |" in text


def test_what_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="closed form"):
        teaching.make(written(tmp_path, hardest=[HARD | {"tries": 2_313_917_407}]), tmp_path)
    with pytest.raises(Wrong, match="NtN"):
        teaching.make(written(tmp_path, ntn=[PUZZLE | {"ntn": 1.5}], hardest=[HARD]), tmp_path)
