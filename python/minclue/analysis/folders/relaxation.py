"""`results/study`: the inequalities of tjusila-2023 alone, and what of the difference is nodes and what the cost of a node."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._records import read
from . import geometric, hold, paper, shown, span


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    theirs = paper(given / "paper_9x9_results.csv")
    runs = beside(studied(folder / "published" / "runs.jsonl"), theirs)
    parts = ["## The inequalities of the paper alone, beside its runs\n", numbers(runs), "", split(runs[runs["count"] == 1000])]
    return {"tables.md": "\n".join(parts)}, {}


def studied(path: Path) -> pd.DataFrame:
    """The answers of a study: ``instance``, ``count``, bounds, nodes and seconds of the processor."""
    lines = (json.loads(line) for line in read(path).splitlines())
    rows = [
        {
            "instance": run["instance"],
            "count": int(run["count"]),
            "is_closed": run["record"]["status"] == "optimal",
            "lower": run["record"]["lower_bound"],
            "upper": run["record"]["upper_bound"],
            "n_nodes": run["record"]["n_nodes"],
            "cpu_s": run["record"]["search"]["cpu_seconds"],
            "relaxation": run["record"]["settings"]["relaxation"],
        }
        for run in lines
        if run["what"] == "solve"
    ]
    runs = pd.DataFrame(rows)
    hold((runs.relaxation == "published").all(), "another relaxation among the published ones")
    hold(not runs.duplicated(["instance", "count"]).any(), "a run is there twice")
    return runs


def beside(runs: pd.DataFrame, theirs: pd.DataFrame) -> pd.DataFrame:
    """The same with the paper's bounds, nodes and seconds, which must not contradict ours."""
    theirs = theirs[["instance", "cut_count", "lower", "best", "nodes", "runtime", "closed"]]
    theirs = theirs.rename(columns={"cut_count": "count", "lower": "paper_lower"})
    runs = runs.merge(theirs, how="left", on=["instance", "count"])
    best = runs.groupby("instance").lower.transform("max")
    hold(not (best > runs.best + 1e-6).any(), "a bound above a puzzle of the paper")
    hold(not (runs.groupby("instance").upper.transform("min") < runs.paper_lower - 1e-6).any(), "a puzzle below a bound of the paper")
    # Of numbers that the paper does not have, nothing is known, and nothing closed.
    runs["closed"] = runs.closed.eq(True)
    runs["each"], runs["paper_each"] = runs.cpu_s / runs.n_nodes, runs.runtime / runs.nodes
    runs["fewer"], runs["cheaper"] = runs.nodes / runs.n_nodes, runs.paper_each / runs.each
    return runs


def numbers(runs: pd.DataFrame) -> str:
    """For each number of inequalities what was closed, by us and in the paper; then means over what both closed."""
    rows = []
    for count, of in runs.groupby("count"):
        both = of[of.is_closed & of.closed]
        row = {"count": count, "n": len(of), "ours": int(of.is_closed.sum())}
        if count > 0:
            row |= {"paper": int(of.closed.sum()), "both": len(both)}
        if len(both):
            row |= {"nodes": geometric(both.n_nodes), "each": geometric(both.each, 1e-9), "cpu_s": geometric(both.cpu_s)}
            row |= {"their_nodes": geometric(both.nodes), "their_each": geometric(both.paper_each), "their_s": geometric(both.runtime)}
            row |= {"fewer": row["their_nodes"] / row["nodes"], "cheaper": row["their_each"] / row["each"]}
        rows.append(row)
    table = """
        count        {}       inequalities
        n            {}       grids
        ours         {}       closed
        paper        {:.0f}   closed in the paper
        both         {:.0f}   by both
        nodes        {:,.0f}  nodes
        their_nodes  {:,.0f}  nodes in the paper
        fewer        {:.1f}   times
        each         {:.6f}   CPU s a node
        their_each   {:.3f}   s a node in the paper
        cheaper      {:,.0f}  times
        cpu_s        {:,.0f}  CPU s
        their_s      {:,.0f}  s in the paper
        """
    frame = pd.DataFrame(rows, columns=[line.split()[0] for line in table.splitlines() if line.strip()])
    return "Geometric means over what both closed.\n\n" + shown(frame, table, "r")


def split(runs: pd.DataFrame) -> str:
    """Each grid from 1000 inequalities."""
    bounds = [span(row, "{:.0f}".format) for _, row in runs[["lower", "upper"]].iterrows()]
    runs = runs.assign(bounds=bounds, order=runs.instance.astype(int)).sort_values("order")
    return "Each grid from 1000 of them:\n\n" + shown(
        runs,
        """
        instance     {}       grid
        bounds       {}       minimum
        n_nodes      {:,}     nodes
        nodes        {:,.0f}  nodes in the paper
        fewer        {:.1f}   times
        each         {:.6f}   CPU s a node
        paper_each   {:.3f}   s a node in the paper
        cheaper      {:,.0f}  times
        cpu_s        {:.1f}   CPU s
        runtime      {:,.0f}  s in the paper
        """,
    )
