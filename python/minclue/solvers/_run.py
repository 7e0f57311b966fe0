"""A run as its adapter sees it: the clock, and who hears of bounds."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._oracle import Oracle
from ._task import Broken, Task

Say = Callable[[dict[str, Any]], None]
# Solvers of linear programs compute with some nine digits.
TOLERANCE = 1e-6


class Run:
    """The clock of a run, its bounds, and its oracle."""

    lower: int
    """Proven: no fewer clues will do. Of a file, its optimum is no less."""
    upper: int | None
    """The clues of the best puzzle that the oracle has accepted."""
    child: int | None
    """The process of a program that works for the solver now."""

    def __init__(self, task: Task, say: Say) -> None:
        self.task = task
        self.oracle = Oracle(task.grid)
        self.oracle_seconds = 0.0
        self.lower, self.upper, self.child = 0, None, None
        self.counts: dict[str, int] = {}
        self._say = say
        self._start, self._cpu_start = time.monotonic(), 0.0
        self._cpu_start = self.cpu_seconds()

    def seconds(self) -> float:
        """Wall-clock seconds since the solver got the question."""
        return time.monotonic() - self._start

    def cpu_seconds(self) -> float:
        """Processor seconds of this process and of the programs that it has started."""
        times = os.times()
        cpu = times.user + times.system + times.children_user + times.children_system
        return cpu + (cpu_of(self.child) if self.child else 0.0) - self._cpu_start

    def left(self) -> float:
        """Seconds to the limit; 0 when it is over."""
        return max(0.0, self.task.time_limit - self.seconds())

    def bound(self, value: float) -> None:
        """A solver says that no solution has a smaller value; numbers of cells are whole."""
        if not math.isfinite(value):
            return
        lower = math.ceil(value - TOLERANCE)
        if lower > self.lower:
            self.lower = lower
            self._event("lower_bound", lower)

    def puzzle(self, cells: frozenset[int]) -> None:
        """These clues leave one solution, as somebody says; it is asked once more."""
        if self.leaves_more(cells):
            raise Broken(f"{len(cells)} clues are said to leave one solution, and leave more")
        if self.upper is None or len(cells) < self.upper:
            self.upper = len(cells)
            self._event("upper_bound", len(cells))

    def unavoidable(self, clues: frozenset[int]) -> frozenset[int] | None:
        """A minimal unavoidable set that these clues do not hit."""
        start = time.monotonic()
        found = self.oracle.unavoidable(clues)
        self.oracle_seconds += time.monotonic() - start
        return found

    def leaves_more(self, clues: frozenset[int]) -> bool:
        """Do these clues leave a second solution? That takes less than a minimal set."""
        start = time.monotonic()
        found = self.oracle.difference(clues)
        self.oracle_seconds += time.monotonic() - start
        return found is not None

    def count(self, what: str, n: int = 1) -> None:
        """Counts something, such as rounds of the loop."""
        self.counts[what] = self.counts.get(what, 0) + n

    def progress(self) -> None:
        """Reports what is counted so far: a solver that has to be killed cannot do so at its end."""
        self._say({"event": "progress", **self.summary()})

    def _event(self, what: str, value: int) -> None:
        at = {"seconds": round(self.seconds(), 3), "cpu_seconds": round(self.cpu_seconds(), 3)}
        self._say({"event": what, "value": value, **at})

    def summary(self) -> dict[str, Any]:
        """What is counted, and how long the oracle was asked."""
        oracle = {"n_calls": self.oracle.n_calls, "seconds": round(self.oracle_seconds, 3)}
        times = {"seconds": round(self.seconds(), 3), "cpu_seconds": round(self.cpu_seconds(), 3)}
        return {**self.counts, **times, "oracle": oracle}


def cpu_of(process: int) -> float:
    """Processor seconds of a process that runs and of what it has waited for; 0 where the system does not say (it is
    Linux that does)."""
    try:
        # The name of the program, in brackets, may have blanks.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
