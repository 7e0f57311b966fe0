"""What is said of linear programs alone, by hand, and records that do not allow it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders.bilevel import alone, linear


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
