"""What happens in a match of Herrlof as typed events; `messages.toml` has the sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from odin_engine.game import Seat
from odin_engine.herrlof.cards import VALKNUT, Card, Colour
from odin_engine.herrlof.moves import Bury, Draw, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.state import HiddenMove, RoundResult, Trick, Turn
from odin_engine.herrlof.view import View
from odin_tui.event_text import MatchEnded
from odin_tui.game_text import read_messages


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Cards were dealt and a trump turned up; everyone predicts."""

    number: int
    trump_card: Card
    leader: Seat

    @property
    def colour(self) -> Colour | None:
        return self.trump_card.colour

    @property
    def code(self) -> str:
        return "round-without-trump" if self.colour is None else "round-with-trump"


@dataclass(frozen=True, slots=True)
class Predicted:
    """A seat predicted its tricks; `tricks` is None for those who may not know."""

    seat: Seat
    tricks: int | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat laid a card into the trick."""

    seat: Seat
    card: Card
    leads: bool

    @property
    def code(self) -> str:
        return "card-led" if self.leads else "card-played"


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A card went somewhere unseen; `card` is None for those who may not know it."""

    seat: Seat
    card: Card | None


class CardDrawn(CardMoved):
    """A seat used a 3 and drew a card."""


class CardBuried(CardMoved):
    """A seat put a card under the deck."""


class CardReturned(CardMoved):
    """A seat gave a card for the one it took."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat used a 1 to take a trick from another."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat used a 6 to take a card from another; `card` is None for everybody else."""

    seat: Seat
    victim: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class OfferSkipped:
    """A seat did not use what its card offered."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpTurnedUp:
    """A second Valknut turned up a new trump; `card` is None if the round is over already."""

    card: Card | None

    @property
    def colour(self) -> Colour | None:
        return None if self.card is None else self.card.colour

    @property
    def code(self) -> str:
        if self.card is None:
            return "trump-unknown"
        return "no-trump" if self.colour is None else "trump"


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick went to a seat; `next_leader` is somebody else who leads the next one."""

    winner: Seat
    next_leader: Seat | None

    @property
    def code(self) -> str:
        return "trick-won" if self.next_leader is None else "trick-won-and-lead-lost"


@dataclass(frozen=True, slots=True)
class TrickDestroyed:
    """A Valknut destroyed a trick; its leader leads again."""

    leader: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The last trick of a round was played."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """What one seat gets for a round."""

    seat: Seat
    predicted: int
    tricks: int
    exact_bonus: int
    few_bonus: int

    @property
    def points(self) -> int:
        return self.tricks + self.exact_bonus + self.few_bonus

    @property
    def code(self) -> str:
        exact, few = "-exact" if self.exact_bonus else "", "-few" if self.few_bonus else ""
        return f"round-scored{exact}{few}"


TurnEvent: TypeAlias = (
    Predicted
    | CardPlayed
    | CardDrawn
    | CardBuried
    | TrickTaken
    | CardTaken
    | CardReturned
    | OfferSkipped
)
"""What a seat did."""
Event: TypeAlias = (
    TurnEvent
    | RoundStarted
    | TrumpTurnedUp
    | TrickWon
    | TrickDestroyed
    | RoundEnded
    | RoundScored
    | MatchEnded
)


def events(before: View | None, after: View) -> list[Event]:
    """Return what happened between two views of one match; from the deal if `before` is None.

    Of what lies further back than the last trick, a view knows only the results of rounds.
    """
    rounds = len(before.results) if before else 0
    turns = before.turns_dropped + len(before.history) if before else 0
    found: list[Event] = [] if before or after.results else [_round_started(after)]
    found += _since(after, turns, rounds)
    if after.outcome is not None and (before is None or before.outcome is None):
        found.append(MatchEnded(after.outcome))
    return found


def _round_started(view: View) -> RoundStarted:
    return RoundStarted(view.round_no, view.trump_card, view.leader)


def _since(view: View, told: int, rounds: int) -> Iterator[Event]:
    """Yield the turns after the first `told` ones of the match, and what came of them."""
    end, laid = last_trick_end(view), 0
    for number, turn in enumerate(view.history, view.turns_dropped + 1):
        place = number - view.turns_dropped
        if isinstance(turn.move, Play) and place == end + 1:
            laid = 0
        leads = isinstance(turn.move, Play) and laid % view.seats == 0
        laid += isinstance(turn.move, Play)
        if number <= told:
            continue
        yield turn_event(turn, view.last_trick, leads=leads)
        yield from _new_trump(view, place, in_last=place <= end)
        if place == end and view.last_trick is not None:
            yield _trick_over(view, view.last_trick)
        if _round_ends(view, place):
            yield from _rounds_since(view, rounds)
            rounds = len(view.results)
    if rounds < len(view.results):
        yield from _rounds_since(view, rounds)


def turn_event(  # noqa: PLR0911 - one for each kind of move
    turn: Turn, last: Trick | None, *, leads: bool = False
) -> TurnEvent:
    """Return what a seat did; `last` is the trick that a theft comes after."""
    seat = turn.seat
    match turn.move:
        case Predict(tricks):
            return Predicted(seat, tricks)
        case HiddenMove.PREDICTED:
            return Predicted(seat, None)
        case Play(card):
            return CardPlayed(seat, card, leads)
        case Draw():
            return CardDrawn(seat, turn.card)
        case Bury(card):
            return CardBuried(seat, card)
        case HiddenMove.BURIED:
            return CardBuried(seat, None)
        case Steal(victim):
            by_a_1 = _winning_number(last) == 1
            return TrickTaken(seat, victim) if by_a_1 else CardTaken(seat, victim, turn.card)
        case Return(card):
            return CardReturned(seat, card)
        case HiddenMove.RETURNED:
            return CardReturned(seat, None)
    return OfferSkipped(seat)


def _new_trump(view: View, place: int, *, in_last: bool) -> Iterator[TrumpTurnedUp]:
    """Yield a new trump if a second Valknut was laid with this turn of the history."""
    start = 0 if in_last else last_trick_end(view)
    cards = [turn.move.card for turn in view.history[start:place] if isinstance(turn.move, Play)]
    if not cards or cards[-1] != VALKNUT or cards.count(VALKNUT) != 2:
        return
    if not isinstance(view.history[place - 1].move, Play):
        return
    last = view.last_trick
    gone = in_last and last is not None and last.round_no != view.round_no
    yield TrumpTurnedUp(None if gone else view.trump_card)


def _trick_over(view: View, trick: Trick) -> TrickWon | TrickDestroyed:
    if trick.winner is None:
        return TrickDestroyed(trick.leader)
    others = trick.round_no == view.round_no and view.leader != trick.winner and not view.trick
    return TrickWon(trick.winner, view.leader if others else None)


def _round_ends(view: View, place: int) -> bool:
    """Tell whether a round ended with this turn of the history: predictions come after it."""
    if view.last_trick is None or view.last_trick.round_no > len(view.results):
        return False
    predictions = [
        number
        for number, turn in enumerate(view.history)
        if isinstance(turn.move, Predict) or turn.move == HiddenMove.PREDICTED
    ]
    return place == (predictions[0] if predictions else len(view.history))


def _rounds_since(view: View, rounds: int) -> Iterator[Event]:
    for number, result in enumerate(view.results[rounds:], rounds + 1):
        yield RoundEnded(number)
        yield from scores(result)
    if view.outcome is None:
        yield _round_started(view)


def scores(result: RoundResult) -> list[RoundScored]:
    """Return what every seat gets for a round."""
    columns = result.predictions, result.tricks, result.exact_bonus, result.few_bonus
    rows = enumerate(zip(*columns, strict=True))
    return [RoundScored(Seat(seat), *row) for seat, row in rows]


# -- the last trick in the history -----------------------------------------------------------


def last_trick_end(view: View) -> int:
    """Return after how many turns of the history the last trick was over; 0 without one."""
    if view.last_trick is None:
        return 0
    history, seats = view.history, view.seats
    laid = [number for number, turn in enumerate(history) if isinstance(turn.move, Play)]
    if len(laid) < seats:
        return 0
    end = laid[seats - 1] + 1
    if view.last_trick.cards[-1].number == 3 and end < len(history):
        swapper = history[end - 1].seat
        if history[end].seat == swapper and isinstance(history[end].move, Skip):
            return end + 1
        if history[end].seat == swapper and isinstance(history[end].move, Draw):
            return end + 2
    return end


def events_after_last_trick(view: View) -> list[TurnEvent]:
    """Return what seats did since the last trick was over."""
    return [turn_event(turn, view.last_trick) for turn in view.history[last_trick_end(view) :]]


def turns_trump(cards: tuple[Card, ...]) -> bool:
    """Tell whether a trick turned up a new trump: a second Valknut lies in it."""
    return cards.count(VALKNUT) > 1


def _winning_number(trick: Trick | None) -> int:
    """Return the number of the card that won a trick; 0 for none."""
    if trick is None or trick.winner is None:
        return 0
    return dict(trick.laid)[trick.winner].number


# -- sentences ------------------------------------------------------------------------------

TEXTS = read_messages("herrlof").events
tell = TEXTS.teller(events)
"""Return the sentences for what happened between two views."""
