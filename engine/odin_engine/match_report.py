"""A judged match, summed up: accuracy by player and hand, luck apart from skill, key moments.

The chance of a seat goes from what the standing promised before the first card to what the match
ended with. Every change on the way has one of three causes, and they add up exactly:

cards    at the first choice of each deal: the chance there, less what the standing promised; the
         chances of all seats are scaled to 1 first, so what the cards give one they take others
moves    at every choice: the chance of the played move, less that of the best one
rest     everything else: what the others did, and what was hidden from everyone
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odin_engine.analysis import Verdict, accuracy
from odin_engine.game import AnyGame, Seat
from odin_engine.record import Record, replay

MOMENTS = 3
"""How many moments of a match are pointed out to a player."""


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How one seat played."""

    seat: Seat
    accuracy: float | None
    """From 0 to 100; None if the seat never had a choice."""
    by_deal: tuple[float | None, ...]
    """The same for each deal."""
    cards: float
    moves: float
    rest: float
    """What the cards, the seat's own moves and everything else did to its chance to win."""
    moments: tuple[Verdict, ...]
    """The costliest moves, the worst first; only such as are clearly beyond noise."""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """How everybody played."""

    deals: int
    seats: tuple[SeatReport, ...]


class MatchStory:
    """A recorded match, replayed once, of which verdicts can be summed up as they come."""

    def __init__(self, record: Record, game: AnyGame) -> None:
        states = list(replay(record, {game.NAME: game}))
        self.record = record
        self.deals = deal_numbers(states, game)
        """The deal of each move."""
        self._standings = _standings(states, self.deals, game)

    def report(self, verdicts: Mapping[int, Verdict]) -> MatchReport:
        """Sum up verdicts; moves without one are left out."""
        seats = [Seat(seat) for seat in range(len(self.record.names))]
        found = {seat: self._by_deal(seat, verdicts) for seat in seats}
        firsts = [
            _scaled(
                [found[seat][deal][0].better_worth if found[seat][deal] else None for seat in seats]
            )
            for deal in range(self.deals[-1])
        ]
        return MatchReport(
            self.deals[-1],
            tuple(self._of(seat, found[seat], [first[seat] for first in firsts]) for seat in seats),
        )

    def _by_deal(self, seat: Seat, verdicts: Mapping[int, Verdict]) -> list[list[Verdict]]:
        """Return the verdicts on a seat's choices, deal by deal."""
        own: list[list[Verdict]] = [[] for _ in range(self.deals[-1])]
        for number, (mover, _) in enumerate(self.record.moves):
            if mover == seat and number in verdicts and verdicts[number].estimated:
                own[self.deals[number] - 1].append(verdicts[number])
        return own

    def _of(
        self, seat: Seat, by_deal: list[list[Verdict]], firsts: Sequence[float | None]
    ) -> SeatReport:
        own = [verdict for found in by_deal for verdict in found]
        promised = [chances[seat] for chances in self._standings]
        cards = sum(
            first - before
            for first, before in zip(firsts, promised[:-1], strict=True)
            if first is not None
        )
        moves = -sum(verdict.difference for verdict in own)
        marked = sorted((v for v in own if v.matters), key=lambda verdict: -verdict.loss)
        return SeatReport(
            seat,
            accuracy(own),
            tuple(map(accuracy, by_deal)),
            cards,
            moves,
            promised[-1] - promised[0] - cards - moves,
            tuple(marked[:MOMENTS]),
        )


def _scaled(chances: list[float | None]) -> list[float | None]:
    """Return chances that add up to 1; as they are if one is not known."""
    known = [chance for chance in chances if chance is not None]
    total = sum(known)
    if len(known) < len(chances) or not total:
        return chances
    return [chance / total for chance in known]


def report(record: Record, game: AnyGame, verdicts: Mapping[int, Verdict]) -> MatchReport:
    """Sum up the verdicts on the moves of a record."""
    return MatchStory(record, game).report(verdicts)


def deal_numbers(states: Sequence[Any], game: AnyGame) -> list[int]:
    """Return the deal in which each move of a match was made, counted from 1.

    The last state is after the last move and belongs to its deal, whatever the game calls it.
    """
    numbers = [game.deal(state).number for state in states[:-1]] or [1]
    return [*numbers, numbers[-1]]


def _standings(
    states: Sequence[Any], deals: Sequence[int], game: AnyGame
) -> list[tuple[float, ...]]:
    """Return the chances before each deal, and those after the match."""
    first = [
        state
        for number, state in enumerate(states[:-1])
        if number == 0 or deals[number] != deals[number - 1]
    ]
    before = [game.standing(state) for state in first or states[:1]]
    outcome = game.outcome(states[-1])
    if outcome is None:
        return [*before, game.standing(states[-1])]
    won = outcome.winners
    seats = range(len(outcome.places))
    return [*before, tuple((seat in won) / len(won) for seat in seats)]
