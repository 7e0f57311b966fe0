"""Tables of `results/toolkit`, and records that cannot all be true."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders import toolkit

RUN = {"id": "a", "status": "optimal", "lower_bound": 3, "upper_bound": 3, "optimum": 3, "engine": "native", "n_nodes": 10, "n_sets": 4}
ASKED = RUN | {"n_follower_solves": 1234}
OTHER = ASKED | {"engine": "bilevel", "status": "time_limit", "lower_bound": 2, "upper_bound": 5, "optimum": None}
TRS = {"group": "TRS, 15 items", "id": "TRS_15_4_1", "status": "optimal", "n_nodes": 5, "cpu_s": 0.5, "n_follower_solves": 7}
TRS |= {"is_published": True}


def written(folder: Path, published: list[dict], bilevel: list[dict]) -> Path:
    both = [RUN, RUN | {"engine": "bilevel"}]
    files = {"published": published, "bilevel": bilevel, "explain": both, "hitting": both}
    for part, runs in files.items():
        (folder / f"{part}.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    (folder / "known.json").write_text('{"a": 3}')
    return folder


def test_engines_stand_side_by_side(tmp_path: Path) -> None:
    stopped = TRS | {"group": "TRS, 20 items", "id": "TRS_20_5_1", "cpu_s": 2.0, "status": "time_limit", "is_published": False}
    more = [TRS, TRS | {"id": "TRS_15_4_2", "n_nodes": 15, "cpu_s": 1.5}, stopped]
    files, figures = toolkit.make(written(tmp_path, more, [ASKED, OTHER]), tmp_path)
    lines = files["tables.md"].splitlines()
    assert figures == {}
    assert any(cells(line) == ["TRS, 15 items", "2", "2", "0", "10", "15", "1.00", "1.50", "7"] for line in lines)
    assert any(cells(line) == ["TRS, 20 items", "1", "0", "1", "5", "5", "2.00", "2.00", "7"] for line in lines)
    assert any(cells(line) == ["a", "3", "10", "1,234", "2 to 5", "10", "1,234"] for line in lines)


PEER = {"kind": "bilevel", "group": "clique", "id": "c", "program": "mibs", "limit_s": 4.0, "status": "optimal"}
PEER |= {"upper_bound": 5, "cpu_s": 1.0}


def with_peers(folder: Path, runs: list[dict]) -> Path:
    (folder / "peers.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    return written(folder, [TRS], [ASKED, OTHER])


def test_programs_have_their_limit_where_they_do_not_end(tmp_path: Path) -> None:
    slow = PEER | {"id": "d", "status": "open", "cpu_s": 4.1}
    ours = PEER | {"program": "native", "lower_bound": 5, "cpu_s": 0.5}
    files, _ = toolkit.make(with_peers(tmp_path, [PEER, slow, ours, ours | {"id": "d"}]), tmp_path)
    rows = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("| clique")]
    assert rows == [
        ["clique", "minclue, native", "2", "2", "0.50", "0.50"],
        ["clique", "mibs", "2", "1", "2.50", "4.00"],
    ]


def test_programs_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    ours = PEER | {"program": "native", "lower_bound": 5}
    with pytest.raises(Wrong, match="the optimum of c"):
        toolkit.make(with_peers(tmp_path, [PEER | {"upper_bound": 6}, ours]), tmp_path)
    with pytest.raises(Wrong, match="the bounds of c"):
        toolkit.make(with_peers(tmp_path, [PEER | {"status": "open", "upper_bound": 4}, ours | {"status": "open"}]), tmp_path)


SOLVED = {"status": "optimal", "lower_bound": 7, "upper_bound": 7, "cpu_s": 4.0, "is_verified": True, "verify_cpu_s": 1.0}
GENERAL = {"group": "xuwang_10", "id": "xuwang_10_1", "limit_s": 9.0, "minclue": SOLVED}
GENERAL |= {"mibs": {"status": "optimal", "upper_bound": 7, "cpu_s": 1.0}}


def with_general(folder: Path, runs: list[dict]) -> Path:
    (folder / "general.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    return written(folder, [TRS], [ASKED, OTHER])


def test_general_programs_stand_beside_mibs(tmp_path: Path) -> None:
    still = {"status": "time_limit", "lower_bound": 1, "upper_bound": 9, "cpu_s": 9.3}
    slow = GENERAL | {"id": "xuwang_10_2", "minclue": still, "mibs": {"status": "open", "cpu_s": 9.5}}
    fast = GENERAL | {"id": "xuwang_10_3", "minclue": SOLVED | {"cpu_s": 0.001, "verify_cpu_s": 0.0}}
    files, _ = toolkit.make(with_general(tmp_path, [GENERAL, slow]), tmp_path)
    rows = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("| xuwang")]
    assert rows == [["xuwang_10", "2", "1", "1", "6.00", "25%", "1", "3.00"]]
    alone = {name: value for name, value in fast.items() if name != "mibs"}
    files, _ = toolkit.make(with_general(tmp_path, [alone]), tmp_path)
    rows = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("| xuwang")]
    assert rows == [["xuwang_10", "1", "1", "1", "0.01", "0%"]]


def test_general_answers_have_to_be_verified_and_those_of_mibs(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="not verified"):
        toolkit.make(with_general(tmp_path, [GENERAL | {"minclue": SOLVED | {"is_verified": False}}]), tmp_path)
    with pytest.raises(Wrong, match="not that of MibS"):
        toolkit.make(with_general(tmp_path, [GENERAL | {"is_wrong": True}]), tmp_path)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split("|")]


def test_what_contradicts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="a is 3"):
        toolkit.make(written(tmp_path, [TRS], [ASKED | {"optimum": 4}, OTHER]), tmp_path)
    with pytest.raises(Wrong, match="the bounds of a"):
        toolkit.make(written(tmp_path, [TRS], [ASKED, OTHER | {"lower_bound": 4}]), tmp_path)
    with pytest.raises(Wrong, match="the published one"):
        toolkit.make(written(tmp_path, [TRS | {"is_published": False}], [ASKED, OTHER]), tmp_path)
