"""`results/sizes`: grids of 6x6 to 16x16 by both engines."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._table import markdown
from . import records, shown, span


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    runs = records(folder / "records.jsonl")
    rows = []
    for (size, engine), of in runs.groupby(["size", "engine"], sort=False):
        solved = of[of.status == "optimal"]
        minima = ", ".join(f"{minimum}: {n}" for minimum, n in solved.lower_bound.value_counts().sort_index().items())
        spans = [span(of.user_s, "{:.2f}".format), span(of.n_nodes, str), span(of.start_sets, str)]
        rows.append([size, engine, len(of), len(solved), minima or "-", *spans])
    head = ["size", "engine", "grids", "solved", "minimum: grids", "user s", "nodes", "start sets"]
    return {"tables.md": f"## Every size\n\n{markdown(head, rows, 'llrrlr')}\n{unsolved(runs)}"}, {}


def unsolved(runs: pd.DataFrame) -> str:
    """Bounds of what some engine did not solve, by both of them."""
    missed = sorted(set(runs.id[runs.status != "optimal"]), key=lambda name: (int(name.split("x")[0]), name))
    runs = runs.assign(bounds=[f"{run.lower_bound} to {run.upper_bound}" for run in runs.itertuples()])
    wide = runs[runs.id.isin(missed)].pivot(index="id", columns="engine", values=["bounds", "user_s"]).loc[missed]
    wide.columns = ["_".join(name) for name in wide.columns]
    table = shown(
        wide.reset_index(),
        """
        id              {}      grid
        bounds_native   {}      native
        user_s_native   {:.1f}  user s
        bounds_bilevel  {}      bilevel
        user_s_bilevel  {:.1f}  user s
        """,
    )
    return f"Bounds of what some engine did not solve within the limit:\n\n{table}"
