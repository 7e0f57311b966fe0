"""All runs of a study: each a process, its record a line that is kept as soon as it is known."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._adapter import Adapter
from ._process import done_in_a_process
from ._records import Record, records_in
from ._task import SCHEMA, Broken, Grid, MissingSolver, Status, Task, Way
from .ours import Ours, program_version

Solvers = dict[str, type[Adapter]]
KEY = ("id", "grid_sha256", "solver", "way", "time_limit", "cpu_limit", "max_sets", "seed")
AGAIN = (Status.MISSING.value, Status.FAILED.value)
# What files are called, where that is not what they end with: of a pair, the file that names the other one.
TO = {".aux": "mps+aux"}


@dataclass(frozen=True)
class Settings:
    """What is the same for all runs."""

    folder: Path
    solvers: Sequence[str]
    ways: Sequence[Way]
    time_limit: float
    cpu_limit: float | None
    max_sets: int
    seed: int
    program: str


def records(folder: Path) -> list[Record]:
    """The newest record of each run in a folder; a last line that a kill tore is passed over.

    :raises ValueError: another line is damaged, or something else than a record of a run.
    """
    path = folder / "records.jsonl"
    content = path.read_bytes() if path.exists() else b""
    newest: dict[tuple[Any, ...], Record] = {}
    for place, record in records_in(path, content[: content.rfind(b"\n") + 1]):
        if record.get("schema") != SCHEMA:
            raise ValueError(f"{place}: the record is of layout `{record.get('schema')}`, not `{SCHEMA}`")
        newest[_key(record)] = record
    return list(newest.values())


def study(settings: Settings, grids: Sequence[Grid], solvers: Solvers, say: Callable[[str], None]) -> list[Record]:
    """Does the runs that are not done yet, and returns the records of all."""
    settings.folder.mkdir(parents=True, exist_ok=True)
    path = settings.folder / "records.jsonl"
    if path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size:
        path.write_bytes(path.read_bytes().rpartition(b"\n")[0] + b"\n")
    done = {_key(record) for record in records(settings.folder) if record["status"] not in AGAIN}
    with path.open("a", encoding="utf-8") as file:

        def keep(record: Record) -> None:
            file.write(json.dumps(record) + "\n")
            file.flush()
            say(sentence(record))

        for name in settings.solvers:
            for record in _refusals(name, settings, solvers[name]):
                if _key(record) not in done:
                    keep(record)
        for grid in grids:
            wanted = [head for head in _heads(grid, settings, solvers) if _key(head) not in done]
            if wanted:
                with tempfile.TemporaryDirectory() as models:
                    _one_grid(grid, wanted, settings, solvers, Path(models), keep)
    return records(settings.folder)


def sentence(record: Record) -> str:
    """A run in a line for people."""
    run = f"{record['id'] or 'any grid'}: {record['solver']} by {record['way']}"
    if "error" in record:
        return f"{run}: {record['status']}: {record['error']}"
    upper = record.get("upper_bound", "")
    return f"{run}: {record['status']}, {record['lower_bound']}..{upper} in {record['process_cpu_seconds']:.1f} CPU s"


def _key(record: Record) -> tuple[Any, ...]:
    return tuple(record.get(name) for name in KEY)


def _refusals(name: str, settings: Settings, adapter: type[Adapter]) -> Iterator[Record]:
    for way in settings.ways:
        if way in adapter.cannot and not issubclass(adapter, Ours):
            said = {"status": Status.REFUSED.value, "error": adapter.cannot[way]}
            yield {"schema": SCHEMA, "id": None, "solver": name, "way": way.value, **said}


def _heads(grid: Grid, settings: Settings, solvers: Solvers) -> Iterator[Record]:
    """The beginnings of the records of all runs of a grid: those of minclue first, which know the minimum."""
    # The grid may be another's, and not ours to copy.
    of = {"id": grid.name, "grid_sha256": hashlib.sha256(grid.text.encode()).hexdigest()[:16], "shape": grid.shape}
    limits: Record = {"time_limit": settings.time_limit}
    limits |= {} if settings.cpu_limit is None else {"cpu_limit": settings.cpu_limit}
    limits |= {"max_sets": settings.max_sets, "seed": settings.seed, "threads": 1}
    for way in (Way.OWN, *settings.ways):
        for name in settings.solvers:
            if issubclass(solvers[name], Ours) == (way is Way.OWN) and way not in solvers[name].cannot:
                yield {"schema": SCHEMA, **of, "solver": name, "way": way.value, **limits}


def _one_grid(
    grid: Grid, heads: Sequence[Record], settings: Settings, solvers: Solvers, models: Path, keep: Callable[[Record], None]
) -> None:
    sets, start = _start_sets(grid, settings, models)
    _export(grid, {(solvers[head["solver"]], Way(head["way"])) for head in heads}, settings, models)
    for head in heads:
        adapter, way = solvers[head["solver"]], Way(head["way"])
        try:
            version = program_version(settings.program) if way is Way.OWN else adapter.version()
        except MissingSolver as e:
            keep({**head, "status": Status.MISSING.value, "error": str(e)})
            continue
        model = str(models / "model")
        limits = (settings.time_limit, settings.cpu_limit)
        task = Task(grid, head["solver"], way, *limits, settings.seed, sets, model, settings.program)
        of = {"solver_version": version, "settings": adapter.settings, "lacks": adapter.lacks}
        keep({**head, **of, **({} if way is Way.OWN else {"start": start}), **done_in_a_process(task)})


def _start_sets(grid: Grid, settings: Settings, models: Path) -> tuple[list[list[int]], Record]:
    """The smallest unavoidable sets, and how many they are."""
    words = ["sets", f"--max-sets={settings.max_sets}", "--list", "--format=jsonl", f"--shape={grid.shape}", grid.text]
    text = _minclue(settings.program, words) if settings.max_sets else ""
    (models / "sets.jsonl").write_text(text)
    record = json.loads(text or '{"sets": []}')
    sets = [one["cells"] for one in record["sets"]]
    return sets, {"n_sets": len(sets), "max_size": max(map(len, sets), default=0), "seconds": record.get("seconds", 0)}


def _export(grid: Grid, of: set[tuple[type[Adapter], Way]], settings: Settings, models: Path) -> None:
    """The files that are asked for, as `model.WAY.ENDING`."""
    for way, ending in sorted({(way, adapter.endings[way]) for adapter, way in of if way in adapter.endings}):
        words = ["export", f"--what={way.value}", f"--to={TO.get(ending, ending[1:])}", f"--from={models / 'sets.jsonl'}"]
        words += ["-o", str(models / f"model.{way.value}"), f"--shape={grid.shape}", grid.text]
        _minclue(settings.program, words)


def _minclue(program: str, words: Sequence[str]) -> str:
    run = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 4):
        raise Broken(f"{program} {words[0]}: {run.stderr.strip()}")
    return run.stdout
