"""`results/catalog`: how fast uniform grids and the catalog are made, and how many grids bands have."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pandas as pd

from .._figure import Figure
from .._records import there
from .._table import markdown
from . import hold, records

# All grids, by symmetries and names of digits; and how many are essentially different (E. Russell, F. Jarvis).
ALL, IMAGES, CLASSES = 6_670_903_752_021_072_936_960, 3_359_232 * 362_880, 5_472_730_538


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    runs = records(folder / "speed.jsonl")
    parts = [random(runs[runs.what == "random"]), catalog(runs)]
    if there(folder / "bands.jsonl").exists():
        parts.append(bands(records(folder / "bands.jsonl")))
    return {"tables.md": "\n".join(["## Making grids\n\nMedians of CPU seconds.\n", *parts])}, {}


def random(runs: pd.DataFrame) -> str:
    """Random grids a second."""
    of = runs.groupby(["shape", "fill", "grids"], sort=False).user_s.median()
    rows = [[shape, fill, f"{n:,}", f"{s:.2f}", f"{n / s:,.0f}"] for (shape, fill, n), s in of.items()]
    return markdown(["random grids", "made by", "grids", "s", "grids a second"], rows, "llr")


def catalog(runs: pd.DataFrame) -> str:
    """Grids of the catalog a second."""
    count, write, canon = (runs[runs.what == what] for what in ("count", "write", "canon"))
    rows = []
    for (part, prefixes, n), s in count.groupby(["part", "prefixes", "grids"], sort=False).user_s.median().items():
        rows.append([part, f"{prefixes:,.0f}", f"{n:,}", f"{s:.2f}", f"{prefixes / s:,.0f}", f"{n / s:,.0f}"])
    n, s = write.grids.iloc[0], write.user_s.median()
    rows.append([f"{write.part.iloc[0]}, written", "", f"{n:,}", f"{s:.2f}", "", f"{n / s:,.0f}"])
    heads = ["part of the catalog", "prefixes", "grids", "s", "prefixes a second", "grids a second"]
    n, s = canon.grids.iloc[0], canon.user_s.median()
    each = f"`canon` makes the forms of {n:,} of these in {s:.2f} s: {s / n * 1e6:.0f} microseconds each, with reading and writing."
    return f"{markdown(heads, rows, 'lr')}\n{each}\n"


def bands(found: pd.DataFrame) -> str:
    """How many grids the bands have that were counted in full."""
    n = int(found.n_grids.sum())
    weight = sum((Fraction(g["n_grids"], g["n_automorphisms"]) for groups in found.groups for g in groups), Fraction(0))
    row = [len(found), f"{n:,}", f"{found.user_s.sum():,.0f}", f"{float(weight):,.3f}"]
    text = markdown(["bands counted in full", "grids", "s", "grids, each divided by its automorphisms"], [row], "r")
    if len(found) == 416:
        hold(n == CLASSES and weight == Fraction(ALL, IMAGES), f"{n} grids in all bands, {weight} with their symmetries")
        text += f"\nThese are all: {CLASSES:,} as E. Russell and F. Jarvis counted.\n"
    return text
