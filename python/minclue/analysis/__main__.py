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
    sixteen,
    sizes,
    solver,
    solvers,
    teaching,
    toolkit,
)

FOLDERS = {
    "16x16": sixteen.make,
    "attack": attack.make,
    "bilevel": bilevel.make,
    "build": build.make,
    "campaigns": campaigns.make,
    "catalog": catalog.make,
    "certificates": certificates.make,
    "distribution": distribution.make,
    "grids": grids.make,
    "jobs": jobs.make,
    "native": native.make,
    "nogood": nogood.make,
    "published-searches": published_searches.make,
    "puzzles": puzzles.make,
    "region-rows": region_rows.make,
    "sizes": sizes.make,
    "solver": solver.make,
    "solvers": solvers.make,
    "teaching": teaching.make,
    "toolkit": toolkit.make,
}
# The pictures that are committed; elsewhere every figure is drawn.
PICTURES = {
    "results/classic": ["figure-3"],
    "results/native": ["minima", "seconds"],
    "results/nogood": ["figure-2a", "figure-2b"],
    "results/published-searches": ["figure-table-3"],
    "results/published-searches/hundred": ["figure-table-2"],
    "results/published-searches/k14": ["figure-table-2"],
    "results/published-searches/k15": [],
    "results/published-searches/k16": ["figure-13"],
    "results/published-searches/joined": [],
    "results/published-searches/sequences": [],
    "results/published-searches/tradeoffs": [],
    "results/puzzles": ["straight"],
    "results/solvers": ["bounds"],
    "results/study/auto": ["figure-3b"],
    "results/study/chain": [],
    "results/study/limit": [],
    "results/study/lp": ["figure-3b"],
    "results/study/thousand": [],
}
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
    pictures = next((pictures for end, pictures in PICTURES.items() if name.endswith(f"/{end}")), None)
    flaws: list[str] = []
    if not is_study(folder) and folder.name in FOLDERS:
        files, figures = FOLDERS[folder.name](folder, data)
        files |= drawn(figures, pictures)
    else:
        shown = report(folder, paper)
        files, flaws = shown.files(pictures), shown.contradictions
    for path in write(folder, files, paper):
        print(path)
    for flaw in flaws:
        print(f"minclue: {flaw}", file=sys.stderr)
    return CONTRADICTION if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
