"""The numbers of lin-wu-2013, section 4, that stand beside ours. Those of time are means over 100 grids of 9x9 and 16 clues, on one
core of an Intel Xeon E5520 at 2.27 GHz."""

from __future__ import annotations

import pandas as pd

# Tables 2 and 4: seconds of Phase 2, and of both phases, by the label under which we have a version and the number of sets.
# The original program took no 384 sets.
SEARCH = """
         128      192      256      320      384    448    512
    v1   2093.41  1754.89  1811.61  1926.37
    v2   1210.80  586.75   576.87   617.95
    v3   818.03   93.65    52.77    44.51    47.65  50.86  52.75
    v4   704.57   64.76    25.68    19.95    19.54  20.83  21.74
    v5   705.98   59.51    18.85    13.00    12.45  12.71  13.07
    v6   730.69   56.01    19.06    13.28    12.84  12.93  13.42
"""
BOTH = """
         128      192      256      320      384    448    512
    v1   2130.83  1792.31  1849.03  1963.79
    v2   1248.22  624.17   614.29   655.37
    v3   855.45   131.07   90.19    81.93    85.07  88.28  90.17
    v4   741.99   102.18   63.10    57.37    56.96  58.25  59.16
    v5   743.40   96.93    56.27    50.42    49.87  50.13  50.49
    v6   731.78   57.10    20.15    14.37    13.93  14.02  14.51
"""

# Table 5: the sequences of Shrink steps, in its order, and seconds of both phases of version 6 with each.
TABLE_5 = {"first": 18.18, "up": 13.97, "down": 13.93, "up-down": 15.62, "up-twice": 16.88, "fixpoint": 17.16}

# Table 3: mean numbers of sets by the number of their cells.
SIZES = ["<= 11", "12", "13", "14", ">= 15"]
TABLE_3 = {
    "original CHECKER": dict(zip(SIZES, [140.17, 135.10, 22.44, 60.69, 0.0], strict=True)),
    "modified program": dict(zip(SIZES, [140.17, 106.22, 61.58, 156.48, 283.54], strict=True)),
}


def seconds(table: str) -> pd.DataFrame:
    """``algorithm``, ``n_sets`` and ``seconds`` of a table."""
    (_, counts), *rows = ((line.split()[0], line.split()) for line in table.strip().splitlines())
    cells = [(row[0], float(n), float(s)) for _, row in rows for n, s in zip(counts, row[1:], strict=False)]
    return pd.DataFrame(cells, columns=["algorithm", "n_sets", "seconds"])
