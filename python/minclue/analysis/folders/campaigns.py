"""`results/project`: what a chunk costs, and what two processes at once bring."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._table import markdown
from . import records


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    runs = records(folder / "campaigns.jsonl")
    return {"tables.md": f"## Campaigns\n\nMedians of wall-clock seconds.\n\n{overhead(runs)}\n{jobs(runs)}"}, {}


def overhead(runs: pd.DataFrame) -> str:
    """Seconds by the number of chunks, and what one chunk more costs."""
    plain = runs[runs.what == "plain"].wall_s.median()
    of = runs[runs.what == "overhead"].groupby(["n_tasks", "chunk_size"]).wall_s.median().sort_index(ascending=False)
    rows = [["without a campaign", "", f"{plain:.2f}", ""]]
    first = None
    for (tasks, size), seconds in of.items():
        chunks = -(-tasks // size)
        first = first or (chunks, seconds)
        more = "" if chunks == first[0] else f"{1000 * (seconds - first[1]) / (chunks - first[0]):.0f}"
        rows.append([f"chunks of {size}", chunks, f"{seconds:.2f}", more])
    tasks = runs[runs.what == "plain"].n_tasks.iloc[0]
    return f"{tasks} grids of 4x4:\n\n{markdown(['', 'chunks', 's', 'a further chunk, ms'], rows, 'lr')}"


def jobs(runs: pd.DataFrame) -> str:
    """Speedups of two at once."""
    rows = []
    for what, name in (("jobs", "`campaign run`, chunks of {}"), ("solve", "`solve`")):
        of = runs[runs.what == what]
        one, two = (of[of.jobs == n].wall_s.median() for n in (1, 2))
        rows.append([name.format(of.chunk_size.iloc[0]), f"{one:.2f}", f"{two:.2f}", f"{one / two:.2f}"])
    n = runs[runs.what == "jobs"].n_tasks.iloc[0]
    table = markdown(["", "`--jobs 1`, s", "`--jobs 2`, s", "ratio"], rows, "lr")
    return f"{n} uniform grids of 9x9, at most 16 clues:\n\n{table}"
