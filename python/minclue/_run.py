"""Between functions and the program: arguments as its words, its records as answers, its errors as exceptions."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from datetime import timedelta
from typing import Any, TypeVar

from . import _native
from ._errors import Error, Failure
from ._records import Record

R = TypeVar("R", bound=Record)

# Cells of a grid as people write them: `r1c1,r2c3`, a line that marks them, numbers from 0, or names.
Cells = str | Iterable[int | str]
# A grid or a puzzle: text, or rows or all cells as numbers with 0 for an empty one, also as a numpy array.
Grid = str | Sequence[Any]
# A time: seconds, or text such as `5m`.
Time = float | str | timedelta

# What only makes sense where people read.
_NOT_HERE = {"format", "quiet", "verbose", "color", "log_file", "input", "count", "list"}

_USAGE, _INVALID, _ANSWERED, _LIMIT, _REFUSED = 2, 3, 0, 4, 5


def text_of(grid: Any) -> str:
    """A grid as the program reads it."""
    if isinstance(grid, str):
        return grid
    if hasattr(grid, "tolist"):
        grid = grid.tolist()
    if not isinstance(grid, Sequence) or isinstance(grid, bytes):
        raise Error(f"a grid is text or rows of numbers, and not of type {type(grid).__name__}")
    cells = [cell for row in grid for cell in (row if isinstance(row, Sequence) and not isinstance(row, str) else [row])]
    return "".join(map(_character, cells))


def _character(cell: Any) -> str:
    if isinstance(cell, str) and len(cell) == 1:
        return cell
    if isinstance(cell, (int, float)) and cell == int(cell) and 0 <= cell <= 25:
        return ".123456789ABCDEFGHIJKLMNOP"[int(cell)]
    raise Error(f"a cell is a number from 0 (empty) to 25, and not {cell!r}")


def cells_of(cells: Cells, grid: str) -> str:
    """Cells as the program reads them; ``grid`` says how many cells a row has."""
    if isinstance(cells, str):
        return cells
    n_cells = sum(not c.isspace() for c in grid)
    n = math.isqrt(n_cells)
    names = []
    for cell in cells:
        if isinstance(cell, str):
            names.append(cell)
        elif n * n != n_cells:
            raise Error("cells have numbers where the grid is one line without a name; write them as 'r1c1'")
        elif 0 <= cell < n_cells:
            names.append(f"r{cell // n + 1}c{cell % n + 1}")
        else:
            raise Error(f"there is no cell {cell}; there are {n_cells}, from 0")
    return ",".join(names) if names else "." * n_cells


def clues_of(clues: int | str | range | tuple[int, int]) -> str:
    """A number of clues or a range, both ends included but for a ``range`` of Python."""
    if isinstance(clues, range):
        if clues.step != 1 or not clues:
            raise Error(f"a range of clues has step 1 and is not empty: {clues}")
        return f"{clues.start}..{clues.stop - 1}"
    return f"{clues[0]}..{clues[1]}" if isinstance(clues, tuple) else str(clues)


def words_of(verb: str, options: dict[str, Any]) -> list[str]:
    """The words that ask the program for records. Options that are ``None`` or ``False`` are left out."""
    words = [verb, "--format=jsonl", "--quiet", "--color=never"]
    for name, value in options.items():
        if name in _NOT_HERE:
            raise Error(f"{name} is an option of the program for people; it has no meaning here")
        if value is None or value is False:
            continue
        option = "--" + name.replace("_", "-")
        if isinstance(value, timedelta):
            value = value.total_seconds()
        words.append(option if value is True else f"{option}={value}")
    return words


def started(words: list[str], inputs: list[bytes], jobs: int = 1) -> _native.Run:
    """A run that has begun; who starts it closes it."""
    try:
        return _native.Run(words, inputs, jobs)
    except ValueError as e:
        message, help = e.args
        raise Error(_spoken(message), None, _spoken(help)) from None


def events(words: list[str], text: str | bytes) -> Generator[tuple[str, Any], None, None]:
    """What a run over one input says. It ends when the generator is closed."""
    run = started(words, [text.encode() if isinstance(text, str) else text])
    with closing(run):
        for _, kind, said in run:
            yield kind, said


def records(words: list[str], text: str | bytes) -> Generator[dict[str, Any], None, None]:
    """The records of one input. At the end what is wrong is raised."""
    last: dict[str, Any] = {}
    with closing(events(words, text)) as said:
        for kind, value in said:
            if kind == "record":
                last = json.loads(value)
                yield last
            elif kind == "end":
                complain(value, last)


def only(words: list[str], text: str | bytes, kind: type[R]) -> R:
    """The record of the only input."""
    found = list(records(words, text))
    return kind(single(found))


def single(found: list[dict[str, Any]]) -> dict[str, Any]:
    if len(found) != 1:
        raise Error(f"one grid or puzzle is wanted, and not {len(found)}")
    return found[0]


def complain(end: tuple[int, list[dict[str, Any]]], record: dict[str, Any]) -> None:
    """Raises what the end of a run says, unless all is well."""
    code, errors = end
    if code in (_ANSWERED, _LIMIT) or (code == _REFUSED and not errors):
        return
    silent: dict[str, Any] = {"message": "the run ended without a word", "help": None, "place": None}
    error = errors[0] if errors else silent
    if code in (_USAGE, _INVALID):
        raise Error(_spoken(error["message"]), error["place"], _spoken(error["help"]))
    raise Failure(_spoken(error["message"]), Record(record) if record else None)


def _spoken(message: Any) -> Any:
    """A message with the names that options have here: `at_most` for `--at-most <K>`."""
    names = r"--([a-z][a-z-]*)(?: <[^>]*>)?"
    return re.sub(names, lambda option: option[1].replace("-", "_"), message) if message else message
