"""The study of the teaching solvers: tables and figures of studies that are written by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from minclue import analysis
from minclue.analysis import Report, Table
from studies import classic, failed, puzzle, trials, write


def report(settings: dict[str, Any], runs: list[dict[str, Any]]) -> Report:
    return analysis.report(write(Path("study"), settings, runs))


def lines(table: Table) -> list[str]:
    return table.csv().splitlines()[1:]


def band(name: str, number: int, n_clues: int, *counts: tuple[int, int]) -> dict[str, Any]:
    return puzzle("band", name, number, n_clues, trials=trials(*counts))


@pytest.fixture
def bands() -> Report:
    """Four puzzles of one band, one that was not made, and one of another band with more recursions by CtN than by MRV."""
    runs = [band("easy", i, clues, (50 + 10 * i, 16 + 10 * i), (30, 0), (12, 2)) for i, clues in enumerate([41, 43, 45, 53])]
    runs += [puzzle("band", "easy", 4, status="node_limit"), band("medium", 0, 30, (60, 9), (51, 0), (52, 1))]
    return report(classic(5, 0, 0), runs)


def test_recursions_and_backtracks(bands: Report) -> None:
    rows = lines(bands.tables["table-1"])
    assert len(rows) == 4 * 3 * 3
    # 50, 60, 70 and 80.
    assert rows[0] == "published,easy,FC,45,65,1.444444444,50,57.5,65,72.5,80,4"
    assert rows[2] == "published,easy,CtN,10,12,1.2,12,12,12,12,12,4"
    assert rows[6] == "published,difficult,FC,84594,,,,,,,,0"
    assert lines(bands.tables["table-2"])[0] == "published,easy,FC,12,31,2.583333333,16,23.5,31,38.5,46,4"


def test_the_order_is_said_where_it_is_known(bands: Report) -> None:
    order = bands.tables["order"]
    expected = ["published,easy,12,30,65,true", "published,medium,52,51,60,false", "published,difficult,,,,"]
    assert lines(order)[:3] == expected
    assert "published: false; all neutralised: false" in order.note
    good = [
        band(name, 0, clues, (60, 9), (51, 0), (50, 1)) for name, clues in (("easy", 41), ("medium", 30), ("difficult", 22))
    ]
    assert "published: true; all neutralised: true" in report(classic(1, 0, 0), good).tables["order"].note


def test_depths_stand_beside_the_blank_squares(bands: Report) -> None:
    # Blanks 40, 38, 36 and 28. The paper's depths are the differences of its means.
    rows = lines(bands.tables["depths"])
    assert rows[2:4] == ["published,easy,CtN,9,10,35.5", "published,medium,FC,53,51,51"]
    paper = [[line.split(",")[3] for line in rows[:9] if line.split(",")[2] == method] for method in ("FC", "MRV", "CtN")]
    assert paper == [["33", "53", "55"], ["32", "44", "54"], ["9", "25", "39"]]


def test_puzzles_stand_by_band_and_clues() -> None:
    def of(name: str, number: int, clues: int) -> dict[str, Any]:
        return band(name, number, clues, (90 - clues, 3), (81 - clues, 0), (20 + number, 0))

    runs = [of("difficult", 0, 25), of("easy", 0, 41), of("easy", 1, 50), of("easy", 2, 41)]
    expected = ["1,easy,50,31,21,40", "2,easy,41,40,20,49", "3,easy,41,40,22,49", "4,difficult,25,56,20,65"]
    assert lines(report(classic(3, 0, 0), runs).figures["figure-8"].table) == expected


@pytest.fixture
def groups() -> Report:
    fills = [(200, 0.001), (1000, 0.002), (600, 0.006)]
    runs = [puzzle("tries", "easy", i, 24 + i, fill={"tries": t, "seconds": s}) for i, (t, s) in enumerate(fills)]
    return report(classic(0, 4, 0), [*runs, puzzle("tries", "easy", 3, status="node_limit")])


def test_tries_and_milliseconds(groups: Report) -> None:
    table = groups.tables["groups"]
    rows = lines(table)
    assert len(rows) == 2 * 3
    assert rows[0] == "easy,tries,600,200,400,600,800,1000,561,188,1404,3"
    assert rows[1] == "easy,milliseconds,3,1,1.5,2,4,6,1.2,1,2,3"
    assert rows[4] == "very hard,tries,,,,,,,162500,19836,473842,0"
    # Tries are whole numbers, and milliseconds have three digits that count.
    shown = [line for line in table.markdown().splitlines() if line.startswith("| easy")]
    assert [line.split(" | ")[2] for line in shown] == ["600", "3.00"]


def test_what_was_not_made_is_counted_apart(groups: Report) -> None:
    easy = next(line for line in lines(groups.tables["making"]) if line.startswith("group,easy"))
    # 24, 25 and 26 clues, of which the first two are minimal.
    assert easy == "group,easy,22 to 40,188 to 1404,3,1,25,0.666666667,2,600,1000,0.25"


def test_our_puzzles_stand_beside_the_papers_numbers(groups: Report) -> None:
    rows = lines(groups.figures["figure-3"].table)
    assert (
        rows[:5] == [*(f"ours,easy,puzzle,{tries}" for tries in (200, 1000, 600)), "maniccam-2013,easy,mean,561"] + rows[4:5]
    )
    assert len(rows) == 3 + 3 * 3


def removals(*solutions: list[int]) -> Report:
    of = [puzzle("removal", "minimal", i, 24, removal={"removed": [], "solutions": n}) for i, n in enumerate(solutions)]
    return report(classic(0, len(of), 0), of)


def test_solutions_as_clues_are_removed() -> None:
    """Of a puzzle whose counting was given up there are the most from there on, whatever was removed; of one whose
    clues were not removed so far nothing is known."""
    table = removals([1, 3, 10, 1_000_000], [1, 2, 4, 8, 16, 32, 64, 128, 256], [1, 5]).tables["removal"]
    rows = lines(table)
    assert (rows[0], rows[1]) == ("0,1,1,1,1,1,0,3", "1,2,2.5,3,4,5,0,3")
    assert rows[4] == "4,16,250012,500008,750004,1000000,1,2"
    assert len(rows) == 9 and rows[8].endswith(",1000000,1,2")


def test_solutions_grow_from_where_the_paper_begins() -> None:
    """From 110: 220 and 550 after one and two clues more. From 200: the most after one. A third never has 109."""
    table = removals([1, 110, 220, 550], [1, 50, 200, 1_000_000], [1, 2, 3, 4, 5, 6, 7, 8, 9]).tables["growth"]
    rows = lines(table)
    assert rows[0] == "0,109,1,1,1,1,2"
    # 2 and 5000; then 5 and 5000; then 5000 alone.
    assert [row.split(",")[-4:] for row in rows[1:]] == [
        ["1251.5", "2501", "3750.5", "2"],
        ["1253.75", "2502.5", "3751.25", "2"],
        ["5000", "5000", "5000", "1"],
    ]


def test_batches_of_a_density_are_added() -> None:
    def batch(number: int, n: int, valid: int, clues: int) -> dict[str, Any]:
        return puzzle("density", "0.30", number, batch={"n_puzzles": n, "n_valid": valid, "n_clues": clues})

    rows = lines(report(classic(0, 0, 1500), [batch(0, 1000, 4, 24_500), batch(1, 500, 2, 11_500)]).tables["density"])
    assert rows[1].startswith("0.3,1500,24,6,0.004,0.001") and rows[1].endswith(",250,0.000333333,0.083333333")
    assert rows[0] == "0.25,0,,0,,,,,,"


def with_depth(run: dict[str, Any]) -> dict[str, Any]:
    run["record"]["trials"][0]["depth"] += 1
    return run


COUNTS = ((9, 4), (7, 2), (5, 0))
FILLS = [{"tries": tries, "seconds": 0.0} for tries in (188, 1405)]


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        (band("medium", 0, 30, *COUNTS), band("medium", 0, 29, *COUNTS), "band medium, 0: 29 clues are not"),
        (band("medium", 0, 40, *COUNTS), with_depth(band("medium", 0, 40, *COUNTS)), "of the recursions of FC some"),
        *[
            (
                puzzle("tries", "easy", 0, 24, fill=FILLS[0]),
                puzzle("tries", "easy", 0, 24, fill=FILLS[1]),
                "1405 tries are not",
            )
        ],
        *[
            tuple(puzzle("removal", "minimal", 0, 24, removal={"solutions": n}) for n in of) + ("fewer solutions",)
            for of in (([1, 2, 2], [1, 3, 2]), ([1], [2]))
        ],
        tuple(puzzle("density", "0.30", 0, batch={"n_puzzles": 2, "n_valid": n, "n_clues": 50}) for n in (2, 3))
        + ("more puzzles are valid",),
    ],
)
def test_sound_records_say_nothing_and_others_do(good: dict[str, Any], bad: dict[str, Any], complaint: str) -> None:
    assert report(classic(1, 1, 1), [good]).contradictions == []
    (said,) = report(classic(1, 1, 1), [bad]).contradictions
    assert complaint in said


def test_failures_and_contradictions_are_said() -> None:
    runs = [failed(band("easy", 1, 41, *COUNTS), "two\nsolutions", 5), band("easy", 0, 40, *COUNTS)]
    text = report(classic(2, 0, 0), runs).document()
    assert (
        "- **failed**: band easy, 1: two solutions\n- **contradiction**: band easy, 0: 40 clues are not of this band\n"
        in text
    )
    assert "2 puzzles a band, 0 a group, seed 1, minclue 0.1.0; 1 of 6 runs" in text


def test_every_file_is_there_for_a_study_without_runs_too() -> None:
    for runs in ([], [band("easy", 0, 41, (45, 5), (40, 0), (12, 0))]):
        files = report(classic(2, 1, 5), runs).files([])
        assert len(files) == 1 + 9 + 2 * 2
        plots = [json.loads(text) for name, text in files.items() if name.endswith(".vl.json")]
        assert [plot["title"]["subtitle"] for plot in plots] == ["2 puzzles a band, 1 a group, seed 1"] * 2
        assert not any("count" in text.splitlines()[0].split(",") for name, text in files.items() if name.endswith(".csv"))
