"""The smallest set of clues that leaves a given solution as the only one, with proof.

>>> import minclue
>>> minclue.solve("1234341221434321").minimum
4

The same wheel has the program ``minclue``; the functions here ask what its verbs ask and give the same answers.
"""

from . import _native
from ._errors import Error, Failure
from ._many import solve_many
from ._records import Canon, Check, Enumeration, Export, Generated, Record, Result, Verdict
from ._verbs import (
    Puzzles,
    canon,
    check,
    enumerate,
    export,
    generate,
    puzzle,
    solve,
    unavoidable_sets,
    verify,
)

__version__: str = _native.__version__

__all__ = [
    "Canon",
    "Check",
    "Enumeration",
    "Error",
    "Export",
    "Failure",
    "Generated",
    "Puzzles",
    "Record",
    "Result",
    "Verdict",
    "__version__",
    "canon",
    "check",
    "enumerate",
    "export",
    "generate",
    "puzzle",
    "solve",
    "solve_many",
    "unavoidable_sets",
    "verify",
]
