"""MibS, the bilevel solver of COIN-OR, by its program."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from ._adapter import NO_LAZY_ROWS, Adapter, program
from ._program import lines
from ._run import Run
from ._task import Broken, Solved, Way

NO_LEVEL_ALONE = "it is a solver of two levels; its leader alone is that of CBC"


class Mibs(Adapter):
    """MibS on the model of leader and follower."""

    name = "mibs"
    cannot = {Way.LOOP: NO_LEVEL_ALONE, Way.LAZY: NO_LAZY_ROWS, Way.HITTING: NO_LEVEL_ALONE, Way.HPR: NO_LEVEL_ALONE}
    endings = {Way.BILEVEL: ".aux"}
    lacks = "it has no seed"

    @staticmethod
    def version() -> str:
        run = subprocess.run([program("mibs", "none; see docs/solvers.md")], capture_output=True, text=True, timeout=60)
        found = re.search(r"Version: *(\S+)", run.stdout)
        return found[1] if found else "unknown"

    def file(self, path: Path, run: Run) -> Solved:
        files = ["-instance", str(path.with_suffix(".mps")), "-auxiliaryInfoFile", str(path)]
        said = []
        for line in lines([program("mibs", ""), *files, "-Alps_timeLimit", f"{run.left():.0f}"], run):
            said.append(line)
        raise Broken(" / ".join(said[-3:]))
