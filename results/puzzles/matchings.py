"""Perfect matchings of a grid graph, each with the same chance, as text for `minclue puzzle`."""

import random
from functools import cache


def completions(n):
    """The number of ways to go on from a cell, where `taken` has a bit for each of the next n cells that has a domino."""

    @cache
    def ways(cell, taken):
        if cell == n * n:
            return int(taken == 0)
        if taken & 1:
            return ways(cell + 1, taken >> 1)
        return sum(ways(cell + 1, after) for after, _ in choices(cell, taken, n))

    return ways


def choices(cell, taken, n):
    """The dominoes that a free cell may begin: what is taken after it, and the other cell."""
    found = []
    if cell % n + 1 < n and not taken & 2:
        found.append((taken >> 1 | 1, cell + 1))
    if cell + n < n * n:
        found.append((taken >> 1 | 1 << n - 1, cell + n))
    return found


def draw(ways, n, rng):
    """One of all matchings: each domino is drawn by how many ways it leaves to go on."""
    pairs, taken = [], 0
    for cell in range(n * n):
        if taken & 1:
            taken >>= 1
            continue
        found = choices(cell, taken, n)
        weights = [ways(cell + 1, after) for after, _ in found]
        (i,) = rng.choices(range(len(found)), weights)
        pairs.append((cell + 1, found[i][1] + 1))
        taken = found[i][0]
    return pairs


def matchings(n, count, seed):
    """`count` draws of the n x n grid, numbered from 1; the same one may come twice."""
    rng, ways = random.Random(seed), completions(n)
    for number in range(1, count + 1):
        matched = " ".join(f"{a}-{b}" for a, b in draw(ways, n, rng))
        yield f"m{number:04d}", f"matching m{number:04d}\ngrid {n}x{n}\nmatched {matched}\n"
