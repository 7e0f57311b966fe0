"""Tables and figures made from records of runs; nothing is searched here.

``python -m minclue.analysis DIR`` writes those of a study, or of a folder of `results/`, into DIR. It reads files alone, so
it works in a checkout where nothing was built, with ``PYTHONPATH=python``. It needs ``pip install 'minclue[analysis]'``:

>>> from minclue import analysis
>>> report = analysis.report("results/study/auto")                # doctest: +SKIP
>>> report.tables["table-2"].frame                                # doctest: +SKIP
>>> report.figures["figure-3b"]                                   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

try:
    import altair as _altair  # noqa: F401
    import pandas as _pandas  # noqa: F401
except ImportError as e:
    raise ImportError(f"{e}: minclue.analysis needs pandas and altair: pip install 'minclue[analysis]'") from None

from . import classic, inequalities, searches
from ._figure import Figure
from ._report import Report
from ._study import Wrong, settings_of
from ._table import Table

__all__ = ["Figure", "Report", "Table", "Wrong", "report"]

_KINDS = {kind.SCHEMA: kind for kind in (inequalities, searches, classic)}


def is_study(folder: Path) -> bool:
    """Is this the directory of a study?"""
    try:
        return settings_of(folder).get("schema") in _KINDS
    except Wrong:
        return False


def report(folder: str | PathLike[str], paper: Sequence[str | PathLike[str]] = ()) -> Report:
    """The tables and figures of a study, by the settings and the runs in its folder.

    :param folder: of `minclue study inequalities`, `searches` or `classic`.
    :param paper: CSV files with results of tjusila-2023, to stand beside those of a study of inequalities.
    :raises Wrong: this is not the directory of a study, or one of its files is not what it should be.
    """
    path = Path(folder)
    settings = settings_of(path)
    kind = _KINDS.get(settings.get("schema", ""))
    if kind is None:
        raise Wrong(f"{path / 'settings.json'}: the layout is `{settings.get('schema')}`, which is not that of a study")
    shown: Report = kind.report(path, settings, [Path(file) for file in paper])
    return shown
