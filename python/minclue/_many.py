"""Solves many grids at once, from lists and from data frames."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Literal, overload

from ._errors import Error, Failure
from ._records import Result
from ._run import Cells, Grid, Time, cells_of, complain, encoded, plain, started, text_of, words_of

if TYPE_CHECKING:
    import pandas
    import polars
    from typing_extensions import Unpack

    from ._options import SolveManyOptions

# The columns of a data frame: fields with one value per grid that are useful in a table.
COLUMNS = {
    "id": str,
    "grid": str,
    "input": str,
    "shape": str,
    "status": str,
    "minimum": int,
    "lower_bound": int,
    "upper_bound": int,
    "puzzle": str,
    "engine": str,
    "n_nodes": int,
    "n_sets": int,
    "n_checks": int,
    "seconds": float,
    "seed": int,
    "version": str,
    "error": str,
}


@overload
def solve_many(
    grids: list[Any] | tuple[Any, ...] | Iterator[Grid],
    jobs: int | Literal["auto"] = ...,
    *,
    on_result: Callable[[int, Result], object] | None = ...,
    time_limit: Time | None = ...,
    given: Cells | None = ...,
    forbidden: Cells | None = ...,
    **options: Unpack[SolveManyOptions],
) -> list[Result]: ...
@overload
def solve_many(
    grids: polars.Series | polars.DataFrame,
    jobs: int | Literal["auto"] = ...,
    *,
    on_result: Callable[[int, Result], object] | None = ...,
    time_limit: Time | None = ...,
    given: Cells | None = ...,
    forbidden: Cells | None = ...,
    **options: Unpack[SolveManyOptions],
) -> polars.DataFrame: ...
@overload
def solve_many(
    grids: pandas.Series[Any] | pandas.DataFrame,
    jobs: int | Literal["auto"] = ...,
    *,
    on_result: Callable[[int, Result], object] | None = ...,
    time_limit: Time | None = ...,
    given: Cells | None = ...,
    forbidden: Cells | None = ...,
    **options: Unpack[SolveManyOptions],
) -> pandas.DataFrame: ...
def solve_many(
    grids: Iterable[Any],
    jobs: int | Literal["auto"] = 1,
    *,
    on_result: Callable[[int, Result], object] | None = None,
    time_limit: Time | None = None,
    given: Cells | None = None,
    forbidden: Cells | None = None,
    **options: Unpack[SolveManyOptions],
) -> Any:
    """Finds the fewest clues of each of many grids, several at once. The answers are in the order of the grids.

    >>> [answer.minimum for answer in solve_many(["1234341221434321", "1234341223414123"], jobs=2)]
    [4, 4]

    An invalid grid does not raise: its answer has status ``invalid_input`` and the error.

    >>> solve_many(["1234341221434321", "12?4"])[1].status
    'invalid_input'

    A list, a tuple or an iterator gives a list of :class:`Result`. A ``Series`` of pandas or polars, or a ``DataFrame``
    with one column, gives a ``DataFrame`` of that library with one row per grid; the index of pandas is kept.

    :param grids: grids and puzzles, each as for :func:`solve`.
    :param jobs: the number of grids to solve at the same time; ``"auto"`` is one for each processor of this process.
    :param on_result: called with the number of a grid, from 0, and its answer, as soon as it is known, in this thread
        and in any order: for progress, or to keep answers before Ctrl-C. An exception in it ends the run.
    :param time_limit: for each grid and engine.
    :param given: cells as for :func:`solve`; they can only be numbers if all grids have the same size.
    :param forbidden: likewise.
    :param options: as for :func:`solve`, except ``certify`` and ``on_bounds``.
    :raises Error: an option is invalid.
    :raises Failure: an engine failed, or a file of an option cannot be read, and there is no record with the error.
    """
    column, frame = _column_of(grids)
    inputs: list[bytes] = []
    answers: dict[int, Result] = {}
    numbers: list[int] = []
    n_grids = 0
    texts: list[str] = []
    for number, grid in enumerate(column):
        n_grids += 1
        try:
            text = text_of(grid)
            inputs.append(encoded(text, "the input"))
        except Error as e:
            answers[number] = _invalid(e.message)
            continue
        texts.append(text)
        numbers.append(number)
    for name in ("certify", "on_bounds"):
        if options.get(name) is not None:
            raise Error(f"{name} is for one grid: use solve")
    asked = {
        **options,
        "time_limit": time_limit,
        "given": cells_of(given, *texts),
        "forbidden": cells_of(forbidden, *texts),
    }
    found: dict[int, list[Result]] = {}
    with closing(started(words_of("solve", asked), inputs, _jobs(jobs))) as run:
        # The search has begun, and what `on_result` raises here ends it too.
        if on_result is not None:
            for number, answer in answers.items():
                on_result(number, answer)
        for at, kind, said in run:
            if kind == "record":
                found.setdefault(at, []).append(Result(json.loads(said)))
            elif kind == "end":
                answer = _answer(found.pop(at, []), said)
                answers[numbers[at]] = answer
                if on_result is not None:
                    on_result(numbers[at], answer)
    if len(answers) < n_grids:
        raise Failure("a thread of the run ended without an answer")
    return frame([answers[number] for number in range(n_grids)])


def _answer(records: list[Result], end: tuple[int, list[dict[str, Any]]]) -> Result:
    """Returns the answer of one input: its record, or the error of its end. Other errors are raised."""
    if len(records) == 1:
        return records[0]
    if records:
        return _invalid(f"expected one grid or puzzle, found {len(records)}")
    try:
        complain(end, {})
    except Error as e:
        return _invalid(e.message, e.place)
    raise Failure("the run ended without an answer")


def _invalid(message: str, place: tuple[int, int] | None = None) -> Result:
    line, column = place or (None, None)
    fields = {"line": line, "column": column, "message": message}
    known = {name: value for name, value in fields.items() if value is not None}
    return Result({"schema": "minclue-result/1", "status": "invalid_input", "error": known})


def _jobs(jobs: int | str) -> int:
    if jobs == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = plain(jobs)
    if isinstance(number, int) and not isinstance(number, bool) and number >= 1:
        return number
    raise Error(f"jobs is a positive integer or 'auto', not {jobs!r}")


def _column_of(grids: Iterable[Any]) -> tuple[Iterable[Any], Callable[[list[Result]], Any]]:
    """Returns the grids, and a function that converts the answers to the matching container."""
    # Who has a data frame has imported its library.
    pandas, polars = sys.modules.get("pandas"), sys.modules.get("polars")
    if isinstance(grids, str):
        raise Error("solve_many takes several grids, such as a list; use solve for one grid")
    if pandas is not None and isinstance(grids, pandas.DataFrame):
        grids = grids[_only(list(grids.columns))]
    if polars is not None and isinstance(grids, polars.DataFrame):
        grids = grids[_only(grids.columns)]
    if pandas is not None and isinstance(grids, pandas.Series):
        kinds = {str: "string", int: "Int64", float: "Float64"}
        index = grids.index

        def frame(answers: list[Result]) -> Any:
            columns = ((name, pandas.array(_values(answers, name), dtype=kinds[kind])) for name, kind in COLUMNS.items())
            return pandas.DataFrame(dict(columns), index=index)

        return grids, frame
    if polars is not None and isinstance(grids, polars.Series):
        types = {str: polars.String, int: polars.Int64, float: polars.Float64}
        schema = {name: types[kind] for name, kind in COLUMNS.items()}
        return grids, lambda answers: polars.DataFrame({name: _values(answers, name) for name in schema}, schema=schema)
    return grids, lambda answers: answers


def _only(columns: list[Any]) -> Any:
    if len(columns) != 1:
        raise Error(f"expected one column, but the frame has {len(columns)}: choose one, such as frame['grid']")
    return columns[0]


def _values(answers: list[Result], name: str) -> list[Any]:
    if name == "error":
        return [None if answer.error is None else answer.error["message"] for answer in answers]
    return [getattr(answer, name) for answer in answers]


__all__ = ["solve_many"]
