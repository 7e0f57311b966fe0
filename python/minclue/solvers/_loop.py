"""Implicit hitting sets: the loop that makes a solver of minimum hitting sets one of fewest clues.

Chandrasekaran, Karp, Moreno-Centeno and Vempala, "Algorithms for implicit hitting set problems" (2011). The solver is asked
for a least set of cells that hits all known unavoidable sets; if it is not a puzzle, sets that it misses are added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ._run import Run
from ._task import Solved, Status

Cells = frozenset[int]
Leader = Callable[[int, Sequence[Cells], Run], Solved]


def by_loop(leader: Leader, run: Run) -> Status:
    """Asks ``leader`` for hitting sets until one is a puzzle, or the bounds meet, or time is over."""
    sets = [frozenset(cells) for cells in run.task.sets]
    while run.left() > 0:
        run.count("n_rounds")
        run.progress()
        solved = leader(run.oracle.n_cells, sets, run)
        run.bound(solved.bound)
        if solved.cells is None:
            return Status.TIME_LIMIT
        new = missed(solved.cells, run)
        run.count("n_learned", len(new))
        sets += new
        if run.upper is not None and run.lower >= run.upper:
            return Status.OPTIMAL
    return Status.TIME_LIMIT


def missed(cells: Cells, run: Run, most: int | None = None) -> list[Cells]:
    """Sets that these cells miss: a chain of disjoint ones until the cells with them are a puzzle, then those that are met
    while cells are taken from that puzzle again. What is left of it is an upper bound. A chain of ``most`` sets is not gone
    on with, and makes no puzzle. There is no set if the cells are one."""
    found: list[Cells] = []
    all_ = cells
    while (one := run.unavoidable(all_)) is not None:
        found.append(one)
        all_ |= one
        if run.left() == 0 or len(found) == most:
            return found
    for cell in sorted(all_ - cells) + sorted(cells) if found else []:
        if run.left() == 0:
            return found
        one = run.unavoidable(all_ - {cell})
        if one is None:
            all_ -= {cell}
        elif not one & cells:
            found.append(one)
    run.puzzle(all_)
    return found
