"""Writes a bilevel program of matrices as the pair of files that :func:`minclue.bilevel` reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ._errors import Error
from ._run import plain

_SENSES = {"<=": "L", "<": "L", "L": "L", ">=": "G", ">": "G", "G": "G", "==": "E", "=": "E", "E": "E"}


@dataclass
class Level:
    """The variables and rows of the leader, or of the follower."""

    names: list[str]
    """Of its variables."""
    bounds: list[tuple[str | None, str | None]]
    """The lower and the upper one of each variable; ``None`` is no limit."""
    costs: list[str]
    """What the leader pays for each variable."""


@dataclass
class Row:
    """A row of either level over the variables of both."""

    name: str
    sense: str
    rhs: str
    terms: list[tuple[int, str]]


def number(value: Any, what: str) -> str:
    """Returns a number for a model file: as an integer, or with its printed decimals."""
    value = plain(value)
    if isinstance(value, Fraction):
        if value.denominator != 1:
            raise Error(f"{what}: {value} is a fraction; multiply the row or objective until its numbers are integers")
        value = value.numerator
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise Error(f"{what}: a number is wanted, and not {value!r}")
    if not math.isfinite(value):
        raise Error(f"{what}: {value} is not a finite number")
    return str(int(value)) if value == int(value) else format(value) if isinstance(value, Decimal) else repr(value)


def _items(values: Any, what: str) -> list[Any]:
    """Returns the items of a list, an array, or a similar value."""
    values = plain(values)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise Error(f"{what} is a list or an array, and not of type {type(values).__name__}")
    return list(values)


def vector(values: Any, what: str, n: int | None = None) -> list[str]:
    """Returns the numbers of a vector of ``n`` numbers. ``None`` is all zeros."""
    if values is None:
        return ["0"] * (n or 0)
    found = [number(value, f"{what}[{i}]") for i, value in enumerate(_items(values, what))]
    if n is not None and len(found) != n:
        raise Error(f"{what} has {len(found)} numbers, and should have {n}")
    return found


def matrix(values: Any, what: str, n_columns: int) -> list[dict[int, str]] | None:
    """Returns the rows of a matrix, each with its nonzero numbers by column: lists, an array, or sparse SciPy ones."""
    if values is None:
        return None
    if hasattr(values, "tocoo"):
        sparse = values.tocoo()
        if len(sparse.shape) != 2 or sparse.shape[1] != n_columns:
            raise Error(f"{what} has the shape {tuple(sparse.shape)}, and should have {n_columns} columns")
        sums: list[dict[int, Any]] = [{} for _ in range(sparse.shape[0])]
        for row, column, value in zip(plain(sparse.row), plain(sparse.col), plain(sparse.data), strict=True):
            # An entry may stand there twice, and means the sum.
            sums[row][column] = sums[row].get(column, 0) + value
        entries = [sorted(row.items()) for row in sums]
    else:
        entries = []
        for i, row in enumerate(_items(values, what)):
            numbers = _items(row, f"{what}[{i}]")
            if len(numbers) != n_columns:
                raise Error(f"{what}[{i}] has {len(numbers)} numbers, and should have {n_columns}")
            entries.append(list(enumerate(numbers)))
    rows = [{j: number(value, f"{what}[{i}][{j}]") for j, value in row} for i, row in enumerate(entries)]
    return [{j: text for j, text in row.items() if text != "0"} for row in rows]


def names(given: Any, what: str, default: str, n: int) -> list[str]:
    """Returns ``n`` names: the given ones, or the default with a number from 1."""
    if given is None:
        return [f"{default}{i}" for i in range(1, n + 1)]
    found = _items(given, what)
    if len(found) != n:
        raise Error(f"{what} has {len(found)} names, and should have {n}")
    for name in found:
        is_name = isinstance(name, str) and name.isprintable() and name != "" and not any(map(str.isspace, name))
        if not is_name or name[0] in "$*":
            raise Error(f"{what}: {name!r} cannot be a name: one has no blanks, and does not begin with `$` or `*`")
    return found


def _limit(value: Any, what: str, none: float) -> str | None:
    """Returns a bound; ``None`` and the infinity of its side mean that there is none."""
    value = plain(value)
    return None if value is None or (isinstance(value, float) and value == none) else number(value, what)


def bounds(given: Any, what: str, n: int) -> list[tuple[str | None, str | None]]:
    """Returns the bounds of all variables, given as one pair or as one for each."""
    pairs = _items(given, what)
    if len(pairs) == 2 and not any(isinstance(plain(side), Sequence) for side in pairs):
        pairs = [pairs] * n
    if len(pairs) != n:
        raise Error(f"{what} has {len(pairs)} pairs, and should have one, or {n}")
    found = []
    for i, pair in enumerate(pairs):
        sides = _items(pair, f"{what}[{i}]")
        if len(sides) != 2:
            raise Error(f"{what}[{i}] is a pair, the lower and the upper bound, and not {pair!r}")
        lower, upper = sides
        found.append((_limit(lower, f"{what}[{i}]", -math.inf), _limit(upper, f"{what}[{i}]", math.inf)))
    return found


def senses(given: Any, what: str, n: int) -> list[str]:
    """Returns the senses of ``n`` rows, given as one or as one for each."""
    found = [given] * n if isinstance(given, str) else _items(given, what)
    if len(found) != n:
        raise Error(f"{what} has {len(found)} senses, and should have one, or {n}")
    for sense in found:
        if sense not in _SENSES:
            raise Error(f"{what}: {sense!r} is not a sense; it is '<=', '>=' or '=='")
    return [_SENSES[sense] for sense in found]


@dataclass
class Part:
    """The rows of a level as passed by the caller: matrices over x and y, right sides, senses, names."""

    x: Any
    y: Any
    rhs: Any
    senses: Any
    names: Any
    letters: tuple[str, str, str]
    """How the arguments are called."""
    who: str

    def rows(self, n_x: int, n_y: int) -> list[Row]:
        """Returns the rows, in order."""
        letter_x, letter_y, letter_rhs = self.letters
        of_x, of_y = matrix(self.x, letter_x, n_x), matrix(self.y, letter_y, n_y)
        sizes = [len(rows) for rows in (of_x, of_y) if rows is not None]
        if self.rhs is None and sizes and sizes[0] > 0:
            raise Error(f"{letter_rhs} is missing: the right sides of the rows of {letter_x} and {letter_y}")
        rhs = vector(self.rhs, letter_rhs)
        n = len(rhs)
        for letter, rows in ((letter_x, of_x), (letter_y, of_y)):
            if rows is not None and len(rows) != n:
                raise Error(f"{letter} has {len(rows)} rows, and {letter_rhs} has {n} numbers")
        of_x, of_y = of_x or [{}] * n, of_y or [{}] * n
        kinds = senses(self.senses, f"{self.who}_senses", n)
        named = names(self.names, f"{self.who}_rows", f"{self.who}_", n)
        return [
            Row(name, sense, side, [*in_x.items(), *((n_x + j, value) for j, value in in_y.items())])
            for name, sense, side, in_x, in_y in zip(named, kinds, rhs, of_x, of_y, strict=True)
        ]


def _only_once(found: list[str], what: str) -> None:
    seen: set[str] = set()
    for name in found:
        if name in seen:
            raise Error(f"{name!r} is the name of two {what}")
        seen.add(name)


def files(
    leader: Level, follower: Level, rows: tuple[list[Row], list[Row]], wants: list[str], maximizes: bool, constant: str
) -> tuple[str, str]:
    """Returns the texts of the MPS file and of the AUX file; ``wants`` is the follower's objective."""
    columns = [*leader.names, *follower.names]
    all_rows = [*rows[0], *rows[1]]
    _only_once(columns, "variables")
    _only_once([row.name for row in all_rows], "rows")
    objective = "obj"
    while any(row.name == objective for row in all_rows):
        objective += "_"
    return (
        "\n".join(_mps(leader, follower, all_rows, objective, constant)) + "\n",
        "\n".join(_aux(leader, follower, rows, wants, maximizes)) + "\n",
    )


def _mps(leader: Level, follower: Level, rows: list[Row], objective: str, constant: str) -> Iterator[str]:
    yield "NAME program"
    yield "ROWS"
    yield f" N {objective}"
    for row in rows:
        yield f" {row.sense} {row.name}"
    entries: list[list[tuple[str, str]]] = [[] for _ in range(len(leader.names) + len(follower.names))]
    for row in rows:
        for column, value in row.terms:
            entries[column].append((row.name, value))
    yield "COLUMNS"
    yield " M1 'MARKER' 'INTORG'"
    for level, of_level in ((leader, entries), (follower, entries[len(leader.names) :])):
        for name, cost, found in zip(level.names, level.costs, of_level, strict=False):
            yield f" {name} {objective} {cost}"
            for row_name, value in found:
                yield f" {name} {row_name} {value}"
    yield " M2 'MARKER' 'INTEND'"
    yield "RHS"
    if constant != "0":
        # The objective is its terms less its right side.
        yield f" rhs {objective} {constant.removeprefix('-') if constant[0] == '-' else '-' + constant}"
    for row in rows:
        if row.rhs != "0":
            yield f" rhs {row.name} {row.rhs}"
    yield "BOUNDS"
    for level in (leader, follower):
        for name, (lower, upper) in zip(level.names, level.bounds, strict=True):
            yield f" MI bnd {name}" if lower is None else f" LO bnd {name} {lower}"
            yield f" PL bnd {name}" if upper is None else f" UP bnd {name} {upper}"
    yield "ENDATA"


def _aux(
    leader: Level, follower: Level, rows: tuple[list[Row], list[Row]], wants: list[str], maximizes: bool
) -> Iterator[str]:
    n_x, n_leader = len(leader.names), len(rows[0])
    yield f"N {len(follower.names)}"
    yield f"M {len(rows[1])}"
    for column in range(len(follower.names)):
        yield f"LC {n_x + column}"
    for row in range(len(rows[1])):
        yield f"LR {n_leader + row}"
    for cost in wants:
        yield f"LO {cost}"
    yield f"OS {-1 if maximizes else 1}"
