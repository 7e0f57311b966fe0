"""SCIP, by `pyscipopt`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._adapter import ONE_LEVEL, Adapter, package
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
        import pyscipopt

        return f"{pyscipopt.Model().version()} (pyscipopt {own})"

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
        sets = _puzzle_handler(clue, run)
        model.includeConshdlr(
            sets, "puzzle", "the clues leave one solution", enfopriority=-10, chckpriority=-10, needscons=False
        )
        status = Status.TIME_LIMIT
        solved = self._solved(model, run)
        run.bound(solved.bound)
        if solved.value is not None:
            run.puzzle(_best(model, clue))
            status = Status.OPTIMAL
        return status

    def _model(self, run: Run) -> Any:
        import pyscipopt

        model = pyscipopt.Model()
        model.hideOutput()
        model.setParams({**self.settings, "randomization/randomseedshift": run.task.seed, "limits/time": run.left()})

        class Bounds(pyscipopt.Eventhdlr):  # type: ignore[misc]
            """Hears of every node."""

            def eventinit(self) -> None:
                self.model.catchEvent(pyscipopt.SCIP_EVENTTYPE.NODESOLVED, self)

            def eventexit(self) -> None:
                self.model.dropEvent(pyscipopt.SCIP_EVENTTYPE.NODESOLVED, self)

            def eventexec(self, event: object) -> None:
                run.bound(self.model.getDualbound())

        model.includeEventhdlr(Bounds(), "bounds", "tells the bounds")
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
    import pyscipopt

    clue = [model.addVar(f"y{cell}", vtype="B", obj=1.0) for cell in range(n_cells)]
    for cells in sets:
        model.addCons(pyscipopt.quicksum(clue[cell] for cell in sorted(cells)) >= 1)
    return clue


def _best(model: Any, clue: Sequence[Any]) -> Cells:
    """The cells of the solution, when all is over."""
    return frozenset(cell for cell, variable in enumerate(clue) if model.getVal(variable) > 0.5)


def _chosen(model: Any, solution: Any, clue: Sequence[Any]) -> Cells:
    """The cells of a solution while it works, or of the linear program where there is none."""
    return frozenset(cell for cell, variable in enumerate(clue) if model.getSolVal(solution, variable) > 0.5)


def _puzzle_handler(clue: Sequence[Any], run: Run) -> Any:
    """The constraint that chosen cells are a puzzle, by the sets that they miss."""
    import pyscipopt

    class Puzzle(pyscipopt.Conshdlr):  # type: ignore[misc]
        """Accepts puzzles, and answers everything else with rows."""

        def conscheck(self, constraints: object, solution: Any, *_: object, **__: object) -> dict[str, Any]:
            cells = _chosen(self.model, solution, clue)
            if run.unavoidable(cells) is not None:
                return {"result": pyscipopt.SCIP_RESULT.INFEASIBLE}
            run.puzzle(cells)
            return {"result": pyscipopt.SCIP_RESULT.FEASIBLE}

        def consenfolp(self, *_: object, **__: object) -> dict[str, Any]:
            run.bound(self.model.getDualbound())
            new = missed(_chosen(self.model, None, clue), run, MOST)
            run.count("n_learned", len(new))
            for cells in new:
                self.model.addCons(pyscipopt.quicksum(clue[cell] for cell in sorted(cells)) >= 1)
            result = pyscipopt.SCIP_RESULT.CONSADDED if new else pyscipopt.SCIP_RESULT.FEASIBLE
            return {"result": result}

        def consenfops(self, *_: object, **__: object) -> dict[str, Any]:
            return self.consenfolp()

        def conslock(self, constraint: object, locktype: Any, nlockspos: int, nlocksneg: int) -> None:
            # To take a clue away may break it.
            for variable in clue:
                self.model.addVarLocksType(variable, locktype, nlockspos, nlocksneg)

    return Puzzle()
