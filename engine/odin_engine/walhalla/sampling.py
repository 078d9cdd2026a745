"""Sampling of full states of Walhalla that fit a view."""

from random import Random

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.walhalla.box import DRAGONS
from odin_engine.walhalla.commits import pack
from odin_engine.walhalla.hidden_cards import HiddenCards
from odin_engine.walhalla.land import MOST_ROWS, make_land
from odin_engine.walhalla.position import CARDS, COMMIT, KINDS, NOBODY, Position
from odin_engine.walhalla.setup import empty_position
from odin_engine.walhalla.state import STAGES, Match, State
from odin_engine.walhalla.view import View


def imagine(view: View, rng: Random) -> State:
    """Return a random full state with the same view: hands, piles, commits, seed are sampled."""
    position = known_position(view)
    fill_in(position, view, HiddenCards(view), rng)
    match = Match(view.options, view.seats, position.seed)
    return State(match, position, view.results, view.history)


def fill_in(position: Position, view: View, cards: HiddenCards, rng: Random) -> None:
    """Sample whatever the view hides into a position made by `known_position`."""
    position.seed = Seed(rng.randbytes(SEED_BYTES))
    hidden = position.dragons[view.dragon_no :]
    rng.shuffle(hidden)
    position.dragons[view.dragon_no :] = hidden
    hands, position.pile = cards.sample(rng)
    for player, hand in enumerate(hands):
        for kind in hand:
            position.hands[KINDS * player + kind] += 1
    if position.stage == COMMIT:
        for player in range(view.seats):
            if player not in (*view.to_move, view.seat) and position.hand_sizes[player]:
                codes = position.commit_codes(player)
                position.commits[player] = codes[rng.randrange(len(codes))]


def known_position(view: View) -> Position:
    """Return a position with what a view shows; hands of others and the draw pile are empty."""
    land = make_land(view.terrains, view.capes)
    position = empty_position(land, view.options, view.seats, Seed(bytes(SEED_BYTES)))
    position.stage, position.raid = STAGES.index(view.stage), view.raid
    position.starter, position.active = view.starter, view.active
    position.player = view.to_move[0] if view.to_move else NOBODY
    position.points, position.hand_sizes = list(view.points), list(view.counts)
    position.midgard, position.asgard = list(view.midgard), list(view.asgard)
    position.walhalla = list(view.walhalla)
    for p, owners in enumerate(view.owners):
        for row, seat in enumerate(owners):
            if seat is not None:
                position.owner[MOST_ROWS * p + row] = seat
    for card in view.discards:
        position.discards[CARDS.index(card)] += 1
    if view.seat is not None:
        for card in view.hand:
            position.hands[KINDS * view.seat + CARDS.index(card)] += 1
        if view.commit is not None:
            position.commits[view.seat] = pack(view.commit)
    _set_dragons(position, view)
    return position


def _set_dragons(position: Position, view: View) -> None:
    left = [DRAGONS.index(dragon) for dragon in view.dragons_left]
    current = [] if view.dragon is None else [DRAGONS.index(view.dragon)]
    drawn = [number for number in range(len(DRAGONS)) if number not in (*left, *current)]
    position.dragons, position.dragon_no = [*drawn, *current, *left], view.dragon_no
    position.aboard = [NOBODY if seat is None else seat for seat in view.aboard]
    position.boarding = sum(1 << place for place in view.boarding)
    position.moored = list(map(len, view.fjords))
    position.ships = [
        8 * DRAGONS.index(ship.dragon) + 2 * fjord + ship.turned
        for fjord, ships in enumerate(view.fjords)
        for ship in ships
    ]
    if view.landing is not None:
        landing = view.landing
        position.lander, position.fjord, position.row = landing.seat, landing.fjord, landing.row
        position.turned = int(view.fjords[landing.fjord][-1].turned)
        if landing.field is not None:
            position.field = landing.field.number
