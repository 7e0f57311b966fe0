"""What is said of linear programs alone, by hand, and records that do not allow it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders.bilevel import alone, chain, linear, symmetry


def both(id: str, status: str, **more: Any) -> dict[str, Any]:
    """A run of two engines: the native one, which counts for nothing here, and the branch and cut."""
    return {"id": id, "engines": [{"status": "optimal", "n_leaf_nodes": 5}, {"status": status} | more]}


SOON = [both("1", "optimal"), both("2", "time_limit"), both("10", "time_limit"), both("9", "time_limit")]
LATER = [{"id": "2", "status": "optimal"}, {"id": "10", "status": "time_limit"}, {"id": "9", "status": "time_limit"}]


def said(soon: list[dict[str, Any]], later: list[dict[str, Any]]) -> str:
    return alone(pd.DataFrame(soon), pd.DataFrame(later))


def test_grids_closed_alone_are_those_of_both_parts() -> None:
    text = said(SOON, LATER)
    assert text.startswith("1 of 4 grids within ten minutes") and "1 of the other 3 within an hour: **2 of 4**" in text
    assert text.endswith("Left open: ids 9 and 10.\n")


@pytest.mark.parametrize(
    ("soon", "later", "why"),
    [
        ([both("1", "optimal", n_leaf_nodes=1)], LATER, "no line of the native search"),
        (SOON, [LATER[0] | {"n_leaf_nodes": 7}], "no line of the native search"),
        (SOON, [{"id": "1", "status": "optimal"}], "what was left open"),
    ],
)
def test_a_native_node_is_not_linear_programs_alone(soon: list[dict[str, Any]], later: list[dict[str, Any]], why: str) -> None:
    with pytest.raises(Wrong, match=why):
        said(soon, later)


def test_native_nodes_are_named_where_there_are_some() -> None:
    run = {"id": "1", "status": "optimal", "lower_bound": 17, "upper_bound": 17, "n_nodes": 20, "n_lps": 40, "user_s": 2.0}
    run |= {"paper_nodes": 100.0, "paper_runtime": 200.0}
    with_native = linear(pd.DataFrame([run | {"n_leaf_nodes": 3_000}]))
    assert "| 1 | 17 | 20 | 40 | 3,000 | 2.0 | 100 | 200 | 100 |" in with_native
    assert "3,000 in all, for 20 nodes of the trees" in with_native
    assert "of which there are none" in linear(pd.DataFrame([run]))


def way(id: str, engine: str, with_symmetry: bool, nodes: int, **more: Any) -> dict[str, Any]:
    run = {"id": id, "n_automorphisms": 8, "engine": engine, "symmetry": with_symmetry, "shape": "2x3", "status": "optimal"}
    run |= {"lower_bound": 9, "upper_bound": 9, "minimum": 9, "n_nodes": nodes, "user_s": 0.25}
    return run | ({"root_bound": 8.5} if engine == "bilevel" else {}) | more


BOTH_WAYS = [
    way(id, engine, with_symmetry, nodes)
    for id in ("6x6-class-02", "6x6-class-01", "a")
    for engine in ("bilevel", "native")
    for with_symmetry, nodes in ((True, 10), (False, 35))
]


def test_what_symmetries_save_is_said_for_classes_of_small_grids_together() -> None:
    text = symmetry(pd.DataFrame(BOTH_WAYS))
    assert "| 6x6 | 2 | 8 | 9 | 8.50 | 20 | 70 | 3.5 | 0.50 | 0.50 |" in text
    assert "| 6x6 | 2 | 8 | 9 | 20 | 70 | 3.5 | 0.50 | 0.50 |" in text
    assert "| a | 1 | 8 | 9 | 10 | 35 | 3.5 | 0.25 | 0.25 |" in text
    stopped = [*BOTH_WAYS[:-1], way("a", "native", False, 35, status="time_limit", lower_bound=8, minimum=None)]
    assert "| a | 1 | 8 | 9 | 10 | > 35 | > 3.5 | 0.25 | > 0.25 |" in symmetry(pd.DataFrame(stopped))


@pytest.mark.parametrize(
    ("runs", "why"),
    [
        ([*BOTH_WAYS, BOTH_WAYS[0]], "a run is there twice"),
        (BOTH_WAYS[:-1], "a with symmetries and without"),
        ([*BOTH_WAYS[:-1], way("a", "native", False, 35, lower_bound=10, upper_bound=10)], "bounds of the same grid"),
    ],
)
def test_runs_that_do_not_belong_together_are_refused(runs: list[dict[str, Any]], why: str) -> None:
    with pytest.raises(Wrong, match=why):
        symmetry(pd.DataFrame(runs))


def link(part: str, id: str, **more: Any) -> dict[str, Any]:
    run = {"part": part, "id": id, "status": "optimal", "lower_bound": 17, "upper_bound": 17, "root_bound": 15.0}
    run |= {"n_nodes": 1000, "n_lps": 2000, "n_checks": 30, "n_sets": 230, "start_cpu_s": 4.0, "search_cpu_s": 12.0}
    run |= {"native_status": "optimal", "native_lower_bound": 17, "paper_nodes": 224767.0, "paper_runtime": 7646.0}
    return run | more


def test_the_chain_by_its_parts() -> None:
    runs = [link("highs", "22", native_status="decided"), link("highs", "5", search_cpu_s=60.0), link("cbc", "22", status="time_limit", upper_bound=23)]
    text = chain(pd.DataFrame(runs))
    assert "all programs by HiGHS: 2 of 2 closed, in 32.0 CPU s (geometric mean), at most 64.0.\n" in text
    assert "by our own dense code: 0 of 1 closed.\n" in text
    assert "| 22 | 17 to 23 | 15.00 | 1,000 | 2,000 | 30 | 230 | 4.0 | 12.0 | 224,767 | 7,646 |" in text
    assert "6x6" not in text


@pytest.mark.parametrize(
    "wrong", [[link("highs", "22", native_lower_bound=16)], [link("highs", "22", native_status="time_limit")], [link("highs", "22")] * 2]
)
def test_a_chain_that_is_not_confirmed_is_refused(wrong: list[dict[str, Any]]) -> None:
    with pytest.raises(Wrong):
        chain(pd.DataFrame(wrong))
