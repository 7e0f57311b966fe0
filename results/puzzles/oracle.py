"""What second solutions cost SAT solvers. Usage: oracle.py SOLVER MODEL.opb QUESTIONS

The questions are those that `crates/puzzles/examples/questions.rs` asks our oracle: sets of clues, a line each. SOLVER is
a name that python-sat knows, such as `g4` or `cadical195`; it keeps what it learns from question to question. The model
is read as by `peers.py`. Prints a line of JSON: the seconds of the processor within the solver, without what Python does,
for any second solution (`second_s`) and for a minimal set of broken clues (`minimal_s`), and the mean size of these sets.
"""

import json
import sys
import time

from peers import Model
from pysat.solvers import Solver


class Asked:
    """A solver, and the seconds that it took."""

    def __init__(self, name, model):
        self.solver = Solver(name, bootstrap_with=[*model.clauses, model.differs])
        # Second solutions near to the first one break few clues.
        self.solver.set_phases(model.clues)
        self.clues, self.seconds = model.clues, 0.0
        self.top = max(model.pool.top, max(abs(clue) for clue in model.clues))

    def second(self, clues, more=()):
        """The clues that a second solution breaks, all of them outside of `clues`; `None` if there is none."""
        before = time.process_time()
        found = self.solver.solve(assumptions=[self.clues[i] for i in clues] + list(more))
        self.seconds += time.process_time() - before
        if not found:
            return None
        point = self.solver.get_model()
        return {i for i, clue in enumerate(self.clues) if point[abs(clue) - 1] != clue}

    def minimal(self, clues):
        """A minimal set of clues that some second solution breaks."""
        broken = self.second(clues)
        while broken is not None and len(broken) > 1:
            self.top += 1
            self.solver.add_clause([-self.top] + [self.clues[i] for i in broken])
            fewer = self.second([i for i in range(len(self.clues)) if i not in broken], [self.top])
            self.solver.add_clause([-self.top])
            if fewer is None:
                break
            broken = fewer
        return broken


def main(name, path, questions):
    model = Model(path)
    asked = [[int(number) for number in line.split()] for line in open(questions)]
    second, minimal = Asked(name, model), Asked(name, model)
    n_valid = sum(second.second(clues) is None for clues in asked)
    sizes = [len(found) for clues in asked if (found := minimal.minimal(clues)) is not None]
    size = sum(sizes) / max(1, len(sizes))
    found = {"n_valid": n_valid, "size": round(size, 2), "minimal_s": minimal.seconds, "second_s": second.seconds}
    print(json.dumps({key: round(value, 4) for key, value in found.items()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
