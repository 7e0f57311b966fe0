"""The study of inequalities: tables and figures of studies that are written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from minclue import analysis
from minclue.analysis import Report, Table, Wrong
from studies import failed, inequalities, sets, solve, write

EXPECTED = Path(__file__).parent / "expected"
HEAD = "instance,cut_count,best_solution,lower bound,runtime,node_count,status\n"


def lines(table: Table) -> list[str]:
    return table.csv().splitlines()[1:]


def column(table: Table, name: str) -> list[str]:
    head, *rows = (line.split(",") for line in table.csv().splitlines())
    return [row[head.index(name)] for row in rows]


def test_every_run_has_its_row() -> None:
    settings = inequalities(["5", "20", "any"], ["a", "b"], leaves=["lp", "auto"])
    write(Path("study"), settings, [])
    table = analysis.report("study").tables["table-2"]
    settings_of = table.frame[["source", "leaf", "inequalities"]].itertuples(index=False, name=None)
    assert list(settings_of) == [("complete", leaf, n) for leaf in ("lp", "auto") for n in ("5", "20", "any")]
    assert "0 of 14 runs are finished" in analysis.report("study").head


def test_a_study_says_its_relaxation_and_counts_the_processor() -> None:
    """Of the clock, a run took ten times as long: others were at work."""

    def run(count: str, status: str, more: dict[str, Any]) -> dict[str, Any]:
        start = {"n_sets": 5, "seconds": 20.0, "cpu_seconds": 2.0}
        return solve("a", count, status, (17, 18), 100.0, start=start, search={"cpu_seconds": 8.0, "n_nodes": 100}, **more)

    settings = inequalities(["5", "20"], ["a"], relaxation="full", cpu_limit=300.0, time_limit=None)
    runs = [run("5", "optimal", {"n_regions": 6, "n_leaf_nodes": 1200}), run("20", "time_limit", {})]
    write(Path("study"), settings, runs)
    report = analysis.report("study")
    assert "with 300 processor seconds each" in report.head
    assert "The relaxation is `full`: in all runs together 6 minima of regions, and 1,200 nodes of the native" in report.head
    assert column(report.tables["instances"], "seconds") == ["8", "8"]
    assert column(report.tables["instances"], "generation_seconds") == ["2", "2"]
    assert column(report.tables["table-3"], "seconds_all") == ["8", "10"]
    write(Path("study"), inequalities(["5", "20"], ["a"]), runs)
    assert "relaxation" not in analysis.report("study").head


def loop(instance: str, solves: list[tuple[float, int | None]]) -> dict[str, Any]:
    """The no-good loop on one grid: seconds of the solves, and the size of the set that each found."""
    sizes = [size for _, size in solves if size is not None]
    of = [{"seconds": seconds} | ({} if size is None else {"size": size}) for seconds, size in solves]
    by_size = {str(size): sizes.count(size) for size in sizes}
    return sets(instance, "5", "ilp", n_sets=len(sizes), by_size=by_size, complete_to=4, iterations=of)


@pytest.fixture
def generation() -> Report:
    """Sets after 1, 1 and 4 s of one grid, and after 4 and 9 s, with a size exhausted between them, of the other."""
    runs = [loop("a", [(1, 4), (1, 4), (4, 6)]), loop("b", [(4, 4), (5, None), (4, 6)])]
    write(Path("study"), inequalities(["5"], ["a", "b"], sources=["ilp"]), runs)
    return analysis.report("study")


def test_generation(generation: Report) -> None:
    figures = generation.figures
    assert lines(figures["figure-2a"].table) == ["ilp,1,2,2", "ilp,2,3,2", "ilp,3,4,1"]
    # Until then: 1, 2 and 6 s; 4 and 13 s.
    until = lines(figures["figure-2b"].table)
    assert (until[0], until[1][:11], until[2]) == ("ilp,1,2,2", "ilp,2,5.099", "ilp,3,6,1")
    assert lines(generation.tables["generation"]) == ["a,ilp,3,6,4,6", "b,ilp,2,13,4,6"]
    classes = dict(line.split(",") for line in lines(generation.tables["table-1"]))
    assert {name: n for name, n in classes.items() if n != "0"} == {"at most 1": "2", "1 to 10": "3"}


def test_sizes(generation: Report) -> None:
    assert lines(generation.figures["figure-2-sizes"].table)[3:] == ["ilp,4,1.5,1.5", "ilp,5,0,2.5", "ilp,6,1,2.5"]


def test_what_comes_at_once_shares_its_time() -> None:
    runs = [sets("a", "5", n_sets=4, by_size={"4": 4}, seconds=8.0)]
    runs += [solve("a", "5", "optimal", (4, 4), 2.0, start={"n_sets": 5, "seconds": 0.5})]
    runs += [solve("a", "any", "optimal", (4, 4), 2.0, start={"n_sets": 9, "seconds": 0.5})]
    write(Path("study"), inequalities(["5", "any"], ["a"]), runs)
    report = analysis.report("study")
    assert lines(report.tables["table-1"])[1] == "1 to 10,4"
    assert report.figures["figure-2a"].table.frame.empty
    # Nobody asked for 9.
    assert lines(report.figures["figure-2b"].table) == ["complete,5,0.5,1"]


def timed(*solved: tuple[str, str, float, float]) -> Report:
    """Runs with seconds of solving and of generation; c needs a clue more than the others."""
    runs = []
    for name, count, seconds, generation in solved:
        minimum = 5 if name == "c" else 4
        start = {"n_sets": 5, "seconds": generation}
        runs.append(solve(name, count, "optimal", (minimum, minimum), seconds + generation, start=start))
    write(Path("study"), inequalities(["5", "any"], ["a", "b", "c", "d"]), runs)
    return analysis.report("study")


def test_generation_time_may_turn_a_profile() -> None:
    figures = timed(("a", "5", 2, 0), ("a", "any", 1, 3)).figures
    ways = {name: [line.removeprefix('"complete, leaf lp",') for line in lines(figures[name].table)] for name in figures}
    assert ways["figure-3a"] == ["5,1,0", "5,2,0.25", "any,1,0.25", "any,2,0.25"]
    assert ways["figure-3b"] == ["5,1,0.25", "5,2,0.25", "any,1,0", "any,2,0.25"]


def test_grids_are_grouped_by_their_minimum() -> None:
    table = timed(("a", "5", 2, 1), ("b", "any", 3, 0), ("c", "5", 4, 0)).figures["figure-4"].table
    found = [line.removeprefix('"complete, leaf lp",') for line in lines(table)]
    assert found == ["5,4 clues,2,0.5", "5,5 clues,4,1", "any,4 clues,3,0.5"]


@pytest.fixture
def ended() -> Path:
    """Grid a: 1 s and 4 s. Grid b: 4 s and a limit at 10 s. Half a second of each went into 5 start inequalities."""
    start = {"n_sets": 5, "seconds": 0.5}
    runs = [
        solve("a", "5", "optimal", (4, 4), 1.5, start=start),
        solve("a", "any", "optimal", (4, 4), 4.5, start=start),
        solve("b", "5", "optimal", (4, 4), 4.5, start=start),
        solve("b", "any", "time_limit", (3, 4), 10.5, start=start),
    ]
    return write(Path("study"), inequalities(["5", "any"], ["a", "b", "c"]), runs)


def test_endings_are_counted(ended: Path) -> None:
    table = analysis.report(ended).tables["table-2"]
    assert [column(table, name) for name in ("optimal", "limit", "missing")] == [["2", "1"], ["0", "1"], ["1", "1"]]


def test_means_are_over_what_was_solved(ended: Path) -> None:
    table = analysis.report(ended).tables["table-3"]
    expected = {
        "solved": ["2", "1"],
        "seconds": ["2", "4"],
        "mean_seconds": ["2.5", "4"],
        "nodes": ["100", "100"],
        "seconds_per_node": ["0.02", "0.04"],
        "generation_seconds": ["0.5", "0.5"],
        # The square root of 4 * 10.5.
        "seconds_all": ["2", "6.480740698"],
    }
    assert {name: column(table, name) for name in expected} == expected


def test_the_paper_stands_beside_the_same_grids_only(ended: Path) -> None:
    rows = [("a", 2, "Optimal"), ("b", 8, "Optimal"), ("z", 50, "Optimal"), ("c", 9, "Time Limit")]
    Path("paper.csv").write_text(HEAD + "".join(f"{name},5,4,4,{s},10,{status}\n" for name, s, status in rows))
    tables = analysis.report(ended, ["paper.csv"]).tables
    two, three = tables["table-2"], tables["table-3"]
    assert (column(two, "paper_optimal"), column(two, "paper_limit")) == (["2", ""], ["1", ""])
    assert (column(three, "paper_seconds"), column(three, "paper_seconds_per_node")) == (["4", ""], ["0.4", ""])
    assert (column(three, "paper_solved"), column(three, "paper_nodes")) == (["2", ""], ["10", ""])
    assert column(tables["instances"], "paper_nodes") == ["10", "", "10", ""]


def test_generation_of_the_paper_has_as_many_sets_as_ours() -> None:
    write(Path("study"), inequalities(["90"], ["a", "b"]), [sets("a", "90", n_sets=60), sets("b", "90", n_sets=10)])
    Path("paper.csv").write_text("instance,seconds_to_50,seconds_to_100,sets_by_size\na,1.5,,4:2 6:1\nb,2.5,9,\n")
    report = analysis.report("study", ["paper.csv"])
    assert lines(report.tables["generation"]) == ["a,complete,60,1,,,50,1.5", "b,complete,10,1,,,,"]
    assert lines(report.figures["figure-2b"].table) == ["paper,50,1.936491673,2", "paper,100,9,1"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,b\n1,2\n", "with a column cut_count, or with columns seconds_to_N"),
        ("instance,cut_count\n1,2\n", "there is no column `best_solution`"),
        (HEAD + "a,500,17,17,soon,3,Optimal\n", "line 2: `soon` is not a runtime"),
    ],
)
def test_what_is_not_of_the_paper_is_refused(text: str, complaint: str, ended: Path) -> None:
    Path("paper.csv").write_text(text)
    with pytest.raises(Wrong, match="paper.csv") as refusal:
        analysis.report(ended, ["paper.csv"])
    assert complaint in str(refusal.value)
    with pytest.raises(Wrong, match="nowhere.csv"):
        analysis.report(ended, ["nowhere.csv"])


@pytest.mark.parametrize(
    ("bounds", "paper", "sentences"),
    [
        ([(16, 19), (17, 18)], "", []),
        ([(16, 17), (18, 18)], "", ["0: one run proves at least 18 clues, another one has a puzzle with 17"]),
        ([(17, 19), (18, 18)], "0,500,18,17.4,9,3,Time Limit\n", []),
        (
            [(19, 19), (18, 19)],
            "0,500,18,17.4,9,3,Time Limit\n",
            ["0: a run proves at least 19 clues, the paper has a puzzle with 18"],
        ),
        (
            [(16, 17), (17, 17)],
            "0,500,18,17.4,9,3,Time Limit\n",
            ["0: a run has a puzzle with 17 clues, the paper proves at least 17.4"],
        ),
    ],
)
def test_bounds_that_cross_are_found(bounds: list[tuple[int, int]], paper: str, sentences: list[str]) -> None:
    runs = [solve("0", n, "time_limit", of, 1.0) for n, of in zip(["500", "any"], bounds, strict=True)]
    write(Path("study"), inequalities(["500", "any"], ["0"]), runs)
    Path("paper.csv").write_text(HEAD + paper)
    assert analysis.report("study", ["paper.csv"] if paper else []).contradictions == sentences


def test_failures_and_contradictions_are_said() -> None:
    runs = [
        solve("a", "5", "optimal", (4, 4), 1.0),
        solve("a", "any", "optimal", (5, 5), 1.0),
        failed(solve("b", "any", "optimal", (4, 4), 1.0)),
    ]
    write(Path("study"), inequalities(["5", "any"], ["a", "b"]), runs)
    text = analysis.report("study").document()
    assert "2 of 6 runs are finished" in text
    assert "\n\n- **failed**: b, complete, any, leaf lp: no memory\n- **contradiction**: a: one run" in text


def by_hand() -> Path:
    """Two grids; 500 inequalities, or any number; both leaves; one run of each end."""

    def run(name: str, count: str, leaf: str, minimum: int, start: tuple[int, float], seconds: float) -> dict[str, Any]:
        of = {"n_nodes": 1000, "n_learned": 7, "leaf": leaf, "start": {"n_sets": start[0], "seconds": start[1]}}
        return solve(name, count, "optimal", (minimum, minimum), seconds, **of)

    few, many = (500, 2.0), (800, 3.0)
    found = {"n_sets": 500, "by_size": {"4": 100, "6": 400}, "complete_to": 5}
    limit = solve(
        "b", "500", "time_limit", (18, 20), 3600.0, n_nodes=1000, n_learned=7, start={"n_sets": 500, "seconds": 2.0}
    )
    runs = [
        sets("a", "500", **found, seconds=2.0),
        sets("b", "500", **found, seconds=8.0),
        run("a", "500", "lp", 17, few, 102.0),
        run("a", "500", "auto", 17, few, 12.0),
        run("a", "any", "lp", 17, many, 53.0),
        run("a", "any", "auto", 17, many, 8.0),
        limit,
        run("b", "500", "auto", 19, few, 402.0),
        run("b", "any", "auto", 19, many, 1203.0),
        failed(solve("b", "any", "optimal", (19, 19), 1.0), "out of memory"),
    ]
    return write(Path("study"), inequalities(["500", "any"], ["a", "b"], leaves=["lp", "auto"]), runs)


def test_tables_as_people_see_them() -> None:
    """The text is that of the program that made these tables before this module did."""
    report = analysis.report(by_hand())
    text = report.document()
    for name, figure in report.figures.items():
        if name != "figure-2a":
            text += f"\n## {name}.csv\n\n{figure.table.csv()}"
    assert text == (EXPECTED / "inequalities.txt").read_text()


def test_every_file_is_there_for_a_study_without_runs_too() -> None:
    for runs in ([], [solve("a", count, "optimal", (4, 4), 1.0) for count in ("5", "any")]):
        files = analysis.report(write(Path("study"), inequalities(["5", "any"], ["a"]), runs)).files([])
        assert len(files) == 1 + 5 + 2 * 6
        heads = [text.splitlines()[0].split(",") for name, text in files.items() if name.endswith(".csv")]
        assert not any("count" in head for head in heads), "see `_figure.py`"


def test_the_newest_line_of_a_run_counts_and_a_torn_one_does_not() -> None:
    runs = [solve("a", "5", "optimal", (4, 4), seconds) for seconds in (9.0, 6.0)]
    runs.append(solve("z", "5", "optimal", (4, 4), 3.0))  # the settings do not ask for it
    folder = write(Path("study"), inequalities(["5"], ["a"]), runs)
    path = folder / "runs.jsonl"
    whole = path.read_text()
    path.write_text(whole + whole.splitlines()[0][:-9])
    assert column(analysis.report(folder).tables["instances"], "seconds") == ["6"]


def test_a_line_of_something_else_is_refused_with_its_number() -> None:
    folder = write(Path("study"), inequalities(["5"], ["a"]), [solve("a", "5", "optimal", (4, 4), 1.0)])
    path = folder / "runs.jsonl"
    whole = path.read_text()
    for line, complaint in {
        "{": "this is not the record of a run",
        "[]": "its layout is `None`",
        '{"schema":"minclue-search-study-run/1"}': "its layout is `minclue-search-study-run/1`, not `minclue-study-run/1`",
    }.items():
        path.write_text(f"{whole}{line}\n")
        with pytest.raises(Wrong, match="runs.jsonl:2: ") as refusal:
            analysis.report(folder)
        assert complaint in str(refusal.value)
