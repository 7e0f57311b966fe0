"""Fewest clues of a puzzle by SAT solvers. Usage: peers.py optux|loop|smus MODEL.opb SECONDS

The model is what `minclue puzzle --export M --what hpr --to opb` writes: its rows, a row for each clue, and one that says
that some shown variable differs from the solution. Needs python-sat, and `smus` CPMpy. Prints lines of JSON.

`optux` asks OptUx for a smallest unsatisfiable subset of the clues. `loop` takes turns: Hitman proposes a smallest
hitting set of the sets so far, and Glucose finds second solutions, each shrunk to a minimal set, until none is left.
`smus` is that of CPMpy with its default solver, OR-Tools, for both sides; it gets the rows as they are, not as clauses.
"""

import json
import random
import re
import signal
import sys
import time

from pysat.card import CardEnc, EncType
from pysat.examples.hitman import Hitman
from pysat.examples.optux import OptUx
from pysat.formula import WCNF, IDPool
from pysat.solvers import Solver

sys.setrecursionlimit(100_000)


class Model:
    """Clauses of the rows; a literal for each clue; and the clause that something differs."""

    def __init__(self, path):
        names, rows = {}, []
        for line in open(path):
            if found := re.match(r"\* x(\d+) (\S+)", line):
                names[int(found[1])] = found[2]
            elif found := re.fullmatch(r"(.*?) (>=|=) ([+-]?\d+) ;\n?", line):
                terms = [(int(a), int(x)) for a, x in re.findall(r"([+-]?\d+) x(\d+)", found[1])]
                rows.append((terms, found[2], int(found[3])))
        z = next(x for x, name in names.items() if name == "z")
        shown = {x for x, name in names.items() if name.startswith("y_")}
        self.pool = IDPool(start_from=max(names) + 1)
        self.clauses, self.clues, self.differs, self.rows = [], [], None, []
        for terms, sense, bound in rows:
            of_clue = [(a, x) for a, x in terms if x in shown]
            rest = [(a, x) for a, x in terms if x not in shown]
            if of_clue and len(rest) == 1:
                ((a, x),) = rest
                self.clues.append(x if a > 0 else -x)
            elif any(x == z for _, x in terms):
                if len(terms) > 1:
                    self.differs = [x if a > 0 else -x for a, x in terms if x != z]
            else:
                self.rows.append((terms, sense, bound))
                self.at_least(terms, bound)
                if sense == "=":
                    self.at_least([(-a, x) for a, x in terms], -bound)

    def at_least(self, terms, bound):
        """Clauses of a row: at once where they are few, by a sequential counter, or by a decision diagram."""
        bound += sum(-a for a, _ in terms if a < 0)
        literals = sorted(((abs(a), x if a > 0 else -x) for a, x in terms), reverse=True)
        if bound <= 0:
            return
        if all(a == 1 for a, _ in literals):
            bare = [x for _, x in literals]
            if len(bare) - bound == 1 and len(bare) <= 40:
                self.clauses += [[x, y] for i, x in enumerate(bare) for y in bare[:i]]
            else:
                rows = CardEnc.atleast(bare, bound, vpool=self.pool, encoding=EncType.seqcounter)
                self.clauses += rows.clauses
            return
        left = [0]
        for a, _ in reversed(literals):
            left.append(left[-1] + a)
        left.reverse()
        made = {}

        def node(i, wanted):
            if wanted <= 0 or left[i] < wanted:
                return wanted <= 0
            if (i, wanted) not in made:
                a, x = literals[i]
                made[i, wanted] = me = self.pool.id()
                without, with_it = node(i + 1, wanted), node(i + 1, wanted - a)
                if without is not True:
                    self.clauses.append([-me, x] + [without] * (without is not False))
                if with_it is not True:
                    self.clauses.append([-me] + [with_it] * (with_it is not False))
            return made[i, wanted]

        self.clauses.append([node(0, bound)])


def say(status, lower, upper, **more):
    print(json.dumps({"status": status, "lower": lower, "upper": upper, "cpu_s": round(time.process_time(), 3)} | more), flush=True)


def by_optux(model):
    formula = WCNF()
    formula.extend([*model.clauses, model.differs])
    for clue in model.clues:
        formula.append([clue], weight=1)
    lower = 0
    say("time_limit", 0, None)
    get = Hitman.get

    def told(self, *args, **kwargs):
        nonlocal lower
        found = get(self, *args, **kwargs)
        if found and len(found) > lower:
            lower = len(found)
            say("time_limit", lower, None)
        return found

    Hitman.get = told
    with OptUx(formula, solver="g4", unsorted=False) as solver:
        found = solver.compute()
    say("optimal", len(found), len(found))


class Asked:
    """A solver that answers by second solutions, and what its answers took: their number, and seconds of the processor."""

    def __init__(self, name, model):
        self.solver, self.clues = Solver(name, bootstrap_with=[*model.clauses, model.differs]), model.clues
        self.questions, self.seconds = 0, 0.0
        self.top = model.pool.top + max(abs(clue) for clue in model.clues)

    def second(self, clues, more=()):
        """The clues that a second solution breaks, all of them outside of `clues`; `None` if there is none."""
        before = time.process_time()
        found = self.solver.solve(assumptions=[self.clues[i] for i in clues] + list(more))
        self.seconds += time.process_time() - before
        self.questions += 1
        if not found:
            return None
        point = self.solver.get_model()
        return {i for i, clue in enumerate(self.clues) if point[abs(clue) - 1] != clue}

    def minimal(self, broken):
        """A minimal set of clues that some second solution breaks, within those that one breaks."""
        while len(broken) > 1:
            self.top += 1
            self.solver.add_clause([-self.top] + [self.clues[i] for i in broken])
            fewer = self.second([i for i in range(len(self.clues)) if i not in broken], [self.top])
            self.solver.add_clause([-self.top])
            if fewer is None:
                break
            broken = fewer
        return broken

    def core(self, clues):
        """Those of the clues of the last question that leave no second solution."""
        wanted = set(self.solver.get_core() or [])
        return [i for i in clues if self.clues[i] in wanted]


def by_loop(model):
    solver, rng = Asked("g4", model), random.Random(1)
    lower, upper, turns = 0, None, 0
    say("time_limit", lower, upper)
    with Hitman(solver="g4", htype="sorted") as hitman:
        while True:
            hitting = hitman.get() or []
            turns += 1
            if len(hitting) > lower:
                lower = len(hitting)
                say("time_limit", lower, upper)
            if lower == upper:
                break
            clues, found = list(hitting), 0
            # Disjoint sets, until the clues and all of their cells are enough.
            while (broken := solver.second(clues)) is not None:
                found += 1
                broken = solver.minimal(broken)
                hitman.hit(list(broken))
                clues += broken
            if not found:
                upper = len(hitting)
                break
            if turns % 5 == 1:
                kept = solver.core(clues)
                rng.shuffle(kept)
                for i in list(kept):
                    without = [other for other in kept if other != i]
                    if solver.second(without) is None:
                        kept = without
                upper = len(kept) if upper is None else min(upper, len(kept))
    say("optimal", lower, upper, questions=solver.questions)


def by_smus(model):
    import cpmpy
    from cpmpy.tools.explain import smus

    say("time_limit", 0, None)
    top = max(abs(x) for x in [*model.clues, *model.differs, *(x for terms, _, _ in model.rows for _, x in terms)])
    point = cpmpy.boolvar(shape=top + 1)

    def literal(x):
        return point[x] if x > 0 else ~point[-x]

    hard = [cpmpy.any([literal(x) for x in model.differs])]
    for terms, sense, bound in model.rows:
        total = cpmpy.sum([a * point[x] for a, x in terms])
        hard.append(total == bound if sense == "=" else total >= bound)
    found = smus([literal(x) for x in model.clues], hard)
    say("optimal", len(found), len(found))


if __name__ == "__main__":
    way, path, limit = sys.argv[1:]
    # CPU seconds, those of the encoding included.
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, float(limit))
    {"optux": by_optux, "loop": by_loop, "smus": by_smus}[way](Model(path))
