"""Solves published knapsack interdiction and says of each answer whether it is the published one.

    python3 results/toolkit/published.py SECONDS FOLDER ... > published.jsonl

Each FOLDER has `.ki` files with their `.ans`; SECONDS is the CPU time that each may take. MINCLUE is the program.
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
        command = [minclue, "bilevel", "--quiet", "--format", "jsonl", str(file)]
        text, used = run(command, seconds, signal.SIGINT)
        record = json.loads(text)
        kept = {name: record[name] for name in KEEP if name in record}
        answer = int(file.with_suffix(".ans").read_text())
        n_items = file.read_text().split()[0]
        kept = {"group": f"{folder.name}, {n_items} items"} | kept
        print(json.dumps(kept | {"cpu_s": used, "is_published": record.get("optimum") == answer}), flush=True)


if __name__ == "__main__":
    for folder in sys.argv[2:]:
        main(Path(folder), float(sys.argv[1]))
