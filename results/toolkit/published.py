"""Solves published knapsack interdiction and says of each answer whether it is the published one.

    python3 results/toolkit/published.py FOLDER SECONDS > published.jsonl

FOLDER has `.ki` files with their `.ans`; SECONDS is the CPU time that each may take. MINCLUE is the program.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from peers import run

KEEP = ("id", "status", "lower_bound", "upper_bound", "optimum", "engine", "n_nodes", "n_sets", "n_follower_solves")
KEEP += ("n_follower_programs", "upper_proof", "version")


def main(folder: Path, seconds: float) -> None:
    minclue = os.environ.get("MINCLUE", "minclue")
    for file in sorted(folder.glob("*.ki")):
        command = [minclue, "bilevel", "--engine", "bilevel", "--quiet", "--format", "jsonl", str(file)]
        text, used = run(command, seconds, signal.SIGINT)
        record = json.loads(text)
        kept = {name: record[name] for name in KEEP if name in record} | {"n_targets": len(record.get("targets", []))}
        answer = int(file.with_suffix(".ans").read_text())
        print(json.dumps(kept | {"cpu_s": used, "is_published": record.get("optimum") == answer}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
