"""Tables 1 to 3 of tjusila-2023, and the runs behind them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from .._numbers import LEAST, geometric_mean
from .._table import Table, columns
from .runs import SETTING, Runs

# The classes of Table 1 end at these seconds; the last one has no end.
CLASSES = [1, 10, 30, 60, 300, 600, 1800, 3600, 7200]


def table_1(runs: Runs) -> Table:
    """Table 1: how many sets took how long."""
    found = runs.sets
    ends = [-np.inf, *CLASSES, np.inf]
    labels = ["at most 1", *(f"{a} to {b}" for a, b in pairwise(CLASSES)), f"more than {CLASSES[-1]}"]
    times = found.assign(seconds=[seconds_of_sets(run) for run in found.itertuples()]).explode("seconds")
    classes = pd.cut(times.seconds.astype(float), ends, labels=labels)
    sources = runs.study.settings["sources"]
    numbers = pd.crosstab(classes, times.source).reindex(index=labels, columns=sources, fill_value=0)
    return Table(
        "table-1",
        "Table 1: seconds to generate an unavoidable set",
        "How many sets took how long, over all grids. The no-good loop (`ilp`) finds one after the other; the other sources "
        "find all at once, and each set counts with its share.",
        numbers.add_prefix("n_sets_").rename_axis("seconds").reset_index(),
        {"seconds": ("text", "seconds"), **{f"n_sets_{source}": ("count", f"sets, {source}") for source in sources}},
    )


def seconds_of_sets(run: Any) -> list[float]:
    """Seconds for each set that a run generated. In the no-good loop these are the seconds since the one before: what it
    spent to exhaust a size counts for the next set, as it does for who waits for that one."""
    if not isinstance(run.iterations, list):
        n = int(np.nan_to_num(run.n_sets))
        return [run.seconds / max(n, 1)] * n
    seconds, since = [], 0.0
    for solve in run.iterations:
        since += solve["seconds"]
        if solve.get("size") is not None:
            seconds.append(since)
            since = 0.0
    return seconds


SETTING_COLUMNS = columns("""
    source  text  source
    leaf    text  leaf
    count   text  inequalities
""")


def _settings(name: str, title: str, note: str, rows: pd.DataFrame, more: str) -> Table:
    """A table with a row for each way to run the engine."""
    heads = {"inequalities" if head == "count" else head: column for head, column in SETTING_COLUMNS.items()}
    return Table(name, title, note, rows.reset_index().rename(columns={"count": "inequalities"}), heads | columns(more))


def table_2(runs: Runs) -> Table:
    """Table 2: how the runs ended."""
    groups = runs.solves.groupby(SETTING, sort=False)
    sums = groups.agg(optimal=("optimal", "sum"), finished=("finished", "sum"), all=("finished", "size"))
    theirs = groups.paper_optimal.agg(["count", "sum"]).where(lambda of: of["count"] > 0)
    rows = sums.assign(
        limit=sums.finished - sums.optimal,
        missing=sums["all"] - sums.finished,
        paper_optimal=theirs["sum"],
        paper_limit=theirs["count"] - theirs["sum"],
    )
    paper = """
        paper_optimal  count  paper, optimal
        paper_limit    count  paper, time limit
    """
    return _settings(
        "table-2",
        "Table 2: how the runs ended",
        "The number of grids that were solved to optimality, and of those that a limit ended, for each number of start "
        "inequalities.",
        rows,
        """
        optimal  count  optimal
        limit    count  time limit
        missing  count  not finished
        """
        + ("" if runs.paper.runs.empty else paper),
    )


def table_3(runs: Runs) -> Table:
    """Table 3: nodes, time per node and runtime."""
    of = runs.solves
    nodes = of.n_nodes.fillna(0).clip(lower=1)  # where nothing was counted as a node, the root is
    solved = pd.DataFrame({"solved": of.optimal, "nodes": nodes, "seconds": of.solving})
    solved["seconds_per_node"] = of.solving.clip(lower=LEAST) / nodes
    theirs = pd.DataFrame({"paper_nodes": of.paper_nodes.clip(lower=1), "paper_seconds": of.paper_seconds})
    theirs["paper_seconds_per_node"] = of.paper_seconds.clip(lower=LEAST) / theirs.paper_nodes
    measured = of[[*SETTING, "start_n_sets", "generation", "charged"]].join(
        [solved.where(of.optimal), theirs.where(of.paper_optimal == 1)]
    )
    groups = measured.groupby(SETTING, sort=False)
    rows = groups.agg(
        solved=("solved", "count"),
        nodes=("nodes", geometric_mean),
        seconds_per_node=("seconds_per_node", geometric_mean),
        seconds=("seconds", geometric_mean),
        start_sets=("start_n_sets", "mean"),
        generation_seconds=("generation", geometric_mean),
        mean_seconds=("seconds", "mean"),
        seconds_all=("charged", geometric_mean),
        paper_nodes=("paper_nodes", geometric_mean),
        paper_seconds_per_node=("paper_seconds_per_node", geometric_mean),
        paper_seconds=("paper_seconds", geometric_mean),
    )
    beside = of.groupby(SETTING, sort=False).paper_optimal.agg(["count", "sum"])
    rows["paper_solved"] = beside["sum"].where(beside["count"] > 0)
    paper = """
        paper_solved            count    paper, solved
        paper_nodes             measure  paper, nodes
        paper_seconds_per_node  measure  paper, time per node, s
        paper_seconds           measure  paper, total runtime, s
    """
    return _settings(
        "table-3",
        "Table 3: nodes, time per node and runtime",
        "Geometric means over the grids that were solved with that number of inequalities, as in the paper, where they are "
        "other grids in each row; seconds are without generation. Beside them the mean number of start inequalities, the "
        "geometric mean of their generation, the mean runtime, and the geometric mean over all runs that finished, where "
        "what a limit ended counts with its generation, as long as it ran.",
        rows,
        """
        solved              count    solved
        nodes               measure  nodes
        seconds_per_node    measure  time per node, s
        seconds             measure  total runtime, s
        start_sets          measure  start sets
        generation_seconds  measure  generation, s
        mean_seconds        measure  mean runtime, s
        seconds_all         measure  runtime of all runs, s
        """
        + ("" if runs.paper.runs.empty else paper),
    )


def generation(runs: Runs) -> Table:
    """What the generation of inequalities gave for each grid and source."""
    found, theirs = runs.sets, runs.paper.generation
    rows = found[["instance", "source", "complete_to"]].assign(
        n_sets=found.n_sets.fillna(0),
        seconds=[
            sum(solve["seconds"] for solve in run.iterations) if isinstance(run.iterations, list) else run.seconds
            for run in found.itertuples()
        ],
        largest=[max(map(int, sizes), default=np.nan) if isinstance(sizes, dict) else np.nan for sizes in found.by_size],
    )
    head = columns("""
        instance     text     grid
        source       text     source
        n_sets       count    sets
        seconds      measure  seconds
        complete_to  count    complete to
        largest      count    largest set
    """)
    if theirs.instance.isin(runs.names).any():
        # The largest number of sets of theirs that is at most ours.
        theirs = theirs.rename(columns={"seconds": "paper_seconds"}).assign(paper_n_sets=theirs.n_sets)
        beside = pd.merge_asof(
            rows.reset_index().sort_values("n_sets"), theirs.sort_values("n_sets"), on="n_sets", by="instance"
        )
        rows = beside.set_index("index").sort_index()
        head |= columns("""
            paper_n_sets   count    paper, sets
            paper_seconds  measure  paper, s
        """)
    return Table(
        "generation",
        "Generation of inequalities",
        "For each grid and source as many sets as the largest number of inequalities asks for, or as many as there are "
        "within the limit.",
        rows,
        head,
    )


def instances(runs: Runs) -> Table:
    """The runs themselves."""
    of = runs.solves[runs.solves.finished]
    rows = of.assign(
        inequalities=of["count"],
        status=np.where(of.optimal, "optimal", "limit"),
        gap=(of.upper_bound - of.lower_bound).clip(lower=0) / of.upper_bound.clip(lower=1),
        seconds=of.solving,
        paper_upper_bound=of.paper_best.round(),
    )
    heads = """
        instance      text     grid
        source        text     source
        leaf          text     leaf
        inequalities  text     inequalities
        status        text     status
        lower_bound   count    at least
        upper_bound   count    at most
        gap           ratio    gap
        root_bound    ratio    root bound
        seconds       measure  seconds
        generation    measure  generation, s
        n_nodes       count    nodes
        n_leaf_nodes  count    nodes of leaves
        start_n_sets  count    start sets
        n_learned     count    learned sets
    """
    paper = """
        paper_lower        ratio    paper, at least
        paper_upper_bound  count    paper, at most
        paper_seconds      measure  paper, s
        paper_nodes        count    paper, nodes
    """
    names = {
        "generation": "generation_seconds",
        "n_nodes": "nodes",
        "n_leaf_nodes": "leaf_nodes",
        "start_n_sets": "start_sets",
        "n_learned": "learned_sets",
        "paper_lower": "paper_lower_bound",
    }
    head = columns(heads if runs.paper.runs.empty else heads + paper)
    return Table(
        "instances",
        "The runs",
        "Seconds are those of the engine without the generation of its start inequalities, which stands beside them.",
        rows[list(head)].rename(columns=names),
        {names.get(name, name): column for name, column in head.items()},
    )
