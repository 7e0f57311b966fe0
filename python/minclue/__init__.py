"""Finds the smallest set of clues that determine a given solution, with proof.

>>> import minclue
>>> minclue.solve("1234341221434321").minimum
4

The same wheel has the program ``minclue``. Each function corresponds to a subcommand, and returns the same answers.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._errors import Error, Failure
    from ._many import solve_many
    from ._models import bilevel, explain, hitting_set, least_weight
    from ._native import __version__
    from ._records import (
        Bilevel,
        Canon,
        Check,
        Enumeration,
        Export,
        Generated,
        HittingSet,
        Minimized,
        Neighborhood,
        Rating,
        Record,
        Result,
        Verdict,
    )
    from ._verbs import (
        Neighbors,
        Picture,
        Puzzles,
        UnavoidableSets,
        canon,
        check,
        enumerate,
        export,
        generate,
        minimize,
        neighbors,
        puzzle,
        rate,
        report,
        show,
        solve,
        unavoidable_sets,
        verify,
    )

__all__ = [
    "Bilevel",
    "Canon",
    "Check",
    "Enumeration",
    "Error",
    "Export",
    "Failure",
    "Generated",
    "HittingSet",
    "Minimized",
    "Neighborhood",
    "Neighbors",
    "Picture",
    "Puzzles",
    "Rating",
    "Record",
    "Result",
    "UnavoidableSets",
    "Verdict",
    "__version__",
    "bilevel",
    "canon",
    "check",
    "enumerate",
    "explain",
    "export",
    "generate",
    "hitting_set",
    "least_weight",
    "minimize",
    "neighbors",
    "puzzle",
    "rate",
    "report",
    "show",
    "solve",
    "solve_many",
    "unavoidable_sets",
    "verify",
]

# Modules are imported when one of their names is first used: `minclue.analysis` does not need the compiled module,
# and works in a checkout where nothing was built.
_MODULES = ("_errors", "_many", "_models", "_native", "_records", "_verbs")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in __all__:
            for module in (importlib.import_module(f"{__name__}.{home}") for home in _MODULES):
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __all__
