"""The lesson of Walhalla: a short raid on a small map, which is laid out as a file says."""

from collections.abc import Mapping
from typing import Any

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.walhalla.boarding import begin_turn
from odin_engine.walhalla.box import DRAGONS, Card, Terrain
from odin_engine.walhalla.events import RaidBegun
from odin_engine.walhalla.land import Cape, make_land
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.position import CARDS, KINDS, PACK
from odin_engine.walhalla.setup import empty_position
from odin_engine.walhalla.state import Match, State
from odin_tui.game_text import read_lesson


def prepared(start: Mapping[str, Any]) -> State:
    """Return the first turn of a match with this land, these Vikings, cards and dragons.

    `land` and `capes` are given for each peninsula, `midgard` and `hands` for each seat; `pile`
    lists the cards that are drawn first, and `dragons` the first dragons. The others follow.
    """
    land = make_land(
        tuple(tuple(map(Terrain, row.split())) for row in start["land"]),
        tuple(Cape(*map(int, cape.split("/"))) for cape in start["capes"]),
    )
    seats, seed = len(start["midgard"]), seed_from("lesson")
    options = Options(tiles=tuple(length // 2 for length in land.lengths))
    position = empty_position(land, options, seats, seed)
    moved = [
        usual - wanted for usual, wanted in zip(position.midgard, start["midgard"], strict=True)
    ]
    position.midgard = list(start["midgard"])
    position.asgard = [have + more for have, more in zip(position.asgard, moved, strict=True)]
    rest = PACK.copy()
    for seat, words in enumerate(start["hands"]):
        for kind in _kinds(words):
            rest.remove(kind)
            position.hands[KINDS * seat + kind] += 1
            position.hand_sizes[seat] += 1
    first = _kinds(start["pile"])
    for kind in first:
        rest.remove(kind)
    position.pile = [*rest, *reversed(first)]
    names = [dragon.name for dragon in DRAGONS]
    drawn = [names.index(name) for name in start["dragons"].split()]
    position.dragons = [*drawn, *(each for each in range(len(DRAGONS)) if each not in drawn)]
    position.moored, position.ships, position.dragon_no = [0, 0, 0, 0], [], 0
    position.log = [RaidBegun(Seat(0), 1)]
    begin_turn(position, 0)
    history, position.log = tuple(position.log), None
    return State(Match(options, seats, seed), position, (), history)


def _kinds(words: str) -> list[int]:
    return [CARDS.index(Card(word)) for word in words.split()]


LESSON = read_lesson("walhalla", prepared)
