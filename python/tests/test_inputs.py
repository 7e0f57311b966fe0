"""Grids and cells as data frames, arrays, masks and rows of text."""

from typing import Any

import numpy
import pandas
import polars
import pytest
from conftest import FOUR, SIX, untimed

import minclue

PUZZLE = "1..4.........32."
ROWS = [PUZZLE[at : at + 4] for at in range(0, 16, 4)]
NUMBERS = [[0 if cell == "." else int(cell) for cell in row] for row in ROWS]


def with_empty(empty: Any) -> list[list[Any]]:
    return [[cell or empty for cell in row] for row in NUMBERS]


@pytest.mark.parametrize(
    "puzzle",
    [
        pandas.DataFrame(NUMBERS),
        pandas.DataFrame(with_empty(None)),
        pandas.DataFrame(with_empty(pandas.NA), dtype="Int64"),
        pandas.DataFrame(with_empty(float("nan")), index=list("abcd"), columns=list("wxyz")),
        pandas.DataFrame(ROWS),
        pandas.DataFrame([list(row) for row in ROWS], dtype="string"),
        pandas.DataFrame([[cell.strip(".") for cell in row] for row in ROWS]),
        pandas.Series(ROWS),
        pandas.Series(NUMBERS).explode().astype("Int8"),
        polars.DataFrame(with_empty(None), orient="row"),
        polars.Series(ROWS),
        numpy.array(with_empty(float("nan"))),
        numpy.array(with_empty(None), dtype=object),
        numpy.ma.masked_equal(numpy.array(NUMBERS), 0),
        numpy.ma.masked_invalid(numpy.array(with_empty(float("nan")))).ravel(),
        with_empty(None),
        [cell for row in with_empty(float("nan")) for cell in row],
        ROWS,
        tuple(ROWS),
        numpy.array(ROWS),
        [" ".join(row) for row in ROWS],
        [*ROWS[:2], "----", *ROWS[2:]],
    ],
    ids=lambda puzzle: type(puzzle).__name__,
)
def test_a_puzzle_may_be_what_libraries_make_of_it(puzzle: Any) -> None:
    assert untimed(minclue.check(puzzle).to_dict()) == untimed(minclue.check(PUZZLE).to_dict())
    [answer] = minclue.solve_many([puzzle])
    assert answer.minimum == 4


@pytest.mark.parametrize("wrong", [pandas.DataFrame([[1, 2], [3, 27]]), {"a": 1}, b"1234", [[1, "ab"]], [1.5], 7])
def test_what_is_not_a_grid_is_an_error(wrong: Any) -> None:
    with pytest.raises(minclue.Error):
        minclue.check(wrong)


def test_a_data_frame_of_nine_rows_is_one_grid() -> None:
    grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    frame = pandas.DataFrame([list(map(int, grid[at : at + 9])) for at in range(0, 81, 9)])
    assert minclue.canon(frame).minlex == minclue.canon(grid).minlex
    # A list of texts with one row each is one grid as well, and a list of whole grids is not.
    assert minclue.canon([grid[at : at + 9] for at in range(0, 81, 9)]).minlex == minclue.canon(grid).minlex
    with pytest.raises(minclue.Error, match="expected one grid or puzzle, found 2"):
        minclue.check([FOUR, FOUR])


def test_cells_may_be_a_mask() -> None:
    mask = numpy.zeros((6, 6), dtype=bool)
    mask[0, 1] = mask[5, 5] = True
    wanted = minclue.solve(SIX, given=[1, 35])
    assert wanted.given_cells == (1, 35)
    for given in (mask, mask.ravel(), mask.tolist(), pandas.DataFrame(mask), polars.DataFrame(mask), polars.Series(mask.ravel())):
        assert untimed(minclue.solve(SIX, given=given).to_dict()) == untimed(wanted.to_dict())
    # With a name a grid has no numbers of cells, but a mask has a value for each.
    assert minclue.solve(f"six {SIX}", given=mask).given_cells == (1, 35)
    assert untimed(minclue.solve(SIX, given=~(mask | True)).to_dict()) == untimed(minclue.solve(SIX).to_dict())
    rows = numpy.array([list(map(int, SIX[at : at + 6])) for at in range(0, 36, 6)])
    assert minclue.solve(rows, forbidden=rows == 1).forbidden_cells == tuple(numpy.flatnonzero(rows.ravel() == 1))
    for wrong in (mask[:3], numpy.zeros((4, 4), dtype=bool) | True, mask[0]):
        with pytest.raises(minclue.Error):
            minclue.solve(SIX, given=wrong)
