"""Bilevel programs of matrices: the files that are written, the answers, and what is refused."""

import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import program, untimed

import minclue
from minclue._matrices import Level, Part, bounds, files, matrix, names, number, vector

# The follower packs three items of weights 2, 3, 4 into 5, worth 5, 6, 8; the leader takes one of them: 8 is left.
ITEMS: dict[str, Any] = {
    "c": [0, 0, 0],
    "f": [5, 6, 8],
    "A": [[1, 1, 1]],
    "b": [1],
    "d": [5, 6, 8],
    "follower_maximizes": True,
    "C": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "D": [[2, 3, 4], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "e": [5, 1, 1, 1],
}


class Sparse:
    """What `minclue.bilevel` needs of a sparse matrix of SciPy, which these tests do without."""

    def __init__(self, rows: Any) -> None:
        dense = numpy.array(rows)
        self.shape = dense.shape
        self.row, self.col = dense.nonzero()
        self.data = dense[self.row, self.col]

    def tocoo(self) -> "Sparse":
        return self


def test_numbers_are_a_program_like_its_files() -> None:
    answer = minclue.bilevel(**ITEMS)
    assert (answer.status, answer.optimum, answer.id) == ("optimal", 8, "program")
    assert answer.leader is not None and len(answer.leader) == 1
    assert "file" not in answer.to_dict()
    Path("kept").mkdir()
    kept = minclue.bilevel(**ITEMS, keep="kept", name="items")
    assert sorted(path.name for path in Path("kept").iterdir()) == ["items.aux", "items.mps"]
    assert kept.to_dict()["file"] == str(Path("kept/items.mps").resolve())
    [record] = program("bilevel", "kept/items.mps")
    assert untimed(kept.to_dict() | {"file": "kept/items.mps"}) == untimed(record)
    assert minclue.bilevel(**ITEMS, certify="items.cert", name="items").certified
    verdict = minclue.verify("items.cert", bilevel="kept/items.mps")
    assert (verdict.verified, verdict.kind, verdict.program) == (True, "bilevel", "items")
    assert (verdict.value_at_least, verdict.value_at_most) == (8, 8)
    assert not Path("items.cert.upper").exists()


@pytest.mark.parametrize("made", [numpy.array, Sparse, lambda rows: [numpy.array(row) for row in rows], tuple])
def test_matrices_may_be_of_any_kind(made: Any) -> None:
    given = {letter: made(rows) if letter in "ACD" else numpy.array(rows) for letter, rows in ITEMS.items()}
    given["follower_maximizes"] = True
    Path("one").mkdir()
    Path("other").mkdir()
    minclue.bilevel(**ITEMS, keep="one")
    minclue.bilevel(**given, keep="other")
    for ending in ("mps", "aux"):
        assert Path(f"one/program.{ending}").read_text() == Path(f"other/program.{ending}").read_text()


def test_sparse_matrices_of_scipy() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    given = ITEMS | {letter: sparse.csr_matrix(numpy.array(ITEMS[letter])) for letter in "ACD"}
    assert minclue.bilevel(**given).optimum == 8
    # Two entries at one place mean their sum.
    twice = sparse.coo_array(([1, 2, 4], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert matrix(twice, "A", 2) == [{1: "3"}, {0: "4"}]


def test_the_files_say_what_the_numbers_say() -> None:
    leader = Level(["x1", "u"], bounds([(0, 9), (-3, None)], "x_bounds", 2), vector([-1, 0.5], "c"))
    follower = Level(["y1"], bounds((-math.inf, 5), "y_bounds", 1), vector(None, "f", 1))
    rows = (
        Part([[1, 2]], [[-0.25]], [3], ">=", None, ("A", "B", "b"), "leader").rows(2, 1),
        Part(numpy.array([[0, 1], [1, 1]]), None, [0, -2.5], ["==", "<="], ["r", "s"], ("C", "D", "e"), "f").rows(2, 1),
    )
    mps, aux = files(leader, follower, rows, vector([Decimal("0.10")], "d"), True, number(-1.5, "constant"))
    assert mps == (
        "NAME program\nROWS\n N obj\n G leader_1\n E r\n L s\nCOLUMNS\n M1 'MARKER' 'INTORG'\n"
        " x1 obj -1\n x1 leader_1 1\n x1 s 1\n u obj 0.5\n u leader_1 2\n u r 1\n u s 1\n"
        " y1 obj 0\n y1 leader_1 -0.25\n M2 'MARKER' 'INTEND'\n"
        "RHS\n rhs obj 1.5\n rhs leader_1 3\n rhs s -2.5\n"
        "BOUNDS\n LO bnd x1 0\n UP bnd x1 9\n LO bnd u -3\n PL bnd u\n MI bnd y1\n UP bnd y1 5\nENDATA\n"
    )
    assert aux == "N 1\nM 2\nLC 2\nLR 1\nLR 2\nLO 0.10\nOS -1\n"


def test_numbers_keep_their_decimals() -> None:
    shown = [3, -2.0, 0.1, numpy.int64(7), numpy.float64(0.1) + 0.2, Decimal("2.50"), Fraction(6, 2), 1e22]
    wanted = ["3", "-2", "0.1", "7", "0.30000000000000004", "2.50", "3", "10000000000000000000000"]
    assert [number(value, "c") for value in shown] == wanted
    for wrong, message in [
        (Fraction(1, 3), "is a fraction; multiply"),
        (math.nan, "is not a finite number"),
        (math.inf, "is not a finite number"),
        (True, "a number is wanted, and not True"),
        ("3", "a number is wanted, and not '3'"),
        (None, "a number is wanted"),
    ]:
        with pytest.raises(minclue.Error, match=message):
            number(wrong, "c")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"c": None}, "c is missing, the objective of the leader"),
        ({"d": None}, "d is missing, the objective of the follower"),
        ({"f": [1, 2]}, "f has 2 numbers, and should have 3"),
        ({"A": [[1, 1]]}, r"A\[0\] has 2 numbers, and should have 3"),
        ({"A": [1, 1, 1]}, r"A\[0\] is a list or an array, and not of type int"),
        ({"A": "111"}, "A is a list or an array, and not of type str"),
        ({"A": Sparse([[1, 1]])}, r"A has the shape \(1, 2\), and should have 3 columns"),
        ({"C": [[1, 0, 0]]}, "C has 1 rows, and e has 4 numbers"),
        ({"b": None}, "b is missing: the right sides of the rows of A and B"),
        ({"e": [5, 1, 1, math.inf]}, r"e\[3\]: inf is not a finite number"),
        ({"leader_senses": "<>"}, "leader_senses: '<>' is not a sense"),
        ({"follower_senses": ["<=", ">="]}, "follower_senses has 2 senses, and should have one, or 4"),
        ({"x_bounds": [(0, 1), (0, 1)]}, "x_bounds has 2 pairs, and should have one, or 3"),
        ({"x_bounds": [(0, 1), (0, 1), (0, 1, 2)]}, r"x_bounds\[2\] is a pair"),
        ({"y_bounds": (0, math.nan)}, r"y_bounds\[0\]: nan is not a finite number"),
        ({"x_names": ["a", "b"]}, "x_names has 2 names, and should have 3"),
        ({"x_names": ["a", "b", "a"]}, "'a' is the name of two variables"),
        ({"x_names": ["a", "b", "y1"]}, "'y1' is the name of two variables"),
        ({"x_names": ["a", "b", "c d"]}, "'c d' cannot be a name"),
        ({"x_names": ["a", "b", "$c"]}, "does not begin with `\\$` or"),
        ({"follower_rows": ["r", "r", "s", "t"]}, "'r' is the name of two rows"),
        ({"name": "a/b"}, "name: 'a/b' cannot be a name"),
        ({"model": "k.mps"}, "here are a file and c"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(minclue.Error, match=message):
        minclue.bilevel(**(ITEMS | change))


def test_without_anything_a_program_is_asked_for() -> None:
    with pytest.raises(minclue.Error, match="give a file, or the numbers of a program: c is missing"):
        minclue.bilevel()


def test_what_the_program_refuses_names_no_file_of_ours() -> None:
    unbounded = ITEMS | {"x_bounds": (0, None), "C": None, "A": None, "b": None}
    with pytest.raises(minclue.Error) as raised:
        minclue.bilevel(**unbounded, name="items")
    assert raised.value.message.startswith("items.mps: ") and "x1" in raised.value.message


def test_names_are_those_of_the_answer() -> None:
    answer = minclue.bilevel(**ITEMS, x_names=["a", "b", "c"], y_names=["p", "q", "r"])
    assert answer.optimum == 8 and answer.leader is not None and answer.follower is not None
    assert set(answer.leader) <= {"a=1", "b=1", "c=1"} and set(answer.follower) <= {"p=1", "q=1", "r=1"}
    assert names(None, "x_names", "x", 3) == ["x1", "x2", "x3"]


def test_integers_have_their_values() -> None:
    # The example of Moore and Bard: the follower wants y to be small, and the leader wants it to be large.
    both: dict[str, Any] = {
        "c": [-1],
        "f": [-10],
        "d": [1],
        "C": [[-25], [1], [2], [-2]],
        "D": [[20], [2], [-1], [-10]],
        "e": [30, 10, 15, -15],
        "x_bounds": (0, None),
        "y_bounds": (0, None),
    }
    answer = minclue.bilevel(**both, x_names=["x=1"], certify="both.cert")
    assert (answer.goal, answer.optimum, answer.reading) == ("integers", -22, "optimistic")
    assert (answer.leader, answer.leader_values) == (("x=1=2",), {"x=1": 2})
    assert (answer.follower, answer.follower_values) == (("y1=2",), {"y1": 2})
    assert answer.certified and minclue.verify("both.cert")
    # In tenths the value has a decimal, and it is a whole number where it has none.
    tenths = minclue.bilevel(**(both | {"c": [-0.1], "f": [-1.05]}))
    assert tenths.optimum == -2.3 and isinstance(answer.optimum, int)


def test_a_choice_that_takes_has_values_too() -> None:
    answer = minclue.bilevel(**ITEMS)
    assert answer.leader is not None and answer.leader_values is not None
    assert answer.leader == tuple(f"{name}=1" for name in answer.leader_values)
    nothing = minclue.bilevel(c=[0], f=[0], A=[[0]], B=[[1]], b=[-1], d=[1])
    assert nothing.infeasible is True
    assert (nothing.leader, nothing.leader_values, nothing.follower_values) == (None, None, None)
