"""Every registered game keeps the laws."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from odin_engine.game import AnyGame, BadOption, NotAMove, Seat
from odin_engine.games import GAMES
from tests.engine import laws
from tests.engine.laws import Case, Step

CASES = tuple(laws.cases(GAMES))
for_every_case = pytest.mark.parametrize("case", CASES, ids=str)
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@cache
def played(case: Case) -> tuple[Step, ...]:
    return tuple(laws.walk(case))


@for_every_case
def test_random_play_ends(case: Case) -> None:
    assert case.game.to_move(played(case)[-1].state) == ()


LAWS_OF_ONE_STATE: tuple[Callable[[AnyGame, Any], None], ...] = (
    laws.notation_round_trips,
    laws.the_list_of_moves_is_one,
    laws.a_timeout_move_is_legal,
    laws.a_feat_is_never_negative,
)
LAWS_OF_ALL_SEATS: tuple[Callable[[AnyGame, Any, int], None], ...] = (
    laws.whoever_is_to_move_has_a_move,
    laws.the_outcome_comes_with_the_end,
    laws.a_view_shows_the_public_facts,
    laws.nobody_else_has_a_timeout_move,
    laws.a_seat_that_is_not_there_is_refused,
)


def by_name(law: Callable[..., None]) -> str:
    return law.__name__


@pytest.mark.parametrize("law", LAWS_OF_ONE_STATE, ids=by_name)
@for_every_case
def test_at_every_step(case: Case, law: Callable[[AnyGame, Any], None]) -> None:
    for step in played(case):
        law(case.game, step.state)


@pytest.mark.parametrize("law", LAWS_OF_ALL_SEATS, ids=by_name)
@for_every_case
def test_at_every_step_for_every_seat(case: Case, law: Callable[[AnyGame, Any, int], None]) -> None:
    for step in played(case):
        law(case.game, step.state, case.seats)


@for_every_case
def test_a_seat_cannot_tell_a_sampled_state_from_the_real_one(case: Case) -> None:
    rng = Random("samples")
    for step in played(case):
        laws.secrets_are_kept(case.game, step.state, case.seats, rng)


@for_every_case
def test_a_sampled_state_can_be_played_on(case: Case) -> None:
    rng = Random("samples")
    for step in played(case)[::5]:
        laws.a_sampled_state_can_be_played_on(case.game, step.state, case.seats, rng)


@for_every_case
def test_what_a_seat_cannot_know_is_sampled(case: Case) -> None:
    laws.what_is_hidden_is_sampled(case.game, played(case)[0].state, case.seats)


@pytest.mark.parametrize("name", ["odin", "herrlof"])
def test_the_card_games_hide_something(name: str) -> None:
    for case in CASES:
        if name == case.game.NAME:
            assert laws.hides_something(case.game, played(case)[0].state, case.seats)


@dataclass(frozen=True)
class OpenView:
    """What everybody sees of a game without secrets."""

    seat: Seat | None
    moves: tuple[int, ...]
    stones: int


def test_a_game_of_perfect_information_keeps_the_law_of_hidden_things() -> None:
    game: Any = SimpleNamespace(
        view=lambda stones, seat: OpenView(seat, (1, 2) if seat == 0 else (), stones),
        imagine=lambda view, _rng: view.stones,
    )
    assert not laws.hides_something(game, 7, 2)
    laws.what_is_hidden_is_sampled(game, 7, 2)


def test_a_game_that_shows_what_it_should_hide_breaks_the_law() -> None:
    game: Any = SimpleNamespace(
        view=lambda hands, seat: OpenView(seat, (), 0 if seat is None else hands[seat]),
        imagine=lambda _view, _rng: (3, 4),
    )
    with pytest.raises(AssertionError, match="seat 0 knows all that seat 1 knows"):
        laws.what_is_hidden_is_sampled(game, (3, 4), 2)


@for_every_case
def test_two_worlds_that_differ_in_secrets_look_the_same(case: Case) -> None:
    rng = Random("secrets")
    for step in played(case)[::-120]:
        for seat in (*laws.everyone(case.seats), None):
            seen = case.game.view(step.state, seat)
            one, other = (case.game.imagine(seen, rng) for _ in range(2))
            assert repr(case.game.view(one, seat)) == repr(case.game.view(other, seat))


@for_every_case
def test_no_view_foretells_a_deal(case: Case) -> None:
    for step in played(case)[::-120]:
        laws.a_view_holds_no_seed(case.game, step.state, case.seats, case.seed)


@for_every_case
def test_everything_is_somewhere_exactly_once(case: Case) -> None:
    at_first = case.game.pieces(played(case)[0].state)
    for step in played(case):
        laws.everything_is_somewhere_once(case.game, step.state, at_first)


@for_every_case
def test_the_same_seed_and_moves_give_the_same_match(case: Case) -> None:
    game = case.game
    state = game.setup(case.options, case.seats, case.seed)
    for step in played(case):
        assert state == step.state
        if step.seat is not None:
            state = game.play(state, step.seat, game.parse_move(game.format_move(step.move)))


@for_every_case
def test_deals_are_counted_from_one_and_the_seed_decides_them(case: Case) -> None:
    again = case.game.setup(case.options, case.seats, case.seed)
    deals = [case.game.deal(step.state) for step in played(case)[:-1]]
    assert deals[0] == case.game.deal(again)
    assert deals[0].number == 1
    for before, after in pairwise(deals):
        assert after.number - before.number in (0, 1)


@for_every_case
def test_another_seed_gives_another_match(case: Case) -> None:
    if not laws.hides_something(case.game, played(case)[0].state, case.seats):
        pytest.skip("a game without secrets may do without chance")
    other = Case(case.game, case.seats, case.words, case.number + 1)
    assert played(case)[0].state != next(laws.walk(other)).state


@for_every_case
def test_moves_of_other_positions_are_refused(case: Case) -> None:
    rng = Random("near misses")
    moves = [step.move for step in played(case) if step.move is not None]
    for step in played(case):
        near = [
            move
            for seat in case.game.to_move(step.state)
            for move in case.game.legal_moves(step.state, seat)[:4]
        ]
        others = [*rng.sample(moves, min(8, len(moves))), *near]
        laws.other_moves_are_refused(case.game, step.state, case.seats, others)


@for_every_case
def test_bots_think_of_legal_moves(case: Case) -> None:
    rng = Random("bots")
    for step in played(case)[::11]:
        laws.bots_think_of_legal_moves(case.game, step.state, rng)


@for_every_case
def test_options_round_trip_as_words(case: Case) -> None:
    words = case.game.write_options(case.options)
    assert case.game.read_options(words, case.seats) == case.options


@for_every_game
def test_a_choice_offers_its_default_for_seats_there_are(game: AnyGame) -> None:
    for choice in game.CHOICES:
        assert choice.default in choice.values
        assert set(choice.seats) <= set(game.SEATS)
        for seats in choice.seats:
            options = game.read_options({choice.name: choice.default}, seats)
            assert options == game.read_options({}, seats)


@for_every_game
def test_a_choice_of_numbers_takes_each_of_them_and_no_other(game: AnyGame) -> None:
    for choice in game.CHOICES:
        for number in choice.numbers:
            game.read_options({choice.name: str(number)}, choice.seats[0])
        for beyond in choice.numbers[:1]:
            with pytest.raises(BadOption):
                game.read_options({choice.name: str(beyond - 1)}, choice.seats[0])
            with pytest.raises(BadOption):
                game.read_options({choice.name: str(choice.numbers[-1] + 1)}, choice.seats[0])


@for_every_game
def test_an_option_that_does_not_exist_is_refused(game: AnyGame) -> None:
    with pytest.raises(BadOption) as refused:
        game.read_options({"luck": "good"}, game.SEATS[0])
    assert refused.value.code == "no-such-option"
    assert refused.value.facts["option"] == "luck"


@for_every_game
def test_a_match_for_too_few_or_too_many_is_refused(game: AnyGame) -> None:
    for seats in (game.SEATS[0] - 1, game.SEATS[-1] + 1):
        with pytest.raises(BadOption) as refused:
            game.setup(game.read_options({}, game.SEATS[-1]), seats, CASES[0].seed)
        assert refused.value.facts["players"] == seats


@for_every_game
def test_what_is_no_move_is_refused_briefly(game: AnyGame) -> None:
    for text in ("", " ", "?", "no such move", "+", "ᚱ", "9" * 10_000):
        with pytest.raises(NotAMove) as complaint:
            game.parse_move(text)
        assert complaint.value.code
        assert len(str(complaint.value)) < 200


@for_every_game
def test_a_game_is_registered_under_its_own_name(game: AnyGame) -> None:
    assert GAMES[game.NAME] is game
    assert game.NAME.islower()
    assert game.RULES_VERSION >= 1


def test_the_engine_brings_in_nothing_that_waits_prints_or_stores() -> None:
    program = (
        "import pkgutil, sys; before = set(sys.modules); import odin_engine.games;"
        "[__import__(m.name) for m in pkgutil.walk_packages(odin_engine.__path__, 'odin_engine.')];"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    brought = set(run.stdout.split())
    assert "odin_engine" in brought
    assert not brought & {
        "asyncio", "asyncssh", "concurrent", "curses", "datetime", "logging", "multiprocessing",
        "odin_server", "odin_tui", "rich", "select", "selectors", "socket", "sqlite3", "ssl",
        "subprocess", "textual", "threading",
    }  # fmt: skip
