#!/usr/bin/env python3
"""Makes tables.md from records.jsonl: medians over the rounds, and the medians of ratios within a round."""

import json
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
records = [json.loads(line) for line in (HERE / "records.jsonl").read_text().splitlines()]
lists = list(dict.fromkeys(r["list"] for r in records))
programs = list(dict.fromkeys(r["program"] for r in records))
seconds = {(r["program"], r["list"], r["round"]): r["cpu_s"] for r in records}
rounds = sorted({r["round"] for r in records})


def table(title, cell):
    lines = [f"## {title}", "", "| program | " + " | ".join(lists) + " |", "|---" + "|--:" * len(lists) + "|"]
    lines += [f"| {p} | " + " | ".join(cell(p, name) for name in lists) + " |" for p in programs]
    return lines + [""]


def rate(program, name):
    n = next(r["puzzles"] for r in records if r["list"] == name)
    return f"{n / median(seconds[program, name, k] for k in rounds):,.0f}"


def ratio(program, name):
    ratios = [seconds[program, name, k] / seconds["minclue", name, k] for k in rounds]
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def guesses(program, name):
    per = {r["guesses"] / r["puzzles"] for r in records if (r["program"], r["list"]) == (program, name) and "guesses" in r}
    return f"{per.pop():.2f}" if per else "not told"


text = ["# Uniqueness of 9x9 puzzles", ""]
text += table("Puzzles a second, median", rate)
text += table("CPU seconds as a multiple of minclue's, median (and range) over the rounds", ratio)
text += table("Guesses a puzzle", guesses)
(HERE / "tables.md").write_text("\n".join(text))
