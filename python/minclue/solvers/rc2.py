"""RC2, the MaxSAT solver of PySAT."""

from __future__ import annotations

from pathlib import Path

from . import _pysat
from ._adapter import ONE_LEVEL, Adapter, loaded
from ._run import Run
from ._task import Broken, Solved, Way


class Rc2(Adapter):
    """RC2 on a WCNF file."""

    name = "rc2"
    cannot = {
        Way.LOOP: "see hitman, which is RC2 with new clauses between its answers",
        Way.LAZY: "it takes no clauses while it runs",
        Way.HPR: "the model is not made of clauses, and has no WCNF file",
        Way.BILEVEL: ONE_LEVEL,
    }
    endings = {Way.HITTING: ".wcnf"}
    modules = ("pysat.examples.rc2",)
    settings = {"solver": "g4", "adapt": True, "exhaust": True, "minz": True}
    lacks = "it has no seed and no time limit: it is stopped from outside"

    @staticmethod
    def version() -> str:
        return _pysat.version()

    def file(self, path: Path, run: Run) -> Solved:
        formula = loaded("pysat.formula").WCNF(from_file=str(path))
        with loaded("pysat.examples.rc2").RC2(formula, **self.settings) as rc2:
            # The weight of the cores found so far.
            with _pysat.watched(lambda: float(rc2.cost), run):
                model = rc2.compute()
            if model is None:
                raise Broken("RC2 ended without an answer")
            return Solved(rc2.cost, rc2.cost)


