"""Tables 2 and 4 of lin-wu-2013: mean seconds by algorithm and number of sets, and who is how many times as fast."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from .._table import Table, columns
from . import paper
from .runs import Compared, Runs


class Timed(NamedTuple):
    """Which seconds a table is about."""

    column: str
    table: str
    title: str
    what: str
    paper: str


SEARCH = Timed(
    "search", "table-2", "Table 2: seconds of the search (Phase 2)", "Mean seconds of the processor.", paper.SEARCH
)
BOTH = Timed(
    "both",
    "table-4",
    "Table 4: seconds of both phases",
    "Mean seconds of the processor, those of the search for start sets (Phase 1) included.",
    paper.BOTH,
)
OURS, THEIRS = "ours", "lin-wu-2013, 16 clues"


def means(runs: Runs, timed: Timed) -> tuple[pd.DataFrame, Compared]:
    """``algorithm``, ``n_sets`` and mean ``seconds`` of what is compared, in the order of the settings."""
    compared = Compared.of(runs.all)
    groups = compared.runs.groupby(["algorithm", "n_sets"], sort=False, dropna=False)
    return groups[timed.column].mean().rename("seconds").reset_index(), compared


def fastest(seconds: pd.DataFrame, labels: list[str]) -> pd.DataFrame:
    """By label the fewest ``seconds`` and their ``n_sets``."""
    best = seconds.loc[seconds.groupby("algorithm").seconds.idxmin()]
    return best.set_index("algorithm").reindex(labels)


def table(runs: Runs, timed: Timed) -> Table:
    """Table 2 or 4."""
    seconds, compared = means(runs, timed)
    labels = list(runs.algorithms)
    counts = sorted(runs.all.n_sets.dropna().unique())
    words = [*(f"{n:.0f}" for n in counts), *(["own"] if runs.all.n_sets.isna().any() else [])]
    heads = {f"seconds_{word}_sets": ("measure", f"{word} sets") for word in words}
    named = [f"seconds_{n:.0f}_sets" if n == n else "seconds_own_sets" for n in seconds.n_sets]
    wide = seconds.assign(named=named).pivot(index="algorithm", columns="named", values="seconds")
    ours, theirs = fastest(seconds, labels), fastest(paper.seconds(timed.paper), labels)
    rows = wide.reindex(index=labels, columns=list(heads)).assign(
        fastest=ours.seconds,
        fastest_sets=ours.n_sets,
        speed_up=ours.seconds.iloc[0] / ours.seconds,
        paper_fastest=theirs.seconds,
        paper_fastest_sets=theirs.n_sets,
        paper_speed_up=theirs.seconds.iloc[0] / theirs.seconds,
        grids_compared=compared.n_grids,
    )
    head = columns("""
        fastest             measure  the fastest
        fastest_sets        count    with sets
        speed_up            measure  speed-up
        paper_fastest       measure  paper, the fastest
        paper_fastest_sets  count    paper, with sets
        paper_speed_up      measure  paper, speed-up
        grids_compared      count    grids
    """)
    return Table(
        timed.table,
        timed.title,
        f"{timed.what} {compared.note} The speed-up is that over the first row, each with the number of sets that was its "
        "fastest. The paper's are means over 100 grids and 16 clues, on another machine.",
        rows.rename_axis("algorithm").reset_index(),
        {"algorithm": ("text", "algorithm"), **heads, **head},
    )


def curves(runs: Runs) -> Table:
    """Table 2 as points, ours and the paper's."""
    seconds, compared = means(runs, SEARCH)
    labels = list(runs.algorithms)
    theirs = paper.seconds(SEARCH.paper)
    theirs = theirs[theirs.algorithm.isin(labels)].sort_values(
        "algorithm", key=lambda of: of.map(labels.index), kind="stable"
    )
    parts = {OURS: seconds.dropna(subset="n_sets"), THEIRS: theirs}
    return Table(
        "figure-table-2",
        "Table 2: seconds of the search by number of sets",
        compared.note,
        pd.concat([part.assign(**{"from": name}) for name, part in parts.items()]),
        columns("""
            from       text     from
            algorithm  text     algorithm
            n_sets     count    sets
            seconds    measure  seconds
        """),
    )
