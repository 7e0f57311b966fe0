"""The runs of the study, and answers that cannot all be true."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

import pandas as pd

from .._study import Key, Layout, Study
from .._table import plain
from .paper import Paper

LAYOUT = Layout(
    "minclue-study-run/1",
    ["instance", "what", "source", "count", "leaf"],
    ["lower_bound", "upper_bound", "root_bound", "n_nodes", "n_leaf_nodes", "n_sets", "n_learned", "start.n_sets"]
    + ["start.seconds", "seconds", "complete_to", "n_regions", "start.cpu_seconds", "search.cpu_seconds"],
    ["status", "by_size", "iterations"],
)
# One way to run the engine with a number of inequalities.
SETTING = ["source", "leaf", "count"]


def keys(settings: dict[str, Any]) -> list[Key]:
    """All runs: for each grid and source one generation of as many inequalities as any number asks for, and the solves."""
    counts, sources, leaves = settings["counts"], settings["sources"], settings["leaves"]
    most = str(max((int(count) for count in counts if count != "any"), default="any"))
    found = []
    for instance, source in product((grid["name"] for grid in settings["instances"]), sources):
        ways = [("sets", most, None), *(("solve", count, leaf) for count, leaf in product(counts, leaves))]
        found += [dict(instance=instance, what=what, source=source, count=n, leaf=leaf) for what, n, leaf in ways]
    return found


@dataclass(frozen=True)
class Runs:
    """The runs by what they do, each with that of the paper beside it."""

    study: Study
    paper: Paper
    names: list[str] = field(init=False)
    """Of the grids, in order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", [grid["name"] for grid in self.study.settings["instances"]])

    @cached_property
    def sets(self) -> pd.DataFrame:
        """The generation of inequalities, where it finished."""
        runs = self.study.runs
        return runs[(runs.what == "sets") & runs.finished].reset_index(drop=True)

    @cached_property
    def solves(self) -> pd.DataFrame:
        """Runs of ``solve``, by grid, source, leaf and number. ``solving`` are seconds without ``generation``,
        both of the processor where the engine counts these; ``charged`` the same, but all of them where a limit came first:
        it may have come while inequalities were generated, and the rest of the time is not what it takes to solve
        anything."""
        runs = self.study.runs
        settings = self.study.settings
        order = {
            "instance": self.names,
            "source": settings["sources"],
            "leaf": settings["leaves"],
            "count": settings["counts"],
        }
        solves = runs[runs.what == "solve"].sort_values(list(order), key=lambda of: of.map(order[of.name].index))
        solves["optimal"] = solves.status == "optimal"
        by_processor = solves.search_cpu_seconds.notna()
        generation = solves.start_seconds.where(~by_processor, solves.start_cpu_seconds)
        solves["generation"] = generation.fillna(0.0).where(solves.finished)
        by_clock = (solves.seconds - solves.generation).clip(lower=0.0)
        solves["solving"] = by_clock.where(~by_processor, solves.search_cpu_seconds)
        all_seconds = solves.seconds.where(~by_processor, solves.solving + solves.generation)
        solves["charged"] = solves.solving.where(solves.optimal, all_seconds)
        solves["setting"] = solves.source + ", leaf " + solves.leaf
        return solves.merge(self.paper.runs, how="left", on=["instance", "count"])

    @cached_property
    def bounds(self) -> pd.DataFrame:
        """Of each grid the bounds ``lower`` and ``upper`` that all finished runs together prove, and their ``minimum``."""
        groups = self.study.runs.groupby("instance")
        bounds = pd.DataFrame({"lower": groups.lower_bound.max().fillna(0), "upper": groups.upper_bound.min()})
        return bounds.assign(minimum=bounds.upper.where(bounds.upper == bounds.lower)).reindex(self.names)


def contradictions(runs: Runs) -> list[str]:
    """A sentence for each grid of which one run proves more clues to be needed than another one found to suffice."""
    found = []
    paper = runs.paper.runs.groupby("instance")
    for name, of in runs.bounds.iterrows():
        lower, upper = plain(of.lower), plain(of.upper) if of.upper == of.upper else "?"
        if of.upper < of.lower:
            found.append(f"{name}: one run proves at least {lower} clues, another one has a puzzle with {upper}")
        if name in paper.groups:
            for run in paper.get_group(name).itertuples():
                if of.lower > run.paper_best + 0.5:
                    best = plain(run.paper_best)
                    found.append(f"{name}: a run proves at least {lower} clues, the paper has a puzzle with {best}")
                if of.upper < run.paper_lower - 1e-6:
                    least = plain(run.paper_lower)
                    found.append(f"{name}: a run has a puzzle with {upper} clues, the paper proves at least {least}")
    return list(dict.fromkeys(found))
