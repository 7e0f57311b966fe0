"""Fig. 3 of maniccam-2013 and Fig. 8 of abuluaih-2015: tables of points, and their plots."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from .._figure import LOG, Figure, data, field, in_order, lines
from .._table import Table, columns
from .paper import TRIES
from .runs import Runs


def all_of(runs: Runs, said: str) -> dict[str, Figure]:
    """Both figures by name."""
    three, eight = figure_3(runs), figure_8(runs)
    plots = [Figure(three, plot_3(three), said), Figure(eight, plot_8(eight), said)]
    return {figure.table.name: figure for figure in plots}


def figure_3(runs: Runs) -> Table:
    """The tries of each of our puzzles, and the three numbers of each of the paper's groups."""
    parts = []
    made = runs.made("tries")
    for group in runs.study.settings["groups"]:
        its = made[made.group == group["name"]].fill_tries.dropna()
        ours = pd.DataFrame({"from": "ours", "group": group["name"], "what": "puzzle", "tries": its})
        theirs = pd.DataFrame({"tries": TRIES.get(group["name"], ())}, dtype=float)
        theirs = theirs.assign(
            **{"from": "maniccam-2013"}, group=group["name"], what=["mean", "least", "most"][: len(theirs)]
        )
        parts += [ours, theirs]
    return Table(
        "figure-3",
        "maniccam-2013, Fig. 3: tries of the brute-force fill",
        "",
        pd.concat(parts),
        columns("""
            from   text   from
            group  text   group
            what   text   what
            tries  count  tries
        """),
    )


def figure_8(runs: Runs) -> Table:
    """Recursions of all puzzles of the bands by the published rule, from the most clues to the fewest; of equally many clues
    the first one made."""
    made = runs.made("band").rename(columns={"group": "band", "made_n_clues": "n_clues"})
    trials = runs.trials[runs.trials.rule == "published"]
    wide = trials.pivot(index=["band", "number"], columns="method", values="recursions")
    rows = made.join(wide.reindex(columns=["MRV", "CtN", "FC"]), on=["band", "number"])
    rows["order"] = rows.band.map(runs.bands.index)
    rows = rows.sort_values(["order", "n_clues"], ascending=[True, False], kind="stable")
    return Table(
        "figure-8",
        "abuluaih-2015, Fig. 8: recursions of MRV and CtN",
        "",
        rows.assign(puzzle=range(1, len(rows) + 1)),
        columns("""
            puzzle   count  puzzle, from most clues to fewest
            band     text   band
            n_clues  count  clues
            MRV      count  MRV
            CtN      count  CtN
            FC       count  FC
        """),
    )


def plot_3(table: Table) -> Any:
    """A box for our puzzles of each group, its whiskers from the least to the most, and the paper's numbers."""
    x, y = alt.X(**in_order(table, "group")), alt.Y(**field(table, "tries", scale=LOG))
    base = alt.Chart(data(table), width=360, height=260)
    ours = base.transform_filter("datum.from == 'ours'").mark_boxplot(extent="min-max", size=40).encode(x=x, y=y)
    theirs = base.transform_filter("datum.from != 'ours'").mark_point(size=60)
    shape = alt.Shape(field="what", type="nominal", title="maniccam-2013")
    return alt.layer(ours, theirs.encode(x=x, y=y, shape=shape, color=alt.value("black")))


def plot_8(table: Table) -> Any:
    """Two points a puzzle. The axis can show the 0 of a puzzle that is neutralised from the beginning."""
    y = {"field": "recursions", "type": "quantitative", "scale": alt.Scale(type="symlog")}
    color = {"field": "method", "type": "nominal", "sort": ["MRV", "CtN"]}
    chart = lines(table, field(table, "puzzle"), y, color).properties(width=720)
    chart = chart.mark_point(filled=True, size=8, opacity=0.7)
    return chart.transform_fold(["MRV", "CtN"], as_=["method", "recursions"])
