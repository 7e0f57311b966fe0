"""Figs. 2, 3 and 4 of tjusila-2023: tables of points, and their plots."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from .._figure import LOG, SHARE, Figure, data, facet, field, in_order, lines
from .._numbers import geometric_mean, profiles, shares
from .._table import Table, columns
from .runs import Runs
from .tables import seconds_of_sets


def all_of(runs: Runs) -> dict[str, Figure]:
    """All figures by name."""
    two_a, sizes, two_b, four = figure_2a(runs), figure_2_sizes(runs), figure_2b(runs), figure_4(runs)
    three = [figure_3(runs, "a", "solving"), figure_3(runs, "b", "seconds")]
    figures = [Figure(two_a, plot_2a(two_a, sizes)), Figure(sizes, plot_sizes(sizes)), Figure(two_b, plot_2b(two_b))]
    figures += [Figure(table, plot_3(table)) for table in three] + [Figure(four, plot_4(four))]
    return {figure.table.name: figure for figure in figures}


def of_sets(runs: Runs) -> pd.DataFrame:
    """For each set of the no-good loop its number ``k`` within the grid and its ``seconds``. Other sources find all at
    once, and have no such times."""
    loops = runs.sets[runs.sets.iterations.map(lambda solves: isinstance(solves, list)).astype(bool)]
    times = loops.assign(seconds=[seconds_of_sets(run) for run in loops.itertuples()]).explode("seconds")
    times = times.dropna(subset="seconds").astype({"seconds": float})
    return times.assign(k=times.groupby(level=0).cumcount() + 1)


def by_source(runs: Runs, times: pd.DataFrame, by: str) -> pd.DataFrame:
    """Geometric means of ``seconds`` and numbers of grids, for each source in order and each value of ``by``."""
    groups = times.groupby(["source", by]).seconds
    means = groups.agg(seconds=geometric_mean, grids="size").reset_index()
    order = [*runs.study.settings["sources"], "paper"]
    return means.sort_values(["source", by], key=lambda of: of.map(order.index) if of.name == "source" else of)


def figure_2a(runs: Runs) -> Table:
    """Fig. 2(a): the geometric mean of the seconds for the k-th set, over the grids that have one."""
    return Table(
        "figure-2a",
        "Fig. 2(a): time needed to generate the k-th unavoidable set",
        "Geometric means over the grids that have one.",
        by_source(runs, of_sets(runs), "k"),
        columns("""
            source   text     source
            k        count    k
            seconds  measure  seconds
            grids    count    grids
        """),
    )


def figure_2_sizes(runs: Runs) -> Table:
    """The vertical lines of Fig. 2(a): how many sets of at most this many cells a grid has on average. Where a size is not
    known to be exhausted, all sets of the grid count, as in the paper."""
    parts = []
    for source in runs.study.settings["sources"]:
        found = runs.sets[runs.sets.source == source]
        counted = [{int(k): n for k, n in of.items()} if isinstance(of, dict) else {} for of in found.by_size]
        largest = max((size for of in counted for size in of), default=0)
        sizes = range(1, largest + 1)
        exact = pd.DataFrame([[of.get(size, 0) for size in sizes] for of in counted], columns=sizes)
        up_to = exact.cumsum(axis=1)
        total = found.n_sets.reset_index(drop=True).fillna(exact.sum(axis=1))
        known = found.complete_to.fillna(0).to_numpy()[:, None] >= np.array(sizes)
        up_to = up_to.where(known, np.broadcast_to(total.to_numpy()[:, None], up_to.shape))
        means = {"mean_sets": exact.mean(), "mean_sets_up_to": up_to.mean()}
        parts.append(pd.DataFrame({"source": source, "size": sizes, **means}))
    return Table(
        "figure-2-sizes",
        "Fig. 2: unavoidable sets by size",
        "Means over the grids: sets of the size, and sets of at most that size; where a size is not exhausted, all.",
        pd.concat(parts),
        columns("""
            source           text     source
            size             count    size
            mean_sets        measure  sets
            mean_sets_up_to  measure  sets up to it
        """),
    )


def figure_2b(runs: Runs) -> Table:
    """Fig. 2(b): the geometric mean of the seconds until there were this many sets. Of a source that finds all at once
    only what reached the number that was asked for was timed for it; `any` asks for another one in each grid."""
    loops = of_sets(runs)
    until = loops.assign(n_sets=loops.k, seconds=loops.groupby(level=0).seconds.cumsum())
    solves = runs.solves[runs.solves.start_n_sets == pd.to_numeric(runs.solves["count"], errors="coerce")]
    starts = solves.dropna(subset="start_seconds").groupby(["source", "instance", "start_n_sets"]).start_seconds
    starts = starts.agg(geometric_mean).rename("seconds").rename_axis(["source", "instance", "n_sets"]).reset_index()
    looped = loops[["source", "instance"]].drop_duplicates().assign(looped=True)
    starts = starts.merge(looped, how="left")
    theirs = runs.paper.generation[runs.paper.generation.instance.isin(runs.names)].assign(source="paper")
    parts = [until, starts[starts.looped.isna()], theirs]
    points = pd.concat([part[["source", "n_sets", "seconds"]] for part in parts])
    return Table(
        "figure-2b",
        "Fig. 2(b): unavoidable sets as a function of time",
        "Geometric means over the grids that have that many. Sources that find all at once have points for the numbers that "
        "were asked for.",
        by_source(runs, points, "n_sets"),
        columns("""
            source   text     source
            n_sets   count    sets
            seconds  measure  seconds
            grids    count    grids
        """),
    )


def figure_3(runs: Runs, part: str, seconds: str) -> Table:
    """Fig. 3: for each way to run the engine a performance profile of the numbers of inequalities. Column ``seconds`` of
    the runs has what is timed."""
    solves = runs.solves.assign(time=runs.solves[seconds].where(runs.solves.optimal))
    counts = runs.study.settings["counts"]
    parts = []
    for setting, of in solves.groupby("setting", sort=False):
        times = of.pivot(index="instance", columns="count", values="time")[counts]
        steps = profiles(times).rename(columns={"setting": "inequalities"})
        parts.append(steps.assign(setting=setting))
    return Table(
        f"figure-3{part}",
        f"Fig. 3({part}): performance profile {'without' if part == 'a' else 'with'} generation time",
        "The share of grids that are solved within a factor of the time of the best number of inequalities.",
        pd.concat(parts),
        columns("""
            setting       text   setting
            inequalities  text   inequalities
            tau           ratio  factor
            share         ratio  share
        """),
    )


def figure_4(runs: Runs) -> Table:
    """Fig. 4: solving times of grids with few clues against those with more. The paper knows two groups, with and without
    a puzzle of 17 clues; here each minimum is one, and what nobody solved another."""
    minimum = runs.solves.instance.map(runs.bounds.minimum).fillna(0)
    solves = runs.solves.assign(minimum=minimum, time=runs.solves.solving.where(runs.solves.optimal))
    parts = []
    for (setting, count), of in solves.groupby(["setting", "count"], sort=False):
        for group, its in of.groupby("minimum"):
            steps = shares(its.time, len(its)).rename_axis("seconds").reset_index(name="share")
            label = f"{int(group)} clues" if group else "minimum open"
            parts.append(steps.assign(setting=setting, inequalities=count, group=label))
    return Table(
        "figure-4",
        "Fig. 4: solving times by minimum number of clues",
        "The share of the grids of a group that were solved within that time, generation not counted.",
        pd.concat(parts),
        columns("""
            setting       text     setting
            inequalities  text     inequalities
            group         text     group
            seconds       measure  seconds
            share         ratio    share
        """),
    )


def plot_2a(table: Table, sizes: Table) -> Any:
    """Fig. 2(a), with a vertical line for each size where the mean grid has all sets of that size. As in the paper, sizes
    from 11; those below are crowded at the left. Only sources with a curve have lines."""
    curve = lines(table, field(table, "k"), field(table, "seconds", scale=LOG), field(table, "source", "nominal"))
    shown = sizes.frame[sizes.frame.source.isin(table.frame.source) & (sizes.frame["size"] >= 11)]
    rules = alt.Chart(data(Table(sizes.name, "", "", shown, sizes.columns))).mark_rule(strokeDash=[4, 4], opacity=0.5)
    rules = rules.encode(
        x=alt.X(field="mean_sets_up_to", type="quantitative"),
        tooltip=[alt.Tooltip(field="size"), alt.Tooltip(field="mean_sets_up_to")],
    )
    return alt.layer(curve.mark_line(), rules)


def plot_sizes(table: Table) -> Any:
    """The sets by size, a bar for each."""
    size = field(table, "size", "ordinal")
    chart = lines(table, size, field(table, "mean_sets"), field(table, "source", "nominal")).mark_bar()
    return chart.encode(xOffset=alt.XOffset(field="source"))


def plot_2b(table: Table) -> Any:
    """Fig. 2(b)."""
    chart = lines(table, field(table, "seconds", scale=LOG), field(table, "n_sets"), field(table, "source", "nominal"))
    return chart.encode(order=alt.Order(field="n_sets"))


def plot_3(table: Table) -> Any:
    """Fig. 3(a) or (b), side by side for each way to run the engine."""
    tau, share = field(table, "tau", scale=LOG), field(table, "share", scale=SHARE)
    return lines(table, tau, share, in_order(table, "inequalities"), "step-after").encode(column=facet(table, "setting"))


def plot_4(table: Table) -> Any:
    """Fig. 4, a row for each number of inequalities."""
    seconds, share = field(table, "seconds", scale=LOG), field(table, "share", scale=SHARE)
    chart = lines(table, seconds, share, in_order(table, "group"), "step-after").properties(height=120)
    return chart.encode(column=facet(table, "setting"), row=alt.Row(**in_order(table, "inequalities")))
