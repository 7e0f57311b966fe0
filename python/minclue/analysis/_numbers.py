"""Means, quartiles, shares and performance profiles."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd

# The least time that a logarithm sees, in seconds: records have microseconds.
LEAST = 1e-6

# How values lie: of n ascending ones quartile p is at place 1 + p (n - 1), between two in proportion.
PLACES = {"least": 0.0, "first_quartile": 0.25, "median": 0.5, "third_quartile": 0.75, "most": 1.0}
FIVE = {name: partial(pd.Series.quantile, q=place) for name, place in PLACES.items()}


def geometric_mean(values: pd.Series) -> float:
    """The geometric mean without shift of what is known; what is below ``LEAST`` counts as that."""
    return float(np.exp(np.log(values.clip(lower=LEAST)).mean()))


def shares(values: pd.Series, n: int) -> pd.Series:
    """The steps of a distribution: for each value that is there, ascending, the share of ``n`` that is at most that."""
    return values.value_counts().sort_index().cumsum() / n


def profiles(times: pd.DataFrame) -> pd.DataFrame:
    """Performance profiles (Dolan and More 2002, as in tjusila-2023, Fig. 3).

    ``times`` has a row for each instance and a column for each setting, missing where it was not solved, which is
    infinitely long. A row of the answer is a step: of all instances the ``share`` that ``setting`` solves within ``tau``
    times what the best one took. Each begins at 1 and ends at the largest factor of all.
    """
    times = times.clip(lower=LEAST)
    factors = times.div(times.min(axis=1), axis=0)
    largest = max(1.0, np.nan_to_num(factors.max().max(), nan=1.0))
    steps = []
    for setting in factors:
        curve = shares(factors[setting], len(factors))
        if curve.empty or curve.index[0] > 1:
            curve = pd.concat([pd.Series([0.0], index=[1.0]), curve])
        if curve.index[-1] < largest:
            curve = pd.concat([curve, pd.Series([curve.iloc[-1]], index=[largest])])
        steps.append(pd.DataFrame({"setting": setting, "tau": curve.index, "share": curve.to_numpy()}))
    return pd.concat(steps) if steps else pd.DataFrame(columns=["setting", "tau", "share"])


def wilson(n_good: pd.Series, n: pd.Series) -> tuple[pd.Series, pd.Series]:
    """The intervals of 95 % of shares (Wilson 1927); unknown of nothing."""
    z = 1.959_964
    share = n_good / n
    middle = share + z * z / (2 * n)
    half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    scale = 1 + z * z / n
    return ((middle - half) / scale).clip(lower=0), ((middle + half) / scale).clip(upper=1)
