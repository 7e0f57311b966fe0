"""What an adapter of a solver is."""

from __future__ import annotations

import importlib
import shutil
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any, ClassVar

from ._loop import Cells, by_loop
from ._run import Run
from ._task import Broken, MissingSolver, Solved, Status, Way

NO_LAZY_ROWS = "it takes no rows while it runs, at least not from here"
ONE_LEVEL = "it has models of one level only"


class Adapter(ABC):
    """One solver. A run has an adapter of its own, which may keep what it likes from one call to the next."""

    name: ClassVar[str]
    cannot: ClassVar[dict[Way, str]]
    """The ways in which it cannot be asked, and why."""
    lacks: ClassVar[str] = ""
    """What it does less well than others, in a sentence."""
    endings: ClassVar[dict[Way, str]] = {Way.HITTING: ".mps", Way.HPR: ".mps"}
    """What the files that it reads end with."""
    modules: ClassVar[Sequence[str]] = ()
    """What is imported before the clock runs."""
    settings: ClassVar[dict[str, Any]] = {}
    """Its options, beside limits, the seed and one thread."""

    @staticmethod
    @abstractmethod
    def version() -> str:
        """The version that is installed.

        :raises MissingSolver: there is none.
        """

    def ask(self, run: Run) -> Status:
        """Does the run."""
        way = run.task.way
        if way in self.cannot:
            raise Broken(f"{self.name} cannot be asked by {way.value}: {self.cannot[way]}")
        if way is Way.LOOP:
            return by_loop(self.hitting_set, run)
        if way is Way.LAZY:
            return self.lazily(run)
        solved = self.file(Path(f"{run.task.model}.{way.value}{self.endings[way]}"), run)
        run.bound(solved.bound)
        if solved.value is None:
            return Status.TIME_LIMIT
        if round(solved.value) != run.lower:
            raise Broken(f"the optimum is said to be {solved.value}, and the bound was {run.lower}")
        if way is Way.BILEVEL and solved.cells is not None:
            run.puzzle(solved.cells)
        return Status.OPTIMAL

    def hitting_set(self, n_cells: int, sets: Sequence[Cells], run: Run) -> Solved:
        """A least set of cells that hits all sets, which are more from call to call."""
        raise NotImplementedError

    def file(self, path: Path, run: Run) -> Solved:
        """The optimum of a file."""
        raise NotImplementedError

    def lazily(self, run: Run) -> Status:
        """The fewest clues by a branch and cut of its own."""
        raise NotImplementedError


def package(distribution: str) -> str:
    """The version of a Python package. It is not imported: two packages that bring HiGHS do not go into one process."""
    try:
        return version_of(distribution)
    except PackageNotFoundError:
        raise MissingSolver(f"pip install {distribution}") from None


def loaded(module: str) -> Any:
    """A module of a package that need not be installed, and whose types are not looked at."""
    return importlib.import_module(module)


def program(name: str, where: str) -> str:
    """The path of a program; ``where`` says who has it."""
    path = shutil.which(name)
    if path is None:
        raise MissingSolver(f"there is no program {name} ({where})")
    return path
