"""`results/bilevel`: the branch and cut on grids of tjusila-2023."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._table import markdown
from . import every, geometric, hold, paper, records, shown, span


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    closed = paper(given / "paper_9x9_results.csv").query("closed").sort_values(["runtime", "nodes"])
    fastest = closed.drop_duplicates("instance").set_index("instance")[["runtime", "nodes"]].add_prefix("paper_")
    of = every(folder)
    native = records(folder.parent / "native" / "paper.jsonl")
    parts = {
        "The fifty grids with `--leaf auto`": fifty(of["paper"].join(fastest, on="id"), native),
        "Linear programs to the last clue, with region minima of the native search": linear(of["lp"].join(fastest, on="id")),
        "The same before there was a dense LP solver": linear(of["lp-highs"].join(fastest, on="id")),
        "Linear programs alone: no line of the native search": alone(of["independent"], of["lp-parts"]),
        "Two engines that share nothing, ten minutes each": independent(of["independent"]),
        "What the second one left open, by linear programs alone": linear(of["lp-parts"].join(fastest, on="id"), "these grids"),
        "Root bounds": root(of["root"]),
        "One number of clues refuted": exhaust(of["exhaust"]),
        "Numbers of start inequalities: nodes and CPU seconds of linear programs alone": inequalities(of["inequalities"]),
        "What each part gains: nodes and CPU seconds to refute 15 clues": ablation(of["ablation"]),
        "What solves the linear programs": solvers(of["lp-solver"]),
        "Models that come without sets": models(of["models"]),
        "Grids with automorphisms, with symmetries and without": symmetry(of["symmetry"]),
        "The whole chain by integer programs": chain(of["chain"].join(fastest, on="id")),
    }
    return {"tables.md": "\n".join(f"## {title}\n\n{text}" for title, text in parts.items())}, {}


def fifty(runs: pd.DataFrame, native: pd.DataFrame) -> str:
    """The fifty grids, beside the native engine and the paper."""
    hold((runs.status == "optimal").all(), "not all runs are optimal")
    hold((runs.id.map(native.set_index("id").minimum) == runs.minimum).all(), "the minima of both engines")
    seconds, both = runs.user_s, runs.dropna(subset="paper_runtime")
    table = shown(
        runs,
        """
        id            {}      id
        minimum       {}      minimum
        root_bound    {:.2f}  root bound
        n_nodes       {:,}    nodes
        n_lps         {:,}    LPs
        n_leaves      {:,}    leaves
        n_leaf_nodes  {:,}    nodes of leaves
        user_s        {:.2f}  CPU s
        """,
    )
    return (
        f"All {len(runs)} are proven optimal, with the minima of the native engine. CPU seconds: mean "
        f"{seconds.mean():.2f}, geometric mean {geometric(seconds):.2f}, worst {seconds.max():.2f}; largest resident "
        f"set {runs.max_rss_kib.max() / 1024:.0f} MB.\n\nOn the {len(both)} grids that some setting of the paper "
        f"closed: geometric mean {geometric(both.user_s):.2f} s, the paper's fastest settings "
        f"{geometric(both.paper_runtime):,.0f} s.\n\n{table}"
    )


def _engine(runs: pd.DataFrame, i: int) -> pd.DataFrame:
    """One of the two engines of each run."""
    return pd.DataFrame([engines[i] for engines in runs.engines])


def _native(runs: pd.DataFrame) -> pd.Series:
    """Nodes of the native search below or beside a tree; a record without a line of it has no such field."""
    return runs.get("n_leaf_nodes", pd.Series(0, runs.index)).fillna(0).astype(int)


def alone(runs: pd.DataFrame, longer: pd.DataFrame) -> str:
    """How many grids are closed without any line of the native search: in ten minutes, and those left open in an hour."""
    second = _engine(runs, 1).assign(id=list(runs.id))
    for of in (second, longer):
        hold((_native(of) == 0).all(), "no line of the native search")
    soon = set(second.id[second.status == "optimal"])
    later = set(longer.id[longer.status == "optimal"])
    hold(not soon & set(longer.id), "the longer runs are about what was left open")
    left = sorted(set(second.id) - soon - later, key=int)
    return (
        f"{len(soon)} of {len(second)} grids within ten minutes, in the runs of two engines below, and {len(later)} of the other "
        f"{len(longer)} within an hour: **{len(soon | later)} of {len(second)}**. Left open: ids {' and '.join(left)}.\n"
    )


def independent(runs: pd.DataFrame) -> str:
    """What the second of two engines that share nothing proved by itself."""
    hold((runs.shared.map(len) == 0).all(), "nothing is shared")
    native, second = (_engine(runs, i) for i in (0, 1))
    hold((second.lower_bound <= native.minimum).all() and (second.upper_bound >= native.minimum).all(), "both engines agree")
    between = second.lower_bound.astype(str) + " to " + second.upper_bound.astype(str)
    is_closed = second.status == "optimal"
    rows = second.assign(id=list(runs.id), minimum=native.minimum, bounds=second.lower_bound.astype(str).where(is_closed, between))
    rows["user_s"] = list(runs.user_s)
    table = shown(
        rows,
        """
        id       {}      id
        minimum  {}      minimum, native
        bounds   {}      bilevel
        n_nodes  {:,}    nodes
        seconds  {:.0f}  seconds
        user_s   {:.0f}  CPU s, both
        """,
    )
    refuted = (second.lower_bound == native.minimum).sum()
    return (
        f"{is_closed.sum()} of {len(rows)} grids are closed by both; on {refuted} the lower bounds of both are the minimum.\n\n"
        f"{table}"
    )


def linear(runs: pd.DataFrame, of: str = "the 50 grids") -> str:
    """Linear programs to the last clue, beside the paper's fastest run."""
    native = _native(runs)
    is_closed = runs.status == "optimal"
    between = runs.lower_bound.astype(str) + " to " + runs.upper_bound.astype(str)
    rows = runs.assign(bounds=runs.lower_bound.astype(str).where(is_closed, between), ratio=runs.paper_runtime / runs.user_s)
    rows["native"] = native
    table = shown(
        rows,
        """
        id             {}        id
        bounds         {}        minimum
        n_nodes        {:,}      nodes
        n_lps          {:,}      LPs
        native         {:,}      native nodes
        user_s         {:.1f}    CPU s
        paper_nodes    {:,.0f}   paper, nodes
        paper_runtime  {:,.0f}   paper, s
        ratio          {:,.0f}   ratio
        """,
    )
    ratios = rows.ratio[is_closed].dropna()
    done = f"Of {of}, {len(runs)} were run and {is_closed.sum()} closed."
    mean = f" Geometric mean of the ratios of the {len(ratios)} that the paper closed too: {geometric(ratios):,.0f}."
    search = "Native nodes are those of the search that proves the minima of regions"
    in_all = f": {native.sum():,} in all, for {runs.n_nodes.sum():,} nodes of the trees"
    search += in_all if native.any() else ", of which there are none"
    return f"{table}\n{done}{mean if len(ratios) else ''}\n\n{search}.\n"


def _wide(runs: pd.DataFrame, row: str, by: str, cells: pd.Series, head: str) -> str:
    """A cell for each value of two columns, in the order of the records; of two runs the later one counts."""
    newest = runs.assign(cell=cells).drop_duplicates([row, by], keep="last")
    wide = newest.pivot(index=row, columns=by, values="cell").loc[runs[row].unique(), runs[by].unique()]
    return markdown([head, *wide.columns], wide.fillna("not run").reset_index().to_numpy(), "lr")


def root(runs: pd.DataFrame) -> str:
    """Root bounds by region rows, without and with zero-half rows."""
    rows, cuts = runs.arguments.str[3], runs.arguments.str[5]
    named = runs.assign(rows=rows, kind=rows.where(cuts == "none", rows + " + zero-half"))
    bounds = _wide(named, "id", "kind", named.root_bound.map("{:.3f}".format), "id")
    plain = named[cuts == "none"]
    seconds = _wide(plain, "id", "rows", plain.user_s.map("{:.1f}".format), "id")
    return f"{bounds}\nCPU seconds without zero-half rows:\n\n{seconds}"


def _question(runs: pd.DataFrame, least: pd.Series) -> pd.Series:
    return "id " + runs.id + ", no " + (least.astype(int) - 1).astype(str) + " clues"


def exhaust(runs: pd.DataFrame) -> str:
    """One number of clues refuted."""
    rows = runs.assign(question=_question(runs, runs.arguments.str[5]), region=runs.arguments.str[3], native=_native(runs))
    return shown(
        rows,
        """
        question  {}      question
        region    {}      region rows
        n_nodes   {:,}    nodes
        n_lps     {:,}    LPs
        native    {:,}    native nodes
        user_s    {:.1f}  CPU s
        """,
    )


def _cost(runs: pd.DataFrame) -> pd.Series:
    return runs.n_nodes.map("{:,}".format) + " in " + runs.user_s.map("{:.1f}".format)


def inequalities(runs: pd.DataFrame) -> str:
    """Nodes and seconds by the number of start inequalities."""
    hold((_native(runs) == 0).all(), "no line of the native search")
    rows = runs.assign(question=_question(runs, runs.arguments.str[7]), n=runs.arguments.str[5])
    return _wide(rows, "question", "n", _cost(rows), "question")


def ablation(runs: pd.DataFrame) -> str:
    """Nodes and seconds with one thing changed."""
    settings = [f"`{' '.join(words[2 : words.index('--at-least')])}`" for words in runs.arguments]
    limit = runs.status.str.endswith("_limit").map({True: " (limit)", False: ""})
    return _wide(runs.assign(settings=settings, of="id " + runs.id), "settings", "of", _cost(runs) + limit, "settings")


def solvers(runs: pd.DataFrame) -> str:
    """The same questions by one program, with our dense LP solver and with HiGHS at the nodes."""
    refuted = runs.arguments.map(lambda words: "no 17 clues" if "--at-least" in words else "the first nodes")
    rows = runs.assign(
        question="id " + runs.id + ", " + refuted,
        solver=runs.arguments.str[3],
        region=runs.arguments.str[5],
        native=_native(runs),
    )
    return shown(
        rows.sort_values(["question", "solver"]),
        """
        question  {}      question
        solver    {}      LP solver
        region    {}      region rows
        n_nodes   {:,}    nodes
        n_lps     {:,}    LPs
        native    {:,}    native nodes
        user_s    {:.1f}  CPU s
        """,
    )


def models(runs: pd.DataFrame) -> str:
    """Other puzzles: what is learned, and what is asked for it."""
    hold((runs.status == "optimal").all(), "not all runs are optimal")
    return shown(
        runs.assign(n_start=[start["n_sets"] for start in runs.start]),
        """
        id          {}      puzzle
        minimum     {}      minimum
        n_start     {:,}    start sets
        n_checks    {:,}    questions
        n_learned   {:,}    sets learned
        root_bound  {:.2f}  root bound
        n_nodes     {:,}    nodes
        """,
    )


CHAIN = {
    "highs": "Grids with 17 clues, 200 sets by the loop, all programs by HiGHS",
    "cbc": "The follower's programs by CBC, linear programs by our own dense code",
    "nineteen": "A grid with 19 clues, linear programs by our own dense code",
    "six": "Grids of 6x6, 100 sets by the loop, all programs by HiGHS",
}


def chain(runs: pd.DataFrame) -> str:
    """Sets by the no-good loop, linear programs and the follower's program: no line of the native search but to confirm."""
    hold(not runs.duplicated(["part", "id"]).any(), "a run is there twice")
    is_closed = runs.status == "optimal"
    # It is asked whether the minimum is at least that, or finds it.
    is_confirmed = runs.native_status.isin(["optimal", "decided"]) & (runs.native_lower_bound >= runs.lower_bound)
    hold(is_confirmed[is_closed].all(), "what is closed is confirmed by the native engine")
    bounds = [span(row, "{:.0f}".format) for _, row in runs[["lower_bound", "upper_bound"]].iterrows()]
    runs = runs.assign(bounds=bounds, cpu_s=runs.start_cpu_s + runs.search_cpu_s)
    text = []
    for part, title in CHAIN.items():
        of = runs[runs.part == part]
        if of.empty:
            continue
        closed = of[of.status == "optimal"]
        said = f"{title}: {len(closed)} of {len(of)} closed"
        if len(closed) > 1:
            said += f", in {geometric(closed.cpu_s):.1f} CPU s (geometric mean), at most {closed.cpu_s.max():.1f}"
        table = """
            id             {}      id
            bounds         {}      minimum
            root_bound     {:.2f}  root bound
            n_nodes        {:,}    nodes
            n_lps          {:,}    LPs
            n_checks       {:,}    questions to the follower
            n_sets         {:,}    sets at the end
            start_cpu_s    {:.1f}  CPU s of the loop
            search_cpu_s   {:.1f}  CPU s of the search
            paper_nodes    {:,.0f} nodes in the paper
            paper_runtime  {:,.0f} s in the paper
            """
        if part == "six":
            table = "\n".join(line for line in table.splitlines() if "paper" not in line)
        text.append(f"{said}.\n\n{shown(of, table)}")
    return "\n".join(text)


def symmetry(runs: pd.DataFrame) -> str:
    """What the symmetries of grids save. Grids of 4x4 and 6x6 are summed up by their number of automorphisms."""
    hold(not runs.duplicated(["id", "engine", "symmetry"]).any(), "a run is there twice")
    hold((runs.groupby("id").lower_bound.max() <= runs.groupby("id").upper_bound.min()).all(), "bounds of the same grid")
    runs = runs.assign(name=runs.id.str.replace(r"^(4x4|6x6)-.*", r"\1", regex=True))
    width = runs["shape"].map(lambda shape: int(shape[0]) * int(shape[2]))
    runs = runs.assign(width=width).sort_values(["width", "n_automorphisms", "id"])
    text = []
    for engine, title in (("bilevel", "Linear programs over unavoidable-set inequalities alone:"), ("native", "The native engine:")):
        rows = []
        for (name, order), of in runs[runs.engine == engine].groupby(["name", "n_automorphisms"], sort=False):
            ways = [of[of.symmetry], of[~of.symmetry]]
            hold(list(ways[0].id) == list(ways[1].id), f"{name} with symmetries and without")
            row = {"name": name, "n": len(ways[0]), "order": order, "minimum": span(of.minimum.dropna(), "{:.0f}".format)}
            row["root"] = span(of.root_bound, "{:.2f}".format) if engine == "bilevel" else ""
            for key, way in zip(("on", "off"), ways, strict=True):
                # What a limit ended took at least that.
                least = "" if (way.status == "optimal").all() else "> "
                row |= {f"{key}_nodes": f"{least}{way.n_nodes.sum():,}", f"{key}_s": f"{least}{way.user_s.sum():.2f}"}
            nodes = [way.n_nodes.sum() for way in ways]
            is_known = nodes[0] > 0 and (ways[0].status == "optimal").all()
            least = "" if (ways[1].status == "optimal").all() else "> "
            row["ratio"] = f"{least}{nodes[1] / nodes[0]:.1f}" if is_known else ""
            rows.append(row)
        table = """
            name       {}    grid
            n          {}    grids
            order      {}    automorphisms
            minimum    {}    minimum
            root       {}    root bound
            on_nodes   {}    nodes with symmetries
            off_nodes  {}    without
            ratio      {}    ratio
            on_s       {}    CPU s with
            off_s      {}    without
            """
        if engine == "native":
            table = "\n".join(line for line in table.splitlines() if "root" not in line)
        text.append(f"{title}\n\n{shown(pd.DataFrame(rows), table)}")
    return "\n".join(text)
