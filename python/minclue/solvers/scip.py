"""SCIP, by `pyscipopt`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ._adapter import ONE_LEVEL, Adapter, loaded, package
from ._loop import Cells, missed
from ._run import Run
from ._task import Broken, Solved, Status, Way

# Sets that one hitting set misses, of which the chain is cut off: the next one comes soon.
MOST = 10


class Scip(Adapter):
    """SCIP by its branch and cut, into which a constraint handler may put rows."""

    name = "scip"
    cannot = {Way.BILEVEL: ONE_LEVEL}
    modules = ("pyscipopt",)
    settings = {"limits/gap": 0.0}

    @staticmethod
    def version() -> str:
        own = package("pyscipopt")
        return f"{loaded('pyscipopt').Model().version()} (pyscipopt {own})"

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        model = self._model(run)
        clue = _covering(model, n_cells, sets)
        solved = self._solved(model, run)
        if solved.value is None:
            return solved
        return Solved(solved.bound, solved.value, _best(model, clue))

    def file(self, path: Path, run: Run) -> Solved:
        model = self._model(run)
        model.readProblem(str(path))
        return self._solved(model, run)

    def lazily(self, run: Run) -> Status:
        model = self._model(run)
        # Neither may use that sets not yet seen are not there.
        model.setIntParam("misc/usesymmetry", 0)
        model.setBoolParam("misc/allowstrongdualreds", False)
        model.setBoolParam("misc/allowweakdualreds", False)
        clue = _covering(model, run.oracle.n_cells, [frozenset(cells) for cells in run.task.sets])
        puzzle = _handler(Puzzle, loaded("pyscipopt").Conshdlr)
        puzzle.clue, puzzle.run = clue, run
        priorities = {"enfopriority": -10, "chckpriority": -10}
        model.includeConshdlr(puzzle, "puzzle", "the clues leave one solution", needscons=False, **priorities)
        solved = self._solved(model, run)
        run.bound(solved.bound)
        if solved.value is None:
            return Status.TIME_LIMIT
        run.puzzle(_best(model, clue))
        return Status.OPTIMAL

    def _model(self, run: Run) -> Any:
        scip = loaded("pyscipopt")
        model = scip.Model()
        model.hideOutput()
        model.setParams({**self.settings, "randomization/randomseedshift": run.task.seed, "limits/time": run.left()})
        bounds = _handler(Bounds, scip.Eventhdlr)
        bounds.hear = run.bound
        model.includeEventhdlr(bounds, "bounds", "reports the bounds")
        return model

    def _solved(self, model: Any, run: Run) -> Solved:
        model.optimize()
        run.count("n_nodes", int(model.getNTotalNodes()))
        status = model.getStatus()
        if status == "optimal":
            return Solved(model.getObjVal(), model.getObjVal())
        if status == "timelimit":
            return Solved(model.getDualbound(), None)
        raise Broken(f"SCIP ended with {status}")


def _covering(model: Any, n_cells: int, sets: Sequence[Cells]) -> list[Any]:
    """Variables of the cells; the rows of the sets are put into the model."""
    clue = [model.addVar(f"y{cell}", vtype="B", obj=1.0) for cell in range(n_cells)]
    _cover(model, clue, sets)
    return clue


def _cover(model: Any, clue: Sequence[Any], sets: Sequence[Cells]) -> None:
    total = loaded("pyscipopt").quicksum
    for cells in sets:
        model.addCons(total(clue[cell] for cell in sorted(cells)) >= 1)


def _best(model: Any, clue: Sequence[Any]) -> Cells:
    """The cells of the solution, when all is over."""
    return frozenset(cell for cell, variable in enumerate(clue) if model.getVal(variable) > 0.5)


def _chosen(model: Any, solution: Any, clue: Sequence[Any]) -> Cells:
    """The cells of a solution while it works, or of the linear program where there is none."""
    return frozenset(cell for cell, variable in enumerate(clue) if model.getSolVal(solution, variable) > 0.5)


def _handler(ours: type, theirs: type) -> Any:
    """A handler for SCIP, whose own class is there only where SCIP is."""
    return type(ours.__name__, (ours, theirs), {})()


class Bounds:
    """Hears of every node."""

    model: Any
    hear: Callable[[float], None]

    def eventinit(self) -> None:
        self.model.catchEvent(loaded("pyscipopt").SCIP_EVENTTYPE.NODESOLVED, self)

    def eventexit(self) -> None:
        self.model.dropEvent(loaded("pyscipopt").SCIP_EVENTTYPE.NODESOLVED, self)

    def eventexec(self, event: object) -> None:
        self.hear(self.model.getDualbound())


class Puzzle:
    """The constraint that chosen cells are a puzzle: accepts puzzles, and answers everything else with rows of sets that
    the cells miss."""

    model: Any
    clue: Sequence[Any]
    run: Run

    def conscheck(self, constraints: object, solution: Any, *_: object, **__: object) -> dict[str, Any]:
        cells = _chosen(self.model, solution, self.clue)
        if self.run.leaves_more(cells):
            return {"result": loaded("pyscipopt").SCIP_RESULT.INFEASIBLE}
        self.run.puzzle(cells)
        return {"result": loaded("pyscipopt").SCIP_RESULT.FEASIBLE}

    def consenfolp(self, *_: object, **__: object) -> dict[str, Any]:
        self.run.bound(self.model.getDualbound())
        new = missed(_chosen(self.model, None, self.clue), self.run, MOST)
        self.run.count("n_learned", len(new))
        _cover(self.model, self.clue, new)
        results = loaded("pyscipopt").SCIP_RESULT
        return {"result": results.CONSADDED if new else results.FEASIBLE}

    def consenfops(self, *_: object, **__: object) -> dict[str, Any]:
        return self.consenfolp()

    def conslock(self, constraint: object, locktype: Any, nlockspos: int, nlocksneg: int) -> None:
        # To take a clue away may break it.
        for variable in self.clue:
            self.model.addVarLocksType(variable, locktype, nlockspos, nlocksneg)
