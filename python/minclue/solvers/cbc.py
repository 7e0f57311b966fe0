"""CBC, by its program."""

from __future__ import annotations

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

DEBIAN = "Debian: coinor-cbc"
# While it searches; of the linear program at the root; at the end.
BOUND = re.compile(r"(?:best possible |Continuous objective value is |^Lower bound: *)(-?[\d.]+(?:e[+-]?\d+)?)")


class Cbc(Adapter):
    """CBC by its branch and cut."""

    name = "cbc"
    cannot = {Way.LAZY: NO_LAZY_ROWS, Way.BILEVEL: ONE_LEVEL}
    settings = {"ratioGap": 0, "allowableGap": 0}

    @staticmethod
    def version() -> str:
        run = subprocess.run([program("cbc", DEBIAN), "-quit"], capture_output=True, text=True, timeout=60)
        found = re.search(r"^Version: *(\S+)", run.stdout, re.MULTILINE)
        return found[1] if found else "unknown"

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "hitting.lp")
            write_lp(path, n_cells, sets)
            return self.file(path, run)

    def file(self, path: Path, run: Run) -> Solved:
        gaps = [word for option, value in self.settings.items() for word in (f"-{option}", str(value))]
        limit = ["-timeMode", "elapsed", "-sec", f"{run.left():.3f}", "-randomCbcSeed", str(run.task.seed)]
        with tempfile.TemporaryDirectory() as folder:
            solution = Path(folder, "solution")
            command = [program("cbc", DEBIAN), str(path), *gaps, *limit, "-solve", "-solution", str(solution)]
            bound, said = 0.0, []
            for line in lines([*command, "-quit"], run):
                said.append(line)
                if found := BOUND.search(line):
                    bound = max(bound, float(found[1]))
                    run.bound(bound)
            first, *rest = solution.read_text().splitlines() if solution.exists() else [""]
        if first.startswith("Optimal"):
            value = float(first.split()[-1])
            fields = (line.replace("**", "").split() for line in rest)
            ones = {name for _, name, at, *_ in fields if float(at) > 0.5}
            cells = frozenset(int(name[1:]) for name in ones if re.fullmatch(r"y\d+", name))
            return Solved(value, value, cells)
        if run.left() > 1 and not first.startswith("Stopped on time"):
            raise Broken("CBC ended without an answer: " + " / ".join(said[-3:]))
        return Solved(bound, None)
