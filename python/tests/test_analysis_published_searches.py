"""Tables of `results/published-searches`, by hand, and records that cannot be true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders import published_searches

V1 = "checker2006/sets=192/order=found/form=tuple"
V3 = "dmus-basic/sets=320/order=overlap"
V4 = "dmus/sets=384/order=overlap/shrink=down"


def run(id: str, engine: str, seconds: float, n_nodes: int, n_puzzles: int = 0, **more: Any) -> dict[str, Any]:
    whole = {"id": id, "engine": engine, "status": "done", "complete": True, "n_puzzles": n_puzzles, "n_nodes": n_nodes}
    return whole | {"search": {"cpu_seconds": seconds}} | more


def found(source: str, **by_size: int) -> dict[str, Any]:
    sizes = {size.removeprefix("s"): n for size, n in by_size.items()}
    return {"status": "done", "source": source, "n_sets": sum(sizes.values()), "by_size": sizes}


LIMIT = {"status": "time_limit", "complete": False, "n_clues": 16, "max_solutions": 2}


def studied(n_sets: int, n_clues: int, *nodes: int) -> list[dict[str, Any]]:
    """Runs of version 5 on the first grids, by their nodes."""
    runs = enumerate(nodes)
    return [
        {"exit": 0, "algorithm": "v5", "n_sets": n_sets, "instance": f"g{i}", "record": {"n_nodes": n, "n_clues": n_clues}}
        for i, n in runs
    ]


STUDIES = {
    "k14": studied(320, 14, 10, 100),
    "k15": [*studied(320, 15, 100, 4_000), *studied(384, 15, 50, 50)],
    "k16": studied(384, 16, 500, 1_000),
    "hundred": studied(384, 16, 10, 10, 60, 10, 10),
}
HUNT = {"to": 17, "seconds": 60, "n_moves": 9, "n_classes": {"17": 2, "18": 50}, "n_found": 2, "n_known": 1}


def written(folder: Path, **parts: list[dict[str, Any]]) -> Path:
    whole = {
        "sets": [found("checker", s4=3, s12=2, s14=1), found("region", s4=3, s12=1, s15=4, s21=1)],
        "versions": [run("b", V4, 2, 4_000_000), run("a", V4, 1, 1_000_000), run("a", V3, 4, 30_000_000)],
        "nine": [run("7", V4, 1.5, 1), run("7", "native", 0.25, 1), run("22", V4, 2.5, 1)],
        "easy": [run("7", V1, 40, 1)],
        "seventeen": [run("7", V4, 10, 1, 1)],
        "special": [{key: value for key, value in run("", "native", 4, 1, 29).items() if key != "id"}],
        "pseudo": [run("", "native", 4, 30_000_000, 29) | {"n_clues": 17}, run("", V4, 60, 2_000_000_000) | LIMIT],
        "hunt": [HUNT],
    } | parts
    for study in STUDIES:
        (folder / study).mkdir()
    files = {f"{part}.jsonl": rows for part, rows in whole.items()} | {f"{of}/runs.jsonl": STUDIES[of] for of in STUDIES}
    for name, rows in files.items():
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_sets_by_size_are_means_beside_the_papers(tmp_path: Path) -> None:
    more = [found("checker", s4=1, s6=2, s12=4), found("region", s4=1, s6=2, s13=2)]
    first = [found("checker", s4=3, s12=2, s14=1), found("region", s4=3, s12=1, s15=4, s21=1)]
    files, _ = published_searches.make(written(tmp_path, sets=[*first, *more]), tmp_path)
    lines = files["table-3.csv"].splitlines()
    ours = [line for line in lines if line.startswith('"ours, ')]
    # Of two grids: 3 and 3 sets of at most 11 cells, 2 and 4 of 12, none of 13, 1 and none of 14.
    assert [line.split(",")[-2] for line in ours[:5]] == ["3", "3", "0", "0.5", "0"]
    assert [line.split(",")[-2] for line in ours[5:]] == ["3", "0.5", "1", "0", "2.5"]
    assert '"paper, modified program",>= 15,283.54,100' in lines


def test_every_table(tmp_path: Path) -> None:
    files, figures = published_searches.make(written(tmp_path), tmp_path)
    text = files["tables.md"]
    # The easiest grid first; version 3 is compared where it was run.
    assert text.index("| a | 4.00 | 1.00 | 30.0 | 1.0 |") < text.index("| b |  | 2.00 |  | 4.0 |")
    assert "| v3 / v4 | 1 | 4.0 | 4.0 | 4.0 | 30.0 |" in text
    assert "| 7 | 0 | 1.50 | 0.25 |" in text and "| mean |  | 2.00 |  |" in text
    assert "| special | 29 | 4.00 |" in text
    assert "| native | 17 | 1 | done | 29 | 4.0 | 30.0 |" in text
    assert "| dmus | 16 | 2 | time_limit | 0 | 60.0 | 2,000.0 |" in text
    assert "| 60 | 9 | 2 of 17, 50 of 18 | 2 | 1 |" in text
    # 10 and 40 times the nodes, and 10 and 20; one grid of five has 60 of 100 nodes.
    assert "| v5 | 14 to 15 | 320 | 2 | 20.0 |" in text and "| v5 | 15 to 16 | 384 | 2 | 14.1 |" in text
    assert "the hardest fifth takes: v5 60 %." in text
    assert figures["figure-table-3"].json().count('"sets_of"') > 10


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"nine": [run("7", V4, 1, 1), run("7", "native", 1, 1, 1)]}, "the same number of puzzles on 7"),
        ({"nine": [run("7", V4, 1, 1), run("7", V4, 1, 1)]}, "one run on a grid"),
        ({"hunt": [HUNT | {"n_known": 3}]}, "known puzzles are found ones"),
        ({"hunt": [HUNT | {"n_found": 1}]}, "puzzles found"),
        ({"sets": [found("checker", s4=3), found("region", s4=2)]}, "all sets of at most 11 cells"),
        ({"sets": [found("checker", s4=3) | {"n_sets": 4}, found("region", s4=3)]}, "sets by size"),
    ],
)
def test_records_that_contradict_each_other_make_no_table(tmp_path: Path, parts: dict[str, Any], said: str) -> None:
    with pytest.raises(Wrong, match=said):
        published_searches.make(written(tmp_path, **parts), tmp_path)
