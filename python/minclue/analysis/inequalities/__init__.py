"""The study of numbers of inequalities: tjusila-2023, section 5. Its tables and figures made from the runs;
`docs/formats/studies.md` has the files."""

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
    head = (
        f"# Numbers of start inequalities\n\n{len(settings['instances'])} grids, minclue {settings['version']}, "
        f"{_limits(settings)}; {runs.study.n_finished} of {len(runs.study.runs)} runs are finished. The tables and figures are "
        f"those of tjusila-2023, section 5.{_relaxation(runs)}\n"
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


def _limits(settings: dict[str, Any]) -> str:
    limits = {"s": settings.get("time_limit"), "processor seconds": settings.get("cpu_limit")}
    said = [f"{plain(limit)} {of}" for of, limit in limits.items() if limit is not None]
    return f"with {' and '.join(said)} each" if said else "without a time limit"


def _relaxation(runs: Runs) -> str:
    """What the linear programs knew beside unavoidable sets, where the study says so, and what runs took from the native
    search for that."""
    relaxation = runs.study.settings.get("relaxation")
    if relaxation is None:
        return ""
    sums = [int(runs.solves[name].fillna(0).sum()) for name in ("n_regions", "n_leaf_nodes")]
    return (
        f" The relaxation is `{relaxation}`: in all runs together {sums[0]:,} minima of regions, and {sums[1]:,} nodes of the "
        "native search. Seconds are those of the processor."
    )


def _said(key: Key) -> str:
    end = f"leaf {key['leaf']}" if key["what"] == "solve" else "sets"
    return f"{key['instance']}, {key['source']}, {key['count']}, {end}"
