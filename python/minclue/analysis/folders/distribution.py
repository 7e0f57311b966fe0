"""`results/catalog`: minima and puzzles of grids that were drawn with equal chances, with intervals."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._numbers import wilson
from .._records import there
from .._table import markdown
from . import Missing, hold


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`, of what was collected so far."""
    if not there(folder / "minima.csv").exists():
        raise Missing(f"there is no {folder / 'minima.csv'}")
    parts = [minima(pd.read_csv(there(folder / "minima.csv")))]
    for clues in (16, 17):
        path = there(folder / f"clues-{clues}.csv")
        if path.exists():
            parts.append(puzzles(pd.read_csv(path), clues))
    if there(folder / "known.csv").exists():
        parts.append(known(pd.read_csv(there(folder / "known.csv"))))
    if there(folder / "known-digests.csv").exists():
        parts.append(digests(pd.read_csv(there(folder / "known-digests.csv"))))
    return {"tables.md": "\n".join(["## Minima of uniform grids\n", *parts])}, {}


def shares(counts: pd.Series, first: str) -> str:
    """A row for each value: how many, their share in percent, and its interval."""
    low, high = wilson(counts, counts.sum())
    rows = pd.DataFrame({"n": counts, "share": 100 * counts / counts.sum(), "low": 100 * low, "high": 100 * high})
    cells = [[row.Index, int(row.n), f"{row.share:.2f}", f"{row.low:.2f} to {row.high:.2f}"] for row in rows.itertuples()]
    return markdown([first, "grids", "%", "95 %"], cells, "r")


def seconds(grids: pd.DataFrame) -> str:
    """What one grid took, where the machine had nothing else to do."""
    timed = grids.seconds.dropna()
    if timed.empty:
        return "Seconds were not kept: the machine had other work."
    text = f"Seconds of one grid, of {len(timed):,} on a quiet machine: mean {timed.mean():.3f}, median "
    return f"{text}{timed.median():.3f}, most {timed.max():.2f}."


def minima(grids: pd.DataFrame) -> str:
    """How many grids have which minimum."""
    counts = grids.minimum.value_counts().reindex(range(17, max(20, grids.minimum.max()) + 1), fill_value=0)
    work = f"Nodes of one grid: mean {grids.nodes.mean() / 1e6:.1f} million, most {grids.nodes.max() / 1e6:.0f} million. "
    work += seconds(grids)
    return f"Minima of {len(grids):,} uniform grids:\n\n{shares(counts, 'clues')}\n{work}\n"


def puzzles(grids: pd.DataFrame, clues: int) -> str:
    """How many grids have how many puzzles with that many clues."""
    text = f"All puzzles with {clues} clues of {len(grids):,} uniform grids:\n\n"
    return f"{text}{shares(grids.puzzles.value_counts().sort_index(), 'puzzles')}\n{seconds(grids)}\n"


def known(grids: pd.DataFrame) -> str:
    """What the list of 17s has, and what was found."""
    row = [len(grids), *(grids[name].sum() for name in ("known", "found", "lost", "new"))]
    head = ["grids", "known 17s", "found", "known and not found", "unknown"]
    return f"All 17s of grids of the list of 17s:\n\n{markdown(head, [row], 'rrrrr')}\n{seconds(grids)}\n"


def digests(groups: pd.DataFrame) -> str:
    """What another search of the same list has to find: all groups together, and each by itself."""
    *parts, whole = groups.sort_values("from", key=lambda names: names == "all").to_dict("records")
    for name in ("grids", "puzzles"):
        hold(sum(part[name] for part in parts) == whole[name], f"{name} of all groups")
    cells = [[row["from"], f"{row['grids']:,}", f"{row['puzzles']:,}", row["sha256"]] for row in [whole, *parts]]
    text = "SHA-256 of the minlex forms of their 17s, one a line in the order of the alphabet, by lines of the list:\n\n"
    return text + markdown(["from", "grids", "17s", "SHA-256"], cells, "lrrl") + "\n"
