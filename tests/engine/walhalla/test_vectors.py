"""The worked examples of the rulebook (W1 to W7) and the cases derived from them, by number."""

import pytest

from odin_engine.walhalla.land import Cape
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.results import RaidResult
from odin_engine.walhalla.rules import outcome, setup
from odin_engine.walhalla.scoring import majority
from odin_engine.walhalla.state import Stage, State
from tests.engine.walhalla.positions import SEED, after, hand, may, mover, owner, position

R, K, Y, B = range(4)
FULL_BUT_ONE = (4, 4, 3, 0)
"""Eleven dragons have sailed, so the next one ends the raid."""
LONG = Options(tiles=(5, 5, 8))


def ended(state: State) -> RaidResult:
    """Give the result of a raid that has just ended."""
    assert state.results, "no raid has ended"
    return state.results[-1]


def end_of_raid(*commits: str, **facts: object) -> State:
    """Let the last dragon of a raid sail empty, and commit these cards."""
    given = {"moored": FULL_BUT_ONE, "midgard": 0} | facts
    return after(position(**given), "sail 4", *commits)  # type: ignore[arg-type]


# -- the worked examples ------------------------------------------------------------------------


def test_w1_a_turn() -> None:
    state = position(land="b2=F2 a3=V1 b3=S", vikings="a1=Y b1=K b3=R", dragon="K1", walhalla=0)
    state = after(state, "R: board 2 3", "K: join", "R: sail 2")
    assert owner(state, "a1") == "K"
    assert state.position.walhalla == [0, 0, 1, 0]
    assert (mover(state), may(state)) == ("R", {"land a2", "land b2"})
    state = after(state, "land b2")
    assert [owner(state, field) for field in ("b2", "a3", "b1", "b3")] == ["R", "R", "K", "R"]
    assert state.position.points == [2, 0, 0, 0]
    assert state.position.midgard == [3, 4, 5, 5]


def test_w1_the_defender_chooses_to_lose() -> None:
    state = position(vikings="a1=Y b1=K", dragon="K1")
    state = after(state, "board none", "join", "sail 2")
    assert (mover(state), may(state)) == ("Y", {"lose", "pay"})
    state = after(state, "lose")
    assert owner(state, "a1") == "K"
    assert state.position.walhalla == [1, 1, 2, 1]


def test_w2_the_peninsula_5_7() -> None:
    result = ended(
        end_of_raid(
            capes=[Cape(5, 7), Cape(4, 6), Cape(3, 8)],
            land="a1=V1 a2=W a3=W a4=W a5=W a6=V1 a7=W",
            vikings="a1=R a2=R a3=R a4=B a5=B a6=Y a7=K",
        )
    )
    assert result.peninsulas[0].majority == ((4, 1, 2, 2), (1, 3, 2, 2), (7, 0, 3, 3))


def test_w3_the_peninsula_3_8() -> None:
    result = ended(
        end_of_raid(
            capes=[Cape(3, 8), Cape(4, 6), Cape(5, 7)],
            land="a1=V2 a2=W a3=W a4=V1 a5=V2 a6=W a7=W",
            vikings="a1=K a2=K a3=K a4=B a5=B a6=Y a7=Y",
        )
    )
    assert result.peninsulas[0].majority == ((0, 5, 2, 5), (0, 1, 2, 1), (0, 6, 0, 6))


def test_w4_supply_of_four_players() -> None:
    supply = ended(end_of_raid(walhalla=(2, 3, 2, 0))).supply
    assert supply is not None
    assert (supply.places, supply.vikings) == ((2, 1, 2, 3), (7, 8, 7, 6))


def test_w5_exodus() -> None:
    state = end_of_raid(walhalla=(4, 2, 3, 2))
    assert ended(state).exodus == 2
    assert state.position.walhalla == [2, 0, 1, 0]
    assert state.position.asgard == [10 - 8 + 2, 12 - 6 + 2, 11 - 7 + 2, 12 - 6 + 2]


@pytest.mark.parametrize(("terrain", "points"), [("F2", 4), ("F3", 6)])
def test_w6_hunt(terrain: str, points: int) -> None:
    state = position(land=f"a1={terrain}", hands={"R": "hunt"})
    state = after(state, "board 1", "decline", "sail 1")
    assert (mover(state), may(state)) == ("R", {"hunt", "gather"})
    assert after(state, "hunt").position.points[R] == points
    assert after(state, "gather").position.points[R] == points // 2
    assert hand(after(state, "hunt"), "R") == ""


@pytest.mark.parametrize("raid", [1, 2, 3])
def test_w7_wheat(raid: int) -> None:
    state = end_of_raid(raid=raid, land="a1=W c1=W", vikings="a1=R c1=R")
    assert ended(state).wheat == (2, 0, 0, 0)
    peninsulas = 6 + 8
    # After the last raid: a point for each field, and four share the places in Walhalla.
    final = 2 + 3 if raid == 3 else 0
    assert ended(state).points[R] == 2 * raid + peninsulas + final


# -- where a dragon may sail --------------------------------------------------------------------


def test_x1_a_fjord_holds_four_dragons() -> None:
    full = after(position(moored=(4, 3, 0, 0)), "board 1", "decline")
    assert may(full) == {f"sail {f}{turned}" for f in (2, 3, 4) for turned in ("", " turned")}
    state = after(full, "sail 2")
    assert may(state) == {"land a10", "land b10"}


def test_x2_seats_beside_a_cape_return_to_midgard() -> None:
    state = position(options=LONG, moored=(3, 0, 0, 0), dragon="R3")
    state = after(state, "board 1 2 3", "sail 1")
    assert owner(state, "a10") == "R"
    assert state.position.midgard[R] == 4


def test_x3_a_long_peninsula_takes_six_dragons() -> None:
    assert position(options=LONG).position.land.capacities == (4, 4, 6, 6)
    state = after(position(options=LONG, moored=(0, 0, 4, 0), dragon="R3"), "board 1 2 3", "sail 3")
    assert [owner(state, field) for field in ("c13", "c14", "c15")] == ["R", "R", "R"]
    state = after(position(options=LONG, moored=(0, 0, 5, 0), dragon="R3"), "board 1 2 3", "sail 3")
    assert owner(state, "c16") == "R"
    assert state.position.midgard[R] == 4
    full = after(position(options=LONG, moored=(0, 0, 6, 0)), "board none", "decline")
    assert "sail 3" not in may(full)


# -- where a Viking may land --------------------------------------------------------------------


def test_x4_an_own_viking_on_the_only_shore() -> None:
    state = after(position(vikings="a1=R"), "board 1", "decline", "sail 1")
    assert state.position.midgard[R] == 5


def test_x5_an_own_viking_on_one_shore_forces_the_other() -> None:
    state = after(position(vikings="a1=R"), "board 1", "decline", "sail 2")
    assert owner(state, "b1") == "R"


def test_x6_a_free_and_an_enemy_field_are_two_choices() -> None:
    state = after(position(vikings="a1=K"), "board 1", "decline", "sail 2")
    assert may(state) == {"land a1", "land b1"}


def test_x7_own_vikings_on_both_shores() -> None:
    state = after(position(vikings="a1=R b1=R"), "board 1", "decline", "sail 2")
    assert state.position.midgard[R] == 5


# -- fights -------------------------------------------------------------------------------------


def test_x8_without_heroes_and_cards_the_defender_loses() -> None:
    state = after(position(vikings="a1=K", walhalla=0), "board 1", "decline", "sail 1")
    assert owner(state, "a1") == "R"
    assert state.position.walhalla[K] == 1


def test_x8_without_heroes_and_a_shield_it_can_only_lose() -> None:
    state = position(vikings="a1=K", walhalla=0, hands={"K": "hunt"})
    assert may(after(state, "board 1", "decline", "sail 1")) == {"lose"}


def test_x9_a_shield_needs_no_hero() -> None:
    state = position(vikings="a1=K", walhalla=0, hands={"K": "shield"})
    state = after(state, "board 1", "decline", "sail 1")
    assert (mover(state), may(state)) == ("K", {"lose", "shield"})
    state = after(state, "shield")
    assert owner(state, "a1") == "K"
    assert state.position.walhalla == [1, 0, 0, 0]
    assert hand(state, "K") == ""


def test_x10_an_attack_card_leaves_no_choice() -> None:
    state = position(vikings="a1=K", walhalla=3, hands={"R": "attack", "K": "shield"})
    state = after(state, "board 1", "decline", "sail 1")
    assert (mover(state), may(state)) == ("R", {"attack", "fight"})
    state = after(state, "attack")
    assert owner(state, "a1") == "R"
    assert state.position.walhalla[K] == 4
    assert (hand(state, "R"), hand(state, "K")) == ("", "shield")


def test_x11_a_hero_pays_for_the_fight() -> None:
    state = position(vikings="a1=K", land="a1=F2", walhalla=(0, 2, 0, 0))
    state = after(state, "board 1", "decline", "sail 1", "pay")
    assert owner(state, "a1") == "K"
    assert state.position.walhalla == [1, 1, 0, 0]
    assert state.position.asgard[K] == 14 - 5 - 1 - 2 + 1
    assert state.position.points == [0, 0, 0, 0]


def test_x12_hunt_in_a_conquered_forest() -> None:
    state = position(vikings="a1=K", land="a1=F3", walhalla=0, hands={"R": "hunt"})
    state = after(state, "board 1", "decline", "sail 1", "fight", "hunt")
    assert state.position.points[R] == 6


# -- boarding and selling -----------------------------------------------------------------------


def test_x13_the_own_reserved_seat_makes_three() -> None:
    state = position(dragon="R2", midgard=3)
    seats = {"none", "1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"}
    assert may(state) == {f"board {word}" for word in seats}


def test_x14_a_colour_that_is_not_there_keeps_its_seat_empty() -> None:
    state = position(seats=3, dragon="B2")
    assert may(state) == {f"board {word}" for word in ("none", "1", "3", "1 3")}
    assert after(state, "board 1 3").stage == Stage.SAIL


def test_x15_cards_are_sold_for_vikings() -> None:
    state = position(
        midgard=(0, 5, 5, 5), hands={"R": "hunt attack"}, points=(4, 0, 0, 0), walhalla=(9, 1, 1, 1)
    )
    assert state.position.asgard[R] == 5
    assert may(state) == {f"board {word}" for word in ("none", "1", "2", "1 2")}
    expected = {
        ("board none",): (4, 2),
        ("board 1", "sell hunt"): (3, 1),
        ("board 1 2", "sell attack"): (2, 0),
    }
    for moves, (points, cards) in expected.items():
        sold = after(state, *moves)
        assert (sold.position.points[R], sold.position.hand_sizes[R]) == (points, cards)
        assert (sold.stage, mover(sold)) == (Stage.GUEST, "B")


def test_x16_without_points_nothing_is_sold() -> None:
    state = position(midgard=(0, 5, 5, 5), hands={"R": "hunt attack"})
    assert (state.stage, mover(state)) == (Stage.GUEST, "B")


def test_x17_the_last_viking_of_midgard_boards_first() -> None:
    state = position(midgard=(1, 5, 5, 5), hands={"R": "hunt attack"}, points=3)
    state = after(state, "board 1 2")
    assert state.position.aboard == [R, -1, -1]
    assert may(state) == {"sell hunt", "sell attack"}
    state = after(state, "sell attack")
    assert state.position.aboard == [R, R, -1]
    assert (state.position.midgard[R], state.position.points[R]) == (0, 2)


# -- the end of a raid --------------------------------------------------------------------------


def test_x18_a_viking_back_in_midgard_keeps_the_raid_going() -> None:
    state = position(vikings="a1=R", midgard=(1, 0, 0, 0))
    state = after(state, "board 1", "sail 1")
    assert state.position.midgard == [1, 0, 0, 0]
    assert (state.position.raid, state.position.dragon_no) == (1, 2)


def test_x19_the_raid_ends_when_all_midgards_are_empty() -> None:
    state = position(moored=(3, 3, 3, 0), midgard=(1, 0, 0, 0))
    assert state.position.dragon_no == 10
    state = after(state, "board 1", "sail 4")
    assert ended(state).raid == 1
    assert state.position.raid == 2


def test_x20_three_tie_for_the_first_place() -> None:
    assert majority([3, 3, 3, 1], 6, 4) == [4, 4, 4, 0]


def test_x21_three_tie_for_the_second_place() -> None:
    assert majority([5, 2, 2, 2], 7, 3) == [7, 1, 1, 1]


def test_x22_one_player_alone() -> None:
    assert majority([0, 4, 0, 0], 8, 5) == [0, 8, 0, 0]


def test_x23_a_card_counts_without_a_viking() -> None:
    state = end_of_raid("commit tongue8", vikings="c1=K", land="c1=W", hands={"R": "tongue8"})
    peninsula = ended(state).peninsulas[2]
    assert peninsula.cape == Cape(5, 8)
    assert peninsula.majority == ((2, 1, 0, 0), (1, 2, 0, 0), (8, 5, 0, 0))


def test_x24_two_cards_for_three_forests() -> None:
    state = end_of_raid(
        "commit forest forest",
        land="a1=F2 a2=F2 b1=F3",
        vikings="a1=R a2=R b1=R",
        hands={"R": "forest forest"},
    )
    [score] = ended(state).cards
    assert (score.seat, score.card, score.points) == (R, "forest", 6)


def test_x25_all_in_the_first_place() -> None:
    state = end_of_raid(walhalla=2)
    supply = ended(state).supply
    assert supply is not None
    assert supply.vikings == (8, 8, 8, 8)
    assert state.position.walhalla == [0, 0, 0, 0]
    assert state.position.asgard == [6, 6, 6, 6]


def test_x26_asgard_limits_the_supply() -> None:
    wheat = "a1 a2 a3 a4 a5"
    state = end_of_raid(
        walhalla=(5, 3, 1, 0),
        land=" ".join(f"{field}=W" for field in wheat.split()),
        vikings=" ".join(f"{field}=R" for field in wheat.split()),
    )
    supply = ended(state).supply
    assert supply is not None
    assert supply.vikings == (4, 7, 6, 5)


def test_x27_the_walhalla_card_counts_two_for_the_supply_alone() -> None:
    state = end_of_raid("commit walhalla", walhalla=(2, 3, 3, 1), hands={"R": "walhalla"})
    supply = ended(state).supply
    assert supply is not None
    assert (supply.counts, supply.vikings) == ((4, 3, 3, 1), (8, 7, 7, 6))
    assert ended(state).exodus == 1
    assert state.position.walhalla == [1, 2, 2, 0]


@pytest.mark.parametrize(
    ("heroes", "points"),
    [
        pytest.param((4, 4, 1, 0), (5, 5, 0, 0), id="x28"),
        pytest.param((4, 2, 2, 0), (6, 2, 2, 0), id="x29"),
        pytest.param((3, 0, 0, 0), (6, 0, 0, 0), id="x30"),
        pytest.param((2, 2, 2), (4, 4, 4), id="x31"),
    ],
)
def test_x28_to_x31_the_majority_in_walhalla(
    heroes: tuple[int, ...], points: tuple[int, ...]
) -> None:
    state = end_of_raid(raid=3, walhalla=heroes, seats=len(heroes), dragon="R1")
    majority_of_heroes = ended(state).walhalla
    assert majority_of_heroes is not None
    assert majority_of_heroes.points == points
    assert outcome(state) is not None


@pytest.mark.parametrize(("seats", "zones"), [(4, (7, 1, 6)), (3, (9, 1, 4))])
def test_x32_setup(seats: int, zones: tuple[int, int, int]) -> None:
    start = setup(Options(), seats, SEED).position
    for seat in range(seats):
        assert (start.midgard[seat], start.walhalla[seat], start.asgard[seat]) == zones


def test_x33_only_vikings_in_wheat_stay() -> None:
    state = end_of_raid(land="a1=W a2=F2 a3=V1", vikings="a1=R a2=R a3=R", walhalla=0)
    assert [owner(state, field) for field in ("a1", "a2", "a3")] == ["R", None, None]
    assert ended(state).cleared == (2, 0, 0, 0)
    assert state.position.asgard[R] == 11 + 2 - 8


def test_x34_a_viking_left_in_wheat_fights_counts_and_scores_again() -> None:
    facts: dict[str, object] = {"raid": 2, "land": "a1=W", "vikings": "a1=R"}
    state = position(active=K, walhalla=0, **facts)  # type: ignore[arg-type]
    state = after(state, "board 1", "decline", "sail 1")
    assert owner(state, "a1") == "K"
    result = ended(end_of_raid(**facts))
    assert result.peninsulas[0].majority.counts == (1, 0, 0, 0)
    assert result.points == (2 + 6, 0, 0, 0)
