"""Hitman, the hitting sets of PySAT: an RC2 that keeps its cores when clauses come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _pysat
from ._adapter import ONE_LEVEL, Adapter, loaded
from ._loop import Cells
from ._run import Run
from ._task import Broken, Solved, Way


class Hitman(Adapter):
    """Hitman with RC2."""

    name = "hitman"
    cannot = {
        Way.LAZY: "it takes no clauses while it runs",
        Way.HITTING: "see rc2, which is what it asks",
        Way.HPR: "it has hitting sets only",
        Way.BILEVEL: ONE_LEVEL,
    }
    modules = ("pysat.examples.hitman",)
    settings = {"htype": "sorted", "solver": "g4"}
    lacks = "it has no seed and no time limit: it is stopped from outside"

    def __init__(self) -> None:
        self._hitman: Any = None
        self._n_known = 0

    @staticmethod
    def version() -> str:
        return _pysat.version()

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        new = [sorted(cells) for cells in sets[self._n_known :]]
        self._n_known = len(sets)
        if self._hitman is None:
            self._hitman = loaded("pysat.examples.hitman").Hitman(bootstrap_with=new, **self.settings)
        else:
            for cells in new:
                self._hitman.hit(cells)
        # Cores are found within `get`; their number is a bound at any moment.
        with _pysat.watched(lambda: float(self._hitman.oracle.cost), run):
            found = self._hitman.get()
        if found is None:
            raise Broken("Hitman ended without an answer")
        return Solved(len(found), len(found), frozenset(found))
