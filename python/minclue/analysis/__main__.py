"""Writes the tables and figures of studies, and of the folders of `results/`, beside their records."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import Wrong, is_study, report
from ._report import drawn, write
from .folders import (
    Missing,
    attack,
    bilevel,
    build,
    campaigns,
    catalog,
    certificates,
    distribution,
    grids,
    jobs,
    native,
    nogood,
    published_searches,
    puzzles,
    region_rows,
    relaxation,
    sixteen,
    sizes,
    solver,
    solvers,
    teaching,
    toolkit,
)

# What the tables of a folder are made by, one part after the other.
FOLDERS = {
    "bilevel": [bilevel],
    "catalog": [catalog, distribution, grids],
    "certificates": [certificates, attack],
    "native": [native, solver],
    "project": [build, campaigns, jobs],
    "published-searches": [published_searches],
    "puzzles": [puzzles],
    "sizes": [sizes, sixteen],
    "solvers": [solvers, region_rows],
    "study": [nogood, relaxation],
    "teaching": [teaching],
    "toolkit": [toolkit],
}
# What is committed beside `tables.md`, since a page shows it; elsewhere all is written and every figure is drawn.
SHOWN: dict[str, list[str]] = {
    **{f"results/{name}": [] for name in FOLDERS},
    "results/native": ["minima.svg", "seconds.svg"],
    "results/published-searches": ["figure-table-3.svg", "table-3.csv"],
    "results/published-searches/hundred": ["figure-table-2.svg"],
    "results/published-searches/k14": ["figure-table-2.svg"],
    "results/published-searches/k15": [],
    "results/published-searches/k16": [],
    "results/published-searches/joined": [],
    "results/published-searches/sequences": [],
    "results/published-searches/tradeoffs": [],
    "results/puzzles": ["straight.svg"],
    "results/solvers": ["bounds.svg"],
    "results/study": ["figure-2b.svg"],
    "results/study/auto": ["figure-3b.svg", "figure-4.csv"],
    "results/study/chain": [],
    "results/study/limit": [],
    "results/study/longer": [],
    "results/study/lp": ["figure-3b.svg"],
    "results/study/published": [],
    "results/study/thousand": [],
    "results/teaching/classic": ["figure-3.svg"],
}
HEAD = "# Tables\n\nMade by `make tables` from the records; [README.md](README.md) says what they mean.\n"
DATA = os.environ.get("MINCLUE_DATA", "../shared/data")
INVALID, CONTRADICTION = 3, 5


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0; 3 if something is not what it should be; 5 if answers of one study
    cannot all be true."""
    parser = argparse.ArgumentParser("python -m minclue.analysis", description=__doc__)
    add = parser.add_argument
    add("folders", metavar="DIR", type=Path, nargs="+", help="a study, a folder of results/, or one that holds some of them")
    paper = "results of tjusila-2023 beside a study of inequalities: a CSV file of runs, or of set generation"
    add("--paper", metavar="FILE", type=Path, action="append", default=[], help=paper)
    data = "where the results of tjusila-2023 lie that results/ shows; default: MINCLUE_DATA, or ../shared/data"
    add("--data", metavar="DIR", type=Path, default=Path(DATA), help=data)
    options = parser.parse_args(words)
    code = 0
    for folder in options.folders:
        inside = sorted(path for path in folder.rglob("*") if path.is_dir() and is_known(path))
        for of in [folder] if is_known(folder) or not inside else inside:
            try:
                code = max(code, make(of, options.paper, options.data))
            except Missing as e:
                # Not everybody has the data of others. Who asks for tables by name must know what is missing.
                print(f"minclue: {of} is left as it is: {e}", file=sys.stderr)
                code = max(code, INVALID if of == folder else 0)
            except Wrong as e:
                print(f"minclue: {e}", file=sys.stderr)
                code = max(code, INVALID)
    return code


def is_known(folder: Path) -> bool:
    """Are tables made of what is in this folder?"""
    return is_study(folder) or (folder.name in FOLDERS and folder.resolve().parent.name == "results")


def make(folder: Path, paper: Sequence[Path], data: Path) -> int:
    """Writes the files of one folder, and returns the exit code."""
    if not folder.is_dir():
        raise Wrong(f"there is no study in {folder}")
    name = "/".join(folder.resolve().parts)
    kept = next((files for end, files in SHOWN.items() if name.endswith(f"/{end}")), None)
    pictures = None if kept is None else [file.removesuffix(".svg") for file in kept]
    flaws: list[str] = []
    if not is_study(folder) and is_known(folder):
        files = made(folder, data, pictures)
    else:
        shown = report(folder, paper)
        files, flaws = shown.files(pictures), shown.contradictions
    if kept is not None:
        files = {file: text for file, text in files.items() if file == "tables.md" or file in kept}
    for path in write(folder, files, paper):
        print(path)
    for flaw in flaws:
        print(f"minclue: {flaw}", file=sys.stderr)
    return CONTRADICTION if flaws else 0


def made(folder: Path, data: Path, pictures: Sequence[str] | None) -> dict[str, str]:
    """The files of a folder of results/, whose parts share one page of tables."""
    tables = [HEAD]
    files: dict[str, str] = {}
    for part in FOLDERS[folder.name]:
        of, figures = part.make(folder, data)
        tables.append(of.pop("tables.md"))
        files |= of | drawn(figures, pictures)
    return {"tables.md": "\n".join(tables)} | files


if __name__ == "__main__":
    sys.exit(main())
