"""The study of published searches: lin-wu-2013, section 4. Its Tables 2, 4 and 5 and Figs. 10 to 14 made from the runs, with
the paper's numbers beside ours; `docs/formats/studies.md` has the files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._report import Report, by_name, failures
from .._study import Key, Wrong, read
from . import figures, tables, times
from .levels import Levels
from .runs import LAYOUT, Runs, contradictions, keys, said

SCHEMA = "minclue-search-study/1"


def report(folder: Path, settings: dict[str, Any], paper: Sequence[Path] = ()) -> Report:
    """The tables and figures of the study in ``folder``. The paper's numbers are known here, so there is no file of them."""
    if paper:
        raise Wrong("--paper is for studies of inequalities; the numbers of lin-wu-2013 are shown anyway")
    runs = Runs(read(folder, settings, keys(settings), LAYOUT))
    levels = Levels.of(runs)
    n_jobs = runs.study.runs.jobs.max()
    head = (
        f"# Published searches\n\nAll puzzles with {said(settings)}, minclue {settings['version']}; "
        f"{runs.study.n_finished} of {len(runs.study.runs)} runs are finished, with at most "
        f"{int(n_jobs) if n_jobs == n_jobs else 1} at once. The tables and figures are those of lin-wu-2013, section "
        "4.\n"
    )
    five = tables.table_5(runs)
    return Report(
        settings,
        head,
        failures(runs.study, keys(settings), _named),
        contradictions(runs),
        by_name(
            [
                times.table(runs, times.SEARCH),
                times.table(runs, times.BOTH),
                *([five] if five else []),
                tables.comparison(runs),
                levels.table(),
            ]
        ),
        figures.all_of(runs, levels),
        by_name([tables.instances(runs)]),
        {"levels.json": json.dumps(levels.json(), indent=2) + "\n"},
        {"clues": settings["clues"], "study_grids": len(settings["instances"]), "time_limit": settings.get("time_limit")},
    )


def _named(key: Key) -> str:
    n_sets = "" if key["n_sets"] is None else f", {key['n_sets']} sets"
    return f"{key['instance']}: {key['algorithm']}{n_sets}"
