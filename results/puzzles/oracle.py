"""What second solutions cost SAT solvers. Usage: oracle.py SOLVER MODEL.opb QUESTIONS

The questions are those that `crates/puzzles/examples/questions.rs` asks our oracle: sets of clues, a line each. SOLVER is
a name that python-sat knows, such as `g4` or `cadical195`; it keeps what it learns from question to question. The model
is read as by `peers.py`. Prints a line of JSON: the seconds of the processor within the solver, without what Python does,
for any second solution (`second_s`) and for a minimal set of broken clues (`minimal_s`), and the mean size of these sets.
"""

import json
import sys

from peers import Asked, Model


def asked_of(name, model):
    """Second solutions near to the first one break few clues."""
    asked = Asked(name, model)
    asked.solver.set_phases(model.clues)
    return asked


def main(name, path, questions):
    model = Model(path)
    asked = [[int(number) for number in line.split()] for line in open(questions)]
    second, minimal = asked_of(name, model), asked_of(name, model)
    n_valid = sum(second.second(clues) is None for clues in asked)
    broken = (minimal.second(clues) for clues in asked)
    sizes = [len(minimal.minimal(found)) for found in broken if found is not None]
    size = sum(sizes) / max(1, len(sizes))
    found = {"n_valid": n_valid, "size": round(size, 2), "minimal_s": minimal.seconds, "second_s": second.seconds}
    print(json.dumps({key: round(value, 4) for key, value in found.items()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
