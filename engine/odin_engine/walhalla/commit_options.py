"""Which cards a player could commit, with what they bring now and what they must bring."""

from collections.abc import Iterator
from typing import NamedTuple

from odin_engine.walhalla.appraisal import PRICES, majority_gains
from odin_engine.walhalla.box import RAIDS
from odin_engine.walhalla.commits import BITS, WALHALLA_CARD
from odin_engine.walhalla.land import FOREST, SACRIFICE, VILLAGE, WHEAT
from odin_engine.walhalla.position import KINDS, Position
from odin_engine.walhalla.scoring import dense_places, tally


class CommitOption(NamedTuple):
    """All cards of one kind in a hand."""

    code: int
    """The cards, packed."""
    gain: float
    """What each of them brings: points, or places in the supply."""
    need: float
    """What it must bring to be better used now than later."""


def commit_options(position: Position) -> Iterator[CommitOption]:
    """Yield the kinds of cards that the position's player could commit with some effect."""
    player, prices, last = position.player, PRICES[position.raid - 1], position.raid == RAIDS
    hand = position.hands[KINDS * player : KINDS * (player + 1)]
    counted = tally(position.land, position.owner, [0] * position.seats)
    for kind in (FOREST, WHEAT, SACRIFICE, VILLAGE):
        fields = counted.fields[kind][player]
        if hand[kind] and fields:
            yield CommitOption(hand[kind] << BITS * kind, fields, prices.terrain_card)
    for sums, cape in zip(counted.sums, position.land.capes, strict=True):
        kind = cape.outer - 2
        if hand[kind]:
            gain = majority_gains(cape.outer, cape.inner, tuple(sums), player)[2]
            yield CommitOption(1 << BITS * kind, gain, prices.tongue_card)
    if hand[WALHALLA_CARD] and position.walhalla_counts:
        last_use = last or (position.raid == RAIDS - 1 and not position.final_card)
        yield CommitOption(
            1 << BITS * WALHALLA_CARD, _places_gained(position), 0 if last_use else 1
        )


def _places_gained(position: Position) -> int:
    """Return how many places of the supply the Walhalla card gains for the position's player."""
    player, heroes = position.player, position.walhalla
    raised = [count + 2 * (who == player) for who, count in enumerate(heroes)]
    return dense_places(heroes)[player] - dense_places(raised)[player]
