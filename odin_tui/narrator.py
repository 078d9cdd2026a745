"""Who reads a sentence, and how the end of any match is told to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from odin_engine.game import Outcome, Seat
from odin_tui.drawing.names import listed, points_word
from odin_tui.languages import ENGLISH, Translations
from odin_tui.messages import Text, Who, outcome_text, template


@dataclass(frozen=True, slots=True)
class EventText:
    """The sentences for one kind of event, marked for translation."""

    you: Text
    """Tells the reader what they did themselves."""
    other: Text
    """Tells what somebody else did."""
    to_you: Text = ""
    """Tells what somebody else did to the reader; `other` if that is the same."""
    unknown: Text = ""
    """Tells what somebody else did, without what the reader may not know."""


@dataclass(frozen=True)
class Reader:
    """Who reads a sentence: everyone's names, the reader's own seat, and the reader's language."""

    names: tuple[str, ...]
    seat: Seat | None = None
    tr: Translations = ENGLISH

    def is_me(self, seat: int | None) -> bool:
        """Return whether a seat is the reader's own; a spectator has none."""
        return seat is not None and seat == self.seat

    def choose(
        self,
        texts: EventText,
        seat: int,
        target: int | None = None,
        /,
        *,
        known: bool = True,
        **facts: Any,
    ) -> str:
        """Return the sentence for what a seat did, perhaps to a target, with its placeholders.

        A sentence that agrees with a number needs it among the facts.
        """
        if self.is_me(seat):
            text = texts.you
        elif self.is_me(target):
            text = texts.to_you or texts.other
        else:
            text = texts.other if known else texts.unknown or texts.other
        return template(text, self.tr, facts)

    def who(self, seats: Sequence[int]) -> Who:
        """Return whom a sentence about these seats is about."""
        others = [self.names[seat] for seat in seats if not self.is_me(seat)]
        return Who(listed(others, self.tr) if others else "", any(map(self.is_me, seats)))

    def say(self, texts: EventText, seat: int, /, **facts: Any) -> str:
        """Return the sentence for what a seat did, with its name and the facts."""
        return self.choose(texts, seat, **facts).format(name=self.names[seat], **facts)


def match_over(outcome: Outcome, game: str, reader: Reader) -> list[str]:
    """Say why a match ended, everybody's place and points, and who has won."""
    tr = reader.tr
    told = [outcome_text(outcome, tr, game, most_points(outcome, reader))]
    for place, seat in sorted((place, seat) for seat, place in enumerate(outcome.places)):
        mine = tr.gettext("{place}. You, {points}.")
        text = mine if reader.is_me(seat) else tr.gettext("{place}. {name}, {points}.")
        points = points_word(outcome.points[seat], tr)
        told.append(text.format(place=place, name=reader.names[seat], points=points))
    return [*told, winners_text(outcome, reader)]


def most_points(outcome: Outcome, reader: Reader) -> Who:
    """Return who has the most points."""
    most = max(outcome.points)
    return reader.who([seat for seat, points in enumerate(outcome.points) if points == most])


def shared_win(winners: Sequence[int], reader: Reader) -> str:
    """Say who shares the win."""
    who = reader.who(winners)
    text = reader.tr.gettext("{names} share the win.")
    if who.me:
        text = reader.tr.gettext("You share the win with {names}.")
    return text.format(names=who)


def winners_text(outcome: Outcome, reader: Reader) -> str:
    """Say who has won, for the reader."""
    winners, tr = outcome.winners, reader.tr
    if len(winners) > 1:
        return shared_win(winners, reader)
    if reader.is_me(winners[0]):
        return tr.gettext("You win.")
    return tr.gettext("{name} wins.").format(name=reader.names[winners[0]])
