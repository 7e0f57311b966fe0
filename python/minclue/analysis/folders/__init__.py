"""The folders of `results/` that are not studies: each module makes the files of one from its records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from .._records import read
from .._study import Wrong
from .._table import markdown


class Missing(Wrong):
    """Records are not there yet, or data of others that stand beside our numbers."""


def records(path: Path) -> pd.DataFrame:
    """The records of a file, a row for each line."""
    return pd.DataFrame([json.loads(line) for line in read(path).splitlines()])


def every(folder: Path) -> dict[str, pd.DataFrame]:
    """The records of all files of a folder, by their names without an end."""
    return {name: records(folder / f"{name}.jsonl") for name in {path.name.split(".")[0] for path in folder.glob("*.jsonl*")}}


def paper(path: Path) -> pd.DataFrame:
    """The runs of tjusila-2023: ``instance``, ``cut_count``, ``lower``, ``best``, ``runtime``, ``nodes`` and ``closed``."""
    if not path.exists():
        raise Missing(f"the paper's results are wanted beside ours, and {path} is not there")
    rows = pd.read_csv(path, dtype={"instance": str})
    rows = rows.rename(columns={"lower bound": "lower", "best_solution": "best", "node_count": "nodes"})
    return rows.assign(closed=rows.status == "Optimal")


def hold(condition: object, what: object) -> None:
    """Refuses to make tables of records that contradict each other."""
    if not condition:
        raise Wrong(f"these records contradict each other: {what}")


def shown(frame: pd.DataFrame, text: str, align: str = "lr") -> str:
    """A table in Markdown. ``text`` has a line for each column: its name, how a value is written (with `_` for a space), and
    its title. What is not known is empty."""
    heads, cells = [], []
    for name, form, title in (line.split(maxsplit=2) for line in text.splitlines() if line.strip()):
        heads.append(title.strip())
        cells.append(
            ["" if pd.isna(value) else form.replace("_", " ").format(value) for value in frame[name].astype(object)]
        )
    return markdown(heads, zip(*cells, strict=True), align)


def geometric(values: pd.Series, least: float = 1e-3) -> float:
    """The geometric mean; what is below ``least`` counts as that."""
    return float(np.exp(np.log(values.clip(lower=least)).mean()))


def span(values: pd.Series, form: Callable[[float], str]) -> str:
    """The least and the most, or the only value."""
    low, high = values.min(), values.max()
    return form(low) if low == high else f"{form(low)} to {form(high)}"
