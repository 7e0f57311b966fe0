"""General integer bilevel programs: writes those of two families of the literature, and asks ours and MibS about files.

    python3 results/toolkit/general.py write FOLDER
    python3 results/toolkit/general.py ask SECONDS FOLDER ... > general.jsonl

`ask` takes all MPS files of the folders that have an AUX file beside them (`m.aux`, `m.mps.aux` or `m.txt`). Each program has
SECONDS of CPU time for a file, as the system counts them. MINCLUE is ours; MIBS is MibS, or `mibs` on the path, and without
it only ours is asked. A line of JSON for each file; the exit code is 1 if two proven answers differ, or if a certificate is
refused.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generate import Program, Terms
from peers import bounds_of, cpu_of

N_FILES = 30
VERIFIED = ("VERIFIED value = ", "VERIFIED no choice of the leader is allowed")
KEEP = ("status", "lower_bound", "upper_bound", "optimum", "engine", "n_nodes", "version")


def empty(name: str, n: int, m: int, upper: int) -> Program:
    """A program without rows: `n` integers of the leader and `m` of the follower, from 0 to `upper`."""
    program = Program(name)
    names = [f"x{i}" for i in range(n)] + [f"z{i}" for i in range(m)]
    program.columns = {name: [] for name in names}
    program.upper = dict.fromkeys(names, upper)
    return program


def denegre(n: int, m: int, number: int, rows: int = 20, largest: int = 50) -> Program:
    """In the manner of DeNegre's thesis of 2011, by the parameters of its generator: `largest` 50, 20 rows, 0110.

    All rows are the follower's, over variables of both levels: `a v >= b` with `a` from -50 to 0, each over a fifth of the
    variables or more, and `b` so that a random point keeps all of them with equality. Objectives are from 1 to 50 in size.
    The generator draws the follower's columns among all; here the leader's come first.
    """
    chance = random.Random(f"denegre {n} {m} {number}")
    program = empty(f"denegre_{n}_{m}_{number}", n, m, 10 * largest)
    names = list(program.columns)
    point = {name: chance.randint(1, 5) if chance.random() < 0.5 else 0 for name in names}
    for row in range(rows):
        least = chance.randint(len(names) // 5, len(names))
        chosen: set[str] = set()
        while len(chosen) < least:
            chosen |= {name for name in names if chance.random() < 0.5}
        terms: Terms = [(name, -chance.randint(0, largest)) for name in names if name in chosen]
        right = sum(factor * point[name] for name, factor in terms)
        program.row(f"f{row}", [term for term in terms if term[1]], "G", right)

    def size() -> int:
        return chance.randint(1, largest) * chance.choice((1, -1))

    program.objective = [(name, size()) for name in names]
    program.value = [(f"z{i}", size()) for i in range(m)]
    return program


def xu_wang(n: int, number: int) -> Program:
    """In the manner of Xu and Wang (2014): rows of both levels over all variables, 0.4 n of each, from 0 to 10.

    The leader's may be up to 30 to 130, the follower's up to 10 to 110; both objectives are from -50 to 50, and variables
    from 0 to 10. Half of the follower's variables are continuous there; here all are integers.
    """
    chance = random.Random(f"xu-wang {n} {number}")
    program = empty(f"xuwang_{n}_{number}", n, n, 10)
    names = list(program.columns)
    for level, low, high in (("leader", 30, 130), ("follower", 10, 110)):
        for row in range(2 * n // 5):
            terms = [(name, chance.randint(0, 10)) for name in names]
            kept = [term for term in terms if term[1]]
            program.row(f"{level[0]}{row}", kept, "L", chance.randint(low, high), of_follower=level == "follower")
    program.objective = [(name, chance.randint(-50, 50)) for name in names]
    program.value = [(f"z{i}", chance.randint(-50, 50)) for i in range(n)]
    return program


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sizes = ((10, 10), (15, 15), (20, 20))
    for number in range(N_FILES):
        denegre(*sizes[number % len(sizes)], 1 + number // len(sizes)).write(folder)
        xu_wang(10, 1 + number).write(folder)


def run(command: list[str], seconds: float, gentle: int) -> tuple[str, float]:
    """What it says, and the CPU seconds it took, to the millisecond; at the limit it gets the signal, two seconds later it is
    killed."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.DEVNULL)
        is_asked = False
        while True:
            pid, _, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            used = cpu_of(process.pid)
            if used > seconds + 2:
                process.kill()
            elif used > seconds and not is_asked:
                process.send_signal(gentle)
                is_asked = True
            time.sleep(0.01)
        process.returncode = 0
        said.seek(0)
        return said.read(), round(usage.ru_utime + usage.ru_stime, 3)


def pairs(folder: Path) -> list[tuple[Path, Path]]:
    """The MPS files of a folder that have an AUX file, with it."""
    found = []
    for mps in sorted(folder.rglob("*.mps")):
        beside = (mps.with_suffix(".aux"), Path(f"{mps}.aux"), mps.with_suffix(".txt"))
        found += [(mps, aux) for aux in beside if aux.exists()][:1]
    return found


def ours(mps: Path, aux: Path, seconds: float) -> dict[str, object]:
    """Our answer, and what `verify` says of its certificate."""
    minclue = os.environ.get("MINCLUE", "minclue")
    with tempfile.TemporaryDirectory() as work:
        # Some of others have no AUX file of that name.
        named = Path(shutil.copy(aux, Path(work) / "levels.aux"))
        return solved(minclue, mps, named, Path(work) / "answer.cert", seconds)


def solved(minclue: str, mps: Path, aux: Path, certificate: Path, seconds: float) -> dict[str, object]:
    options = ["--quiet", "--format", "jsonl", "--threads", "1", "--certify", str(certificate)]
    text, used = run([minclue, "bilevel", *options, str(mps), str(aux)], seconds, signal.SIGINT)
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    said = lines[-1] if lines else {"status": "none"}
    answer: dict[str, object] = {name: said[name] for name in KEEP if name in said} | {"cpu_s": used}
    if said.get("infeasible"):
        answer["status"] = "infeasible"
    if said["status"] in ("optimal", "infeasible"):
        answer["is_verified"] = False
        if certificate.exists():
            command = [minclue, "verify", "--format", "text", str(certificate), "--bilevel", str(mps), "--aux", str(aux)]
            verdict, used = run(command, 10 * seconds, signal.SIGKILL)
            has_both = any(line.startswith(VERIFIED) for line in verdict.splitlines())
            answer |= {"is_verified": has_both, "verify_cpu_s": used, "certificate_bytes": certificate.stat().st_size}
    return answer


def theirs(program: str, mps: Path, aux: Path, seconds: float) -> dict[str, object]:
    """The answer of MibS with one thread, its own limit, and settings as they come. With a limit below 5 seconds MibS 1.2 does
    not get beyond its root, so it has that."""
    own = ["-Alps_instance", str(mps), "-MibS_auxiliaryInfoFile", str(aux)]
    limit = max(seconds, 5.0)
    text, used = run([program, *own, "-Alps_clockType", "0", "-Alps_timeLimit", str(limit)], limit + 5, signal.SIGTERM)
    answer = bounds_of("mibs", text)
    if "upper_bound" not in answer and "infeasible" in text.lower():
        answer["status"] = "infeasible"
    return answer | {"cpu_s": used}


def is_wrong(record: dict[str, dict[str, object]]) -> bool:
    """Do proven answers differ, or is one not verified?"""
    mine, other = record["minclue"], record.get("mibs", {})
    if mine.get("is_verified") is False:
        return True
    if "optimal" not in (mine["status"], other.get("status")):
        return False
    if other.get("status") == "infeasible" or (mine["status"], other.get("status")) == ("infeasible", "optimal"):
        return True
    if other.get("status") != "optimal":
        return False
    value = float(str(other["upper_bound"]))
    # Where ours is open, what it has proven must leave room for the other answer.
    lower, upper = (float(str(mine.get(name, value))) for name in ("lower_bound", "upper_bound"))
    return not lower <= value <= upper


def main(seconds: float, folders: list[Path]) -> int:
    mibs, n_wrong = shutil.which(os.environ.get("MIBS", "mibs")), 0
    for folder in folders:
        for mps, aux in pairs(folder):
            answers = {"minclue": ours(mps, aux, seconds)}
            if mibs:
                answers["mibs"] = theirs(mibs, mps, aux, seconds)
            wrong = is_wrong(answers)
            n_wrong += wrong
            is_own = mps.stem.startswith(("denegre_", "xuwang_"))
            group = mps.stem.rsplit("_", 1)[0] if is_own else folder.resolve().name
            record = {"group": group, "id": mps.stem, "limit_s": seconds} | answers
            print(json.dumps(record | ({"is_wrong": True} if wrong else {})), flush=True)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(Path(sys.argv[2]))
    else:
        sys.exit(main(float(sys.argv[2]), [Path(folder) for folder in sys.argv[3:]]))
