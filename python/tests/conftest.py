"""Grids with known answers, and the program of the same wheel."""

import json
import subprocess
import sys
from typing import Any

import pytest

FOUR = "1234341221434321"
SIX = "123456456123231564564231312645645312"
# One of the puzzles with 17 clues that are known; no puzzle has 16 (mcguire-2012).
SEVENTEEN = "...64.2..1.8....3............9.18....7....6...........3......1.4..7......2.5....."
# The native engine does not prove its minimum within the time of a test; the branch and cut does, as it has symmetries: 64.
SIXTEEN = "".join("123456789ABCDEFG"[(4 * (row % 4) + row // 4 + column) % 16] for row in range(16) for column in range(16))


def program(*words: str, text: str = "", code: int = 0) -> list[dict[str, Any]]:
    """The records that the program of this wheel writes."""
    command = [sys.executable, "-m", "minclue", *words, "--format", "jsonl"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    assert run.returncode == code, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def untimed(record: Any) -> Any:
    """A record without what differs from run to run, and without the options, which may be spelled in several ways."""
    if isinstance(record, dict):
        names = [name for name in record if "seconds" not in name and name != "options"]
        return {name: untimed(record[name]) for name in names}
    return [untimed(value) for value in record] if isinstance(record, list) else record


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a folder of its own."""
    monkeypatch.chdir(tmp_path)
