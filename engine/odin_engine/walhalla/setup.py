"""The start of a match."""

from odin_engine.chance import Seed, pick, shuffled
from odin_engine.walhalla.box import DRAGON_SEATS, FIRST_MIDGARD, VIKINGS
from odin_engine.walhalla.events import Event
from odin_engine.walhalla.land import MOST_ROWS, PENINSULAS, Land, lay_land
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.position import KINDS, NOBODY, PACK, Position
from odin_engine.walhalla.raids import begin_raid


def empty_position(land: Land, options: Options, seats: int, seed: Seed) -> Position:
    """Return a position before its first raid, with nobody on land and no cards dealt."""
    position = Position()
    position.land, position.seats, position.seed = land, seats, seed
    position.turning, position.final_card = options.turning, options.walhalla_in_final
    position.raid, position.starter = 1, 0
    position.boarding, position.turned, position.reshuffles = 0, 0, 0
    position.fjord = position.row = position.lander = position.field = 0
    position.aboard = [NOBODY] * DRAGON_SEATS
    position.owner = [NOBODY] * (PENINSULAS * MOST_ROWS)
    midgard = FIRST_MIDGARD[seats]
    position.midgard = [midgard] * seats
    position.walhalla = [1] * seats
    position.asgard = [VIKINGS - midgard - 1] * seats
    position.points = [0] * seats
    position.hands, position.hand_sizes = [0] * (KINDS * seats), [0] * seats
    position.pile, position.discards = [], [0] * KINDS
    position.commits, position.log = [-1] * seats, None
    return position


def starting_position(
    options: Options, seats: int, seed: Seed, log: list[Event] | None = None
) -> Position:
    """Return the position that a seed sets up, with the first dragon drawn."""
    position = empty_position(lay_land(options.tiles, seed), options, seats, seed)
    position.pile = shuffled(PACK, seed, "cards")[::-1]
    for player in range(seats):
        position.hands[KINDS * player + position.pile.pop()] += 1
        position.hand_sizes[player] = 1
    position.starter = pick(range(seats), seed, "starter")
    position.log = log
    begin_raid(position)
    position.log = None
    return position
