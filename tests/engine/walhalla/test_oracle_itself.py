"""The oracle against the worked examples of the rulebook, by their numbers in the rules."""

from random import Random

import pytest

from odin_engine.chance import seed_from
from tests.engine.walhalla.oracle import Asking, Match
from tests.engine.walhalla.oracle_box import LAYOUTS, TILES, Dragon, Luck, luck_of
from tests.engine.walhalla.oracle_scoring import Score, majority, places, supplies
from tests.engine.walhalla.oracle_table import ASGARD, MIDGARD, WALHALLA, Viking
from tests.engine.walhalla.play_styles import STYLES, choose

RED, BLACK, YELLOW, BLUE = range(4)
ZONES = (MIDGARD, ASGARD, WALHALLA)


def luck(seats: int = 4, layout: tuple[int, int, int] = (6, 6, 6)) -> Luck:
    return luck_of(seed_from("oracle"), seats, layout)


def match(seats: int = 4, layout: tuple[int, int, int] = (6, 6, 6), **land: str) -> Match:
    """Lay out a match with empty hands and a few fields as named; nothing is asked yet."""
    table = Match(luck(seats, layout), seats)
    table.land |= land
    table.hands = {player: [] for player in table.players}
    table.committed = {player: [] for player in table.players}
    table.fjords = {1: [], 2: [], 3: [], 4: []}
    return table


def stand(table: Match, player: int, *fields: str) -> None:
    for field in fields:
        table.move(player, MIDGARD, field)


def aboard(table: Match, *owners: int | None) -> None:
    table.dragon = Dragon("K", 1)
    for seat, owner in enumerate(owners, 1):
        if owner is not None:
            table.move(owner, MIDGARD, f"seat {seat}")


def zones(table: Match, player: int) -> tuple[int, int, int]:
    midgard, asgard, walhalla = (table.count(player, zone) for zone in ZONES)
    return midgard, asgard, walhalla


def set_zones(table: Match, player: int, midgard: int, asgard: int, walhalla: int) -> None:
    """Leave a player with as many Vikings in the three zones, and none anywhere else."""
    table.vikings = [viking for viking in table.vikings if viking.owner != player]
    names = [MIDGARD] * midgard + [ASGARD] * asgard + [WALHALLA] * walhalla
    table.vikings += [Viking(player, zone) for zone in names]


def run(table: Match, flow: Asking, *answers: tuple[int, str]) -> None:
    """Run a part of a match to its end with these answers."""
    table.run(flow)
    for player, word in answers:
        table.play(player, word)
    assert table.question is None


def test_w1_a_turn() -> None:
    table = match(b2="F2", a3="V1", b3="S")
    stand(table, YELLOW, "a1")
    stand(table, BLACK, "b1")
    stand(table, RED, "b3")
    aboard(table, BLACK, RED, RED)
    table.active = RED
    run(table, table.sail(), (RED, "sail 2"), (YELLOW, "lose"), (RED, "land b2"))
    owners = {v.place: v.owner for v in table.vikings if v.place in table.land}
    assert owners == {"a1": BLACK, "b2": RED, "a3": RED, "b1": BLACK, "b3": RED}
    assert table.vp == {RED: 2, BLACK: 0, YELLOW: 0, BLUE: 0}
    assert zones(table, YELLOW) == (6, 6, 2)
    assert zones(table, RED) == (4, 6, 1)


@pytest.mark.parametrize(
    ("sums", "first", "second", "points"),
    [
        ((4, 1, 2, 2), 7, 5, (7, 0, 3, 3)),  # W2
        ((0, 5, 2, 5), 8, 3, (0, 6, 0, 6)),  # W3
        ((3, 3, 3, 1), 6, 4, (4, 4, 4, 0)),  # X20
        ((5, 2, 2, 2), 7, 3, (7, 1, 1, 1)),  # X21
        ((2, 0, 0, 0), 8, 5, (8, 0, 0, 0)),  # X22
        ((4, 4, 1, 0), 6, 4, (5, 5, 0, 0)),  # X28
        ((4, 2, 2, 0), 6, 4, (6, 2, 2, 0)),  # X29
        ((3, 0, 0, 0), 6, 4, (6, 0, 0, 0)),  # X30
        ((2, 2, 2), 6, 4, (4, 4, 4)),  # X31
        ((0, 0, 0), 6, 4, (0, 0, 0)),
    ],
)
def test_w2_w3_majorities(
    sums: tuple[int, ...], first: int, second: int, points: tuple[int, ...]
) -> None:
    assert majority(dict(enumerate(sums)), first, second) == dict(enumerate(points))


def test_w2_a_peninsula_is_counted_with_its_villages() -> None:
    table = match(a1="V1", a2="F2", a3="W", a4="S", a5="S", a6="V1", a7="S")
    stand(table, RED, "a1", "a2", "a3")
    stand(table, BLUE, "a4", "a5")
    stand(table, YELLOW, "a6")
    stand(table, BLACK, "a7")
    table.luck.inner["a"], table.luck.outer["a"] = 5, 7
    table.score_raid()
    assert table.scores[0].sums["a"] == {RED: 4, BLACK: 1, YELLOW: 2, BLUE: 2}
    assert table.scores[0].peninsulas["a"] == {RED: 7, BLACK: 0, YELLOW: 3, BLUE: 3}
    assert table.scores[0].wheat == {RED: 1, BLACK: 0, YELLOW: 0, BLUE: 0}


@pytest.mark.parametrize(
    ("walhalla", "numbers"),
    [
        ((2, 3, 2, 0), (7, 8, 7, 6)),  # W4
        ((2, 2, 2, 2), (8, 8, 8, 8)),  # X25
        ((5, 3, 1, 0), (8, 7, 6, 5)),  # X26
        ((4, 3, 3, 1), (8, 7, 7, 6)),  # X27
        ((0, 1, 2), (8, 9, 10)),
    ],
)
def test_w4_supply(walhalla: tuple[int, ...], numbers: tuple[int, ...]) -> None:
    assert supplies(dict(enumerate(walhalla))) == dict(enumerate(numbers))


@pytest.mark.parametrize(
    ("before", "card", "after", "supplied"),
    [
        ((4, 2, 3, 2), None, (2, 0, 1, 0), (8, 6, 7, 6)),  # W5
        ((2, 3, 3, 1), RED, (1, 2, 2, 0), (8, 7, 7, 6)),  # X27
        ((2, 2, 2, 2), None, (0, 0, 0, 0), (8, 8, 8, 8)),  # X25
    ],
)
def test_w5_exodus_comes_after_the_supply(
    before: tuple[int, ...], card: int | None, after: tuple[int, ...], supplied: tuple[int, ...]
) -> None:
    table = match()
    for player, heroes in enumerate(before):
        set_zones(table, player, 0, 14 - heroes, heroes)
    if card is not None:
        table.committed[card] = ["walhalla"]
    table.scores = [Score(table.committed)]
    table.prepare()
    assert tuple(table.count(player, WALHALLA) for player in range(4)) == after
    assert tuple(table.count(player, MIDGARD) for player in range(4)) == supplied
    assert all(sum(zones(table, player)) == 14 for player in range(4))


def test_x26_nobody_is_supplied_with_more_than_asgard_holds() -> None:
    table = match()
    set_zones(table, RED, 2, 4, 8)
    table.scores = [Score(table.committed)]
    table.prepare()
    assert table.scores[0].supply[RED] == 4
    assert zones(table, RED) == (6, 1, 7)


@pytest.mark.parametrize(("forest", "points"), [("F2", 4), ("F3", 6)])
def test_w6_x12_a_hunt_doubles_a_conquered_forest(forest: str, points: int) -> None:
    table = match(a1=forest)
    stand(table, YELLOW, "a1")
    aboard(table, RED)
    set_zones(table, YELLOW, 0, 13, 0)
    table.vikings.append(Viking(YELLOW, "a1"))
    table.hands[RED] = ["hunt"]
    viking = table.on("seat 1")
    assert viking is not None
    run(table, table.disembark(viking, ["a1"]), (RED, "fight"), (RED, "hunt"))
    assert (table.vp[RED], table.hands[RED], table.discards) == (points, [], ["hunt"])
    assert zones(table, YELLOW) == (0, 13, 1)


@pytest.mark.parametrize("raid", [1, 2, 3])
def test_w7_wheat_counts_the_number_of_the_raid(raid: int) -> None:
    table = match(a1="W", b1="W", c1="S")
    stand(table, RED, "a1", "b1", "c1")
    table.raid = raid
    table.score_raid()
    assert table.scores[0].wheat[RED] == 2 * raid


@pytest.mark.parametrize(
    ("layout", "fjord", "dragons", "land"),
    [
        ((6, 6, 6), 1, 3, 3),  # X1
        ((6, 6, 6), 1, 4, 0),
        ((5, 5, 8), 1, 3, 1),  # X2
        ((5, 5, 8), 3, 4, 3),  # X3
        ((5, 5, 8), 3, 5, 1),
        ((5, 5, 8), 3, 6, 0),
    ],
)
def test_x1_x2_x3_a_dragon_needs_one_field_beside_it(
    layout: tuple[int, int, int], fjord: int, dragons: int, land: int
) -> None:
    table = match(layout=layout)
    table.fjords[fjord] = [(Dragon("R", 1), False)] * dragons
    rows = [row for row in table.next_rows(fjord) if table.shore(fjord, row)]
    assert (len(rows), table.is_open(fjord)) == (land, land > 0)


def test_x2_a_seat_beside_open_water_sends_its_viking_home() -> None:
    table = match(layout=(5, 5, 8), a10="V1")
    table.fjords[1] = [(Dragon("R", 1), False)] * 3
    aboard(table, RED, RED, RED)
    run(table, table.sail(), (table.active, "sail 1"))
    assert zones(table, RED) == (6, 6, 1)
    assert table.occupied(RED) == ["a10"]


@pytest.mark.parametrize(
    ("a1", "b1", "ends"),
    [
        (RED, RED, MIDGARD),  # X4, X7
        (RED, None, "b1"),  # X5
        (None, RED, "a1"),
    ],
)
def test_x5_x7_nobody_lands_on_an_own_viking(a1: int | None, b1: int | None, ends: str) -> None:
    table = match(a1="V1", b1="V1")
    for field, owner in (("a1", a1), ("b1", b1)):
        if owner is not None:
            stand(table, owner, field)
    aboard(table, RED)
    viking = table.on("seat 1")
    assert viking is not None
    run(table, table.disembark(viking, ["a1", "b1"]))
    assert viking.place == ends


def test_x6_a_free_field_and_an_enemy_are_two_choices() -> None:
    table = match()
    stand(table, BLACK, "a1")
    aboard(table, RED)
    viking = table.on("seat 1")
    assert viking is not None
    table.run(table.disembark(viking, ["a1", "b1"]))
    assert table.legal(RED) == {"land a1", "land b1"}
    assert table.legal(BLACK) == set()


@pytest.mark.parametrize(
    ("heroes", "hand", "asked"),
    [
        (0, [], None),  # X8
        (0, ["forest"], {"lose"}),
        (0, ["shield"], {"lose", "shield"}),  # X9
        (2, [], {"lose", "pay"}),
        (2, ["shield"], {"lose", "pay", "shield"}),
    ],
)
def test_x8_x9_what_a_defender_may_do(heroes: int, hand: list[str], asked: set[str] | None) -> None:
    table = match(a1="V1")
    set_zones(table, BLACK, 0, 13 - heroes, heroes)
    table.vikings.append(Viking(BLACK, "a1"))
    table.hands[BLACK] = hand
    aboard(table, RED)
    viking = table.on("seat 1")
    assert viking is not None
    table.run(table.disembark(viking, ["a1"]))
    if asked is None:
        assert viking.place == "a1"
        return
    assert table.legal(BLACK) == asked
    if "shield" in asked:
        table.play(BLACK, "shield")
        assert (viking.place, table.count(BLACK, WALHALLA)) == (WALHALLA, heroes)
    elif "pay" in asked:  # X11
        table.play(BLACK, "pay")
        assert (viking.place, zones(table, BLACK)) == (WALHALLA, (0, 12, 1))


def test_x10_an_attack_card_leaves_the_defender_no_choice() -> None:
    table = match(a1="S")
    set_zones(table, BLACK, 0, 10, 3)
    table.vikings.append(Viking(BLACK, "a1"))
    table.hands = {RED: ["attack"], BLACK: ["shield"], YELLOW: [], BLUE: []}
    table.pile = []
    aboard(table, RED)
    viking = table.on("seat 1")
    assert viking is not None
    run(table, table.disembark(viking, ["a1"]), (RED, "attack"))
    assert (viking.place, zones(table, BLACK)) == ("a1", (0, 10, 4))
    # The card just played was the only one to make a new pile of, and the site gives it back.
    assert (table.hands[RED], table.discards, table.reshuffles) == (["attack"], [], 1)


def test_a_site_gives_nothing_when_every_card_is_in_a_hand() -> None:
    table = match(a1="S")
    table.pile = []
    table.draw_card(RED)
    assert (table.hands[RED], table.reshuffles) == ([], 0)


def boarding(table: Match, dragon: Dragon) -> set[str]:
    table.dragon, table.active = dragon, RED
    table.run(table.board())
    return table.legal(RED)


def test_x13_all_three_seats_are_free_to_the_player_of_the_reserved_colour() -> None:
    table = match()
    set_zones(table, RED, 3, 10, 1)
    words = {"board none", "board 1", "board 2", "board 3", "board 1 2", "board 1 3", "board 2 3"}
    assert boarding(table, Dragon("R", 2)) == words | {"board 1 2 3"}
    assert boarding(table, Dragon("K", 2)) == {"board none", "board 1", "board 3", "board 1 3"}


def test_x14_nobody_is_asked_for_a_colour_that_does_not_play() -> None:
    table = match(3)
    table.dragon, table.active = Dragon("B", 1), RED
    run(table, table.board_guest())


@pytest.mark.parametrize(
    ("midgard", "cards", "vp", "most"),
    [(0, 2, 4, 2), (0, 2, 1, 1), (0, 2, 0, 0), (1, 2, 0, 1), (1, 1, 1, 2), (0, 0, 9, 0)],
)
def test_x15_x16_x17_a_card_and_a_point_buy_a_viking(
    midgard: int, cards: int, vp: int, most: int
) -> None:
    table = match()
    set_zones(table, RED, midgard, 5, 1)
    table.hands[RED] = ["hunt", "forest"][:cards]
    table.vp[RED] = vp
    words = ["board none", "board 2", "board 3", "board 2 3"]
    allowed = words if most == 2 else words[:3] if most == 1 else []
    assert boarding(table, Dragon("K", 1)) == set(allowed)


def test_x15_the_second_sale_needs_no_answer_once_one_card_is_left() -> None:
    table = match()
    set_zones(table, RED, 0, 5, 1)
    table.hands[RED], table.vp[RED] = ["hunt", "forest"], 4
    table.dragon, table.active = Dragon("K", 1), RED
    run(table, table.board(), (RED, "board 2 3"), (RED, "sell forest"))
    assert (table.vp[RED], table.hands[RED], table.discards) == (2, [], ["forest", "hunt"])
    assert zones(table, RED) == (0, 3, 1)


def test_x18_x19_a_raid_ends_when_the_last_viking_has_left_midgard() -> None:
    table = match(3, a1="V1")
    for player in range(3):
        set_zones(table, player, 0, 13, 1)
    set_zones(table, RED, 1, 13, 0)
    table.active = RED
    table.luck.dragons = lambda _: [Dragon("B", 3)] * 12
    table.run(table.sail_out())
    table.play(RED, "board 1")
    table.play(RED, "sail 1")
    assert table.dragons_used == [1]


def test_x23_a_tongue_card_counts_without_a_viking() -> None:
    table = match(a1="S")
    table.luck.inner["a"], table.luck.outer["a"] = 4, 8
    stand(table, BLACK, "a1")
    table.committed[RED] = ["tongue8"]
    table.score_raid()
    assert table.scores[0].peninsulas["a"] == {RED: 8, BLACK: 4, YELLOW: 0, BLUE: 0}


def test_x24_cards_of_a_kind_add_up() -> None:
    table = match(a1="F2", a2="F3", a3="F2", a4="W")
    stand(table, RED, "a1", "a2", "a3", "a4")
    table.committed[RED] = ["forest", "forest"]
    table.score_raid()
    assert table.scores[0].cards == {RED: 6, BLACK: 0, YELLOW: 0, BLUE: 0}


def test_x32_setup() -> None:
    assert zones(match(4), BLUE) == (7, 6, 1)
    assert zones(match(3), YELLOW) == (9, 4, 1)


def test_x33_only_wheat_is_kept() -> None:
    table = match(a1="W", a2="F2", a3="V1")
    stand(table, RED, "a1", "a2", "a3")
    table.scores = [Score(table.committed)]
    table.prepare()
    assert table.occupied(RED) == ["a1"]
    assert sum(zones(table, RED)) == 13


def test_the_walhalla_card_is_for_the_supply() -> None:
    table = match()
    table.hands[RED] = ["hunt", "walhalla", "forest"]
    early = {"commit none", "commit forest", "commit walhalla", "commit forest walhalla"}
    assert set(table.commits(RED)) == early
    table.raid = 3
    assert set(table.commits(RED)) == {"commit none", "commit forest"}
    table.walhalla_in_final = True
    assert set(table.commits(RED)) == early


def test_equal_points_share_a_place() -> None:
    assert places({0: 50, 1: 61, 2: 50, 3: 7}) == (2, 1, 2, 4)


def test_there_are_ten_layouts_and_nine_fields_of_each_kind() -> None:
    assert len(LAYOUTS) == 10
    fields = " ".join(TILES).split()
    assert {kind: fields.count(kind) for kind in set(fields)} == {
        "S": 9,
        "W": 9,
        "F2": 6,
        "F3": 3,
        "V1": 6,
        "V2": 3,
    }


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_random_matches_end_with_every_viking_and_card(
    style: str, layout: tuple[int, int, int], seats: int
) -> None:
    rng = Random(f"{style} {seats} {layout}")
    table = Match(luck(seats, layout), seats)
    table.run(table.whole())
    while table.question is not None:
        table.play(*choose(table, STYLES[style], rng))
        cards = [*table.pile, *table.discards, *(c for h in table.hands.values() for c in h)]
        assert sorted(cards) == sorted(table.luck.cards)
    assert len(table.scores) == 3
    assert min(table.vp.values()) >= 0
    assert all(viking.place in (*table.land, *ZONES) for viking in table.vikings)
