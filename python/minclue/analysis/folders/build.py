"""`results/project`: what builds, tests and CI cost, before and after a change."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._table import markdown
from . import records


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`: for each part its last measurement under each name."""
    columns = ["name", "commit", "part", "cpu_s", "wall_s", "load", "bytes"]
    runs = records(folder / "build.jsonl").reindex(columns=columns)
    last = runs.groupby(["part", "name"], sort=False).last()
    names = list(dict.fromkeys(runs.name))
    timed = [part for part in dict.fromkeys(runs.part) if last.loc[part].wall_s.notna().any()]
    sized = [part for part in dict.fromkeys(runs.part) if last.loc[part].bytes.notna().any()]

    def of(part: str, name: str, column: str, scale: float = 1.0, form: str = "{:.0f}") -> str:
        value = last[column].get((part, name))
        return "" if value is None or pd.isna(value) else form.format(value / scale)

    head = ["seconds", *(f"{name}, {what}" for name in names for what in ("CPU", "wall", "load"))]
    rows = [
        [
            part,
            *(
                of(part, name, column, form=form)
                for name in names
                for column, form in (("cpu_s", "{:.0f}"), ("wall_s", "{:.0f}"), ("load", "{:.1f}"))
            ),
        ]
        for part in timed
    ]
    commits = (f"{name}: commit {', '.join(dict.fromkeys(runs[runs.name == name].commit))}" for name in names)
    text = f"## Builds, seconds\n\n{'; '.join(commits)}.\n\n{markdown(head, rows, 'lr')}"
    rows = [[part, *(of(part, name, "bytes", 1e6, "{:.1f}") for name in names)] for part in sized]
    text += f"\n## Sizes of the program\n\n{markdown(['megabytes', *names], rows, 'lr')}"
    return {"tables.md": text}, {}
