"""The bots of Walhalla play legally and see only their own view."""

from random import Random
from typing import get_args

import pytest

import odin_engine.walhalla as game
from odin_engine.bots import choose
from odin_engine.chance import seed_from
from odin_engine.game import Evaluator, Seat
from odin_engine.search import Budget
from odin_engine.walhalla.bot import MOST_CANDIDATES, candidates, heuristic_move, worlds
from odin_engine.walhalla.moves import Answer, Commit, Sail
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.state import State
from odin_engine.walhalla.view import view
from tests.engine.walhalla.positions import after, position

MANY = "forest forest wheat wheat sacrifice sacrifice village village tongue6 tongue7"


def quick(state: State, seat: int) -> str:
    return str(heuristic_move(view(state, Seat(seat)), Random(1)))


@pytest.mark.parametrize("seats", [3, 4])
def test_karl_plays_whole_matches(seats: int) -> None:
    for number in range(5):
        rng, state = Random(number), game.setup(Options(), seats, seed_from(f"karl {number}"))
        while movers := game.to_move(state):
            move = heuristic_move(view(state, movers[0]), rng)
            state = game.play(state, movers[0], move)
        assert game.outcome(state) is not None


def test_karl_beats_random_play() -> None:
    wins = 0.0
    for number in range(20):
        rng, state = Random(number), game.setup(Options(), 3, seed_from(f"against {number}"))
        karl = Seat(number % 3)
        while movers := game.to_move(state):
            level = "karl" if movers[0] == karl else "thrall"
            state = game.play(state, movers[0], choose(game, level, view(state, movers[0]), rng))
        ended = game.outcome(state)
        assert ended is not None
        wins += (karl in ended.winners) / len(ended.winners)
    assert wins >= 14


@pytest.mark.parametrize("level", ["jarl", "konung"])
def test_bots_that_search_choose_a_legal_move_and_the_same_one_again(level: str) -> None:
    state = game.setup(Options(), 3, seed_from("search"))
    shown = view(state, game.to_move(state)[0])
    found = [choose(game, level, shown, Random(3), Budget(trials=16)) for _ in range(2)]
    assert found[0] in shown.moves
    assert found[0] == found[1]


def test_a_trial_plays_the_raid_to_its_end_and_leaves_the_sample_alone() -> None:
    shown = view(position(raid=2), Seat(0))
    world = next(worlds(shown, Random(1)))
    sampled = world.position.copy()
    assert 0 < world.trial(shown.moves[0], Random(1)) < 1
    assert world.position == sampled


def test_a_trial_of_a_commit_ends_the_match() -> None:
    state = position(moored=(4, 4, 3, 0), midgard=0, raid=3, hands={"R": MANY, "K": MANY[:6]})
    shown = view(after(state, "sail 4"), Seat(1))
    world = next(worlds(shown, Random(1)))
    assert 0 <= world.trial(Commit(()), Random(1)) <= 1


EVALUATORS: tuple[Evaluator, ...] = get_args(Evaluator)


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("seats", [3, 4])
def test_candidates_are_a_few_different_legal_moves(seats: int, evaluator: Evaluator) -> None:
    rng, state = Random(1), game.setup(Options(), seats, seed_from("candidates"))
    while movers := game.to_move(state):
        shown = view(state, movers[0])
        found = candidates(shown, evaluator=evaluator)
        assert all(move in shown.moves for move in found)
        assert 1 <= len(set(found)) == len(found) <= max(3, MOST_CANDIDATES[evaluator])
        state = game.play(state, movers[0], shown.moves[rng.randrange(len(shown.moves))])


def test_a_dragon_with_the_same_vikings_at_both_ends_is_not_turned() -> None:
    state = after(position(dragon="B3"), "board 1", "join")
    mixed = candidates(view(state, Seat(0)), evaluator="network")
    assert any(isinstance(move, Sail) and move.turned for move in mixed)
    alike = candidates(view(after(position(dragon="R3"), "board 1 3"), Seat(0)))
    assert not any(isinstance(move, Sail) and move.turned for move in alike)


def test_commits_are_searched_that_differ_in_one_kind_from_the_usual_one() -> None:
    wheat = {"land": "a1=W a2=W", "vikings": "a1=R a2=R b1=K"}
    facts = {"moored": (4, 4, 3, 0), "midgard": 0, "hands": {"R": "wheat wheat tongue6 forest"}}
    first = after(position(**facts, **wheat), "sail 4")  # type: ignore[arg-type]
    searched = candidates(view(first, Seat(0)), evaluator="network")
    assert list(map(str, searched)) == [
        "commit none",
        "commit wheat wheat",
        "commit tongue6",
    ]
    last = after(position(raid=3, **facts, **wheat), "sail 4")  # type: ignore[arg-type]
    assert list(map(str, candidates(view(last, Seat(0))))) == ["commit wheat wheat tongue6"]


def test_only_a_seat_to_move_is_advised() -> None:
    for seat in (None, Seat(2)):
        with pytest.raises(ValueError, match="only a seat to move"):
            heuristic_move(view(position(), seat), Random(1))


def test_karl_sells_the_least_useful_card() -> None:
    state = position(midgard=(0, 5, 5, 5), hands={"R": "attack forest"}, points=2)
    assert quick(after(state, "board 1"), 0) == "sell forest"


def test_karl_buys_a_viking_for_a_good_landing_only() -> None:
    facts = {"midgard": (0, 5, 5, 5), "hands": {"R": "forest"}, "points": 3, "raid": 3}
    facts |= {"moored": (0, 4, 4, 3), "dragon": "B3"}
    wheat = position(land="a1=W", **facts)  # type: ignore[arg-type]
    assert quick(wheat, 0) == "board 1"
    taken = position(vikings="a1=R a2=R a3=R c10=R c11=R c12=R", **facts)  # type: ignore[arg-type]
    assert quick(taken, 0) == "board none"


@pytest.mark.parametrize("midgard", [2, 0])
def test_karl_joins_for_wheat_and_not_for_villages(midgard: int) -> None:
    facts = {"dragon": "K1", "midgard": (5, midgard, 5, 5), "hands": {"K": "hunt"}, "points": 3}
    wheat = position(land="a1=W b1=W c1=W a3=W b3=W c3=W", **facts)  # type: ignore[arg-type]
    assert quick(after(wheat, "board none"), 1) == "join"
    villages = position(**facts)  # type: ignore[arg-type]
    assert quick(after(villages, "board none"), 1) == "decline"


def test_karl_sails_where_he_finds_wheat_and_others_do_not() -> None:
    state = after(position(land="a1=W", dragon="K3"), "board 1", "join")
    assert quick(state, 0) in ("sail 1", "sail 2")


def test_karl_sails_straight_where_dragons_may_not_be_turned() -> None:
    options = Options(turning=False)
    state = after(position(land="a1=W", dragon="K3", options=options), "board 1", "join")
    assert quick(state, 0) in ("sail 1", "sail 2")
    assert quick(position(land="c2=W", dragon="K1", options=options), 0) == "board 2"
    assert quick(after(position(raid=3, dragon="K3", options=options), "board none"), 1) == "join"


def test_karl_lands_in_wheat_rather_than_in_a_village() -> None:
    state = after(position(land="a1=W b1=V1"), "board 1", "decline", "sail 2")
    assert quick(state, 0) == "land a1"


def test_karl_attacks_whoever_cannot_defend() -> None:
    facts = {"land": "a1=F2 b1=V1", "vikings": "a1=K"}
    for heroes, landing in ((0, "land a1"), (2, "land b1")):
        state = position(walhalla=heroes, **facts)  # type: ignore[arg-type]
        assert quick(after(state, "board 1", "decline", "sail 2"), 0) == landing


def test_karl_fights_for_good_fields_only() -> None:
    for terrain, answers in (("W", ("attack", "shield")), ("F2", ("fight", "lose"))):
        hands = {"R": "attack", "K": "shield"}
        state = position(land=f"a1={terrain}", vikings="a1=K", hands=hands)
        state = after(state, "board 1", "decline", "sail 1")
        assert (quick(state, 0), quick(after(state, "fight"), 1)) == answers


def test_karl_keeps_his_attack_where_others_cannot_defend() -> None:
    state = position(land="a1=W", vikings="a1=K", walhalla=0, hands={"R": "attack"})
    assert quick(after(state, "board 1", "decline", "sail 1"), 0) == "fight"


@pytest.mark.parametrize(("terrain", "answer"), [("F2", Answer.LOSE), ("W", Answer.PAY)])
def test_karl_pays_for_wheat_and_loses_a_forest_gladly(terrain: str, answer: Answer) -> None:
    state = position(land=f"a1={terrain}", vikings="a1=K", walhalla=1)
    state = after(state, "board 1", "decline", "sail 1")
    assert quick(state, 1) == answer


def test_karl_has_no_choice_without_the_card() -> None:
    facts = {"land": "a1=W", "vikings": "a1=K", "walhalla": 0}
    state = position(hands={"R": "hunt", "K": "forest"}, **facts)  # type: ignore[arg-type]
    state = after(state, "board 1", "decline", "sail 1")
    assert (quick(state, 0), quick(after(state, "fight"), 1)) == ("fight", "lose")


@pytest.mark.parametrize(
    ("terrain", "raid", "answer"),
    [("F3", 1, Answer.HUNT), ("F2", 2, Answer.GATHER), ("F2", 3, Answer.HUNT)],
)
def test_karl_saves_the_hunt_for_the_best_forests(terrain: str, raid: int, answer: Answer) -> None:
    state = position(land=f"a1={terrain}", hands={"R": "hunt"}, raid=raid)
    assert quick(after(state, "board 1", "decline", "sail 1"), 0) == answer


def test_karl_commits_what_brings_points() -> None:
    wheat = {"land": "a1=W a2=W a3=W", "vikings": "a1=R a2=K a3=K"}
    facts = {"moored": (4, 4, 3, 0), "midgard": 0, "hands": {"R": "wheat forest tongue6"}}
    last = after(position(raid=3, **facts, **wheat), "sail 4")  # type: ignore[arg-type]
    assert quick(last, 0) == "commit wheat tongue6"
    first = after(position(**facts, **wheat), "sail 4")  # type: ignore[arg-type]
    assert quick(first, 0) == "commit tongue6"


@pytest.mark.parametrize(
    ("raid", "heroes", "final", "answer"),
    [
        (1, (1, 2, 1, 1), False, "commit walhalla"),
        (1, (3, 1, 1, 1), False, "commit none"),
        (2, (3, 1, 1, 1), False, "commit walhalla"),
        (2, (3, 1, 1, 1), True, "commit none"),
        (3, (3, 1, 1, 1), True, "commit walhalla"),
    ],
)
def test_karl_commits_the_walhalla_card_for_a_place_or_at_the_last_opportunity(
    raid: int, heroes: tuple[int, ...], answer: str, *, final: bool
) -> None:
    state = position(
        moored=(4, 4, 3, 0),
        midgard=0,
        raid=raid,
        walhalla=heroes,
        hands={"R": "walhalla hunt"},
        options=Options(walhalla_in_final=final),
    )
    assert quick(after(state, "sail 4"), 0) == answer
