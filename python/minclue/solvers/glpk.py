"""GLPK, by its program `glpsol`."""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ._adapter import NO_LAZY_ROWS, ONE_LEVEL, Adapter, program
from ._loop import Cells
from ._program import lines, write_lp
from ._run import Run
from ._task import Broken, Solved, Way

DEBIAN = "Debian: glpk-utils"
BOUND = re.compile(r"mip = .*>= +(-?\d\.\d+e[+-]\d+)")


class Glpk(Adapter):
    """GLPK by its branch and bound with cuts."""

    name = "glpk"
    cannot = {Way.LAZY: NO_LAZY_ROWS, Way.BILEVEL: ONE_LEVEL}
    settings = {"cuts": True, "mipgap": 0}
    lacks = "glpsol has no seed"

    @staticmethod
    def version() -> str:
        run = subprocess.run([program("glpsol", DEBIAN), "--version"], capture_output=True, text=True, timeout=60)
        found = re.search(r"\d+\.\d+(\.\d+)?", run.stdout)
        return found[0] if found else "unknown"

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "hitting.lp")
            write_lp(path, n_cells, sets)
            # Columns stand in the order in which the objective names them.
            return self._solved(["--lp", str(path)], run)

    def file(self, path: Path, run: Run) -> Solved:
        return self._solved(["--freemps", str(path)], run)

    def _solved(self, model: Sequence[str], run: Run) -> Solved:
        with tempfile.TemporaryDirectory() as folder:
            solution = Path(folder, "solution")
            limit = ["--tmlim", str(max(1, math.ceil(run.left())))]
            command = [program("glpsol", DEBIAN), *model, "--cuts", "--mipgap", "0", *limit, "-w", str(solution)]
            bound, said = 0.0, []
            for line in lines(command, run):
                said.append(line)
                if found := BOUND.search(line):
                    bound = max(bound, float(found[1]))
                    run.bound(bound)
            fields = [line.split() for line in solution.read_text().splitlines()] if solution.exists() else []
        head = next((line for line in fields if line[:2] == ["s", "mip"]), None)
        if head is not None and head[4] == "o":
            value = float(head[5])
            ones = frozenset(int(line[1]) - 1 for line in fields if line[0] == "j" and float(line[2]) > 0.5)
            return Solved(value, value, ones)
        if run.left() > 1:
            raise Broken("GLPK ended without an answer: " + " / ".join(said[-3:]))
        return Solved(bound, None)
