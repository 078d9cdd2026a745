"""Notices: what people are told without having asked, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, init=False)
class Notice:
    """A code and facts, like those of a `Refusal`; the sentence is written where it is read."""

    code: str
    facts: Mapping[str, Any]

    def __init__(self, code: str, /, **facts: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "facts", facts)

    def __str__(self) -> str:
        """Return the code and the facts, for logs."""
        return " ".join([self.code, *(f"{name}={fact}" for name, fact in self.facts.items())])
