"""Means, quartiles, shares and profiles, and how a table is written: expected values are counted by hand."""

import math

import pandas as pd
import pytest
from minclue.analysis._numbers import FIVE, LEAST, geometric_mean, profiles, shares, wilson
from minclue.analysis._table import Table, columns, half_up, plain

NONE = math.nan


def floats(*values: float) -> pd.Series:
    return pd.Series(values, dtype=float)


def test_means() -> None:
    assert geometric_mean(floats(1, 10, 100)) == pytest.approx(10)
    assert geometric_mean(floats(0)) == pytest.approx(LEAST)
    assert geometric_mean(floats(4, NONE, 9)) == pytest.approx(6)
    assert math.isnan(geometric_mean(floats()))


@pytest.mark.parametrize(
    ("values", "expected"),
    [((7,), [7] * 5), ((4, 1, 3, 2), [1, 1.75, 2.5, 3.25, 4]), ((10, 50, 20, 40, 30), [10, 20, 30, 40, 50])],
)
def test_quartiles(values: tuple[float, ...], expected: list[float]) -> None:
    assert list(floats(*values).agg(FIVE)) == expected
    assert floats().agg(FIVE).isna().all()


def test_shares() -> None:
    assert shares(floats(3, 1, 3, NONE), 4).to_dict() == {1: 0.25, 3: 0.75}
    assert shares(floats(), 4).empty


def steps(times: dict[str, list[float]]) -> list[tuple[str, float, float]]:
    return list(profiles(pd.DataFrame(times, dtype=float)).itertuples(index=False, name=None))


def test_a_profile() -> None:
    """On four grids x has the factors 1, 4 and 1, y has 2, 1 and 1, and nobody solves the last one."""
    times = {"x": [1, 4, 6, NONE], "y": [2, 1, 6, NONE]}
    assert steps(times) == [("x", 1, 0.5), ("x", 4, 0.75), ("y", 1, 0.5), ("y", 2, 0.75), ("y", 4, 0.75)]


def test_a_setting_that_is_never_the_best_begins_at_nothing() -> None:
    assert steps({"x": [1], "y": [3]}) == [("x", 1, 1), ("x", 3, 1), ("y", 1, 0), ("y", 3, 1)]
    assert steps({"x": [NONE], "y": [NONE]}) == [("x", 1, 0), ("y", 1, 0)]


def test_intervals_of_the_literature() -> None:
    """Newcombe 1998, Table I, method 3."""
    low, high = wilson(floats(81, 15, 0, 1, 0), floats(263, 148, 20, 29, 0))
    assert list(low)[:4] == pytest.approx([0.2553, 0.0624, 0.0, 0.0061], abs=1e-4)
    assert list(high)[:4] == pytest.approx([0.3662, 0.1605, 0.1611, 0.1718], abs=1e-4)
    assert math.isnan(low[4]) and math.isnan(high[4])
    # The textbook formula by hand; nothing and all are at the ends.
    low, high = wilson(floats(0, 10, 5, 240), floats(10, 10, 10, 1000))
    assert list(low) == pytest.approx([0.0, 0.7225, 0.2366, 0.2146], abs=5e-5)
    assert list(high) == pytest.approx([0.2775, 1.0, 0.7634, 0.2674], abs=5e-5)


def test_a_table_is_written_in_both_forms() -> None:
    frame = pd.DataFrame({"name": ["a|b,c", "d"], "n": [1_234_567, None], "seconds": [0.25, 12_345.678]})
    table = Table("t", "A table", "Of two rows.", frame, columns("name text name \n n count n \n seconds measure time, s"))
    assert table.markdown() == (
        "## A table\n\nOf two rows.\n\n| name | n | time, s |\n|---|--:|--:|\n"
        "| a\\|b,c | 1,234,567 | 0.250 |\n| d |  | 12,346 |\n"
    )
    assert table.csv() == 'name,n,seconds\n"a|b,c",1234567,0.25\nd,,12345.678\n'
    assert table.csv({"clues": 16, "limit": None}).splitlines()[1] == '"a|b,c",1234567,0.25,16,'
    assert table.points() == [{"name": "a|b,c", "n": 1_234_567, "seconds": 0.25}, {"name": "d", "seconds": 12_345.678}]


def test_a_spreadsheet_takes_no_text_for_a_formula() -> None:
    frame = pd.DataFrame({"=cmd(),1": ["@x", "a=b", "-1"]})
    csv = Table("t", "", "", frame, {"=cmd(),1": ("text", "")}).csv()
    assert csv == "\"'=cmd(),1\"\n'@x\na=b\n'-1\n"


def test_kinds_round_for_people() -> None:
    def shown(kind: str, value: float) -> str:
        table = Table("t", "", "", pd.DataFrame({"v": [value]}), {"v": (kind, "v")})
        return table.markdown().splitlines()[-1].strip("| ")

    measures = {123.5: "124", 12.34: "12.3", 1.234: "1.23", 0.1234: "0.123", 0.01234: "0.012340"}
    assert all(shown("measure", value) == text for value, text in measures.items())
    assert [shown("mean", value) for value in (3.0, 3.5, 100.5, 1e6)] == ["3", "3.50", "101", "1,000,000"]
    assert shown("ratio", 2 / 3) == "0.667"
    assert [half_up(value) for value in (0.5, 1.5, -2.5, 2.4)] == [1, 2, -3, 2]


def test_files_have_what_is_known() -> None:
    assert [plain(value) for value in (2.0, 0.1, 1 / 3, 3e-7, 1e16)] == [
        "2",
        "0.1",
        "0.333333333",
        "0.0000003",
        "10000000000000000",
    ]
    # The sum of twenty quotients is not quite 1.
    assert plain(sum([1 / 20] * 20)) == "1"
    assert plain(37151868.699999996) == "37151868.7"
