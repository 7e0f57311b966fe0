"""Tables: Markdown rounds and groups for people, files of values keep what is known."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pandas as pd

# For each column its kind and its title for people. Kinds are `text`, `count`, `measure` (seconds, or a mean of something
# else), `ratio` (a share or a bound) and `mean` (of whole numbers); with a stroke between two, rows take them by turns.
Columns = dict[str, tuple[str, str]]


def columns(text: str) -> Columns:
    """Columns, one a line: name, kind and title."""
    parts = (line.split(maxsplit=2) for line in text.splitlines() if line.strip())
    return {name: (kind, title.strip()) for name, kind, title in parts}


@dataclass(frozen=True)
class Table:
    """A table: what a row stands for is said by its first columns."""

    name: str
    """The beginning of its file name."""
    title: str
    note: str
    """What is to be known of it."""
    frame: pd.DataFrame
    """The values, not rounded; what is not known is missing."""
    columns: Columns
    """Of each column its kind and its title."""

    def cells(self) -> list[list[tuple[str, Any]]]:
        """Kind and value of each cell, row by row; what is not known is ``None``."""
        rows = []
        for i, row in enumerate(self.frame[list(self.columns)].astype(object).itertuples(index=False)):
            kinds = (kind.split("/") for kind, _ in self.columns.values())
            cells = zip(kinds, row, strict=True)
            rows.append([(of[i % len(of)], None if pd.isna(value) else value) for of, value in cells])
        return rows

    def markdown(self) -> str:
        """A section of a Markdown document."""
        rows = self.cells()
        is_text = [any(row[i][0] == "text" and row[i][1] is not None for row in rows) for i in range(len(self.columns))]
        head = [title for _, title in self.columns.values()]
        body = [[_for_people(*cell) for cell in row] for row in rows]
        align = "".join("l" if text else "r" for text in is_text)
        return f"## {self.title}\n\n{self.note}\n\n{markdown(head, body, align)}"

    def csv(self, same: dict[str, Any] | None = None) -> str:
        """A file of comma-separated values with a head; ``same`` are last columns that are the same in every row."""
        same = same or {}
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([_no_formula(name) for name in [*self.columns, *same]])
        tail = ["" if value is None else plain(value) for value in same.values()]
        writer.writerows([*(_exact(*cell) for cell in row), *tail] for row in self.cells())
        return out.getvalue()

    def points(self) -> list[dict[str, Any]]:
        """The rows as objects for a plot, with the values of :meth:`csv`."""
        names = list(self.columns)
        rows = (zip(names, row, strict=True) for row in self.cells())
        return [{name: _value(*cell) for name, cell in row if cell[1] is not None} for row in rows]


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]], align: str) -> str:
    """A table in Markdown; ``align`` has ``l`` or ``r`` for each column, and the last one stands for all that follow."""
    align += align[-1] * (len(head) - len(align))
    rule = "|".join("---" if side == "l" else "--:" for side in align)
    lines = [f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(map(str, row))} |" for row in rows)]
    return "\n".join(lines) + "\n"


def half_up(value: float) -> int:
    """The nearest whole number; of two the one that is farther from 0."""
    whole = math.trunc(value)
    return whole + int(math.copysign(1, value)) if abs(value - whole) >= 0.5 else whole


def plain(value: float) -> str:
    """A number as files have it, with no more digits than it needs."""
    return format(Decimal(repr(rounded(float(value)))), "f").removesuffix(".0")


def rounded(value: float) -> float:
    """A value as files have it: nine digits after the point, fifteen in all. More differ from machine to machine."""
    return float(f"{half_up(value * 1e9) / 1e9:.15g}")


def _for_people(kind: str, value: Any) -> str:
    if value is None:
        return ""
    if kind == "text":
        return str(value).replace("|", "\\|")  # a name must not end its cell
    if kind == "count":
        return f"{int(value):,}"
    value = rounded(float(value))
    if kind == "ratio":
        return f"{value:.3f}"
    if kind == "mean":
        return f"{half_up(value):,}" if value >= 100 or value == half_up(value) else f"{value:.2f}"
    # Three digits that count; nothing is known of the sixth anyway.
    if value >= 100:
        return f"{half_up(value):,}"
    digits = 1 if value >= 10 else 2 if value >= 1 else 3 if value >= 0.1 else 6
    return f"{value:.{digits}f}"


def _exact(kind: str, value: Any) -> str:
    if value is None:
        return ""
    if kind == "text":
        return _no_formula(str(value))
    return str(int(value)) if kind == "count" else plain(value)


def _value(kind: str, value: Any) -> Any:
    return str(value) if kind == "text" else int(value) if kind == "count" else rounded(float(value))


def _no_formula(text: str) -> str:
    """Text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
