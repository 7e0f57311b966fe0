"""The options of the program as typed dictionaries, from its help: the text of `minclue/_options.py`."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from keyword import iskeyword
from textwrap import wrap
from typing import NamedTuple

import minclue
from minclue._run import NOT_HERE

# Which verb a function asks, where that is not its name, and options of the verb that it has in another way.
VERBS = {"solve_many": "solve", "hitting_set": "solve", "least_weight": "solve", "unavoidable_sets": "sets"}
OTHERWISE = {
    "enumerate": set[str](),
    "export": {"output"},
    "generate": {"number"},
    "hitting_set": {"hypergraph"},
    "show": {"set"},
    "solve_many": {"certify", "jobs"},
}
# Of many inputs, or of files, of which a function has one.
ONE_INPUT = {"help", "column", "jobs"}
FUNCTIONS = [
    "bilevel", "canon", "check", "enumerate", "explain", "export", "generate", "hitting_set", "least_weight", "minimize",
    "neighbors", "puzzle", "rate", "show", "solve", "solve_many", "unavoidable_sets", "verify",
]  # fmt: skip

NUMBERS = {"N", "K", "M", "P", "Q", "MB"}
TYPES = {"FILE": "Path", "DIR": "Path", "FILE.hgr": "Path", "TIME": "Time", "D": "float", "RANGE": "int | str", "T": "int | str", "C": "int | str"}


class Option(NamedTuple):
    """An option of a verb: its name in Python, its type, and what the program says of it."""

    name: str
    type: str
    about: str


def options_of(verb: str) -> Iterator[Option]:
    """The options that the help of a verb has."""
    run = subprocess.run([sys.executable, "-m", "minclue", verb, "--help"], capture_output=True, text=True, check=True)
    found = re.split(r"^ +(?:-\w, )?--([a-z-]+)(?:(\[)?[= ]+<([^>]+)>\]?)?(?:\.\.\.)?$", run.stdout, flags=re.M)
    for name, optional, value, text in zip(*(found[i::4] for i in range(1, 5)), strict=True):
        about, _, values = text.split("\n[A-Z]")[0].partition("Possible values:")
        paragraphs = re.split(r"\n *\n", re.split(r"\n\S|\n *\n *\[", about)[0])
        sentences = [" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip()]
        about = " ".join(sentence if sentence.endswith(".") or sentence is sentences[-1] else f"{sentence}." for sentence in sentences)
        listed = re.findall(r"^ *- ([\w.+-]+)(?::|$)", re.split(r"\n\S", values)[0], flags=re.M)
        listed = listed or [word for words in re.findall(r"\[possible values: ([^\]]+)\]", text) for word in words.split(", ")]
        kind = "bool" if value is None else TYPES.get(value, "int | str" if value in NUMBERS and "auto" in about else "str")
        if value in NUMBERS and kind == "str":
            kind = "int"
        if listed:
            kind = "Literal[" + ", ".join(f'"{word}"' for word in listed) + "]"
        if optional:
            kind = f"bool | {kind}"
        if value == "RULES" or value == "CELLS":
            kind = "str"
        yield Option(name.replace("-", "_") + "_" * iskeyword(name), f"{kind} | None" if kind != "bool" else kind, about)


def missing(function: str) -> list[Option]:
    """The options of its verb that a function does not name itself."""
    call: Callable[..., object] = getattr(minclue, function)
    named = set(inspect.signature(call).parameters) | OTHERWISE.get(function, set()) | NOT_HERE | ONE_INPUT
    found = {option.name: option for option in options_of(VERBS.get(function, function))}
    return [option for name, option in sorted(found.items()) if name.removesuffix("_") not in named and name not in named]


def module() -> str:
    """The module."""
    lines = [
        '"""Options of verbs that functions take beside those that they name. Made by `tests/options.py` from the help of the',
        'program: `MINCLUE_OPTIONS=write pytest python/tests/test_options.py` makes it anew."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Literal, TypedDict",
        "",
        "from ._run import Path, Time",
    ]
    for function in FUNCTIONS:
        name = "".join(word.capitalize() for word in function.split("_"))
        lines += ["", "", f"class {name}Options(TypedDict, total=False):", f'    """Of :func:`minclue.{function}`."""', ""]
        for option in missing(function):
            about = wrap(option.about, 112, initial_indent="    # ", subsequent_indent="    # ")
            lines += [*about, f"    {option.name}: {option.type}"]
    return "\n".join(lines) + "\n"
