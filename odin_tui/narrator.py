"""Telling what happens in any game; whoever listens is called you."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from odin_engine.game import Outcome, Seat
from odin_tui.drawing.names import listed_seats, points_word
from odin_tui.languages import ENGLISH, Translations
from odin_tui.messages import outcome_text


@dataclass(frozen=True)
class Reader:
    """Who reads a sentence: everyone's names, the reader's own seat, and the reader's language."""

    names: tuple[str, ...]
    seat: Seat | None = None
    tr: Translations = ENGLISH

    def is_me(self, seat: int | None) -> bool:
        """Return whether a seat is the reader's own; a spectator has none."""
        return seat is not None and seat == self.seat


class Narrator:
    """Says who did what, with everyone's name except the listener's own."""

    def __init__(self, names: Sequence[str], listener: Seat | None = None) -> None:
        self._names, self._listener = names, listener

    def name(self, seat: int) -> str:
        """Name a seat inside a sentence."""
        return "you" if seat == self._listener else self._names[seat]

    def does(self, seat: int, verb: str, yours: str = "") -> str:
        """Put a name before a verb: `Bo plays`, but `You play`."""
        if seat == self._listener:
            return f"You {yours or verb.removesuffix('s')}"
        return f"{self._names[seat]} {verb}"

    def leads(self, seat: int) -> str:
        """Say inside a sentence who leads."""
        return f"{self.name(seat)} {'lead' if seat == self._listener else 'leads'}"

    def match_over(self, outcome: Outcome, game: str) -> Iterator[str]:
        """Tell why the match ended, the places of all and who has won."""
        yield outcome_text(outcome, ENGLISH, game)
        for place, seat in sorted((place, seat) for seat, place in enumerate(outcome.places)):
            name = "You" if seat == self._listener else self._names[seat]
            yield f"{place}. {name}, {points_word(outcome.points[seat])}."
        winners = outcome.winners
        if len(winners) == 1:
            yield f"{self.does(winners[0], 'wins')}."
        else:
            yield f"{listed_seats(self._names, winners, self._listener)} share the win."
