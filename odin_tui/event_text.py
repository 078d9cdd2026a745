"""Events of a match in sentences, by their classes and their fields; who reads them decides how."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeAlias, get_type_hints

from odin_engine.game import Outcome, Seat
from odin_tui.messages import Text, template
from odin_tui.narrator import EventText, Reader, match_over

Event: TypeAlias = Any
"""A frozen dataclass; its fields and properties are facts, its fields of type `Seat` are seats."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    outcome: Outcome


@dataclass(frozen=True)
class EventTexts:
    """The sentences of a game for its events, by the codes of these; and its words for enums."""

    game: str
    events: Mapping[str, EventText | Text]
    words: Mapping[str, str]

    def sentences(self, event: Event, reader: Reader) -> list[str]:
        """Return what a reader is told about an event; the end of a match takes several lines."""
        if isinstance(event, MatchEnded):
            return match_over(event.outcome, self.game, reader)
        return [self.template(event, reader).format(**self.facts(event, reader))]

    def told(self, events: Sequence[Event], reader: Reader) -> tuple[str, ...]:
        """Return what a reader is told about several events."""
        return tuple(line for event in events for line in self.sentences(event, reader))

    def template(self, event: Event, reader: Reader, suffix: str = "") -> str:
        """Return the sentence for an event with its placeholders; a suffix asks for another one.

        The first seat of an event acts, the second is the one it is done to.
        """
        texts, facts = self.events[code_of(event) + suffix], self.facts(event, reader)
        if not isinstance(texts, EventText):
            return template(texts, reader.tr, facts)
        seat, target = [*(getattr(event, name) for name in _seats(event.__class__)), None][:2]
        known = None not in (getattr(event, name) for name in event.__match_args__)
        return reader.choose(texts, seat, target, known=known, **facts)

    def facts(self, event: Event, reader: Reader) -> dict[str, Any]:
        """Return what is known of an event, seats by their names; the one that acts is `name`."""
        facts = {name: getattr(event, name) for name in _facts(event.__class__)}
        for name, fact in facts.items():
            if isinstance(fact, Enum) and fact.value in self.words:
                facts[name] = reader.tr.gettext(self.words[fact.value])
        for place, name in enumerate(_seats(event.__class__)):
            if facts[name] is not None:
                facts["name" if place == 0 else name] = reader.names[facts[name]]
        return facts

    def teller(
        self, events: Callable[[Any, Any], Sequence[Event]]
    ) -> Callable[[Any, Any, Reader], list[str]]:
        """Return a function that tells what happened between two views."""

        def tell(before: Any, after: Any, reader: Reader) -> list[str]:
            return list(self.told(events(before, after), reader))

        return tell


def code_of(event: Event) -> str:
    """Return the code of an event or a move: its own, or from its class, as in `card-drawn`."""
    name = type(event).__name__
    own: str = getattr(event, "code", "")
    return own or "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


@cache
def _facts(kind: Any) -> tuple[str, ...]:
    return tuple(
        name for name in dir(kind) if not name.startswith("_") and not callable(getattr(kind, name))
    )


@cache
def _seats(kind: Any) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(name for name, hint in hints.items() if hint in (Seat, Seat | None))
