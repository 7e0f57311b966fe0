"""The summary of the neighbours of a list: summary.py MINCLUE FORMS NEIGHBORS.

FORMS are the minlex forms of the list with its numbers before them, NEIGHBORS the records of `minclue neighbors --all`. The
neighbours' own forms come from `minclue canon`.
"""

import json
import subprocess
import sys
from collections import Counter

minclue, forms, neighbors = sys.argv[1:]
number = {}
for line in open(forms):
    name, form = line.split()
    number[form] = int(name)
found, ends = [], []
for line in open(neighbors):
    record = json.loads(line)
    if record["schema"] == "minclue-puzzle/1":
        found.append((int(record["id"]), record["puzzle"]))
    else:
        ends.append(record)
text = "".join(f"{puzzle}\n" for _, puzzle in found)
canon = subprocess.run([minclue, "canon", "--quiet"], input=text, capture_output=True, text=True, check=True)
linked = {name: set() for name in number.values()}
n_unknown = 0
for (name, _), form in zip(found, canon.stdout.split(), strict=True):
    if form not in number:
        n_unknown += 1
    elif number[form] != name:
        linked[name].add(number[form])
part = {}
for start in linked:
    if start in part:
        continue
    open_, part[start] = [start], start
    while open_:
        for other in linked[open_.pop()]:
            if other not in part:
                part[other] = start
                open_.append(other)
sizes = sorted(Counter(part.values()).values(), reverse=True)
seconds = [end["seconds"] for end in ends]
print(
    json.dumps(
        {
            "version": ends[0]["version"],
            "n_puzzles": len(number),
            "n_complete": sum(end["complete"] for end in ends),
            "n_neighbors": sum(end["n_neighbors"] for end in ends),
            "n_not_in_the_list": n_unknown,
            "n_puzzles_with_neighbors": sum(1 for others in linked.values() if others),
            "n_pairs": sum(len(others) for others in linked.values()) // 2,
            "is_symmetric": all(a in linked[b] for a in linked for b in linked[a]),
            "most_neighbors": max(len(others) for others in linked.values()),
            "n_parts": len(sizes),
            "largest_parts": sizes[:8],
            "n_alone": sum(size == 1 for size in sizes),
            "seconds": {"all": round(sum(seconds), 1), "most": max(seconds)},
        },
        indent=1,
    )
)
