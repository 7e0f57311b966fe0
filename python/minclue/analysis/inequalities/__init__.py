"""The study of numbers of inequalities: tjusila-2023, section 5. Its tables and figures made from the runs;
`docs/formats/study.md` has the files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._report import Report, by_name, failures
from .._study import Key, read
from .._table import plain
from . import figures, tables
from .paper import Paper
from .runs import LAYOUT, Runs, contradictions, keys

SCHEMA = "minclue-study/1"


def report(folder: Path, settings: dict[str, Any], paper: Sequence[Path] = ()) -> Report:
    """The tables and figures of the study in ``folder``, with results of the paper beside them where they are given."""
    runs = Runs(read(folder, settings, keys(settings), LAYOUT), Paper.read(paper))
    limit = settings.get("time_limit")
    head = (
        f"# Numbers of start inequalities\n\n{len(settings['instances'])} grids, minclue {settings['version']}, "
        f"{'without a time limit' if limit is None else f'with {plain(limit)} s each'}; {runs.study.n_finished} of "
        f"{len(runs.study.runs)} runs are finished. The tables and figures are those of tjusila-2023, section 5.\n"
    )
    return Report(
        settings,
        head,
        failures(runs.study, keys(settings), _said),
        contradictions(runs),
        by_name(
            [
                tables.table_1(runs),
                tables.table_2(runs),
                tables.table_3(runs),
                tables.generation(runs),
                tables.instances(runs),
            ]
        ),
        figures.all_of(runs),
    )


def _said(key: Key) -> str:
    end = f"leaf {key['leaf']}" if key["what"] == "solve" else "sets"
    return f"{key['instance']}, {key['source']}, {key['count']}, {end}"
