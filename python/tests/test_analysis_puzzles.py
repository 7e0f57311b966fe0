"""Tables of `results/puzzles`, and records that cannot all be true."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders import puzzles

PROVEN = {"kind": "x", "id": "x-1", "way": "native", "cpu_s": 2.5, "exit": 0, "status": "optimal", "lower": 13, "upper": 13}
OPEN = {"kind": "x", "id": "x-2", "way": "native", "cpu_s": 60.0, "exit": 4, "status": "time_limit", "lower": 11, "upper": 14}
CHECKED = PROVEN | {"way": "certificate", "verdict": "VERIFIED minimum = 13", "check_s": 0.5, "bytes": 12345}
OPTUX = PROVEN | {"way": "optux", "cpu_s": 5.0}
LOOP = OPTUX | {"way": "loop", "status": "time_limit", "lower": 3, "upper": None}


def written(folder: Path, squares: list[dict], kinds: list[dict], peers: list[dict]) -> Path:
    for part, runs in {"squares": squares, "kinds": kinds, "peers": peers}.items():
        (folder / f"{part}.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    (folder / "settings.json").write_text('{"limits_s": {"squares": 60.0, "kinds": 20.0, "peers": 20.0}}')
    return folder


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def test_variants_instances_and_peers_have_their_rows(tmp_path: Path) -> None:
    files, figures = puzzles.make(written(tmp_path, [PROVEN, OPEN, CHECKED], [PROVEN], [OPTUX, LOOP]), tmp_path)
    lines = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("|")]
    assert figures == {}
    assert ["x", "1 of 2", "1 with 13", "11 to 14", "2.5", "2.5", "0 of 0", "1 of 1"] in lines
    assert ["x-1", "**13** 2.50 s", "", "minimum = 13", "0.50", "12.3"] in lines
    assert ["x-2", "11 to 14", "", "", "", ""] in lines
    assert ["x-1", "**13** 2.50 s", "**13** 5.00 s", "3 to", "0.50"] in lines


def test_what_contradicts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="the bounds of x-1"):
        puzzles.make(written(tmp_path, [PROVEN], [PROVEN], [OPTUX | {"lower": 14, "upper": 14}]), tmp_path)
    with pytest.raises(Wrong, match="a certificate was refused"):
        puzzles.make(written(tmp_path, [PROVEN, CHECKED | {"verdict": "REFUSED"}], [PROVEN], []), tmp_path)
