"""Positions of Walhalla as a person would write them down.

Colours are R, K, Y and B for red, black, yellow and blue, the seats 0 to 3.
"""

from collections.abc import Mapping, Sequence

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.walhalla.boarding import begin_turn
from odin_engine.walhalla.box import COLOURS, DRAGONS, VIKINGS, Card, Dragon, Terrain
from odin_engine.walhalla.land import FIELD_CALLED, MOST_ROWS, Cape, make_land
from odin_engine.walhalla.moves import parse_move
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.position import CARDS, KINDS, PACK
from odin_engine.walhalla.rules import legal_moves, play, to_move
from odin_engine.walhalla.setup import empty_position
from odin_engine.walhalla.state import Match, State

SEED = seed_from("positions")
CAPES = (Cape(3, 6), Cape(4, 7), Cape(5, 8))
FREE = "V1"
"""What every field is that a position does not name: landing on it has no effect at once."""


def named(text: str) -> dict[int, str]:
    """Read `a1=F2 b3=S` as what is on which field."""
    pairs = (word.split("=") for word in text.split())
    return {FIELD_CALLED[field].number: word for field, word in pairs}


def dragon_called(word: str) -> Dragon:
    """Read `K1`, a dragon whose first seat is reserved for black."""
    return Dragon(COLOURS.index(word[0]), int(word[1]) - 1)


def position(
    *,
    seats: int = 4,
    options: Options | None = None,
    land: str = "",
    vikings: str = "",
    capes: Sequence[Cape] = CAPES,
    raid: int = 1,
    starter: int = 0,
    active: int = 0,
    dragon: str = "B3",
    moored: Sequence[int] = (0, 0, 0, 0),
    hands: Mapping[str, str] | None = None,
    pile: str | None = None,
    midgard: Sequence[int] | int = 5,
    walhalla: Sequence[int] | int = 1,
    points: Sequence[int] | int = 0,
) -> State:
    """Set up a turn in which a dragon has just been drawn.

    Vikings that are nowhere else are in Asgard, and so many dragons have been drawn before as lie
    in the fjords. Cards that are not in a hand or the pile, if one is given, are discarded.
    """
    options = options or Options()
    terrains, on_land = named(land), named(vikings)
    ground = make_land(
        tuple(
            tuple(Terrain(terrains.get(MOST_ROWS * p + row, FREE)) for row in range(2 * count))
            for p, count in enumerate(options.tiles)
        ),
        tuple(capes),
    )
    new = empty_position(ground, options, seats, SEED)
    for field, colour in on_land.items():
        new.owner[field] = COLOURS.index(colour)
    new.raid, new.starter = raid, starter
    new.midgard, new.walhalla, new.points = (
        [given] * seats if isinstance(given, int) else list(given)
        for given in (midgard, walhalla, points)
    )
    new.asgard = [
        VIKINGS - new.midgard[who] - new.walhalla[who] - new.owner.count(who)
        for who in range(seats)
    ]
    assert min(new.asgard) >= 0, "there are too few Vikings"
    rest = PACK.copy()
    for colour, words in (hands or {}).items():
        for word in words.split():
            kind = CARDS.index(Card(word))
            rest.remove(kind)
            new.hands[KINDS * COLOURS.index(colour) + kind] += 1
            new.hand_sizes[COLOURS.index(colour)] += 1
    if pile is None:
        new.pile = rest
    else:
        new.pile = [CARDS.index(Card(word)) for word in reversed(pile.split())]
        for kind in new.pile:
            rest.remove(kind)
        new.discards = [rest.count(kind) for kind in range(KINDS)]
    drawn = DRAGONS.index(dragon_called(dragon))
    others = [number for number in range(len(DRAGONS)) if number != drawn]
    before = sum(moored)
    new.dragons = [*others[:before], drawn, *others[before:]]
    new.moored, new.dragon_no = list(moored), before
    fjords = (fjord for fjord, count in enumerate(moored) for _ in range(count))
    new.ships = [8 * ship + 2 * fjord for ship, fjord in zip(others, fjords, strict=False)]
    begin_turn(new, active)
    return State(Match(options, seats, SEED), new, (), ())


def after(state: State, *moves: str) -> State:
    """Play moves in their notation; `K: join` is black's, others are of the first to move."""
    for word in moves:
        colour, colon, move = word.rpartition(": ")
        movers = to_move(state)
        assert movers, f"{word} comes after the end"
        seat = Seat(COLOURS.index(colour)) if colon else movers[0]
        state = play(state, seat, parse_move(move))
    return state


def may(state: State, colour: str | None = None) -> set[str]:
    """Give what a player may do; by default the first to move."""
    seat = to_move(state)[0] if colour is None else Seat(COLOURS.index(colour))
    return {str(move) for move in legal_moves(state, seat)}


def mover(state: State) -> str:
    """Give the colour of whoever is to move, or of all."""
    return "".join(COLOURS[seat] for seat in to_move(state))


def owner(state: State, field: str) -> str | None:
    """Give the colour of the Viking on a field."""
    who = state.position.owner[FIELD_CALLED[field].number]
    return None if who < 0 else COLOURS[who]


def hand(state: State, colour: str) -> str:
    """Give the cards of a player."""
    first = KINDS * COLOURS.index(colour)
    held = state.position.hands[first : first + KINDS]
    return " ".join(card for card, count in zip(CARDS, held, strict=True) for _ in range(count))
