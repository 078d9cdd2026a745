"""A judged match, summed up: accuracy by player and hand, luck apart from skill, key moments.

The chance of a seat goes from what the standing promised before the first card to what the match
ended with. Every change on the way has one of three causes, and they add up exactly:

cards    at the first choice of each deal: the chance there, less what the standing promised
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


def report(record: Record, game: AnyGame, verdicts: Mapping[int, Verdict]) -> MatchReport:
    """Sum up the verdicts on the moves of a record; moves without one are left out."""
    states = list(replay(record, {game.NAME: game}))
    deals = deal_numbers(states, game)
    seats = range(len(record.names))
    standings = _standings(states, deals, game)
    return MatchReport(
        deals[-1],
        tuple(
            _of_seat(Seat(seat), record, verdicts, deals, [s[seat] for s in standings])
            for seat in seats
        ),
    )


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


def _of_seat(
    seat: Seat,
    record: Record,
    verdicts: Mapping[int, Verdict],
    deals: Sequence[int],
    standings: Sequence[float],
) -> SeatReport:
    own = [
        (deals[number], verdicts[number])
        for number, (mover, _) in enumerate(record.moves)
        if mover == seat and number in verdicts and verdicts[number].estimated
    ]
    by_deal = {
        number: [v for deal, v in own if deal == number] for number in range(1, deals[-1] + 1)
    }
    cards = sum(
        found[0].better_worth - standings[number - 1] for number, found in by_deal.items() if found
    )
    moves = -sum(verdict.difference for _, verdict in own)
    marked = sorted((v for _, v in own if v.matters), key=lambda verdict: -verdict.loss)
    return SeatReport(
        seat,
        accuracy(verdict for _, verdict in own),
        tuple(accuracy(found) for found in by_deal.values()),
        cards,
        moves,
        standings[-1] - standings[0] - cards - moves,
        tuple(marked[:MOMENTS]),
    )
