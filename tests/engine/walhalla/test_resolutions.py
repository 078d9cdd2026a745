"""How open questions of the rulebook are resolved, by their numbers in the rules (C1 to C43)."""

from odin_engine.walhalla.box import DRAGONS
from odin_engine.walhalla.events import Boarded, DragonDrawn, Occupied, Sailed
from odin_engine.walhalla.land import FIELD_AT, lay_land
from odin_engine.walhalla.options import LAYOUTS, Options
from odin_engine.walhalla.results import RaidResult
from odin_engine.walhalla.rules import outcome, pieces, setup
from odin_engine.walhalla.scoring import dense_places, majority
from odin_engine.walhalla.state import Stage, State
from odin_engine.walhalla.view import view
from tests.engine.walhalla.positions import SEED, after, hand, may, mover, owner, position

R, K, Y, B = range(4)
LAST = (4, 4, 3, 0)
"""Where eleven dragons lie, so that the next one ends the raid."""


def result(state: State) -> RaidResult:
    return state.results[-1]


# -- the map and the dragons --------------------------------------------------------------------


def test_c1_every_field_lies_on_two_fjords_in_its_own_row() -> None:
    for tiles in LAYOUTS:
        land = lay_land(tiles, SEED)
        assert land.lengths == tuple(2 * count for count in tiles)
        for index in land.fields:
            field = FIELD_AT[index]
            beside = [
                (fjord, row)
                for fjord, rows in enumerate(land.shores)
                for row, shore in enumerate(rows)
                if index in shore
            ]
            assert beside == [(field.peninsula, field.row), (field.peninsula + 1, field.row)]


def test_c2_a_turned_dragon_lands_its_stern_first() -> None:
    state = after(position(dragon="K3"), "board 1", "join")
    assert {"sail 1", "sail 1 turned"} <= may(state)
    normal, turned = after(state, "sail 1"), after(state, "sail 1 turned")
    assert [owner(normal, field) for field in ("a1", "a2", "a3")] == ["R", None, "K"]
    assert [owner(turned, field) for field in ("a1", "a2", "a3")] == ["K", None, "R"]
    landed = [event.seat for event in turned.history if isinstance(event, Occupied)]
    assert landed == [K, R]


def test_c2_the_option_forbids_turning() -> None:
    state = after(position(options=Options(turning=False)), "board none", "decline")
    assert may(state) == {"sail 1", "sail 2", "sail 3", "sail 4"}


def test_c3_and_c4_one_row_with_land_is_enough_even_beside_an_empty_seat() -> None:
    state = position(options=Options(tiles=(5, 5, 8)), moored=(3, 0, 0, 0))
    state = after(state, "board 2", "decline")
    assert "sail 1" in may(state)
    state = after(state, "sail 1")
    assert (state.position.midgard[R], state.position.moored[0]) == (5, 4)
    assert owner(state, "a10") is None


def test_c5_the_outer_fjords_have_one_shore() -> None:
    shores = position().position.land.shores
    assert [[FIELD_AT[field] for field in rows[4]] for rows in shores] == [
        [(0, 4)],
        [(0, 4), (1, 4)],
        [(1, 4), (2, 4)],
        [(2, 4)],
    ]


def test_c37_all_eighteen_tiles_are_laid() -> None:
    assert len(LAYOUTS) == len(set(LAYOUTS)) == 10
    assert all(sum(tiles) == 18 and set(tiles) <= {5, 6, 7, 8} for tiles in LAYOUTS)


def test_c38_three_players_use_all_dragons() -> None:
    state = setup(Options(), 3, SEED)
    assert sorted(state.position.dragons) == list(range(12))
    assert sum(piece.startswith("dragon") for piece in pieces(state)) == 12


def test_c42_the_dragon_is_drawn_from_the_top() -> None:
    state = setup(Options(), 4, SEED)
    drawn = state.history[-1]
    assert isinstance(drawn, DragonDrawn)
    assert drawn.dragon == DRAGONS[state.position.dragons[0]]


# -- boarding -----------------------------------------------------------------------------------


def test_c6_only_the_owner_of_the_reserved_seat_is_asked() -> None:
    assert mover(after(position(dragon="Y2"), "board none")) == "Y"
    assert after(position(dragon="R2"), "board none").stage == Stage.SAIL


def test_c7_the_active_player_boards_before_the_guest_and_sails_after_it() -> None:
    state = position(dragon="K1")
    assert (mover(state), state.stage) == ("R", Stage.BOARD)
    state = after(state, "board 2")
    assert (mover(state), state.stage) == ("K", Stage.GUEST)
    state = after(state, "join")
    assert (mover(state), state.stage) == ("R", Stage.SAIL)


def test_c8_an_empty_dragon_sails_and_takes_its_rows() -> None:
    state = after(position(), "board none", "decline", "sail 1")
    assert isinstance(state.history[0], Boarded)
    assert state.history[0].places == ()
    state = after(state, "board 2", "decline", "sail 1")
    assert owner(state, "a5") == "K"


def test_c17_a_guest_may_buy_a_viking_too() -> None:
    state = position(dragon="K1", midgard=(5, 0, 5, 5), hands={"K": "hunt shield"}, points=1)
    state = after(state, "board none", "join")
    assert (mover(state), may(state)) == ("K", {"sell hunt", "sell shield"})
    state = after(state, "sell shield")
    assert state.position.points == [1, 0, 1, 1]
    assert (mover(state), state.position.aboard) == ("R", [K, -1, -1])


def test_c17_the_last_card_is_sold_without_asking() -> None:
    state = position(dragon="K1", midgard=(5, 0, 5, 5), hands={"K": "hunt"}, points=1)
    state = after(state, "board none", "join")
    assert (mover(state), hand(state, "K")) == ("R", "")
    assert state.position.aboard == [K, -1, -1]


def test_c17_nobody_sells_without_points_cards_or_vikings_in_asgard() -> None:
    for lacking in (
        {"points": 0},
        {"hands": {}},
        {"walhalla": (1, 14, 1, 1)},
    ):
        facts = {"points": 1, "hands": {"K": "hunt"}, "walhalla": 1} | lacking
        state = position(dragon="K1", midgard=(5, 0, 5, 5), **facts)  # type: ignore[arg-type]
        assert after(state, "board none").stage == Stage.SAIL


def test_c41_a_bought_viking_that_cannot_land_stays_in_midgard_without_refund() -> None:
    state = position(vikings="a1=R", midgard=(0, 5, 5, 5), hands={"R": "hunt"}, points=2)
    state = after(state, "board 1", "decline", "sail 1")
    assert (state.position.midgard[R], state.position.points[R]) == (1, 1)


# -- landing and fighting -----------------------------------------------------------------------


def test_c9_the_owner_of_the_viking_chooses_the_shore() -> None:
    state = after(position(dragon="K1"), "board none", "join", "sail 2")
    assert (mover(state), may(state)) == ("K", {"land a1", "land b1"})


def test_c10_and_c11_landing_is_compulsory_on_a_free_or_an_enemy_field() -> None:
    state = after(position(vikings="a1=K"), "board 1", "decline", "sail 2")
    assert may(state) == {"land a1", "land b1"}


def test_c12_and_c16_a_shield_sends_the_attacker_to_walhalla_and_nothing_answers_it() -> None:
    state = position(vikings="a1=K", walhalla=0, hands={"R": "attack", "K": "shield"})
    state = after(state, "board 1", "decline", "sail 1", "fight", "shield")
    assert state.position.walhalla == [1, 0, 0, 0]
    assert (hand(state, "R"), state.position.dragon_no) == ("attack", 2)


def test_c13_an_attack_card_is_played_before_the_defender_reacts() -> None:
    state = position(vikings="a1=K", hands={"R": "attack", "K": "shield"})
    state = after(state, "board 1", "decline", "sail 1")
    assert (mover(state), state.stage) == ("R", Stage.ATTACK)
    state = after(state, "fight")
    assert (mover(state), state.stage) == ("K", Stage.DEFEND)


def test_c14_one_hunt_card_doubles_a_forest_once() -> None:
    state = position(vikings="a1=K", land="a1=F2", walhalla=0, hands={"R": "hunt hunt"})
    state = after(state, "board 1", "decline", "sail 1", "fight", "hunt")
    assert (state.position.points[R], hand(state, "R")) == (4, "hunt")


def test_c15_a_card_just_drawn_can_be_played_in_the_same_turn() -> None:
    state = position(land="a1=S a2=F2", pile="hunt")
    state = after(state, "board 1 2", "decline", "sail 1")
    assert (mover(state), may(state)) == ("R", {"hunt", "gather"})
    assert after(state, "hunt").position.points[R] == 4


def test_c33_the_discards_become_the_pile_at_the_next_draw() -> None:
    state = position(land="a1=S a2=S", pile="hunt", hands={"K": "shield"})
    state = after(state, "board 1 2", "decline", "sail 1")
    assert (state.position.reshuffles, hand(state, "R").count(" ")) == (1, 1)
    assert (len(state.position.pile), sum(state.position.discards)) == (29, 0)


def test_c33_the_attack_card_of_this_fight_takes_part_in_the_shuffle() -> None:
    everything = "forest wheat sacrifice village hunt shield " * 4 + "attack " * 3
    rest = "tongue6 tongue7 tongue8 walhalla"
    state = position(
        land="a1=S", vikings="a1=K", pile="", hands={"R": "attack", "Y": everything, "B": rest}
    )
    state = after(state, "board 1", "decline", "sail 1", "attack")
    assert hand(state, "R") == "attack"


def test_c33_with_both_piles_empty_nobody_draws() -> None:
    everything = "forest wheat sacrifice village hunt shield attack " * 4
    rest = "tongue6 tongue7 tongue8 walhalla"
    state = position(land="a1=S", pile="", hands={"Y": everything, "B": rest})
    state = after(state, "board 1", "decline", "sail 1")
    assert (owner(state, "a1"), hand(state, "R")) == ("R", "")


def test_c34_the_active_player_and_the_guest_can_be_defenders() -> None:
    state = after(position(dragon="K1", vikings="a1=R"), "board none", "join", "sail 1")
    assert (mover(state), state.stage) == ("R", Stage.DEFEND)
    state = after(position(dragon="K3", vikings="a1=K"), "board 1", "join", "sail 1")
    assert (mover(state), state.stage) == ("K", Stage.DEFEND)


def test_c35_vikings_of_one_dragon_never_meet_on_a_field() -> None:
    for rows in position().position.land.shores:
        fields = [field for shore in rows for field in shore]
        assert len(fields) == len(set(fields))


def test_c40_the_loser_goes_to_walhalla() -> None:
    state = after(position(vikings="a1=K"), "board 1", "decline", "sail 1", "lose")
    assert (state.position.walhalla[K], owner(state, "a1")) == (2, "R")


def test_an_opponent_without_any_card_is_not_asked_about_cards() -> None:
    state = position(land="a1=F2 a2=V1", vikings="a2=K", walhalla=0)
    state = after(state, "board 1 2", "decline", "sail 1")
    assert (state.position.points[R], owner(state, "a2")) == (2, "R")


# -- the end of a raid --------------------------------------------------------------------------


def test_c18_a_possible_sale_does_not_avert_the_end_of_the_raid() -> None:
    state = position(midgard=(1, 0, 0, 0), hands={"K": "hunt"}, points=5)
    state = after(state, "board 1", "sail 1")
    assert (state.stage, mover(state)) == (Stage.COMMIT, "K")


def test_c19_the_end_is_looked_for_only_after_the_landing() -> None:
    state = after(position(vikings="a1=R", midgard=(1, 0, 0, 0)), "board 1")
    assert (sum(state.position.midgard), state.stage) == (0, Stage.SAIL)
    assert after(state, "sail 1").position.dragon_no == 2


def test_c20_equal_heroes_share_a_place_and_the_next_takes_the_next_number() -> None:
    assert dense_places([3, 2, 2, 0]) == [1, 2, 2, 3]


def test_c21_to_c23_vikings_return_then_supply_then_exodus() -> None:
    fields = ("a1", "a2", "a3", "a4")
    state = position(
        moored=LAST,
        midgard=0,
        walhalla=(10, 1, 1, 1),
        vikings=" ".join(f"{field}=R" for field in fields),
    )
    assert state.position.asgard[R] == 0
    state = after(state, "sail 4")
    # Four come back from the land, all of them are supplied, and one hero follows too late.
    assert (state.position.midgard[R], state.position.asgard[R]) == (4, 1)
    assert state.position.walhalla == [9, 0, 0, 0]


def test_c24_the_walhalla_card_is_committed_with_the_others() -> None:
    state = position(moored=LAST, midgard=0, hands={"R": "walhalla hunt"})
    assert may(after(state, "sail 4")) == {"commit none", "commit walhalla"}


def test_c25_the_walhalla_card_counts_in_the_final_only_by_option() -> None:
    facts: dict[str, object] = {"moored": LAST, "midgard": 0, "raid": 3, "walhalla": (1, 2, 0, 0)}
    facts["hands"] = {"R": "walhalla"}
    state = after(position(**facts), "sail 4")  # type: ignore[arg-type]
    assert may(state) == {"commit none"}
    allowed = Options(walhalla_in_final=True)
    state = after(position(options=allowed, **facts), "sail 4")  # type: ignore[arg-type]
    assert may(state) == {"commit none", "commit walhalla"}
    with_card = result(after(state, "commit walhalla")).walhalla
    assert with_card is not None
    assert (with_card.counts, with_card.points) == ((3, 2, 0, 0), (6, 4, 0, 0))
    without = result(after(state, "commit none")).walhalla
    assert without is not None
    assert without.points == (4, 6, 0, 0)


def test_c26_two_for_a_card_on_a_peninsula_and_c39_own_fields_only() -> None:
    state = position(
        moored=LAST,
        midgard=0,
        land="a1=W a2=W a3=W",
        vikings="a1=R a2=K a3=K",
        hands={"R": "tongue6 wheat"},
    )
    scored = result(after(state, "sail 4", "commit wheat tongue6"))
    assert scored.peninsulas[0].majority.counts == (3, 2, 0, 0)
    assert [(score.seat, score.points) for score in scored.cards] == [(R, 1)]


def test_c27_nobody_takes_a_place_with_nothing() -> None:
    assert majority([0, 0, 0], 8, 5) == [0, 0, 0]
    assert majority([1, 0, 0], 8, 5) == [8, 0, 0]
    scored = result(after(position(moored=LAST, midgard=0, raid=3, walhalla=0), "sail 4"))
    assert scored.walhalla is not None
    assert scored.walhalla.points == (0, 0, 0, 0)
    assert scored.peninsulas[0].majority.places == (0, 0, 0, 0)


def test_c28_and_c29_shares_are_rounded_up_for_everybody() -> None:
    assert majority([2, 2, 0, 0], 8, 3) == [6, 6, 0, 0]
    assert majority([2, 2, 2, 2], 8, 3) == [3, 3, 3, 3]
    assert majority([5, 2, 2, 0], 8, 5) == [8, 3, 3, 0]


def test_c30_vikings_in_wheat_score_in_every_raid() -> None:
    state = position(moored=LAST, midgard=0, land="a1=W", vikings="a1=R")
    state = after(state, "sail 4")
    assert owner(state, "a1") == "R"
    assert state.position.points[R] == 1 + 6


def test_c31_the_points_of_a_raid_are_the_sum_of_its_items() -> None:
    state = position(
        moored=LAST,
        midgard=0,
        raid=3,
        land="a1=W a2=F2 b1=V2 c1=S",
        vikings="a1=R a2=K b1=R c1=Y",
        hands={"R": "wheat", "K": "forest forest"},
    )
    scored = result(after(state, "sail 4", "R: commit wheat", "K: commit forest forest"))
    assert scored.walhalla is not None
    for seat in range(4):
        assert scored.points[seat] == (
            sum(score.points for score in scored.cards if score.seat == seat)
            + sum(peninsula.majority.points[seat] for peninsula in scored.peninsulas)
            + 3 * scored.wheat[seat]
            + scored.fields[seat]
            + scored.walhalla.points[seat]
        )


def test_c32_equal_points_share_the_victory() -> None:
    state = after(
        position(moored=LAST, midgard=0, raid=3, walhalla=(2, 2, 1, 0), points=(0, 0, 9, 1)),
        "sail 4",
    )
    ended = outcome(state)
    assert ended is not None
    assert (ended.points, ended.places) == ((5, 5, 9, 1), (2, 2, 1, 4))
    tie = after(position(moored=LAST, midgard=0, raid=3, walhalla=1), "sail 4")
    ended = outcome(tie)
    assert ended is not None
    assert ended.winners == (R, K, Y, B)


def test_c43_a_raid_begins_with_a_dragon_even_if_nobody_has_vikings() -> None:
    wheat = [f"{peninsula}{row}" for peninsula in "abc" for row in range(1, 12)]
    fields = {colour: wheat[8 * seat : 8 * seat + 8] for seat, colour in enumerate("RKYB")}
    state = position(
        moored=LAST,
        midgard=0,
        land=" ".join(f"{field}=W" for field in wheat),
        vikings=" ".join(f"{field}={colour}" for colour in "RKYB" for field in fields[colour]),
        walhalla=6,
    )
    state = after(state, "sail 4")
    assert state.position.midgard == [0, 0, 0, 0]
    assert (state.position.raid, state.position.dragon_no, state.stage) == (2, 1, Stage.SAIL)
    state = after(state, "sail 1")
    assert state.position.raid == 3


def test_the_starter_of_the_next_raid_is_the_left_neighbour() -> None:
    state = position(moored=LAST, midgard=0, starter=3, active=2)
    state = after(state, "sail 4")
    assert (state.position.starter, state.position.active) == (0, 0)
    assert view(state, None).starter == 0


def test_events_tell_which_way_the_dragon_sailed() -> None:
    state = after(position(), "board none", "decline", "sail 3 turned")
    assert Sailed(R, 2, turned=True) in state.history  # type: ignore[arg-type]
