"""Plain loops on solvers of others, as peers: one instance, with a line of JSON for each new bound and one at the end.

    python3 results/toolkit/loops.py value FILE.json      interdiction: theta rows, HiGHS on both levels
    python3 results/toolkit/loops.py knapsack FILE.json   interdiction: targets that come down, knapsack rows, CP-SAT on both
    python3 results/toolkit/loops.py optux FILE.cnf       the smallest unsatisfiable subset, by OptUx
    python3 results/toolkit/loops.py rc2 FILE.cnf         the same, by hitting sets of RC2 and clauses in CaDiCaL
    python3 results/toolkit/loops.py sets FILE.hgr        a minimum hitting set, by CP-SAT

`peers.py` writes the JSON files. Needs `highspy`, `ortools` and `python-sat`, one thread each.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Item = tuple[int, int]


def say(lower: float, upper: float, status: str = "open") -> None:
    """A line with the bounds as they are now."""
    print(json.dumps({"status": status, "lower_bound": lower, "upper_bound": upper}), flush=True)


def highs(objective: Any, rows: Any, n: int, *, is_max: bool, more: int = 0) -> tuple[int, list[int]] | None:
    """The optimum over `n` binaries, and over one more variable from 0 to `more`; the callables make expressions of them."""
    import highspy

    model = highspy.Highs()
    model.silent()
    for option, value in (("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99), ("threads", 1)):
        model.setOptionValue(option, value)
    integer = highspy.HighsVarType.kInteger
    variables = [model.addVariable(0, 1, type=integer) for _ in range(n)]
    if more:
        variables.append(model.addVariable(0, more, type=integer))
    for row in rows(variables):
        model.addConstr(row)
    (model.maximize if is_max else model.minimize)(objective(variables))
    if model.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise SystemExit("HiGHS was stopped")
    values = model.getSolution().col_value
    return round(model.getInfo().objective_function_value), [i for i in range(n) if values[i] > 0.5]


def total(terms: list[Item], variables: Any) -> Any:
    """A linear expression."""
    return sum(factor * variables[i] for i, factor in terms)


def value(problem: dict[str, Any]) -> None:
    """The leader minimizes theta over rows `theta >= p z - sum of p_i over what it takes of z`."""
    n, worth = problem["n"], list(enumerate(problem["values"]))
    prices, budget = list(enumerate(problem["prices"])), problem["budget"]
    cuts: list[tuple[int, list[Item]]] = []
    lower, upper, taken = 0, sum(problem["values"]), set()
    while lower < upper:
        answer = highs(
            lambda z: total(worth, z),
            lambda z: [total(t, z) <= b for t, b in problem["rows"]] + [z[i] <= 0 for i in taken],
            n,
            is_max=True,
        )
        if answer is None:
            raise SystemExit("the follower has no answer")
        upper = min(upper, answer[0])
        say(lower, upper)
        if lower >= upper:
            break
        cuts.append((answer[0], [(i, problem["values"][i]) for i in answer[1]]))
        leader = highs(
            lambda x: 1 * x[n],
            lambda x: [total(prices, x) <= budget] + [x[n] + total(t, x) >= w for w, t in cuts],
            n,
            is_max=False,
            more=sum(problem["values"]),
        )
        if leader is None:
            raise SystemExit("the leader has no choice")
        lower, taken = max(lower, leader[0]), set(leader[1])
    say(upper, upper, "optimal")


def cp_sat(n: int, objective: list[Item], rows: list[tuple[list[Item], str, int]], *, is_max: bool) -> tuple[int, list[int]] | None:
    """The optimum over `n` binaries by CP-SAT, on one thread."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_bool_var(f"v{i}") for i in range(n)]
    for terms, sense, right in rows:
        left = total(terms, variables)
        model.add(left <= right if sense == "L" else left >= right)
    (model.maximize if is_max else model.minimize)(total(objective, variables))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise SystemExit("CP-SAT was stopped")
    return round(solver.objective_value), [i for i in range(n) if solver.value(variables[i])]


def knapsack(problem: dict[str, Any]) -> None:
    """Targets come down from the first answer; an answer z above T gives `sum of p_i x_i over z >= p z - T`."""
    n, values = problem["n"], problem["values"]
    prices = list(enumerate(problem["prices"]))
    rows = [(terms, "L", right) for terms, right in problem["rows"]]
    answers: list[tuple[int, list[int]]] = []

    def answer(taken: list[int]) -> int:
        found = cp_sat(n, list(enumerate(values)), rows + [([(i, 1)], "L", 0) for i in taken], is_max=True)
        if found is None:
            raise SystemExit("the follower has no answer")
        answers.append(found)
        return found[0]

    upper = answer([])
    while True:
        say(0, upper)
        below = upper - 1
        cuts = [([(i, values[i]) for i in z], "G", worth - below) for worth, z in answers if worth > below]
        leader = cp_sat(n, prices, [(prices, "L", problem["budget"]), *cuts], is_max=False)
        if leader is None:
            break
        upper = min(upper, answer(leader[1]))
    say(upper, upper, "optimal")


def clauses(file: Path) -> list[list[int]]:
    """The clauses of a CNF file."""
    lines = [line for line in file.read_text().splitlines() if line and line[0] not in "cp"]
    return [[int(word) for word in line.split()][:-1] for line in lines]


def optux(file: Path) -> None:
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    for clause in clauses(file):
        formula.append(clause, weight=1)
    with OptUx(formula) as search:
        size = len(search.compute())
    say(size, size, "optimal")


def rc2(file: Path) -> None:
    """Minimum hitting sets of correction sets; each is a subset to be refuted, or shows one more correction set."""
    from pysat.examples.hitman import Hitman
    from pysat.solvers import Solver

    own = clauses(file)
    top = max(abs(literal) for clause in own for literal in clause)
    chosen = [top + 1 + i for i in range(len(own))]
    with Solver(name="cadical153") as solver, Hitman(htype="sorted") as hitman:
        for clause, name in zip(own, chosen):
            solver.add_clause([*clause, -name])
        while True:
            subset = hitman.get() or []
            say(len(subset), len(own))
            if not solver.solve(assumptions=subset):
                break
            # What the model keeps beside them is taken too, then one clause after the other.
            kept = set(subset)
            left = [name for name in chosen if name not in kept]
            while left:
                true = set(solver.get_model())
                kept |= {name for name in left if true.intersection(own[name - top - 1])}
                left = [name for name in left if name not in kept]
                grown = next((name for name in left if solver.solve(assumptions=[*kept, name])), None)
                if grown is None:
                    break
                kept.add(grown)
                left.remove(grown)
            hitman.hit([name for name in chosen if name not in kept])
    say(len(subset), len(subset), "optimal")


def sets(file: Path) -> None:
    lines = [line.split() for line in file.read_text().splitlines() if line and line[0] != "c"]
    n = int(lines[0][2])
    rows = [([(int(word) - 1, 1) for word in line], "G", 1) for line in lines[1:]]
    found = cp_sat(n, [(i, 1) for i in range(n)], rows, is_max=False)
    if found:
        say(found[0], found[0], "optimal")


if __name__ == "__main__":
    mode, path = sys.argv[1], Path(sys.argv[2])
    if mode in ("value", "knapsack"):
        {"value": value, "knapsack": knapsack}[mode](json.loads(path.read_text()))
    else:
        {"optux": optux, "rc2": rc2, "sets": sets}[mode](path)
