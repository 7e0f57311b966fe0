"""`results/puzzles`: puzzles beside plain 9x9 Sudoku, by both engines, with certificates, and by SAT solvers."""

from __future__ import annotations

import json
from pathlib import Path

import altair as alt
import pandas as pd

from .._figure import Figure, data, field
from .._records import there
from .._table import Table, columns, markdown
from . import geometric, hold, records, span
from .distribution import shares

ENGINES = ("native", "bilevel")
PEERS = ("optux", "loop", "smus")
# Who answers questions about second solutions, with the names of the SAT solvers.
ORACLES = {"minclue": "ours", "g4": "Glucose 4", "cadical195": "CaDiCaL 1.9.5"}
# Cells in the main lines of regions, as many in each group of drawings.
STEP = 6


def make(folder: Path, _: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`: random grids by variant and grid by grid, other puzzles, the same beside SAT solvers, and many of one kind;
    a figure of jigsaws."""
    figures = {}
    limits = json.loads((folder / "settings.json").read_text())["limits_s"]
    squares = agreeing(records(folder / "squares.jsonl"))
    text = f"## Random 9x9 grids, within {limits['squares']:g} s\n\n" + by_variant(squares)
    text += "\n## Grid by grid\n\n" + by_instance(squares, ENGINES)
    if there(folder / "kinds.jsonl").exists():
        kinds = agreeing(records(folder / "kinds.jsonl"))
        text += f"\n## Other puzzles, within {limits['kinds']:g} s\n\n" + by_instance(kinds, ENGINES)
        if there(folder / "peers.jsonl").exists():
            both = agreeing(pd.concat([kinds, records(folder / "peers.jsonl")]))
            text += f"\n## Beside SAT solvers, within {limits['peers']:g} s\n\n" + beside(both)
    if there(folder / "oracle.jsonl").exists():
        text += "\n## Second solutions, question by question\n\n" + questions(records(folder / "oracle.jsonl"))
    if there(folder / "symmetric.jsonl").exists():
        ways = tuple(f"{engine}{more}" for engine in ENGINES for more in ("", " without"))
        text += "\n## Symmetric ones, with symmetries and without\n\n" + by_instance(agreeing(records(folder / "symmetric.jsonl")), ways)
    if there(folder / "ten.jsonl").exists():
        text += f"\n## Random 10x10 grids, within {limits['ten']:g} s\n\n" + by_instance(agreeing(records(folder / "ten.jsonl")), ENGINES)
    for variant in ("windoku", "jigsaw", "x"):
        if there(folder / f"{variant}.csv").exists():
            text += f"\n## Many grids of {variant}, as campaigns\n\n" + minima(pd.read_csv(there(folder / f"{variant}.csv")))
    if there(folder / "drawings.csv").exists():
        drawings = with_bounds(pd.read_csv(there(folder / "drawings.csv")), pd.read_csv(there(folder / "jigsaw.csv")))
        text += "\n## How straight the regions of a jigsaw are\n\n" + by_straightness(drawings)
        figures["straight"] = straight(drawings)
    if there(folder / "latin7.jsonl").exists():
        text += "\n## Main classes of Latin squares of order 7\n\n" + critical_sets(agreeing(records(folder / "latin7.jsonl")))
    if there(folder / "matchings.jsonl").exists():
        text += "\n## Matchings of the 8x8 grid\n\n" + forcing_numbers(agreeing(records(folder / "matchings.jsonl").assign(way="native")))
    return {"tables.md": text}, figures


def agreeing(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs, if no two of one instance contradict each other and every certificate was accepted."""
    for name, of in runs.groupby("id"):
        lower, upper = of.lower.max(), of.upper.min()
        hold(pd.isna(lower) or pd.isna(upper) or lower <= upper, f"the bounds of {name}")
    runs = runs.assign(verdict=runs.get("verdict", pd.Series(index=runs.index, dtype=object)).fillna("").astype(str))
    verdicts = runs[runs.way == "certificate"].verdict
    hold(((verdicts == "none") | verdicts.str.startswith("VERIFIED")).all(), "a certificate was refused")
    return runs


def by_variant(runs: pd.DataFrame) -> str:
    """How many grids of each variant are proven, their minima, and seconds."""
    rows = []
    for kind, of in runs.groupby("kind", sort=False):
        native = of[of.way == "native"]
        proven = native[native.status == "optimal"]
        still = native[native.status != "optimal"]
        other, checked = of[of.way == "bilevel"], of[of.way == "certificate"]
        minima = ", ".join(f"{n} with {int(minimum)}" for minimum, n in proven.lower.value_counts().sort_index().items())
        bounds = ", ".join(f"{int(run.lower)} to {int(run.upper)}" for run in still.itertuples())
        rows.append(
            [
                str(kind),
                f"{len(proven)} of {len(native)}",
                minima,
                bounds,
                f"{proven.cpu_s.median():.1f}" if len(proven) else "",
                f"{proven.cpu_s.max():.1f}" if len(proven) else "",
                f"{(other.status == 'optimal').sum()} of {len(other)}",
                f"{checked.verdict.str.startswith('VERIFIED').sum()} of {len(checked)}",
            ]
        )
    heads = ["variant", "proven", "minima", "open", "CPU s, median", "most", "by `bilevel`", "certificates accepted"]
    return markdown(heads, rows, "l")


def minima(grids: pd.DataFrame) -> str:
    """How many grids have which minimum, with intervals."""
    hold(grids.grid.is_unique, "a grid was counted twice")
    hold((grids.puzzle.str.count("[1-9]") == grids.upper).all(), "a puzzle with another number of clues than the upper bound of its grid")
    proven = grids[grids.lower == grids.upper]
    still = grids[grids.lower < grids.upper]
    bounds = (still.lower.astype(str) + " to " + still.upper.astype(str)).value_counts().sort_index()
    named = ", ".join(f"{n} at {found}" for found, n in bounds.items())
    text = shares(proven.upper.value_counts().sort_index(), "clues")
    return text + (f"\n{len(still)} of {len(grids)} grids are open: {named}.\n" if len(still) else "")


def with_bounds(drawings: pd.DataFrame, grids: pd.DataFrame) -> pd.DataFrame:
    """The drawings of jigsaws with the mean bounds of their grids, and how many of these are open."""
    grids = grids.assign(drawing=grids.grid.str.split("-").str[0], is_open=grids.lower < grids.upper)
    bounds = grids.groupby("drawing").agg(lower=("lower", "mean"), upper=("upper", "mean"), n_open=("is_open", "sum"), n_grids=("grid", "size"))
    hold(set(bounds.index) == set(drawings.drawing), "the grids are of other drawings")
    return drawings.join(bounds, on="drawing")


def by_straightness(drawings: pd.DataFrame) -> str:
    """Drawings whose regions have more and more cells in one line each, and what their grids need."""
    rows = []
    for first, of in drawings.groupby(drawings.straight // STEP * STEP):
        n_open = f"{of.n_open.sum()} of {of.n_grids.sum()}"
        rows.append([f"{first} to {first + STEP - 1}", len(of), f"{of.lower.mean():.1f}", f"{of.upper.mean():.1f}", n_open])
    table = markdown(["cells in the main lines", "drawings", "lower bound, mean", "upper bound, mean", "open"], rows, "lr")
    return f"{table}\nCorrelation with the mean upper bound of a drawing: {drawings.straight.corr(drawings.upper):.2f}.\n"


def straight(drawings: pd.DataFrame) -> Figure:
    """A point for each drawing, and a line down to its lower bound."""
    head = columns("""
    drawing   text     drawing
    straight  count    cells in the main row, or column, of their region
    lower     measure  lower bound, mean of its grids
    upper     measure  clues, mean of its grids
    """)
    table = Table("straight", "100 drawings of regions, ten random jigsaws each (lines: down to the lower bound)", "", drawings, head)
    scale = alt.Scale(zero=False)
    x, y = alt.X(**field(table, "straight", scale=scale)), alt.Y(**field(table, "upper", scale=scale))
    base = alt.Chart(data(table), width=460, height=300)
    points = base.mark_point(filled=True, size=40).encode(x=x, y=y, tooltip=[alt.Tooltip(field=name) for name in head])
    return Figure(table, alt.layer(base.mark_rule(opacity=0.5).encode(x=x, y=y, y2="lower"), points))


def questions(runs: pd.DataFrame) -> str:
    """Milliseconds of a question about second solutions, and of one for a minimal set; how much longer SAT solvers take."""
    rows = []
    times = {f"{which}_s": runs.pivot(index="id", columns="way", values=f"{which}_s") for which in ("second", "minimal")}
    for name, of in runs.groupby("id", sort=False):
        hold(of.n_valid.nunique() == 1 and of.n.nunique() == 1, f"the answers about {name}")
        n = of.n.iloc[0]
        row = [str(name), f"{of.n_clues.max():.0f}", f"{of.n_valid.iloc[0] / n:.1%}"]
        rows.append(row + [f"{1000 * seconds.loc[name, way] / n:.3f}" for seconds in times.values() for way in ORACLES])
    heads = [f"{which}, ms: {who}" if way == "minclue" else who for which in ("any", "minimal set") for way, who in ORACLES.items()]
    text = markdown(["instance", "clues", "valid", *heads], rows, "lr")
    ratios = []
    for what, seconds in zip(("any second solution", "a minimal set"), times.values(), strict=True):
        for way in list(ORACLES)[1:]:
            ratio = seconds[way] / seconds["minclue"]
            values = span(ratio, lambda of: f"{of:,.0f}" if of >= 10 else f"{of:.1f}")
            ratios.append(f"{ORACLES[way]} takes {geometric(ratio):.1f} times as long ({values}) for {what}")
    return f"{text}\nIn the geometric mean, {'; '.join(ratios)}.\n"


def critical_sets(runs: pd.DataFrame) -> str:
    """How many main classes have which smallest critical set, and what certificates of these cost."""
    hold(runs.square.is_unique, "a main class was counted twice")
    hold((runs.status == "optimal").all() and (runs.lower == runs.upper).all(), "a class is open")
    rows = []
    for minimum, of in runs.groupby("lower"):
        accepted = of.verdict == f"VERIFIED minimum = {minimum}"
        rows.append([minimum, len(of), int(accepted.sum()), f"{of.cpu_s.median():.2f}", f"{of.check_s.median():.2f}", f"{of.bytes.median() / 1000:,.1f}"])
    heads = ["clues", "classes", "certificates accepted", "CPU s, median", "check, s", "kB"]
    return markdown(heads, rows, "r")


def forcing_numbers(runs: pd.DataFrame) -> str:
    """How many of the drawn matchings have which forcing number, with intervals."""
    hold((runs.status == "optimal").all() and (runs.lower == runs.upper).all(), "a matching is open")
    text = shares(runs.lower.value_counts().sort_index(), "edges").replace("grids", "matchings", 1)
    return f"{text}\nMean {runs.lower.mean():.2f}; {runs.matched.nunique()} of them are different.\n"


def by_instance(runs: pd.DataFrame, ways: tuple[str, ...]) -> str:
    """A row for each instance: the bounds or the minimum of each way, with its seconds, and its certificate."""
    rows = []
    for name, of in runs.groupby("id", sort=False):
        by_way = of.set_index("way")
        row = [str(name), *(answer(by_way.loc[way]) if way in by_way.index else "" for way in ways)]
        if "certificate" in by_way.index:
            checked = by_way.loc["certificate"]
            row += ["none", "", ""] if checked.verdict == "none" else [checked.verdict.removeprefix("VERIFIED "), f"{checked.check_s:.2f}", f"{checked.bytes / 1000:,.1f}"]
        else:
            row += ["", "", ""]
        rows.append(row)
    return markdown(["instance", *ways, "certificate", "check, s", "kB"], rows, "lr")


def beside(runs: pd.DataFrame) -> str:
    """Our better engine beside each solver; the last column is its time by that of the best of them where both end."""
    rows = []
    for name, of in runs.groupby("id", sort=False):
        by_way = of.set_index("way")
        if not set(PEERS) & set(by_way.index):
            continue
        ours = by_way.loc[[way for way in ENGINES if way in by_way.index]]
        best = ours.sort_values(["status", "cpu_s"]).iloc[0]
        others = by_way.loc[[way for way in PEERS if way in by_way.index]]
        ended = others[others.status == "optimal"].cpu_s
        ratio = best.cpu_s / ended.min() if len(ended) and best.status == "optimal" else None
        note = "only the others" if len(ended) and best.status != "optimal" else "" if len(ended) else "only ours" if best.status == "optimal" else "nobody"
        rows.append([str(name), answer(best), *(answer(others.loc[way]) if way in others.index else "" for way in PEERS), note if ratio is None else f"{ratio:.2f}"])
    return markdown(["instance", "minclue", *PEERS, "ours by the best"], rows, "lr")


def answer(run: pd.Series) -> str:
    """A minimum in bold with its seconds, or the bounds."""
    if run.status == "optimal":
        return f"**{int(run.lower)}** {run.cpu_s:.2f} s"
    if pd.isna(run.get("lower")):
        return "none"
    return f"{int(run.lower)} to {'' if pd.isna(run.upper) else int(run.upper)}"
