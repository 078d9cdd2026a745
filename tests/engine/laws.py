"""The laws that every game keeps, each checked on one state at a time.

The tests hold every registered game to them; `benchmarks/laws.py` does so over many more matches.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pickle import dumps, loads
from random import Random
from typing import Any, NamedTuple

from odin_engine.chance import Seed, seed_from
from odin_engine.game import AnyGame, Evaluator, IllegalMove, NoSuchSeat, Seat

EVALUATORS: tuple[Evaluator, ...] = ("heuristic", "network")
MOST_DECISIONS = 200_000
NOW_AND_THEN = 0.05
"""How often a law is held to that would take long at every turn."""


@dataclass(frozen=True)
class Case:
    """One match to hold to the laws; the same case is always the same match."""

    game: AnyGame
    seats: int
    words: tuple[tuple[str, str], ...]
    number: int = 0

    def __str__(self) -> str:
        words = "".join(f" {name}={word}" for name, word in self.words)
        return f"{self.game.NAME} {self.seats}{words} #{self.number}"

    @property
    def seed(self) -> Seed:
        return seed_from(str(self))

    @property
    def rng(self) -> Random:
        return Random(str(self))

    @property
    def options(self) -> Any:
        return self.game.read_options(dict(self.words), self.seats)


class Step(NamedTuple):
    """A state, and who did what in it; at the end of the match nobody did anything."""

    state: Any
    seat: Seat | None
    move: Any


def cases(games: Mapping[str, AnyGame]) -> Iterator[Case]:
    """Give every game with every number of seats, by default and with each option apart."""
    for game in games.values():
        for seats in game.SEATS:
            yield Case(game, seats, ())
            for choice in game.CHOICES:
                if seats in choice.seats:
                    for word in choice.values:
                        if word != choice.default:
                            yield Case(game, seats, ((choice.name, word),))


def walk(case: Case) -> Iterator[Step]:
    """Play a match at random to its end, and give every step of it."""
    game, rng = case.game, case.rng
    state = game.setup(case.options, case.seats, case.seed)
    for _ in range(MOST_DECISIONS):
        movers = game.to_move(state)
        if not movers:
            yield Step(state, None, None)
            return
        seat = movers[rng.randrange(len(movers))]
        moves = game.legal_moves(state, seat)
        move = moves[rng.randrange(len(moves))]
        yield Step(state, seat, move)
        state = game.play(state, seat, move)
    raise AssertionError(f"{case} has not ended after {MOST_DECISIONS} decisions")


def everyone(seats: int) -> list[Seat]:
    """Give all seats of a match."""
    return [Seat(seat) for seat in range(seats)]


def whoever_is_to_move_has_a_move(game: AnyGame, state: Any, seats: int) -> None:
    """Nobody else has one: so at the end of the match nobody has."""
    movers = game.to_move(state)
    assert list(movers) == sorted(set(movers) & set(range(seats)))
    for seat in everyone(seats):
        assert bool(len(game.legal_moves(state, seat))) == (seat in movers)


def the_outcome_comes_with_the_end(game: AnyGame, state: Any, seats: int) -> None:
    """There is none before it; then everybody has a place, and somebody the first."""
    outcome = game.outcome(state)
    assert (outcome is None) == bool(game.to_move(state))
    if outcome is not None:
        assert len(outcome.places) == len(outcome.points) == seats
        assert set(outcome.places) <= set(range(1, seats + 1))
        assert outcome.winners == tuple(s for s in everyone(seats) if outcome.places[s] == 1)
        assert outcome.winners
        assert re.fullmatch("[a-z]+(-[a-z]+)*", outcome.reason)
        assert all(outcome.facts)


def a_view_shows_the_public_facts(game: AnyGame, state: Any, seats: int) -> None:
    """A view knows whose it is, who is to move, its own moves and the outcome."""
    for seat in everyone(seats):
        seen = game.view(state, seat)
        assert (seen.seat, seen.to_move) == (seat, game.to_move(state))
        assert list(seen.moves) == list(game.legal_moves(state, seat))
        assert seen.outcome == game.outcome(state)
    seen = game.view(state, None)
    assert (seen.seat, seen.to_move) == (None, game.to_move(state))
    assert len(seen.moves) == 0
    assert seen.outcome == game.outcome(state)


def secrets_are_kept(game: AnyGame, state: Any, seats: int, rng: Random) -> None:
    """A state sampled from a view looks the same to that seat, so the view leaks nothing."""
    for seat in (*everyone(seats), None):
        seen = game.view(state, seat)
        assert game.view(game.imagine(seen, rng), seat) == seen


def hides_something(game: AnyGame, state: Any, seats: int) -> bool:
    """Tell whether a seat sees something that a spectator does not, besides its own moves."""
    shown = public_part(game.view(state, None))
    return any(public_part(game.view(state, seat)) != shown for seat in everyone(seats))


def public_part(view: Any) -> dict[str, Any]:
    names = {field.name for field in fields(view)} - {"seat", "moves"}
    return {name: getattr(view, name) for name in names}


def what_is_hidden_is_sampled(game: AnyGame, state: Any, seats: int) -> None:
    """Sampled states differ in what others see; a game of perfect information hides nothing."""
    if not hides_something(game, state, seats):
        return
    for seat in (*everyone(seats), None):
        seen = game.view(state, seat)
        worlds = [game.imagine(seen, Random(number)) for number in range(9)]
        for other in everyone(seats):
            if other != seat:
                shown = {repr(game.view(world, other)) for world in worlds}
                assert len(shown) > 1, f"seat {seat} knows all that seat {other} knows"


def a_view_holds_no_seed(game: AnyGame, state: Any, seats: int, seed: Seed) -> None:
    """A view can be pickled, and holds no seed that would reveal later deals."""
    for seat in (*everyone(seats), None):
        seen = game.view(state, seat)
        sent = dumps(seen)
        assert sent.find(seed) < 0
        assert seed.hex() not in repr(seen)
        assert loads(sent) == seen  # noqa: S301 - it was written one line above


def a_sampled_state_can_be_played_on(game: AnyGame, state: Any, seats: int, rng: Random) -> None:
    """A sampled state keeps the laws too."""
    for seat in (*everyone(seats), None):
        world = game.imagine(game.view(state, seat), rng)
        everything_is_somewhere_once(game, world, game.pieces(state))
        whoever_is_to_move_has_a_move(game, world, seats)
        for mover in game.to_move(world):
            moves = game.legal_moves(world, mover)
            game.play(world, mover, moves[rng.randrange(len(moves))])


def everything_is_somewhere_once(game: AnyGame, state: Any, at_first: Sequence[object]) -> None:
    """Every card or piece of the match is in one place, and none comes or goes."""
    pieces = game.pieces(state)
    assert len(pieces) == len(set(pieces))
    assert set(pieces) == set(at_first)


def notation_round_trips(game: AnyGame, state: Any) -> None:
    """Every legal move is written in its own way, and reads back as itself."""
    for seat in game.to_move(state):
        moves = list(game.legal_moves(state, seat))
        words = [game.format_move(move) for move in moves]
        assert [game.parse_move(word) for word in words] == moves
        assert [game.parse_move(f" {word.lower()} ") for word in words] == moves
        assert len(set(words)) == len(words)


def the_list_of_moves_is_one(game: AnyGame, state: Any) -> None:
    """Length, order, indices, slices and membership of the legal moves tell the same story."""
    for seat in game.to_move(state):
        moves = game.legal_moves(state, seat)
        listed, count = list(moves), len(moves)
        assert len(listed) == count == len(set(listed))
        assert [moves[i] for i in range(count)] == listed
        assert [moves[i - count] for i in range(count)] == listed
        assert list(moves[1::2]) == listed[1::2]
        assert all(move in moves for move in listed)
        for beyond in (count, -count - 1):
            with suppress(IndexError):
                raise AssertionError(f"there is a move {moves[beyond]} at {beyond} of {count}")


def other_moves_are_refused(game: AnyGame, state: Any, seats: int, moves: Sequence[Any]) -> None:
    """What is not in the list is not played, and the refusal names it and has a code."""
    for seat in everyone(seats):
        listed = set(game.legal_moves(state, seat))
        for move in moves:
            if move in listed:
                continue
            assert move not in game.legal_moves(state, seat)
            refused = refusal(game, state, seat, move)
            assert refused.code
            assert refused.facts["move"] == game.format_move(move)


def refusal(game: AnyGame, state: Any, seat: Seat, move: Any) -> IllegalMove:
    """Return the refusal of an illegal move."""
    try:
        game.play(state, seat, move)
    except IllegalMove as complaint:
        return complaint
    raise AssertionError(f"seat {seat} played {game.format_move(move)}, which is not legal")


def a_timeout_move_is_legal(game: AnyGame, state: Any) -> None:
    """The move that is made when a clock has run out is one the seat could have made."""
    for seat in game.to_move(state):
        assert game.timeout_move(state, seat) in game.legal_moves(state, seat)


def nobody_else_has_a_timeout_move(game: AnyGame, state: Any, seats: int) -> None:
    """No move is made for a seat that the match does not wait for."""
    for seat in set(everyone(seats)) - set(game.to_move(state)):
        with suppress(IllegalMove):
            raise AssertionError(f"seat {seat} made {game.timeout_move(state, seat)} out of turn")


def a_seat_that_is_not_there_is_refused(game: AnyGame, state: Any, seats: int) -> None:
    """Nothing is played by, made for or shown to a seat beyond the last, a negative one or True."""
    moves = [move for seat in game.to_move(state) for move in game.legal_moves(state, seat)[:1]]
    no_seats: tuple[Any, ...] = (seats, seats + 97, -1, -seats, True, False, 0.0, "0")
    for seat in no_seats:
        for asked in (game.legal_moves, game.timeout_move, game.view):
            with suppress(NoSuchSeat):
                raise AssertionError(f"seat {seat!r} was given {asked(state, seat)}")
        for move in moves:
            with suppress(NoSuchSeat):
                raise AssertionError(f"seat {seat!r} played to {game.play(state, seat, move)}")


def bots_think_of_legal_moves(game: AnyGame, state: Any, rng: Random) -> None:
    """The heuristic move and all candidates are legal, and candidates can be tried."""
    for seat in game.to_move(state):
        seen = game.view(state, seat)
        assert game.heuristic_move(seen, rng) in seen.moves
        for evaluator in EVALUATORS:
            candidates = game.candidates(seen, evaluator=evaluator)
            assert candidates
            assert all(move in seen.moves for move in candidates)
            if rng.random() < NOW_AND_THEN:
                world = next(iter(game.worlds(seen, rng, evaluator=evaluator)))
                assert world.cost >= 1
                assert 0 <= world.trial(candidates[0], rng) <= 1


def a_feat_is_never_negative(game: AnyGame, state: Any) -> None:
    """Statistics keep a player's highest feat, and begin at nothing."""
    for seat in game.to_move(state):
        assert all(game.feat(move) >= 0 for move in game.legal_moves(state, seat))
