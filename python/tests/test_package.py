"""The wheel: the program in it, its version, its documentation."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from conftest import FOUR

import minclue

README = Path(__file__).parents[1] / "README.md"


def test_the_program_is_on_the_path_of_the_environment() -> None:
    for command in ([str(Path(sys.executable).with_name("minclue"))], [sys.executable, "-m", "minclue"]):
        run = subprocess.run([*command, "solve", FOUR], capture_output=True, text=True, timeout=300)
        assert run.returncode == 0 and "minimum 4 clues" in run.stdout, run.stderr
        run = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=300)
        assert version("minclue") in run.stdout
        run = subprocess.run([*command, "solve", "12?4341221434321"], capture_output=True, text=True, timeout=300)
        assert run.returncode == 3 and "is not a cell" in run.stderr


def test_it_has_one_version() -> None:
    assert minclue.__version__ == version("minclue")


def test_without_numpy_there_is_all_but_arrays() -> None:
    code = f"""
import sys
sys.modules.update(numpy=None, pandas=None, polars=None)
import minclue
assert len(minclue.unavoidable_sets({FOUR!r})) == 14 and minclue.solve_many([{FOUR!r}])[0].minimum == 4
try:
    minclue.unavoidable_sets({FOUR!r}, as_numpy=True)
except ImportError:
    print("fine")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert run.stdout == "fine\n", run.stderr


def test_without_the_compiled_module_it_says_how_to_build_it() -> None:
    code = "import sys; sys.modules['minclue._native'] = None; import minclue; minclue.solve"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert run.returncode == 1 and "`pip install .` builds it" in run.stderr, run.stderr


@pytest.mark.parametrize("name", ["minclue", *(f"minclue.{m.name}" for m in pkgutil.iter_modules(minclue.__path__))])
def test_the_examples_of_the_documentation(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0


def test_the_examples_of_the_readme() -> None:
    assert doctest.testfile(str(README), module_relative=False) == doctest.TestResults(0, README.read_text().count(">>>"))


def test_everything_public_is_documented() -> None:
    readme = README.read_text()
    for name in minclue.__all__:
        if not name.startswith("_"):
            assert getattr(minclue, name).__doc__, name
            assert re.search(rf"\b{name}\b", readme), f"{name} is not in the README"
