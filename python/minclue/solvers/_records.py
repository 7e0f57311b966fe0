"""Records in files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def records_in(path: Path, content: bytes) -> Iterator[tuple[str, Record]]:
    """The records of a file, each with its place, such as `known.jsonl:3`: objects, one a line, and arrays of them as
    `--format json` writes them. Blank lines are passed over.

    :raises ValueError: something else is there; the message begins with its place.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError as e:
        line = content.count(b"\n", 0, e.start) + 1
        raise ValueError(f"{path}:{line}: this is not text in UTF-8") from None
    decoder, visible = json.JSONDecoder(), re.compile(r"\S")
    at, line = 0, 1
    while first := visible.search(text, at):
        line += text.count("\n", at, first.start())
        try:
            value, at = decoder.raw_decode(text, first.start())
        except json.JSONDecodeError as e:
            # An object is one line; if its end is gone, the decoder notices only in the next. An array may have many.
            damaged = e.lineno if first[0] == "[" else line
            raise ValueError(f"{path}:{damaged}: this is not JSON: {e.msg}") from None
        place = f"{path}:{line}"
        for record in value if isinstance(value, list) else [value]:
            if not isinstance(record, dict):
                raise ValueError(f"{place}: a record is an object of JSON, and not {json.dumps(record)[:80]}")
            yield place, record
        line += text.count("\n", first.start(), at)
