"""Files of records, which may be packed by gzip."""

from __future__ import annotations

import gzip
from pathlib import Path


def there(path: Path) -> Path:
    """The file itself, or its packed form, whose name ends in ``.gz``, where only that is there."""
    packed = path.with_name(f"{path.name}.gz")
    return packed if packed.exists() and not path.exists() else path


def read(path: Path) -> bytes:
    """What the file says, packed or not."""
    path = there(path)
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
