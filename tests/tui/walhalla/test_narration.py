"""What happens in a match of Walhalla is told to everyone, without what they may not know."""

import pytest

from odin_engine import walhalla
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.walhalla.box import Card
from odin_engine.walhalla.events import (
    CardDrawn,
    Committed,
    DragonDrawn,
    RaidBegun,
    RaidEnded,
    Reshuffled,
)
from odin_engine.walhalla.land import Cape
from odin_engine.walhalla.results import CardScore, Majority, PeninsulaScore, RaidResult, Supply
from odin_engine.walhalla.view import View
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.narration import sentences
from tests.engine import laws
from tests.engine.walhalla.positions import after, position
from tests.tui.walhalla.views import NAMES, UI, reader, start, told, view


def lines(event: object, seat: int | None = 0) -> list[str]:
    return sentences(event, view(start(3)), reader(seat))  # type: ignore[arg-type]


def test_a_raid_begins() -> None:
    assert lines(RaidBegun(Seat(0), 1)) == ["Raid 1 of 3 begins, and you start it."]
    assert lines(RaidBegun(Seat(1), 2)) == ["Raid 2 of 3 begins, and Bo starts it."]


@pytest.mark.parametrize(
    ("drawer", "colour", "told_to_first", "told_to_second"),
    [
        (0, 0, "You draw dragon 4 of 12. All its seats are yours to fill.",
         "Astrid draws dragon 4 of 12. All its seats are for Astrid to fill."),
        (0, 1, "You draw dragon 4 of 12. Seat 3 is reserved for Bo.",
         "Astrid draws dragon 4 of 12. Seat 3 is reserved for you."),
        (0, 3, "You draw dragon 4 of 12. Nobody may use seat 3.",
         "Astrid draws dragon 4 of 12. Nobody may use seat 3."),
        (2, 0, "Cnut draws dragon 4 of 12. Seat 3 is reserved for you.",
         "Cnut draws dragon 4 of 12. Seat 3 is reserved for Astrid."),
    ],
)  # fmt: skip
def test_a_dragon_is_drawn(
    drawer: int, colour: int, told_to_first: str, told_to_second: str
) -> None:
    event = DragonDrawn(Seat(drawer), walhalla.box.Dragon(colour, 2), 4)
    assert lines(event, 0) == [told_to_first]
    assert lines(event, 1) == [told_to_second]


def test_boarding_and_sailing_are_told() -> None:
    before = position(dragon="K3")
    state = after(before, "board 1 2", "join", "sail 1 turned")
    assert told(state, 0, before)[:3] == [
        "You fill seat 1 and seat 2.",
        "Bo comes along in the reserved seat.",
        "You turn the dragon and sail into fjord 1.",
    ]
    assert told(state, 1, before)[:3] == [
        "Astrid fills seat 1 and seat 2.",
        "You come along in the reserved seat.",
        "Astrid turns the dragon and sails into fjord 1.",
    ]
    empty = after(before, "board none", "decline", "sail 4")
    assert told(empty, 2, before)[:3] == [
        "Astrid sends nobody aboard.",
        "Bo does not come along.",
        "Astrid sails into fjord 4.",
    ]
    assert told(empty, 1, before)[1] == "You do not come along."


def test_a_sold_card_is_seen_by_everybody() -> None:
    before = position(dragon="R1", midgard=(0, 5, 5, 5), hands={"R": "hunt forest"}, points=3)
    state = after(before, "board 1", "sell hunt")
    told_now = "pay the card HUNT and a point for a Viking from Asgard."
    assert f"You {told_now}" in told(state, 0, before)
    assert "Bo" not in "".join(told(state, 0, before)[:2])
    assert "Astrid pays the card HUNT and a point for a Viking from Asgard." in told(
        state, 1, before
    )


def test_a_viking_without_a_place_goes_home() -> None:
    before = position(dragon="R1", vikings="a1=R")
    state = after(before, "board 1", "sail 1")
    assert "Your Viking cannot land at row 1 and goes back to Midgard." in told(state, 0, before)
    assert "The Viking of Astrid cannot land at row 1 and goes back to Midgard." in told(
        state, 1, before
    )


@pytest.mark.parametrize(
    ("moves", "attacker", "defender", "third"),
    [
        (("attack",), "You play attack: the Viking of Bo falls.",
         "Astrid plays attack: your Viking falls.",
         "Astrid plays attack: the Viking of Bo falls."),
        (("fight", "lose"), "The Viking of Bo falls.", "Your Viking falls.",
         "The Viking of Bo falls."),
        (("fight", "pay"), "Bo pays a hero: your Viking falls.",
         "You pay a hero: the Viking of Astrid falls.",
         "Bo pays a hero: the Viking of Astrid falls."),
        (("fight", "shield"), "Bo plays shield: your Viking falls.",
         "You play shield: the Viking of Astrid falls.",
         "Bo plays shield: the Viking of Astrid falls."),
    ],
)  # fmt: skip
def test_a_fight_is_told_to_both_and_to_the_others(
    moves: tuple[str, ...], attacker: str, defender: str, third: str
) -> None:
    hands = {"R": "attack", "K": "shield"}
    before = position(dragon="R1", vikings="a1=K", hands=hands)
    state = after(before, "board 1", "sail 1", *moves)
    attacks = ("You attack Bo at a1.", "Astrid attacks you at a1.", "Astrid attacks Bo at a1.")
    for seat, (attack, fight) in enumerate(zip(attacks, (attacker, defender, third), strict=True)):
        said = told(state, seat, before)
        assert attack in said
        assert said[said.index(attack) + 1] == fight


def test_a_forest_gives_points_and_a_hunt_twice_as_many() -> None:
    before = position(dragon="R1", land="a1=F3 a2=F2", hands={"R": "hunt"})
    state = after(before, "board 1 2", "sail 1", "hunt")
    assert told(state, 0, before)[2:] == [
        "You take a1, forest 3.",
        "You play hunt: the forest gives you 6 points.",
        "You take a2, forest 2.",
        "The forest gives you 2 points.",
        "Bo draws dragon 2 of 12. Seat 2 is reserved for you.",
    ]
    assert "Astrid plays hunt: the forest gives Astrid 6 points." in told(state, 1, before)
    assert "The forest gives Astrid 2 points." in told(state, 1, before)


def test_only_the_drawer_reads_which_card_was_drawn() -> None:
    before = position(dragon="R1", land="a1=S", pile="shield")
    state = after(before, "board 1", "sail 1")
    assert told(state, 0, before)[-2].startswith("You draw the card SHIELD: when you are ")
    assert "Astrid draws a card." in told(state, 1, before)
    assert "Astrid draws a card." in told(state, None, before)
    assert "shield" not in " ".join(told(state, 1, before))
    open_card = CardDrawn(Seat(0), Card.HUNT)
    assert lines(open_card, 1) == ["Astrid draws the card HUNT."]


def test_cards_that_are_laid_down_are_hidden_until_the_end() -> None:
    event = Committed(Seat(1), (Card.FOREST, Card.TONGUE_7))
    assert lines(event, 1) == ["You lay down FOREST+ and CAPE 7."]
    assert lines(Committed(Seat(1), ()), 1) == ["You lay down no card."]
    assert lines(Committed(Seat(1), None), 0) == ["Bo has decided."]
    assert lines(event, None) == ["Bo lays down FOREST+ and CAPE 7."]


def test_a_new_pile_is_told() -> None:
    assert lines(Reshuffled(1)) == ["The discards are shuffled: 1 card to draw."]
    assert lines(Reshuffled(9)) == ["The discards are shuffled: 9 cards to draw."]


RESULT = RaidResult(
    raid=2,
    commits=((Card.FOREST, Card.FOREST), (), (Card.WALHALLA,)),
    cards=(CardScore(0, Card.FOREST, 2, 3), CardScore(1, Card.FOREST, 1, 1)),
    peninsulas=(
        PeninsulaScore(Cape(3, 6), Majority((4, 2, 2), (1, 2, 2), (6, 2, 2))),
        PeninsulaScore(Cape(4, 7), Majority((0, 0, 1), (0, 0, 1), (0, 0, 7))),
        PeninsulaScore(Cape(5, 8), Majority((0, 0, 0), (0, 0, 0), (0, 0, 0))),
    ),
    wheat=(1, 0, 2),
    fields=(0, 0, 0),
    walhalla=None,
    cleared=(4, 2, 1),
    supply=Supply((1, 2, 4), (3, 2, 1), (8, 9, 10)),
    exodus=1,
    points=(14, 3, 13),
    totals=(20, 9, 16),
)


def test_the_scoring_of_a_raid_is_told_item_by_item() -> None:
    assert lines(RaidEnded(RESULT)) == [
        "Raid 2 is over.",
        "You laid down FOREST+ and FOREST+.",
        "Cnut laid down WALHALLA.",
        "Cards FOREST+, for each field that is held: you 2 × 3 (+6), Bo 1 × 1 (+1).",
        "Peninsula a, cape 6/3: you 4 (+6), Bo 2 (+2), Cnut 2 (+2).",
        "Peninsula b, cape 7/4: you 0, Bo 0, Cnut 1 (+7).",
        "Peninsula c, cape 8/5: you 0, Bo 0, Cnut 0.",
        "Each wheat field gives 2 points: you 2, Bo 0, Cnut 4.",
        "Points of this scoring: you 14, Bo 3, Cnut 13.",
        "Back to Asgard from the land, except from wheat: you 4, Bo 2, Cnut 1.",
        (
            "From Asgard to Midgard, as far as there are any: you 8 (place 3, heroes 1), "
            "Bo 9 (place 2, heroes 2), Cnut 10 (place 1, heroes 4)."
        ),
        "Then 1 hero of everybody leaves Walhalla for Asgard.",
    ]


def test_the_last_raid_counts_fields_and_heroes() -> None:
    heroes = Majority((3, 1, 1), (1, 2, 2), (6, 2, 2))
    last = RESULT._replace(raid=3, walhalla=heroes, fields=(5, 4, 3), supply=None)
    said = lines(RaidEnded(last))
    assert said[-3:] == [
        "Each field that is held gives 1 point: you 5, Bo 4, Cnut 3.",
        "The most heroes in Walhalla, 6/4: you 3 (+6), Bo 1 (+2), Cnut 1 (+2).",
        "Points of this scoring: you 14, Bo 3, Cnut 13.",
    ]


@pytest.mark.parametrize("seats", [3, 4])
def test_everything_that_happens_is_told_once(seats: int) -> None:
    case = laws.Case(GAMES["walhalla"], seats, ())
    views = [walhalla.view(step.state, None) for step in laws.walk(case)]
    said = [
        line
        for before, after_it in zip([None, *views], views, strict=False)
        for line in UI.tell(before, after_it, reader(None))
    ]
    assert said == UI.tell(None, views[-1], reader(None))
    assert said[-1].endswith(("wins.", "share the win."))


def test_the_first_card_is_explained_to_whoever_holds_it() -> None:
    begun = start()
    shown: View = view(begun)
    assert told(begun)[-1].startswith(f"You hold the card {CARD_NAMES[shown.hand[0]]}: ")
    assert not [line for line in told(begun, None) if "hold" in line]
    assert NAMES[shown.starter] in told(begun, None)[0]
