"""Whether a player wants the next trick, by the points it brings or costs."""

from typing import NamedTuple

from odin_engine.herrlof.cards import HAGALAZ, Card
from odin_engine.herrlof.view import View
from odin_tui.herrlof.card_hints import tricks_word


class Aim(NamedTuple):
    """What a seat has predicted and won, and whether one more trick is wanted."""

    said: int
    won: int
    gain: int
    """The points that one more trick would bring, if the round ended with it; below 0, cost."""

    @property
    def wanted(self) -> bool:
        return self.won < self.said or (self.won > self.said and self.gain > 0)


def aim(view: View) -> Aim:
    """Give the aim of the seat that sees this view; without a prediction, every trick is wanted."""
    said = None if view.seat is None else view.predictions[view.seat]
    if view.seat is None or said is None:
        return Aim(view.hand_size, 0, 1)
    won, points = view.tricks[view.seat], view.options.points
    return Aim(said, won, points(said, won + 1) - points(said, won))


def aim_clause(view: View) -> str:
    """Say how the prediction stands, so far as it tells why a trick is wanted or not."""
    said, won, gain = aim(view)
    if won < said:
        return f"you still need {tricks_word(said - won)}"
    if won == said:
        return f"you have exactly the {tricks_word(said)} you predicted"
    if gain > 0:
        points = "1 point" if gain == 1 else f"{gain} points"
        return f"one more trick would bring {points}"
    return f"one more trick would cost {-gain} points"


def strength(view: View, card: Card) -> int:
    """Order cards by how likely they are to win: trumps, then numbers, then V, then H."""
    if card.colour is None:
        return -1 if card == HAGALAZ else 0
    return card.number + (9 if card.colour == view.trump else 0)
