"""What was made, and sections 3, 6 and 7 of maniccam-2013: tries of the fill, solutions as clues are removed, and puzzles
of a density that are valid."""

from __future__ import annotations

import numpy as np
import pandas as pd

from .._numbers import FIVE, PLACES, wilson
from .._table import Table, columns
from .paper import MILLISECONDS, REMOVED, TRIES
from .runs import REMOVAL, Runs, density_name

NOTHING = (np.nan, np.nan, np.nan)


def groups(runs: Runs) -> Table:
    """Fig. 3: the fill by difficulty group, a row of tries and one of milliseconds for each."""
    made = runs.made("tries")
    made = made.assign(tries=made.fill_tries, milliseconds=made.fill_seconds * 1000)
    rows = []
    for group in runs.study.settings["groups"]:
        its = made[made.group == group["name"]]
        for measure, paper in {"tries": TRIES, "milliseconds": MILLISECONDS}.items():
            values = its[measure]
            theirs = dict(zip(["paper_mean", "paper_least", "paper_most"], paper.get(group["name"], NOTHING), strict=True))
            ours = {**values.agg({"mean": "mean", **FIVE, "puzzles": "count"})}
            rows.append({"group": group["name"], "measure": measure, **ours, **theirs})
    return Table(
        "groups",
        "Fig. 3: the brute-force fill",
        "Tries and time of puzzles that were made until their tries were in the range of the paper's five, so least "
        "and most are near the paper's by choice; what lies between is not.",
        pd.DataFrame(rows),
        columns("""
            group           text          group
            measure         text          measure
            mean            mean/measure  mean
            least           mean/measure  least
            first_quartile  mean/measure  1st quartile
            median          mean/measure  median
            third_quartile  mean/measure  3rd quartile
            most            mean/measure  most
            paper_mean      mean/measure  paper, mean
            paper_least     mean/measure  paper, least
            paper_most      mean/measure  paper, most
            puzzles         count         puzzles
        """),
    )


def solutions(runs: Runs) -> pd.DataFrame:
    """Of each puzzle the number of solutions by the number of clues removed. With fewer clues there are no fewer solutions,
    so from where counting was given up there are the most."""
    settings = runs.study.settings["removal"]
    numbers = range(settings["most_removed"] + 1)
    found = runs.made("removal").removal_solutions.dropna()
    counts = pd.DataFrame([dict(enumerate(of)) for of in found], columns=numbers, dtype=float)
    given_up = (counts == settings["most_solutions"]).cummax(axis=1)
    return counts.mask(given_up, settings["most_solutions"])


def removal(runs: Runs) -> Table:
    """Solutions by the number of clues removed."""
    counts = solutions(runs)
    most = runs.study.settings["removal"]["most_solutions"]
    rows = pd.DataFrame({name: counts.quantile(place) for name, place in PLACES.items()})
    rows = rows.assign(at_most_counted=(counts == most).sum(), puzzles=counts.count())
    return Table(
        "removal",
        "Solutions as clues are removed",
        f"Of minimal puzzles whose clues are removed one by one in random order. Counting ends at {most} solutions, "
        "and a puzzle that has them counts with this many from there on.",
        rows.rename_axis("removed").reset_index(),
        columns("""
            removed          count  clues removed
            least            mean   least
            first_quartile   mean   1st quartile
            median           mean   median
            third_quartile   mean   3rd quartile
            most             mean   most
            at_most_counted  count  not counted to the end
            puzzles          count  puzzles
        """),
    )


def growth(runs: Runs) -> Table:
    """How solutions grow from where there are as many as the puzzle of the paper has."""
    start = REMOVED[0]
    counts = solutions(runs).to_numpy()
    counts = counts[(counts >= start).any(axis=1)]
    first = (counts >= start).argmax(axis=1)
    # Beyond the clues removed nothing is known, but of a puzzle whose counting was given up.
    most = runs.study.settings["removal"]["most_solutions"]
    last = np.where((counts == most).any(axis=1), float(most), np.nan)
    rows = []
    for more, paper in REMOVED.items():
        at = first + more
        inside = at < counts.shape[1]
        each = np.arange(len(counts))
        there = np.where(inside, counts[each, np.minimum(at, counts.shape[1] - 1)], last)
        factors = pd.Series(there / counts[each, first])
        ours = factors.agg({**FIVE, "puzzles": "count"})
        rows.append({"removed": more, "paper_solutions": paper, "paper_factor": paper / start, **ours})
    return Table(
        "growth",
        "Growth of the solutions",
        f"The puzzle of maniccam-2013, Fig. 2, is lost; it has {start} solutions. Ours begin where they first have "
        "that many, and the factor is that over the solutions there.",
        pd.DataFrame(rows),
        columns("""
            removed          count  more clues removed
            paper_solutions  count  paper, solutions
            paper_factor     mean   paper, factor
            first_quartile   mean   1st quartile
            median           mean   median factor
            third_quartile   mean   3rd quartile
            puzzles          count  puzzles
        """),
    )


def densities(runs: Runs) -> Table:
    """How often a puzzle of a density is valid."""
    densities = runs.study.settings["densities"]
    made = runs.made("density")
    sums = made.groupby("group")[["batch_n_puzzles", "batch_n_valid", "batch_n_clues", "seconds"]].sum()
    sums = sums.reindex([density_name(density) for density in densities], fill_value=0)
    n, valid = sums.batch_n_puzzles, sums.batch_n_valid
    low, high = wilson(valid, n)
    some = valid.where(valid > 0)
    rows = pd.DataFrame(
        {
            "puzzles": n,
            "mean_clues": sums.batch_n_clues / n,
            "valid": valid,
            "share": valid / n,
            "share_low": low,
            "share_high": high,
            "puzzles_a_valid_one": n / some,
            "seconds": sums.seconds / n,
            "seconds_a_valid_one": sums.seconds / some,
        }
    )
    return Table(
        "density",
        "Puzzles by density",
        "Puzzles of the random fill and erasure of maniccam-2013, section 7, with the share of those that have one "
        "solution and its interval of 95 %. The paper calls its three of 0.25, 0.5 and 0.75 unique, and takes less "
        "than 0.1 s for one; the seconds here include the question whether it is valid.",
        rows.assign(density=densities),
        columns("""
            density              ratio    density
            puzzles              count    puzzles
            mean_clues           mean     mean clues
            valid                count    valid
            share                measure  share
            share_low            measure  from
            share_high           measure  to
            puzzles_a_valid_one  mean     puzzles for a valid one
            seconds              measure  seconds to make one
            seconds_a_valid_one  measure  seconds for a valid one
        """),
    )


def making(runs: Runs) -> Table:
    """What was made, and how long that took."""
    settings = runs.study.settings

    def range_of(ends: list[int]) -> str:
        return f"{ends[0]} to {ends[1]}"

    wanted = [("band", "band", band["name"], range_of(band["clues"]), "") for band in settings["bands"]]
    wanted += [("tries", "group", of["name"], range_of(of["clues"]), range_of(of["tries"])) for of in settings["groups"]]
    wanted += [("removal", "removal", REMOVAL, "as few as digging leaves", "")]
    rows = []
    for part, what, name, clues, tries in wanted:
        ended, made = runs.ended(part), runs.made(part)
        its = made[made.group == name]
        rows.append(
            {
                "part": what,
                "group": name,
                "clues": clues,
                "tries": tries,
                "puzzles": len(its),
                "not_made": (ended.group == name).sum() - len(its),
                "mean_clues": its.made_n_clues.mean(),
                "minimal": its.made_minimal.astype(float).mean(),
                "mean_attempts": its.made_attempt.mean(),
                "median_tries": its.fill_tries.median(),
                "most_tries": its.fill_tries.max(),
                "seconds": its.seconds.mean(),
            }
        )
    return Table(
        "making",
        "The puzzles",
        "All are valid: clues are taken in random order from a grid of the random fill (maniccam-2013, section 7) as "
        "long as one solution is left, down to a number of clues drawn from the range, each with equal chance, or to "
        "where no more can be taken.",
        pd.DataFrame(rows),
        columns("""
            part           text     part
            group          text     name
            clues          text     clues wanted
            tries          text     tries wanted
            puzzles        count    puzzles
            not_made       count    not made
            mean_clues     mean     mean clues
            minimal        ratio    minimal
            mean_attempts  mean     mean attempts
            median_tries   mean     median tries
            most_tries     mean     most tries
            seconds        measure  seconds to make one
        """),
    )
