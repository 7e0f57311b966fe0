"""`results/certificates`: long runs of the attack and of the fuzzer."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .._figure import Figure
from . import records, shown


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    runs, fuzz = records(folder / "attack.jsonl"), records(folder / "fuzz.jsonl")
    each = pd.concat([pd.DataFrame(run).T for run in runs.campaigns])
    sums = each.groupby(level=0, sort=False).sum()
    sums.loc["all"] = sums.sum()
    campaigns = shown(
        sums.rename_axis("campaign").reset_index(),
        """
        campaign  {}      campaign
        cases     {:.0f}  cases
        runs      {:.0f}  runs
        refused   {:.0f}  refused
        wrong     {:.0f}  wrong answers
        """,
    )
    said = "; ".join(f"seed {run.seed}, {run.seconds} s, commit {run.commit}" for run in runs.itertuples())
    targets = fuzz.groupby("target", sort=False).agg(
        seconds=("seconds", "sum"),
        executions=("executions", "sum"),
        edges=("edges", "max"),
        corpus=("corpus", "max"),
        found=("found", lambda found: "; ".join(of for of in found if of != "none") or "none"),
        commits=("commit", lambda commits: ", ".join(dict.fromkeys(commits))),
    )
    table = shown(
        targets.reset_index(),
        """
        target      `{}`  target
        seconds     {}    seconds
        executions  {}    executions
        edges       {}    edges
        corpus      {}    corpus
        found       {}    found
        commits     {}    commits
        """,
    )
    text = f"## Attack\n\n{campaigns}\nRuns: {said}.\n\n"
    text += f"## Fuzzing\n\n{table}"
    return {"tables.md": text}, {}
