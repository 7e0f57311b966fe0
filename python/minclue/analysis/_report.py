"""All that a study is shown in: one document, and for each table and figure its values and its plot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._figure import Figure
from ._study import Key, Study, Wrong
from ._table import Table


@dataclass(frozen=True)
class Report:
    """What the runs of a study show together."""

    settings: dict[str, Any]
    """What was to be run."""
    head: str
    """The title and what was run."""
    failed: list[str]
    """What the runs that failed said."""
    contradictions: list[str]
    """Answers that cannot all be true, a sentence each."""
    tables: dict[str, Table]
    """By name, in the order of the document."""
    figures: dict[str, Figure]
    """By name."""
    more: dict[str, Table] = field(default_factory=dict)
    """Tables that are files of values only."""
    texts: dict[str, str] = field(default_factory=dict)
    """Other files."""
    same: dict[str, Any] = field(default_factory=dict)
    """Last columns of every file of values, the same in each row: a file may lie anywhere, and says what was asked."""

    def document(self) -> str:
        """The page of all tables, which begins with what failed and what contradicts."""
        flaws = [f"- **failed**: {said}\n" for said in self.failed]
        flaws += [f"- **contradiction**: {said}\n" for said in self.contradictions]
        head = self.head + ("\n" + "".join(flaws) if flaws else "")
        return "\n".join([head, *(table.markdown() for table in self.tables.values())])

    def files(self, pictures: Sequence[str] | None = None) -> dict[str, str]:
        """Texts by file name; ``pictures`` names the figures that are drawn, which are all if there is no list."""
        files = {"tables.md": self.document()}
        tables = self.tables | self.more | {name: figure.table for name, figure in self.figures.items()}
        files |= {f"{name}.csv": table.csv(self.same) for name, table in tables.items()}
        return files | self.texts | drawn(self.figures, pictures)


def drawn(figures: dict[str, Figure], pictures: Sequence[str] | None = None) -> dict[str, str]:
    """Plots by file name, and of those that ``pictures`` names (of all if there is no list) what they look like."""
    files = {f"{name}.vl.json": figure.json() for name, figure in figures.items()}
    return files | {f"{name}.svg": figure.svg() for name, figure in figures.items() if pictures is None or name in pictures}


def write(folder: Path, files: dict[str, str], keep: Iterable[Path] = ()) -> list[Path]:
    """Writes files into a folder and returns their paths. None takes the place of one of ``keep``, which were read."""
    paths = [folder / name for name in files]
    for path in keep:
        if any(path.exists() and other.exists() and path.samefile(other) for other in paths):
            raise Wrong(f"{path} is read, and a file of that name would be written")
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def failures(study: Study, keys: Sequence[Key], said: Callable[[Key], str]) -> list[str]:
    """What the runs that failed said, each on one line; ``said`` names a run."""
    messages = zip(keys, study.runs.message, strict=True)
    return [f"{said(key)}: {' '.join(message.split())}" for key, message in messages if isinstance(message, str)]


def by_name(tables: Iterable[Table]) -> dict[str, Table]:
    """Tables by their names."""
    return {table.name: table for table in tables}
