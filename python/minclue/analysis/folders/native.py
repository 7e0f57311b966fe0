"""`results/native`: the native engine on 9x9 grids, beside the paper and other programs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import altair as alt
import numpy as np
import pandas as pd

from .._figure import LOG, Figure, data, field
from .._table import Table, columns, markdown
from . import every, geometric, hold, paper, shown

Records = dict[str, pd.DataFrame]
CUTS = 1000  # the paper's main setting
MEANS = {"mean": pd.Series.mean, "geometric mean": geometric, "median": pd.Series.median, "worst": pd.Series.max}


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`, and the plots."""
    of = every(folder)
    fifty = beside_paper(of, paper(given / "paper_9x9_results.csv"))
    figures = {"seconds": seconds(fifty), "minima": minima(of["thousand"])}
    parts = [
        *fifty_grids(fifty),
        *today(of, fifty),
        *peers(of),
        *threads(of),
        *symmetry(of),
        *random_grids(of["thousand"]),
        *opinions(of),
        *bilevel(of),
        *before(of),
    ]
    return {"tables.md": "\n".join(parts)}, figures


def beside_paper(of: Records, theirs: pd.DataFrame) -> pd.DataFrame:
    """The fifty grids of tjusila-2023, each beside the paper's run with ``CUTS`` start cuts. No run of the paper, of
    whatever setting, may contradict ours."""
    runs = of["paper"].merge(of["processes-paper"][["id", "user_s", "max_rss_kib"]], on="id")
    runs["mb"] = runs.max_rss_kib / 1024
    each = theirs.merge(runs, left_on="instance", right_on="id", suffixes=("_paper", ""))
    wrong = (
        (each.minimum < each.lower - 1e-6) | (each.minimum > each.best + 1e-6) | (each.closed & (each.minimum != each.best))
    )
    hold(not wrong.any(), f"the paper's and ours of grids {set(each.id[wrong])}")
    main = theirs[theirs.cut_count == CUTS].assign(ever=theirs.instance.map(theirs.groupby("instance").closed.any()))
    return runs.merge(main, left_on="id", right_on="instance", suffixes=("", "_paper"))


def fifty_grids(fifty: pd.DataFrame) -> list[str]:
    """Grid by grid, and in the mean."""
    ratio = fifty.runtime / fifty.user_s
    rows = fifty.assign(
        bounds=[f"{run.best:.0f}" if run.closed else f"{run.lower:.1f} to {run.best:.0f}" for run in fifty.itertuples()],
        theirs=fifty.runtime.map("{:,.0f}".format).where(fifty.closed, "limit"),
        ratio=ratio.map("{:,.0f}".format).where(fifty.closed, ratio.map(">= {:,.0f}".format)),
        setting=fifty.ever.map({True: "", False: "open"}),
    )
    table = shown(
        rows,
        """
        id       {}      id
        minimum  {}      minimum
        status   {}      status
        user_s   {:.2f}  CPU s
        n_nodes  {:,}    nodes
        n_sets   {:,}    sets
        mb       {:.1f}  MB
        bounds   {}      paper, minimum
        theirs   {}      paper, s
        ratio    {}      ratio
        setting  {}      paper, any setting
        """,
    )
    ours, theirs = fifty.user_s, fifty.runtime
    means = [
        ["native, CPU s", *(f"{mean(ours):,.2f}" for mean in MEANS.values())],
        ["paper, s (limit counted as such)", *(f"{mean(theirs):,.0f}" for mean in MEANS.values())],
        ["ratio", *(f"{mean(theirs) / mean(ours):,.0f}" for mean in MEANS.values())],
    ]
    said = f"Sum {ours.sum():.1f} s; status {dict(Counter(fifty.status))}; largest resident set {fifty.mb.max():.1f} MB, "
    said += f"mean {fifty.mb.mean():.1f} MB.\n"
    return ["## The fifty grids of tjusila-2023\n", table, markdown(["", *MEANS], means, "lr"), said]


def today(of: Records, fifty: pd.DataFrame) -> list[str]:
    """The fifty grids by a later program: the minima must be the same, nodes may differ."""
    runs = of["today"].merge(of["processes-today"][["id", "user_s"]], on="id")
    rows = fifty.merge(runs, on="id", suffixes=("", "_later"))
    hold(len(rows) == len(fifty) and (rows.minimum == rows.minimum_later).all(), "the minima of a later program")
    table = shown(
        rows,
        """
        id             {}      id
        minimum        {}      minimum
        n_nodes        {:,}    nodes
        n_nodes_later  {:,}    nodes, later
        user_s         {:.2f}  CPU s
        user_s_later   {:.2f}  CPU s, later
        """,
    )
    old, new = rows.n_nodes, rows.n_nodes_later
    versions = ", ".join(sorted(runs.version.unique()))
    said = (
        f"Version {versions}. All minima are the same. Nodes: {new.sum() / 1e6:,.1f} million in place of {old.sum() / 1e6:,.1f}, "
        f"fewer on {(new < old).sum()} of {len(rows)} grids; geometric mean of the ratios {geometric(new / old):.2f} "
        f"({(new / old).min():.2f} to {(new / old).max():.2f}). CPU seconds: mean {rows.user_s_later.mean():.2f} in place of "
        f"{rows.user_s.mean():.2f}, worst {rows.user_s_later.max():.2f}; "
        f"{1e9 * rows.user_s_later.sum() / new.sum():.0f} ns a node in place of {1e9 * rows.user_s.sum() / old.sum():.0f}.\n"
    )
    return ["## The same by a later program\n", said, table]


def seconds(fifty: pd.DataFrame) -> Figure:
    """The paper's seconds by ours."""
    status = np.select([fifty.closed, fifty.ever], ["closed", "time limit"], "no setting closed it")
    rows = fifty.assign(ours=fifty.user_s.round(2), paper=fifty.runtime.round(), paper_status=status)
    head = columns("""
        id            text     id
        ours          measure  native, CPU seconds, one core
        paper         count    paper, seconds (1000 start cuts)
        paper_status  text     paper
    """)
    title = "Fifty grids: native engine and paper (points at four days are its time limit)"
    table = Table("seconds", title, "", rows, head)
    chart = alt.Chart(data(table), width=420, height=360).mark_point(filled=True, size=45)
    chart = chart.encode(
        x=alt.X(**field(table, "ours", scale=LOG)),
        y=alt.Y(**field(table, "paper", scale=alt.Scale(type="log", domain=[5000, 500000]))),
        color=alt.Color(**field(table, "paper_status", "nominal")),
        shape=alt.Shape(**field(table, "paper_status", "nominal")),
        tooltip=[alt.Tooltip(field=name) for name in head],
    )
    return Figure(table, chart)


def peers(of: Records) -> list[str]:
    """The same questions to other programs, whose answers must be ours."""
    text = ["## Beside other programs\n"]
    titles = {
        "at-most-18": "A puzzle with at most 18 clues?",
        "all-16": "All puzzles with 16 clues",
        "all-17": "All puzzles with 17 clues",
        "minimal-18": "All minimal puzzles with 18 clues",
    }
    for what, title in titles.items():
        runs = of["processes-peers"][of["processes-peers"].what == what]
        # Asked more than once, in turn with the other program: the least seconds are those that the machine disturbed least.
        runs = runs.loc[runs.groupby(["program", "id"], sort=False).user_s.idxmin()]
        is_ours = runs.program == "minclue"
        theirs = runs[~is_ours]
        both = runs[is_ours].merge(theirs, how="left", on="id", suffixes=("", "_other"))
        both = both.merge(of[what].drop_duplicates("id"), on="id")
        # Whether there is a puzzle, or how many there are.
        if what == "at-most-18":
            answer, other = both.upper_bound <= both.at_most, both.n_puzzles_other > 0
            answer = answer.map({True: "yes", False: "no"})
            other = other.map({True: "yes", False: "no"})
        else:
            hold(both.complete.all(), f"{what}: not all are complete")
            answer, other = both.n_puzzles_y, both.n_puzzles_other
        hold((answer == other).all(), f"{what}: {list(both.id[answer != other])}")
        rows = both.assign(answer=answer, ratio=both.user_s_other / both.user_s.clip(lower=0.01))
        name = theirs.program.iloc[0]
        cells = [[r.id, r.answer, f"{r.user_s:.2f}", f"{r.user_s_other:.2f}", f"{r.ratio:.1f}"] for r in rows.itertuples()]
        ours, others = rows.user_s, rows.user_s_other
        total = [f"**{ours.sum():.2f}**", f"**{others.sum():.2f}**", f"**{others.sum() / ours.sum():.1f}**"]
        cells += [["**sum**", "", *total], ["mean", "", f"{ours.mean():.2f}", f"{others.mean():.2f}", ""]]
        text += [f"### {title}\n", markdown(["id", "answer", "native, s", f"{name}, s", "ratio"], cells, "lr")]
    return text


def threads(of: Records) -> list[str]:
    """CPU over wall-clock seconds of the same run: how many cores its two threads kept busy."""
    one = of["threads-one"].merge(of["processes-threads-one"], on="id")[["id", "minimum", "n_nodes", "user_s"]]
    both = of["processes-threads"].join(of["threads"][["minimum", "n_nodes"]])
    rows = both.merge(one, on="id", suffixes=("", "_one"))
    hold((of["threads"].id == both.id).all() and (rows.minimum == rows.minimum_one).all(), "the minima of two threads")
    rows = rows.assign(busy=rows.user_s / rows.wall_s, mb=rows.max_rss_kib / 1024)
    table = shown(
        rows[rows.what == "threads-2"],
        """
        id           {}      id
        n_nodes_one  {:,}    nodes, 1 thread
        n_nodes      {:,}    nodes, 2 threads
        user_s_one   {:.2f}  CPU s, 1 thread
        user_s       {:.2f}  CPU s, 2 threads
        wall_s       {:.2f}  wall s, 2 threads
        busy         {:.2f}  CPU / wall
        mb           {:.1f}  MB
        """,
    )
    said = [
        f"Two processes of one thread at once on id {run.id}: {run.wall_s:.2f} s wall and {run.user_s:.2f} s CPU each.\n"
        for run in rows[rows.what == "two-at-once"].itertuples()
    ]
    return ["## Threads\n", table, *said]


def symmetry(of: Records) -> list[str]:
    """With and without the symmetries of a grid."""
    rows = of["processes-symmetry"].join(
        of["symmetry"][["id", "status", "minimum", "n_nodes"]].rename(columns={"id": "its"})
    )
    hold((rows.id == rows.its).all(), "the order of the runs of symmetry")
    table = shown(
        rows,
        """
        id       {}      grid
        what     {}      symmetry
        status   {}      status
        minimum  {}      minimum
        n_nodes  {:,}    nodes
        user_s   {:.2f}  CPU s
        """,
    )
    return ["## Symmetry\n", table]


def minima(runs: pd.DataFrame) -> Figure:
    """How many random grids have which minimum."""
    solved = runs[runs.status == "optimal"]
    rows = solved.groupby("minimum").size().rename("grids").reset_index()
    head = columns("minimum count minimum number of clues \n grids count grids")
    table = Table("minima", f"Minimum number of clues of {len(solved):,} random grids", "", rows, head)
    chart = alt.Chart(data(table), width=300, height=260).mark_bar()
    chart = chart.encode(
        x=alt.X(**field(table, "minimum", "ordinal")),
        y=alt.Y(**field(table, "grids")),
        tooltip=[alt.Tooltip(field=name) for name in head],
    )
    return Figure(table, chart)


def random_grids(runs: pd.DataFrame) -> list[str]:
    """The thousand random grids."""
    solved = runs[runs.status == "optimal"]
    groups = solved.groupby("minimum")
    rows = groups.agg(grids=("id", "size"), seconds=("seconds", "mean"), nodes=("n_nodes", "mean")).reset_index()
    table = shown(
        rows.assign(share=100 * rows.grids / len(solved), nodes=rows.nodes / 1e6),
        """
        minimum  {}       minimum
        grids    {}       grids
        share    {:.1f}_%  share
        seconds  {:.2f}   mean s
        nodes    {:.1f}_M  mean nodes
        """,
    )
    spreads = [["million nodes", *spread(solved.n_nodes / 1e6, 1)], ["wall-clock s", *spread(solved.seconds, 2)]]
    said = f"{len(solved):,} grids, mean minimum {solved.minimum.mean():.3f}. The hardest fifth of them takes "
    said += f"{fifth(solved.n_nodes)} of the nodes.\n\n"
    return ["## Random grids\n", table, said, markdown(SPREAD, spreads, "lr")]


def fifth(values: pd.Series) -> str:
    """The share of the greatest fifth of the values in their sum (mcguire-2012, section 6.2)."""
    return f"{values.nlargest(round(len(values) / 5)).sum() / values.sum():.0%}".replace("%", " %")


SPREAD = ["", "median", "90 % within", "worst", "mean"]


def spread(values: pd.Series, digits: int) -> list[str]:
    """The cells below ``SPREAD``."""
    within = np.quantile(values, 0.9, method="inverted_cdf")
    return [f"{value:,.{digits}f}" for value in (values.median(), within, values.max(), values.mean())]


def known(of: Records) -> pd.Series:
    """Minimum by name of the random grids, from both parts that solve them: they must agree where they meet."""
    both = pd.concat([of["thousand"], of["opinions"]])
    each = both[both.status == "optimal"].groupby("id").minimum
    hold((each.nunique() == 1).all(), "the minima of random grids")
    return each.first().astype(int)


def opinions(of: Records) -> list[str]:
    """Another program on every twentieth of the random grids, whose answers must be ours."""
    minimum, runs = known(of), of["processes-opinions"]
    theirs = runs[(runs.program == "sk_is18") & runs.id.isin(minimum.index)]
    ours = runs[runs.program == "minclue"].user_s
    has = theirs.n_puzzles > 0
    hold(((theirs.id.map(minimum) <= 18) == has).all(), "sk_is18 and ours")
    said = (
        f"{len(theirs)} grids: {has.sum()} have a puzzle with at most 18 clues and {(~has).sum()} have none, by both "
        f"programs. CPU seconds: {theirs.user_s.sum():.0f} of sk_is18 for this question, {ours.sum():.0f} of minclue "
        f"for the minimum of {len(ours)} grids. Minima: {dict(sorted(Counter(minimum[theirs.id].tolist()).items()))}.\n"
    )
    spreads = [
        ["minclue, minimum, CPU s", *spread(ours, 2)],
        ["minclue, million nodes", *spread(of["opinions"].n_nodes / 1e6, 1)],
        ["sk_is18, at most 18?, CPU s", *spread(theirs.user_s, 2)],
    ]
    return ["## Another program on the random grids\n", said, markdown(SPREAD, spreads, "lr")]


def bilevel(of: Records) -> list[str]:
    """Bounds of the other engine, which must hold our minimum between them."""
    rows = of["bilevel"].assign(native=of["bilevel"].id.map(known(of)))
    hold(~((rows.native < rows.lower_bound) | (rows.native > rows.upper_bound)).any(), "bounds of the other engine")
    table = shown(
        rows,
        """
        id           {}      grid
        native       {:.0f}  native minimum
        lower_bound  {}      bilevel, at least
        upper_bound  {}      at most
        status       {}      status
        n_lps        {:,}    LPs
        seconds      {:.0f}  s
        """,
    )
    return ["## Bounds of the other engine\n", table]


def before(of: Records) -> list[str]:
    """An older program on the same questions, in turn with this one: the answers must be the same."""
    runs = of["processes-before"]
    new, old = (runs[runs.program == program] for program in ("now", "before"))
    each = new.merge(old, on=["what", "id"], suffixes=("", "_old"), how="outer")
    hold(each.program_old.notna().all() and each.program.notna().all(), "each question is asked twice")
    # Bounds may be apart by more where a puzzle is enough of an answer.
    decided = each.what == "at-most-18"
    same = (each.upper_bound <= 18) == (each.upper_bound_old <= 18)
    exact = each[["n_puzzles", "lower_bound", "upper_bound"]].fillna(0).to_numpy()
    exact_old = each[["n_puzzles_old", "lower_bound_old", "upper_bound_old"]].fillna(0).to_numpy()
    hold(np.where(decided, same, (exact == exact_old).all(axis=1)).all(), "answers of the older program and of this one")
    rows = []
    for what in ("all-16", "all-17", "minimum", "at-most-18"):
        part = each[each.what == what]
        if part.empty:
            continue
        ratio = part.user_s_old / part.user_s.clip(lower=0.01)
        rows.append(
            {
                "what": what,
                "grids": len(part),
                "old": part.user_s_old.mean(),
                "new": part.user_s.mean(),
                "all": part.user_s_old.sum() / part.user_s.sum(),
                "least": ratio.min(),
                "most": ratio.max(),
                "nodes_old": part.n_nodes_old.mean() / 1e6,
                "nodes": part.n_nodes.mean() / 1e6,
                "fifth": fifth(part.n_nodes) if part.n_nodes.sum() else "",
            }
        )
    table = shown(
        pd.DataFrame(rows),
        """
        what       {}        question
        grids      {}        grids
        old        {:.3f}    before, mean CPU s
        new        {:.3f}    now, mean CPU s
        all        {:.2f}    ratio of sums
        least      {:.2f}    least ratio
        most       {:.2f}    greatest ratio
        nodes_old  {:.2f}_M  before, mean nodes
        nodes      {:.2f}_M  now, mean nodes
        fifth      {}        of them in the hardest fifth
        """,
    )
    ids = shown(
        each[each.what == "at-most-18"].assign(
            answer=(each.upper_bound <= 18).map({True: "yes", False: "no"}),
            ratio=each.user_s_old / each.user_s.clip(lower=0.01),
        ),
        """
        id           {}      id
        answer       {}      at most 18?
        user_s_old   {:.2f}  before, CPU s
        user_s       {:.2f}  now, CPU s
        ratio        {:.1f}  ratio
        n_nodes_old  {:,}    before, nodes
        n_nodes      {:,}    now, nodes
        """,
    )
    return ["## Beside an older program\n", table, *([ids] if decided.any() else [])]
