"""`results/solvers`: what outside solvers gain from minima of regions and from rows of symmetries."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from . import hold, records, shown


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    region, symmetry = (checked(records(folder / f"{part}.jsonl")) for part in ("region", "symmetry"))
    text = "## Minima of regions\n\n" + shown(
        region,
        """
        id             {}      grid
        rows           {}      rows
        n_region_rows  {:.0f}  minima
        solver         {}      solver
        root           {:.2f}  linear relaxation
        after_root     {:.2f}  after the root
        bound          {:.2f}  bound
        best           {:.0f}  best
        nodes          {:,.0f} nodes
        cpu_s          {:.1f}  CPU s
        ended          {}      ended
        """,
        "llrlr",
    )
    text += "\n## Rows of symmetries\n\n" + shown(
        symmetry,
        """
        id               {}      grid
        rows             {}      rows
        n_symmetry_rows  {:.0f}  rows of symmetries
        n_sets           {:.0f}  sets
        solver           {}      solver
        own_symmetry     {}      its own detection
        root             {:.2f}  linear relaxation
        bound            {:.2f}  bound
        best             {:.0f}  best
        nodes            {:,.0f} nodes
        cpu_s            {:.1f}  CPU s
        """,
        "llrrllr",
    )
    return {"tables.md": text}, {}


def checked(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs, if all of them can be true: no bound of a model lies above the best point that some solver found."""
    wanted = ["n_region_rows", "n_symmetry_rows", "own_symmetry", "root", "after_root"]
    runs = runs.reindex(columns=[*runs.columns, *(name for name in wanted if name not in runs)])
    for (name, rows), of in runs.groupby(["id", "rows"]):
        hold(of.bound.max() <= of.best.min() + 1e-6, f"bounds of {name}, {rows}")
        roots = of.root.dropna()
        hold(roots.max() - roots.min() <= 1e-3, f"linear relaxations of {name}, {rows}")
    is_optimal = runs.status.str.lower().str.startswith("optimal")
    ends = is_optimal.map({True: "optimal", False: "limit"})
    order = {"none": 0, "parts": 1, "lines": 2, "digits": 3, "symmetry": 4}
    return runs.assign(ended=ends, at=runs.rows.map(order)).sort_values(["id", "at", "solver"], kind="stable")
