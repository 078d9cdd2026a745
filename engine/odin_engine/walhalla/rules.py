"""The rules of Walhalla as pure functions over states."""

from collections import Counter
from collections.abc import Iterator, Sequence

from odin_engine.chance import Seed
from odin_engine.game import Deal, IllegalMove, Outcome, Seat, check_seat, wrong_number_of_players
from odin_engine.walhalla.box import DRAGONS, Card
from odin_engine.walhalla.codes import CommitMoves, decode, encode
from odin_engine.walhalla.events import Event, RaidEnded
from odin_engine.walhalla.moves import Answer, Board, Land, Move, Sell
from odin_engine.walhalla.options import SEATS, Options
from odin_engine.walhalla.position import CARDS, COMMIT, KINDS, OVER, Position
from odin_engine.walhalla.raids import commit
from odin_engine.walhalla.refusals import why_not
from odin_engine.walhalla.setup import starting_position
from odin_engine.walhalla.state import Match, Stage, State
from odin_engine.walhalla.turns import apply

CHEAPEST_FIRST = (
    Card.SACRIFICE,
    Card.FOREST,
    Card.VILLAGE,
    Card.WHEAT,
    Card.HUNT,
    Card.WALHALLA,
    Card.TONGUE_6,
    Card.TONGUE_7,
    Card.TONGUE_8,
    Card.SHIELD,
    Card.ATTACK,
)
TIMEOUT_MOVES: dict[Stage, tuple[Move, ...]] = {
    Stage.BOARD: (Board(()),),
    Stage.SELL: tuple(map(Sell, CHEAPEST_FIRST)),
    Stage.DEFEND: (Answer.SHIELD, Answer.PAY, Answer.LOSE),
}
"""What is done for a player whose clock has run out: the first of these that is legal.

In other stages it is the first legal move, which declines, spends no card and commits nothing.
"""


def setup(options: Options, seats: int, seed: Seed) -> State:
    """Start a match; raise `BadOption` if the number of seats does not fit."""
    if seats not in SEATS:
        raise wrong_number_of_players("walhalla", seats, SEATS)
    log: list[Event] = []
    position = starting_position(options, seats, seed, log)
    return State(Match(options, seats, seed), position, (), tuple(log))


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seats to move; all who hold cards commit at once."""
    position = state.position
    if position.stage == COMMIT:
        return tuple(
            Seat(seat)
            for seat, code in enumerate(position.commits)
            if code < 0 and position.hand_sizes[seat]
        )
    return () if position.stage == OVER else (Seat(position.player),)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """Return the legal moves of a seat; `play` accepts these and no others."""
    check_seat(seat, state.match.seats)
    position = state.position
    if seat not in to_move(state):
        return ()
    if position.stage == COMMIT:
        return CommitMoves(position.commit_codes(seat))
    return tuple(decode(position.stage, number) for number in position.moves())


def play(state: State, seat: Seat, move: Move) -> State:
    """Return the state after a move, or raise `IllegalMove` if it is not legal."""
    if move not in legal_moves(state, seat):
        raise why_not(state, seat, move)
    log: list[Event] = []
    position = state.position.copy()
    position.log = log
    number = encode(position.stage, move)
    if position.stage == COMMIT:
        commit(position, seat, number)
    else:
        apply(position, number)
    position.log = None
    ended = (event.result for event in log if isinstance(event, RaidEnded))
    return state._replace(
        position=position, results=(*state.results, *ended), history=(*state.history, *log)
    )


def timeout_move(state: State, seat: Seat) -> Move:
    """Return a move that costs little: nobody boards, and no card is spent but on a shield."""
    moves = legal_moves(state, seat)
    if not moves:
        raise IllegalMove("nothing-to-do", seat=seat)
    if state.stage == Stage.LAND:
        return min(moves, key=lambda move: _is_held(state.position, move))
    return next(move for move in TIMEOUT_MOVES.get(state.stage, moves) if move in moves)


def _is_held(position: Position, move: Move) -> bool:
    return isinstance(move, Land) and position.owner[move.field.number] >= 0


def outcome(state: State) -> Outcome | None:
    """Return the result of a match that is over, or None; whoever has equal points ties."""
    if state.stage != Stage.OVER:
        return None
    points = tuple(state.position.points)
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return Outcome(places, points, "last-raid", {"points": max(points)})


def deal(state: State) -> Deal:
    """Return the order of this raid's dragons, and in the first raid the land and the cards."""
    position, land = state.position, state.position.land
    laid = {"dragons": tuple(DRAGONS[number].name for number in position.dragons)}
    if position.raid > 1:
        return Deal(position.raid, (), laid)
    for letter, terrains in zip("abc", land.terrains, strict=True):
        laid[f"land {letter}"] = tuple(map(str, terrains))
    laid["capes"] = tuple(f"{cape.inner}/{cape.outer}" for cape in land.capes)
    hands = (position.hand(player) for player in range(position.seats))
    return Deal(position.raid, tuple(tuple(map(str, hand)) for hand in hands), laid)


def pieces(state: State) -> list[str]:
    """Return every Viking, card, dragon, tile and cape; identical ones are numbered."""
    position, land = state.position, state.position.land
    found = [
        *(("viking", who) for who in _vikings(position)),
        *(("card", CARDS[kind]) for kind in _cards(position)),
        *(("dragon", dragon) for dragon in position.dragons[position.dragon_no :]),
        *(("dragon", ship >> 3) for ship in position.ships),
        *(
            ("tile", *sorted(row[at : at + 2]))
            for row in land.terrains
            for at in range(0, len(row), 2)
        ),
        *(("cape", value) for cape in land.capes for value in cape),
    ]
    if len(position.ships) < position.dragon_no:
        found.append(("dragon", position.dragons[position.dragon_no - 1]))
    count = Counter[tuple[object, ...]]()
    named = []
    for piece in found:
        count[piece] += 1
        named.append(f"{' '.join(map(str, piece))} #{count[piece]}")
    return named


def _vikings(position: Position) -> Iterator[int]:
    """Yield whose each Viking is, in all places."""
    for who in range(position.seats):
        zones = position.midgard, position.asgard, position.walhalla
        yield from [who] * sum(zone[who] for zone in zones)
    yield from (who for who in (*position.owner, *position.aboard) if who >= 0)


def _cards(position: Position) -> Iterator[int]:
    """Yield the kind of each card, in all places."""
    yield from position.pile
    for at, count in enumerate((*position.hands, *position.discards)):
        yield from [at % KINDS] * count
