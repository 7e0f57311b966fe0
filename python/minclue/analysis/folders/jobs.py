"""`results/project`: inputs side by side against one after the other."""

from __future__ import annotations

from pathlib import Path

from .._figure import Figure
from . import hold, records, shown


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`: of each verb the least seconds with one job and with two, and their ratio."""
    runs = records(folder / "jobs.jsonl")
    hold(set(runs.jobs) == {1, 2}, "one job and two")
    of = runs.groupby(["version", "verb", "n_inputs", "jobs"], sort=False).wall_s.median().unstack("jobs").reset_index()
    rows = of.rename(columns={1: "one", 2: "two"}).assign(ratio=of[1] / of[2])
    text = shown(
        rows,
        """
        verb      {}      verb
        n_inputs  {:,}    inputs
        one       {:.2f}  one job, s
        two       {:.2f}  two jobs, s
        ratio     {:.2f}  ratio
        version   {}      program
        """,
    )
    return {"tables.md": f"## Inputs side by side\n\nMedians of wall-clock seconds.\n\n{text}"}, {}
