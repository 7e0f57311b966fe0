"""Color refinement of a 0/1 model, written from scratch: no symmetry maps two variables of different colors to each other."""

import collections


def rows_of(opb):
    """The rows of a model in OPB, and its objective as one more: terms, sign, right side."""
    rows = []
    for line in opb.splitlines():
        words = line.split(";")[0].split()
        if not words or words[0].startswith("*"):
            continue
        terms, sign, rhs = (words[1:], "min", "0") if words[0] == "min:" else (words[:-2], *words[-2:])
        rows.append(([(int(c), v) for c, v in zip(terms[::2], terms[1::2], strict=True)], sign, rhs))
    return rows


def numbered(keys):
    """A number for each, the same for what is the same."""
    numbers = {key: i for i, key in enumerate(sorted(set(keys.values())))}
    return {name: numbers[key] for name, key in keys.items()}, len(numbers)


def refined(rows):
    """The number of variables, and of colors once nothing tells more of them apart."""
    rows = dict(enumerate(rows))
    where = collections.defaultdict(list)
    for i, (terms, _, _) in rows.items():
        for c, v in terms:
            where[v].append((i, c))
    colors, n = dict.fromkeys(where, 0), 1
    while True:
        looks = {i: (sign, rhs, tuple(sorted((c, colors[v]) for c, v in terms))) for i, (terms, sign, rhs) in rows.items()}
        of_rows, _ = numbered(looks)
        seen = {v: (colors[v], tuple(sorted((of_rows[i], c) for i, c in at))) for v, at in where.items()}
        before, (colors, n) = n, numbered(seen)
        if n == before:
            return len(where), n
