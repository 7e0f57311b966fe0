"""Results of the paper from files of the user's, to stand beside ours. They are not part of this project."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from .._study import Wrong

RUNS = {
    "paper_best": "best_solution",
    "paper_lower": "lower bound",
    "paper_seconds": "runtime",
    "paper_nodes": "node_count",
}


@dataclass(frozen=True)
class Paper:
    """What is known of the paper, by the names of its grids."""

    runs: pd.DataFrame
    """``instance``, ``count``, the names of ``RUNS``, and ``paper_optimal``."""
    generation: pd.DataFrame
    """``instance``, ``n_sets``, and ``seconds`` until there were this many."""

    @classmethod
    def read(cls, paths: Iterable[Path]) -> Paper:
        """Reads CSV files. One with a column ``cut_count`` holds runs; one with columns ``seconds_to_N`` the times of set
        generation. Other columns are passed over."""
        runs = [pd.DataFrame(columns=["instance", "count", *RUNS, "paper_optimal"])]
        generation = [pd.DataFrame(columns=["instance", "n_sets", "seconds"])]
        for path in paths:
            try:
                rows = pd.read_csv(path, dtype=str, keep_default_na=False)
            except (OSError, ValueError) as e:
                raise Wrong(f"--paper {path}: {e}") from None
            times = [name for name in rows if name.removeprefix("seconds_to_").isdigit()]
            if "instance" not in rows or rows.empty or not ("cut_count" in rows or times):
                raise Wrong(f"--paper {path}: a CSV file with a column cut_count, or with columns seconds_to_N, is wanted")
            if "cut_count" in rows:
                runs.append(_runs(path, rows))
            else:
                long = rows.melt("instance", times, "n_sets", "seconds")
                long["n_sets"] = long.n_sets.str.removeprefix("seconds_to_")
                # A loop that did not come so far has no time.
                generation.append(long.apply(_numbers, names=["n_sets", "seconds"]).dropna())
        known: dict[str, type] = {"instance": str, "count": str, "n_sets": float, "paper_optimal": float}
        known |= dict.fromkeys(["seconds", *RUNS], float)
        frames = (pd.concat(frames, ignore_index=True) for frames in (runs, generation))
        runs_of, generation_of = (frame.astype({name: known[name] for name in frame}) for frame in frames)
        return cls(
            runs_of.drop_duplicates(["instance", "count"], keep="last"),
            generation_of.drop_duplicates(["instance", "n_sets"], keep="last"),
        )


def _numbers(column: pd.Series, names: list[str]) -> pd.Series:
    return pd.to_numeric(column, errors="coerce") if column.name in names else column


def _runs(path: Path, rows: pd.DataFrame) -> pd.DataFrame:
    runs = rows[["instance"]].copy()
    for name, column in {"count": "cut_count", **RUNS}.items():
        if column not in rows:
            raise Wrong(f"--paper {path}: there is no column `{column}`")
        runs[name] = pd.to_numeric(rows[column], errors="coerce")
        wrong = ~np.isfinite(runs[name])
        if wrong.any():
            line = int(wrong.idxmax())
            raise Wrong(f"--paper {path}: line {line + 2}: `{rows[column][line]}` is not a {column}")
    if "status" not in rows:
        raise Wrong(f"--paper {path}: there is no column `status`")
    return runs.assign(count=runs["count"].astype(int).astype(str), paper_optimal=rows.status == "Optimal")
