"""Programs of others and ours on the same files, each instance for a number of CPU seconds.

    python3 results/toolkit/peers.py WORK FOLDER SECONDS PROGRAM ...

WORK is a folder for the files, FOLDER has the published `.ki` files in its folders TRS, DeNegre and CCLW (`-` for none).
Programs, one after the other, are `cuts`, `native` and `bilevel` (ours, by the variable MINCLUE), `mibs` (by MIBS; in the
interdiction dialect where an instance has it, and by names as `mibs-names`), and the loops of loops.py by their names. Each
answer is a line of JSON. A program that is not done after that time, as the system counts it, is interrupted. KINDS names
the kinds of instances that are asked (bilevel, explain, hitting; all without it).
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import generate

TICKS = os.sysconf("SC_CLK_TCK")
HERE = Path(__file__).parent
CLIQUES = ((20, 0.5, 3), (25, 0.8, 4), (30, 0.5, 4), (30, 0.8, 5), (40, 0.5, 5), (40, 0.7, 6), (50, 0.5, 6), (60, 0.5, 6))
MATCHINGS = ((8, 16, 3), (12, 30, 4), (16, 45, 5), (20, 60, 6))
CUTS = ((8, 30), (10, 50), (12, 70))
GRIDS = (("fcp_4x4_1", "1234341221434321"), ("fcp_4x4_2", "1234341223414123"), ("fcp_4x4_3", "1234341243212143"))
TRS = ("15_8", "15_12", "18_9", "18_5", "20_10", "20_5", "22_11", "22_6", "25_13", "25_7", "30_15", "30_8")
PUBLISHED = [f"TRS/TRS_{size}_1" for size in TRS]
PUBLISHED += [f"DeNegre/K50{n}W{k}.KNP.mps" for n in (10, 20, 30) for k in ("01", "02")]
PUBLISHED += [f"CCLW/CCLW_n35_m{k}" for k in range(1, 5)]


def interdiction(work: Path, name: str, values: list[int], rows: generate.Rows, prices: list[int], budget: int) -> None:
    """The program in both dialects of AUX, and as JSON for the loops."""
    generate.interdiction(name, values, rows, budget, prices).write(work)
    n, folder = len(values), work / "ic"
    folder.mkdir(exist_ok=True)
    alone = generate.Program(name)
    for number, (terms, right) in enumerate(rows):
        alone.row(f"f{number}", terms, "L", right)
    for i in range(n):
        alone.columns.setdefault(f"z{i}", [])
    alone.objective = [(f"z{i}", -value) for i, value in enumerate(values)]
    alone.write(folder)
    order = [int(column[1:]) for column in alone.columns]
    m = len(alone.rows) + n
    text = [f"N {n}", f"M {m}"] + [f"LC {n + i}" for i in range(n)] + [f"LR {1 + row}" for row in range(m)]
    text += [f"LO {-values[i]}" for i in order] + ["OS 1"] + [f"IC {prices[i]}" for i in order] + [f"IB {budget}"]
    (folder / f"{name}.aux").write_text("\n".join(text) + "\n")
    plain = [([(int(variable[1:]), factor) for variable, factor in terms], right) for terms, right in rows]
    problem = {"n": n, "values": values, "rows": plain, "prices": prices, "budget": budget}
    (work / f"{name}.json").write_text(json.dumps(problem))


def instances(work: Path, folder: Path | None) -> Iterator[tuple[str, str]]:
    """Writes all of them, and names the class and the name of each."""
    for name in PUBLISHED if folder else []:
        numbers = [int(word) for word in (folder / f"{name}.ki").read_text().split() if word.lstrip("-").isdigit()]
        n, capacity, budget = numbers[:3]
        weights, prices, values = (numbers[3 + k * n : 3 + (k + 1) * n] for k in range(3))
        rows = [([(f"z{i}", weight) for i, weight in enumerate(weights)], capacity)]
        short = Path(name).name.replace(".KNP.mps", "")
        interdiction(work, short, values, rows, prices, budget)
        yield name.split("/")[0], short
    for n, density, budget in CLIQUES:
        name, rows = generate.clique_rows(n, density, budget, n + budget)
        interdiction(work, name, [1] * n, rows, [1] * n, budget)
        yield "clique", name
    for n, m, budget in MATCHINGS:
        name, values, rows = generate.matching_rows(n, m, budget, m)
        interdiction(work, name, values, rows, [1] * m, budget)
        yield "matching", name
    for n, m in CUTS:
        program, _ = generate.cut(n, m, m)
        program.write(work)
        yield "cut", program.name
    for name, grid in GRIDS:
        command = [os.environ.get("MINCLUE", "minclue"), "export", "--what", "bilevel", "-o", str(work / name), grid]
        subprocess.run(command, check=True, capture_output=True)
        yield "fewest clues", name


def explanations(work: Path) -> Iterator[tuple[str, str]]:
    """Random clauses, five of each size."""
    for n, m in ((10, 80), (12, 96), (15, 105)):
        for seed in range(1, 6):
            name = f"sat_{n}_{m}_{seed}"
            (work / f"{name}.cnf").write_text(generate.formula(n, m, seed))
            yield f"sat_{n}_{m}", name


def hypergraphs(work: Path) -> Iterator[tuple[str, str]]:
    """Random hypergraphs, five of each size."""
    for n, m, size in ((40, 100, 4), (60, 120, 3), (60, 200, 5)):
        for seed in range(1, 6):
            name = f"sets_{n}_{m}_{size}_{seed}"
            (work / f"{name}.hgr").write_text(generate.hypergraph(n, m, size, seed))
            yield f"sets_{n}_{m}_{size}", name


def command_of(program: str, work: Path, name: str, seconds: str) -> list[str] | None:
    """What is run; nothing for a program that cannot read the instance."""
    mps, cnf, hgr = (work / f"{name}.{ending}" for ending in ("mps", "cnf", "hgr"))
    minclue = os.environ.get("MINCLUE", "minclue")
    if program in ("cuts", "native", "bilevel"):
        named = ["--engine", program]
        verbs = {cnf: ["explain", str(cnf), *named], hgr: ["solve", "--hypergraph", str(hgr), *named]}
        if program == "cuts":
            verbs = {mps: ["bilevel", str(mps)]}
        return next(([minclue, *verb, "--format", "jsonl", "--quiet"] for file, verb in verbs.items() if file.exists()), None)
    if program.startswith("mibs"):
        alone = work / "ic" / mps.name
        model = alone if alone.exists() and program == "mibs" else mps
        own = ["-Alps_instance", str(model), "-MibS_auxiliaryInfoFile", str(model.with_suffix(".aux"))]
        return [os.environ["MIBS"], *own, "-Alps_clockType", "0", "-Alps_timeLimit", seconds] if model.exists() else None
    ending = {"value": "json", "knapsack": "json", "optux": "cnf", "rc2": "cnf", "sets": "hgr"}[program]
    file = work / f"{name}.{ending}"
    return [sys.executable, str(HERE / "loops.py"), program, str(file)] if file.exists() else None


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def run(command: list[str], seconds: float, gentle: int) -> tuple[str, float]:
    """What it says, and the CPU seconds it took; at the limit it gets the signal, which may be 0, and a second later it is killed."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        used = 0.0
        while process.poll() is None:
            time.sleep(0.02)
            try:
                used = max(used, cpu_of(process.pid))
            except (FileNotFoundError, ProcessLookupError):
                break
            if used > seconds + 1:
                process.kill()
            elif used > seconds:
                process.send_signal(gentle)
        return process.communicate()[0], round(used, 2)


def bounds_of(program: str, text: str) -> dict[str, object]:
    """Status and bounds, as far as they are said."""
    if program.startswith("mibs"):
        cost, gap = re.search(r"^Cost = (-?\d+)", text, re.M), re.search(r"gap is ([\d.]+)%", text)
        is_done = cost is not None and (gap is None or float(gap[1]) == 0)
        answer: dict[str, object] = {"status": "optimal" if is_done else "open"}
        return answer | ({"upper_bound": int(cost[1])} if cost else {}) | ({"gap_percent": float(gap[1])} if gap else {})
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    said = lines[-1] if lines else {}
    keep = ("lower_bound", "upper_bound", "n_nodes", "n_sets", "version")
    return {"status": "optimal" if said.get("status") == "optimal" else "open"} | {k: said[k] for k in keep if k in said}


def main(work: Path, folder: Path | None, seconds: str, programs: list[str]) -> None:
    kinds: list[tuple[str, Callable[[], Iterator[tuple[str, str]]]]] = [
        ("bilevel", lambda: instances(work, folder)),
        ("explain", lambda: explanations(work)),
        ("hitting", lambda: hypergraphs(work)),
    ]
    wanted = os.environ.get("KINDS", "bilevel explain hitting").split()
    for kind, make in kinds:
        if kind not in wanted:
            continue
        for group, name in list(make()):
            for program in programs:
                command = command_of(program, work, name, seconds)
                if command is None:
                    continue
                # Ours writes its bounds when it is interrupted; loops have written theirs, and MibS has the limit itself.
                gentle = {"cuts": signal.SIGINT, "native": signal.SIGINT, "bilevel": signal.SIGINT, "mibs": 0, "mibs-names": 0}
                text, used = run(command, float(seconds), gentle.get(program, signal.SIGKILL))
                said = bounds_of(program, text)
                record = {"kind": kind, "group": group, "id": name, "program": program, "limit_s": float(seconds)}
                print(json.dumps(record | said | {"cpu_s": used}), flush=True)


if __name__ == "__main__":
    files = Path(sys.argv[1])
    files.mkdir(parents=True, exist_ok=True)
    main(files, None if sys.argv[2] == "-" else Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
