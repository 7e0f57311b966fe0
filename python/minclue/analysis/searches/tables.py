"""Table 5 of lin-wu-2013, and all that was run: algorithm by algorithm, and run by run."""

from __future__ import annotations

import numpy as np
import pandas as pd

from .._numbers import geometric_mean
from .._table import Table, columns
from .paper import TABLE_5
from .runs import Compared, Runs


def table_5(runs: Runs) -> Table | None:
    """Table 5: searches that differ in their sequence of Shrink steps only; none if no search was to be run with two."""
    setups = runs.all[["setup", "algorithm", "n_sets"]].drop_duplicates()
    of = setups.algorithm.map(runs.algorithms)
    setups["shrink"] = [algorithm.shrink if algorithm.method == "dmus" else None for algorithm in of]
    setups = setups.dropna(subset="shrink")
    of = of[setups.index]
    setups["shared"] = [a.engine.replace(f"/shrink={a.shrink}", "") + f" {a.start}" for a in of]
    setups["method"] = setups.shrink.map(list(TABLE_5).index) + 1
    parts = []
    for _, group in setups.groupby(["shared", "n_sets"], sort=False):
        group = group.sort_values("method", kind="stable").drop_duplicates("method")
        if len(group) == 1:
            continue
        compared = Compared.of(runs.all[runs.all.setup.isin(group.setup)])
        its = compared.runs.groupby("setup")
        means = its[["both", "search", "search_n_nodes"]].mean().assign(grids=its.size())
        parts.append(group.merge(means, how="left", on="setup"))
    if not parts:
        return None
    rows = pd.concat(parts)
    return Table(
        "table-5",
        "Table 5: sequences of Shrink steps",
        "Mean seconds of the processor for searches that differ in their sequence only, over the grids on which all "
        "of these came to an end; one that did on fewer than half of those on which any did is left out. Seconds of "
        "both phases stand beside the paper's, which are such seconds of version 6 with 384 sets, for 16 clues.",
        rows.assign(
            seconds=rows.both,
            search_seconds=rows.search,
            nodes=rows.search_n_nodes,
            paper_seconds=rows.shrink.map(TABLE_5),
            grids_compared=rows.grids.fillna(0),
        ),
        columns("""
            algorithm       text     algorithm
            n_sets          count    sets
            method          count    method
            shrink          text     sequence
            seconds         measure  seconds
            search_seconds  measure  of the search
            nodes           mean     nodes
            paper_seconds   measure  paper, seconds
            grids_compared  count    grids
        """),
    )


def comparison(runs: Runs) -> Table:
    """A row for each algorithm and number of sets."""
    groups = runs.all.groupby("setup", sort=False)
    rows = groups.agg(
        algorithm=("algorithm", "first"),
        n_sets=("n_sets", "first"),
        finished=("complete", "sum"),
        ended=("finished", "sum"),
        all=("finished", "size"),
    )
    complete = runs.complete.groupby("setup")
    means = complete.agg(
        seconds=("search", "mean"),
        geometric_seconds=("search", geometric_mean),
        start_seconds=("start_cpu_seconds", "mean"),
        start_sets=("start_n_sets", "mean"),
        nodes=("search_n_nodes", "mean"),
        candidates=("search_n_candidates", "mean"),
        rebuilds=("search_n_rebuilds", "mean"),
        puzzles=("n_puzzles", "mean"),
    )
    of = rows.algorithm.map(runs.algorithms)
    rows = rows.join(means).assign(
        source=[algorithm.start for algorithm in of],
        limit=rows.ended - rows.finished,
        missing=rows["all"] - rows.ended,
        engine=[a.engine if np.isnan(n) else a.engine_with(n) for a, n in zip(of, rows.n_sets, strict=True)],
    )
    return Table(
        "comparison",
        "All searches",
        "Each row stands for the grids on which it found all puzzles (finished), which may be other grids in each row: "
        "Tables 2 and 4 compare. A limit ended some runs, and some are missing. Seconds are those of the processor for the "
        "search without its start sets; all but the geometric mean are means.",
        rows,
        columns("""
            algorithm          text     algorithm
            n_sets             count    sets
            source             text     start sets from
            finished           count    finished
            limit              count    limit
            missing            count    missing
            seconds            measure  seconds
            geometric_seconds  measure  geometric mean, s
            start_seconds      measure  start sets, s
            start_sets         mean     start sets
            nodes              mean     nodes
            candidates         mean     candidates
            rebuilds           mean     rebuilds
            puzzles            mean     puzzles
            engine             text     engine
        """),
    )


def instances(runs: Runs) -> Table:
    """A row for each run that finished."""
    found = runs.all[runs.all.finished]
    rows = found.assign(
        status=np.where(found.complete, "complete", "limit"),
        clock_seconds=found.seconds,
        seconds=found.search,
        start_seconds=found.start_cpu_seconds.where(found.start_n_sets.isna(), found.start_cpu_seconds.fillna(0)),
        start_sets=found.start_n_sets,
        nodes=found.search_n_nodes,
        candidates=found.search_n_candidates,
        rebuilds=found.search_n_rebuilds,
        puzzles=found.n_puzzles,
    )
    return Table(
        "instances",
        "The runs",
        "Seconds of the processor for the search and for its start sets, and seconds of the clock.",
        rows,
        columns("""
            instance       text     grid
            algorithm      text     algorithm
            n_sets         count    sets
            status         text     status
            seconds        measure  seconds
            start_seconds  measure  start sets, s
            clock_seconds  measure  by the clock, s
            start_sets     count    start sets
            nodes          count    nodes
            candidates     count    candidates
            rebuilds       count    rebuilds
            puzzles        count    puzzles
        """),
    )
