"""Regions of the catalog drawn by a public seed, and runs of the program, for the scripts of this folder.

Anybody can draw the same sample: place N is the SHA-256 of `SEED N`, as a number, modulo the number of all second bands, counted
over all bands one after the other. About two of five places are regions.
"""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MINCLUE = os.environ.get("MINCLUE", "target/release/minclue")
# The number of all regions, so that nobody chose it.
SEED = "983959110"


def records(*words, text="", program=MINCLUE, ends=(0,)):
    """The records of a run, and its user CPU seconds."""
    process = subprocess.Popen([program, *words, "--format", "jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    said, seconds = finished(process, text, ends)
    return [json.loads(line) for line in said.splitlines()], seconds


def finished(process, text="", ends=(0,)):
    """What a process says, and its user CPU seconds as the system counts them."""
    if process.stdin:
        process.stdin.write(text)
        process.stdin.close()
    said = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ends:
        sys.exit(f"{process.args} ended with {process.returncode}")
    return said, round(usage.ru_utime, 3)


class Lines:
    """Records that are added one by one, so that a run that was stopped goes on: in `OUT`, or here."""

    def __init__(self, name):
        if "OUT" not in os.environ:
            subprocess.run([HERE.parent / "records", "unpack", HERE.name], check=True)
        self.path = Path(os.environ.get("OUT", HERE)) / f"{name}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        text = self.path.read_text()
        # The last line may have been cut off.
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole)
        self.all = [json.loads(line) for line in whole.splitlines()]

    def add(self, line):
        self.all.append(line)
        with self.path.open("a") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def sizes():
    """The number of second bands of each band."""
    return [band["n_second_bands"] for band in records("catalog", "--bands")[0]]


def place(number, of_band):
    """The part with the second band at this place of the sample."""
    hashed = int(hashlib.sha256(f"{SEED} {number}".encode()).hexdigest(), 16) % sum(of_band)
    for band, size in enumerate(of_band, 1):
        if hashed < size:
            return f"{band}.{hashed}.{hashed + 1}"
        hashed -= size
    raise AssertionError("all second bands are in bands")


def with_third_bands(rows):
    """All grids that begin with these six rows, up to the order of the last three."""
    left = [sorted(set("123456789") - set(rows[column::9])) for column in range(9)]
    grids = []

    def fill(column, below):
        if column == 9:
            grids.append(rows + "".join(below))
            return
        for order in itertools.permutations(left[column]):
            # The first column fixes the order of the rows.
            if column > 0 or list(order) == left[0]:
                if all(digit not in row for digit, row in zip(order, below)):
                    fill(column + 1, [row + digit for digit, row in zip(order, below)])

    fill(0, ["", "", ""])
    return grids
