"""The exceptions of the package."""

from __future__ import annotations

from typing import Any


class Error(ValueError):
    """An input or an option is invalid."""

    message: str
    """The reason."""
    place: tuple[int, int] | None
    """Line and column in the input, from 1, if known."""
    help: str | None
    """A remedy, if it is not part of the message."""

    def __init__(self, message: str, place: tuple[int, int] | None = None, help: str | None = None) -> None:
        self.message, self.place, self.help = message, place, help
        super().__init__(message, place, help)

    def __str__(self) -> str:
        place = f"line {self.place[0]}, column {self.place[1]}: " if self.place else ""
        help = f" ({self.help})" if self.help else ""
        return f"{place}{self.message}{help}"


class Failure(RuntimeError):
    """An engine, a tool or the machine failed, a file cannot be read or written, or engines contradict each other."""

    record: Any
    """The results before the failure, if there are any."""

    def __init__(self, message: str, record: Any = None) -> None:
        self.record = record
        super().__init__(message)
