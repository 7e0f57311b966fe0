"""The functions of the package: each corresponds to a subcommand of the program, and has its options."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, overload

from ._errors import Error
from ._records import Canon, Check, Enumeration, Export, Generated, Minimized, Neighborhood, Rating, Record, Result
from ._records import Verdict
from ._run import Cells, Grid, Path, Time, cells_of, clues_of, complain, events, lines, only, records, single, text_of
from ._run import words_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import (
        CanonOptions,
        CheckOptions,
        EnumerateOptions,
        ExportOptions,
        GenerateOptions,
        MinimizeOptions,
        NeighborsOptions,
        PuzzleOptions,
        RateOptions,
        ShowOptions,
        SolveOptions,
        UnavoidableSetsOptions,
        VerifyOptions,
    )

# The extensions that a path may have, if that is not only the name of the format.
ENDINGS = {"mps+aux": (".mps", ".aux"), "bobilib": (".mps", ".aux", ".bobilib")}


def solve(
    grid: Grid,
    *,
    at_most: int | None = None,
    at_least: int | None = None,
    engine: str | None = None,
    independent: bool = False,
    threads: int | Literal["auto"] = 1,
    seed: int = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    given: Cells | None = None,
    forbidden: Cells | None = None,
    certify: Path | None = None,
    on_bounds: Callable[[int, int | None, str | None], object] | None = None,
    **options: Unpack[SolveOptions],
) -> Result:
    """Finds the fewest clues that leave ``grid`` as the only solution, and a puzzle with that many clues.

    >>> answer = solve("1234341221434321")
    >>> answer.minimum
    4
    >>> sum(cell != "." for cell in answer.puzzle)
    4

    A puzzle with one solution is accepted in place of its grid. Some 9x9 grids take hours: a limit is not an error, and
    the answer then has the bounds proven so far.

    >>> answer = solve("123456789456789123789123456231564897564897231897231564312645978645978312978312645", node_limit=1)
    >>> answer.status, answer.lower_bound < answer.upper_bound
    ('node_limit', True)

    :param grid: one grid or puzzle as text, rows as texts, or numbers: rows or all cells, in a list, an array or a data
        frame. 0, ``None``, NaN and masked values are empty cells.
    :param at_most: only find out whether a puzzle has at most this many clues; see :attr:`Result.answer`.
    :param at_least: only find out whether every puzzle has at least this many clues.
    :param engine: ``native`` (the default), ``bilevel``, ``both``, or a published search such as ``dmus``.
    :param independent: solve twice, with engines that share no search or decision code, and compare.
    :param threads: threads of the native engine, or ``"auto"``; the answer does not depend on it.
    :param seed: the seed of all random choices.
    :param time_limit: for each engine: seconds, text such as ``"5m"``, or a ``timedelta``.
    :param node_limit: nodes of the search, for each engine.
    :param memory_limit: megabytes of the whole process.
    :param given: cells that must be clues (they count toward the total): numbers from 0 row by row, names such as
        ``"r1c1"``, a line that marks them, or a mask of true and false for all cells. Numbers need a grid that is
        numbers, a line, or a block of rows; for other forms of text, use names.
    :param forbidden: cells that must not be clues.
    :param certify: a file for a certificate of the answer, which :func:`verify` checks.
    :param on_bounds: called with the lower bound, the upper bound and its puzzle as soon as they change, in this
        thread. An exception in it ends the search.
    :param options: other options of ``minclue solve``, with underscores: ``no_symmetry=True``, ``source="region"``.
    :raises Error: the grid or an option is invalid.
    :raises Failure: an engine failed, two contradict each other, or a file cannot be read or written.
    """
    text = text_of(grid)
    asked = {
        **options,
        "at_most": at_most,
        "at_least": at_least,
        "engine": engine,
        "independent": independent,
        "threads": threads,
        "seed": seed,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "given": cells_of(given, text),
        "forbidden": cells_of(forbidden, text),
        "certify": certify,
    }
    words = words_of("solve", asked)
    if on_bounds is None:
        return only(words, text, Result)
    found: list[dict[str, Any]] = []
    best: str | None = None
    with closing(events(words, text)) as said:
        for kind, value in said:
            if kind == "record":
                found.append(json.loads(value))
            elif kind == "bounds":
                lower, upper, puzzle = value
                best = puzzle or best
                on_bounds(lower, upper, best)
            else:
                complain(value, found[-1] if found else {})
    return Result(single(found))


class Puzzles(Iterator[str]):
    """The puzzles of :func:`enumerate`, each as soon as it is found. The search works ahead in its own thread.

    It ends with the last puzzle, with :meth:`close`, or at the end of a ``with`` statement.
    """

    def __init__(self, words: list[str], text: str, max_puzzles: int | None) -> None:
        self._records = records(words, text)
        self._left = max_puzzles
        # Of the number of clues that is searched now: all that is known where `max_puzzles` ends the search.
        self._known: dict[str, Any] = {"minimal": "--minimal" in words, "n_puzzles": 0}
        self.summaries: list[Enumeration] = []
        """The ends of the searches so far, one for each number of clues; ``complete`` means that these are all."""

    @property
    def summary(self) -> Enumeration | None:
        """The last of ``summaries``, which is the only one for a single number of clues. ``None`` before the end, and
        after :meth:`close`."""
        return self.summaries[-1] if self.summaries else None

    def __iter__(self) -> Puzzles:
        return self

    def __next__(self) -> str:
        if self._left == 0:
            self._left = None
            self.close()
            ended = {"schema": "minclue-enumeration/1", "status": "max_reached", "complete": False}
            self.summaries.append(Enumeration(ended | self._known))
        for record in self._records:
            puzzle = str(record["puzzle"]) if "puzzle" in record else None
            n_clues = record.get("n_clues", 0) if puzzle is None else len(puzzle) - puzzle.count(".")
            # Of one grid, the numbers of clues come in order, and nothing comes after the last one.
            if self.summary is not None and n_clues <= (self.summary.n_clues or 0):
                self.close()
                raise Error("expected one grid or puzzle, found more")
            if puzzle is not None:
                self._known["n_puzzles"] += 1
                self._known["n_clues"] = n_clues
                if self._left is not None:
                    self._left -= 1
                return puzzle
            self._known["n_puzzles"] = 0
            self.summaries.append(Enumeration(record))
        raise StopIteration

    def close(self) -> None:
        """Ends the search."""
        self._records.close()

    def __enter__(self) -> Puzzles:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def enumerate(
    grid: Grid,
    clues: int | str | range | tuple[int, int],
    minimal: bool = False,
    *,
    given: Cells | None = None,
    forbidden: Cells | None = None,
    max_puzzles: int | None = None,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    threads: int | Literal["auto"] = 1,
    **options: Unpack[EnumerateOptions],
) -> Puzzles:
    """Enumerates all puzzles of ``grid`` with this number of clues, or with each number of a range.

    >>> puzzles = enumerate("1234341221434321", 4)
    >>> len(list(puzzles)), puzzles.summary.complete
    (12, True)

    At a limit the iterator ends, and ``summary.complete`` is false. After ``max_puzzles``, its status is
    ``max_reached``, and it has no counters.

    >>> puzzles = enumerate("1234341221434321", 4, max_puzzles=5)
    >>> len(list(puzzles)), puzzles.summary.complete
    (5, False)

    :param grid: as for :func:`solve`.
    :param clues: a number, text such as ``"17..18"``, a pair of both ends, or a ``range``.
    :param minimal: only puzzles from which no clue can be removed.
    :param given: cells that are clues of every puzzle, as for :func:`solve`.
    :param forbidden: cells that are clues of no puzzle.
    :param max_puzzles: stop after this many puzzles.
    :param options: other options of ``minclue enumerate``, such as ``engine="dmus"``, or ``certify="all.cert"`` for a
        proof that the list is complete.
    :raises Error: the grid or an option is invalid; errors in the grid are raised with the first puzzle.
    """
    text = text_of(grid)
    is_number = isinstance(max_puzzles, Integral) and not isinstance(max_puzzles, bool)
    if max_puzzles is not None and (not is_number or max_puzzles < 0):
        raise Error("max_puzzles is a nonnegative integer")
    asked = {
        **options,
        "clues": clues_of(clues),
        "minimal": minimal,
        "given": cells_of(given, text),
        "forbidden": cells_of(forbidden, text),
        "time_limit": time_limit,
        "node_limit": node_limit,
        "threads": threads,
    }
    return Puzzles(words_of("enumerate", asked), text, max_puzzles)


class UnavoidableSets(list[tuple[int, ...]]):
    """The list of :func:`unavoidable_sets`."""

    def __init__(self, sets: Iterable[tuple[int, ...]] = (), complete: bool = False) -> None:
        super().__init__(sets)
        self.complete = complete
        """Whether these are all sets with at most ``max_size`` cells."""


@overload
def unavoidable_sets(
    grid: Grid, max_size: int | None = 12, as_numpy: Literal[False] = False, **options: Unpack[UnavoidableSetsOptions]
) -> UnavoidableSets: ...
@overload
def unavoidable_sets(
    grid: Grid, max_size: int | None = 12, *, as_numpy: Literal[True], **options: Unpack[UnavoidableSetsOptions]
) -> npt.NDArray[np.uint8]: ...
def unavoidable_sets(
    grid: Grid, max_size: int | None = 12, as_numpy: bool = False, **options: Unpack[UnavoidableSetsOptions]
) -> UnavoidableSets | npt.NDArray[np.uint8]:
    """Finds all minimal unavoidable sets of ``grid`` with at most ``max_size`` cells, smallest first.

    Every puzzle of the grid has a clue in each of them.

    >>> sets = unavoidable_sets("1234341221434321", max_size=4)
    >>> sets[0], sets.complete
    ((0, 2, 4, 6), True)

    A time limit or ``max_sets`` leaves a part of them, and ``complete`` is then false; an array does not say so.

    :param grid: as for :func:`solve`.
    :param max_size: the maximum number of cells of a set; the number of sets, and the time, double with each cell.
    :param as_numpy: return an array instead of a list: ``uint8``, with a row for each set and a column for each cell,
        which is 1 if the set contains the cell. This needs numpy.
    :param options: other options of ``minclue sets``, such as ``source="region"`` or ``max_sets=1000``.
    """
    words = words_of("sets", {**options, "max_size": max_size})
    record = single(list(records([*words, "--list"], text_of(grid))))
    sets = UnavoidableSets((tuple(found["cells"]) for found in record["sets"]), record["status"] == "done")
    if not as_numpy:
        return sets
    import numpy

    array = numpy.zeros((len(sets), len(record["grid"])), dtype=numpy.uint8)
    for row, cells in zip(array, sets, strict=True):
        row[list(cells)] = 1
    return array


def check(
    puzzle: Grid, *, grid: Grid | None = None, time_limit: Time | None = None, **options: Unpack[CheckOptions]
) -> Check:
    """Counts the solutions of a puzzle, and finds its redundant clues.

    >>> found = check("1...............")
    >>> found.valid, found.n_solutions, found.n_solutions_is_exact
    (False, 72, True)
    >>> first, second = found.ambiguity["solutions"]
    >>> [first[cell] != second[cell] for cell in found.ambiguity["cells"]] == [True] * len(found.ambiguity["cells"])
    True
    >>> check("1..4.........32.").minimal
    True

    :param puzzle: as the grid of :func:`solve`.
    :param grid: also check whether the puzzle belongs to this grid; see :attr:`Check.of_grid`.
    :param options: other options of ``minclue check``, such as ``variant="x"``.
    """
    asked = {**options, "grid": None if grid is None else text_of(grid), "time_limit": time_limit}
    return only(words_of("check", asked), text_of(puzzle), Check)


def canon(
    puzzle: Grid,
    *,
    grids: bool = False,
    same_as: Grid | None = None,
    time_limit: Time | None = None,
    **options: Unpack[CanonOptions],
) -> Canon:
    """Finds the minlex form of a puzzle or a grid, which isomorphic ones share, and its automorphisms.

    >>> canon("4321214334121234").minlex
    '1234341221434321'
    >>> canon("1234341221434321", same_as="4321214334121234").isomorphic
    True

    :param puzzle: as the grid of :func:`solve`.
    :param grids: find the form of the solution of the puzzle.
    :param same_as: also compare with this puzzle or grid.
    :param options: other options of ``minclue canon``, such as ``variant="x"``.
    """
    other = None if same_as is None else text_of(same_as)
    asked = {**options, "grids": grids, "same_as": other, "time_limit": time_limit}
    return only(words_of("canon", asked), text_of(puzzle), Canon)


def generate(
    n: int = 1,
    *,
    clues: int | str | range | tuple[int, int] | None = None,
    symmetry: str | None = None,
    seed: int | None = None,
    shape: str | None = None,
    time_limit: Time | None = None,
    **options: Unpack[GenerateOptions],
) -> list[Generated]:
    """Generates random puzzles, each with one solution.

    >>> [made] = generate(clues="22..26", seed=1)
    >>> made.n_clues in range(22, 27), check(made.puzzle).valid
    (True, True)

    If no puzzle was found, ``puzzle`` is ``None``, and ``status`` is the reason.

    :param n: the number of puzzles.
    :param clues: the number of clues, or a range; by default, the puzzles are minimal.
    :param symmetry: the symmetry of the pattern of clues, such as ``half-turn``.
    :param seed: the seed of all random choices; by default, each call uses a new one, which is in ``recipe``.
    :param shape: the boxes, such as ``2x3``; 3x3 by default.
    :param options: other options of ``minclue generate``, such as ``density=0.3`` or ``tries="100000.."``.
    """
    asked = {
        **options,
        "number": n,
        "clues": None if clues is None else clues_of(clues),
        "symmetry": symmetry,
        "seed": seed,
        "shape": shape,
        "time_limit": time_limit,
    }
    return [Generated(record) for record in records(words_of("generate", asked), "")]


def verify(
    certificate: Path | bytes,
    grid: Grid | None = None,
    *,
    bilevel: Path | None = None,
    **options: Unpack[VerifyOptions],
) -> Verdict:
    """Checks a certificate with an independent checker. A refused certificate is an answer, not an exception.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = solve("1234341221434321", certify=f"{folder}/grid.cert")
    ...     verdict = verify(f"{folder}/grid.cert", grid="1234341221434321")
    >>> verdict.verified, verdict.minimum
    (True, 4)
    >>> verify(b"something else").verified
    False

    :param certificate: a file, or its bytes.
    :param grid: the grid that it must be about.
    :param bilevel: the file of the bilevel program that it must be about; for a program of numbers, see ``keep``.
    :param options: other options of ``minclue verify``, such as ``model="m.lp"`` with ``solution="m.sol"``.
    :raises OSError: the file cannot be read.
    """
    asked = {
        **options,
        "grid": None if grid is None else text_of(grid),
        "bilevel": None if bilevel is None else os.path.abspath(bilevel),
    }
    if isinstance(certificate, bytes):
        name, content = "-", certificate
    else:
        # An unreadable file raises the error of the system, as usual.
        with open(certificate, "rb"):
            name, content = os.path.abspath(certificate), b""
    found: list[dict[str, Any]] = []
    with closing(events([*words_of("verify", asked), name], content)) as said:
        for kind, value in said:
            if kind == "record":
                found.append(json.loads(value))
            elif kind == "end" and not found:
                complain(value, {})
    return Verdict(single(found))


def puzzle(
    text: str,
    *,
    at_most: int | None = None,
    engine: str | None = None,
    independent: bool = False,
    threads: int | Literal["auto"] = 1,
    seed: int = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    **options: Unpack[PuzzleOptions],
) -> Result:
    """Finds the fewest clues of a solved puzzle of another kind: latin, futoshiki, kakuro, queens and others.

    >>> answer = puzzle("latin\\n123\\n231\\n312\\n")
    >>> answer.minimum, len(answer.clues)
    (2, 2)

    docs/puzzles.md describes the kinds and their text formats.

    :param text: one solved puzzle: a line with its kind, and the puzzle below it.
    :param options: other options of ``minclue puzzle``, such as ``clue_vars="x_*"``.
    """
    asked = {
        **options,
        "at_most": at_most,
        "engine": engine,
        "independent": independent,
        "threads": threads,
        "seed": seed,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": certify,
    }
    return only(words_of("puzzle", asked), text, Result)


def export(
    grid: Grid,
    path: Path,
    to: str | None = None,
    what: str = "hitting",
    *,
    given: Cells | None = None,
    size: int | None = None,
    max_sets: int | None = None,
    **options: Unpack[ExportOptions],
) -> Export:
    """Writes a model of ``grid`` for other solvers.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = export("1234341221434321", f"{folder}/model.mps")
    ...     [file] = written.files
    ...     open(file).readline().split()[0]
    'NAME'

    :param grid: as for :func:`solve`.
    :param path: the file, with or without its extension. The MPS file and its AUX file have one name: with ``mps+aux``,
        ``four.mps`` and ``four`` are the same.
    :param to: ``mps``, ``lp``, ``mps+aux``, ``bobilib``, ``opb``, ``wcnf``, ``hgr`` and others. By default, the
        extension of the path decides; without one, it is ``mps``.
    :param what: ``hitting``, ``bilevel``, ``hpr``, ``follower`` or ``sets``.
    :param given: the clues of ``what="follower"``, possibly none; by default, those of the puzzle.
    :param size: the size of ``what="sets"``.
    :param max_sets: the maximum number of unavoidable sets in the model.
    :param options: other options of ``minclue export``, such as ``source="region"``.
    """
    text, name = text_of(grid), os.fsdecode(path)
    for ending in () if to is None else ENDINGS.get(to, (f".{to}",)):
        if name.endswith(ending):
            name = name.removesuffix(ending)
            break
    if name.endswith(("/", os.sep)) or os.path.isdir(name):
        raise Error(f"{name} is a folder; pass the path of a file")
    asked = {
        **options,
        "output": name,
        "to": to,
        "what": what,
        "given": cells_of(given, text, mark_none=True),
        "size": size,
        "max_sets": max_sets,
    }
    return only(words_of("export", asked), text, Export)



def rate(
    puzzle: Grid, *, steps: bool | int = False, time_limit: Time | None = None, **options: Unpack[RateOptions]
) -> Rating:
    """Rates the difficulty of a puzzle for people, and on request by the counts of the teaching papers.

    >>> found = rate("1..4.........32.", steps=1)
    >>> found.level, found.technique, found.steps
    ('easy', 'hidden single', ('R2C1 is 3: it is the only place for 3 in box 1',))

    :param puzzle: as the grid of :func:`solve`.
    :param steps: return all steps of a human solver as hints in :attr:`Rating.steps`, or this many.
    :param options: other options of ``minclue rate``: ``measures="all"`` adds the counts of the papers, which may take
        seconds.
    """
    asked = {**options, "steps": steps, "time_limit": time_limit}
    return only(words_of("rate", asked), text_of(puzzle), Rating)


@overload
def minimize(
    puzzle: Grid,
    *,
    exact: Literal[False] = False,
    orders: int | None = None,
    seed: int = 1,
    time_limit: Time | None = None,
    **options: Unpack[MinimizeOptions],
) -> Minimized: ...
@overload
def minimize(
    puzzle: Grid,
    *,
    exact: Literal[True],
    orders: None = None,
    seed: int = 1,
    time_limit: Time | None = None,
    **options: Unpack[MinimizeOptions],
) -> Result: ...
def minimize(
    puzzle: Grid,
    *,
    exact: bool = False,
    orders: int | None = None,
    seed: int = 1,
    time_limit: Time | None = None,
    **options: Unpack[MinimizeOptions],
) -> Minimized | Result:
    """Removes clues from a puzzle until it is minimal.

    >>> found = minimize("1234341221434321", orders=20)
    >>> found.n_clues, check(found.puzzle).minimal
    (4, True)
    >>> minimize("1234341221434321", exact=True).minimum
    4

    :param puzzle: a puzzle with one solution, or a grid, as for :func:`solve`.
    :param exact: find the fewest of these clues that still determine the solution, with proof.
    :param orders: the number of random orders in which clues are removed; the puzzle with the fewest clues is returned.
        The default is 1.
    :param options: other options of ``minclue minimize``.
    """
    asked = {**options, "exact": exact, "orders": orders, "seed": seed, "time_limit": time_limit}
    words, text = words_of("minimize", asked), text_of(puzzle)
    return only(words, text, Result) if exact else only(words, text, Minimized)


class Neighbors(Iterator[str]):
    """The puzzles of :func:`neighbors`, each as soon as it is found.

    It ends with the last puzzle, with :meth:`close`, or at the end of a ``with`` statement.
    """

    def __init__(self, words: list[str], text: str) -> None:
        self._records = records(words, text)
        self.summary: Neighborhood | None = None
        """The end of the search; ``complete`` is true if these are all. ``None`` before the end."""

    def __iter__(self) -> Neighbors:
        return self

    def __next__(self) -> str:
        for record in self._records:
            if self.summary is not None:
                self.close()
                raise Error("expected one grid or puzzle, found more")
            if record["schema"].startswith("minclue-puzzle/"):
                return str(record["puzzle"])
            self.summary = Neighborhood(record)
        raise StopIteration

    def close(self) -> None:
        """Ends the search."""
        self._records.close()

    def __enter__(self) -> Neighbors:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def neighbors(
    puzzle: Grid,
    *,
    remove: int | None = None,
    add: int | None = None,
    to: int | None = None,
    minimal: bool = False,
    max_puzzles: int | None = None,
    threads: int | Literal["auto"] = 1,
    time_limit: Time | None = None,
    **options: Unpack[NeighborsOptions],
) -> Neighbors:
    """Finds the valid puzzles that an exchange of clues leads to, one of each class of isomorphic puzzles.

    >>> found = neighbors("1..4.........32.", remove=1, add=1)
    >>> len(list(found)), found.summary.n_neighbors, found.summary.complete
    (8, 32, True)

    :param puzzle: a puzzle with one solution, or a grid, as for :func:`solve`.
    :param remove: the number of clues to remove; ``add`` is the number of clues to add, with any digits.
    :param to: hunt for puzzles with this many clues, from class to class, instead of one exchange.
    :param minimal: only puzzles from which no clue can be removed.
    :param max_puzzles: stop after this many new puzzles.
    :param options: other options of ``minclue neighbors``, such as ``max_moves=1000`` or ``pool="pool.jsonl"``.
    """
    asked = {
        **options,
        "remove": remove,
        "add": add,
        "to": to,
        "minimal": minimal,
        "max_puzzles": max_puzzles,
        "threads": threads,
        "time_limit": time_limit,
    }
    return Neighbors(words_of("neighbors", asked), text_of(puzzle))


class Picture:
    """The picture of a grid or a puzzle, returned by :func:`show`. Notebooks display it."""

    svg: str
    """The picture as SVG."""
    text: str
    """The picture as text, which ``print`` shows."""

    def __init__(self, svg: str, text: str) -> None:
        self.svg, self.text = svg, text

    def __repr__(self) -> str:
        return f"Picture of {len(self.svg)} bytes"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def show(
    puzzle: Grid,
    *,
    solution: bool = False,
    mark: Cells | None = None,
    sets: Iterable[Cells] = (),
    time_limit: Time | None = None,
    **options: Unpack[ShowOptions],
) -> Picture:
    """Draws a grid or a puzzle, like ``minclue show``.

    >>> print(show("1..4.........32."))
    ┌─────┬─────┐
    │ 1 . │ . 4 │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . 3 │ 2 . │
    └─────┴─────┘

    :param puzzle: as the grid of :func:`solve`.
    :param solution: also draw the solution.
    :param mark: cells to highlight, like ``given`` of :func:`solve`.
    :param sets: sets of cells to outline, such as some of :func:`unavoidable_sets`.
    :param options: other options of ``minclue show``, such as ``shape="2x3"``.
    """
    text = text_of(puzzle)
    outlined = [cells for cells in (cells_of(cells, text) for cells in sets) if cells is not None]
    asked = {**options, "solution": solution, "mark": cells_of(mark, text), "set": outlined, "time_limit": time_limit}
    svg, drawn = (
        "\n".join(lines(words_of("show", asked, (f"--format={kind}", "--quiet", "--color=never")), text))
        for kind in ("svg", "text")
    )
    return Picture(svg, drawn.rstrip())


def report(
    answers: Record | Mapping[str, Any] | Path | Iterable[Record | Mapping[str, Any] | Path], title: str | None = None
) -> str:
    """Writes answers as one page of HTML: a table, minima, bounds over time, and every grid.

    >>> page = report(solve("1234341221434321"), title="One grid")
    >>> page.startswith("<!doctype html>"), "One grid" in page
    (True, True)

    :param answers: answers of this package, records as dicts, or files of records; one, or several.
    :param title: the title of the page.
    :raises Error: there are no records.
    :raises Failure: a file cannot be read.
    """
    every = [answers] if isinstance(answers, (Record, Mapping, str, os.PathLike)) else list(answers)
    files: list[str] = []
    known: list[str] = []
    for one in every:
        if isinstance(one, (str, os.PathLike)):
            files.append(os.path.abspath(one))
        elif isinstance(one, (Record, Mapping)):
            known.append(json.dumps(one.to_dict() if isinstance(one, Record) else dict(one)) + "\n")
        else:
            raise Error(f"a report takes answers, records or files, not a value of type {type(one).__name__}")
    words = words_of("report", {"title": title or ("Answers" if known or not files else None)}, ("--quiet",))
    with tempfile.TemporaryDirectory() as folder:
        if known or not files:
            files.append(os.path.join(folder, "answers.jsonl"))
            with open(files[-1], "w", encoding="utf-8") as out:
                out.writelines(known)
        page = os.path.join(folder, "page.html")
        lines([*words, f"--output={page}", *files], "")
        with open(page, encoding="utf-8") as written:
            return written.read()


__all__ = [
    "Neighbors",
    "Picture",
    "Puzzles",
    "canon",
    "check",
    "enumerate",
    "export",
    "generate",
    "minimize",
    "neighbors",
    "puzzle",
    "rate",
    "report",
    "show",
    "solve",
    "unavoidable_sets",
    "verify",
]
