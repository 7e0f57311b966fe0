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
    assert ["x-1", "**13** 2.50 s", "**13** 5.00 s", "3 to", "", "0.50"] in lines


SQUARE = {"id": "m001", "way": "certificate", "square": "1221", "cpu_s": 0.5, "exit": 0, "status": "optimal", "lower": 12, "upper": 12}
SQUARE |= {"verdict": "VERIFIED minimum = 12", "check_s": 0.25, "bytes": 1500}
MATCHING = {"id": "m0001", "matched": "1-2 3-4", "status": "optimal", "lower": 1, "upper": 1}


def many(folder: Path, squares: list[dict], matchings: list[dict], windoku: str) -> Path:
    written(folder, [PROVEN], [PROVEN], [])
    for name, lines in {"latin7": squares, "matchings": matchings}.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "windoku.csv").write_text("grid,lower,upper,puzzle,nodes\n" + windoku)
    return folder


def test_many_of_one_kind_are_counted(tmp_path: Path) -> None:
    squares = [SQUARE, SQUARE | {"id": "m002", "square": "2112", "cpu_s": 1.5}]
    matchings = [MATCHING, MATCHING | {"id": "m0002", "lower": 2, "upper": 2}]
    files, _ = puzzles.make(many(tmp_path, squares, matchings, "w1-1,2,2,1..2,7\nw1-2,2,2,.12.,8\nw1-3,1,1,...3,9\nw1-4,1,2,1..3,9\n"), tmp_path)
    lines = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("|")]
    assert ["12", "2", "2", "1.00", "0.25", "1.5"] in lines
    # Wilson's interval of one of two: (1 + z^2) / (2 + z^2) around one half, with z = 1.96, is 9.45 to 90.55 %.
    assert ["1", "1", "50.00", "9.45 to 90.55"] in lines
    assert ["2", "2", "66.67"] in [line[:3] for line in lines]
    assert "Mean 1.50; 1 of them are different." in files["tables.md"]
    assert "1 of 4 grids are open: 1 at 1 to 2." in files["tables.md"]


def drawn(folder: Path, drawings: str) -> Path:
    written(folder, [PROVEN], [PROVEN], [])
    (folder / "jigsaw.csv").write_text("grid,lower,upper,puzzle,nodes\nj001-1,2,2,1..2,7\nj001-2,1,2,.12.,8\nj002-1,1,1,...3,9\n")
    (folder / "drawings.csv").write_text(f"drawing,regions,straight\n{drawings}")
    return folder


def test_drawings_have_the_mean_bounds_of_their_grids(tmp_path: Path) -> None:
    files, figures = puzzles.make(drawn(tmp_path, "j001,AABB,4\nj002,ABAB,2\n"), tmp_path)
    lines = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("|")]
    assert ["0 to 5", "2", "1.2", "1.5", "1 of 3"] in lines
    assert "mean upper bound of a drawing: 1.00." in files["tables.md"]
    assert [point["lower"] for point in figures["straight"].table.points()] == [1.5, 1.0]


def test_grids_of_other_drawings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="the grids are of other drawings"):
        puzzles.make(drawn(tmp_path, "j001,AABB,4\n"), tmp_path)


@pytest.mark.parametrize(
    ("squares", "matchings", "windoku", "what"),
    [
        ([SQUARE, SQUARE | {"id": "m002"}], [MATCHING], "", "a main class was counted twice"),
        ([SQUARE | {"status": "time_limit", "upper": 13}], [MATCHING], "", "a class is open"),
        ([SQUARE], [MATCHING | {"status": "time_limit"}], "", "a matching is open"),
        ([SQUARE], [MATCHING], "w1-1,3,3,1..2,7\n", "another number of clues"),
    ],
)
def test_what_is_no_answer_is_refused(tmp_path: Path, squares: list[dict], matchings: list[dict], windoku: str, what: str) -> None:
    windoku = windoku or "w1-1,2,2,1..2,7\n"
    with pytest.raises(Wrong, match=what):
        puzzles.make(many(tmp_path, squares, matchings, windoku), tmp_path)


def test_what_contradicts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="the bounds of x-1"):
        puzzles.make(written(tmp_path, [PROVEN], [PROVEN], [OPTUX | {"lower": 14, "upper": 14}]), tmp_path)
    with pytest.raises(Wrong, match="a certificate was refused"):
        puzzles.make(written(tmp_path, [PROVEN, CHECKED | {"verdict": "REFUSED"}], [PROVEN], []), tmp_path)


QUESTION = {"kind": "x", "id": "x-1", "way": "minclue", "n": 1000, "n_clues": 36, "n_valid": 250, "size": 4.5}
ASKED = [QUESTION | {"minimal_s": 0.5, "second_s": 0.25}]
ASKED += [QUESTION | {"way": way, "minimal_s": 1.0, "second_s": seconds} for way, seconds in (("g4", 1.0), ("cadical195", 0.125))]


def asked(folder: Path, questions: list[dict]) -> Path:
    (folder / "oracle.jsonl").write_text("".join(json.dumps(line) + "\n" for line in questions))
    return written(folder, [PROVEN], [PROVEN], [])


def test_questions_have_their_milliseconds_side_by_side(tmp_path: Path) -> None:
    other = [line | {"id": "x-2", "minimal_s": 4 * line["minimal_s"]} for line in ASKED]
    files, _ = puzzles.make(asked(tmp_path, ASKED + other), tmp_path)
    lines = [cells(line) for line in files["tables.md"].splitlines() if line.startswith("|")]
    assert ["x-1", "36", "25.0%", "0.250", "1.000", "0.125", "0.500", "1.000", "1.000"] in lines
    assert "CaDiCaL 1.9.5 takes 0.5 times as long (0.5) for any second solution" in files["tables.md"]
    assert "Glucose 4 takes 2.0 times as long (2.0) for a minimal set" in files["tables.md"]


def test_solvers_that_disagree_about_a_question_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="the answers about x-1"):
        puzzles.make(asked(tmp_path, [ASKED[0], ASKED[1] | {"n_valid": 251}, ASKED[2]]), tmp_path)
