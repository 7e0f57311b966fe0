"""The engines of minclue, by its program."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from ._adapter import Adapter
from ._program import lines
from ._run import Run
from ._task import Broken, MissingSolver, Status, Way

MARGIN = 0.5
# Seconds that a program may take to say its version.
VERSION_SECONDS = 60.0
OUTSIDE = "it is minclue, and is asked by its program"


class Ours(Adapter):
    """An engine of minclue, with the time that it takes to find its start sets."""

    cannot = dict.fromkeys((Way.LOOP, Way.LAZY, Way.HITTING, Way.HPR, Way.BILEVEL), OUTSIDE)
    words: ClassVar[Sequence[str]]

    @staticmethod
    def version() -> str:
        raise MissingSolver("its version is that of the program")

    def ask(self, run: Run) -> Status:
        grid = run.task.grid
        with tempfile.TemporaryDirectory() as folder:
            answer = Path(folder, "answer")
            # It says its last word just after its limit, and that is to count.
            seconds = max(run.left() - MARGIN, run.left() / 2)
            options = [f"--time-limit={seconds:.3f}", f"--seed={run.task.seed}", f"--shape={grid.shape}"]
            command = [run.task.program, "solve", *self.words, *options, "-v", "--color=never", "--format=jsonl", grid.text]
            # Its record goes to a file, so that what comes back is the log.
            shell = ["sh", "-c", 'answer=$1; shift; exec "$@" >"$answer"', "sh", str(answer), *command]
            column = None
            for line in lines(shell, run, grace=5.0, terminal=False):
                column = _column(line, column, run)
            record = json.loads(answer.read_text() or "{}")
        if record.get("status") not in ("optimal", "time_limit"):
            raise Broken(f"minclue ended with {record}")
        run.bound(record["lower_bound"])
        clues = frozenset(cell for cell, digit in enumerate(record.get("puzzle", "")) if digit not in ".0")
        if clues:
            run.puzzle(clues)
        run.count("n_nodes", record.get("n_nodes", 0))
        return Status.OPTIMAL if record["status"] == "optimal" else Status.TIME_LIMIT


def _column(line: str, column: int | None, run: Run) -> int | None:
    """Where in a row of the log the lower bound stands; and the bound of this row."""
    fields = line.split()
    if "lower" in fields and "upper" in fields:
        return fields.index("lower")
    if column is None or not fields:
        return column
    if not re.fullmatch(r"[\d.]+[kMG]?", fields[0]):  # the summary, which has lines of numbers too
        return None
    if len(fields) > column and fields[column].isdigit():
        run.bound(float(fields[column]))
    return column


def program_version(program: str) -> str:
    """The version of the program.

    :raises MissingSolver: it is not there, or does not answer.
    """
    try:
        command = [program, "--version"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=VERSION_SECONDS, check=True)
    except subprocess.TimeoutExpired:
        said = f"{program} --version has not ended after {VERSION_SECONDS:.0f} s, so it is not the program of minclue"
        raise MissingSolver(f"{said}: name that by MINCLUE or --program") from None
    except (OSError, subprocess.CalledProcessError):
        raise MissingSolver(f"there is no program {program}: name it by MINCLUE or --program") from None
    found = re.search(r"\d+\.\d+\.\d+\S*", run.stdout)
    return found[0] if found else "unknown"


class Native(Ours):
    """The native engine."""

    name = "minclue-native"
    words = ("--engine=native",)
    settings: ClassVar[dict[str, Any]] = {"words": " ".join(words)}


class BranchAndCut(Ours):
    """The branch and cut as it is asked by default, with native leaves."""

    name = "minclue-auto"
    words = ("--engine=bilevel", "--leaf=auto")
    settings: ClassVar[dict[str, Any]] = {"words": " ".join(words)}


class LinearPrograms(Ours):
    """The branch and cut by linear programs down to the last clue."""

    name = "minclue-lp"
    words = ("--engine=bilevel", "--leaf=lp")
    settings: ClassVar[dict[str, Any]] = {"words": " ".join(words)}
