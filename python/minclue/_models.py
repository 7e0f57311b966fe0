"""Solvers for other models: bilevel programs, constraints that contradict each other, and hitting sets."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ._errors import Error, Failure
from ._matrices import Level, Part, bounds, names, number, vector
from ._matrices import files as texts_of
from ._records import Bilevel, HittingSet, Result
from ._run import Cells, Grid, Path, Time, cells_of, only, plain, records, single, text_of, words_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import BilevelOptions, ExplainOptions, HittingSetOptions, LeastWeightOptions

L = TypeVar("L", bound=Hashable)

MAX_VERTICES = 640


def bilevel(
    model: Path | None = None,
    aux: Path | None = None,
    *,
    c: Any = None,
    f: Any = None,
    A: Any = None,
    B: Any = None,
    b: Any = None,
    d: Any = None,
    C: Any = None,
    D: Any = None,
    e: Any = None,
    leader_senses: str | Iterable[str] = "<=",
    follower_senses: str | Iterable[str] = "<=",
    follower_maximizes: bool = False,
    x_bounds: Any = (0, 1),
    y_bounds: Any = (0, 1),
    x_names: Iterable[str] | None = None,
    y_names: Iterable[str] | None = None,
    leader_rows: Iterable[str] | None = None,
    follower_rows: Iterable[str] | None = None,
    constant: Any = 0,
    name: str = "program",
    keep: Path | None = None,
    follower: str | None = None,
    threads: int | Literal["auto"] = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    solution_file: Path | None = None,
    **options: Unpack[BilevelOptions],
) -> Bilevel:
    """Solves a bilevel program over integers, with proof. docs/bilevel.md describes the supported programs.

    Two items, one of which the leader may take. The follower packs the other one; the better item is worth 3.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = f"{folder}/two.ki"
    ...     _ = open(file, "w").write("2 1 1  1 1  1 1  3 2")
    ...     answer = bilevel(file)
    >>> answer.optimum, answer.leader
    (2, ('x1=1',))

    Instead of files, a program may be given by numbers: the leader chooses integers x to minimize ``c x + f y``
    subject to ``A x + B y <= b``, and the follower responds with integers y that minimize ``d y`` subject to
    ``C x + D y <= e``. Matrices are lists of rows, arrays, or sparse matrices of SciPy; omitted ones are 0.

    >>> answer = bilevel(
    ...     c=[0, 0], f=[3, 2], A=[[1, 1]], b=[1], d=[3, 2], follower_maximizes=True,
    ...     C=[[0, 0], [1, 0], [0, 1]], D=[[1, 1], [1, 0], [0, 1]], e=[1, 1, 1],
    ... )
    >>> answer.optimum, answer.leader, answer.follower
    (2, ('x1=1',), ('y2=1',))

    The example of Moore and Bard. The follower minimizes y, and the leader prefers it to be large.

    >>> answer = bilevel(
    ...     c=[-1], f=[-10], d=[1], C=[[-25], [1], [2], [-2]], D=[[20], [2], [-1], [-10]], e=[30, 10, 15, -15],
    ...     x_bounds=(0, None), y_bounds=(0, None),
    ... )
    >>> answer.optimum, answer.leader_values, answer.follower_values
    (-22, {'x1': 2}, {'y1': 2})

    :param model: an MPS file, or a ``.ki`` file of knapsack interdiction.
    :param aux: the AUX file; by default, the one with the name of the MPS file.
    :param c: the coefficients of x in the leader's objective; ``f`` has those of y, and ``constant`` is added.
    :param d: the follower's objective, which it minimizes, or maximizes with ``follower_maximizes``.
    :param A: the coefficients of x in the leader's rows; ``B`` has those of y, and ``b`` the right sides.
    :param C: the coefficients of x in the follower's rows; ``D`` has those of y, and ``e`` the right sides.
    :param leader_senses: ``"<="``, ``">="`` or ``"=="``, for all rows of the leader, or a list of them.
    :param x_bounds: a pair for all x, or one for each. For ``None`` or an infinite bound, the rows must imply a bound.
    :param x_names: the names of the variables; by default ``x1``, ``x2`` and so on. ``leader_rows`` has those of rows.
    :param name: the name of the program in records and certificates.
    :param keep: a folder for the two files of these numbers, for :func:`verify` or another solver.
    :param follower: the solver of the follower's problem: ``auto``, ``oracle``, ``highs`` or ``cbc``.
    :param certify: a file for a certificate of both bounds.
    :param solution_file: a file for the values of all variables.
    :param options: other options of ``minclue bilevel``, such as ``pessimistic=True`` and ``no_answer="prevented"``.
    :raises Error: the program is not supported; the message names the rule and the row or variable.
    :raises Failure: a file cannot be read or written, or an engine failed.
    """
    asked = {
        **options,
        "follower": follower,
        "threads": threads,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": certify,
        "solution_file": solution_file,
    }
    numbers = {"c": c, "f": f, "A": A, "B": B, "b": b, "d": d, "C": C, "D": D, "e": e}
    given = [letter for letter, value in numbers.items() if value is not None]
    words = words_of("bilevel", asked)
    if model is not None:
        of_numbers = {
            "leader_senses": (leader_senses, "<="),
            "follower_senses": (follower_senses, "<="),
            "follower_maximizes": (follower_maximizes, False),
            "x_bounds": (x_bounds, (0, 1)),
            "y_bounds": (y_bounds, (0, 1)),
            "x_names": (x_names, None),
            "y_names": (y_names, None),
            "leader_rows": (leader_rows, None),
            "follower_rows": (follower_rows, None),
            "constant": (constant, 0),
            "name": (name, "program"),
            "keep": (keep, None),
        }
        # An array compares item by item, so types come first.
        given += [
            argument
            for argument, (value, default) in of_numbers.items()
            if type(value) is not type(default) or value != default
        ]
        if given:
            raise Error(f"a program is a file or numbers; here are a file and {given[0]}")
        files = [os.path.abspath(file) for file in (model, aux) if file is not None]
        return only([*words, *files], "", Bilevel)
    for letter, level in (("c", "leader"), ("d", "follower")):
        if numbers[letter] is None:
            raise Error(f"give a file, or the numbers of a program: {letter} is missing, the objective of the {level}")
    wants, pays = vector(d, "d"), vector(c, "c")
    n_x, n_y = len(pays), len(wants)
    leader = Level(names(x_names, "x_names", "x", n_x), bounds(x_bounds, "x_bounds", n_x), pays)
    answers = Level(names(y_names, "y_names", "y", n_y), bounds(y_bounds, "y_bounds", n_y), vector(f, "f", n_y))
    rows = (
        Part(A, B, b, leader_senses, leader_rows, ("A", "B", "b"), "leader").rows(n_x, n_y),
        Part(C, D, e, follower_senses, follower_rows, ("C", "D", "e"), "follower").rows(n_x, n_y),
    )
    texts = texts_of(leader, answers, rows, wants, follower_maximizes, number(constant, "constant"))
    if not name or not name.isprintable() or any(map(str.isspace, name)) or "/" in name:
        raise Error(f"name: {name!r} cannot be a name: one has no blanks and no `/`")
    with tempfile.TemporaryDirectory() if keep is None else nullcontext(os.path.abspath(keep)) as folder:
        answer = _of_texts(words, folder, name, texts)
    # A file that is gone has no place in the answer.
    record = answer.to_dict()
    return answer if keep is not None else Bilevel({key: value for key, value in record.items() if key != "file"})


def _of_texts(words: list[str], folder: str, name: str, texts: tuple[str, str]) -> Bilevel:
    """Returns the answer for the program of an MPS and an AUX file with these texts, written into the folder."""
    files = [os.path.join(folder, name + ending) for ending in (".mps", ".aux")]
    for file, text in zip(files, texts, strict=True):
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
    try:
        return only([*words, *files], "", Bilevel)
    except Error as error:
        raise Error(error.message.replace(folder + os.sep, ""), error.place, error.help) from None
    except Failure as failure:
        raise Failure(str(failure).replace(folder + os.sep, ""), failure.record) from None


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
    **options: Unpack[ExplainOptions],
) -> Result:
    """Finds the fewest constraints that contradict each other; ``clues`` has their names.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = f"{folder}/f.cnf"
    ...     _ = open(file, "w").write("p cnf 2 4\\n1 0\\n-1 2 0\\n-2 0\\n-1 0\\n")
    ...     answer = explain(file)
    >>> answer.minimum, answer.clues
    (2, ('c1', 'c4'))

    :param file: CNF, WCNF, GCNF, OPB, LP or MPS.
    :param hard: rows of OPB, LP and MPS that always hold: names and patterns with ``*`` and ``?``, separated by commas.
    :param at_most: only find out whether at most this many contradict each other.
    :param options: other options of ``minclue explain``.
    :raises Error: all constraints together have a solution, or the file is invalid.
    :raises Failure: a file cannot be read or written, or an engine failed.
    """
    asked = {
        **options,
        "hard": hard,
        "at_most": at_most,
        "engine": engine,
        "threads": threads,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": certify,
    }
    return only([*words_of("explain", asked), os.path.abspath(file)], "", Result)


def hitting_set(
    sets: Iterable[Iterable[L]],
    *,
    engine: str | None = None,
    threads: int | Literal["auto"] = 1,
    time_limit: Time | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    certify: Path | None = None,
    **options: Unpack[HittingSetOptions],
) -> HittingSet[L]:
    """Finds the fewest labels that hit each of the ``sets``: ``labels`` has them, and ``clues`` their numbers as text.

    >>> answer = hitting_set([{"ann", "bob"}, {"bob", "cid"}, {"bob", "dan"}])
    >>> answer.minimum, answer.labels
    (1, ('bob',))

    :param sets: sets of labels that may be keys of a dict: numbers, text, tuples; at most 640 different ones. Numbers
        from 1 to 640 keep their order and their numbers in certificates; others are numbered in order of occurrence.
    :param options: other options of ``minclue solve --hypergraph``.
    :raises Error: a set is empty, or a label of it cannot be a key.
    """
    rows = [_row(labels) for labels in sets]
    labels: list[Any] = list(dict.fromkeys(label for row in rows for label in row))
    if all(isinstance(label, int) and 1 <= label <= MAX_VERTICES for label in labels):
        labels = list(range(1, max(labels, default=1) + 1))
    number_of = {label: number for number, label in enumerate(labels, 1)}
    lines = [f"p hs {max(len(labels), 1)} {len(rows)}"]
    lines += [" ".join(map(str, sorted({number_of[label] for label in row}))) for row in rows]
    words = words_of(
        "solve",
        {
            **options,
            "engine": engine,
            "threads": threads,
            "time_limit": time_limit,
            "node_limit": node_limit,
            "memory_limit": memory_limit,
            "certify": certify,
            "hypergraph": "-",
        },
    )
    return HittingSet(single(list(records(words, "\n".join(lines) + "\n"))), labels)


def _row(labels: Any) -> list[Any]:
    """The labels of a set."""
    labels = plain(labels)
    if not isinstance(labels, Iterable) or isinstance(labels, (str, bytes)):
        raise Error(f"a set is a list of labels, or the like, and not {labels!r}")
    row = [plain(label) for label in labels]
    for label in row:
        if not isinstance(label, Hashable):
            raise Error(f"a label can be a key of a dict, which {label!r} cannot")
    if not row:
        raise Error("a set has at least one label")
    return row


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
    **options: Unpack[LeastWeightOptions],
) -> Bilevel:
    """Finds clues of ``grid`` with the least weight, as ``puzzle``; the weight is the ``optimum``.

    >>> answer = least_weight("1234341221434321", {"r1c1": 5, "r4c4": 0})
    >>> answer.optimum, answer.goal
    (3, 'clues')

    :param grid: a grid, or a puzzle with one solution.
    :param weights: nonnegative integers by the names of cells, or a file of such lines; other cells have weight 1.
    :param rows: an LP, MPS or OPB file of rows over the names of cells, without objective, that the clues must satisfy.
    :param given: cells that must be clues.
    :param forbidden: cells that must not.
    :param variant: additional rules, such as ``x``.
    :param certify: a file for a certificate of the lower bound; that of the upper bound has ``.upper`` appended.
        ``verify(certify, grid=..., weights=FILE, cost=optimum - 1)`` checks it for this grid and these weights.
    :param options: other options of ``minclue solve``.
    :raises Error: the input is not a grid, a cell does not exist, or no choice that satisfies the rows is sufficient.
    :raises Failure: a file cannot be read or written, or an engine failed.
    """
    if weights is None and rows is None:
        weights = {}
    text = text_of(grid)
    asked = {
        **options,
        "rows": None if rows is None else os.path.abspath(rows),
        "given": cells_of(given, text),
        "forbidden": cells_of(forbidden, text),
        "variant": variant,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "memory_limit": memory_limit,
        "certify": certify,
    }
    with _file_of(weights) as file:
        return only(words_of("solve", {**asked, "weights": file}), text, Bilevel)


@contextmanager
def _file_of(weights: Mapping[str, int] | Path | None) -> Iterator[str | None]:
    """Writes a file of these weights. Errors do not name this temporary file."""
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
