"""All runs of a study: each a process, its record a line that is kept as soon as it is known."""

from __future__ import annotations

import hashlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ._adapter import Adapter
from ._task import SCHEMA, Grid, MissingSolver, Status, Task, Way
from .ours import Ours, program_version

Record = dict[str, Any]
Solvers = dict[str, type[Adapter]]
KEY = ("id", "grid_sha256", "solver", "way", "time_limit", "max_sets", "seed")
AGAIN = (Status.MISSING.value, Status.FAILED.value)
# What files are called, where that is not what they end with: of a pair, the file that names the other one.
TO = {".aux": "mps+aux"}
# Seconds behind its limit after which a run is ended: by itself, if it hears, and then in any case.
GRACE = (3.0, 5.0)


@dataclass(frozen=True)
class Settings:
    """What is the same for all runs."""

    folder: Path
    solvers: Sequence[str]
    ways: Sequence[Way]
    time_limit: float
    max_sets: int
    seed: int
    program: str


def records(folder: Path) -> list[Record]:
    """The newest record of each run in a folder; a line that a kill tore is passed over."""
    path = folder / "records.jsonl"
    newest: dict[tuple[Any, ...], Record] = {}
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else []:
        if line.endswith(b"\n"):
            record = json.loads(line)
            if record.get("schema") != SCHEMA:
                raise ValueError(f"{path}: a line is of layout `{record.get('schema')}`, not `{SCHEMA}`")
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
    limits = {"time_limit": settings.time_limit, "max_sets": settings.max_sets, "seed": settings.seed, "threads": 1}
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
        task = Task(grid, head["solver"], way, settings.time_limit, settings.seed, sets, model, settings.program)
        of = {"solver_version": version, "settings": adapter.settings, "lacks": adapter.lacks}
        keep({**head, **of, **({} if way is Way.OWN else {"start": start}), **_run(task)})


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
        raise RuntimeError(f"{program} {words[0]}: {run.stderr.strip()}")
    return run.stdout


def _run(task: Task) -> Record:
    """One run in a process; it is killed some seconds behind its limit, and what it said until the limit counts."""
    command = [sys.executable, "-m", f"{__package__}.worker"]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
        )
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(task)).encode())
            process.stdin.close()
            events, killed = _events(process, task.time_limit)
            _, _, usage = os.wait4(process.pid, 0)
        finally:
            # The process, and programs that it has left behind.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.returncode = process.returncode or 0
        errors.seek(0)
        said = errors.read().strip().splitlines()
    cpu = round(usage.ru_utime + usage.ru_stime, 3)
    answer = _answer(events, killed, cpu, task, said[-1] if said else "it said nothing")
    return {**answer, "process_cpu_seconds": cpu, "max_rss_kib": usage.ru_maxrss}


def _events(process: subprocess.Popen[bytes], time_limit: float) -> tuple[list[Record], bool]:
    assert process.stdout is not None
    pipe, text, lines = process.stdout.fileno(), b"", list[bytes]()
    end, killed = None, 0
    while True:
        # The clock runs from when the solver has the question.
        if end is None and lines:
            end = time.monotonic() + time_limit
        wait = None if end is None else end + sum(GRACE[: killed + 1]) - time.monotonic()
        if wait is not None and wait <= 0:
            if killed == 2:
                break
            (process.terminate, process.kill)[killed]()
            killed += 1
        elif select.select([pipe], [], [], wait)[0]:
            new = os.read(pipe, 1 << 16)
            if not new:
                break
            *whole, text = (text + new).split(b"\n")
            lines += whole
    process.stdout.close()
    return [json.loads(line) for line in lines], killed > 0


def _answer(events: Sequence[Record], killed: bool, cpu: float, task: Task, said: str) -> Record:
    """What a run has come to, by its events. What came behind the limit does not count."""
    in_time = [event for event in events if event.get("seconds", 0.0) <= task.time_limit]
    trail = [event for event in in_time if event["event"].endswith("bound")]
    bounds: Record = {"lower_bound": 0} | {event["event"]: event["value"] for event in trail}
    end = next((event for event in events if event["event"] == "end"), None)
    if end is None:
        # It did not hear that time is over, or broke down: what it had counted by then.
        end = max((event for event in in_time if event["event"] == "progress"), key=lambda e: e["seconds"], default={})
        status = {"status": Status.TIME_LIMIT.value} if killed else {"status": Status.FAILED.value, "error": said}
        end = {**end, **status, "seconds": task.time_limit, "cpu_seconds": cpu}
    elif end["status"] == Status.OPTIMAL.value and end["seconds"] > task.time_limit:
        end = {**end, "status": Status.TIME_LIMIT.value}
    times = ("seconds", "cpu_seconds")
    steps = [{event["event"]: event["value"], **{name: event[name] for name in times}} for event in trail]
    return {**{name: value for name, value in end.items() if name != "event"}, **bounds, "bounds": steps}
