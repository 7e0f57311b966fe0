"""`results/native`: uniqueness of 9x9 puzzles beside other solvers, as medians over rounds."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._table import markdown
from . import hold, records


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    runs = records(folder / "uniqueness.jsonl")
    lists, programs = (list(dict.fromkeys(runs[name])) for name in ("list", "program"))
    ours = runs[runs.program == "minclue"].set_index(["list", "round"]).cpu_s
    runs["ratio"] = runs.cpu_s / ours.loc[pd.MultiIndex.from_frame(runs[["list", "round"]])].to_numpy()
    runs["guesses_each"] = runs.guesses / runs.puzzles
    groups = runs.groupby(["program", "list"])
    hold((groups.guesses_each.nunique() <= 1).all(), "the guesses of the rounds")
    medians = groups[["cpu_s", "ratio"]].median()
    of = groups.agg(
        puzzles=("puzzles", "first"), low=("ratio", "min"), high=("ratio", "max"), guesses=("guesses_each", "first")
    )
    cells = {
        "Uniqueness: puzzles a second, median": (of.puzzles / medians.cpu_s).map("{:,.0f}".format),
        "Uniqueness: CPU seconds as a multiple of minclue's, median (and range) over the rounds": pd.Series(
            [f"{m:.2f} ({low:.2f} to {high:.2f})" for m, low, high in zip(medians.ratio, of.low, of.high, strict=True)],
            of.index,
        ),
        "Uniqueness: guesses a puzzle": of.guesses.map("{:.2f}".format).where(of.guesses.notna(), "not reported"),
    }
    tables = []
    for title, values in cells.items():
        wide = values.unstack().loc[programs, lists]
        tables.append(f"## {title}\n\n{markdown(['program', *lists], wide.reset_index().to_numpy(), 'lr')}")
    return {"tables.md": "\n".join(tables)}, {}
