"""Figs. 10 to 14 of lin-wu-2013: tables of points, and their plots."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from .._figure import LOG, SHARE, Figure, facet, field, in_order, lines
from .._table import Table, columns
from . import times
from .levels import Levels
from .runs import Runs, said


def all_of(runs: Runs, levels: Levels) -> dict[str, Figure]:
    """All figures by name."""
    table_2 = times.curves(runs)
    plots = [(table_2, plot_table_2(table_2))]
    plots += [(table, by_level(table, LOG)) for table in figure_10(levels)]
    plots += [(table, by_level(table)) for table in figure_11(levels)]
    plots += [(table, plot_parts(table)) for table in (figure_12(levels), figure_13(levels))]
    plots += [(table, by_level(table)) for table in [figure_14(levels)]]
    return {table.name: Figure(table, plot, said(levels.settings)) for table, plot in plots}


def curve(levels: Levels, name: str, title: str, column: str, head: str, values: pd.Series, note: str) -> Table:
    """One number by level, a line for each search, where the number is known."""
    known = values.dropna()
    # To a frame without rows, an index with more values would add them.
    rows = levels.means.loc[known.index].assign(**{column: known})
    columns_of = columns("algorithm text algorithm") | levels.axis | columns(f"{column} measure {head}")
    return Table(name, f"Fig. {title}", f"{note} {levels.compared.note}", rows, columns_of)


def parts(levels: Levels, name: str, title: str, nodes: pd.Series, numbers: dict[str, pd.Series]) -> Table:
    """Parts of the nodes of a level as shares of all of them."""
    shares = pd.DataFrame({part: number / nodes for part, number in numbers.items()}).stack()
    rows = (
        shares.rename("share").rename_axis([None, "nodes"]).reset_index("nodes").join(levels.means[["algorithm", "level"]])
    )
    note = f"The rest has fewer disjoint sets than clues left. {levels.compared.note}"
    more = columns("nodes text nodes \n share ratio share of all nodes")
    return Table(name, f"Fig. {title}", note, rows, columns("algorithm text algorithm") | levels.axis | more)


def figure_10(levels: Levels) -> list[Table]:
    """Fig. 10: nodes and disjoint sets. The axis is logarithmic, so nothing has no point."""
    nodes, disjoint = (of.where(of > 0) for of in (levels.means.n_nodes, levels.means.n_disjoint))
    note = "Mean numbers; levels without {} have no point."
    title = "10(b): disjoint sets by level"
    return [
        curve(levels, "figure-10a", "10(a): nodes by level", "nodes", "nodes", nodes, note.format("nodes")),
        curve(levels, "figure-10b", title, "disjoint_sets", "disjoint sets", disjoint, note.format("such sets")),
    ]


def figure_11(levels: Levels) -> list[Table]:
    """Fig. 11: disjoint sets for each node, and their ratio to what would close it."""
    of = levels.dmus
    each = of.n_disjoint / of.n_nodes
    note_a = "All disjoint sets of a level over all nodes of the level."
    note_b = "Disjoint sets for each node, over one more than the clues left (r), with which the search for them ends."
    head = ("disjoint_sets_a_node", "disjoint sets a node")
    return [
        curve(levels, "figure-11a", "11(a): disjoint sets for each node (D)", *head, each, note_a),
        curve(levels, "figure-11b", "11(b): D over r + 1", "ratio", "D / (r + 1)", each / (of.left + 1), note_b),
    ]


def figure_12(levels: Levels) -> Table:
    """Fig. 12: basic DMUS."""
    of = levels.by("dmus-basic")
    title = "12: basic DMUS, nodes with as many disjoint sets as clues left, and with more"
    equal = of.n_equal_prune + of.n_equal_shrink + of.n_equal_none
    return parts(levels, "figure-12", title, of.n_nodes, {"as many": equal, "more": of.n_more})


def figure_13(levels: Levels) -> Table:
    """Fig. 13: improved DMUS."""
    of = levels.by("dmus")
    title = "13: improved DMUS, what Shrink does where there are as many as clues left"
    equal = {f"as many, {what}": of[f"n_equal_{what}"] for what in ("none", "shrink", "prune")}
    return parts(levels, "figure-13", title, of.n_nodes, equal | {"more": of.n_more})


def figure_14(levels: Levels) -> Table:
    """Fig. 14: children of the nodes with exactly as many disjoint sets as clues left."""
    of = levels.dmus
    title = "14: children of a node with exactly as many disjoint sets as clues left"
    note = "Over the nodes that were not closed: n_equal_children / (n_equal_shrink + n_equal_none)."
    children = of.n_equal_children / (of.n_equal_shrink + of.n_equal_none)
    return curve(levels, "figure-14", title, "children", "children", children, note)


def _level(table: Table, kind: str = "quantitative") -> dict[str, Any]:
    """An axis of levels, with a mark for each at most."""
    axis = {} if kind == "ordinal" else {"axis": alt.Axis(tickMinStep=1, format="d")}
    return field(table, "level", kind, **axis)


def by_level(table: Table, scale: alt.Scale | None = None) -> Any:
    """The last column by level, a line for each algorithm. Numbers of Fig. 10 grow by powers."""
    more: dict[str, Any] = {"scale": scale} if scale else {}
    y = field(table, list(table.columns)[-1], **more)
    return lines(table, _level(table), y, in_order(table, "algorithm"))


def plot_parts(table: Table) -> Any:
    """Figs. 12 and 13, side by side for each algorithm."""
    chart = lines(table, _level(table, "ordinal"), field(table, "share", scale=SHARE), in_order(table, "nodes"))
    return chart.mark_bar().encode(column=facet(table, "algorithm"))


def plot_table_2(table: Table) -> Any:
    """Table 2 by number of sets, ours beside the paper's."""
    x = field(table, "n_sets", scale=alt.Scale(zero=False))
    chart = lines(table, x, field(table, "seconds", scale=LOG), in_order(table, "algorithm"))
    return chart.encode(column=facet(table, "from"))
