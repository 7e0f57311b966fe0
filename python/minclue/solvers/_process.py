"""A run in a process of its own: how it is started, heard, and ended."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ._run import cpu_of
from ._task import Status, Task

Record = dict[str, Any]
# Seconds from its limit until a run is ended: by itself, if it hears, and then in any case.
GRACE = (3.0, 5.0)
# Seconds between two looks at the processor.
LOOK = 0.25


@dataclass(frozen=True)
class Heard:
    """What a process has said."""

    events: Sequence[Record]
    seconds: float
    """From when the solver had the question to the end."""
    was_ended: bool
    """By us, since a limit was over."""


def done_in_a_process(task: Task) -> Record:
    """The answer of a run. It is ended some seconds after its limit, and what it said until the limit counts."""
    command = [sys.executable, "-m", f"{__package__}.worker"]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
        )
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(task)).encode())
            process.stdin.close()
            heard = _heard(process, task)
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
    answer = _answer(heard, cpu, task, said[-1] if said else "it said nothing")
    return {**answer, "process_cpu_seconds": cpu, "max_rss_kib": usage.ru_maxrss}


def _heard(process: subprocess.Popen[bytes], task: Task) -> Heard:
    assert process.stdout is not None
    pipe, text, lines = process.stdout.fileno(), b"", list[bytes]()
    start, cpu_start, n_signals, end = time.monotonic(), 0.0, 0, float("inf")
    while True:
        # The clock runs from when the solver has the question.
        if end == float("inf") and lines:
            start, cpu_start = time.monotonic(), _cpu_of_group(process.pid)
            end = start + task.time_limit + GRACE[0]
        if task.cpu_limit is not None and n_signals == 0 and lines:
            is_over = _cpu_of_group(process.pid) - cpu_start > task.cpu_limit
            end = time.monotonic() if is_over else end
        wait = end - time.monotonic()
        if wait <= 0:
            if n_signals == 2:
                break
            # `terminate` of `Popen` would reap a process that has just ended, and `wait4` would find none. Until then
            # its number is its own.
            os.kill(process.pid, (signal.SIGTERM, signal.SIGKILL)[n_signals])
            n_signals += 1
            end = time.monotonic() + GRACE[1]
        elif select.select([pipe], [], [], min(wait, LOOK))[0]:
            new = os.read(pipe, 1 << 16)
            if not new:
                break
            *whole, text = (text + new).split(b"\n")
            lines += whole
    process.stdout.close()
    return Heard([json.loads(line) for line in lines], time.monotonic() - start, n_signals > 0)


def _cpu_of_group(leader: int) -> float:
    """Processor seconds of a process and of all that it has started, as far as the system says."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_in = os.getpgid(int(folder.name)) == leader
        except ProcessLookupError:
            continue
        total += cpu_of(int(folder.name)) if is_in else 0.0
    return total


def _answer(heard: Heard, cpu: float, task: Task, said: str) -> Record:
    """What a run has come to, by its events. What came after a limit does not count."""
    cpu_limit = float("inf") if task.cpu_limit is None else task.cpu_limit

    def is_late(event: Record) -> bool:
        return bool(event.get("seconds", 0.0) > task.time_limit or event.get("cpu_seconds", 0.0) > cpu_limit)

    in_time = [event for event in heard.events if not is_late(event)]
    trail = [event for event in in_time if event["event"].endswith("bound")]
    bounds: Record = {"lower_bound": 0} | {event["event"]: event["value"] for event in trail}
    end = next((event for event in heard.events if event["event"] == "end"), None)
    if end is None:
        # It did not hear that time is over, or broke down: what it had counted by then.
        end = max((event for event in in_time if event["event"] == "progress"), key=lambda of: of["seconds"], default={})
        status = {"status": Status.TIME_LIMIT.value} if heard.was_ended else {"status": Status.FAILED.value, "error": said}
        end = {**end, **status, "seconds": round(min(heard.seconds, task.time_limit), 3)}
        end["cpu_seconds"] = min(cpu, cpu_limit)
    elif is_late(end):
        # Whatever it says: a solver that is ended from outside may say that it has failed.
        end = {name: value for name, value in end.items() if name != "error"} | {"status": Status.TIME_LIMIT.value}
    times = ("seconds", "cpu_seconds")
    steps = [{event["event"]: event["value"], **{name: event[name] for name in times}} for event in trail]
    return {**{name: value for name, value in end.items() if name != "event"}, **bounds, "bounds": steps}
