"""Many grids: lists, iterators, data frames."""

from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pytest
from conftest import FOUR, SIX, program, untimed

import minclue

OTHER = "1234341223414123"


class Run:
    """A run that has said what it is going to say."""

    def __init__(self, said: list[Any]) -> None:
        self.said = said
        self.is_closed = False

    def __iter__(self) -> Any:
        return iter(self.said)

    def close(self) -> None:
        self.is_closed = True


def test_answers_come_in_order_and_equal_those_of_the_program() -> None:
    grids = [FOUR, SIX, OTHER] * 5
    records = program("solve", text="\n".join(grids))
    for jobs in (1, 3, "auto"):
        answers = minclue.solve_many(grids, jobs=jobs)
        assert [untimed(answer.to_dict()) for answer in answers] == untimed(records)
    assert [a.minimum for a in minclue.solve_many(tuple(grids), 2)] == [4, 9, 4] * 5
    assert [a.minimum for a in minclue.solve_many((g for g in grids), 2)] == [4, 9, 4] * 5
    assert minclue.solve_many([]) == []


def test_an_invalid_input_is_a_row() -> None:
    bad: list[Any] = [FOUR, "12?4341221434321", "", None, f"{FOUR}\n{FOUR}", 7, "1...............", SIX]
    answers = minclue.solve_many(bad, jobs=2)
    assert [answer.status for answer in answers] == ["optimal", *["invalid_input"] * 6, "optimal"]
    assert answers[1].error["column"] == 3
    assert all(answer.error["message"] for answer in answers[1:7])
    assert answers[7].minimum == 9


def test_options_are_those_of_solve() -> None:
    assert [a.answer for a in minclue.solve_many([FOUR, SIX], at_most=5)] == [True, False]
    assert minclue.solve_many([FOUR], given=[0, 1])[0].puzzle[:2] == "12"
    for wrong in ({"jobs": 0}, {"jobs": "all"}, {"at_most": -1}, {"certify": "x"}, {"nonsense": 1}):
        with pytest.raises(minclue.Error):
            minclue.solve_many([FOUR], **wrong)
    with pytest.raises(minclue.Error, match="solve_many takes several grids"):
        minclue.solve_many(FOUR)


def test_numbers_are_cells_of_grids_of_one_size() -> None:
    with pytest.raises(minclue.Error, match="all grids have the same size"):
        minclue.solve_many([FOUR, SIX], given=[5])
    assert [answer.status for answer in minclue.solve_many([FOUR, SIX], given=["r2c2"])] == ["optimal"] * 2
    # What is no grid does not say how many cells a row has.
    answers = minclue.solve_many(["12?4", "1234", "", None, FOUR, f"a {OTHER}", f"b {SIX}"], given=[5], forbidden=[])
    assert [answer.given_cells for answer in answers] == [None] * 4 + [(5,)] * 2 + [None]
    assert [answer.status for answer in answers] == ["invalid_input"] * 4 + ["optimal"] * 2 + ["invalid_input"]
    with pytest.raises(minclue.Error, match="write them as 'r1c1'"):
        minclue.solve_many([f"a {FOUR}"], given=[5])
    assert minclue.solve_many([None], given=[5])[0].status == "invalid_input"


def test_what_is_not_the_fault_of_a_grid_is_raised() -> None:
    with pytest.raises(minclue.Failure, match=r"none.txt: it cannot be read"):
        minclue.solve_many([FOUR, OTHER], from_="none.txt")
    Path("sets.txt").write_text("nonsense\n")
    assert minclue.solve_many([FOUR], from_="sets.txt")[0].status == "invalid_input"


def test_a_run_that_breaks_off_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, message in [([], "a thread of the run ended"), ([(0, "end", (1, []))], "ended without an error message")]:
        monkeypatch.setattr("minclue._many.started", lambda *_, said=said: Run(said))
        with pytest.raises(minclue.Failure, match=message):
            minclue.solve_many([FOUR])


def test_what_is_raised_for_an_invalid_grid_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    class Enough(Exception):
        pass

    def on_result(number: int, answer: minclue.Result) -> None:
        assert (number, answer.status) == (1, "invalid_input")
        raise Enough

    run = Run([])
    monkeypatch.setattr("minclue._many.started", lambda *_: run)
    with pytest.raises(Enough):
        minclue.solve_many([FOUR, None], on_result=on_result)
    assert run.is_closed


def test_what_is_not_known_or_not_text_is_a_row() -> None:
    nan = float("nan")
    column = [FOUR, nan, None, [*map(int, FOUR[:-1]), -1], f"{FOUR[:-1]}\udc80"]
    answers = minclue.solve_many(column, jobs=numpy.int64(2))
    assert [answer.status for answer in answers] == ["optimal", *["invalid_input"] * 4]
    assert "not of type float" in answers[1].error["message"] and "not -1" in answers[3].error["message"]
    assert "not valid text" in answers[4].error["message"]
    frame = minclue.solve_many(pandas.Series(column, dtype=object))
    assert frame["minimum"].tolist() == [4, *[pandas.NA] * 4]
    for wrong in (True, numpy.True_, 1.5):
        with pytest.raises(minclue.Error, match="jobs is a positive integer"):
            minclue.solve_many([FOUR], jobs=wrong)  # type: ignore[arg-type]


def test_each_answer_is_told() -> None:
    told: dict[int, minclue.Result] = {}
    grids = [FOUR, "", SIX, None]
    answers = minclue.solve_many(grids, jobs=2, on_result=told.__setitem__)
    assert [told[number] for number in range(4)] == answers


def test_a_series_of_pandas_makes_a_frame_with_its_index() -> None:
    grids = pandas.Series([FOUR, None, SIX, "12"], index=["a", "b", "c", "d"], name="grid")
    frame = minclue.solve_many(grids, jobs=2)
    assert isinstance(frame, pandas.DataFrame) and list(frame.index) == ["a", "b", "c", "d"]
    assert frame["minimum"].tolist() == [4, pandas.NA, 9, pandas.NA]
    assert frame["status"].tolist() == ["optimal", "invalid_input", "optimal", "invalid_input"]
    assert frame["minimum"].dtype == "Int64" and frame["seconds"].dtype == "Float64"
    assert frame["error"].notna().tolist() == [False, True, False, True]
    assert minclue.solve_many(grids.to_frame())["minimum"].tolist() == [4, pandas.NA, 9, pandas.NA]
    joined = grids.to_frame().join(frame[["minimum", "puzzle"]])
    assert joined.loc["c", "minimum"] == 9
    with pytest.raises(minclue.Error, match="one column"):
        minclue.solve_many(pandas.DataFrame({"a": [FOUR], "b": [FOUR]}))
    assert len(minclue.solve_many(grids[:0])) == 0


def test_a_series_of_polars_makes_a_frame_of_polars() -> None:
    grids = polars.Series("grid", [FOUR, None, SIX])
    for column in (grids, grids.to_frame()):
        frame = minclue.solve_many(column, jobs=2)
        assert isinstance(frame, polars.DataFrame)
        assert frame["minimum"].to_list() == [4, None, 9]
        assert frame["minimum"].dtype == polars.Int64 and frame["puzzle"].dtype == polars.String
        assert frame["error"].is_not_null().to_list() == [False, True, False]


def test_an_array_of_numpy_is_a_list_of_grids() -> None:
    rows = numpy.array([[int(digit) for digit in grid] for grid in (FOUR, OTHER)])
    assert [answer.minimum for answer in minclue.solve_many(rows)] == [4, 4]
    assert [answer.minimum for answer in minclue.solve_many(rows.reshape(2, 4, 4))] == [4, 4]
