"""Answers that cannot all be true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._records import Record, records_in
from ._task import Status, Way


def contradictions(records: Sequence[Record], known: Mapping[str, int]) -> list[str]:
    """A sentence for each lower bound above a puzzle, and for each two optima of one file that differ. ``known`` has the
    minima of grids by their names, beside those that the records prove."""
    said = []
    runs = [record for record in records if "lower_bound" in record]
    for name, of in _grouped(runs, "id", "grid_sha256").items():
        if name[0] in known:
            minimum = known[name[0]]
            of.append({"solver": "what is known", "way": "own", "lower_bound": minimum, "upper_bound": minimum})
        puzzles = [(record["upper_bound"], record["solver"]) for record in of if "upper_bound" in record]
        upper, who = min(puzzles, key=lambda puzzle: puzzle[0], default=(None, ""))
        for record in of:
            if upper is not None and record["lower_bound"] > upper:
                bound = f"{record['solver']} by {record['way']} proves {record['lower_bound']} clues"
                said.append(f"{name[0]}: {bound}, and there are puzzles with {upper} ({who})")
    ended = [run for run in runs if run["status"] == Status.OPTIMAL.value]
    files = [run for run in ended if run["way"] in (Way.HITTING.value, Way.HPR.value)]
    for name, of in _grouped(files, "id", "grid_sha256", "max_sets").items():
        if len({record["lower_bound"] for record in of}) > 1:
            optima = ", ".join(f"{record['lower_bound']} ({record['solver']} by {record['way']})" for record in of)
            said.append(f"{name[0]}: the same sets have several optima: {optima}")
    return said


def minima(path: Path) -> dict[str, int]:
    """Known minima: the records of `minclue solve` that have an ``id`` and a ``minimum``.

    :raises ValueError: the file has something else than records, or a minimum is not a number.
    """
    known = {}
    for place, record in records_in(path, path.read_bytes()):
        if record.get("id") is None or record.get("minimum") is None:
            continue
        if type(record["minimum"]) is not int:
            raise ValueError(f"{place}: a minimum is a whole number, and not {record['minimum']!r}")
        known[str(record["id"])] = record["minimum"]
    return known


def _grouped(records: Iterable[Record], *names: str) -> dict[tuple[Any, ...], list[Record]]:
    groups: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        groups.setdefault(tuple(record.get(name) for name in names), []).append(record)
    return groups
