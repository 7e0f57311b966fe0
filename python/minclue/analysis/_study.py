"""The directory of a study: settings, and of each run that they ask for the newest line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pandas as pd

from . import _records

Key = dict[str, Any]


class Wrong(ValueError):
    """What is to be analyzed is not what it should be."""


@dataclass(frozen=True)
class Layout:
    """The lines of a kind of study."""

    schema: str
    """Name and version."""
    key: Sequence[str]
    """What distinguishes runs."""
    numbers: Sequence[str]
    """What is needed of their records, by paths such as ``start.n_sets``."""
    others: Sequence[str]
    """The same of what is not a number."""


@dataclass(frozen=True)
class Study:
    """Settings, and a row for each run that they ask for, in their order."""

    settings: dict[str, Any]
    runs: pd.DataFrame
    """The key of each run, ``finished``, ``jobs``, ``message`` if it failed, and fields of its record if it finished, a dot
    of the path being ``_``."""

    @property
    def n_finished(self) -> int:
        """How many runs came to an end of their own, be it a limit."""
        return int(self.runs.finished.sum())


def settings_of(folder: Path) -> dict[str, Any]:
    """The settings of the study in a folder, whatever its kind. To ask them for what they do not have is `Wrong`."""
    path = folder / "settings.json"

    class Settings(dict[str, Any]):
        def __missing__(self, name: str) -> NoReturn:
            raise Wrong(f"{path}: these settings of a study have no `{name}`")

    try:
        settings = json.loads(path.read_text(), object_hook=Settings)
    except (FileNotFoundError, NotADirectoryError):
        raise Wrong(f"there is no study in {folder}") from None
    except OSError as e:
        raise Wrong(f"{path}: it cannot be read: {e.strerror}") from None
    except ValueError as e:
        raise Wrong(f"{path}: these are not the settings of a study: {e}") from None
    if not isinstance(settings, dict):
        raise Wrong(f"{path}: these are not the settings of a study")
    return settings


def read(folder: Path, settings: dict[str, Any], keys: Sequence[Key], layout: Layout) -> Study:
    """The study in a folder. Of two lines of one run the later one counts; a line that a kill tore is passed over."""
    newest = {}
    for line in _lines(folder / "runs.jsonl", layout.schema):
        newest[tuple(line.get(name) for name in layout.key)] = line
    rows = [{**key, **_picked(newest.get(tuple(key.values())), layout)} for key in keys]
    names = [path.replace(".", "_") for path in (*layout.numbers, *layout.others)]
    runs = pd.DataFrame(rows, columns=[*layout.key, "finished", "jobs", "message", *names])
    numbers, others = names[: len(layout.numbers)], names[len(layout.numbers) :]
    runs = runs.astype({"finished": bool} | dict.fromkeys(numbers, float) | dict.fromkeys(others, object))
    runs[others] = runs[others].where(runs[others].notna(), None)
    return Study(settings, runs)


def _lines(path: Path, schema: str) -> Iterator[dict[str, Any]]:
    text = _records.read(path) if _records.there(path).exists() else b""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not line.endswith(b"\n"):
            return
        try:
            run = json.loads(line)
        except ValueError as e:
            raise Wrong(f"{path}:{number}: this is not the record of a run: {e}") from None
        of = run.get("schema") if isinstance(run, dict) else None
        if of != schema:
            raise Wrong(f"{path}:{number}: this is not the record of a run: its layout is `{of}`, not `{schema}`")
        yield run


def _picked(line: dict[str, Any] | None, layout: Layout) -> dict[str, Any]:
    if line is None:
        return {"finished": False}
    record = line.get("record")
    picked = {"jobs": line.get("jobs"), "message": line.get("message")}
    picked["finished"] = line.get("exit") in (0, 4) and _at(record, "status") not in (None, "interrupted", "failed")
    if picked["finished"]:
        picked |= {path.replace(".", "_"): _at(record, path) for path in (*layout.numbers, *layout.others)}
    return picked


def _at(record: Any, path: str) -> Any:
    for name in path.split("."):
        record = record.get(name) if isinstance(record, dict) else None
    return record
