"""The options of functions: those of the program, and types that refuse what is misspelled."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import options
import pytest

import minclue
from minclue._run import NOT_HERE

SOURCE = Path(__file__).parents[1] / "minclue" / "_options.py"


def test_the_typed_options_are_those_of_the_program() -> None:
    made = options.module()
    if os.environ.get("MINCLUE_OPTIONS") == "write":
        SOURCE.write_text(made)
    assert SOURCE.read_text() == made, "MINCLUE_OPTIONS=write pytest python/tests/test_options.py makes it anew"


@pytest.mark.parametrize("function", options.FUNCTIONS)
def test_what_a_function_names_is_an_option_or_has_a_meaning_of_its_own(function: str) -> None:
    verb = options.VERBS.get(function, function)
    known = {option.name for option in options.options_of(verb)}
    named = inspect.signature(getattr(minclue, function)).parameters.values()
    keywords = {one.name for one in named if one.kind is one.KEYWORD_ONLY}
    own = {"on_bounds", "on_result", "max_puzzles", "sets", "keep", "name", "constant", "follower_maximizes"}
    if function == "bilevel":
        own |= {one for one in keywords if len(one) == 1 or one.endswith(("_senses", "_bounds", "_names", "_rows"))}
    assert keywords - own <= known, (function, keywords - own - known)


def test_no_function_and_no_verb_is_left_out() -> None:
    with_options = {
        name
        for name in minclue.__all__
        if inspect.isfunction(call := getattr(minclue, name))
        and any(one.kind is one.VAR_KEYWORD for one in inspect.signature(call).parameters.values())
    }
    assert with_options == set(options.FUNCTIONS)


RIGHT = """
import numpy as np
from minclue import *
grid = "1234341221434321"
reveal_type(solve(grid, at_most=3, source="region", no_symmetry=True))
reveal_type(solve_many([grid, grid], engine="native"))
reveal_type(unavoidable_sets(grid, as_numpy=True))
reveal_type(hitting_set([{"ann", "bob"}, {"bob"}]).labels)
reveal_type(rate(grid, measures="people").level)
reveal_type([puzzle for puzzle in neighbors(grid, remove=1, add=1)])
solve(np.zeros((9, 9)), given=np.zeros((9, 9), dtype=bool), certify="file")
export(grid, "file", from_="sets.txt")
"""
WRONG = {
    "solve(grid, at_mst=3)": 'Unexpected keyword argument "at_mst" for "solve"; did you mean "at_most"?',
    "solve(grid, sorce='region')": 'Unexpected keyword argument "sorce" for "solve"; did you mean "source"?',
    "solve(grid, source='regions')": 'Argument "source" to "solve" has incompatible type',
    "solve(grid, no_symmetry='yes')": 'Argument "no_symmetry" to "solve" has incompatible type',
    "solve_many([grid], certify='file')": "No overload variant",
    "enumerate(grid, 17, minmal=True)": 'Unexpected keyword argument "minmal" for "enumerate"; did you mean "minimal"?',
    "unavoidable_sets(grid, max_set=3)": "No overload variant",
    "generate(levle='easy')": 'Unexpected keyword argument "levle" for "generate"',
    "generate(level='esay')": 'Argument "level" to "generate" has incompatible type',
    "rate(grid, mesures='people')": 'Unexpected keyword argument "mesures" for "rate"; did you mean "measures"?',
    "minimize(grid, order=3)": "No overload variant",
    "bilevel('f.mps', pesimistic=True)": 'Unexpected keyword argument "pesimistic" for "bilevel"',
    "verify('file', modle='m.lp')": 'Unexpected keyword argument "modle" for "verify"',
    "hitting_set([1, 2])": "has incompatible type",
    "solve(grid).minmum": '"Result" has no attribute "minmum"; maybe "minimum"?',
}


def test_mypy_refuses_what_is_misspelled_and_nothing_else(tmp_path: Path) -> None:
    lines = RIGHT.strip().splitlines()
    first = len(lines) + 1
    file = tmp_path / "calls.py"
    file.write_text("\n".join([*lines, *WRONG]) + "\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    run = subprocess.run([*command, str(file)], capture_output=True, text=True, timeout=600)
    said = [line.split(":", 2) for line in run.stdout.splitlines()]
    revealed = [text.partition("Revealed type is ")[2] for _, _, text in said if "Revealed type" in text]
    assert [text.replace("builtins.", "").strip('"') for text in revealed] == [
        "minclue._records.Result",
        "list[minclue._records.Result]",
        "numpy.ndarray[tuple[Any, ...], numpy.dtype[numpy.unsignedinteger[numpy._typing._nbit_base._8Bit]]]",
        "tuple[str, ...] | None",
        "str | None",
        "list[str]",
    ], run.stdout
    errors = {int(at): text for _, at, text in said if " error: " in text}
    for at, (call, wanted) in zip(range(first, first + len(WRONG)), WRONG.items(), strict=True):
        assert wanted in errors.pop(at, "nothing"), (call, run.stdout)
    assert not errors, run.stdout
