"""Translates arguments to words of the program, its records to answers, and its errors to exceptions."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import timedelta
from keyword import iskeyword
from typing import Any, TypeVar

try:
    from . import _native
except ImportError as e:
    raise ImportError(f"{e}: the compiled module is missing; in a checkout, `pip install .` builds it") from None
from ._errors import Error, Failure
from ._records import Record

R = TypeVar("R", bound=Record)

# Cells of a grid: `r1c1,r2c3`, a line that marks them, numbers from 0, or names; or a mask, which has
# `True` or `False` for each cell of the grid.
Cells = str | Iterable[int | str] | Iterable[Iterable[bool]]
# A grid or a puzzle: text, rows as texts, or rows or all cells as numbers, in a list, an array or a data frame. An empty cell
# is 0, `None`, NaN, or masked.
Grid = str | Iterable[Any]
# A file or a folder.
Path = str | os.PathLike[str]
# A time: seconds, or text such as `5m`.
Time = float | str | timedelta

# Options that only make sense on the command line.
NOT_HERE = {"format", "json", "output", "quiet", "verbose", "color", "log_file", "input", "count", "list"}
# The options for machine-readable records.
RECORDS = ("--format=jsonl", "--quiet", "--color=never")

_USAGE, _INVALID, _ANSWERED, _LIMIT, _REFUSED = 2, 3, 0, 4, 5


def plain(value: Any) -> Any:
    """Converts an array, a data frame or a NumPy number to plain Python; returns other values unchanged."""
    if hasattr(value, "columns") and hasattr(value, "to_numpy"):
        value = value.to_numpy()
    return value.tolist() if hasattr(value, "tolist") else value


def text_of(grid: Any) -> str:
    """Returns a grid as text for the program."""
    if isinstance(grid, str):
        return grid
    grid = plain(grid)
    if hasattr(grid, "to_list"):
        grid = grid.to_list()
    if not isinstance(grid, Sequence) or isinstance(grid, bytes):
        raise Error(f"a grid is text or rows of numbers, not of type {type(grid).__name__}")
    # A data frame of one column has one item a row.
    grid = [row[0] if isinstance(row, list) and len(row) == 1 else row for row in map(plain, grid)]
    if any(isinstance(row, str) and len(row) > 1 for row in grid) and all(isinstance(row, str) for row in grid):
        return "\n".join(grid)
    rows = (row if isinstance(row, Sequence) and not isinstance(row, str) else [row] for row in grid)
    return "".join(_character(plain(cell)) for row in rows for cell in row)


def encoded(text: str, what: str) -> bytes:
    """Encodes a text for the program."""
    try:
        return text.encode()
    except UnicodeEncodeError as e:
        raise Error(f"{what} is not valid text: {text[e.start]!r} cannot be written in UTF-8") from None


def _is_missing(cell: Any) -> bool:
    """Returns whether this is a missing value: None, NaN, or NA of pandas."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell)) or type(cell).__name__ in ("NAType", "NaTType")


def _character(cell: Any) -> str:
    if _is_missing(cell) or cell == "":
        return "."
    if isinstance(cell, str) and len(cell) == 1:
        return cell
    if isinstance(cell, (int, float)) and cell in range(26):
        return ".123456789ABCDEFGHIJKLMNOP"[int(cell)]
    raise Error(f"a cell is a number from 0 (empty) to 25, not {cell!r}")


def cells_of(cells: Cells | None, *grids: str, mark_none: bool = False) -> str | None:
    """Returns cells as text for the program, or ``None`` if there are none; with ``mark_none``, a line that marks none.

    Numbers become a line that marks the cells of all ``grids``. The program refuses it for a grid of another size, so
    that a number is never taken for another cell.
    """
    if cells is None or isinstance(cells, str):
        return cells
    found = [plain(cell) for cell in plain(cells)]
    mask = [plain(cell) for row in found for cell in (row if isinstance(row, Sequence) and not isinstance(row, str) else [row])]
    if mask and all(isinstance(cell, bool) for cell in mask):
        if len(mask) != math.isqrt(len(mask)) ** 2:
            raise Error(f"a mask has True or False for each cell of a grid, and this one has {len(mask)} of them")
        return "".join("X" if marked else "." for marked in mask) if any(mask) or mark_none else None
    if not grids or not (found or mark_none):
        return None
    if found and all(isinstance(cell, str) for cell in found):
        return ",".join(found)
    sizes = {n for n in map(_row_length, grids) if n is not None}
    # What has fewer rows is no grid, unless its shape is given.
    sizes = {n for n in sizes if n >= 4} or sizes
    if len(sizes) > 1:
        raise Error("cells can only be numbers if all grids have the same size; write them as 'r1c1'")
    if not sizes:
        raise Error("cells can only be numbers if the grid is a line or a block without a name; write them as 'r1c1'")
    [n] = sizes
    marked = {_number_of(cell, n) for cell in found}
    return "".join("X" if cell in marked else "." for cell in range(n * n))


def _row_length(text: str) -> int | None:
    """Returns the number of cells of a row, if ``text`` only has a line of cells, or rows of cells with rules."""
    lines = (line.split("#")[0] for line in text.splitlines())
    rules = r"[-+=─━═*.:'|\s\u2500-\u257f]*"
    lines = (line for line in lines if not (re.search("[-=─━═]", line) and re.fullmatch(rules, line)))
    rows = [row for row in (re.findall(r"[^,|\s\u2500-\u257f]+", line) for line in lines) if row]
    if not all(re.fullmatch(r"[0-9A-Pa-p._*xX-]+", part) for row in rows for part in row):
        return None
    if len(rows) == 1 and len(set(map(len, rows[0]))) == 1:
        n_cells = sum(map(len, rows[0]))
        n = math.isqrt(n_cells)
        return n if n * n == n_cells else None
    return len(rows) if rows and all(sum(map(len, row)) == len(rows) for row in rows) else None


def _number_of(cell: Any, n: int) -> int:
    """Returns the number of a cell, given as a number or a name, in a grid of ``n`` rows."""
    if isinstance(cell, str) and (name := re.fullmatch(r"\s*[rR](\d+)[cC](\d+)\s*", cell)):
        row, column = int(name[1]), int(name[2])
        if not (1 <= row <= n and 1 <= column <= n):
            raise Error(f"there is no {cell.strip()} in a {n}x{n} grid")
        return (row - 1) * n + column - 1
    if not isinstance(cell, int) or isinstance(cell, bool):
        raise Error(f"a cell is a number from 0 or a name such as 'r1c1', not {cell!r}")
    if not 0 <= cell < n * n:
        raise Error(f"there is no cell {cell}; there are {n * n}, from 0")
    return cell


def clues_of(clues: int | str | range | tuple[int, int]) -> str:
    """Returns a number of clues or a range for the program. Both ends are included, except for a ``range`` of Python.

    :raises Error: a range has steps or is empty, or a tuple or list is not a pair.
    """
    if isinstance(clues, range):
        if clues.step != 1 or not clues:
            raise Error(f"a range of clues must have step 1 and not be empty: {clues}")
        return f"{clues.start}..{clues.stop - 1}"
    asked = plain(clues)
    if not isinstance(asked, (tuple, list)):
        return str(asked)
    if len(asked) != 2:
        raise Error(f"a range of clues is a pair, the fewest and the most, not {clues!r}")
    return f"{asked[0]}..{asked[1]}"


def words_of(verb: str, options: Mapping[str, Any], first: Sequence[str] = RECORDS) -> list[str]:
    """Returns the words that make the program write records. Options that are ``None`` or ``False`` are omitted.

    A name that is a Python keyword gets an underscore at its end: ``from_``.
    """
    words = [verb, *first]
    for key, given in options.items():
        name, value = key.removesuffix("_"), plain(given)
        # Files of models are what `export` is for.
        if name in NOT_HERE and (verb, name) != ("export", "output"):
            raise Error(f"{name} is an option for the command line only; it has no effect here")
        if value is None or value is False:
            continue
        option = "--" + name.replace("_", "-")
        if isinstance(value, timedelta):
            value = value.total_seconds()
        if isinstance(value, (os.PathLike, bytes)):
            value = os.fsdecode(value)
        # What may stand several times.
        for one in value if isinstance(value, (list, tuple)) else [value]:
            words.append(option if one is True else f"{option}={one}")
    return words


def started(words: list[str], inputs: list[bytes], jobs: int = 1) -> _native.Run:
    """Starts a run, which the caller must close."""
    for word in words:
        encoded(word, _spoken(word.partition("=")[0]) if word.startswith("--") else "the path of a file")
    try:
        return _native.Run(words, inputs, jobs)
    except ValueError as e:
        message, help = e.args
        raise Error(_spoken(message), None, _spoken(help)) from None


def events(words: list[str], text: str | bytes) -> Generator[tuple[str, Any], None, None]:
    """Yields the events of a run over one input. Closing the generator ends the run."""
    run = started(words, [encoded(text, "the input") if isinstance(text, str) else text])
    with closing(run):
        for _, kind, said in run:
            yield kind, said


def records(words: list[str], text: str | bytes) -> Generator[dict[str, Any], None, None]:
    """Yields the records of one input, and raises the error of the run at the end."""
    last: dict[str, Any] = {}
    with closing(events(words, text)) as said:
        for kind, value in said:
            if kind == "record":
                last = json.loads(value)
                yield last
            elif kind == "end":
                complain(value, last)


def lines(words: list[str], text: str | bytes) -> list[str]:
    """Returns the output lines for one input, in a format without records."""
    found: list[str] = []
    with closing(events(words, text)) as said:
        for kind, value in said:
            if kind == "record":
                found.append(value)
            elif kind == "end":
                complain(value, {})
    return found


def only(words: list[str], text: str | bytes, kind: type[R]) -> R:
    """Returns the record of the only input."""
    found = list(records(words, text))
    return kind(single(found))


def single(found: list[dict[str, Any]]) -> dict[str, Any]:
    if len(found) != 1:
        raise Error(f"expected one grid or puzzle, found {len(found)}")
    return found[0]


def complain(end: tuple[int, list[dict[str, Any]]], record: dict[str, Any]) -> None:
    """Raises the error of the end of a run, if there is one."""
    code, errors = end
    if code in (_ANSWERED, _LIMIT) or (code == _REFUSED and not errors):
        return
    silent: dict[str, Any] = {"message": "the run ended without an error message", "help": None, "place": None}
    error = errors[0] if errors else silent
    if code in (_USAGE, _INVALID):
        raise Error(_spoken(error["message"]), error["place"], _spoken(error["help"]))
    raise Failure(_spoken(error["message"]), Record(record) if record else None)


def _spoken(message: Any) -> Any:
    """Returns a message with the names of options in Python: `at_most` for `--at-most <K>`. Paths are kept."""

    def spoken(option: re.Match[str]) -> str:
        return option[1].replace("-", "_") + "_" * iskeyword(option[1])

    return re.sub(r"(?<![\w/.-])--([a-z][a-z-]*)(?: <[^>]*>)?", spoken, message) if message else message
