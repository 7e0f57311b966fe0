"""MibS, the bilevel solver of COIN-OR: named here, and not asked.

It would take what `minclue export --to mps+aux` writes. Neither Debian nor PyPI has it, so there was nothing to write an
adapter against.
"""

from __future__ import annotations

from ._adapter import Adapter
from ._task import MissingSolver, Way

NOWHERE = "neither Debian nor PyPI has it, so its adapter is not written"


class Mibs(Adapter):
    """MibS, of which there is nothing but the name."""

    name = "mibs"
    cannot = dict.fromkeys((Way.LOOP, Way.LAZY, Way.HITTING, Way.HPR), "it is a solver of models with two levels")
    cannot |= {Way.BILEVEL: NOWHERE}

    @staticmethod
    def version() -> str:
        raise MissingSolver(NOWHERE)
