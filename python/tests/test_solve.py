"""The minimum of one grid."""

import copy
import datetime
import os
import pickle
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import FOUR, SEVENTEEN, SIX, SIXTEEN, program, untimed

import minclue


@pytest.mark.parametrize(("grid", "minimum"), [(FOUR, 4), (SIX, 9), (SEVENTEEN, 17)])
def test_known_minima(grid: str, minimum: int) -> None:
    answer = minclue.solve(grid)
    assert (answer.minimum, answer.lower_bound, answer.upper_bound, answer.status) == (minimum,) * 3 + ("optimal",)
    assert answer.puzzle is not None
    found = minclue.check(answer.puzzle, grid=answer.grid)
    assert found.valid and found.of_grid and found.n_clues == minimum


@pytest.mark.parametrize("options", [{}, {"engine": "bilevel"}, {"independent": True}, {"threads": 2, "no_symmetry": True}])
def test_the_answer_is_that_of_the_program(options: dict[str, Any]) -> None:
    words = [f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}") for name, value in options.items()]
    for grid in (FOUR, SIX):
        [record] = program("solve", *words, grid)
        assert untimed(minclue.solve(grid, **options).to_dict()) == untimed(record)


def test_a_grid_may_be_numbers() -> None:
    rows = [[int(digit) for digit in SIX[at : at + 6]] for at in range(0, 36, 6)]
    for grid in (rows, [digit for row in rows for digit in row], numpy.array(rows), list(SIX)):
        assert minclue.solve(grid).minimum == 9
    # Numbers and rows of numpy, in lists.
    array = numpy.array(rows)
    for grid in (list(array.ravel()), list(array), [list(row) for row in array.astype(float)]):
        assert minclue.solve(grid).minimum == 9
    with pytest.raises(minclue.Error, match="a cell is a number"):
        minclue.solve([[1, 2], [2, -1]])
    with pytest.raises(minclue.Error, match="not of type int"):
        minclue.solve(1234341221434321)  # type: ignore[arg-type]


def test_a_question_has_an_answer() -> None:
    assert minclue.solve(SIX, at_most=8).answer is False
    assert minclue.solve(SIX, at_most=9).answer is True
    assert minclue.solve(SIX, at_least=9).answer is True
    assert minclue.solve(SIX, at_least=10).answer is False
    assert minclue.solve(SIX).answer is None


def test_cells_can_be_given_and_forbidden() -> None:
    plain, given = minclue.solve(FOUR), minclue.solve(FOUR, given=[0, 1], forbidden="r4c4")
    assert given.minimum is not None and given.puzzle is not None and plain.minimum is not None
    assert given.minimum >= plain.minimum
    assert given.puzzle[:2] == "12" and given.puzzle[15] == "."
    assert (given.given_cells, given.forbidden_cells) == ((0, 1), (15,))
    for cells in ("r1c1,r1c2", "XX..............", ["r1c1", 1], numpy.array([0, 1])):
        assert untimed(minclue.solve(FOUR, given=cells, forbidden=[15]).to_dict()) == untimed(given.to_dict())
    [record] = program("solve", "--given=r1c1,r1c2", "--forbidden=r4c4", FOUR)
    assert untimed(given.to_dict()) == untimed(record)
    # All puzzles of the grid, and which of them keep the conditions.
    kept = [k for k in range(8) for p in minclue.enumerate(FOUR, k) if p[:2] == "12" and p[15] == "."]
    assert given.minimum == min(kept)
    for bad in ([16], ["r5c1"], "r1"):
        with pytest.raises(minclue.Error):
            minclue.solve(FOUR, given=bad)  # type: ignore[arg-type]
    with pytest.raises(minclue.Error, match="both given and forbidden"):
        minclue.solve(FOUR, given=[3], forbidden=[3])
    with pytest.raises(minclue.Error, match="second solution"):
        minclue.solve(FOUR, forbidden=range(16))


BLOCK = "12|34\n34|12\n--+--\n21|43\n43|21\n"
BOX = "+--+--+\n|12|34|\n|34|12|\n+--+--+\n|21|43|\n|43|21|\n+--+--+\n"


@pytest.mark.parametrize("grid", [FOUR, BLOCK, BOX, "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"])
def test_numbers_are_cells_of_a_line_or_a_block(grid: str) -> None:
    answer = minclue.solve(grid, given=[5, "r3c4"], forbidden=numpy.array([0]))
    assert (answer.given_cells, answer.forbidden_cells) == ((5, 11), (0,))


def test_a_number_is_never_taken_for_another_cell() -> None:
    # 25 characters, which are no grid of 5x5.
    for grid in (f"ninechars {FOUR}", f"a {FOUR}", f'{{"grid": "{FOUR}"}}'):
        with pytest.raises(minclue.Error, match="write them as 'r1c1'"):
            minclue.solve(grid, given=[11])
        assert minclue.solve(grid, given=["r3c4"]).given_cells == (11,)
    for wrong in (16, -1, True, 1.5, "r5c1", "r1"):
        with pytest.raises(minclue.Error, match="cell|r5c1"):
            minclue.solve(FOUR, given=[0, wrong])  # type: ignore[list-item]


def test_no_cells_are_no_condition() -> None:
    for grid in (FOUR, BLOCK, f"a {FOUR}"):
        answer = minclue.solve(grid, given=[], forbidden=numpy.array([]))
        assert (answer.minimum, answer.given_cells) == (4, None)


@pytest.mark.parametrize("limit", [0.25, "250ms", datetime.timedelta(milliseconds=250)])
def test_a_limit_is_an_answer_with_bounds(limit: Any) -> None:
    answer = minclue.solve(SIXTEEN, time_limit=limit)
    assert answer.status == "time_limit" and answer.minimum is None
    assert answer.lower_bound is not None and answer.upper_bound is not None
    assert answer.lower_bound < answer.upper_bound


def test_what_is_wrong_has_its_place() -> None:
    with pytest.raises(minclue.Error, match=r"line 1, column 3: '\?' is not a cell") as raised:
        minclue.solve("12?4341221434321")
    assert isinstance(raised.value, ValueError) and raised.value.place == (1, 3)
    with pytest.raises(minclue.Error, match="at_most.*number of clues"):
        minclue.solve(FOUR, at_most=-1)
    with pytest.raises(minclue.Error, match="sorce.*source"):
        minclue.solve(FOUR, sorce="region")
    with pytest.raises(minclue.Error, match="several solutions"):
        minclue.solve("1...............")
    for text, message in [("", "no grid"), (f"{FOUR}\n{FOUR}", "found 2")]:
        with pytest.raises(minclue.Error, match=message):
            minclue.solve(text)
    with pytest.raises(minclue.Error, match="has no effect here"):
        minclue.solve(FOUR, format="json")
    with pytest.raises(minclue.Failure, match="no folder"):
        minclue.solve(FOUR, certify="nowhere/grid.cert")


def test_what_is_not_text_is_refused() -> None:
    with pytest.raises(minclue.Error, match="the input is not valid text"):
        minclue.solve(f"{FOUR[:-1]}\udc80")
    with pytest.raises(minclue.Error, match="certify is not valid text"):
        minclue.solve(FOUR, certify=os.fsdecode(b"\xe4.cert"))
    with pytest.raises(minclue.Error, match="the path of a file is not valid text"):
        minclue.bilevel(os.fsdecode(b"\xe4.mps"))


def test_a_word_of_python_has_an_underscore() -> None:
    Path("sets.txt").write_text("0 2 4 6\n")
    answer = minclue.solve(FOUR, from_="sets.txt")
    assert answer.minimum == 4 and answer.start is not None and answer.start["n_sets"] == 1
    with pytest.raises(minclue.Failure, match="^from_ .*none.txt: it cannot be read"):
        minclue.solve(FOUR, from_="none.txt")


def test_a_message_leaves_paths_as_they_are() -> None:
    with pytest.raises(minclue.Failure, match=r"\ba--b/no--file.txt"):
        minclue.solve(FOUR, from_="a--b/no--file.txt")


def test_answers_are_frozen_and_can_be_kept() -> None:
    answer = minclue.solve(FOUR)
    with pytest.raises(AttributeError):
        answer.minimum = 3
    with pytest.raises(AttributeError):
        del answer.minimum
    with pytest.raises(AttributeError, match="no attribute"):
        answer.minimun  # noqa: B018
    with pytest.raises(TypeError):
        answer.start["n_sets"] = 0  # type: ignore[index]
    assert answer.at_most is None and "at_most" in dir(answer)
    assert pickle.loads(pickle.dumps(answer)) == answer == copy.deepcopy(answer)
    assert hash(answer) == hash(pickle.loads(pickle.dumps(answer)))
    answer.to_dict()["start"]["n_sets"] = 0
    assert answer.start is not None and answer.start["n_sets"] > 0
    assert repr(answer).startswith("Result(minimum=4, lower_bound=4, upper_bound=4, puzzle='")


def test_a_certificate_is_verified() -> None:
    answer = minclue.solve(FOUR, certify=Path("grid.cert"))
    assert answer.certified and answer.proof is not None and answer.proof["level"] == "minimum"
    for certificate in ("grid.cert", Path("grid.cert"), Path("grid.cert").read_bytes()):
        verdict = minclue.verify(certificate, grid=FOUR)
        assert verdict and (verdict.minimum, verdict.grid) == (4, FOUR)
    [record] = program("verify", "grid.cert")
    ours = minclue.verify("grid.cert").to_dict() | {"file": "grid.cert"}
    assert untimed(ours) == untimed(record)


def test_a_refusal_is_an_answer() -> None:
    minclue.solve(FOUR, certify="grid.cert")
    content = Path("grid.cert").read_bytes()
    for certificate, grid in [(content[:-9], None), (b"", None), (content, SIX)]:
        verdict = minclue.verify(certificate, grid=grid)
        assert not verdict and verdict.error and verdict.minimum is None
    with pytest.raises(FileNotFoundError):
        minclue.verify("nowhere.cert")
    with pytest.raises(minclue.Error):
        minclue.verify(content, grid="12?4")
