"""`results/sizes`: bounds of the ten 16x16 grids of tjusila-2023."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from . import paper, records, shown


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    theirs = paper(given / "paper_16x16_results.csv")
    theirs = theirs.groupby(theirs.instance.astype(int)).agg(paper_lower=("lower", "max"), paper_upper=("best", "min"))
    runs = records(folder / "16x16.jsonl").dropna(subset="lower_bound").set_index("grid_id")
    runs["mb"] = [of.get("n_file_bytes", 0) / 1e6 if isinstance(of, dict) else 0.0 for of in runs.proof]

    def best(runs: pd.DataFrame, bound: str, ascending: bool) -> pd.DataFrame:
        return runs.sort_values(bound, ascending=ascending, kind="stable").groupby(level=0).nth(0)

    is_upper = runs.kind.isin(["upper", "checkable"])
    low, found = best(runs[runs.kind == "lower"], "lower_bound", False), best(runs[is_upper], "upper_bound", True)
    certified = best(runs[is_upper & runs.certified], "upper_bound", True).upper_bound
    rows = low.join(found.add_suffix("_found"), how="inner").join(theirs).sort_index()
    rows["certified"] = [f"{certified[grid]:.0f}" if grid in certified else "-" for grid in rows.index]
    rows["gap"] = rows.upper_bound_found - rows.lower_bound
    table = shown(
        rows.reset_index(),
        """
        grid_id             {}          grid
        paper_lower         {:.1f}      paper: lower
        paper_upper         {:.0f}      upper
        lower_bound         **{:.0f}**  lower bound
        user_seconds        {:.0f}      CPU s
        mb                  {:.0f}      certificate MB
        upper_bound_found   **{:.0f}**  fewest clues found
        user_seconds_found  {:.0f}      CPU s
        certified           {}          certified
        gap                 {:.0f}      gap
        """,
        "r",
    )
    return {"tables.md": f"## Ten grids of 16x16\n\n{table}"}, {}
