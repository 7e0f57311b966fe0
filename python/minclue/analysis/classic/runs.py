"""The runs of the study, each of one puzzle or of a batch of them, and what cannot be true of one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import pandas as pd

from .._study import Key, Layout, Study

LAYOUT = Layout(
    "minclue-classic-study-run/1",
    ["part", "group", "number"],
    ["seconds", "made.n_clues", "made.attempt", "fill.tries", "fill.seconds", "batch.n_puzzles", "batch.n_valid"]
    + ["batch.n_clues"],
    ["status", "made.minimal", "trials", "removal.solutions"],
)

# Puzzles of a density in one record.
BATCH = 1000
# The only group of puzzles from which clues are removed.
REMOVAL = "minimal"

METHODS = {"fc": "FC", "mrv": "MRV", "ctn": "CtN"}
# Of each rule the stop and the ties of each method. FC has no ties.
RULES = {
    "published": {"FC": ("solved", "first"), "MRV": ("solved", "first"), "CtN": ("neutralised", "first")},
    "all neutralised": dict.fromkeys(METHODS.values(), ("neutralised", "first")),
    "all solved": dict.fromkeys(METHODS.values(), ("solved", "first")),
    "random ties": {"FC": ("solved", "first"), "MRV": ("solved", "random"), "CtN": ("neutralised", "random")},
}


def density_name(density: float) -> str:
    """The name that a density has as a group."""
    return f"{density:.2f}"


def keys(settings: dict[str, Any]) -> list[Key]:
    """All runs, by kind of puzzles."""
    n_batches = -(-settings["density_puzzles"] // BATCH)
    kinds = [("band", band["name"], settings["puzzles"]) for band in settings["bands"]]
    kinds += [("tries", group["name"], settings["group_puzzles"]) for group in settings["groups"]]
    kinds += [("removal", REMOVAL, settings["group_puzzles"])]
    kinds += [("density", density_name(density), n_batches) for density in settings["densities"]]
    return [{"part": part, "group": group, "number": i} for part, group, n in kinds for i in range(n)]


def named(key: Key) -> str:
    """A run in a few words."""
    part = "group" if key["part"] == "tries" else key["part"]
    return f"{part} {key['group']}, {key['number']}"


@dataclass(frozen=True)
class Runs:
    """The runs by what they are for."""

    study: Study

    def ended(self, part: str) -> pd.DataFrame:
        """What came to an end of one part, by group and number."""
        runs = self.study.runs
        return runs[(runs.part == part) & runs.finished]

    def made(self, part: str) -> pd.DataFrame:
        """What was made of one part. A puzzle that all attempts did not make is none."""
        ended = self.ended(part)
        return ended[ended.made_n_clues.notna() | ended.batch_n_puzzles.notna()]

    @cached_property
    def bands(self) -> list[str]:
        """Names of the bands, in order."""
        return [band["name"] for band in self.study.settings["bands"]]

    @cached_property
    def trials(self) -> pd.DataFrame:
        """The searches of the puzzles of all bands: ``rule``, ``band``, ``method``, ``number``, and what was counted."""
        variants = pd.DataFrame(
            [(rule, method, *how) for rule, methods in RULES.items() for method, how in methods.items()],
            columns=["rule", "method", "stop", "ties"],
        )
        found = [
            {**trial, "method": METHODS[trial["method"]], "band": run.group, "number": run.number}
            for run in self.made("band").itertuples()
            for trial in run.trials or []
        ]
        counted = ["recursions", "backtracks", "depth"]
        trials = pd.DataFrame(found, columns=["method", "stop", "ties", "band", "number", *counted])
        return variants.merge(trials.astype(dict.fromkeys(counted, float)), on=["method", "stop", "ties"])

    def by_rule(self, values: pd.DataFrame) -> pd.DataFrame:
        """Values by rule, band and method, a row for each in the order of the tables; some may be unknown."""
        index = pd.MultiIndex.from_product([RULES, self.bands, METHODS.values()], names=["rule", "band", "method"])
        return values.reindex(index).reset_index()


def contradictions(runs: Runs) -> list[str]:
    """What cannot be true of a record, whatever the puzzle: a sentence each."""
    clues = {band["name"]: band["clues"] for band in runs.study.settings["bands"]}
    tries = {group["name"]: group["tries"] for group in runs.study.settings["groups"]}
    found = ((run, _flaw(run, clues, tries)) for run in runs.study.runs[runs.study.runs.finished].itertuples())
    return [f"{named(run._asdict())}: {flaw}" for run, flaw in found if flaw]


def _flaw(run: Any, clues: dict[str, list[int]], tries: dict[str, list[int]]) -> str | None:
    def outside(value: float, ranges: dict[str, list[int]]) -> bool:
        low, high = ranges[run.group]
        return value < low or value > high

    if run.part == "band" and outside(run.made_n_clues, clues):
        return f"{run.made_n_clues:.0f} clues are not of this band"
    if run.part == "tries" and outside(run.fill_tries, tries):
        return f"{run.fill_tries:.0f} tries are not of this group"
    for trial in run.trials or []:
        if trial["recursions"] != trial["backtracks"] + trial["depth"]:
            name = METHODS[trial["method"]]
            return f"of the recursions of {name} some are neither undone nor on the way to the solution"
    solutions = run.removal_solutions or [1]
    if solutions[0] != 1 or any(a > b for a, b in pairwise(solutions)):
        return "a puzzle that was valid has fewer solutions with fewer clues"
    return "more puzzles are valid than there are" if run.batch_n_valid > run.batch_n_puzzles else None
