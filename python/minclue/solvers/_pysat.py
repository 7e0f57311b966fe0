"""What the adapters of PySAT share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ._adapter import package
from ._run import Run

PAUSE = 0.1


def version() -> str:
    """The version of PySAT."""
    return package("python-sat")


@contextmanager
def watched(cost: Callable[[], float | None], run: Run) -> Iterator[None]:
    """Reads now and then a bound that a solver raises while it is at work, and does not report."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(PAUSE):
            value = cost()
            if value is not None:
                run.bound(value)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
