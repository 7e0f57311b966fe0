"""Tables of `results/solvers`, and records that cannot all be true."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders import region_rows

REGION = {"id": "a", "rows": "none", "solver": "highs", "root": 12.5, "bound": 13, "best": 17, "nodes": 10, "cpu_s": 1, "status": "limit"}
SYMMETRY = REGION | {"n_sets": 3, "own_symmetry": "off", "status": "Optimal", "bound": 17}


def written(folder: Path, region: list[dict], symmetry: list[dict]) -> Path:
    for part, runs in (("region", region), ("symmetry", symmetry)):
        (folder / f"{part}.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    return folder


def test_a_row_for_each_run(tmp_path: Path) -> None:
    more = REGION | {"rows": "lines", "n_region_rows": 33, "bound": 16.5}
    files, figures = region_rows.make(written(tmp_path, [more, REGION], [SYMMETRY]), tmp_path)
    rows = [line for line in files["tables.md"].splitlines() if line.startswith("| a ")]
    assert figures == {}
    assert [row.split("|")[2].strip() for row in rows] == ["none", "lines", "none"]
    assert "| 33 |" in rows[1] and "| 16.50 |" in rows[1] and "limit" in rows[1]


def test_a_bound_above_a_point_is_refused(tmp_path: Path) -> None:
    above = REGION | {"solver": "cbc", "bound": 17.5}
    with pytest.raises(Wrong, match="bounds of a, none"):
        region_rows.make(written(tmp_path, [REGION, above], [SYMMETRY]), tmp_path)
    other = REGION | {"solver": "cbc", "root": 12.6}
    with pytest.raises(Wrong, match="linear relaxations of a, none"):
        region_rows.make(written(tmp_path, [REGION, other], [SYMMETRY]), tmp_path)
