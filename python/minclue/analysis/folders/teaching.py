"""`results/teaching`: does NtN say how hard a puzzle is; brute force on larger boards, on the empty one, and on its hardest."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._table import markdown
from . import hold, records, shown

# What a puzzle's NtN is compared with, and what people call it.
COUNTS = {
    "n_clues": "clues",
    "tries": "tries",
    "fc": "FC",
    "mrv": "MRV",
    "ctn": "CtN",
    "score": "score for people",
}
# maniccam-2013, section 6: solutions of the empty board a minute.
PAPER_A_MINUTE = 216_000
# maniccam-2013, section 7: the tries of its hardest puzzle.
PAPER_TRIES = 2_313_917_402


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    parts = [
        correlations(records(folder / "ntn.jsonl")),
        growth(records(folder / "larger.jsonl")),
        rate(records(folder / "empty.jsonl")),
        hardest(records(folder / "hardest.jsonl")),
    ]
    return {"tables.md": "## What the papers do not measure\n\n" + "\n".join(parts)}, {}


def spearman(a: pd.Series, b: pd.Series) -> float:
    """The rank correlation; equal values share their mean rank."""
    return float(a.rank().corr(b.rank()))


def partial(a: pd.Series, b: pd.Series, c: pd.Series) -> float:
    """The rank correlation of two with the ranks of a third held, as the partial correlation of ranks."""
    ab, ac, bc = spearman(a, b), spearman(a, c), spearman(b, c)
    return float((ab - ac * bc) / ((1 - ac**2) * (1 - bc**2)) ** 0.5)


def correlations(puzzles: pd.DataFrame) -> str:
    """NtN beside every measure, over all puzzles and band by band."""
    hold(puzzles.ntn.between(0, 1).all(), "NtN is above 1")
    bands = list(puzzles.band.unique())
    rows = []
    for name, title in COUNTS.items():
        of = puzzles[puzzles[name].notna()]
        beside = "" if name == "n_clues" else f"{partial(of.ntn, of[name], of.n_clues):+.2f}"
        clues = "" if name == "n_clues" else f"{spearman(of.n_clues, of[name]):+.2f}"
        inside = [f"{spearman(band.ntn, band[name]):+.2f}" for _, band in of.groupby("band", sort=False)]
        rows.append([title, len(of), f"{spearman(of.ntn, of[name]):+.2f}", clues, beside, *inside])
    head = ["NtN beside", "puzzles", "all", "clues beside it", "NtN, clues held", *bands]
    return f"Rank correlations (Spearman):\n\n{markdown(head, rows, 'lr')}"


def growth(fills: pd.DataFrame) -> str:
    """Tries by shape and share of clues; a fill that was ended counts as more than it had."""
    rows = []
    for (shape, share), of in fills.groupby(["shape", "share"], sort=False):
        ended = of[of.status == "done"]
        open_ones = len(of) - len(ended)
        # Ended ones are above all others, so ranks are right as long as they are among these.
        ordered = sorted(ended.tries) + [None] * open_ones
        at = [ordered[round(q * (len(ordered) - 1))] for q in (0, 0.5, 1)]
        said = [f"{value:,}" if value is not None else "more" for value in at]
        rows.append([shape, share, int(of.n_clues.iloc[0]), len(of), *said, open_ones or ""])
    head = ["boxes", "clues, %", "clues", "puzzles", "least tries", "median", "most", "not ended"]
    return f"Brute force by size of the board:\n\n{markdown(head, rows, 'lr')}"


def rate(empty: pd.DataFrame) -> str:
    """Solutions of the empty board a minute."""
    a_minute = 60 * empty.n_solutions / empty.user_s
    rows = empty.assign(a_minute=a_minute, to_paper=a_minute / PAPER_A_MINUTE)
    table = shown(
        rows,
        """
        n_solutions  {:,}     solutions
        tries        {:,}     tries
        user_s       {:.1f}   user s
        a_minute     {:,.0f}  a minute
        to_paper     {:.0f}   / paper
        """,
        "r",
    )
    return f"Solutions of the empty board:\n\n{table}"


def hardest(fills: pd.DataFrame) -> str:
    """Puzzles with more tries than the paper's hardest."""
    hold((fills.status == "done").all(), "a fill did not end")
    # The closed form of docs/teaching.md.
    clues = fills.input.map(lambda line: sum(int(digit) for digit in line if digit != "."))
    hold((fills.tries == 10 * fills.n_exhausted + 405 - clues).all(), "tries that the closed form does not give")
    table = shown(
        fills.assign(to_paper=fills.tries / PAPER_TRIES),
        """
        id        {}      puzzle
        n_clues   {}      clues
        tries     {:,}    tries
        to_paper  {:.2f}  / paper
        user_s    {:.1f}  user s
        """,
    )
    return f"The hardest for brute force:\n\n{table}"
