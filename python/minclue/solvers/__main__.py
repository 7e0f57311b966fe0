"""Asks other solvers for the fewest clues of grids, beside the engines of minclue, and keeps what they say in DIR."""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from . import SOLVERS
from ._compare import contradictions, minima
from ._oracle import Oracle
from ._study import Settings, study
from ._task import Broken, Grid, MissingSolver, Status, Way
from .ours import Ours, program_version

PROGRAM = os.environ.get("MINCLUE", "target/release/minclue")
BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3)}
ANSWERED, FAILED, INVALID, LIMIT, CONTRADICTION = 0, 1, 3, 4, 5


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0; 1 if a run failed; 3 if something is not what it should be; 4 if a
    limit ended a run; 5 if answers contradict each other; 129, 130 or 143 after a signal."""
    parser = argparse.ArgumentParser("python -m minclue.solvers", description=__doc__)
    add = parser.add_argument
    add("input", metavar="FILE", type=Path, nargs="*", help="lines of a name and a complete grid, 4x4 to 9x9")
    add("--list", action="store_true", help="say which solvers are installed, and what each cannot do, and end")
    add("-o", metavar="DIR", dest="folder", type=Path, help="where records.jsonl is; what it has is not done again")
    add("--ids", metavar="NAME,...", type=_names, help="only these grids of the files")
    add("--solvers", metavar="NAME,...", type=_names, default=list(SOLVERS), help="only these (all)")
    ways = [way.value for way in Way if way is not Way.OWN]
    add("--ways", metavar="WAY,...", type=_names, default=ways, help=f"only these of {', '.join(ways)}")
    add("--time-limit", metavar="S", type=_seconds, default=120.0, help="wall-clock seconds of each run (120)")
    cpu = "processor seconds of each run, for a machine that does other work too (none)"
    add("--cpu-limit", metavar="S", type=_seconds, help=cpu)
    sets = "unavoidable sets to start from, the smallest first (500)"
    add("--max-sets", metavar="N", type=_count, default=500, help=sets)
    add("--seed", metavar="N", type=int, default=1, help="of the solvers that have one (1)")
    add("--known", metavar="FILE", type=Path, action="append", default=[], help="records of `minclue solve` with minima")
    add("--program", metavar="FILE", default=PROGRAM, help="the program of minclue (MINCLUE, or target/release/minclue)")
    options = parser.parse_args(words)
    # A signal ends the run that is at work, whose process would not hear of it. `nohup` has one ignored.
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: sys.exit(128 + number))
    if options.list:
        print("\n".join(_described(options.program)))
        return ANSWERED
    if options.folder is None or not options.input:
        parser.error("-o DIR and a file with grids are wanted")
    for what, named, there in (("solver", options.solvers, SOLVERS), ("way", options.ways, ways)):
        if unknown := sorted(set(named) - set(there)):
            parser.error(f"there is no {what} {', '.join(unknown)}; there are {', '.join(there)}")
    chosen = [Way(way) for way in options.ways]
    limits = (options.time_limit, options.cpu_limit)
    numbers = (options.max_sets, options.seed)
    settings = Settings(options.folder, options.solvers, chosen, *limits, *numbers, options.program)
    try:
        program_version(options.program)
        grids = [grid for path in options.input for grid in read_grids(path)]
        if options.ids is not None:
            grids = _chosen(grids, options.ids)
        known = {name: minimum for path in options.known for name, minimum in minima(path).items()}
        records = study(settings, grids, SOLVERS, lambda line: print(line, file=sys.stderr, flush=True))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except (Broken, MissingSolver, ValueError, OSError) as e:
        print(f"minclue: {e}", file=sys.stderr)
        return INVALID
    flaws = contradictions(records, known)
    for flaw in flaws:
        print(f"minclue: contradiction: {flaw}", file=sys.stderr)
    print(options.folder / "records.jsonl")
    states = {record["status"] for record in records}
    for code, is_so in ((CONTRADICTION, flaws), (FAILED, Status.FAILED.value in states), (LIMIT, "time_limit" in states)):
        if is_so:
            return code
    return ANSWERED


def read_grids(path: Path) -> list[Grid]:
    """The grids of a file, by lines of a name and a grid; `#` begins a comment, and a line `Id ...` is a head.

    :raises ValueError: a line has no complete grid, or one that breaks the rules.
    """
    grids = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fields = line.split("#")[0].split()
        if not fields or fields[0].lower() == "id":
            continue
        name, text = (fields[0], fields[1]) if len(fields) > 1 else (f"grid-{number}", fields[0])
        order = math.isqrt(len(text))
        if order not in BOXES or order * order != len(text) or not set(text) <= set("123456789"[:order]):
            raise ValueError(f"{path}:{number}: this is not a complete grid of 4x4, 6x6, 8x8 or 9x9")
        grid = Grid(name, text, *BOXES[order])
        try:
            Oracle(grid)
        except ValueError as e:
            raise ValueError(f"{path}:{number}: {e}") from None
        grids.append(grid)
    return grids


def _chosen(grids: Sequence[Grid], names: Sequence[str]) -> list[Grid]:
    by_name = {grid.name: grid for grid in grids}
    if unknown := [name for name in names if name not in by_name]:
        raise ValueError(f"there is no grid {', '.join(unknown)}")
    return [by_name[name] for name in names]


def _described(program: str) -> list[str]:
    lines = []
    for name, adapter in SOLVERS.items():
        try:
            version = program_version(program) if issubclass(adapter, Ours) else adapter.version()
        except MissingSolver as e:
            version = f"missing: {e}"
        lines.append(f"{name}: {version}")
        if not issubclass(adapter, Ours):
            lines += [f"    not {way.value}: {why}" for way, why in adapter.cannot.items()]
        lines += [f"    {adapter.lacks}"] if adapter.lacks else []
    return lines


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"a limit is in seconds, a number above 0, and not {text!r}")
    return seconds


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a whole number from 0 is wanted, and not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
