"""Answers: frozen objects with the fields of the program's JSON records, whose names and meanings are in docs/records.md."""

from __future__ import annotations

import copy
from base64 import b64encode
from collections.abc import Hashable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

L = TypeVar("L", bound=Hashable)


class Record:
    """An answer. What is not known is ``None``; lists are tuples here, and nested records are read-only mappings.

    Two are equal if all their fields are, times among them.
    """

    __slots__ = ("_fields",)
    _fields: dict[str, Any]
    # The fields that `repr` shows.
    _shown: ClassVar[tuple[str, ...]] = ("status",)

    schema: str
    """The kind of record and its version, such as ``minclue-result/1``."""
    status: str
    """How it ended: ``optimal``, ``time_limit``, ``invalid_input`` and others."""
    id: str | None
    """The name in front of the input."""
    shape: str | None
    """The shape of the boxes, such as ``3x3``."""
    variant: str | None
    """The rules beside those of the shape, such as ``x,anti-knight``."""
    error: Mapping[str, Any] | None
    """Where there is no answer: ``message``, and ``line`` and ``column`` in the input."""
    seconds: float | None
    """Wall-clock time."""
    version: str | None
    """The version of minclue."""

    def __init__(self, fields: dict[str, Any]) -> None:
        object.__setattr__(self, "_fields", fields)

    def to_dict(self) -> dict[str, Any]:
        """The record as the program writes it: only known fields, with lists and dicts that are the caller's own."""
        return copy.deepcopy(self._fields)

    # A type checker knows the fields by their annotations, and refuses all others.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Called only for what the class does not have.
            if name in self._fields:
                return _frozen(self._fields[name])
            if name in _names(type(self)):
                return None
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._fields, *_names(type(self))})

    def __eq__(self, other: object) -> bool:
        return self._fields == other._fields if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._fields.get("grid"), self._fields.get("puzzle"), self._fields.get("status")))

    def __repr__(self) -> str:
        shown = ((name, getattr(self, name)) for name in self._shown)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown if value is not None)})"

    def __copy__(self) -> Record:
        return self

    def __deepcopy__(self, memo: object) -> Record:
        return self

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), (self._fields,)

    def _repr_svg_(self) -> str | None:
        """Its puzzle, or else its grid, with the rules of a variant, as ``minclue show`` draws it; nothing if there is none."""
        drawn = next((self._fields[name] for name in _DRAWN if self._fields.get(name)), None)
        if drawn is None or self.shape is None or "problem" in self._fields:
            return None
        from ._errors import Error
        from ._verbs import show

        try:
            return show(drawn, shape=self.shape, variant=self.variant).svg
        except Error:
            # What is not a grid, as some inputs.
            return None

    def _repr_html_(self) -> str:
        """For notebooks: the fields that ``repr`` shows, and the picture."""
        shown = ((name, getattr(self, name)) for name in self._shown if name not in _DRAWN)
        cells = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th><td style='text-align:left'>{escape(_brief(value))}</td></tr>"
            for name, value in shown
            if value is not None
        )
        picture = self._repr_svg_()
        # As an image it keeps its style to itself.
        source = None if picture is None else "data:image/svg+xml;base64," + b64encode(picture.encode()).decode()
        return f"<div>{'' if source is None else f'<img src={source!r}>'}<table>{cells}</table></div>"


# What has a picture, the first of these that is known.
_DRAWN = ("puzzle", "minlex", "input", "grid")


def _brief(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_brief(part)}" for name, part in value.items())
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({name: _frozen(part) for name, part in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _names(cls: type) -> frozenset[str]:
    """The fields that records of this class may have."""
    classes = (c for c in cls.__mro__ if issubclass(c, Record))
    return frozenset(name for c in classes for name in c.__dict__.get("__annotations__", {}) if name[0] != "_")


class Result(Record):
    """The fewest clues of a grid or another puzzle, or what is known of them: the answer of :func:`minclue.solve`."""

    __slots__ = ()
    _shown = ("id", "minimum", "lower_bound", "upper_bound", "puzzle", "status", "seconds", "error")

    grid: str | None
    """The grid in one line."""
    input: str | None
    """What was given, if it was a puzzle and not a grid."""
    problem: Mapping[str, Any] | None
    """What stands in place of a grid, for :func:`minclue.puzzle`."""
    lower_bound: int | None
    """Proven: no puzzle has fewer clues."""
    upper_bound: int | None
    """The number of clues of ``puzzle``."""
    minimum: int | None
    """The fewest clues, if the bounds meet."""
    puzzle: str | None
    """The best puzzle that was found."""
    clues: tuple[str, ...] | None
    """The names of its clues, for :func:`minclue.puzzle`."""
    at_most: int | None
    """What was asked."""
    at_least: int | None
    """What was asked."""
    engine: str | None
    """Who answered."""
    n_nodes: int | None
    """Nodes of the search. Other counters, such as ``n_sets`` and ``n_checks``, are fields too."""
    n_sets: int | None
    n_learned: int | None
    n_checks: int | None
    n_lps: int | None
    start: Mapping[str, Any] | None
    """The unavoidable sets that the engine started from."""
    given: Mapping[str, Any] | None
    """Of a puzzle that stood for its grid: ``n_clues``, and ``is_minimum`` if that is known."""
    given_cells: tuple[int, ...] | None
    """The cells that must be clues."""
    forbidden_cells: tuple[int, ...] | None
    """The cells that must not be clues."""
    engines: tuple[Mapping[str, Any], ...] | None
    """What each of two engines said."""
    shared: tuple[str, ...] | None
    """What two engines that were compared had in common."""
    certified: bool | None
    """Does a certificate come with it? It was checked."""
    proof: Mapping[str, Any] | None
    """The certificate: ``file``, ``sha256`` and others."""
    problem_sha256: str | None
    seed: int | None

    @property
    def answer(self) -> bool | None:
        """The answer to ``at_most`` or ``at_least``; ``None`` if neither was asked, or it is not known."""
        lower, upper = self.lower_bound or 0, self.upper_bound
        if self.at_most is not None:
            return False if lower > self.at_most else True if upper is not None and upper <= self.at_most else None
        if self.at_least is not None:
            return True if lower >= self.at_least else False if upper is not None and upper < self.at_least else None
        return None


class HittingSet(Result, Generic[L]):
    """A smallest hitting set, or what is known of it: the answer of :func:`minclue.hitting_set`."""

    __slots__ = ("_labels",)
    _labels: tuple[L, ...]
    _shown = ("id", "minimum", "lower_bound", "upper_bound", "labels", "status", "seconds", "error")

    def __init__(self, fields: dict[str, Any], labels: Sequence[L]) -> None:
        super().__init__(fields)
        object.__setattr__(self, "_labels", tuple(labels))

    @property
    def labels(self) -> tuple[L, ...] | None:
        """The labels that it has, those of the caller; ``None`` if none is known."""
        return None if self.clues is None else tuple(self._labels[int(clue) - 1] for clue in self.clues)

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), (self._fields, self._labels)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, HittingSet) and self.labels == other.labels

    __hash__ = Result.__hash__


class Enumeration(Record):
    """How an enumeration ended: :attr:`minclue.Puzzles.summary`."""

    __slots__ = ()
    _shown = ("n_clues", "n_puzzles", "complete", "status", "seconds")

    grid: str | None
    input: str | None
    n_clues: int | None
    minimal: bool | None
    given: tuple[int, ...] | None
    forbidden: tuple[int, ...] | None
    n_puzzles: int | None
    """The number of puzzles that were found."""
    complete: bool | None
    """Are these all?"""
    engine: str | None
    n_nodes: int | None
    seed: int | None


class Check(Record):
    """What a puzzle is worth: the answer of :func:`minclue.check`."""

    __slots__ = ()
    _shown = ("n_clues", "n_solutions", "valid", "minimal", "redundant", "status")

    grid: str | None
    """Its only solution, if it has exactly one."""
    input: str | None
    n_clues: int | None
    solutions: str | None
    """``none``, ``one`` or ``several``."""
    n_solutions: int | None
    """How many solutions; at least as many, where ``n_solutions_is_exact`` is false."""
    n_solutions_is_exact: bool | None
    valid: bool | None
    """Has it exactly one solution?"""
    minimal: bool | None
    """Is each clue of a valid puzzle needed?"""
    redundant: tuple[int, ...] | None
    """The cells of clues that can each be left out alone."""
    ambiguity: Mapping[str, Any] | None
    """Of several solutions: two of them as ``solutions``, and the ``cells`` in which they differ."""
    contradiction: tuple[int, ...] | None
    """The cells of clues that have no solution together."""
    of_grid: bool | None
    """Does it belong to the grid that was given?"""
    differs: tuple[int, ...] | None
    """The cells in which it does not."""


class Canon(Record):
    """The minlex form of a puzzle or grid: the answer of :func:`minclue.canon`."""

    __slots__ = ()
    _shown = ("minlex", "n_automorphisms", "isomorphic", "status")

    grid: str | None
    input: str | None
    minlex: str | None
    """The least of all forms that symmetries of the rules make of it: equal for what is isomorphic."""
    n_automorphisms: int | None
    """The symmetries that leave it as it is."""
    isomorphic: bool | None
    """Is it isomorphic to what it was compared with?"""
    transform: Mapping[str, Any] | None
    """What makes the form: where each of the ``cells`` goes, and what each of the ``digits`` becomes."""


class Generated(Record):
    """A puzzle made on demand: the answer of :func:`minclue.generate`."""

    __slots__ = ()
    _shown = ("puzzle", "n_clues", "status")

    grid: str | None
    """Its solution."""
    puzzle: str | None
    n_clues: int | None
    valid: bool | None
    minimal: bool | None
    tries: int | None
    ctn: int | None
    recipe: Mapping[str, Any] | None
    """What makes it again: ``seed``, ``number`` and the ``command``."""


class Rating(Record):
    """How hard a puzzle is: the answer of :func:`minclue.rate`."""

    __slots__ = ()
    _shown = ("id", "level", "score", "technique", "status", "error")

    grid: str | None
    input: str | None
    n_clues: int | None
    solutions: str | None
    """``none``, ``one`` or ``several``."""
    minimal: bool | None
    people: Mapping[str, Any] | None
    """For people: ``level``, ``score``, the hardest ``technique``, ``techniques`` with how often each is needed, and
    ``steps`` as hints where they were asked for."""
    tries: int | None
    """Of the brute-force fill. This and those below are the counts of the teaching papers."""
    fc: int | None
    mrv: int | None
    ctn: int | None
    ntn: float | None

    @property
    def level(self) -> str | None:
        """``easy``, ``medium`` and so on."""
        return None if self.people is None else self.people.get("level")

    @property
    def score(self) -> int | None:
        """A number that grows with what people have to do."""
        return None if self.people is None else self.people.get("score")

    @property
    def technique(self) -> str | None:
        """The hardest technique that is needed."""
        return None if self.people is None else self.people.get("technique")

    @property
    def steps(self) -> tuple[str, ...] | None:
        """The hints, one sentence each, where they were asked for."""
        steps = None if self.people is None else self.people.get("steps")
        return None if steps is None else tuple(step["text"] for step in steps)


class Minimized(Record):
    """A minimal puzzle inside another one: the answer of :func:`minclue.minimize`."""

    __slots__ = ()
    _shown = ("id", "puzzle", "n_clues", "n_input_clues", "status", "error")

    grid: str | None
    input: str | None
    puzzle: str | None
    n_clues: int | None
    n_input_clues: int | None
    minimal: bool | None
    n_orders: int | None
    """How many orders of taking clues were tried."""
    seed: int | None


class Neighborhood(Record):
    """How a search for neighbors ended: :attr:`minclue.Neighbors.summary`."""

    __slots__ = ()
    _shown = ("n_new", "n_neighbors", "n_found", "n_moves", "complete", "status")

    grid: str | None
    input: str | None
    remove: int | None
    add: int | None
    to: int | None
    minimal: bool | None
    n_neighbors: int | None
    """Valid puzzles that were met."""
    n_new: int | None
    """Those that are not isomorphic to one before them."""
    n_moves: int | None
    n_found: int | None
    n_classes: Mapping[str, int] | None
    """With ``to``: how many classes of puzzles are known, by number of clues."""
    complete: bool | None


class Export(Record):
    """The files of a model: the answer of :func:`minclue.export`."""

    __slots__ = ()
    _shown = ("model", "format", "files", "n_sets", "status")

    grid: str | None
    input: str | None
    model: str | None
    format: str | None
    files: tuple[str, ...] | None
    """What was written."""
    n_sets: int | None
    """The unavoidable sets in it."""


class Bilevel(Record):
    """The optimum of a bilevel program, or its bounds: the answer of :func:`minclue.bilevel` and
    :func:`minclue.least_weight`."""

    __slots__ = ()
    _shown = ("id", "optimum", "lower_bound", "upper_bound", "leader", "status", "seconds", "error")

    problem: Mapping[str, Any] | None
    """Its kind, and the names of what the leader may take."""
    goal: str | None
    """``integers``, or ``blocker`` and ``clues`` where the leader pays for clues."""
    reading: str | None
    """Of a program over integers: ``optimistic`` or ``pessimistic``."""
    no_answer: str | None
    """Of a program over integers: ``forbidden`` or ``prevented``, for a choice that leaves the follower without an
    answer."""
    infeasible: bool | None
    """True if no choice of the leader is allowed; proven."""
    lower_bound: float | None
    """Proven, in the leader's objective. This and the numbers below are an ``int`` where they are whole."""
    upper_bound: float | None
    """The value of ``leader`` and ``follower``."""
    optimum: float | None
    """The value, if the bounds meet."""
    gap: float | None
    """The distance of the bounds, as a part of the upper one."""
    leader_cost: int | None
    """What the leader takes."""
    puzzle: str | None
    """The puzzle with these clues, where the leader pays for clues of a grid."""
    leader: tuple[str, ...] | None
    """The leader's variables that are not 0: ``name=value`` where the goal is ``integers``, and otherwise the names of
    those that are 1. ``leader_values`` has numbers."""
    follower: tuple[str, ...] | None
    """The same of the follower; ``None`` beside a ``leader`` to whose choice there is no answer."""
    follower_value: float | None
    """What the follower gets."""
    upper_proof: str | None
    """What the upper bound rests on: ``search`` in integers, or the word of a solver."""
    answers_by: str | None
    """What looked for the follower's answers."""
    n_follower_solves: int | None
    n_follower_programs: int | None
    follower_seconds: float | None
    engine: str | None
    n_nodes: int | None
    n_sets: int | None
    n_checks: int | None

    @property
    def leader_values(self) -> dict[str, int] | None:
        """The leader's variables that are not 0, by name, with their values; ``None`` if no choice is known."""
        return self._values(self.leader)

    @property
    def follower_values(self) -> dict[str, int] | None:
        """The same of the follower."""
        return self._values(self.follower)

    def _values(self, chosen: tuple[str, ...] | None) -> dict[str, int] | None:
        if chosen is None:
            return None
        if self.goal != "integers":
            return dict.fromkeys(chosen, 1)
        # A name may have a `=` too.
        pairs = (text.rpartition("=") for text in chosen)
        return {name: int(value) for name, _, value in pairs}


class Verdict(Record):
    """What a certificate proves, or why it is refused: the answer of :func:`minclue.verify`. It is true if verified."""

    __slots__ = ()
    _shown = ("verified", "minimum", "lower_bound", "upper_bound", "value_at_least", "value_at_most", "puzzle", "error")

    verified: bool
    """Is every step right, and is it about the grid that was given?"""
    error: str | None  # type: ignore[assignment]
    """Why it is refused."""
    file: str | None
    """The certificate; ``-`` if it was bytes."""
    grid: str | None
    kind: str | None
    """What it is about: ``sudoku``, ``exact_cover``, ``model``, or ``bilevel`` for the value of a bilevel program."""
    lower_bound: int | None
    upper_bound: int | None
    minimum: int | None
    puzzle: str | None
    value_at_least: int | None
    """The value of a bilevel program is not less, whatever the leader chooses; divide by ``scale``."""
    value_at_most: int | None
    """Nor is it more: ``leader`` and ``follower`` come to it; divide by ``scale``."""
    scale: int | None
    """A power of ten; ``None`` for 1."""
    is_infeasible: bool | None
    """True if the leader has no choice that is allowed."""
    leader: tuple[str, ...] | None
    follower: tuple[str, ...] | None
    program: str | None
    """The name of the bilevel program."""
    reading: str | None
    """``optimistic`` or ``pessimistic``."""
    no_answer: str | None
    """``forbidden`` or ``prevented``, for a choice that leaves the follower without an answer."""
    sha256: str | None
    problem_sha256: str | None
    n_bytes: int | None
    n_nodes: int | None
    n_steps: int | None
    n_searched: int | None
    n_sets: int | None

    def __bool__(self) -> bool:
        return bool(self.verified)
