"""What is being written already, counted so that nobody slips past a limit meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Kind = Literal["table", "seat"]


class Claims:
    """Tables and seats that somebody is about to have."""

    def __init__(self) -> None:
        self._made: list[tuple[Kind, str]] = []

    @contextmanager
    def claiming(self, kind: Kind, player: str) -> Iterator[None]:
        """Count one as long as its records are being written."""
        self._made.append((kind, player))
        try:
            yield
        finally:
            self._made.remove((kind, player))

    def count(self, kind: Kind, player: str | None = None) -> int:
        """Count the claims of one player, or of all."""
        return sum(kind == of and player in (None, who) for of, who in self._made)
