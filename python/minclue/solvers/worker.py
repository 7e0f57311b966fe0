"""One run in a process of its own: a task on standard input, bounds and the end as lines of JSON on standard output.

A solver that cannot be asked to stop is killed, two packages that bring HiGHS cannot be loaded into one process, and
the processor seconds of a run are those of its process.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from typing import Any

from . import SOLVERS
from ._run import Run
from ._task import Grid, Status, Task, Way


def main() -> None:
    """Does the task of standard input."""
    threading.Thread(target=_end_with, args=[os.getppid()], daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that a program that works for us is killed and counted
    asked = json.load(sys.stdin)
    asked |= {"grid": Grid(**asked["grid"]), "way": Way(asked["way"])}
    # What solvers write is not for who reads the lines.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(event: dict[str, Any]) -> None:
        out.write(json.dumps(event) + "\n")
        out.flush()

    adapter = SOLVERS[asked["solver"]]()
    for module in adapter.modules:
        importlib.import_module(module)
    run = Run(Task(**asked), say)
    say({"event": "begin"})
    try:
        status = adapter.ask(run)
        say({"event": "end", "status": status.value, **run.summary()})
    except Exception as e:
        traceback.print_exc()
        say({"event": "end", "status": Status.FAILED.value, "error": f"{type(e).__name__}: {e}", **run.summary()})


def _end_with(parent: int) -> None:
    """Ends this process, and the programs that it has started, once the process that started it is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
