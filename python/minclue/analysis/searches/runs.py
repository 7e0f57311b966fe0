"""The runs of the study by algorithm and number of sets, and the grids on which they can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from .._study import Key, Layout, Study
from .._table import plain

LAYOUT = Layout(
    "minclue-search-study-run/1",
    ["instance", "algorithm", "n_sets"],
    ["n_puzzles", "start.n_sets", "start.cpu_seconds", "search.cpu_seconds", "search.n_nodes", "search.n_candidates"]
    + ["search.n_rebuilds", "seconds"],
    ["status", "complete", "search.levels"],
)


@dataclass(frozen=True)
class Algorithm:
    """A search as the settings have it."""

    label: str
    """What the user wrote."""
    engine: str
    """The search written in full, or `native`."""
    start: str
    """Where its sets come from; empty for the native engine, which has its own."""

    @property
    def own_sets(self) -> int | None:
        """The number of sets that it has if nothing else is said."""
        found = re.search(r"/sets=(\d+)", self.engine)
        return int(found[1]) if found else None

    def engine_with(self, n_sets: float) -> str:
        """The search with this many sets; cuts of its sets stay."""
        return re.sub(r"/sets=\d+", f"/sets={n_sets:.0f}", self.engine)

    @property
    def method(self) -> str:
        """`dmus-basic`, `dmus` or another one."""
        return self.engine.split("/")[0]

    @property
    def shrink(self) -> str | None:
        """The sequence of Shrink steps, of improved DMUS."""
        found = re.search(r"/shrink=([^/]+)", self.engine)
        return found[1] if found else None


def algorithms(settings: dict[str, Any]) -> list[Algorithm]:
    """What is compared, in the order of the tables."""

    def start(of: dict[str, str]) -> str:
        return ", ".join(of[name] for name in ("source", "regions") if name in of)

    return [Algorithm(of["label"], of["engine"], start(of)) for of in settings["algorithms"]]


def counts_of(settings: dict[str, Any], algorithm: Algorithm) -> list[int | None]:
    """The numbers of sets with which an algorithm is run."""
    own = algorithm.own_sets
    return settings.get("set_counts") or [own] if own is not None else [None]


def keys(settings: dict[str, Any]) -> list[Key]:
    """All runs, grid by grid."""
    return [
        {"instance": grid["name"], "algorithm": algorithm.label, "n_sets": n_sets}
        for grid in settings["instances"]
        for algorithm in algorithms(settings)
        for n_sets in counts_of(settings, algorithm)
    ]


def said(settings: dict[str, Any]) -> str:
    """All that a table must be read with, in a few words."""
    clues, n = settings["clues"], len(settings["instances"])
    limit = settings.get("time_limit")
    within = "without a time limit" if limit is None else f"with {plain(limit)} s each"
    return f"{clues} clue{'s' * (clues != 1)}, {n} grid{'s' * (n != 1)}, {within}"


@dataclass(frozen=True)
class Runs:
    """The runs, with the seconds of the processor for the search (Phase 2 of the paper) and for both phases."""

    study: Study

    @cached_property
    def algorithms(self) -> dict[str, Algorithm]:
        """By label."""
        return {algorithm.label: algorithm for algorithm in algorithms(self.study.settings)}

    @cached_property
    def all(self) -> pd.DataFrame:
        """All runs. A ``setup`` is an algorithm with a number of sets; ``complete`` are runs that found all puzzles."""
        runs = self.study.runs.astype({"n_sets": float})
        setups = zip(runs.algorithm, runs.n_sets, strict=True)
        runs["setup"] = [f"{label} with {n:.0f} sets" if n == n else label for label, n in setups]
        done = runs.status.isin(["done", "optimal"])  # older records say `optimal`
        runs["complete"] = done & (runs.complete == True) & runs.search_cpu_seconds.notna()  # noqa: E712
        runs["search"] = runs.search_cpu_seconds
        runs["both"] = runs.start_cpu_seconds.fillna(0) + runs.search
        return runs

    @property
    def complete(self) -> pd.DataFrame:
        """The runs that found all puzzles."""
        return self.all[self.all.complete]


@dataclass(frozen=True)
class Compared:
    """What can be compared: means over different grids say nothing of each other."""

    runs: pd.DataFrame
    """Of every setup that is compared, the runs on the grids on which all of these found all."""
    n_grids: int
    """How many these grids are."""
    note: str
    """The rule in words, with what it left out."""

    @classmethod
    def of(cls, runs: pd.DataFrame) -> Compared:
        """A setup is compared if it came to an end on at least half of the grids on which any did: one that hardly ever
        ends would leave no grid for the others."""
        complete = runs.pivot(index="instance", columns="setup", values="complete")[list(dict.fromkeys(runs.setup))]
        n_reached, n_complete = int(complete.any(axis=1).sum()), complete.sum()
        is_in = (n_complete > 0) & (2 * n_complete >= n_reached)
        on_all = complete.loc[:, is_in].all(axis=1) & (n_reached > 0)
        n = int(on_all.sum())
        note = f"Means are over the {n} of {len(complete)} grids on which everything that is compared came to an end."
        left_out = [f"{setup} ({n})" for setup, n in n_complete[~is_in].items()]
        if left_out and n_reached > 0:
            note += f" Not compared, since it ended on fewer than half of the {n_reached} grids on which any did: "
            note += f"{', '.join(left_out)}."
        inside = runs[runs.instance.map(on_all).astype(bool) & runs.setup.map(is_in).astype(bool)]
        return cls(inside, n, note)


def contradictions(runs: Runs) -> list[str]:
    """A sentence for each run that found all puzzles of a grid and another number of them than the first run that did."""
    found = runs.complete.dropna(subset="n_puzzles")
    first = found.groupby("instance")[["setup", "n_puzzles"]].transform("first")
    clues = runs.study.settings["clues"]
    wrong = found.assign(first=first.setup, wanted=first.n_puzzles)[found.n_puzzles != first.n_puzzles]
    return [
        f"{run.instance}: {run.first} finds {run.wanted:.0f} puzzles with {clues} clues, {run.setup} finds "
        f"{run.n_puzzles:.0f}"
        for run in wrong.itertuples()
    ]
