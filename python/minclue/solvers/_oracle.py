"""Second solutions of a Sudoku, in Python: shares nothing with the solver of minclue.

Of each digit there is one whole number, whose bits are the cells that may still have it. That makes a question one of some
hundred microseconds, where lists of candidates take milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable

from ._task import Grid

Candidates = list[int]


class Oracle:
    """Answers which second solutions some clues leave, for one grid."""

    n_calls: int
    """How many questions were asked."""

    def __init__(self, grid: Grid) -> None:
        n = grid.order
        self.n_calls = 0
        self.n_cells = n * n
        self._order = n
        self._digits = grid.digits
        self._full = (1 << self.n_cells) - 1
        rows = [[n * r + c for c in range(n)] for r in range(n)]
        boxes = [
            [n * (top + r) + left + c for r in range(grid.rows) for c in range(grid.columns)]
            for top in range(0, n, grid.rows)
            for left in range(0, n, grid.columns)
        ]
        houses = [*rows, *map(list, zip(*rows, strict=True)), *boxes]
        self._houses = [sum(1 << cell for cell in house) for house in houses]
        # Of each cell all others that see it, as what is kept of them: everything else.
        self._others = [
            self._full & ~_union(house for house in self._houses if house >> cell & 1) | 1 << cell
            for cell in range(self.n_cells)
        ]
        if any(_union(1 << self._digits[cell] for cell in house) != (1 << n) - 1 for house in houses):
            raise ValueError(f"{grid.name}: this is not a grid of shape {grid.shape}")

    def difference(self, clues: Iterable[int]) -> frozenset[int] | None:
        """The cells in which some second solution differs from the grid, or ``None`` if these clues leave one alone."""
        self.n_calls += 1
        candidates, done = [self._full] * self._order, 0
        for cell in clues:
            done = self._put(candidates, done, cell, self._digits[cell])
        # First towards the grid itself. What is left out on the way holds every second solution; that which was left out
        # last holds those that differ least.
        aside = []
        while True:
            settled = self._settle(candidates, done)
            assert settled is not None, "the grid keeps the rules"
            done = settled
            if done == self._full:
                break
            cell = self._narrowest(candidates, done)
            without = candidates.copy()
            without[self._digits[cell]] &= ~(1 << cell)
            aside.append((without, done))
            done = self._put(candidates, done, cell, self._digits[cell])
        for candidates, done in reversed(aside):
            found = self._solution(candidates, done)
            if found is not None:
                return frozenset(cell for cell in range(self.n_cells) if not found[self._digits[cell]] >> cell & 1)
        return None

    def unavoidable(self, clues: Iterable[int]) -> frozenset[int] | None:
        """A minimal unavoidable set without any of these clues, or ``None`` if there is none."""
        cells = self.difference(clues)
        if cells is None:
            return None
        everything = frozenset(range(self.n_cells))
        # Who is needed in a set is needed in each set inside it, so that every cell is asked once.
        for cell in sorted(cells):
            if cell in cells:
                smaller = self.difference(everything - cells | {cell})
                cells = cells if smaller is None else smaller
        return cells

    def _put(self, candidates: Candidates, done: int, cell: int, digit: int) -> int:
        bit = 1 << cell
        for other in range(len(candidates)):
            candidates[other] &= ~bit if other != digit else self._others[cell]
        return done | bit

    def _settle(self, candidates: Candidates, done: int) -> int | None:
        """Puts all digits that have one cell left in a house, and cells that have one digit left; ``None`` at a clash."""
        while done != self._full:
            one = two = 0
            for mask in candidates:
                two |= one & mask
                one |= mask
            if one != self._full:
                return None
            single = one & ~two & ~done
            before = done
            while single:
                bit = single & -single
                single ^= bit
                digit = next((digit for digit, mask in enumerate(candidates) if mask & bit), None)
                if digit is None:
                    return None
                done = self._put(candidates, done, bit.bit_length() - 1, digit)
            if done != before:
                continue
            for digit in range(len(candidates)):
                for house in self._houses:
                    places = candidates[digit] & house
                    if not places:
                        return None
                    if not places & (places - 1) and not places & done:
                        done = self._put(candidates, done, places.bit_length() - 1, digit)
            if done == before:
                return done
        # Cells that were put last may have taken a digit from a house.
        return done if all(mask & house for mask in candidates for house in self._houses) else None

    def _narrowest(self, candidates: Candidates, done: int) -> int:
        """An open cell with two digits left, or else three, or else any."""
        one = two = three = four = 0
        for mask in candidates:
            four |= three & mask
            three |= two & mask
            two |= one & mask
            one |= mask
        best = next(cells for cells in (two & ~three & ~done, three & ~four & ~done, ~done & self._full) if cells)
        return (best & -best).bit_length() - 1

    def _solution(self, candidates: Candidates, done: int) -> Candidates | None:
        settled = self._settle(candidates, done)
        if settled is None or settled == self._full:
            return candidates if settled is not None else None
        cell = self._narrowest(candidates, settled)
        for digit in range(len(candidates)):
            if candidates[digit] >> cell & 1:
                inside = candidates.copy()
                found = self._solution(inside, self._put(inside, settled, cell, digit))
                if found is not None:
                    return found
        return None


def _union(masks: Iterable[int]) -> int:
    all_ = 0
    for mask in masks:
        all_ |= mask
    return all_
