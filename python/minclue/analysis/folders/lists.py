"""`results/project`: the neighbors of a list of puzzles. The list is not ours to copy, nor are the files that this reads.

    python -m minclue.analysis.folders.lists DIR

DIR has `forms.txt`, the minlex forms of the list with its numbers before them; `neighbors.jsonl`, the records of
`minclue neighbors --all`; and `found.txt`, the minlex forms of the neighbors in their order. The summary is printed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from .._study import Wrong
from . import records


def summary(folder: Path) -> dict[str, Any]:
    """What the neighbors of all puzzles show together."""
    forms = pd.read_csv(folder / "forms.txt", sep=" ", names=["number", "form"], dtype={"form": str})
    number = forms.drop_duplicates("form", keep="last").set_index("form").number
    lines = records(folder / "neighbors.jsonl")
    is_puzzle = lines.schema == "minclue-puzzle/1"
    ends = lines[~is_puzzle]
    found = (folder / "found.txt").read_text().split()
    if len(found) != is_puzzle.sum():
        raise Wrong(f"{is_puzzle.sum()} neighbors, and {len(found)} forms of them")
    links = pd.DataFrame({"a": lines[is_puzzle].id.astype(int).to_numpy(), "b": number.reindex(found).to_numpy()})
    others = links.dropna().query("a != b").drop_duplicates().astype(int)
    pairs = set(others.itertuples(index=False, name=None))
    degrees = others.groupby("a").size()
    sizes = parts(number, others)
    return {
        "version": ends.version.iloc[0],
        "n_puzzles": len(number),
        "n_complete": int(ends.complete.sum()),
        "n_neighbors": int(ends.n_neighbors.sum()),
        "n_not_in_the_list": int(links.b.isna().sum()),
        "n_puzzles_with_neighbors": len(degrees),
        "n_pairs": len(pairs) // 2,
        "is_symmetric": all((b, a) in pairs for a, b in pairs),
        "most_neighbors": int(degrees.max()),
        "n_parts": len(sizes),
        "largest_parts": sizes[:8],
        "n_alone": sizes.count(1),
        "seconds": {"all": round(float(ends.seconds.sum()), 1), "most": float(ends.seconds.max())},
    }


def parts(number: pd.Series, links: pd.DataFrame) -> list[int]:
    """The sizes of what hangs together, the largest first: each puzzle takes the least number among its neighbors, until
    nothing changes."""
    part = pd.Series(number.to_numpy(), index=number.to_numpy()).sort_index()
    links = pd.concat([links, links.rename(columns={"a": "b", "b": "a"})])
    while True:
        least = links.b.map(part).groupby(links.a).min()
        joined = part.combine(least.reindex(part.index), min).fillna(part).astype(int)
        joined = joined.map(joined)  # what the least one took meanwhile
        if joined.equals(part):
            return sorted(part.value_counts().tolist(), reverse=True)
        part = joined


if __name__ == "__main__":
    print(json.dumps(summary(Path(sys.argv[1])), indent=1))
