"""Solvers that are programs: what they say, line by line, and files of hitting-set problems for them."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ._run import Run


def lines(command: Sequence[str], run: Run, grace: float = 2.0, terminal: bool = True) -> Iterator[str]:
    """What a program says, until it ends. It knows the limit; ``grace`` seconds after it, it is killed. With
    ``terminal`` it thinks that it writes to one: into a pipe most programs say what they have found only at their end."""
    end = time.monotonic() + run.left() + grace
    ours, theirs = os.openpty() if terminal else os.pipe()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        run.child = process.pid
        text, has_ended = b"", False
        try:
            while (left := end - time.monotonic()) > 0:
                if not select.select([ours], [], [], left)[0]:
                    break
                try:
                    new = os.read(ours, 1 << 16)
                except OSError:  # so a terminal ends
                    new = b""
                if has_ended := not new:
                    break
                *whole, text = (text + new).split(b"\n")
                for line in whole:
                    yield line.decode(errors="replace").rstrip("\r")
        finally:
            if not has_ended:  # time is over, or nobody listens any more
                process.kill()
            process.wait()
            run.child = None
            os.close(ours)
    if text:
        yield text.decode(errors="replace")


def write_lp(path: Path, n_cells: int, sets: Sequence[frozenset[int]]) -> None:
    """The fewest cells that hit all sets, as an LP file: cell ``c`` is variable ``y{c}``."""
    names = [f"y{cell}" for cell in range(n_cells)]
    rows = [f" s{i}: {_sum([names[cell] for cell in sorted(cells)])} >= 1" for i, cells in enumerate(sets)]
    binary = [f" {name}" for name in names]
    parts = ["Minimize", f" clues: {_sum(names)}", "Subject To", *rows, "Binary", *binary, "End", ""]
    path.write_text("\n".join(parts))


def _sum(names: Sequence[str]) -> str:
    """Lines of at most some hundred characters: readers of LP files have their limits."""
    groups = (" + ".join(names[i : i + 16]) for i in range(0, len(names), 16))
    return "\n + ".join(groups)
