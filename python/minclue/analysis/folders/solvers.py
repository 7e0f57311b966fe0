"""`results/solvers`: the fewest clues by other solvers, beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd

from .._figure import LOG, Figure, data, facet, field, in_order
from .._table import Table, columns, markdown
from . import hold, records, shown

WAYS = ["own", "loop", "lazy", "hitting", "hpr", "bilevel"]
# Processor seconds after which bounds are compared, where a run may have taken so long.
MOMENTS = (1, 3, 10, 100, 1000)
# What the picture shows of a bound that rises from 0: the last steps.
STEPS = 3
# Of two bounds the later one comes after so much more time, if both are shown.
APART = 2


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`, and bounds over time."""
    runs, asked = read(folder)
    hold(not (below := contradictions(runs)), below)
    is_large = runs["shape"] == "3x3"
    large, small = runs[is_large], runs[~is_large]
    parts = {
        "Who was asked": who(runs),
        "What cannot be asked": refused(asked),
        "Small grids, to the end": ended(small),
    }
    for (limit, name), of in large.groupby(["limit", "id"], sort=False):
        parts[f"Grid {name}, {limit}"] = beside(of)
    sections = (f"## {title}\n\n{text}" for title, text in parts.items())
    # Of the runs of one solver on one grid, the one with the most time.
    longest = large.sort_values("seconds_allowed", kind="stable").drop_duplicates(["id", "solver", "way"], keep="last")
    figures = {"bounds": bounds(longest.sort_values("order", kind="stable"))} if len(longest) else {}
    return {"tables.md": "\n".join(sections)}, figures


def read(folder: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The newest record of each run that was done, and those that could not be asked."""
    key = ["id", "solver", "way", "time_limit", "cpu_limit", "max_sets", "seed"]
    all_ = records(folder / "records.jsonl")
    # What no run of a folder has, no record names.
    optional = ["cpu_limit", "upper_bound", "n_rounds", "n_learned", "oracle", "start", "error"]
    all_ = all_.assign(**{name: None for name in optional if name not in all_})
    all_ = all_.drop_duplicates(key, keep="last")
    asked = all_[all_.status.isin(["refused", "missing"])].drop_duplicates(["solver", "way"])
    place = {solver: i for i, solver in enumerate(all_.solver.unique())}
    asked = asked.sort_values("solver", key=lambda of: of.map(place), kind="stable")
    runs = all_[~all_.status.isin(["refused", "missing"])]
    allowed = runs.cpu_limit.fillna(runs.time_limit).astype(float)
    of = runs.cpu_limit.isna().map({True: "wall-clock time", False: "the processor"})
    limit = allowed.map("{:g} s of ".format) + of
    runs = runs.assign(order=runs.way.map(WAYS.index), limit=limit, seconds_allowed=allowed)
    return runs.sort_values("order", kind="stable"), asked


def contradictions(runs: pd.DataFrame) -> list[str]:
    """Grids with a lower bound above a puzzle."""
    runs = runs.astype({"upper_bound": float})
    lower, upper = runs.groupby("id").lower_bound.max(), runs.groupby("id").upper_bound.min()
    wrong = lower.index[lower > upper]
    return [f"{name}: {lower[name]:.0f} clues are wanted, and {upper[name]:.0f} are enough" for name in wrong]


def who(runs: pd.DataFrame) -> str:
    """Versions and settings."""
    rows = []
    for (solver, version), of in runs.groupby(["solver", "solver_version"], sort=False):
        told = of.settings.iloc[0].items()
        said = ", ".join(f"`{value}`" if name == "words" else f"{name} {value}" for name, value in told)
        rows.append([solver, version, ", ".join(dict.fromkeys(of.way)), said, of.lacks.iloc[0]])
    return markdown(["solver", "version", "ways", "settings", "what it lacks"], rows, "l")


def refused(asked: pd.DataFrame) -> str:
    """The ways that a solver does not have, those with the same reason together."""
    ways = asked.groupby(["solver", "error"], sort=False).way.agg(", ".join).reset_index()
    return markdown(["solver", "ways", "why"], ways[["solver", "way", "error"]].to_numpy(), "l")


def ended(runs: pd.DataFrame) -> str:
    """Runs to the end: how many were, and their seconds."""
    rows = []
    for (shape, way, solver), of in runs.groupby(["shape", "way", "solver"], sort=False):
        done = of[of.status == "optimal"]
        least, most = done.cpu_seconds.min(), done.cpu_seconds.max()
        seconds = [f"{value:.2f}" if len(done) else "" for value in (done.cpu_seconds.median(), least, most)]
        rows.append([shape, way, solver, len(of), len(done), *seconds])
    head = ["boxes", "way", "solver", "grids", "ended", "CPU s, median", "least", "most"]
    return markdown(head, rows, "lllr")


def beside(runs: pd.DataFrame) -> str:
    """Bounds of all runs of one grid, after some seconds and at the end."""
    rows = runs.assign(oracle_s=[of.get("seconds") if isinstance(of, dict) else None for of in runs.oracle])
    taken = runs.start.where(~runs.lacks.str.contains("takes no start sets"), None)
    rows["n_start"] = [of.get("n_sets") if isinstance(of, dict) else None for of in taken]
    compared = [moment for moment in MOMENTS if moment <= runs.cpu_seconds.max()]
    for moment in compared:
        there = (runs.cpu_seconds >= moment) | (runs.status == "optimal")
        rows[f"at_{moment}"] = pd.Series([at(trail, moment) for trail in runs.bounds], runs.index).where(there)
    moments = "\n".join(f"at_{moment} {{:.0f}} bound after {moment:,} CPU s" for moment in compared)
    return shown(
        rows,
        f"""
        way          {{}}      way
        solver       {{}}      solver
        status       {{}}      status
        {moments}
        lower_bound  {{:.0f}}  lower bound
        upper_bound  {{:.0f}}  puzzle
        cpu_seconds  {{:.1f}}  CPU s
        seconds      {{:.1f}}  wall s
        n_start      {{:,.0f}} start sets
        n_learned    {{:,.0f}} learned
        n_rounds     {{:,.0f}} rounds
        oracle_s     {{:.1f}}  oracle, s
        """,
        "lllr",
    )


def at(trail: list[dict[str, Any]], moment: float) -> int:
    """The lower bound after some processor seconds."""
    in_time = (point for point in trail if point["cpu_seconds"] <= moment)
    return max((point["lower_bound"] for point in in_time if "lower_bound" in point), default=0)


def bounds(runs: pd.DataFrame) -> Figure:
    """When each lower bound was proven, run by run; of the ways that end with the minimum."""
    points = []
    runs = runs[~runs.way.isin(["hitting", "hpr"])]
    for run in runs.itertuples():
        steps = [(max(point["cpu_seconds"], 0.01), point["lower_bound"]) for point in run.bounds if "lower_bound" in point]
        # Of bounds that would be drawn one over the other, the last one.
        nexts = [*(seconds for seconds, _ in steps[1:]), float("inf")]
        apart = [step for step, next_ in zip(steps, nexts, strict=True) if next_ > APART * step[0]]
        for seconds, lower in (step for step in apart if step[1] > run.lower_bound - STEPS):
            name = run.solver if run.way == "own" else f"{run.solver}, {run.way}"
            points.append([f"grid {run.id}", name, seconds, lower])
    frame = pd.DataFrame(points, columns=["grid", "run", "cpu_seconds", "lower_bound"])
    head = columns("""
        grid         text     grid
        run          text     solver and way
        cpu_seconds  measure  CPU seconds
        lower_bound  count    lower bound
    """)
    table = Table("bounds", "When each lower bound was proven", "", frame, head)
    y = {**in_order(table, "run"), "title": None}
    color = field(table, "lower_bound", "ordinal", scale=alt.Scale(scheme="viridis", reverse=True))
    base = alt.Chart(data(table), width=260, height=alt.Step(17)).mark_text(fontSize=11, fontWeight="bold")
    chart = base.encode(
        # At the ends of the axis, labels of two grids would meet.
        x=alt.X(**field(table, "cpu_seconds", scale=LOG, axis=alt.Axis(values=[0.1, 1, 10, 100, 1000]))),
        y=alt.Y(**y),
        text=alt.Text(field="lower_bound", type="quantitative"),
        color=alt.Color(**color),
        column=facet(table, "grid"),
        tooltip=[alt.Tooltip(field=name) for name in head],
    )
    return Figure(table, chart)
