"""Reads the OPB files that `minclue export` writes: linear rows of whole numbers, one a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

Terms = Sequence[tuple[int, int]]
TERM = re.compile(r"([+-]\d+) x(\d+)")


@dataclass(frozen=True)
class OpbRow:
    """A row: factors and variables, from 0."""

    terms: Terms
    is_equation: bool
    """Equal to the bound; otherwise at least that."""
    bound: int


@dataclass(frozen=True)
class Opb:
    """A pseudo-Boolean problem, to be minimized."""

    n_variables: int
    objective: Terms
    rows: Sequence[OpbRow]


def read_opb(text: str) -> Opb:
    """The problem of a file.

    :raises ValueError: a line is not what `minclue export` writes.
    """
    head = re.match(r"\* #variable= *(\d+) #constraint= *(\d+)", text)
    if head is None:
        raise ValueError("the first line of an OPB file says how many variables and rows it has")
    objective: Terms = []
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("*"):
            continue
        if line.startswith("min:"):
            objective = _terms(line)
        elif found := re.fullmatch(r"(.*?) (>=|=) ([+-]?\d+) ;", line):
            rows.append(OpbRow(_terms(found[1]), found[2] == "=", int(found[3])))
        else:
            raise ValueError(f"line {number}: this is not a row")
    if len(rows) != int(head[2]):
        raise ValueError(f"{len(rows)} rows, and the first line says {head[2]}")
    return Opb(int(head[1]), objective, rows)


def _terms(text: str) -> Terms:
    return [(int(factor), int(variable) - 1) for factor, variable in TERM.findall(text)]
