"""Solves grids by `minclue.solve_many` and by the program of the same wheel, and compares every answer."""

import json
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import minclue

GRIDS = Path(sys.argv[3])


def untimed(record):
    """A record without what differs from run to run."""
    if isinstance(record, dict):
        return {name: untimed(value) for name, value in record.items() if "seconds" not in name}
    return [untimed(value) for value in record] if isinstance(record, list) else record


n, jobs = int(sys.argv[1]), sys.argv[2] if sys.argv[2] == "auto" else int(sys.argv[2])
with GRIDS.open() as file:
    lines = list(islice((line.strip() for line in file if not line.startswith("#")), n))

begin = time.perf_counter()
answers = minclue.solve_many(
    lines, jobs, on_result=lambda number, answer: print(number, answer.minimum, file=sys.stderr, flush=True)
)
seconds = time.perf_counter() - begin

begin = time.perf_counter()
command = [sys.executable, "-m", "minclue", "solve", "--format", "jsonl", "-"]
written = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True).stdout
program_seconds = time.perf_counter() - begin
records = [json.loads(line) for line in written.splitlines()]

differ = [
    record["id"]
    for answer, record in zip(answers, records, strict=True)
    if untimed(answer.to_dict()) != untimed(record)
]
summary = {
    "version": minclue.__version__,
    "grids": GRIDS.name,
    "n_grids": len(lines),
    "jobs": jobs,
    "minima": dict(sorted(Counter(answer.minimum for answer in answers).items())),
    "n_nodes": sum(answer.n_nodes for answer in answers),
    "differ": differ,
    "seconds": round(seconds, 1),
    "program_seconds": round(program_seconds, 1),
}
with Path("python.jsonl").open("a") as file:
    file.write(json.dumps(summary) + "\n")
print(json.dumps(summary))
sys.exit(bool(differ))
