"""`results/study`: the no-good loop of tjusila-2023 on its own grids, and what makes it faster."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from .._figure import LOG, Figure, data, field
from .._numbers import geometric_mean
from .._table import Table, columns
from . import Missing, hold, records, shown

# The classes of Table 1, with three more below its first. Beside them how many sets of the paper took that long, all
# 250,000 of its 50 grids by Gurobi (tjusila-2023, Table 1).
ENDS = [0.01, 0.1, 1, 10, 30, 60, 300, 600, 1800, 3600, 7200]
PAPER = [np.nan, np.nan, 30763, 136009, 42389, 26092, 13809, 542, 298, 62, 31, 5]


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`, and the plots of Fig. 2."""
    of = records(folder / "nogood.jsonl")
    theirs = generation(given / "paper_9x9_set_generation.csv")
    agree(of, theirs)
    runs = of[of.part == "sets"].reset_index(drop=True)
    runs["series"] = runs.way + ", " + runs.backend
    sets = times(runs)
    text = (
        "How much of a way is left to linear programs, its simplex iterations say. Those of `deep 60` need none: its sets come from "
        "a search by\npropagation, and its seconds are not those of an integer-program solver.\n"
    )
    parts = [text, worth(of[of.part == "worth"]), grids(runs, sets, theirs), by_size(runs), table_1(sets)]
    points = curve(sets)
    return {"tables.md": "\n".join(parts), "figure-2.csv": points.csv()}, {
        "figure-2a": plot(points, "set_seconds", "Fig. 2(a): time needed to generate the k-th unavoidable set"),
        "figure-2b": plot(points, "until_seconds", "Fig. 2(b): time until there are k unavoidable sets"),
    }


def generation(path: Path) -> pd.DataFrame:
    """What the paper's loop gave, by grid: ``seconds_to_N``, and ``by_size``, the number of sets of each size."""
    if not path.exists():
        raise Missing(f"the paper's sets are wanted beside ours, and {path} is not there")
    rows = pd.read_csv(path, dtype={"instance": str}).set_index("instance")
    rows["by_size"] = [
        {int(size): int(n) for size, n in (part.split(":") for part in sizes.split())} for sizes in rows.sets_by_size.fillna("")
    ]
    return rows


def agree(of: pd.DataFrame, theirs: pd.DataFrame) -> None:
    """Refuses records of which one has another number of sets of a size that it exhausted than another, or than the
    paper has where it went on to a larger size."""
    known: dict[tuple[str, int], int] = {}
    for id, sizes in theirs.by_size.items():
        known |= {(str(id), size): sizes.get(size, 0) for size in range(1, max(sizes, default=0))}
    for run in of.itertuples():
        for size in range(1, int(run.record.get("complete_to") or 0) + 1):
            n = run.record["by_size"].get(str(size), 0)
            there = known.setdefault((run.id, size), n)
            hold(there == n, f"grid {run.id} has {n} sets of {size} cells, and {there}")


def worth(of: pd.DataFrame) -> str:
    """What each measure is worth: the same number of sets of one grid in each way."""
    rows = of.assign(
        n_sets=[record["n_sets"] for record in of.record],
        end=["yes" if record["status"] == "max_reached" else "time limit" for record in of.record],
        solved=[sum(map(is_solved, record["iterations"])) for record in of.record],
        by_lp=[sum(map(is_by_lp, record["iterations"])) for record in of.record],
        **efforts(of),
    )
    rows["rate"] = rows.n_sets / rows.cpu
    published = rows[rows.way == "as published"].set_index("backend").rate
    rows["factor"] = rows.rate / rows.backend.map(published)
    table = shown(
        rows,
        """
        backend      {}        backend
        way          {}        way
        n_sets       {:,}      sets
        end          {}        all
        cpu          {:.1f}    CPU s
        rate         {:.2f}    sets per CPU s
        factor       {:.1f}    times as published
        solved       {:,}      sets by a solve
        by_lp        {:,}      of these by an LP
        iterations   {:,.0f}   simplex iterations
        nodes        {:,.0f}   nodes
        """,
        "llrl",
    )
    return f"## What each measure is worth\n\n{table}"


def is_solved(solve: dict[str, Any]) -> bool:
    """Is it a set that a program gave, and no image?"""
    return "size" in solve and not solve.get("image")


def is_by_lp(solve: dict[str, Any]) -> bool:
    """Did the solver need a simplex iteration for it, rather than presolve or a heuristic alone?"""
    return is_solved(solve) and solve.get("simplex_iterations", 0) > 0


def efforts(of: pd.DataFrame) -> dict[str, list[float]]:
    """Processor seconds, simplex iterations and nodes of each run: of the sets, and of the proofs that there are no more."""
    names = {"cpu": "cpu_seconds", "iterations": "simplex_iterations", "nodes": "nodes"}
    return {name: [total(record, field) for record in of.record] for name, field in names.items()}


def total(record: dict[str, Any], name: str) -> float:
    """The sum of a count over all solves; unknown if one does not say."""
    return float(sum(solve.get(name, np.nan) for solve in record["iterations"]))


def times(runs: pd.DataFrame) -> pd.DataFrame:
    """For each set of each run, in order, its number ``k``, the processor ``seconds`` since the one before, those ``until``
    then, and whether it is an ``image``."""

    def of_run(run: Any) -> Iterator[dict[str, Any]]:
        k, since, until = 0, 0.0, 0.0
        for solve in run.record["iterations"]:
            since += solve["cpu_seconds"]
            if "size" in solve:
                k, until = k + 1, until + since
                image = bool(solve.get("image"))
                yield {"id": run.id, "series": run.series, "k": k, "seconds": since, "until": until, "image": image}
                since = 0.0

    return pd.DataFrame([row for run in runs.itertuples() for row in of_run(run)])


def grids(runs: pd.DataFrame, sets: pd.DataFrame, theirs: pd.DataFrame) -> str:
    """A row for each run, with the time of the paper's for the largest number of sets that both have."""
    rows = runs.assign(
        n_sets=[record["n_sets"] for record in runs.record],
        complete_to=[record.get("complete_to") for record in runs.record],
        solved=[sum(map(is_solved, record["iterations"])) for record in runs.record],
        by_lp=[sum(map(is_by_lp, record["iterations"])) for record in runs.record],
        **efforts(runs),
    )
    rows["each"] = rows.cpu / rows.n_sets
    marks = [int(name.removeprefix("seconds_to_")) for name in theirs if str(name).startswith("seconds_to_")]
    until = sets.set_index(["id", "series", "k"]).until
    rows["mark"] = [max((n for n in marks if n <= run.n_sets), default=np.nan) for run in rows.itertuples()]
    rows["ours"] = [until.get((run.id, run.series, run.mark)) for run in rows.itertuples()]
    rows["paper"] = [
        theirs[f"seconds_to_{int(run.mark)}"].get(run.id) if run.mark == run.mark else np.nan for run in rows.itertuples()
    ]
    table = shown(
        rows,
        """
        series       {}       way
        id           {}       grid
        n_sets       {:,}     sets
        wanted       {:,.0f}  wanted
        solved       {:,}     by a solve
        by_lp        {:,}     of these by an LP
        complete_to  {:.0f}   complete to
        iterations   {:,.0f}  simplex iterations
        nodes        {:,.0f}  nodes
        cpu          {:,.0f}  CPU s
        each         {:.3f}   CPU s a set
        mark         {:,.0f}  first sets
        ours         {:,.0f}  CPU s for these
        paper        {:,.0f}  paper, s for these
        """,
        "llr",
    )
    return f"## The runs\n\n{table}"


def by_size(runs: pd.DataFrame) -> str:
    """What each size took, over all grids of a way."""
    rows = []
    for run in runs.itertuples():
        for solve in run.record["iterations"]:
            kind = "rest" if "size" not in solve else "image" if solve.get("image") else "solve"
            rows.append({"series": run.series, "id": run.id, "m": solve["m"], "kind": kind, "cpu": solve["cpu_seconds"]})
    frame = pd.DataFrame(rows)
    # Solves of a size that another grid has not come to are not compared.
    groups = frame.groupby(["series", "m"])
    wide = pd.DataFrame({"grids": groups.id.nunique()})
    for kind in ("solve", "image", "rest"):
        of = frame[frame.kind == kind].groupby(["series", "m"]).cpu
        wide[f"n_{kind}"], wide[f"s_{kind}"] = of.size(), of.sum()
    wide["each"] = wide.s_solve / wide.n_solve
    table = shown(
        wide.fillna({"n_solve": 0, "n_image": 0, "n_rest": 0, "s_solve": 0.0, "s_rest": 0.0}).reset_index(),
        """
        series   {}        way
        m        {}        m
        grids    {}        grids
        n_solve  {:,.0f}   sets by a solve
        s_solve  {:,.1f}   CPU s
        each     {:.3f}    s for each
        n_image  {:,.0f}   images
        n_rest   {:,.0f}   parts exhausted
        s_rest   {:,.1f}   CPU s
        """,
        "lr",
    )
    return f"## Sizes\n\n{table}"


def table_1(sets: pd.DataFrame) -> str:
    """Table 1 of the paper: how many sets took how long, since the one before."""
    labels = [f"at most {ENDS[0]}", *(f"{a} to {b}" for a, b in zip(ENDS, ENDS[1:], strict=False)), f"more than {ENDS[-1]}"]
    classes = pd.cut(sets.seconds, [-np.inf, *ENDS, np.inf], labels=labels)
    table = pd.crosstab(classes, sets.series).reindex(labels, fill_value=0)
    titles = {f"n_{i}": series for i, series in enumerate(table)}
    table.columns = pd.Index(titles)
    table["paper"] = PAPER
    form = "\n".join(f"{name} {{:,}} {series}" for name, series in titles.items())
    text = shown(table.rename_axis("seconds").reset_index(), f"seconds {{}} seconds\n{form}\npaper {{:,.0f}} paper, Gurobi")
    return f"## Table 1: seconds to generate an unavoidable set\n\n{text}"


def curve(sets: pd.DataFrame) -> Table:
    """The points of Fig. 2: geometric means over the grids that have a k-th set."""
    groups = sets.groupby(["series", "k"])
    frame = groups.agg(set_seconds=("seconds", geometric_mean), until_seconds=("until", geometric_mean), grids=("id", "size"))
    return Table(
        "figure-2",
        "Fig. 2: the generation of unavoidable sets",
        "Geometric means of processor seconds over the grids that have a k-th set.",
        frame.reset_index(),
        columns("""
            series         text     way
            k              count    k
            set_seconds    measure  CPU s for the k-th set
            until_seconds  measure  CPU s until there are k
            grids          count    grids
        """),
    )


def plot(points: Table, y: str, title: str) -> Figure:
    """A line for each way."""
    table = Table(points.name, title, points.note, points.frame, points.columns)
    chart = alt.Chart(data(table), width=480, height=260).mark_line(strokeWidth=1)
    chart = chart.encode(
        x=alt.X(**field(table, "k")), y=alt.Y(**field(table, y, scale=LOG)), color=alt.Color(**field(table, "series", "nominal"))
    )
    return Figure(table, chart)
