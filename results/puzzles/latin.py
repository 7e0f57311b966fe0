"""A square of each main class of Latin squares of order 7. Usage: latin.py PROGRAM

Two squares are in one main class if permutations of rows, columns and symbols, and exchanges of these three, lead from
one to the other. `minclue canon` knows all of that but the exchange of symbols with rows or columns, so the least form
of three conjugates names the class. Squares are met by cycle switches, which exchange the two symbols of a cycle of two
rows, in any conjugate, from the cyclic square and random ones on, until there are 147 classes. That there are 147 is
known (B. D. McKay, A. Meynert and W. Myrvold, "Small Latin squares, quasigroups and loops", 2007, table 2).

Prints the least form of each class, in their order, one a line with its number.
"""

import json
import random
import subprocess
import sys

ORDER, CLASSES, BATCH = 7, 147, 300


def conjugates(square):
    """The square with each of its three kinds of lines in the place of symbols."""
    triples = [(r, c, square[r][c]) for r in range(ORDER) for c in range(ORDER)]
    found = []
    for turn in ((0, 1, 2), (0, 2, 1), (2, 1, 0)):
        rows = [[0] * ORDER for _ in range(ORDER)]
        for triple in triples:
            rows[triple[turn[0]]][triple[turn[1]]] = triple[turn[2]]
        found.append(rows)
    return found


def switched(square, rng):
    """A cycle of two random rows of a random conjugate is exchanged."""
    rows = [list(row) for row in conjugates(square)[rng.randrange(3)]]
    first, second = rng.sample(range(ORDER), 2)
    at = start = rng.randrange(ORDER)
    while True:
        rows[first][at], rows[second][at] = rows[second][at], rows[first][at]
        # The cycle goes on where the first row has the symbol that it has just got a second time.
        at = next((c for c in range(ORDER) if c != at and rows[first][c] == rows[first][at]), start)
        if at == start:
            return rows


def classes_of(program, squares):
    """The least form of the conjugates of each square."""
    lines = ["".join(str(symbol + 1) for row in rows for symbol in row) for square in squares for rows in conjugates(square)]
    command = [program, "canon", "--shape", f"1x{ORDER}", "--format", "jsonl", "--quiet", "-"]
    text = "\n".join(lines) + "\n"
    said = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    forms = [json.loads(line)["minlex"] for line in said]
    assert len(forms) == len(lines)
    return [min(forms[i : i + 3]) for i in range(0, len(forms), 3)]


def square_of(form):
    return [[int(form[r * ORDER + c]) - 1 for c in range(ORDER)] for r in range(ORDER)]


def main(program):
    rng = random.Random(1)
    cyclic = [[(r + c) % ORDER for c in range(ORDER)] for r in range(ORDER)]
    command = [program, "generate", "--grids", "-n", "20", "--seed", "1", "--shape", f"1x{ORDER}", "--quiet"]
    drawn = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    found = set(classes_of(program, [cyclic, *map(square_of, drawn)]))
    # How often each was a start: rare ones are taken as often as others.
    while len(found) < CLASSES:
        starts = rng.choices(sorted(found), k=BATCH)
        squares = [square_of(form) for form in starts]
        found |= set(classes_of(program, [switched(square, rng) for square in squares]))
        print(len(found), "classes", file=sys.stderr)
    assert len(found) == CLASSES
    for number, form in enumerate(sorted(found), 1):
        print(f"m{number:03d} {form}")


if __name__ == "__main__":
    main(sys.argv[1])
