"""Questions about other models: bilevel programs, constraints that contradict each other, and hitting sets."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from ._errors import Error
from ._records import Bilevel, Result
from ._run import Cells, Grid, Time, cells_of, only, plain, text_of, words_of

Path = str | os.PathLike[str]


def bilevel(
    model: Path,
    aux: Path | None = None,
    *,
    follower: str | None = None,
    threads: int | Literal["auto"] = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    solution_file: Path | None = None,
    **options: Any,
) -> Bilevel:
    """Solves an interdiction or blocker problem, with proof. What these are, and what is refused: docs/bilevel.md.

    Two items, one of which the leader may take. The follower packs what is left; the better one is worth 3.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = f"{folder}/two.ki"
    ...     _ = open(file, "w").write("2 1 1  1 1  1 1  3 2")
    ...     answer = bilevel(file)
    >>> answer.optimum, answer.leader
    (2, ('x1',))

    :param model: an MPS file, or a ``.ki`` file of knapsack interdiction.
    :param aux: the AUX file; by default the one beside the MPS file.
    :param follower: what answers the leader: ``auto``, ``oracle``, ``highs`` or ``cbc``.
    :param certify: a file for a certificate of the lower bound; that of the upper one has ``.upper`` added to its name.
    :param solution_file: a file for the values of all variables.
    :param options: other options of ``minclue bilevel``.
    :raises Error: the program is not of this class; the rule and the row are named.
    :raises Failure: a file cannot be read or written, or an engine failed.
    """
    options |= {
        "follower": follower,
        "threads": threads,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": None if certify is None else os.fspath(certify),
        "solution_file": None if solution_file is None else os.fspath(solution_file),
    }
    files = [os.path.abspath(file) for file in (model, aux) if file is not None]
    return only([*words_of("bilevel", options), *files], "", Bilevel)


def explain(
    file: Path,
    *,
    hard: str | None = None,
    at_most: int | None = None,
    engine: str | None = None,
    threads: int | Literal["auto"] = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    **options: Any,
) -> Result:
    """The fewest constraints that contradict each other, by name in ``clues``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = f"{folder}/f.cnf"
    ...     _ = open(file, "w").write("p cnf 2 4\\n1 0\\n-1 2 0\\n-2 0\\n-1 0\\n")
    ...     answer = explain(file)
    >>> answer.minimum, answer.clues
    (2, ('c1', 'c4'))

    :param file: CNF, WCNF, GCNF, OPB, LP or MPS.
    :param hard: rows of OPB, LP and MPS that always hold: names and patterns with ``*`` and ``?``, between commas.
    :param at_most: only whether at most so many contradict each other.
    :param options: other options of ``minclue explain``.
    :raises Error: the constraints have a solution together, or the file is not what it should be.
    :raises Failure: a file cannot be read or written, or an engine failed.
    """
    options |= {
        "hard": hard,
        "at_most": at_most,
        "engine": engine,
        "threads": threads,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": None if certify is None else os.fspath(certify),
    }
    return only([*words_of("explain", options), os.path.abspath(file)], "", Result)


def hitting_set(
    sets: Iterable[Iterable[int]],
    *,
    engine: str | None = None,
    threads: int | Literal["auto"] = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    **options: Any,
) -> Result:
    """The fewest numbers that meet each of the ``sets``; ``clues`` has them as text.

    >>> answer = hitting_set([{1, 2}, {2, 3}, {2, 4}])
    >>> answer.minimum, answer.clues
    (1, ('2',))

    :param sets: numbers from 1 to 640.
    :param options: other options of ``minclue solve --hypergraph``.
    :raises Error: a set is empty, or what is in it is not a number, or out of range.
    """
    rows = [_row(numbers) for numbers in sets]
    lines = [f"p hs {max((row[-1] for row in rows), default=1)} {len(rows)}"]
    lines += [" ".join(map(str, row)) for row in rows]
    options |= {
        "engine": engine,
        "threads": threads,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": None if certify is None else os.fspath(certify),
        "hypergraph": "-",
    }
    return only(words_of("solve", options), "\n".join(lines) + "\n", Result)


def _row(numbers: Any) -> list[int]:
    """The numbers of a set, each once."""
    numbers = plain(numbers)
    if not isinstance(numbers, Iterable):
        raise Error(f"a set is a list of numbers, or the like, and not {numbers!r}")
    row = [plain(number) for number in numbers]
    for number in row:
        if not isinstance(number, int) or isinstance(number, bool):
            raise Error(f"a set has whole numbers from 1, and not {number!r}")
    if not row or min(row) < 1:
        raise Error("a set has at least one number, and numbers are counted from 1")
    return sorted(set(row))


def least_weight(
    grid: Grid,
    weights: Mapping[str, int] | Path | None = None,
    *,
    rows: Path | None = None,
    given: Cells | None = None,
    forbidden: Cells | None = None,
    variant: str | None = None,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    **options: Any,
) -> Bilevel:
    """Clues of ``grid`` with the least weight, as ``puzzle``; the weight is the ``optimum``.

    >>> answer = least_weight("1234341221434321", {"r1c1": 5, "r4c4": 0})
    >>> answer.optimum, answer.goal
    (3, 'clues')

    :param grid: a grid, or a puzzle with one solution.
    :param weights: whole numbers from 0 by the names of cells, or a file of such lines; what is not named weighs 1.
    :param rows: an LP, MPS or OPB file of rows over the names of cells, without objective, that the clues must keep.
    :param given: cells that must be clues.
    :param forbidden: cells that must not.
    :param variant: rules beside those of the shape, such as ``x``.
    :param certify: a file for a certificate of the lower bound; that of the upper one has ``.upper`` added to its name.
    :param options: other options of ``minclue solve``.
    :raises Error: the input is not a grid, a cell is not there, or no choice that keeps the rows is enough.
    :raises Failure: a file cannot be read or written, or an engine failed.
    """
    if weights is None and rows is None:
        weights = {}
    text = text_of(grid)
    options |= {
        "rows": None if rows is None else os.path.abspath(rows),
        "given": cells_of(given, text),
        "forbidden": cells_of(forbidden, text),
        "variant": variant,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": None if certify is None else os.fspath(certify),
    }
    with _file_of(weights) as file:
        return only(words_of("solve", options | {"weights": file}), text, Bilevel)


@contextmanager
def _file_of(weights: Mapping[str, int] | Path | None) -> Iterator[str | None]:
    """A file of these weights. An error that names a file of ours does so no more, since it is gone."""
    if not isinstance(weights, Mapping):
        yield None if weights is None else os.path.abspath(weights)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "weights")
        with open(file, "w", encoding="utf-8") as lines:
            lines.writelines(f"{name} {weight}\n" for name, weight in weights.items())
        try:
            yield file
        except Error as e:
            raise Error(e.message.replace(f" {file}", ""), e.place, e.help) from None


__all__ = ["bilevel", "explain", "hitting_set", "least_weight"]
