"""The counters by level of the search tree (lin-wu-2013, section 4.5), as means over grids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from .._table import Columns, Table, columns, rounded
from . import times
from .runs import Algorithm, Compared, Runs, counts_of

COUNTERS = ["n_nodes", "n_disjoint", "n_more", "n_equal_prune", "n_equal_shrink", "n_equal_none", "n_equal_children"]
CLIQUES = ["n_closed_by_pair", "n_closed_by_triple", "n_closed_by_quadruple", "n_closed_by_quintuple"]
# The level of a tree for whose leaves the paper has numbers.
PAPER_CLUES = 16


@dataclass(frozen=True)
class Levels:
    """The levels of the published searches, each with one number of sets."""

    settings: dict[str, Any]
    searches: dict[str, Algorithm]
    """Those that are shown, by the name of algorithm and number of sets."""
    compared: Compared
    means: pd.DataFrame
    """By algorithm and level: ``left``, the clues left (r in the paper), and means of the counters."""

    @classmethod
    def of(cls, runs: Runs) -> Levels:
        """Each search is shown with its own number of sets, or else the one that was the fastest, or else the first."""
        settings = runs.study.settings
        labels = list(runs.algorithms)
        fastest = times.fastest(times.means(runs, times.SEARCH)[0], labels).n_sets
        searches = {}
        for label, algorithm in runs.algorithms.items():
            counts, own = counts_of(settings, algorithm), algorithm.own_sets
            best = fastest[label] if fastest[label] == fastest[label] else counts[0]
            if own is not None:
                searches[f"{label} with {own if own in counts else best:.0f} sets"] = algorithm
        compared = Compared.of(runs.all[runs.all.setup.isin(list(searches))])
        columns = ["setup", "algorithm", "n_sets", "level", "n_closed_by_clique", *COUNTERS]
        found = compared.runs.dropna(subset="search_levels")
        of = [
            {**level, "setup": run.setup, "algorithm": run.algorithm, "n_sets": run.n_sets}
            for run in found.itertuples()
            for level in run.search_levels
        ]
        levels = pd.DataFrame(of, columns=columns)
        for i, name in enumerate(CLIQUES):
            levels[name] = levels.n_closed_by_clique.str[i].astype(float)
        sums = levels.groupby(["setup", "algorithm", "n_sets", "level"])[[*COUNTERS, *CLIQUES]].sum()
        means = (sums / compared.n_grids).reset_index()
        order = list(searches)
        means = means.sort_values(["setup", "level"], key=lambda of: of.map(order.index) if of.name == "setup" else of)
        return cls(settings, searches, compared, means.assign(left=(settings["clues"] - means.level).clip(lower=0)))

    @property
    def axis(self) -> Columns:
        """What the axis of levels is called. A level of the paper is the number of clues chosen, of 16."""
        return {"level": ("count", "level" if self.settings["clues"] == PAPER_CLUES else "clues chosen")}

    def by(self, method: str) -> pd.DataFrame:
        """The levels of searches by one method."""
        is_it = {setup: search.method == method for setup, search in self.searches.items()}
        return self.means[self.means.setup.map(is_it).astype(bool)]

    @property
    def dmus(self) -> pd.DataFrame:
        """The levels of the searches that look for disjoint sets at every node."""
        return pd.concat([self.by("dmus-basic"), self.by("dmus")])

    def table(self) -> Table:
        """All numbers."""
        counters = {name: ("mean", name.removeprefix("n_").replace("_", " ")) for name in [*COUNTERS, *CLIQUES]}
        note = (
            "Means for each number of clues chosen: nodes; disjoint sets found; nodes with more of them than clues "
            "left; with exactly as many, closed by Shrink, left with fewer children, or left as they were; the "
            "children of these; and nodes closed by an unhit clique. Each algorithm with its own number of sets, or "
            f"else the one that was the fastest. {self.compared.note}"
        )
        head = columns("algorithm text algorithm \n n_sets count sets") | self.axis | columns("left count left")
        return Table("levels", "The search by level", note, self.means, head | counters)

    def json(self) -> dict[str, Any]:
        """All numbers for programs."""
        searches = []
        for setup, algorithm in self.searches.items():
            of = self.means[self.means.setup == setup]
            n_sets = int(setup.rpartition(" with ")[2].split()[0])
            levels = [
                {"level": int(row["level"]), "left": int(row["left"])}
                | {name: rounded(row[name]) for name in [*COUNTERS, *CLIQUES]}
                for row in of.to_dict("records")
            ]
            engine = algorithm.engine_with(n_sets)
            searches.append({"algorithm": algorithm.label, "engine": engine, "n_sets": n_sets, "levels": levels})
        whole = {
            "schema": "minclue-search-levels/1",
            "clues": self.settings["clues"],
            "n_grids": len(self.settings["instances"]),
            "n_compared": self.compared.n_grids,
            "time_limit": self.settings.get("time_limit"),
            "searches": searches,
        }
        return {name: value for name, value in whole.items() if value is not None}
