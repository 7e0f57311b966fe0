"""The question of the fewest clues to other solvers, beside the engines of minclue.

``python -m minclue.solvers -o DIR grids.txt`` asks each solver that is installed, in each way that it has, and keeps a
record of every run in DIR. Solvers are asked in Python or by their programs, and ``pip install 'minclue[solvers]'`` brings
those that are Python packages. The module needs nothing compiled, so it works in a checkout with ``PYTHONPATH=python``;
start sets and files come from the program of minclue.
"""

from __future__ import annotations

from ._adapter import Adapter
from .cbc import Cbc
from .cpsat import CpSat
from .glpk import Glpk
from .highs import Highs
from .hitman import Hitman
from .mibs import Mibs
from .optux import OptUx
from .ours import BranchAndCut, LinearPrograms, Native
from .rc2 import Rc2
from .scip import Scip

__all__ = ["SOLVERS", "Adapter"]

SOLVERS: dict[str, type[Adapter]] = {
    adapter.name: adapter
    for adapter in (Native, BranchAndCut, LinearPrograms, Highs, Cbc, Glpk, Scip, CpSat, Rc2, Hitman, OptUx, Mibs)
}
"""All adapters, by the names of their solvers."""
