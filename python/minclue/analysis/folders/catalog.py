"""`results/catalog`: what the search of the whole catalog costs, and whether it finds what is there."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd

from .._figure import Figure
from .._records import there
from .._table import markdown
from . import hold, records

# Essentially different grids: E. Russell and F. Jarvis, Mathematics of Sudoku II (2006).
GRIDS = 5_472_730_538
YEAR = 365.25 * 24 * 3600
# Regions, and classes of a region with a third band, by the program of the search of all puzzles with 17 clues.
REGIONS = 983_959_110
CLASSES = 32_835_497_303
# All 9x9 grids: B. Felgenhauer and F. Jarvis, Enumerating possible Sudoku grids (2005).
ALL_GRIDS = 6_670_903_752_021_072_936_960
# Symmetries of two bands, with names of digits; and the orders of the rows of a third one.
SYMMETRIES = 2 * 6**2 * 6**4 * 362_880
ROW_ORDERS = 6
# The list of known puzzles with 17 clues.
KNOWN = 49_151
PARTS = {
    "seconds_sides": "sides",
    "seconds_sets": "sets",
    "seconds_walk": "walks",
    "seconds_finish": "third bands",
}


def make(folder: Path, _: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    settings = json.loads((folder / "settings.json").read_text())
    native = records(folder / "native.jsonl")
    costs, rows = [], []
    for k in (16, 17):
        places = records(folder / f"cost-{k}.jsonl")
        hold((places.n_puzzles >= 0).all() and (places.n_by_bands <= places.n_thirds).all(), "numbers of third bands")
        costs.append(cost(k, places, settings["n_second_bands"], native[native.k == k]))
        rows.append(parts(k, places))
    text = "## What the search of the whole catalog costs\n\n"
    names = ["clues", "places", "regions", "grids", "ms a grid", "`enumerate`, ms", "ratio", "core years", "95 %", "MB"]
    text += markdown(names, costs, "r")
    text += "\n## Where the time goes, ms a grid\n\n"
    text += markdown(["clues", *PARTS.values(), "clue sets", "passed", "puzzles"], rows, "r")
    if there(folder / "turns.jsonl").exists():
        text += "\n## This version and the one before, in turns\n\n" + turns(records(folder / "turns.jsonl"))
    text += "\n## What is found\n\n" + found(folder)
    if there(folder / "certified.jsonl").exists():
        text += "\n## Certificates of a region\n\n" + certified(records(folder / "certified.jsonl"))
    if there(folder / "totals.jsonl").exists():
        text += "\n## All regions\n\n" + totals(records(folder / "totals.jsonl"))
    if there(folder / "valid.jsonl").exists():
        text += "\n## Sets of two bands that leave one solution\n\n" + valid(records(folder / "valid.jsonl"))
    if there(folder / "known-all.jsonl").exists():
        text += "\n## Known puzzles through the regions that have to find them\n\n"
        text += known_all(records(folder / "known-all.jsonl"))
    if there(folder / "certified-sample.jsonl").exists():
        text += "\n## Certificates of regions drawn by a public seed\n\n"
        text += certified_sample(records(folder / "certified-sample.jsonl"))
    if there(folder / "whole.jsonl").exists():
        text += "\n## The campaigns of the whole\n\n" + whole(records(folder / "whole.jsonl"))
    if there(folder / "types.jsonl").exists():
        text += "\n## Types of minimal unavoidable sets, by cells\n\n" + types(records(folder / "types.jsonl"))
    return {"tables.md": text}, {}


def seconds(places: pd.DataFrame) -> pd.Series:
    """What the search of each place took."""
    return places[list(PARTS)].sum(axis=1)


def cost(k: int, places: pd.DataFrame, n_places: int, native: pd.DataFrame) -> list[str]:
    """The cost of the whole, of places with equal distances: a grid is met by six regions with one third band each."""
    took = seconds(places)
    scale = n_places / len(places)
    total = scale * took.sum()
    half = 1.96 * n_places * took.std(ddof=1) / np.sqrt(len(places))
    mean = 1000 * total / GRIDS
    # Counted once more by the sample itself; both must be near each other.
    grids = scale * places.n_thirds.sum() / 6
    hold(abs(grids / GRIDS - 1) < 0.25, f"the sample stands for {grids:,.0f} grids")
    by_grid = 1000 * native.user_s.mean()
    return [
        str(k),
        f"{len(places):,}",
        f"{(places.n_regions > 0).sum():,}",
        f"{places.n_thirds.sum():,}",
        f"{mean:.1f}",
        f"{by_grid:.0f}",
        f"{by_grid / mean:.1f}",
        f"{total / YEAR:.1f}",
        f"{(total - half) / YEAR:.1f} to {(total + half) / YEAR:.1f}",
        f"{places.max_rss_kib.max() / 1024:.0f}",
    ]


def parts(k: int, places: pd.DataFrame) -> list[str]:
    """The parts of a grid's cost."""
    grids = places.n_thirds.sum() / 6
    means = [f"{1000 * places[name].sum() / grids:.2f}" for name in PARTS]
    numbers = [f"{places[name].sum() / grids:,.0f}" for name in ("n_candidates", "n_survivors")]
    return [str(k), *means, *numbers, f"{places.n_puzzles.sum():,}"]


def turns(regions: pd.DataFrame) -> str:
    """CPU seconds of both programs on the same regions, without the way to the region, and the ratio of their sums."""
    hold((regions.new_n_puzzles == regions.old_n_puzzles).all(), "two versions find other puzzles")
    rows = []
    for k, of in regions.groupby("k"):
        new, old = of.new_s - of.seek_s, of.old_s - of.seek_s
        ratio = new.sum() / old.sum()
        half = 1.96 * np.sqrt(len(of)) * (new - ratio * old).std(ddof=1) / old.sum()
        grids = of.n_thirds.sum() / 6
        low, high = ratio - half, ratio + half
        passed = of.new_n_survivors.sum() / of.old_n_survivors.sum()
        rows.append(
            [
                str(k),
                str(len(of)),
                f"{1000 * old.sum() / grids:.0f}",
                f"{1000 * new.sum() / grids:.0f}",
                f"{ratio:.2f} ({low:.2f} to {high:.2f})",
                f"{passed:.2f}",
            ]
        )
    names = ["clues", "regions", "before, ms a grid", "now", "ratio (95 %)", "ratio of what passes"]
    return markdown(names, rows, "r")


def certified(regions: pd.DataFrame) -> str:
    """What certificates of all grids of a region cost, and of all grids at that price."""
    hold((regions.n_verified == regions.n_grids).all(), "a certificate was refused")
    rows = []
    for region in regions.itertuples():
        each = [1000 * took / region.n_grids for took in (region.write_s, region.verify_s)]
        years = GRIDS * (region.write_s + region.verify_s) / region.n_grids / YEAR
        size = region.bytes / region.n_grids
        rows.append(
            [
                str(region.k),
                str(region.n_grids),
                f"{each[0]:.0f}",
                f"{each[1]:.0f}",
                f"{size / 1000:.1f}",
                f"{years:.0f}",
                f"{GRIDS * size / 1e12:.0f}",
            ]
        )
    names = ["clues", "grids", "write, ms a grid", "verify, ms a grid", "kB a grid", "core years for all", "TB for all"]
    return markdown(names, rows, "r")


def totals(bands: pd.DataFrame) -> str:
    """Regions and classes of all bands by their automorphisms, and what must add up."""
    hold((bands.n_earlier + bands.n_images == bands.n_second_bands).all(), "orbits are not all second bands")
    groups: dict[int, list[int]] = {}
    for of in bands.groups:
        for group in of:
            sums = groups.setdefault(group["n_automorphisms"], [0, 0, 0])
            for i, name in enumerate(("n_regions", "n_thirds", "n_classes")):
                sums[i] += group[name]
    sums = [sum(of) for of in zip(*groups.values(), strict=True)]
    hold(sums == [bands[name].sum() for name in ("n_regions", "n_thirds", "n_classes")], "groups do not add up")
    rows = [[str(order), *(f"{n:,}" for n in groups[order])] for order in sorted(groups)]
    rows.append(["all", *(f"{n:,}" for n in sums)])
    text = markdown(["automorphisms", "regions", "third bands", "classes with third bands"], rows, "r")
    text += f"\n{len(bands)} of 416 bands with {bands.n_second_bands.sum():,} second bands: in each, those of earlier "
    text += "bands and the images of its regions are all of them.\n"
    if len(bands) == 416:
        grids = sum(Fraction(of[1], order) for order, of in groups.items()) * SYMMETRIES * ROW_ORDERS
        hold(grids == ALL_GRIDS, f"regions weighted by their automorphisms have {grids} grids")
        hold(sums[0] == REGIONS and sums[2] == CLASSES, f"{sums[0]} regions, {sums[2]} classes")
        text += f"Third bands divided by automorphisms, times all symmetries, are {ALL_GRIDS:,}: all 9x9 grids.\n"
    return text + f"{bands.user_s.sum():,.0f} CPU seconds.\n"


def valid(samples: pd.DataFrame) -> str:
    """Counts of two programs that share nothing, and a digest that a third one can be compared with."""
    rows = []
    for m, of in samples.groupby("m"):
        regions = [region for names in of.regions for region in names]
        counts = [n for ours in of.n_valid for n in ours]
        hold(counts == [n for theirs in of.n_other for n in theirs], "two programs count other sets")
        lines = [f"{region} {n}\n" for region, n in zip(regions, counts, strict=True)]
        digest = hashlib.sha256("".join(lines).encode())
        each = [f"{1000 * seconds.sum() / len(regions):,.0f}" for seconds in (of.user_s, of.other_s)]
        numbers = [f"{sum(counts):,}", f"{min(counts):,}", f"{max(counts):,}"]
        rows.append([str(m), f"{of.n_places.sum():,}", f"{len(regions):,}", *numbers, *each, digest.hexdigest()])
    names = ["cells", "places", "regions", "sets", "fewest", "most", "ms a region", "ms by the other program", "SHA-256"]
    return markdown(names, rows, "rrrrrrrrl")


def known_all(chunks: pd.DataFrame) -> str:
    """How many known puzzles were found, and what that says of those that are not known."""
    n, missed = chunks.n_puzzles.sum(), chunks.n_missed.sum()
    hold(missed == 0 and chunks.n_wrong.sum() == 0, f"{missed} known puzzles were missed")
    hold((chunks.n_expected == chunks.n_puzzles).all(), "regions have not to find each puzzle")
    names = ["known", "done", "regions", "puzzles found in them", "missed", "missed of all, at most (95 %)", "s a puzzle"]
    # The rate at which none of so many is missed with a chance of 5 %.
    rate = 1 - 0.05 ** (1 / n)
    numbers = [f"{of:,}" for of in (KNOWN, n, chunks.n_regions.sum(), chunks.n_found.sum(), missed)]
    return markdown(names, [[*numbers, f"{100 * rate:.2f} %", f"{chunks.user_s.sum() / n:.1f}"]], "r")


def certified_sample(places: pd.DataFrame) -> str:
    """What certificates of all grids of many regions say, and cost."""
    regions = places[places.n_regions == 1]
    hold((regions.n_verified == regions.n_files).all() and (regions.n_files == regions.n_grids).all(), "a certificate")
    hold((regions.n_puzzles == 0).all(), "a grid has a puzzle with 16 clues")
    grids = regions.n_grids.sum()
    each = [f"{1000 * took.sum() / grids:.0f}" for took in (regions.write_s, regions.verify_s)]
    rate = f"{100 * (1 - 0.05 ** (1 / len(regions))):.2f} %"
    row = ["16", f"{len(places):,}", f"{len(regions):,}", f"{grids:,.0f}", *each, f"{regions.bytes.sum() / grids / 1000:.1f}"]
    names = ["clues", "places", "regions", "grids", "write, ms a grid", "verify, ms a grid", "kB a grid"]
    return markdown([*names, "MB", "regions that are wrong, at most (95 %)"], [[*row, f"{regions.bytes.sum() / 1e6:.0f}", rate]], "r")


def whole(campaigns: pd.DataFrame) -> str:
    """Chunks and bytes of campaigns that were made and not run."""
    rows = [
        [str(of.k), f"{of.n_tasks:,}", f"{of.n_chunks:,}", str(of.n_files), f"{of.bytes / 1e6:.0f}", f"{of.user_s:.1f}"]
        for of in campaigns.itertuples()
    ]
    return markdown(["clues", "tasks", "chunks", "files", "MB", "seconds to make"], rows, "r")


def types(shapes: pd.DataFrame) -> str:
    """How many types of each size a shape has; empty beyond the size up to which they are complete."""
    rows = []
    sizes = range(4, max(shapes.max_size) + 1)
    for of in shapes.itertuples():
        hold(of.status == "done" and sum(of.by_size.values()) == of.n_types, f"types of {of.shape}")
        hold(min(map(int, of.by_size)) >= 4, f"{of.shape} has a set of fewer than 4 cells")
        counts = [f"{of.by_size.get(str(size), 0):,}" if size <= of.max_size else "" for size in sizes]
        rows.append([of.shape, str(of.max_size), f"{of.n_types:,}", *counts])
    return markdown(["boxes", "up to", "types", *map(str, sizes)], rows, "lrr" + "r" * len(sizes))


def found(folder: Path) -> str:
    """Known puzzles, and all grids of a band."""
    text = ""
    if there(folder / "known.jsonl").exists():
        known = records(folder / "known.jsonl")
        hold(known.is_found.all(), "a known puzzle was not found")
        text += f"Known puzzles with 17 clues: {len(known)} drawn, all found in the regions of their grids.\n"
    if there(folder / "grids.jsonl").exists():
        grids = records(folder / "grids.jsonl")
        hold(grids.is_same.all(), "regions and `enumerate` find other puzzles")
        for k, of in grids.groupby("k"):
            text += f"\nBand, {k} clues: {len(of)} grids, {of.n_puzzles.sum()} puzzles, the same by `enumerate`.\n"
    if there(folder / "equal.jsonl").exists():
        text += "\n## Regions and all of their grids\n\n" + equal(records(folder / "equal.jsonl"))
    return text


def equal(regions: pd.DataFrame) -> str:
    """Whole regions, each as a campaign, and all grids that have these two bands one by one."""
    hold(regions.is_same.all(), "a region has not the puzzles that `enumerate` finds in its grids")
    hold((regions.n_expected <= regions.n_found).all(), "more puzzles were expected than found")
    rows = []
    for k, of in regions.groupby("k"):
        numbers = [len(of), of.n_grids.sum(), of.n_puzzles.sum(), of.n_found.sum(), of.n_expected.sum()]
        rows.append([str(k), *(f"{number:,}" for number in numbers)])
    names = ["clues", "regions", "grids", "puzzles", "found in the region", "had to be"]
    return markdown(names, rows, "r")
