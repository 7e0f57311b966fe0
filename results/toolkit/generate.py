"""Writes seeded instances for `minclue bilevel`, `explain` and `solve --hypergraph`, with what is known of some answers.

Usage: python3 results/toolkit/generate.py DIR. Needs Python alone. `known.json` has the answers that another algorithm finds:
minimum cuts by augmenting paths.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

Terms = list[tuple[str, int]]
Rows = list[tuple[Terms, int]]


class Program:
    """A bilevel program: the leader's variables x and the follower's z, as an MPS file with an AUX file of names."""

    def __init__(self, name: str) -> None:
        self.name, self.rows, self.objective = name, [], []  # type: ignore[var-annotated]
        self.value: Terms = []
        self.upper: dict[str, int] = {}  # of integers from 0; all others are 0 or 1
        self.columns: dict[str, Terms] = {}

    def row(self, name: str, terms: Terms, sense: str, right: int, *, of_follower: bool = True) -> None:
        self.rows.append((name, sense, right, of_follower))
        for variable, factor in terms:
            self.columns.setdefault(variable, []).append((name, factor))

    def write(self, folder: Path) -> None:
        costs = dict(self.objective)
        lines = [f"NAME          {self.name}", "ROWS", " N  obj"] + [f" {sense}  {name}" for name, sense, _, _ in self.rows]
        lines += ["COLUMNS", "    MARKER    'MARKER'                 'INTORG'"]
        for variable, entries in self.columns.items():
            own = [("obj", costs[variable])] if costs.get(variable) else []
            lines += [f"    {variable:<9} {row:<9} {factor:>12}" for row, factor in own + entries]
        lines += ["    MARKER    'MARKER'                 'INTEND'", "RHS"]
        lines += [f"    rhs       {name:<9} {right:>12}" for name, _, right, _ in self.rows if right]
        bound = {variable: f" UP bnd       {variable:<9} {upper:>12}" for variable, upper in self.upper.items()}
        lines += ["BOUNDS"] + [bound.get(variable, f" BV bnd       {variable}") for variable in self.columns] + ["ENDATA"]
        (folder / f"{self.name}.mps").write_text("\n".join(lines) + "\n")
        values = dict(self.value)
        own = [variable for variable in self.columns if variable.startswith("z")]
        rows = [name for name, _, _, of_follower in self.rows if of_follower]
        text = ["@NUMVARS", len(own), "@NUMCONSTRS", len(rows), "@VARSBEGIN"]
        text += [f"{variable} {-values.get(variable, 0)}" for variable in own]
        text += ["@VARSEND", "@CONSTRSBEGIN", *rows, "@CONSTRSEND"]
        (folder / f"{self.name}.aux").write_text("\n".join(map(str, text)) + "\n")


def interdiction(name: str, values: list[int], rows: Rows, budget: int, prices: list[int] | None = None) -> Program:
    """The follower takes items, worth `values`, that keep `rows`; the leader puts some out of reach, for `budget` in all."""
    program, n = Program(name), len(values)
    program.row("budget", [(f"x{i}", (prices or [1] * n)[i]) for i in range(n)], "L", budget, of_follower=False)
    for number, (terms, right) in enumerate(rows):
        program.row(f"f{number}", terms, "L", right)
    for i in range(n):
        program.row(f"l{i}", [(f"x{i}", 1), (f"z{i}", 1)], "L", 1)
    program.value = [(f"z{i}", value) for i, value in enumerate(values)]
    program.objective = program.value
    return program


def clique_rows(n: int, density: float, budget: int, seed: int) -> tuple[str, Rows]:
    """A name, and the pairs of vertices of a random graph that are not edges."""
    chance = random.Random(seed)
    apart = [(i, j) for i in range(n) for j in range(i + 1, n) if chance.random() >= density]
    return f"clique_{n}_{round(100 * density)}_{budget}", [([(f"z{i}", 1), (f"z{j}", 1)], 1) for i, j in apart]


def clique(n: int, density: float, budget: int, seed: int) -> Program:
    """The leader removes vertices of a random graph, and the follower looks for a largest clique."""
    name, rows = clique_rows(n, density, budget, seed)
    return interdiction(name, [1] * n, rows, budget)


def matching_rows(n: int, m: int, budget: int, seed: int) -> tuple[str, list[int], Rows]:
    """A name, the weights of the edges of a random graph, and the edges at each vertex."""
    chance = random.Random(seed)
    edges = sorted(chance.sample([(i, j) for i in range(n) for j in range(i + 1, n)], m))
    rows = [([(f"z{e}", 1) for e, ends in enumerate(edges) if v in ends], 1) for v in range(n)]
    return f"matching_{n}_{m}_{budget}", [chance.randint(1, 9) for _ in edges], rows


def matching(n: int, m: int, budget: int, seed: int) -> Program:
    """The leader removes edges, and the follower looks for a heaviest matching."""
    name, values, rows = matching_rows(n, m, budget, seed)
    return interdiction(name, values, rows, budget)


def knapsacks(n: int, m: int, budget: int, seed: int) -> Program:
    """The leader takes items, and the follower packs the others into `m` knapsacks at once."""
    chance = random.Random(seed)
    values = [chance.randint(1, 100) for _ in range(n)]
    rows = []
    for _ in range(m):
        weights = [chance.randint(1, 100) for _ in range(n)]
        rows.append(([(f"z{i}", weight) for i, weight in enumerate(weights)], sum(weights) // 2))
    return interdiction(f"knapsacks_{n}_{m}_{budget}", values, rows, budget)


def cut(n: int, m: int, seed: int) -> tuple[Program, int]:
    """As few arcs as can be, so that no way is left from vertex 0 to the last one; the follower may always give up (`zlost`).

    With the program comes its answer, which is that of a maximum flow.
    """
    chance = random.Random(seed)
    arcs = sorted(chance.sample([(i, j) for i in range(n) for j in range(n) if i != j and j != 0 and i != n - 1], m))
    program = Program(f"cut_{n}_{m}")
    program.objective = [(f"x{a}", 1) for a in range(m)]
    for v in range(n):
        terms = [(f"z{a}", 1) for a, (i, _) in enumerate(arcs) if i == v]
        terms += [(f"z{a}", -1) for a, (_, j) in enumerate(arcs) if j == v]
        lost = [("zlost", 1)] if v == 0 else [("zlost", -1)] if v == n - 1 else []
        program.row(f"v{v}", terms + lost, "E", 1 if v == 0 else -1 if v == n - 1 else 0)
    for a in range(m):
        program.row(f"l{a}", [(f"x{a}", 1), (f"z{a}", 1)], "L", 1)
    program.value = [("zlost", -1)]
    program.row("no_way", [("zlost", 1)], "G", 1, of_follower=False)
    return program, max_flow(n, arcs)


def max_flow(n: int, arcs: list[tuple[int, int]]) -> int:
    """The most ways from vertex 0 to the last one that share no arc, by augmenting paths."""
    room = {}
    for i, j in arcs:
        room[i, j] = room.get((i, j), 0) + 1
        room.setdefault((j, i), 0)
    flow = 0
    while True:
        before, queue = {0: 0}, [0]
        for i in queue:
            for j in range(n):
                if j not in before and room.get((i, j), 0) > 0:
                    before[j] = i
                    queue.append(j)
        if n - 1 not in before:
            return flow
        j = n - 1
        while j:
            i = before[j]
            room[i, j] -= 1
            room[j, i] += 1
            j = i
        flow += 1


def formula(n: int, m: int, seed: int) -> str:
    """Random clauses of three literals over different variables."""
    chance = random.Random(seed)
    clauses = [[v * chance.choice((1, -1)) for v in chance.sample(range(1, n + 1), 3)] for _ in range(m)]
    return "".join([f"p cnf {n} {m}\n"] + [" ".join(map(str, clause)) + " 0\n" for clause in clauses])


def hypergraph(n: int, m: int, size: int, seed: int) -> str:
    """Random hyperedges with `size` vertices."""
    chance = random.Random(seed)
    edges = [sorted(chance.sample(range(1, n + 1), size)) for _ in range(m)]
    return "".join([f"p hs {n} {m}\n"] + [" ".join(map(str, edge)) + "\n" for edge in edges])


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    known = {}
    for n, density, budget in ((20, 0.5, 3), (30, 0.5, 4), (30, 0.8, 5), (40, 0.5, 5), (40, 0.7, 6), (50, 0.5, 6)):
        clique(n, density, budget, n + budget).write(folder)
    for n, m, budget in ((8, 16, 3), (12, 30, 4), (16, 45, 5), (20, 60, 6)):
        matching(n, m, budget, m).write(folder)
    for n, m, budget in ((15, 1, 3), (20, 5, 4), (25, 1, 5), (30, 5, 6)):
        knapsacks(n, m, budget, n).write(folder)
    for n, m in ((6, 15), (8, 30), (10, 50), (12, 70), (14, 100)):
        program, answer = cut(n, m, m)
        program.write(folder)
        known[program.name] = answer
    for n, m, seeds in ((10, 80, 3), (12, 96, 3), (15, 105, 3)):
        for seed in range(1, seeds + 1):
            (folder / f"sat_{n}_{m}_{seed}.cnf").write_text(formula(n, m, seed))
    for n, m, size in ((30, 60, 3), (40, 100, 4), (60, 120, 3), (60, 200, 5)):
        (folder / f"sets_{n}_{m}_{size}.hgr").write_text(hypergraph(n, m, size, m))
    (folder / "known.json").write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
