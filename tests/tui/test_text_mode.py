"""A table in plain lines: everything is announced, and nothing typed can do harm."""

import re
from collections.abc import AsyncIterator
from random import Random

import pytest

from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player, TimeControl
from tests.tui.conversations import Conversation

ASTRID = Player("astrid", "Astrid")
BO = Player("bo", "Bo")


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random(5))
    yield hall
    await hall.close()


async def sit_down(hall: Hall, **options: object) -> Conversation:
    wanted = {"seats": 3, "bots": ("karl", "karl"), "options": {"target": "one-hand"}, **options}
    chair = await hall.open_table(ASTRID, NewTable("odin", **wanted))  # type: ignore[arg-type]
    if len(wanted["bots"]) + 1 == wanted["seats"]:  # type: ignore[arg-type]
        await chair.start()
    return Conversation(chair)


async def test_the_first_lines_say_who_plays_and_what_to_do(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until(
        r"^Table ....-....: Odin with \w+ \(Karl – easy\), \w+ \(Karl – easy\).* "
        r"Type help for help\.$"
    )
    await talk.until(r"^Hand 1\. ")
    await talk.until(r"^You hold 9 cards: ")
    await talk.until(r"^Your turn: ")
    talk.type("quit")
    await talk.end()
    assert talk.heard[-1] == "Your match is saved."


async def test_a_whole_match_can_be_typed(hall: Hall) -> None:
    talk = await sit_down(hall)
    while not talk.over.done():
        asked = await talk.until(r"^Your turn|^Which card|^Type again")
        if asked.startswith("Type again"):
            talk.type("quit")
            break
        if asked.startswith("Which"):
            talk.type(re.findall(r"[ROYGBP][1-9]", asked)[0])
        elif "can only pass" in asked:
            talk.type("pass")
        else:
            talk.type("sets")
            sets = await talk.until("^You can play ")
            talk.type(sets.removeprefix("You can play ").split(",")[-2 if "pass" in sets else 0])
    await talk.end()
    assert talk.chair.view.phase is Phase.OVER
    assert any(line.endswith(("wins.", "win.")) for line in talk.heard)
    assert talk.heard[-1] == "Bye."


async def test_every_turn_of_every_seat_is_announced_once(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until("^Your turn")
    for _ in range(3):
        asked = talk.heard[-1]
        if "can only pass" in asked or "or pass" in asked:
            talk.type("pass")
        else:
            match = talk.chair.view.match
            assert match is not None
            talk.type(str(match.moves[0]))
        await talk.until("^Your turn")
    match = talk.chair.view.match
    assert match is not None
    turns = [line for line in talk.heard if re.match(r"\w+ (lead|play|pass|take)", line)]
    assert len(turns) == len(match.history) + sum(len(hand.history) for hand in match.results)


async def test_a_line_that_is_too_long_is_refused(hall: Hall) -> None:
    talk = await sit_down(hall)
    talk.type("say " + "x" * 4093)
    await talk.until(r"^A line has at most 4,096 characters\.$")
    talk.type("quit")
    await talk.end()


async def test_bad_input_costs_nothing(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until("^Your turn")
    before = talk.chair.view
    bad = ("", "   ", "dragon", "B9 B9", "Z4", "B9+", "+", "\x00\x1b[2J", "x" * 5000, "R1" * 300)
    talk.type(*bad, "hand")
    await talk.until("^You hold")
    assert talk.chair.view.version == before.version
    assert not any("\x1b" in line for line in talk.heard)


async def test_a_card_one_does_not_hold_is_refused_in_words(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until("^Your turn")
    match = talk.chair.view.match
    assert match is not None
    missing = next(card for card in match.deck if card not in match.hand)
    talk.type(str(missing))
    assert f"you don't have {missing}" in await talk.until("^.. ?: |^..: ")


async def test_hand_table_scores_sets_rules_and_help_answer(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until("^Your turn")
    for words, answer in {
        "hand": "^You hold 9",
        "TABLE": "^Cards left: you 9",
        "scores": "^Points: ",
        "sets": "^You can ",
        "moves": "^You can ",
        "rules": "^Type rules and one of",
        "rules take": "^Taking a card",
        "rules dragons": "^Nothing in the rules about 'dragons'",
        "help": "^quit: leave",
    }.items():
        talk.type(words)
        await talk.until(answer)


async def test_a_clock_is_announced_with_the_turn(hall: Hall) -> None:
    talk = await sit_down(hall, clock=TimeControl(move=45.0))
    await talk.until("^Your turn")
    await talk.until(r"^You have 4[0-9] seconds\.$")


async def test_a_hint_comes_with_its_reason_where_hints_are_allowed(hall: Hall) -> None:
    talk = await sit_down(hall, hints=True)
    await talk.until("^Your turn")
    talk.type("hint")
    assert re.match(r"A Konung would (pass|play .+)\. .+\.$", await talk.until("^A Konung"))
    await talk.until("^Konung is the master, the strongest bot.")
    talk.type("hint", "quit")
    await talk.end()
    assert sum("strongest bot" in line for line in talk.heard) == 1


async def test_a_hint_is_refused_where_hints_are_not_allowed(hall: Hall) -> None:
    talk = await sit_down(hall, hints=False)
    await talk.until("^Your turn")
    talk.type("hint")
    await talk.until("^Hints are not allowed in this match")


async def test_the_end_of_input_leaves_the_match_kept(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until("^Your turn")
    turn = talk.chair.view.turn
    talk.type(None)
    await talk.end()
    assert talk.heard[-1] == "Your match is saved."
    (kept,) = hall.unfinished(ASTRID)
    again = await hall.sit(ASTRID, kept.code)
    assert again.view.turn == turn


async def test_a_match_that_is_not_kept_is_not_said_to_be(hall: Hall) -> None:
    talk = await sit_down(hall)
    again = Conversation(await hall.sit(ASTRID, talk.chair.view.code), kept=False)
    again.type(None)
    await again.end()
    assert again.heard[-1] == "Bye."


async def test_whoever_comes_back_hears_where_things_stand_and_not_all_that_has_been(
    hall: Hall,
) -> None:
    talk = await sit_down(hall)
    while await talk.until("^Your turn"):
        match = talk.chair.view.match
        assert match is not None
        if match.table and talk.chair.view.turn > 3:
            break
        talk.type(str(match.moves[0]))
    talk.type(None)
    await talk.end()
    back = Conversation(await hall.sit(ASTRID, talk.chair.view.code))
    await back.until("^Your turn")
    assert any(line.startswith("In the middle: ") for line in back.heard)
    assert not any(" plays " in line for line in back.heard)
    assert sum(line.startswith("Your turn") for line in back.heard) == 1


async def test_talk_pauses_and_other_people_are_announced(hall: Hall) -> None:
    talk = await sit_down(hall, seats=2, bots=())
    await talk.until("^The match has not begun")
    other = await hall.sit(BO, talk.chair.view.code)
    await talk.until("^Bo takes seat 2")
    talk.type("start")
    await talk.until("^Hand 1")
    await other.say("hei!")
    await talk.until("^Bo: hei!")
    talk.type("say hello")
    await talk.until("^Astrid: hello")
    await other.pause()
    await talk.until("^Bo would like to pause")
    talk.type("pause")
    await talk.until("Type resume to go on")
    talk.type("resume")
    await other.resume()
    await talk.until("^The match goes on")
    other.close()
    await talk.until("^Bo lost the connection")


async def test_a_seat_left_for_good_is_announced_with_its_bot(hall: Hall) -> None:
    talk = await sit_down(hall, seats=2, bots=())
    other = await hall.sit(BO, talk.chair.view.code)
    talk.type("start")
    await talk.until("^Hand 1")
    await other.leave()
    await talk.until("^Bo has left; a bot plays on")


async def test_commands_before_the_match_say_that_there_is_none(hall: Hall) -> None:
    talk = await sit_down(hall, seats=3, bots=())
    talk.type("hand")
    await talk.until("^No match is being played")
    talk.type("B9")
    await talk.until("^No match is being played")
    talk.type("start thrall")
    await talk.until("^Hand 1")


async def test_another_match_begins_at_the_word_again(hall: Hall) -> None:
    talk = await sit_down(hall, seats=2, bots=("karl",))
    while not (await talk.until("^Your turn|^Type again")).startswith("Type again"):
        match = talk.chair.view.match
        assert match is not None
        talk.type(str(match.moves[0]))
    talk.type("again")
    await talk.until("^Hand 1")


async def test_a_chair_taken_over_elsewhere_says_so_and_ends(hall: Hall) -> None:
    talk = await sit_down(hall)
    await talk.until("^Your turn")
    await hall.sit(ASTRID, talk.chair.view.code)
    await talk.end()
    assert talk.heard[-1] == "You sat down here from somewhere else."


async def test_the_host_removes_somebody_by_name_before_the_match(hall: Hall) -> None:
    talk = await sit_down(hall, bots=())
    chair = await hall.sit(BO, talk.chair.view.code)
    talk.type("remove nobody here")
    await talk.until("There is nobody else to be removed.")
    talk.type("remove bo")
    await talk.until("Bo was removed from the table by its host.")
    assert chair.ended is not None
    talk.type("quit")
    await talk.end()
