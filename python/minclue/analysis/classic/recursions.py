"""Tables 1 and 2 of abuluaih-2015, and what their difference says: how deep the searches went."""

from __future__ import annotations

import pandas as pd

from .._numbers import FIVE
from .._table import Columns, Table, columns
from .paper import ABULUAIH
from .runs import RULES, Runs

BY = ["rule", "band", "method"]
FIVE_COLUMNS = columns("""
    least           mean  least
    first_quartile  mean  1st quartile
    median          mean  median
    third_quartile  mean  3rd quartile
    most            mean  most
""")


def table(runs: Runs, name: str, counted: str) -> Table:
    """Table 1, of recursions, or Table 2, of backtracks, with each rule."""
    groups = runs.trials.groupby(BY)[counted]
    rows = runs.by_rule(groups.agg(mean="mean", puzzles="size", **FIVE))
    rows = rows.merge(ABULUAIH.rename(columns={counted: "paper"}), how="left", on=["band", "method"])
    what = {"recursions": "assignments tried", "backtracks": "assignments undone"}[counted]
    note = (
        f"Means and quartiles of {what}, beside the means of abuluaih-2015. Rules: published, FC and MRV to the end "
        "and CtN to a neutralised set, the first of ties; all neutralised, the paper's words; all solved, none stops "
        "before the end; random ties, as published but for ties of MRV and CtN."
    )
    head: Columns = columns("""
        rule           text   rule
        band           text   band
        method         text   method
        paper          count  paper
        mean           mean   mean
        mean_to_paper  ratio  mean / paper
    """)
    rows = rows.assign(mean_to_paper=rows["mean"] / rows.paper, puzzles=rows.puzzles.fillna(0))
    return Table(
        name,
        f"{name.replace('-', ' ').capitalize()}: {counted}",
        note,
        rows,
        head | FIVE_COLUMNS | columns("puzzles count puzzles"),
    )


def order(runs: Runs) -> Table:
    """Is CtN < MRV < FC in mean recursions, as the paper has it in every band?"""
    means = runs.by_rule(runs.trials.groupby(BY).recursions.mean().to_frame())
    rows = means.pivot(index=["rule", "band"], columns="method", values="recursions")
    rows = rows.reindex(pd.MultiIndex.from_product([RULES, runs.bands], names=["rule", "band"]))
    known = rows.notna().all(axis=1)
    holds = (rows.CtN < rows.MRV) & (rows.MRV < rows.FC)
    rows["holds"] = holds.map({True: "true", False: "false"}).where(known)
    held = (holds & known).groupby("rule").all()
    said = "; ".join(f"{rule}: {str(bool(held.get(rule, True))).lower()}" for rule in RULES)
    return Table(
        "order",
        "Order of the methods",
        f"CtN < MRV < FC in mean recursions in every band, as in the paper. {said}.",
        rows.rename(columns=str.lower).reset_index(),
        columns("""
            rule   text  rule
            band   text  band
            ctn    mean  CtN
            mrv    mean  MRV
            fc     mean  FC
            holds  text  CtN < MRV < FC
        """),
    )


def depths(runs: Runs) -> Table:
    """Recursions less backtracks: the assignments on the way to the end."""
    made = runs.made("band")
    blanks = (81 - made.made_n_clues).groupby(made.group).mean()
    rows = runs.by_rule(runs.trials.groupby(BY).depth.mean().to_frame())
    paper = ABULUAIH.assign(paper=ABULUAIH.recursions - ABULUAIH.backtracks)
    rows = rows.merge(paper, how="left", on=["band", "method"]).assign(blanks=rows.band.map(blanks))
    return Table(
        "depths",
        "Assignments on the way to the end",
        "Recursions less backtracks; of the paper, the difference of its means in Tables 1 and 2. A run to the end assigns "
        "every blank square, so this says where the published runs stopped.",
        rows,
        columns("""
            rule    text   rule
            band    text   band
            method  text   method
            paper   count  paper
            depth   mean   mean depth
            blanks  mean   mean blank squares
        """),
    )
