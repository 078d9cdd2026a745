"""Walhalla in plain lines: the table, what is asked, and what each answer leads to."""

import json

import pytest

from odin_engine.game import IllegalMove, Refusal
from odin_engine.walhalla.options import LAYOUTS, Options
from odin_engine.walhalla.refusals import CODES
from odin_tui.languages import ENGLISH
from odin_tui.messages import outcome_text, refusal_text
from odin_tui.walhalla.messages import REFUSALS
from tests.engine.walhalla.positions import after, position
from tests.tui.walhalla.views import READER, UI, asked, offered, reader, start, view

TURN = position(
    dragon="K2",
    land="a1=F3 a2=W b1=S b2=V2",
    vikings="a1=Y b2=R b3=R c1=K",
    hands={"R": "hunt forest", "K": "shield"},
    points=(5, 0, 7, 0),
)


def test_the_table_shows_the_map_the_players_and_who_leads() -> None:
    state = after(TURN, "board 1 3", "join", "sail 2")
    lines = UI.text.table(view(state), READER)
    assert lines[:7] == [
        "Raid 1 of 3, dragon 1 of 12. You choose where to land.",
        "Still on the dragon in fjord 2: seat 1 you, seat 2 Bo, seat 3 you.",
        "     1    a     2    b     3    c     4",
        " 1  ~~~  F3 Y  =R=  S  .  ~~~  V1 K  ~~~",
        " 2  ~~~  W  .  =K=  V2 R  ~~~  V1 .  ~~~",
        " 3  ~~~  V1 .  =R=  V1 R  ~~~  V1 .  ~~~",
        " 4  ~~~  V1 .  ~~~  V1 .  ~~~  V1 .  ~~~",
    ]
    assert lines[15:17] == [
        "13       (3)        (4)        (5)",
        "14       (6)        (7)        (8)",
    ]
    assert lines[21:] == [
        (
            "R is you: points 5, cards 2; Vikings in Midgard 3, on land 2, in Asgard 6, "
            "in Walhalla 1."
        ),
        (
            "K is Bo: points 0, cards 1; Vikings in Midgard 4, on land 1, in Asgard 7, "
            "in Walhalla 1."
        ),
        (
            "Y is Cnut: points 7, cards 0; Vikings in Midgard 5, on land 1, in Asgard 7, "
            "in Walhalla 1."
        ),
        (
            "B is Dagny: points 0, cards 0; Vikings in Midgard 5, on land 0, in Asgard 8, "
            "in Walhalla 1."
        ),
        "Peninsula a, cape 6/3, now: you 0, Bo 0, Cnut 1 (+6), Dagny 0.",
        "Peninsula b, cape 7/4, now: you 5 (+7), Bo 0, Cnut 0, Dagny 0.",
        "Peninsula c, cape 8/5, now: you 0, Bo 2 (+8), Cnut 0, Dagny 0.",
        "Cards to draw: 29. No discards.",
        ("Fresh Vikings after this raid, for the most heroes in Walhalla and so on: 8, 7, 6, 5."),
    ]


def test_a_turned_dragon_and_those_before_it_are_drawn_in_their_fjord() -> None:
    state = after(position(dragon="R1", moored=(0, 1, 0, 0)), "board 1 2", "sail 2 turned")
    rows = UI.text.table(view(state), READER)[3:10]
    assert [row[15:18] for row in rows] == ["===", "===", "===", "===", "=R=", "=R=", "~~~"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_all_its_fields_on_the_map(layout: tuple[int, ...]) -> None:
    state = start(tiles="-".join(map(str, layout)))
    rows = [line for line in UI.text.table(view(state), READER) if line[:2].strip().isdecimal()]
    assert len(rows) == 2 * max(layout) + 2
    assert sum(row.count(" . ") + row.endswith(" .") for row in rows) == 36
    assert sum(row.count("(") for row in rows) == 6
    assert max(map(len, rows)) <= 41


def test_who_the_match_waits_for_is_said() -> None:
    def first_line(state: object, seat: int | None = 0) -> str:
        return UI.text.table(view(state, seat), reader(seat))[0]  # type: ignore[arg-type]

    assert first_line(TURN).endswith("You fill the seats.")
    assert first_line(TURN, 1).endswith("Astrid fills the seats.")
    assert first_line(after(TURN, "board none"), None).endswith("Bo decides whether to come along.")
    committing = after(
        position(dragon="R1", midgard=(1, 0, 0, 0), hands={"R": "forest", "Y": "hunt"}),
        "board 1",
        "sail 1",
    )
    assert first_line(committing).endswith("Cards are laid down; still missing: you and Cnut.")
    over = after(
        position(dragon="R1", midgard=(1, 0, 0, 0), raid=3, hands={"R": "forest"}),
        "board 1",
        "sail 1",
        "commit none",
    )
    assert first_line(over).endswith("The match is over.")
    assert UI.text.prompt(view(over), READER) == "It is not your turn."
    outcome = view(over).outcome
    assert outcome is not None
    assert outcome_text(outcome, ENGLISH, "walhalla").startswith("The third raid is over; ")


def test_a_dragon_says_for_whom_its_seats_are() -> None:
    def seats(dragon: str, players: int = 4) -> str:
        return UI.text.table(view(position(dragon=dragon, seats=players)), READER)[1]

    assert seats("K2") == "On the dragon: seat 1 empty, seat 2 reserved for Bo, seat 3 empty."
    assert seats("R3") == "On the dragon: seat 1 empty, seat 2 empty, seat 3 reserved for you."
    assert seats("B1", 3) == "On the dragon: seat 1 unused, seat 2 empty, seat 3 empty."


def test_cards_and_points_are_listed() -> None:
    assert UI.text.hand(view(TURN), READER) == [
        "You hold 2 cards: FOREST+ (forest) and HUNT (hunt)."
    ]
    assert UI.text.hand(view(TURN, 1), reader(1)) == ["You hold 1 card: SHIELD (shield)."]
    assert UI.text.hand(view(TURN, 2), reader(2)) == ["You hold no cards."]
    assert UI.text.hand(view(TURN, None), reader(None)) == ["You watch, so you hold no cards."]
    assert UI.text.scores(view(TURN), READER) == ["Points: Cnut 7, you 5, Bo 0, Dagny 0."]


ATTACKED = {
    "K": "you attack Bo, who may fall, or win with a shield. What you win: a village: ",
    "Y": "you attack Cnut, who may fall, or win by paying a hero or with a shield. What you win: ",
    "B": "you attack Dagny, who must fall. What you win: ",
}


# -- what is asked -------------------------------------------------------------------------------


def test_boarding_is_asked_with_the_seats_and_the_vikings() -> None:
    assert asked(TURN) == (
        "Your turn: fill seats 1 and 3 of the dragon, or none. You have 5 Vikings in Midgard."
    )
    assert offered(TURN) == {
        "board none": "the dragon sails without a Viking of yours.",
        "board 1": "4 Vikings are left in Midgard.",
        "board 3": "4 Vikings are left in Midgard.",
        "board 1 3": "3 Vikings are left in Midgard.",
    }
    assert asked(TURN, 1) == "It is not your turn."


def test_boarding_with_an_empty_midgard_says_what_it_costs() -> None:
    hands = {"R": "hunt forest", "K": "hunt shield"}
    state = position(dragon="R3", midgard=(0, 0, 5, 5), hands=hands, points=3)
    assert asked(state) == (
        "Your turn: fill seats 1, 2 and 3, or none. Midgard is empty: each Viking costs a card "
        "and a point."
    )
    assert offered(state)["board 1"] == "you sell 1 card, and pay a point for it."
    assert offered(state)["board 1 2"] == "you sell 2 cards, and pay a point for each."
    selling = after(state, "board 2")
    assert asked(selling) == (
        "Your turn: which card do you sell, with a point, for a Viking on seat 2?"
    )
    assert offered(selling)["sell hunt"] == (
        "you lose this: when you take a forest, its points count double."
    )
    guest = after(position(dragon="K3", midgard=(1, 0, 5, 5), hands=hands, points=3), "board none")
    assert asked(guest, 1) == (
        "Your turn: seat 3 of Astrid's dragon is reserved for you. Do you sell a card for a Viking?"
    )


def test_a_guest_is_asked_before_the_fjord_is_known() -> None:
    state = after(TURN, "board 1")
    assert asked(state, 1) == (
        "Your turn: seat 2 of Astrid's dragon is reserved for you. Does a Viking of yours come "
        "along?"
    )
    assert offered(state, 1) == {
        "join": "your Viking sails along; Astrid chooses the fjord now.",
        "decline": "the reserved seat stays empty.",
    }


def test_every_fjord_says_who_lands_where() -> None:
    state = after(TURN, "board 1 3", "join")
    assert asked(state) == "Your turn: into which fjord do you sail?"
    told = offered(state)
    assert told["sail 2"] == (
        "you land at a1 (forest 3, against Cnut) or b1 (sacrifice site); "
        "Bo lands at a2 (wheat) or b2 (village +2, against you); you land at a3 (village +1)"
    )
    assert told["sail 4"] == (
        "you land at c1 (village +1, against Bo); Bo lands at c2 (village +1); "
        "you land at c3 (village +1)"
    )
    turned = offered(after(TURN, "board 1", "join"))["sail 4 turned"]
    assert turned == "Bo lands at c2 (village +1); you land at c3 (village +1)"
    assert told["sail 2 turned"] == "the same as without turning"
    full = position(dragon="R1", vikings="a1=R")
    assert offered(after(full, "board 1"))["sail 1"] == "you cannot land, and go back to Midgard"
    guest = after(position(dragon="K1", vikings="a1=K"), "board none", "join")
    assert offered(guest)["sail 1"] == "Bo cannot land, and goes back to Midgard"
    empty = after(position(dragon="R1", moored=(2, 0, 0, 0)), "board none")
    assert offered(empty)["sail 1"] == "nobody lands; the dragon blocks rows 7 to 9"


def test_a_landing_says_what_the_field_gives_and_whom_it_attacks() -> None:
    state = after(TURN, "board 1 3", "join", "sail 2")
    assert asked(state) == "Your turn: on which side of fjord 2 does your Viking land?"
    assert offered(state) == {
        "land a1": (
            "you attack Cnut, who may fall, or win by paying a hero. "
            "What you win: a forest: 3 points at once."
        ),
        "land b1": "a sacrifice site: you draw a card.",
    }
    heroes, hands = (1, 0, 1, 0), {"K": "hunt", "Y": "hunt"}
    for row, colour in enumerate("KYB", 1):
        held = position(dragon="R1", vikings=f"a{row}={colour}", walhalla=heroes, hands=hands)
        landing = after(held, f"board {row}", "sail 2")
        assert ATTACKED[colour] in offered(landing)[f"land a{row}"]
    wheat = position(dragon="R1", land="a1=W b1=V2", raid=2)
    assert offered(after(wheat, "board 1", "sail 2")) == {
        "land a1": "wheat: 2 points when this raid ends, and your Viking stays.",
        "land b1": "a village: counts as 3 Vikings on peninsula b.",
    }


def test_a_fight_says_what_each_answer_costs() -> None:
    hands = {"R": "attack", "K": "shield"}
    state = after(
        position(dragon="R1", land="a1=F2", vikings="a1=K", hands=hands), "board 1", "sail 1"
    )
    assert asked(state) == (
        "Your turn: you attack Bo at a1, forest 2. Do you play your attack card?"
    )
    assert offered(state) == {
        "attack": "you play the card: the Viking of Bo falls. What you win: a forest: 2 points at once.",  # noqa: E501
        "fight": "Bo decides who falls. What you win: a forest: 2 points at once.",
    }
    defending = after(state, "fight")
    assert asked(defending, 1) == "Your turn: Astrid attacks your Viking at a1, forest 2."
    assert offered(defending, 1) == {
        "lose": "your Viking falls, and you have 2 heroes in Walhalla; Astrid takes the field.",
        "pay": (
            "the Viking of Astrid falls, and a hero of yours leaves for Asgard; "
            "you have 0 heroes left."
        ),
        "shield": "you play the card: the Viking of Astrid falls, and you pay no hero.",
    }
    without = after(position(dragon="R1", vikings="a1=K", hands={"R": "hunt"}), "board 1", "sail 1")
    assert asked(without) == (
        "Your turn: you attack Bo at a1, village +1. You hold no attack card, so fight."
    )


def test_a_forest_says_what_a_hunt_brings() -> None:
    hunting = after(position(dragon="R1", land="a1=F3", hands={"R": "hunt"}), "board 1", "sail 1")
    assert asked(hunting) == "Your turn: a1 is yours, forest 3. Do you play hunt?"
    assert offered(hunting) == {
        "hunt": "you play the card and get 6 points.",
        "gather": "you get 3 points.",
    }
    without = after(position(dragon="R1", land="a1=F3", hands={"R": "shield"}), "board 1", "sail 1")
    assert asked(without) == "Your turn: a1 is yours, forest 3. You hold no hunt card, so gather."


def test_the_end_of_a_raid_says_what_cards_are_worth() -> None:
    state = after(
        position(
            dragon="R1",
            midgard=(1, 0, 0, 0),
            land="a1=F2 a2=F3 b1=W",
            vikings="a2=R b1=R b2=K b3=K",
            hands={"R": "forest forest wheat tongue7 walhalla"},
        ),
        "board 1",
        "sail 1",
        "gather",
    )
    assert asked(state) == (
        "Your turn: raid 1 is over. Lay down cards, or none; all are turned up at once."
    )
    told = offered(state)
    assert told["commit none"] == "you keep all your cards."
    assert told["commit forest forest wheat"] == "5 points for fields you hold."
    assert told["commit tongue7 walhalla"] == (
        "on peninsula b you count 3 and get 4, without it 4; you count 3 heroes in Walhalla."
    )


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "sentence"),
    [
        (TURN, "board 2", "board 2: seat 2 is reserved for the Vikings marked K."),
        (
            position(dragon="R1", midgard=(1, 5, 5, 5)),
            "board 1 2",
            "board 1 2: you can fill 1 seat at most.",
        ),
        (after(TURN, "board 1", "join"), "join", "join: now a fjord is chosen, as in sail 2."),
        (
            after(position(dragon="R1", moored=(4, 0, 0, 0)), "board none"),
            "sail 1",
            "sail 1: fjord 1 is full.",
        ),
        (
            after(position(dragon="R1", options=Options(turning=False)), "board none"),
            "sail 1 turned",
            "sail 1 turned: dragons are not turned in this match.",
        ),
        (
            after(TURN, "board 1", "decline", "sail 2"),
            "land c9",
            "land c9: this Viking can land at a1 or b1.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_says_what_would_do(state: object, move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        after(state, move)  # type: ignore[arg-type]
    assert refusal_text(refused.value, ENGLISH, "walhalla") == sentence


def test_every_code_of_the_rules_has_a_sentence() -> None:
    shared = {"match-over", "not-your-turn"}
    assert set(CODES) - shared <= set(REFUSALS)
    for code, facts in {
        "not-held": {"cards": ["hunt"]},
        "not-for-raid-end": {"cards": ["hunt", "shield"]},
        "too-few-vikings": {"most": 2},
    }.items():
        assert refusal_text(Refusal(code, **facts), ENGLISH, "walhalla").endswith(".")


# -- JSON ----------------------------------------------------------------------------------------


def test_json_names_every_event_of_the_raid_and_hides_what_is_hidden() -> None:
    before = position(dragon="R1", land="a1=S", pile="shield")
    state = after(before, "board 1", "sail 1")
    begun = state._replace(history=(*start().history[:1], *state.history))
    words = json.loads(json.dumps(UI.json.words(view(begun, 1))))
    assert [event["event"] for event in words["history"]] == [
        "raid-begun", "boarded", "sailed", "occupied", "card-drawn", "dragon-drawn"
    ]  # fmt: skip
    assert words["history"][4] == {"event": "card-drawn", "seat": 0, "card": None}
    assert words["history"][3]["field"] == "a1"
    assert words["terrains"][0][0] == "S"
    assert words["owners"][0][:2] == [0, None]
    assert words["capes"][0] == {"inner": 3, "outer": 6}
    mine = UI.json.words(view(begun, 0))
    assert mine["history"][4]["card"] == "shield"
    assert mine["hand"] == ["shield"]


def test_keeping_cards_after_the_last_raid_is_said_to_be_worth_nothing() -> None:
    for raid, worthless in ((2, False), (3, True)):
        end = position(raid=raid, moored=(4, 4, 3, 0), midgard=0, hands={"R": "forest"})
        said = offered(after(end, "sail 4"))["commit none"]
        assert ("worth nothing" in said) == worthless
