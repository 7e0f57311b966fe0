"""`results/published-searches`: the runs on single grids beside the studies that lie in it, and Table 3 of lin-wu-2013."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd

from .._figure import Figure, data, field
from .._table import Table, columns, markdown
from ..searches import paper
from . import geometric, hold, records, shown

# What the papers call the searches, by the beginning of how records write them.
NAMES = {
    "checker2006/sets=192": "v1",
    "checker2006/sets=256": "v2",
    "dmus-basic/": "v3",
    "dmus/sets=384/order=overlap": "v4",
    "dmus/sets=384/order=search": "v5",
    "checker2012/": "checker2012",
    "native": "native",
}
# The version of lin-wu-2013 whose sets a source has.
SOURCES = {"checker": "original CHECKER", "region": "modified program"}
# Grids of lin-wu-2013, section 4.1.
PAPER_GRIDS = 100


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`, and Table 3 as a file of values and a plot."""
    sizes = table_3(records(folder / "sets.jsonl"))
    parts = [
        "The studies below this folder have tables of their own.\n",
        sizes.markdown(),
        versions(records(folder / "versions.jsonl")),
        *(
            seconds(title, records(folder / f"{name}.jsonl"))
            for name, title in {
                "nine": "Nine grids of tjusila-2023, 16 clues",
                "easy": "Versions 1 to 3 on three of them",
                "seventeen": "The same three, 17 clues",
                "special": "The grid with 29 puzzles of 17 clues",
            }.items()
        ),
        pseudo(records(folder / "pseudo.jsonl")),
        hunt(records(folder / "hunt.jsonl")),
        growth({name: studied(records(folder / name / "runs.jsonl")) for name in ("k14", "k15", "k16", "hundred")}),
    ]
    return {"tables.md": "\n".join(parts), "table-3.csv": sizes.csv()}, {"figure-table-3": Figure(sizes, plot(sizes))}


def table_3(runs: pd.DataFrame) -> Table:
    """Mean numbers of sets by size, ours beside the paper's."""
    hold((runs.status == "done").all(), "the search for sets came to an end everywhere")
    rows = []
    for source, of in runs.groupby("source", sort=False):
        hold((of.n_sets == of.by_size.map(lambda sizes: sum(sizes.values()))).all(), "sets by size, and all of them")
        by_class: dict[str, float] = dict.fromkeys(paper.SIZES, 0.0)
        for sizes in of.by_size:
            for size, n in sizes.items():
                by_class[class_of(int(size))] += n / len(of)
        for of_whom, numbers, n_grids in (
            (f"ours, {source}", by_class, len(of)),
            (f"paper, {SOURCES[source]}", paper.TABLE_3[SOURCES[source]], PAPER_GRIDS),
        ):
            rows += [{"sets_of": of_whom, "cells": size, "n_sets": n, "grids": n_grids} for size, n in numbers.items()]
    # All sets of at most 11 cells are known to both, whatever the regions.
    least = runs.by_size.map(lambda sizes: sum(n for size, n in sizes.items() if int(size) < 12))
    by_source = [list(least[runs.source == source]) for source in SOURCES]
    hold(by_source[0] == by_source[1], "both sources have all sets of at most 11 cells")
    note = "Mean numbers of the sets that Phase 1 finds, by the number of their cells; the paper's are of other grids."
    return Table(
        "table-3",
        "Table 3: sets by size",
        note,
        pd.DataFrame(rows),
        columns("""
            sets_of  text     sets of
            cells    text     cells
            n_sets   mean     mean number
            grids    count    grids
        """),
    )


def class_of(size: int) -> str:
    """The column of Table 3 to which a size belongs."""
    return paper.SIZES[min(max(size, 11), 15) - 11]


def plot(table: Table) -> Any:
    """Bars by size, side by side."""
    chart = alt.Chart(data(table), width=420, height=260).mark_bar()
    names = list(dict.fromkeys(table.frame.sets_of))
    return chart.encode(
        x=alt.X(**field(table, "cells", "nominal", sort=paper.SIZES)),
        xOffset=alt.XOffset("sets_of", type="nominal", sort=names),
        y=alt.Y(**field(table, "n_sets", scale=alt.Scale(type="symlog"))),
        color=alt.Color(**field(table, "sets_of", "nominal", sort=names)),
        tooltip=[alt.Tooltip(field=name) for name in table.columns],
    )


def named(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that found all, with the name of each search and its processor seconds."""

    def name(engine: str) -> str:
        return next(name for start, name in NAMES.items() if engine.startswith(start))

    done = runs[runs.complete & runs.status.isin(["done", "optimal"])].copy()
    done["search_name"] = done.engine.map(name)
    done["cpu_s"] = done.search.map(lambda search: search["cpu_seconds"])
    if "id" not in done:
        done["id"] = "special"
    hold(not done.duplicated(["id", "search_name"]).any(), "each search has one run on a grid")
    for id, of in done.groupby("id"):
        hold(of.n_puzzles.nunique() == 1, f"searches find the same number of puzzles on {id}")
    return done


def by_search(runs: pd.DataFrame, value: str) -> pd.DataFrame:
    """A row for each grid and a column for each search, in the order of the records."""
    wide = runs.pivot(index="id", columns="search_name", values=value)
    return wide.reindex(index=runs.id.unique(), columns=runs.search_name.unique())


def seconds(title: str, runs: pd.DataFrame) -> str:
    """Processor seconds of the search, grid by grid, with the number of puzzles."""
    done = named(runs)
    wide = by_search(done, "cpu_s")
    n_puzzles = done.groupby("id").n_puzzles.first()
    rows = [
        [id, n_puzzles[id], *("" if pd.isna(s) else f"{s:,.2f}" for s in of)]
        for id, of in zip(wide.index, wide.to_numpy(), strict=True)
    ]
    if len(rows) > 1:
        # A mean over other grids would say nothing beside the others.
        means = [f"{wide[name].mean():,.2f}" if wide[name].notna().all() else "" for name in wide]
        rows.append(["mean", "", *means])
    return f"## {title}\n\nProcessor seconds of the search.\n\n{markdown(['id', 'puzzles', *wide.columns], rows, 'lr')}"


def versions(runs: pd.DataFrame) -> str:
    """Versions 1 to 4 with 16 clues on the grids of the studies, easiest first, and how many times as long each takes as
    version 4, whose runs are of the same session."""
    done = named(runs)
    of = {value: by_search(done, value) for value in ("cpu_s", "n_nodes")}
    order = [name for name in ("v1", "v2", "v3", "v4") if name in of["cpu_s"]]
    wide = of["cpu_s"].sort_values("v4")
    nodes = of["n_nodes"]
    rows = []
    for id in wide.index:
        row = [id, *("" if pd.isna(wide[name][id]) else f"{wide[name][id]:,.2f}" for name in order)]
        row += ["" if pd.isna(nodes[name][id]) else f"{nodes[name][id] / 1e6:,.1f}" for name in order]
        rows.append(row)
    head = ["grid", *(f"{name}, s" for name in order), *(f"{name}, million nodes" for name in order)]
    ratios = []
    for name in order[:-1]:
        both = wide[[name, "v4"]].dropna()
        if both.empty:
            continue
        each = both[name] / both.v4
        at = nodes.loc[both.index]
        numbers = [both[name].sum() / both.v4.sum(), each.min(), each.max(), at[name].sum() / at.v4.sum()]
        ratios.append([f"{name} / v4", len(both), *(f"{number:.1f}" for number in numbers)])
    ratio_head = ["", "grids", "ratio of sums, s", "least", "most", "ratio of sums, nodes"]
    return (
        f"## Versions 1 to 4, 16 clues\n\nProcessor seconds of the search and nodes.\n\n{markdown(head, rows, 'lr')}\n"
        f"{markdown(ratio_head, ratios, 'lr')}"
    )


def pseudo(runs: pd.DataFrame) -> str:
    """The pseudo puzzle by a whole search: what was done by the limit."""
    rows = runs.assign(
        search_name=runs.engine.map(lambda engine: engine.split("/")[0]),
        cpu_s=runs.search.map(lambda search: search["cpu_seconds"]),
        million=runs.n_nodes / 1e6,
        solutions=runs.max_solutions.fillna(1) if "max_solutions" in runs else 1,
    )
    table = shown(
        rows,
        """
        search_name  {}       search
        n_clues      {:.0f}   clues
        solutions    {:.0f}   solutions, at most
        status       {}       ended by
        n_puzzles    {:,}     puzzles
        cpu_s        {:,.1f}  s
        million      {:,.1f}  million nodes
        """,
    )
    return f"## The pseudo puzzle with 16 clues, by a whole search\n\n{table}"


def hunt(runs: pd.DataFrame) -> str:
    """Method 2 of lin-wu-2013: what is met."""
    hold((runs.n_known <= runs.n_found).all(), "known puzzles are found ones")
    rows = []
    for run in runs.to_dict("records"):
        hold(run["n_classes"].get(str(run["to"]), 0) == run["n_found"], "puzzles found, and classes of as many clues")
        classes = ", ".join(f"{n:,} of {k}" for k, n in run["n_classes"].items())
        rows.append([f"{run['seconds']:,.0f}", f"{run['n_moves']:,}", classes, run["n_found"], run["n_known"]])
    head = ["seconds", "moves", "classes, by clues", "found", "known before"]
    return f"## A hunt\n\n{markdown(head, rows, 'r')}"


def studied(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs of a study: ``algorithm``, ``n_sets``, ``instance``, ``clues`` and ``nodes``."""
    hold((runs.exit == 0).all(), "a run of a study has failed")
    nodes, clues = (runs.record.map(lambda record: record[key]) for key in ("n_nodes", "n_clues"))
    return runs[["algorithm", "n_sets", "instance"]].assign(nodes=nodes, clues=clues)


def growth(studies: dict[str, pd.DataFrame]) -> str:
    """What one clue more costs (mcguire-2012, section 2.2), and what share the hardest fifth of the grids takes (section 6.2)."""
    steps = []
    for few, many, n_sets in (("k14", "k15", 320), ("k15", "k16", 384)):
        less, more = (of[of.n_sets == n_sets] for of in (studies[few], studies[many]))
        both = less.merge(more, on=["algorithm", "instance"], suffixes=("", "_more"))
        for (version, clues), of in both.groupby(["algorithm", "clues"]):
            ratio = geometric(of.nodes_more / of.nodes)
            steps.append({"version": version, "step": f"{clues} to {clues + 1}", "sets": n_sets, "grids": len(of), "ratio": ratio})
    rows = pd.DataFrame(steps).sort_values(["version", "step"])
    table = shown(
        rows,
        """
        version  {}      version
        step     {}      clues
        sets     {}      start sets
        grids    {}      grids
        ratio    {:.1f}  nodes, as a factor
        """,
    )
    shares = []
    for version, of in studies["hundred"].groupby("algorithm"):
        nodes = of.nodes.sort_values(ascending=False)
        shares.append(f"{version} {nodes.iloc[: round(len(nodes) / 5)].sum() / nodes.sum():.0%}".replace("%", " %"))
    return (
        "## How nodes grow, and how they are shared\n\nNodes with one clue more, in the geometric mean over the grids that both "
        f"studies have:\n\n{table}\nOf all nodes of the hundred grids with 16 clues the hardest fifth takes: {', '.join(shares)}.\n"
    )
