"""What the papers print."""

from __future__ import annotations

import pandas as pd

# abuluaih-2015, section 5: means over the puzzles of a band, of recursions (Table 1) and backtracks (Table 2).
ABULUAIH = pd.DataFrame(
    [
        ("easy", "FC", 45, 12),
        ("easy", "MRV", 33, 1),
        ("easy", "CtN", 10, 1),
        ("medium", "FC", 394, 341),
        ("medium", "MRV", 48, 4),
        ("medium", "CtN", 26, 1),
        ("difficult", "FC", 84_594, 84_539),
        ("difficult", "MRV", 215, 161),
        ("difficult", "CtN", 171, 132),
    ],
    columns=["band", "method", "recursions", "backtracks"],
)

# maniccam-2013, Fig. 3: mean, least and most of five puzzles a group, of tries and of milliseconds of a program in Java.
Three = dict[str, tuple[float, float, float]]
TRIES: Three = {"easy": (561, 188, 1404), "medium": (45_467, 1462, 98_072), "very hard": (162_500, 19_836, 473_842)}
MILLISECONDS: Three = {"easy": (1.2, 1.0, 2.0), "medium": (36.8, 2.0, 63.0), "very hard": (70.5, 27.0, 141.0)}

# The solutions of the puzzle of maniccam-2013, Fig. 2, by the number of clues that were removed from it (section 6).
REMOVED = {0: 109, 1: 401, 2: 1158, 4: 5153}
