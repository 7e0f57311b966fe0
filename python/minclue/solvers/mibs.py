"""MibS, the bilevel solver of COIN-OR, by its program."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from ._adapter import NO_LAZY_ROWS, Adapter, program
from ._program import lines
from ._run import Run
from ._task import Broken, Solved, Way

TWO_LEVELS = "it is a solver of models with two levels"
NO_PACKAGE = "neither Debian nor PyPI has it: its sources are at COIN-OR"


class Mibs(Adapter):
    """MibS on the model of leader and follower."""

    name = "mibs"
    cannot = {Way.LOOP: TWO_LEVELS, Way.LAZY: NO_LAZY_ROWS, Way.HITTING: TWO_LEVELS, Way.HPR: TWO_LEVELS}
    endings = {Way.BILEVEL: ".aux"}
    lacks = "it is asked without a seed"

    @staticmethod
    def version() -> str:
        run = subprocess.run([program("mibs", NO_PACKAGE)], capture_output=True, text=True, timeout=60, check=False)
        found = re.search(r"Version: *(\S+)", run.stdout)
        return found[1] if found else "unknown"

    def file(self, path: Path, run: Run) -> Solved:
        files = ["-instance", str(path.with_suffix(".mps")), "-auxiliaryInfoFile", str(path)]
        limit = ["-Alps_timeLimit", f"{run.left():.0f}"]
        bound, value, is_done, said, clues = 0.0, None, False, [], set[int]()
        for line in lines([program("mibs", NO_PACKAGE), *files, *limit], run):
            said.append(line)
            fields = line.split()
            # Nodes, best solution, bound, gap, seconds and nodes left; without a solution there are neither it nor a gap.
            if len(fields) in (4, 6) and all(re.fullmatch(r"-?\d+(\.\d+)?(e\+\d+)?%?", field) for field in fields):
                bound = max(bound, float(fields[2] if len(fields) == 6 else fields[1]))
                run.bound(bound)
            is_done |= line.startswith("Alps0208I")
            if found := re.fullmatch(r"Cost = (\S+)", line):
                value = float(found[1])
            if found := re.fullmatch(r"y_r(\d+)c(\d+) = 1", line):
                clues.add((int(found[1]) - 1) * run.task.grid.order + int(found[2]) - 1)
        if is_done and value is not None:
            return Solved(value, value, frozenset(clues))
        if run.left() > 1:
            raise Broken("MibS ended without an answer: " + " / ".join(said[-3:]))
        return Solved(bound, None)
