"""CP-SAT, by `ortools`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._adapter import NO_LAZY_ROWS, ONE_LEVEL, Adapter, loaded, package
from ._loop import Cells
from ._opb import read_opb
from ._run import Run
from ._task import Broken, Solved, Way


class CpSat(Adapter):
    """CP-SAT with one worker, which raises the bound by cores."""

    name = "cpsat"
    cannot = {Way.LAZY: NO_LAZY_ROWS, Way.BILEVEL: ONE_LEVEL}
    endings = {Way.HITTING: ".opb", Way.HPR: ".opb"}
    modules = ("ortools.sat.python.cp_model",)
    settings = {"num_workers": 1, "optimize_with_core": True}

    @staticmethod
    def version() -> str:
        return package("ortools")

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        cp_model = loaded("ortools.sat.python.cp_model")

        model = cp_model.CpModel()
        clue = [model.new_bool_var(f"y{cell}") for cell in range(n_cells)]
        for cells in sets:
            model.add_bool_or([clue[cell] for cell in sorted(cells)])
        model.minimize(sum(clue))
        bound, solver = self._solved(model, run)
        if solver is None:
            return Solved(bound, None)
        return Solved(bound, bound, frozenset(cell for cell in range(n_cells) if solver.boolean_value(clue[cell])))

    def file(self, path: Path, run: Run) -> Solved:
        cp_model = loaded("ortools.sat.python.cp_model")

        problem = read_opb(path.read_text())
        model = cp_model.CpModel()
        variables = [model.new_bool_var(f"x{i + 1}") for i in range(problem.n_variables)]
        for row in problem.rows:
            total = sum(factor * variables[i] for factor, i in row.terms)
            model.add(total == row.bound if row.is_equation else total >= row.bound)
        model.minimize(sum(factor * variables[i] for factor, i in problem.objective))
        bound, solver = self._solved(model, run)
        return Solved(bound, None if solver is None else bound)

    def _solved(self, model: Any, run: Run) -> tuple[float, Any]:
        """The bound, and the solver if it is the optimum."""
        cp_model = loaded("ortools.sat.python.cp_model")

        solver = cp_model.CpSolver()
        own = {"max_time_in_seconds": run.left(), "random_seed": run.task.seed}
        for option, value in {**self.settings, **own}.items():
            setattr(solver.parameters, option, value)
        solver.best_bound_callback = run.bound
        status = solver.solve(model)
        if status == cp_model.OPTIMAL:
            return solver.objective_value, solver
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
            return solver.best_objective_bound, None
        raise Broken(f"CP-SAT ended with {solver.status_name(status)}")
