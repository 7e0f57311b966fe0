"""Random instances of puzzles as text for `minclue puzzle`, the same for the same seed.

Latin squares and grids of Sudoku come from `minclue generate --grids`. Loops and cross sums are made here.
"""

import random
import subprocess
from itertools import count

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"


def squares(program, n, seed, words):
    """`n` random complete grids as lists of digits from 0."""
    command = [program, "generate", "--grids", "-n", str(n), "--seed", str(seed), "--quiet", *words]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [[SYMBOLS.index(symbol) for symbol in line] for line in lines]


def drawn(values, width):
    """Rows of symbols."""
    return "\n".join("".join(values[i : i + width]) for i in range(0, len(values), width)) + "\n"


def digits(values):
    return [SYMBOLS[value] for value in values]


def beside(cell, n):
    """The cells that share a side with `cell` in an n x n board."""
    row, column = divmod(cell, n)
    places = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * n + c for r, c in places if 0 <= r < n and 0 <= c < n]


def killer(program, name, seed, n_cages=26):
    """A 9x9 grid in cages without equal digits: 81 cages are joined until `n_cages` are left."""
    rng = random.Random(seed)
    (grid,) = squares(program, 1, seed, [])
    cage = list(range(81))
    members = {i: {i} for i in cage}
    while len(members) > n_cages:
        # Small cages first, or some would be half the board.
        first = min(members, key=lambda i: (len(members[i]), rng.random()))
        near = {cage[other] for cell in members[first] for other in beside(cell, 9)} - {first}
        held = {grid[cell] for cell in members[first]}
        fits = [i for i in near if not held & {grid[cell] for cell in members[i]}]
        if not fits:
            return killer(program, name, seed + 1_000_000, n_cages)
        second = min(fits, key=lambda i: (len(members[i]), rng.random()))
        for cell in members.pop(second):
            cage[cell] = first
            members[first].add(cell)
    letters = dict(zip(members, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", strict=False))
    return f"sudoku cages {name}\n{drawn(digits(grid), 9)}cages\n{drawn([letters[i] for i in cage], 9)}"


def latin(program, name, n, seed):
    (grid,) = squares(program, 1, seed, ["--shape", f"1x{n}"])
    return f"latin {name}\n{drawn(digits(grid), n)}"


def futoshiki(program, name, n, seed, density=0.25):
    """A random Latin square with a sign between some neighbors."""
    rng = random.Random(seed)
    (grid,) = squares(program, 1, seed, ["--shape", f"1x{n}"])
    lines = []
    for row in range(n):
        cells = grid[row * n : row * n + n]
        line = SYMBOLS[cells[0]]
        for left, right in zip(cells, cells[1:], strict=False):
            line += ("<" if left < right else ">") if rng.random() < density else " "
            line += SYMBOLS[right]
        lines.append(line)
        if row + 1 < n:
            below = grid[row * n + n : row * n + 2 * n]
            signs = ["^" if a < b else "v" for a, b in zip(cells, below, strict=True)]
            lines.append(" ".join(sign if rng.random() < density else " " for sign in signs).rstrip())
    return f"futoshiki {name}\n" + "\n".join(line for line in lines if line) + "\n"


def sudoku(program, name, variant, seed, shape="3x3"):
    """A grid as a model of rows, without the fast path of 9x9."""
    words = ["--shape", shape] + (["--variant", variant] if variant else [])
    (grid,) = squares(program, 1, seed, words)
    head = f"sudoku {variant or ''} {shape} {name}".replace("  ", " ")
    return f"{head}\n{drawn(digits(grid), round(len(grid) ** 0.5))}"


def cross_sums(name, n, seed, kind="kakuro"):
    """A board of n x n with random black cells, and digits without an equal pair in a run."""
    for attempt in count():
        rng = random.Random(seed * 1000 + attempt)
        black = {cell for cell in range(n * n) if rng.random() < 0.2}
        # A run of one cell would say its digit: it is black too, and perhaps leaves another one.
        while lone := {run[0] for run in _runs(black, n) if len(run) == 1}:
            black |= lone
        runs, white = _runs(black, n), [cell for cell in range(n * n) if cell not in black]
        # Most cells are left, and hang together.
        if len(white) < n * n // 2 or any(len(run) > 9 for run in runs) or not _hangs_together(set(white), n):
            continue
        filled = _filled(white, runs, rng)
        if filled is not None:
            cells = ["#" if cell in black else str(filled[cell]) for cell in range(n * n)]
            return f"{kind} {name}\n{drawn(cells, n)}"
    raise AssertionError("attempts do not end")


def _runs(black, n):
    runs = []
    for line in [[r * n + c for c in range(n)] for r in range(n)] + [[r * n + c for r in range(n)] for c in range(n)]:
        run = []
        for cell in [*line, None]:
            if cell is None or cell in black:
                if run:
                    runs.append(run)
                run = []
            else:
                run.append(cell)
    return runs


def _filled(cells, runs, rng):
    of = {cell: [run for run in runs if cell in run] for cell in cells}
    filled = {}

    def fill(i):
        if i == len(cells):
            return True
        taken = {filled.get(other) for run in of[cells[i]] for other in run}
        free = [digit for digit in range(1, 10) if digit not in taken]
        rng.shuffle(free)
        for digit in free:
            filled[cells[i]] = digit
            if fill(i + 1):
                return True
            del filled[cells[i]]
        return False

    return filled if fill(0) else None


def _hangs_together(cells, n):
    seen = {min(cells)}
    left = list(seen)
    while left:
        for other in beside(left.pop(), n):
            if other in cells and other not in seen:
                seen.add(other)
                left.append(other)
    return len(seen) == len(cells)


def loop(name, n, seed):
    """The inside of a random loop on n x n faces: faces join until two of three are inside or none fits."""
    rng = random.Random(seed)
    inside = {rng.randrange(n * n)}
    while len(inside) < 2 * n * n // 3:
        fits = [face for face in range(n * n) if face not in inside and _stays_a_loop(inside | {face}, n)]
        if not fits:
            break
        # Faces with one neighbor inside make winding loops.
        lone = [face for face in fits if sum(other in inside for other in beside(face, n)) == 1]
        inside.add(rng.choice(lone or fits))
    return f"slitherlink {name}\n{drawn(['#' if face in inside else '.' for face in range(n * n)], n)}"


def _stays_a_loop(inside, n):
    """Inside and outside, with a border around the board, each hang together by sides."""
    wide = n + 2
    moved = {(face // n + 1) * wide + face % n + 1 for face in inside}
    outside = set(range(wide * wide)) - moved
    return _hangs_together(moved, wide) and _hangs_together(outside, wide)


def queens(name, n, seed):
    """Queens that do not attack each other, by exchanging columns until none do."""
    rng = random.Random(seed)
    column = list(range(n))
    while True:
        rng.shuffle(column)
        for _ in range(100 * n):
            bad = [row for row in range(n) if _attacked(column, row)]
            if not bad:
                cells = ["Q" if column[row] == c else "." for row in range(n) for c in range(n)]
                return f"queens {name}\n{drawn(cells, n)}"
            first, second = rng.choice(bad), rng.randrange(n)
            before = _attacked(column, first) + _attacked(column, second)
            column[first], column[second] = column[second], column[first]
            if _attacked(column, first) + _attacked(column, second) > before and rng.random() > 0.05:
                column[first], column[second] = column[second], column[first]


def _attacked(column, row):
    return sum(abs(column[other] - column[row]) == abs(other - row) for other in range(len(column)) if other != row)


def regions(n, rng):
    """A drawing of n regions of n cells each: rows whose cells were exchanged for a while."""
    region = [cell // n for cell in range(n * n)]

    def is_whole(number):
        return _hangs_together({cell for cell in range(n * n) if region[cell] == number}, n)

    for _ in range(20 * n * n):
        first = rng.randrange(n * n)
        here, there = region[first], region[rng.choice(beside(first, n))]
        back = [c for c in range(n * n) if region[c] == there and any(region[o] == here for o in beside(c, n))]
        if here == there:
            continue
        second = rng.choice(back)
        region[first], region[second] = there, here
        if not (is_whole(here) and is_whole(there)):
            region[first], region[second] = here, there
    return "".join("ABCDEFGHIJKLMNOP"[number] for number in region)
