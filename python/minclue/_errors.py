"""What is raised."""

from __future__ import annotations

from typing import Any


class Error(ValueError):
    """An input or an option is not what it should be."""

    message: str
    """What is wrong."""
    place: tuple[int, int] | None
    """Line and column in the input, from 1, where that is known."""
    help: str | None
    """What helps, where the message does not say it."""

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
    """What is known all the same, if anything is."""

    def __init__(self, message: str, record: Any = None) -> None:
        self.record = record
        super().__init__(message)
