"""The checker in Python accepts what the one in Rust accepts, and refuses what that refuses."""

import ast
import hashlib
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zstandard
from conftest import FOUR, SEVENTEEN, SIX

import minclue
from minclue import checker

FIRST_LINE = b"minclue-cert/1\n"
HEAD = len(FIRST_LINE) + 65
# The pages of the checker in Rust: proofs of every kind, and every reason for a refusal.
PAGES = Path(__file__).parents[2] / "crates" / "verifier" / "tests"
PARTS = ("problem", "lower bound", "puzzles", "sets", "weighted sets", "symmetries", "lemmas", "tree")
LIMITS = re.compile(r"limit of this checker|together more than|above 2\^63|not for 1 to|superfluous")
KAKURO = "kakuro small\n#25\n174\n48#\n"


def varint(number: int) -> bytes:
    found = bytearray()
    while number >= 128:
        found.append(number % 128 + 128)
        number //= 128
    return bytes([*found, number])


def headed(problem: bytes, rest: bytes) -> bytes:
    return FIRST_LINE + f"{hashlib.sha256(problem).hexdigest()}\n".encode() + problem + rest


def packed(stream: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(stream)


def unpacked(file: str | Path) -> bytes:
    with open(file, "rb") as frames:
        return zstandard.ZstdDecompressor().stream_reader(frames, read_across_frames=True).read()


def sections(folder: str) -> Iterator[dict[str, str]]:
    for page in sorted((PAGES / folder).iterdir()):
        for section in page.read_text().split("\n## ")[1:]:
            title, *lines = (line for line in section.splitlines() if line and line[0] != "#")
            fields = {"title": title}
            for line in lines:
                if line[0].isdigit():
                    fields[name] += f" {line}"
                else:
                    name, _, value = line.partition(":")
                    fields[name] = value.strip()
            yield fields


VALID = {fields["title"]: fields for fields in sections("valid")}
INVALID = {fields["title"]: fields for fields in sections("invalid")}


def stream_of(fields: dict[str, str]) -> bytes:
    def part(name: str, fields: dict[str, str]) -> bytes:
        if name in fields:
            return b"".join(varint(int(word)) for word in fields[name].split())
        return part(name, VALID[fields["of"]]) if "of" in fields else b"" if name == "tree" else b"\0"

    problem, *rest = (part(name, fields) for name in PARTS)
    return headed(problem, b"".join(rest))


def said(stream: bytes) -> checker.Verdict | None:
    try:
        return checker.check(stream)
    except checker.Refused:
        return None


def same(stream: bytes) -> bool:
    """Both say the same about a stream; true if it is accepted. Ours has no words of 64 bits, and so no limit of them."""
    ours, theirs = said(stream), minclue.verify(packed(stream))
    if ours is not None and not theirs and LIMITS.search(theirs.error or ""):
        return False
    assert (ours is not None) == bool(theirs), (theirs.error, stream[HEAD:].hex())
    if ours is not None:
        bounds = (ours.lower, ours.upper, ours.sha256)
        assert bounds == (theirs.lower_bound, theirs.upper_bound, theirs.problem_sha256)
    return ours is not None


@pytest.mark.parametrize("title", VALID)
def test_what_is_valid_is_accepted(title: str) -> None:
    fields = VALID[title]
    found = checker.check(stream_of(fields))
    cells = " ".join(map(str, found.puzzles[0]))
    kind, bounds = ("bounds", f"{found.lower} to {found.upper}")
    if found.lower == found.upper:
        kind, bounds = "minimum", str(found.lower)
    assert f"{bounds}, the cells {cells}".strip() == fields[kind]
    listed = [" ".join(map(str, puzzle)) for puzzle in found.puzzles if len(puzzle) < found.below]
    assert " | ".join(listed) == fields.get("listed", "")


@pytest.mark.parametrize("title", INVALID)
def test_what_is_invalid_is_refused(title: str) -> None:
    stream = stream_of(INVALID[title])
    if not LIMITS.search(INVALID[title]["refused"]):
        with pytest.raises(checker.Refused):
            checker.check(stream)
    assert not same(stream)


def damaged(stream: bytes, n: int, rng: random.Random) -> Iterator[bytes]:
    """Streams with another byte, one byte less or one more; and the digest of their problem, if they have one."""
    for _ in range(n):
        at = rng.randrange(HEAD, len(stream))
        kind = rng.randrange(5)
        byte = bytes([stream[at] ^ 1 << rng.randrange(8) if kind else rng.randrange(256)])
        wrong = stream[:at] + (b"" if kind == 1 else byte + stream[at : at + 1] if kind == 2 else byte) + stream[at + 1 :]
        file = checker.Numbers(wrong)
        file.at = HEAD
        try:
            checker.read_problem(file)
        except checker.Refused:
            yield wrong
        else:
            yield headed(wrong[HEAD : file.at], wrong[file.at :])


@pytest.mark.parametrize("title", VALID)
def test_damage_in_every_kind_of_proof(title: str) -> None:
    rng, stream = random.Random(title), stream_of(VALID[title])
    found = [same(wrong) for wrong in damaged(stream, 150, rng)]
    assert not all(found)


WRITTEN: dict[str, Callable[[str], object]] = {
    "4x4": lambda file: minclue.solve(FOUR, certify=file),
    "4x4 by branch and cut": lambda file: minclue.solve(FOUR, engine="bilevel", certify=file),
    "4x4 list": lambda file: list(minclue.enumerate(FOUR, 5, minimal=True, certify=file)),
    "6x6": lambda file: minclue.solve(SIX, certify=file),
    "6x6 by branch and cut": lambda file: minclue.solve(SIX, engine="bilevel", certify=file),
    "6x6 question": lambda file: minclue.solve(SIX, at_most=7, certify=file),
    "6x6 list": lambda file: list(minclue.enumerate(SIX, 9, certify=file)),
    "latin": lambda file: minclue.puzzle("latin small\n123\n231\n312\n", certify=file),
    "kakuro": lambda file: minclue.puzzle(KAKURO, certify=file),
    "weights": lambda file: minclue.least_weight(FOUR, {"r1c1": 5, "r2c2": 3}, certify=file),
    "contradiction": lambda file: minclue.explain("f.cnf", certify=file),
    "hitting set": lambda file: minclue.hitting_set([[1, 2], [2, 3], [3, 1], [4, 5]], certify=file),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_the_program_writes_is_accepted_and_not_when_it_is_damaged(name: str) -> None:
    Path("f.cnf").write_text("p cnf 2 4\n1 0\n-1 2 0\n-2 0\n-1 0\n")
    WRITTEN[name]("c")
    data, stream = Path("c").read_bytes(), unpacked("c")
    assert same(stream) and checker.check(data) == checker.check(stream)
    rng = random.Random(name)
    # Lists take the longest.
    found = [same(wrong) for wrong in damaged(stream, 15 if "list" in name else 100, rng)]
    assert not all(found)
    # Of the file: cut off, with something behind it, in two frames, and with another first or second line.
    for wrong in (b"", data[:-5], data[: len(data) // 2], data + b"x", b"x" + data):
        assert not minclue.verify(wrong)
        with pytest.raises(checker.Refused):
            checker.check(wrong)
    both = packed(stream[:20]) + packed(stream[20:])
    assert minclue.verify(both) and checker.check(both) == checker.check(data)
    for at in (0, 13, 14, 20, 79):
        assert not same(stream[:at] + bytes([stream[at] ^ 1]) + stream[at + 1 :])
    assert not same(stream[:-1]) and not same(stream + b"\0")


def test_a_9x9_grid_with_17_clues() -> None:
    answer = minclue.solve(SEVENTEEN, certify="c")
    found = checker.check(Path("c").read_bytes())
    assert (found.lower, found.upper) == (17, 17) and answer.problem_sha256 == found.sha256


def test_a_single_file_is_enough() -> None:
    minclue.solve(FOUR, certify="c")
    file = Path(checker.__file__).read_bytes()
    Path("alone.py").write_bytes(file)
    for words, text in ((["c"], b""), (["-"], unpacked("c"))):
        run = subprocess.run([sys.executable, "alone.py", *words], input=text, capture_output=True, timeout=300)
        assert run.returncode == 0 and run.stdout.startswith(b"VERIFIED 4 <= minimum <= 4, problem sha256 "), run.stderr
    run = subprocess.run([sys.executable, "-m", "minclue.checker", "-"], input=unpacked("c")[:-1], capture_output=True)
    assert (run.returncode, run.stderr) == (5, b"REFUSED it ends too early\n")
    assert b"minclue" not in b"".join(line for line in file.splitlines() if line.startswith((b"import", b"from")))


def test_it_is_as_short_as_its_page_says() -> None:
    source = Path(checker.__file__).read_text()
    documents = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    strings = [node for node in documents if isinstance(node.value, ast.Constant)]
    apart = {line for node in strings for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = source.splitlines()
    code = [line for at, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#" and at not in apart]
    page = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text()
    assert len(code) <= 400 and f"{len(lines)} lines, {len(code)} of them code" in " ".join(page.split())
