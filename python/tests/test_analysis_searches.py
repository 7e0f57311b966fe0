"""The study of published searches: tables and figures of studies that are written by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from minclue import analysis
from minclue.analysis import Report, Table, Wrong
from minclue.analysis.searches import paper
from minclue.analysis.searches.times import fastest
from studies import failed, level, limited, search, searches, write

EXPECTED = Path(__file__).parent / "expected"


def report(settings: dict[str, Any], runs: list[dict[str, Any]]) -> Report:
    return analysis.report(write(Path("study"), settings, runs))


def lines(table: Table) -> list[str]:
    return table.csv().splitlines()[1:]


def test_the_papers_tables_agree_with_themselves() -> None:
    """The speed-ups that it prints follow from its seconds, and Phase 1 takes as long whatever Phase 2 does."""
    labels = ["v1", "v2", "v3", "v4", "v5", "v6"]
    printed = {
        paper.SEARCH: [1.00, 3.04, 39.43, 89.81, 140.96, 136.67],
        paper.BOTH: [1.00, 2.92, 21.88, 31.47, 35.94, 128.67],
    }
    for table, speed_ups in printed.items():
        best = fastest(paper.seconds(table), labels).seconds
        assert list(best.iloc[0] / best) == pytest.approx(speed_ups, abs=0.01)
    search, both = paper.seconds(paper.SEARCH), paper.seconds(paper.BOTH)
    phase_1 = search.algorithm.map(lambda label: 1.09 if label == "v6" else 37.42)
    assert len(search) == 2 * 4 + 4 * 7 and list(both.seconds - search.seconds) == pytest.approx(list(phase_1), abs=0.011)
    assert fastest(both, labels).loc["v6"].to_list() == [384, paper.TABLE_5["down"]]


def timed() -> Report:
    """Grid b has no run of v3 with 256 sets, so means are those of grid a."""
    runs = []
    for label, n_sets, seconds in (("v1", 128, 120.0), ("v1", 256, 100.0), ("v3", 128, 10.0)):
        runs += [search(grid, label, n_sets, 10.0, seconds) for grid in "ab"]
    runs += [search("a", "v3", 256, 10.0, 5.0), search("a", "native", 0, 0.0, 1.0), search("b", "native", 0, 0.0, 3.0)]
    return report(searches(["v1", "v3", "native"], "ab", [128, 256]), runs)


def test_speed_ups() -> None:
    tables = timed().tables
    assert tables["table-2"].csv().splitlines() == [
        "algorithm,seconds_128_sets,seconds_256_sets,seconds_own_sets,fastest,fastest_sets,speed_up,paper_fastest,"
        "paper_fastest_sets,paper_speed_up,grids_compared",
        "v1,120,100,,100,256,1,1754.89,192,1,1",
        "v3,10,5,,5,256,20,44.51,320,39.426870366,1",
        "native,,,1,1,,100,,,,1",
    ]
    assert "over the 1 of 2 grids" in tables["table-2"].note
    assert lines(tables["table-4"])[1].startswith("v3,20,15,,15,256,7.333333333,81.93,320,21.876113756")


def test_the_paper_is_beside_its_own_labels_only() -> None:
    runs = [search("a", "v3@complete", 320, 1.0, 4.0), search("a", "v3", 320, 1.0, 2.0)]
    shown = report(searches(["v3@complete", "v3"], "a"), runs)
    # The first row is none of the paper's, so there is nothing to be faster than.
    assert lines(shown.tables["table-2"]) == ["v3@complete,4,4,320,1,,,,1", "v3,2,2,320,2,44.51,320,,1"]
    curves = lines(shown.figures["figure-table-2"].table)
    assert curves[:3] == ["ours,v3@complete,320,4", "ours,v3,320,2", '"lin-wu-2013, 16 clues",v3,128,818.03']
    assert len(curves) == 2 + 7


def test_means_are_over_grids_that_all_have() -> None:
    runs = [search("a", "v1", 192, 0, 100), limited(search("d", "v1", 192, 0, 600)), search("a", "v2", 256, 0, 50)]
    runs += [search(grid, "v3", 320, 0, 5) for grid in "abcd"]
    runs += [search(grid, "v4", 384, 0, 2) for grid in "ac"]
    tables = report(searches(["v1", "v2", "v3", "v4"], "abcde"), runs).tables
    assert tables["table-2"].note.startswith(
        "Mean seconds of the processor. Means are over the 2 of 5 grids on which everything that is compared came to an "
        "end. Not compared, since it ended on fewer than half of the 4 grids on which any did: v1 with 192 sets (1), "
        "v2 with 256 sets (1). "
    )
    assert [line.split(",")[5:6] for line in lines(tables["table-2"])] == [[""], [""], ["5"], ["2"]]
    assert [line.split(",")[3:6] for line in lines(tables["comparison"])] == [
        ["1", "1", "3"],
        ["1", "0", "4"],
        ["4", "0", "1"],
        ["2", "0", "3"],
    ]


def levels(times: int) -> dict[str, Any]:
    """Two levels of 16: 10 and 4 nodes, and what was counted at them."""
    first, second = [10, 30, 4, 3, 2, 1, 6], [4, 8, 4, 0, 0, 0, 0]
    return {"levels": [level(14, *(n * times for n in first)), level(15, *(n * times for n in second))]}


def test_levels_are_means_over_grids() -> None:
    runs = [search(grid, "v4", 384, 0, 1, search=levels(times)) for grid, times in (("a", 1), ("b", 3))]
    shown = report(searches(["v4", "native"], "ab"), runs)
    assert lines(shown.tables["levels"]) == ["v4,384,14,2,20,60,8,6,4,2,12,0,0,0,0", "v4,384,15,1,8,16,8,0,0,0,0,0,0,0,0"]
    read = json.loads(shown.texts["levels.json"])
    assert (read["n_compared"], len(read["searches"]), read["searches"][0]["levels"][1]["n_more"]) == (2, 1, 8)


@pytest.mark.parametrize(("counts", "n_sets"), [([], 320), ([128, 320], 320), ([128, 256], 256), ([192, 448], 192)])
def test_a_search_is_shown_with_its_own_sets_or_the_fastest(counts: list[int], n_sets: int) -> None:
    runs = [search("a", "v3", n, 0, seconds, search=levels(1)) for n, seconds in ((128, 9), (256, 5))]
    read = json.loads(report(searches(["v3"], "a", counts), runs).texts["levels.json"])
    assert [of["n_sets"] for of in read["searches"]] == [n_sets]


def test_figures() -> None:
    runs = [search("a", label, n, 0, 1, search=levels(1)) for label, n in (("v1", 192), ("v3", 320), ("v4", 384))]
    of = {
        name: lines(figure.table)
        for name, figure in report(searches(["v1", "v3", "v4", "native"], "a"), runs).figures.items()
    }
    assert of["figure-10a"] == ["v1,14,10", "v1,15,4", "v3,14,10", "v3,15,4", "v4,14,10", "v4,15,4"]
    assert of["figure-10b"][:2] == ["v1,14,30", "v1,15,8"]
    assert of["figure-11a"] == ["v3,14,3", "v3,15,2", "v4,14,3", "v4,15,2"]
    assert of["figure-11b"][:2] == ["v3,14,1", "v3,15,1"]
    assert of["figure-12"] == ["v3,14,as many,0.6", "v3,14,more,0.4", "v3,15,as many,0", "v3,15,more,1"]
    parts = ['"as many, none",0.1', '"as many, shrink",0.2', '"as many, prune",0.3', "more,0.4"]
    assert of["figure-13"][:4] == [f"v4,14,{part}" for part in parts]
    # 6 children of the 3 nodes that were not closed; on level 15 there is none.
    assert of["figure-14"] == ["v3,14,2", "v4,14,2"]


def test_cliques_alone_find_no_disjoint_sets_to_draw() -> None:
    of = {"levels": [level(14, 10, 0, 0, 0, 0, 0, 0), level(15, 4, 0, 0, 0, 0, 0, 0)]}
    shown = report(searches(["v1"], "a"), [search("a", "v1", 192, 0, 1, search=of)])
    drawn = {name: lines(figure.table) for name, figure in shown.figures.items()}
    assert drawn["figure-10a"] == ["v1,14,10", "v1,15,4"]
    assert all(drawn[name] == [] for name in ("figure-10b", "figure-11a", "figure-14"))


def test_what_differs_in_its_sequence_only_is_compared() -> None:
    labels = ["v6/shrink=fixpoint", "v6", "v4/shrink=first", "v5/shrink=first", "v3", "native", "v6/shrink=first"]
    seconds = {"v6/shrink=fixpoint": 9.0, "v6": 6.0, "v6/shrink=first": 7.0}
    runs = [search(grid, label, 384, 1.0, s) for label, s in seconds.items() for grid in "ab"]
    table = report(searches(labels, "ab"), runs[:-1]).tables["table-5"]
    assert lines(table) == [
        "v6/shrink=first,384,1,first,8,7,1000,18.18,1",
        "v6,384,3,down,7,6,1000,13.93,1",
        "v6/shrink=fixpoint,384,6,fixpoint,10,9,1000,17.16,1",
    ]


def test_one_sequence_makes_no_table() -> None:
    assert "table-5" not in report(searches(["v4", "v5", "v6", "v3"], "a", [128, 512]), []).tables


def test_another_number_of_puzzles_is_a_contradiction() -> None:
    settings = searches(["v1", "v3", "native"], "ab")
    runs = [search("a", "v1", 192, 1, 1), search("a", "v3", 320, 1, 1), search("b", "v1", 192, 1, 1)]
    assert report(settings, [*runs, search("b", "native", 0, 1, 1)]).contradictions == []
    other = search("b", "native", 0, 1, 1, n_puzzles=2)
    sentence = "b: v1 with 192 sets finds 0 puzzles with 16 clues, native finds 2"
    assert report(settings, [*runs, other]).contradictions == [sentence]
    # What is not all says nothing.
    assert report(settings, [*runs, limited(other)]).contradictions == []


def test_failures_and_contradictions_are_said() -> None:
    runs = [search("a", "v3", 320, 0, 1), search("a", "native", 0, 0, 1, n_puzzles=1), failed(search("b", "v3", 320, 0, 0))]
    text = report(searches(["v3", "native"], "ab"), runs).document()
    assert "\n\n- **failed**: b: v3, 320 sets: no memory\n- **contradiction**: a: v3 with 320 sets finds 0" in text


def test_every_file_says_what_was_asked() -> None:
    runs = [search("a", "v3", 320, 1, 2, search=levels(2)), search("a", "native", 0, 0, 1)]
    for of in ([], runs):
        files = report(searches(["v3", "v4", "native"], "a"), of).files([])
        assert len(files) == 1 + 5 + 1 + 2 * 8
        for name, text in files.items():
            if name.endswith(".csv"):
                head, *rows = text.splitlines()
                assert head.endswith(",clues,study_grids,time_limit") and "count" not in head.split(","), name
                assert all(row.endswith(",16,1,600") for row in rows), name
            elif name.endswith(".vl.json"):
                assert json.loads(text)["title"]["subtitle"] == "16 clues, 1 grid, with 600 s each", name
        assert json.loads(files["levels.json"])["time_limit"] == 600


def test_the_native_engine_alone_has_no_levels() -> None:
    shown = report(searches(["native"], "a"), [search("a", "native", 0, 0, 1)])
    assert lines(shown.tables["table-2"]) == ["native,1,1,,1,,,,1"]
    assert shown.tables["levels"].frame.empty and json.loads(shown.texts["levels.json"])["searches"] == []


def test_the_papers_numbers_need_no_file() -> None:
    write(Path("study"), searches(["v3"], "a"), [])
    with pytest.raises(Wrong, match="--paper is for studies of inequalities"):
        analysis.report("study", ["paper.csv"])


def by_hand() -> Report:
    """Two grids of three, versions with two numbers of sets, two of them with the start sets of another phase 1, and the
    native engine. The slowest does not end on the second grid."""

    def run(grid: str, label: str, n_sets: int, start: float, seconds: float, n_nodes: int) -> dict[str, Any]:
        n, dmus = n_nodes // 20, int(label != "v1")
        rest = [0, 0, 4, 12] if label == "v3" else [2, 1, 1, 3]
        found = [
            level(0, 1, 9 * dmus, 0, 0, 0, 0, 0),
            level(14, *(n * of * dmus for of in [12, 30, 6, *rest])) | {"n_nodes": 12 * n},
            level(15, 8 * n, 14 * n * dmus, 8 * n * dmus, 0, 0, 0, 0),
        ]
        work = {"n_nodes": n_nodes, "n_candidates": n, "n_rebuilds": 17, "levels": found}
        return search(grid, label, n_sets, start, seconds, search=work)

    native = [search(grid, "native", 0, 0.25, 1.5, search={"n_nodes": 123456}) for grid in "ab"]
    limit = limited(search("b", "v1", 128, 9.0, 591.0, search={"n_nodes": 5, "n_candidates": 0, "n_rebuilds": 1}))
    runs = [run("a", "v1", 128, 9.0, 500.0, 40_000_000), run("a", "v1", 192, 9.0, 400.0, 30_000_000)]
    runs += [run("b", "v1", 192, 9.0, 450.0, 32_000_000), limit, *native]
    runs += [failed(search("c", "v3", 128, 0, 0), "out of memory", None)]
    for grid, times in (("a", 1.0), ("b", 1.5)):
        for label, n_sets, start, seconds, n_nodes in (
            ("v3", 128, 9.0, 40.0, 4_000_000),
            ("v3", 192, 9.0, 20.0, 1_000_000),
            ("v6", 128, 1.0, 8.0, 400_000),
            ("v6", 192, 1.0, 4.0, 100_000),
            ("v6/shrink=up", 128, 1.0, 9.0, 380_000),
            ("v6/shrink=up", 192, 1.0, 5.0, 90_000),
        ):
            runs.append(run(grid, label, n_sets, start, seconds * times, int(n_nodes * times)))
    return report(searches(["v1", "v3", "v6", "v6/shrink=up", "native"], "abc", [128, 192]), runs)


def test_tables_as_people_see_them() -> None:
    """The text is that of the program that made these tables before this module did."""
    shown = by_hand()
    text = shown.document()
    for name, figure in shown.figures.items():
        text += f"\n## {name}.csv\n\n{figure.table.csv(shown.same)}"
    assert text == (EXPECTED / "searches.txt").read_text()
