"""What is asked, of whom, and how it can end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

SCHEMA = "minclue-solvers/1"


class Way(str, Enum):
    """A way to put the question to a solver."""

    LOOP = "loop"
    """Hitting sets of the sets known so far; each answer is asked for a second solution, which is one more set."""
    LAZY = "lazy"
    """One branch and cut of the solver, into which sets come as rows while it runs."""
    HITTING = "hitting"
    """A file: fewest cells that hit the start sets. Its optimum is a lower bound."""
    HPR = "hpr"
    """A file: the high-point relaxation of tjusila-2023 with the start sets as rows. Its optimum is a lower bound."""
    BILEVEL = "bilevel"
    """A file: leader and follower, with the start sets as rows."""
    OWN = "own"
    """An engine of minclue, from the grid alone."""


class Status(str, Enum):
    """How a run ended."""

    OPTIMAL = "optimal"
    """With the answer to what was asked: the minimum, or the optimum of the file."""
    TIME_LIMIT = "time_limit"
    """With what was known by then."""
    REFUSED = "refused"
    """The solver cannot be asked in that way."""
    MISSING = "missing"
    """The solver is not installed."""
    FAILED = "failed"
    """The solver, or what drives it, broke down."""


class MissingSolver(Exception):
    """A solver is not installed; the message says what to install."""


class Broken(Exception):
    """A solver said something that cannot be true, or nothing."""


@dataclass(frozen=True)
class Grid:
    """A complete grid with boxes of ``rows`` times ``columns`` cells."""

    name: str
    text: str
    rows: int
    columns: int

    @property
    def order(self) -> int:
        """How many digits there are."""
        return self.rows * self.columns

    @property
    def shape(self) -> str:
        """The box shape, such as ``3x3``."""
        return f"{self.rows}x{self.columns}"

    @property
    def digits(self) -> list[int]:
        """The digit of each cell, from 0."""
        return ["123456789ABCDEFGHIJKLMNOP".index(c) for c in self.text.upper()]


@dataclass(frozen=True)
class Task:
    """One run: a grid, a solver, a way, and its limits."""

    grid: Grid
    solver: str
    way: Way
    time_limit: float
    """Wall-clock seconds, from when the solver gets the question."""
    cpu_limit: float | None
    """Processor seconds, likewise; for machines that are shared."""
    seed: int
    sets: Sequence[Sequence[int]]
    """The start sets: cells from 0, row by row."""
    model: str | None = None
    """The file, of the ways that have one, without its ending."""
    program: str = "minclue"
    """The program of minclue, of way ``own``."""


@dataclass(frozen=True)
class Solved:
    """What a solver said of one minimization."""

    bound: float
    """No solution has a smaller value."""
    value: float | None
    """The value of the best solution, if it is optimal."""
    cells: frozenset[int] | None = None
    """The solution, if it is optimal and one of cells."""
