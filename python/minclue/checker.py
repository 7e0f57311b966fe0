"""A second checker of certificates ``minclue-cert/1``, written for reading. It shares no code with the program.

    python -m minclue.checker FILE          # or, without the package: python checker.py FILE
    zstd -dc FILE | python checker.py -     # if Python has no zstd: 3.14 has it, and so has the package zstandard

docs/formats/certificate.md defines the claims, the format and the steps of certificates; this file uses its letters and
words. A set of cells is an integer whose bit c is cell c. There is no limit on the work that a file may take.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

FIRST_LINE, FRAME, NO_BOUND = b"minclue-cert/1\n", b"\x28\xb5\x2f\xfd", 1 << 99


class Refused(Exception):
    """The reason why a certificate proves nothing."""


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


def unpacked(data: bytes) -> bytes:
    """Returns the contents of zstd frames, with nothing between them."""
    zstd = importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "zstandard")
    decompressor = getattr(zstd.ZstdDecompressor(), "decompressobj", zstd.ZstdDecompressor)
    content = []
    while data:
        need(data.startswith(FRAME), "no zstd frame begins here")
        frame = decompressor()
        try:
            content.append(frame.decompress(data))
        except zstd.ZstdError as error:
            raise Refused(f"the file is damaged: {error}") from None
        need(frame.eof, "the file is cut off")
        data = frame.unused_data
    return b"".join(content)


def mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def members(cells: int) -> list[int]:
    return [cell for cell, bit in enumerate(reversed(f"{cells:b}")) if bit == "1"]


class Numbers:
    """A decompressed certificate, number by number."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self, below: int = 1 << 64) -> int:
        number, shift, byte = 0, 0, 128
        while byte > 127:
            need(self.at < len(self.data), "it ends too early")
            byte = self.data[self.at]
            number |= (byte & 127) << shift
            self.at, shift = self.at + 1, shift + 7
        need(number < below and (byte > 0 or shift == 7), "a number is too large here, or has superfluous bytes")
        return number

    def signed(self) -> int:
        number = self.number()
        return -(number >> 1) - 1 if number & 1 else number >> 1

    def list(self, below: int) -> list[int]:
        found: list[int] = []
        for _ in range(self.number()):
            found.append(self.number() + (found[-1] + 1 if found else 0))
            need(found[-1] < below, f"there is no {found[-1]}")
        return found


class Row(NamedTuple):
    """low <= sum of a x <= high."""

    terms: list[tuple[int, int]]
    low: int
    high: int

    def span(self, flips: Sequence[bool | None]) -> tuple[int, int, list[tuple[int, int]]]:
        """Returns the least and the greatest value of the sum, and the free terms."""
        free = [(v, a) for v, a in self.terms if flips[v] is None]
        known = sum(a for v, a in self.terms if flips[v])
        return known + sum(a for _, a in free if a < 0), known + sum(a for _, a in free if a > 0), free


class Model:
    """A problem as rows over *flips*, the variables that differ from the target T. The last row needs a shown one."""

    def __init__(self, n: int, rows: list[Row], ones: list[int], cells: list[int], shown: list[int]) -> None:
        is_one = set(ones)
        self.rows: list[Row] = []
        for terms, low, high in rows:
            value = sum(a for v, a in terms if v in is_one)
            need(low <= value <= high, "the target breaks a row")
            self.rows.append(Row([(v, -a if v in is_one else a) for v, a in terms], low - value, high - value))
        self.rows.append(Row([(v, 1) for v in shown], 1, NO_BOUND))
        self.of: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        for at, v, a in ((at, v, a) for at, row in enumerate(self.rows) for v, a in row.terms):
            self.of[v].append((at, a))
        self.cells, self.cell_of = cells, {v: c for c, v in enumerate(cells)}
        need(len(self.cell_of) == len(cells), "two cells have the same variable")
        self.options: dict[tuple[int, ...], int] = {}
        """Of an exact cover problem: its options by their items."""

    def mapped(self, to: Sequence[int]) -> list[object]:
        return [(tuple(sorted((to[v], a) for v, a in row.terms)), row.low) for row in self.rows]

    def sums(self, flips: Iterable[int]) -> dict[int, int]:
        """Returns the sums of the rows at these flips."""
        sums: dict[int, int] = {}
        for at, a in (term for v in flips for term in self.of[v]):
            sums[at] = sums.get(at, 0) + a
        return sums

    def second(self, flips: Iterable[int]) -> dict[int, int]:
        sums = {len(self.rows) - 1: 0} | self.sums(flips)
        need(all(self.rows[at].low <= value <= self.rows[at].high for at, value in sums.items()), "no second solution")
        return sums


def read_problem(file: Numbers) -> Model:
    kind = file.number(3)
    if kind == 2:
        n = file.number(1 << 21)
        rows = [Row([(v, file.signed()) for v in file.list(n)], file.signed(), NO_BOUND) for _ in range(file.number())]
        return Model(n, rows, file.list(n), [file.number(n) for _ in range(file.number())], file.list(n))
    if kind == 1:
        n_items = file.number(1 << 21)
        options = [tuple(file.list(n_items)) for _ in range(file.number())]
        target = file.list(len(options))
    else:
        n = (height := file.number(26)) * (width := file.number(26))
        need(1 <= n <= 25, "there is no such grid")
        target = [cell * n - 1 + file.number(n + 1) for cell in range(n * n)]
        need(all(option // n == cell for cell, option in enumerate(target)), "a digit is 0")
        places = [(c, c // n, c % n, c // n // height * height + c % n // width) for c in range(n * n)]
        n_items = n * n * (kinds := 4 if height > 1 and width > 1 else 3)
        of_place = [(place, digit) for place in places for digit in range(n)]
        options = [(place[0], *(k * n * n + place[k] * n + d for k in range(1, kinds))) for place, d in of_place]
    rows = [Row([], 1, 1) for _ in range(n_items)]
    for option, items in enumerate(options):
        for item in items:
            rows[item].terms.append((option, 1))
    model = Model(len(options), rows, target, target, target)
    model.options = {items: option for option, items in enumerate(options)}
    need(len(model.options) == len(options) and () not in model.options, "options are the same, or one has no items")
    return model


class Puzzle:
    """The search for a second solution that agrees with T in some cells: propagation of rows, and guesses."""

    def __init__(self, model: Model, cells: Iterable[int]) -> None:
        self.rows, self.of = list(model.rows), [[at for at, _ in of] for of in model.of]
        self.flips: list[bool | None] = [None] * len(self.of)
        self.trail: list[int] = []
        self.waiting = list(range(len(self.rows)))
        for cell in cells:
            self.set(model.cells[cell], False)
        self.is_open = self.follow()

    def set(self, v: int, flip: bool) -> None:
        self.flips[v] = flip
        self.trail.append(v)
        self.waiting += self.of[v]

    def undo(self, n: int) -> None:
        for v in self.trail[n:]:
            self.flips[v] = None
        del self.trail[n:]
        self.waiting.clear()

    def follow(self) -> bool:
        """Sets the variables that rows force, and returns whether all rows can still hold."""
        while self.waiting:
            row = self.rows[self.waiting.pop()]
            least, most, free = row.span(self.flips)
            if most < row.low or least > row.high:
                return False
            for v, a in free:
                if least + abs(a) > row.high or most - abs(a) < row.low:
                    self.set(v, (a > 0) == (least + abs(a) <= row.high))
        return True

    def finds(self) -> bool:
        """Returns whether there is a second solution with the current values."""
        if not self.follow():
            return False
        spans = [(row, row.span(self.flips)) for row in self.rows]
        free = [free for row, (least, most, free) in spans if least < row.low or most > row.high]
        n = len(self.trail)
        for flip in (True, False) if free else ():
            self.set(min(free, key=len)[0][0], flip)
            if self.finds():
                return True
            self.undo(n)
        return not free

    def refutes(self, clause: list[int]) -> bool:
        """Returns whether no second solution makes all of these literals false. The clause is then a further row."""
        n, holds = len(self.trail), not self.is_open
        for v, keeps in (divmod(literal, 2) for literal in clause):
            if self.flips[v] is None:
                self.set(v, keeps == 1)
            holds = holds or self.flips[v] != (keeps == 1)
        holds = holds or not self.finds()
        self.undo(n)
        terms = [(literal // 2, 1 - literal % 2 * 2) for literal in clause]
        for v, _ in terms:
            self.of[v].append(len(self.rows))
        self.waiting.append(len(self.rows))
        self.rows.append(Row(terms, 1 - sum(literal % 2 for literal in clause), NO_BOUND))
        self.is_open = self.is_open and holds and self.follow()
        return holds


class Sum(NamedTuple):
    """sum of a(c) y(c) >= h; ``cells`` are those with a(c) > 0."""

    a: dict[int, int]
    h: int
    cells: int

    def rest(self, chosen: int) -> int:
        return self.h - sum(self.a[cell] for cell in members(self.cells & chosen))


def above(a: dict[int, int], h: int) -> Sum:
    return Sum(a, h, mask(a))


def read_set(file: Numbers, model: Model) -> Sum:
    cells, flips = file.list(len(model.cells)), file.list(len(model.of))
    among = () if model.options else cells
    fits = all(model.cell_of[v] in among for v in flips if v in model.cell_of)
    need(len(cells) > 0 and fits, "a set without cells, or with one that cannot be listed here")
    model.second(flips + [model.cells[cell] for cell in cells if model.options])
    return above(dict.fromkeys(cells, 1), 1)


def read_weighted(file: Numbers, model: Model) -> Sum:
    weights = {cell: file.number() for cell in file.list(len(model.cells))}
    h, flips = file.number(1 << 63), file.list(len(model.of))
    need(h > 0 and all(1 <= w <= h for w in weights.values()), "a weight is out of range")
    need(not model.options, "a weighted set of an exact cover problem")
    need(all(model.cell_of[v] in weights for v in flips if v in model.cell_of), "a cell is not in the set")
    sums, ungrouped = model.second(flips), {v for v in flips if v not in model.cell_of}
    falls: dict[int, list[tuple[int, int]]] = {}
    for cell, weight in weights.items():
        group = file.list(len(model.of))
        need(not group or weight < h and ungrouped.issuperset(group), "a group has a variable that it may not have")
        ungrouped.difference_update(group)
        for at, a in model.sums(group + [v for v in flips if v == model.cells[cell]]).items():
            if a > 0 and weight < h:
                falls.setdefault(at, []).append((a, weight))
    for at, found in falls.items():
        slack = sums[at] - model.rows[at].low
        holds = sum(a for a, _ in found) <= slack or all(a * h <= weight * (slack + 1) for a, weight in found)
        need(holds, "a row may break when cells go back")
    return above(weights, h)


def read_symmetry(file: Numbers, model: Model) -> list[int]:
    """The image of each cell."""
    n = len(model.rows) - 1 if model.options else len(model.of)
    to = images = [file.number(n) for _ in range(n)]
    need(len(set(images)) == n, "two have the same image")
    if model.options:
        to = [model.options.get(tuple(sorted(images[item] for item in items)), -1) for items in model.options]
        need(-1 not in to, "the image of an option is not an option")
    else:
        same, moved = model.mapped(range(n)), model.mapped(images)
        need({*moved[:-1]} <= {*same[:-1]} and moved[-1] == same[-1], "the image of a row is not a row")
    cells = [model.cell_of.get(to[v], -1) for v in model.cells]
    need(-1 not in cells, "the image of a cell is not a cell")
    return cells


# Cells, and how many of them there may be: of caps in all, and of rooms beside the chosen ones.
Caps = list[tuple[int, int]]


def within(rooms: Caps, cells: int) -> int:
    """Returns the cells that are in no full room."""
    for room, more in rooms:
        cells &= -1 if more > 0 else ~room
    return cells


class Proof:
    """The proven facts, and the steps that prove others."""

    def __init__(self, file: Numbers, n_cells: int) -> None:
        self.file, self.n_cells = file, n_cells
        self.sets, self.facts = list[Sum](), list[Sum]()
        self.symmetries: list[list[int]] = []
        # Puzzles that may be found; None in the proofs of lemmas.
        self.listed: list[int] | None = None

    def prove(self, region: int, budget: int) -> None:
        """Reads a proof that every valid set has more cells of the region, or contains a listed puzzle."""
        self.region, self.budget = region, budget
        self.node(0, region, [(region, budget)], [], [])

    def node(self, chosen: int, alive: int, caps: Caps, branches: list[Sum], names: list[Sum]) -> None:
        """Reads a node. The first cap is that of all cells: its room is called left."""
        file, begin = self.file, alive
        while True:
            step, rooms = file.number(), [(cells, most - (cells & chosen).bit_count()) for cells, most in caps]
            live = within(rooms, alive)
            if step == 0:
                names = self.read_names(branches)
            elif step <= 3:
                if (removed := self.add_up(step, chosen, live, rooms, names)) is None:
                    return
                alive &= ~removed
            elif step == 4:
                alive = self.reflect(chosen, alive, begin, caps, branches)
            elif step == 5:
                region, most = file.list(self.n_cells), file.number(1 << 63)
                need(not mask(region) & ~self.region, "a split by cells outside the region")
                self.node(chosen, alive, [*caps, (mask(region), most)], branches, names)
                branches, begin = [*branches, above(dict.fromkeys(region, 1), most + 1)], alive
            elif step == 6:
                row = self.row(names)
                need(max(row.a.values(), default=1) == 1, "a cap from a row with a coefficient above 1")
                caps = [*caps, (self.region & ~row.cells, self.budget - row.h)]
            elif step == 7:
                row = self.row(names)
                return need(row.rest(chosen) > 0 and not row.cells & live, "the row can hold")
            elif step == 8:
                return self.search(chosen, live, rooms)
            elif step == 9:
                return self.has_listed(chosen)
            else:
                need(live >> min(step - 10, self.n_cells) & 1 == 1, f"cell {step - 10} is not live")
                alive ^= 1 << step - 10
                self.node(chosen | 1 << step - 10, alive, caps, branches, names)

    def has_listed(self, chosen: int) -> None:
        need(any(not puzzle & ~chosen for puzzle in self.listed or ()), "these cells have no listed puzzle in them")

    def read_names(self, branches: list[Sum]) -> list[Sum]:
        """Step 0."""
        file, names = self.file, list[Sum]()
        for _ in range(file.number()):
            entry = file.number(len(self.sets) + 2)
            if entry == 0 and (divisor := file.number(1 << 63)) > 0:
                parts = [(names[file.number(len(names))], file.number(1 << 63)) for _ in range(file.number())]
                a: dict[int, int] = {}
                for cell, number in ((cell, weight * n) for row, weight in parts for cell, n in row.a.items()):
                    a[cell] = a.get(cell, 0) + number
                h = sum(weight * row.h for row, weight in parts)
                names.append(above({cell: -(-n // divisor) for cell, n in a.items() if n > 0}, -(-h // divisor)))
            else:
                rows = self.facts if entry == 0 else branches if entry == 1 else self.sets
                names.append(rows[file.number(len(rows)) if entry < 2 else entry - 2])
        return names

    def row(self, names: list[Sum]) -> Sum:
        row = names[self.file.number(len(names))]
        need(not row.cells & ~self.region, "a row with cells outside the region")
        return row

    def add_up(self, step: int, chosen: int, live: int, rooms: Caps, names: list[Sum]) -> int | None:
        """Steps 1 to 3: the cells that are removed, or ``None`` if the node is closed."""
        file, value, excess = self.file, 0, dict.fromkeys(members(live), 0)

        def use(cap: int, weight: int) -> int:
            for cell in members(rooms[cap][0] & live):
                excess[cell] -= weight
            return weight * rooms[cap][1]

        have = use(0, file.number(1 << 63) if step == 1 else 3 - step)
        for _ in range(file.number() if step == 1 else step - 2):
            have += use(file.number(len(rooms) - 1) + 1, file.number(1 << 63) if step == 1 else 1)
        for _ in range(file.number()):
            row, weight = self.row(names), file.number(1 << 63) if step == 1 else 1
            value += weight * row.rest(chosen)
            for cell in members(row.cells & live):
                excess[cell] += weight * row.a[cell]
        if step > 1 and len(rooms) > 1:
            have += use(1, max([0, *(excess[cell] for cell in members(rooms[1][0] & live))]))
        gap = have + sum(more for more in excess.values() if more > 0) - value
        return None if gap < 0 else mask(cell for cell, more in excess.items() if -more > gap)

    def reflect(self, chosen: int, alive: int, begin: int, caps: Caps, branches: list[Sum]) -> int:
        """Step 4: the cells that stay alive."""
        n, removed = len(self.symmetries), begin & ~alive
        used = [self.symmetries[self.file.number(n)] for _ in range(self.file.number(n + 1))]
        need(self.listed == [], "a symmetry in the proof of a lemma, or of a list")
        for to in used:
            for sides in ([(chosen, 0)], [(begin, 0)], caps, [(row.cells, row.h) for row in branches]):
                images = {(mask(to[cell] for cell in members(cells)), most) for cells, most in sides}
                need(images == set(sides), "the symmetry does not keep the node")
        while removed:
            removed = alive & mask({to[cell] for to in used for cell in members(removed)})
            alive &= ~removed
        return alive

    def search(self, chosen: int, live: int, rooms: Caps) -> None:
        """Step 8: every set of the node that hits the first sets contains a listed puzzle."""
        first, n_sets = rooms[self.file.number(len(rooms))], self.file.number(len(self.sets) + 1)
        outside = first[0] | ~self.region
        groups = [self.file.number(self.n_cells) for _ in range(3 * self.file.number())]
        need(len(set(groups)) == len(groups) and not mask(groups) & outside, "a group is not of cells of the last part")
        unhit = {row.cells & live for row in self.sets[:n_sets] if not row.cells & (chosen | ~self.region)}
        # Sets in the first part come first, then those with the fewest cells behind it. Bit i is set i.
        self.order = sorted(unhit, key=lambda cells: ((cells & ~outside).bit_count(), cells.bit_count(), cells))
        order = self.order[::-1]
        self.misses = {1 << c: int("0" + "".join("10"[cells >> c & 1] for cells in order), 2) for c in members(live)}
        self.descend((1 << len(unhit)) - 1, live, [first, *rooms], chosen)

    def missed(self, cells: int) -> int:
        """Returns the sets without any of these cells."""
        if cells not in self.misses:
            self.misses[cells] = -1
            for cell in members(cells):
                self.misses[cells] &= self.misses[1 << cell]
        return self.misses[cells]

    def descend(self, unhit: int, live: int, rooms: Caps, chosen: int) -> None:
        """Chooses further cells, within each of ``rooms``."""
        if not unhit:
            return self.has_listed(chosen)
        before, branch = -1, 0
        while live != before:
            before, branch = live, 0
            # Of the first part, and then of all cells: disjoint sets inside them need one cell each.
            for cells, room in rooms[:2]:
                inside, used, smallest = unhit & self.missed(live & ~cells), 0, 0
                while inside:
                    packed = self.order[(inside & -inside).bit_length() - 1] & live
                    room -= 1
                    if room < 0 or not packed:
                        return
                    if not smallest or packed.bit_count() < smallest.bit_count():
                        smallest = packed
                    used |= packed
                    inside &= self.missed(packed)
                branch = branch or smallest
                live &= ~cells | used if room == 0 else -1
        for bit in (1 << cell for cell in members(branch)):
            live ^= bit
            fewer = [(cells, room - 1 if cells & bit else room) for cells, room in rooms]
            self.descend(unhit & self.misses[bit], within(fewer, live), fewer, chosen | bit)


class Verdict(NamedTuple):
    """No valid set has fewer than ``lower`` cells, and the first puzzle is one with ``upper``. All minimal valid sets
    with fewer than ``below`` cells are among the puzzles."""

    lower: int
    upper: int
    below: int
    puzzles: list[list[int]]
    sha256: str


def check(data: bytes) -> Verdict:
    """Checks a certificate, compressed or not.

    :raises Refused: the certificate is invalid.
    """
    # A node waits for each cell that is chosen and each side of a split, a search for each guess.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    file = Numbers(data if data.startswith(FIRST_LINE) else unpacked(data))
    file.at = len(FIRST_LINE) + 65
    model = read_problem(file)
    sha256 = hashlib.sha256(file.data[len(FIRST_LINE) + 65 : file.at]).hexdigest()
    need(file.data.startswith(FIRST_LINE + f"{sha256}\n".encode()), f"it does not begin as one about {sha256}")
    n_cells, below, puzzles = len(model.cells), file.number(), list[list[int]]()
    for _ in range(file.number()):
        puzzles.append(file.list(n_cells))
        search = Puzzle(model, puzzles[-1])
        need(all(search.refutes(file.list(2 * len(model.of))) for _ in range(file.number())), "no such clause")
        need(search.refutes([]), "a puzzle has a second solution")
    masks = [mask(puzzle) for puzzle in puzzles]
    need(puzzles == sorted(puzzles, key=lambda puzzle: (len(puzzle), puzzle)), "the puzzles are not in order")
    need(not any(not one & ~two for at, two in enumerate(masks) for one in masks[:at]), "a puzzle has another in it")
    need(len(puzzles) > 0 and below <= n_cells + 1, "there is no puzzle, or no such bound")
    proof = Proof(file, n_cells)
    proof.sets = [read_set(file, model) for _ in range(file.number())]
    proof.facts = [read_weighted(file, model) for _ in range(file.number())]
    proof.symmetries = [read_symmetry(file, model) for _ in range(file.number())]
    for _ in range(file.number()):
        region, h = file.list(n_cells), file.number(1 << 63)
        proof.prove(mask(region), h - 1)
        proof.facts.append(above(dict.fromkeys(region, 1), h))
    proof.listed = [cells for cells in masks if cells.bit_count() < below]
    if below > 0:
        proof.prove((1 << n_cells) - 1, below - 1)
    need(file.at == len(file.data), "the stream goes on after the certificate")
    return Verdict(min(below, len(puzzles[0])), len(puzzles[0]), below, puzzles, sha256)


def main(path: str = "-") -> int:
    try:
        with open(0 if path == "-" else path, "rb") as file:
            found = check(file.read())
    except (Refused, OSError) as refused:
        print("REFUSED", refused, file=sys.stderr)
        return 5
    print(f"VERIFIED {found.lower} <= minimum <= {found.upper}, problem sha256 {found.sha256}")
    for puzzle in found.puzzles:
        print("listed" if len(puzzle) < found.below else "puzzle", *puzzle)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
