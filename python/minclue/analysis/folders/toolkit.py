"""`results/toolkit`: bilevel programs, contradictions and hitting sets, by all engines and beside published answers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

from .._figure import Figure
from .._records import there
from . import geometric, hold, records, shown

OURS = ("cuts", "native", "bilevel")


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`: published knapsacks by size, seeded programs, contradictions and hypergraphs, a row each,
    and other programs on files of their own."""
    known = json.loads((folder / "known.json").read_text())
    parts = []
    if there(folder / "published.jsonl").exists():
        parts.append("## Published knapsack interdiction\n\n" + published(records(folder / "published.jsonl")))
    programs = records(folder / "bilevel.jsonl")
    for name, answer in known.items():
        of = programs[(programs.id == name) & (programs.status == "optimal")]
        hold((of.optimum == answer).all(), f"{name} is {answer}")
    parts.append("## Seeded bilevel programs\n\n" + sides(programs, "n_follower_solves", "questions"))
    parts.append("## Contradictions\n\n" + sides(records(folder / "explain.jsonl"), "n_sets", "sets"))
    parts.append("## Hitting sets\n\n" + sides(records(folder / "hitting.jsonl"), "n_sets", "sets"))
    if there(folder / "weights.jsonl").exists():
        weights = records(folder / "weights.jsonl")
        parts.append("## Clues with weights\n\n" + sides(weights, "n_follower_solves", "questions"))
    if there(folder / "peers.jsonl").exists():
        parts.append("## Beside other programs\n\n" + peers(records(folder / "peers.jsonl")))
    if there(folder / "general.jsonl").exists():
        parts.append("## General integer programs\n\n" + general(records(folder / "general.jsonl")))
    return {"tables.md": "\n\n".join(parts)}, {}


def published(runs: pd.DataFrame) -> str:
    """Of each group, such as `TRS, 15 items`, how many answers are the published ones, and what they cost."""
    runs = runs.assign(is_open=runs.status != "optimal")
    hold((runs.is_open | runs.is_published).all(), "an optimum is the published one")
    of = runs.groupby("group", sort=False)
    rows = pd.DataFrame(
        {
            "n": of.size(),
            "equal": of.is_published.sum(),
            "open": of.is_open.sum(),
            "nodes": of.n_nodes.median(),
            "most": of.n_nodes.max(),
            "seconds": of.cpu_s.median(),
            "longest": of.cpu_s.max(),
            "questions": of.n_follower_solves.median(),
        }
    ).reset_index()
    return shown(
        rows,
        """
        group      {}       group
        n          {}       instances
        equal      {}       as published
        open       {}       open
        nodes      {:,.0f}  nodes, median
        most       {:,}     most
        seconds    {:.2f}   CPU s, median
        longest    {:.2f}   most
        questions  {:,.0f}  questions, median
        """,
    )


def peers(runs: pd.DataFrame) -> str:
    """Of each group and program, how many instances it solved, and its CPU seconds; what it did not solve is the limit."""
    solved = runs[runs.status == "optimal"]
    for name, of in solved.groupby("id"):
        hold(of.upper_bound.nunique() == 1, f"the optimum of {name}")
    lower = runs.lower_bound if "lower_bound" in runs else pd.Series(np.nan, index=runs.index)
    for name, of in runs.assign(lower=lower).groupby("id"):
        hold(not of.lower.max() > of.upper_bound.min(), f"the bounds of {name}")
    seconds = runs.cpu_s.where(runs.status == "optimal", runs.limit_s).clip(upper=runs.limit_s)
    of = runs.assign(seconds=seconds, is_solved=runs.status == "optimal").groupby(["kind", "group", "program"], sort=False)
    rows = pd.DataFrame(
        {"n": of.size(), "solved": of.is_solved.sum(), "median": of.seconds.median(), "most": of.seconds.max()}
    ).reset_index()
    # Ours first in each group, where all groups stand in their order.
    order = {name: i for i, name in enumerate(dict.fromkeys(runs.group))}
    rows["place"] = [(order[group], program not in OURS, i) for i, (group, program) in enumerate(zip(rows.group, rows.program))]
    rows["program"] = rows.program.map(lambda name: f"minclue, {name}" if name in OURS else name)
    return shown(
        rows.sort_values("place"),
        """
        group    {}      group
        program  {}      program
        n        {}      instances
        solved   {}      solved
        median   {:.2f}  CPU s, median
        most     {:.2f}  most
        """,
        "llr",
    )


def general(runs: pd.DataFrame) -> str:
    """Of each group, how many instances each program solved, and the geometric mean of its CPU seconds, where what it did not
    solve counts as the limit; of our certificates, how many were verified, and their time as a part of the search."""
    rows = []
    for group, of in runs.groupby("group", sort=False):
        ours = pd.DataFrame(list(of.minclue), index=of.index)
        row = sums(ours, of.limit_s) | {"group": group, "n": len(of)}
        if "is_verified" in ours:
            done = ours[ours.is_verified.notna()]
            hold(done.is_verified.all(), f"an answer of {group} is not verified")
            row["verified"] = len(done)
            row["check"] = done.verify_cpu_s.sum() / max(done.cpu_s.sum(), 1e-3)
        if "mibs" in of and of.mibs.notna().all():
            theirs = pd.DataFrame(list(of.mibs), index=of.index)
            row |= {f"mibs_{name}": value for name, value in sums(theirs, of.limit_s).items()}
        rows.append(row)
    hold("is_wrong" not in runs or not runs.is_wrong.eq(True).any(), "an answer is not that of MibS")
    columns = ["group", "n", "solved", "verified", "seconds", "check", "mibs_solved", "mibs_seconds"]
    return shown(
        pd.DataFrame(rows).reindex(columns=columns),
        """
        group         {}      group
        n             {}      instances
        solved        {}      solved
        verified      {:.0f}  both halves verified
        seconds       {:.2f}  CPU s, geometric mean
        check         {:.0%}  checking, of the search
        mibs_solved   {:.0f}  MibS solved
        mibs_seconds  {:.2f}  CPU s, geometric mean
        """,
    )


def sums(answers: pd.DataFrame, limits: pd.Series) -> dict[str, float]:
    """How many are solved, and in what time."""
    is_solved = answers.status.isin(("optimal", "infeasible"))
    return {"solved": int(is_solved.sum()), "seconds": geometric(answers.cpu_s.where(is_solved, limits).clip(upper=limits), 0.01)}


def sides(runs: pd.DataFrame, extra: str, title: str) -> str:
    """A row for each instance: the bounds of all engines, which must not contradict each other, and their nodes."""
    for name, of in runs.groupby("id"):
        hold(of.lower_bound.max() <= of.upper_bound.min(), f"the bounds of {name}")
    rows = []
    for name, of in runs.groupby("id", sort=False):
        row: dict[str, object] = {"id": name}
        for engine, run in of.set_index("engine").iterrows():
            bounds = f"{run.lower_bound:.0f}" if run.status == "optimal" else f"{run.lower_bound:.0f} to {run.upper_bound:.0f}"
            row |= {engine: bounds, f"{engine}_nodes": run.n_nodes, f"{engine}_{extra}": run[extra]}
        rows.append(row)
    columns = ["id {} instance"]
    for engine in dict.fromkeys(runs.engine):
        columns += [f"{engine} {{}} {engine}", f"{engine}_nodes {{:,}} nodes", f"{engine}_{extra} {{:,}} {title}"]
    # An instance that one engine alone was asked about has no numbers of the other.
    return shown(pd.DataFrame(rows).convert_dtypes(), "\n".join(columns))
