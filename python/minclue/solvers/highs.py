"""HiGHS, by `highspy`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._adapter import NO_LAZY_ROWS, ONE_LEVEL, Adapter, loaded, package
from ._loop import Cells
from ._run import Run
from ._task import Broken, Solved, Way


class Highs(Adapter):
    """HiGHS by its branch and cut."""

    name = "highs"
    cannot = {Way.LAZY: NO_LAZY_ROWS, Way.BILEVEL: ONE_LEVEL}
    modules = ("highspy",)
    settings = {"mip_rel_gap": 0.0}

    @staticmethod
    def version() -> str:
        return package("highspy")

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        highspy = loaded("highspy")

        highs = self._highs(run)
        highs.addVars(n_cells, [0.0] * n_cells, [1.0] * n_cells)
        for cell in range(n_cells):
            highs.changeColCost(cell, 1.0)
            highs.changeColIntegrality(cell, highspy.HighsVarType.kInteger)
        for cells in sets:
            highs.addRow(1.0, highspy.kHighsInf, len(cells), sorted(cells), [1.0] * len(cells))
        solved = self._solved(highs, run)
        if solved.value is None:
            return solved
        values = highs.getSolution().col_value
        return Solved(solved.bound, solved.value, frozenset(cell for cell in range(n_cells) if values[cell] > 0.5))

    def file(self, path: Path, run: Run) -> Solved:
        highs = self._highs(run)
        highs.readModel(str(path))
        return self._solved(highs, run)

    def _highs(self, run: Run) -> Any:
        highspy = loaded("highspy")

        highs = highspy.Highs()
        highs.silent()
        own = {"threads": 1, "time_limit": run.left(), "random_seed": run.task.seed}
        for option, value in {**self.settings, **own}.items():
            highs.setOptionValue(option, value)
        return highs

    def _solved(self, highs: Any, run: Run) -> Solved:
        highspy = loaded("highspy")

        highs.cbMipInterrupt.subscribe(lambda event: run.bound(event.data_out.mip_dual_bound))
        highs.run()
        status = highs.getModelStatus()
        info = highs.getInfo()
        run.count("n_nodes", max(0, int(info.mip_node_count)))
        if status == highspy.HighsModelStatus.kOptimal:
            return Solved(info.objective_function_value, info.objective_function_value)
        if status == highspy.HighsModelStatus.kTimeLimit:
            return Solved(info.mip_dual_bound, None)
        raise Broken(f"HiGHS ended with {highs.modelStatusToString(status)}")
