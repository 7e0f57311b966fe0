"""The study of the teaching solvers: Tables 1 and 2 and Fig. 8 of abuluaih-2015 (section 5), and Fig. 3 and the experiments
of sections 6 and 7 of maniccam-2013, on puzzles that are made for it, with the papers' numbers beside ours;
`docs/formats/studies.md` has the files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._report import Report, by_name, failures
from .._study import Wrong, read
from . import figures, puzzles, recursions
from .runs import LAYOUT, Runs, contradictions, keys, named

SCHEMA = "minclue-classic-study/1"


def report(folder: Path, settings: dict[str, Any], paper: Sequence[Path] = ()) -> Report:
    """The tables and figures of the study in ``folder``. The papers' numbers are known here, so there is no file of them."""
    if paper:
        raise Wrong("--paper is for studies of inequalities; the papers' numbers of the teaching solvers are shown anyway")
    runs = Runs(read(folder, settings, keys(settings), LAYOUT))
    said = f"{settings['puzzles']} puzzles a band, {settings['group_puzzles']} a group, seed {settings['seed']}"
    head = (
        f"# Teaching solvers\n\n{said}, minclue {settings['version']}; {runs.study.n_finished} of "
        f"{len(runs.study.runs)} runs are finished. The tables and figures are those of abuluaih-2015, section 5, and "
        "maniccam-2013, sections 3, 6 and 7, on other puzzles.\n"
    )
    return Report(
        settings,
        head,
        failures(runs.study, keys(settings), named),
        contradictions(runs),
        by_name(
            [
                recursions.table(runs, "table-1", "recursions"),
                recursions.table(runs, "table-2", "backtracks"),
                recursions.order(runs),
                recursions.depths(runs),
                puzzles.groups(runs),
                puzzles.removal(runs),
                puzzles.growth(runs),
                puzzles.densities(runs),
                puzzles.making(runs),
            ]
        ),
        figures.all_of(runs, said),
    )
