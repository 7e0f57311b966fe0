"""OptUx, the smallest unsatisfiable subsets of PySAT: fewest clues in one question, and with a loop of its own.

The rules of Sudoku and "some cell is not as in the grid" hold; the clues are to contradict them, as few as possible.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from . import _pysat
from ._adapter import ONE_LEVEL, Adapter, loaded
from ._run import Run
from ._task import Grid, Status, Way


class OptUx(Adapter):
    """OptUx, with its own hitting sets and its own SAT solver for second solutions."""

    name = "optux"
    cannot = {
        Way.LAZY: "it takes no clauses while it runs",
        Way.HITTING: "it has unsatisfiable subsets only",
        Way.HPR: "it has unsatisfiable subsets only",
        Way.BILEVEL: ONE_LEVEL,
    }
    modules = ("pysat.examples.optux",)
    settings = {"solver": "g4"}
    lacks = "it takes no start sets, has no seed and no time limit: it is stopped from outside"

    @staticmethod
    def version() -> str:
        return _pysat.version()

    def ask(self, run: Run) -> Status:
        solver = loaded("pysat.examples.optux").OptUx(formula(run.task.grid), **self.settings)
        # Subsets of one clause are none of the hitting sets.
        with _pysat.watched(lambda: float(solver.hitman.oracle.cost + len(solver.units)), run):
            found = solver.compute()
        # Numbers of soft clauses, from 1: they are the cells.
        cells = frozenset(number - 1 for number in found)
        run.bound(len(cells))
        run.puzzle(cells)
        return Status.OPTIMAL


def formula(grid: Grid) -> Any:
    """The rules as hard clauses, and of each cell its digit as a soft one."""
    n, digits = grid.order, grid.digits

    def of(cell: int, digit: int) -> int:
        return cell * n + digit + 1

    rows = [range(n * r, n * r + n) for r in range(n)]
    columns = [range(c, n * n, n) for c in range(n)]
    tops, lefts = range(0, n, grid.rows), range(0, n, grid.columns)
    inside = [n * r + c for r in range(grid.rows) for c in range(grid.columns)]
    boxes = [[n * top + left + cell for cell in inside] for top in tops for left in lefts]
    wcnf = loaded("pysat.formula").WCNF()
    for cell in range(n * n):
        wcnf.append([of(cell, digit) for digit in range(n)])
        wcnf.extend([-of(cell, a), -of(cell, b)] for a, b in combinations(range(n), 2))
    for house in (*rows, *columns, *boxes):
        for digit in range(n):
            wcnf.append([of(cell, digit) for cell in house])
            wcnf.extend([-of(a, digit), -of(b, digit)] for a, b in combinations(house, 2))
    wcnf.append([-of(cell, digit) for cell, digit in enumerate(digits)])
    for cell, digit in enumerate(digits):
        wcnf.append([of(cell, digit)], weight=1)
    return wcnf
