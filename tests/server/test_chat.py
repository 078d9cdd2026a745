import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from odin_server.chat import clean
from odin_server.hall import Announcement, NewTable
from odin_server.hall.rate_limit import RateLimit
from odin_server.hall.refusals import HallClosed, Muted, NothingToSay, TooFast

ATTACKS = [
    ("\x1b[31mred\x1b[0m", "red"),
    ("\x1b]0;a new title\x07hello", "hello"),
    ("\x1b]52;c;cm0gLXJm\x1b\\copy", "copy"),
    ("\x9b2Jgone", "gone"),
    ("\x1bPdevice\x1b\\ string", "string"),
    ("\x1bcreset", "reset"),
    ("a\rb\nc\td", "a b c d"),
    ("abc\b\b\bxyz", "abcxyz"),
    ("pay \u202eevil\u202c", "pay evil"),
    ("\u2066isolate\u2069", "isolate"),
    ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
    ("line\u2028break\u2029here", "line break here"),
    ("\u3164\u115f\u2800", ""),
    ("e" + "\u0301" * 50, "é" + "\u0301" * 3),
    ("  many   spaces  ", "many spaces"),
    ("\ud800lone", "lone"),
    ("private \ue000 use", "private use"),
    ("tag\U000e0041\U000e007f", "tag"),
    ("Ragnarök — þú! ᛟ", "Ragnarök — þú! ᛟ"),
    ("مرحبا", "مرحبا"),
    ("\x1b", ""),
    ("\x1b[", ""),
    ("\x1b]never closed", ""),
]


@pytest.mark.parametrize(("text", "left"), ATTACKS)
def test_what_could_harm_a_terminal_is_dropped_and_the_rest_stays(text: Any, left: Any) -> None:
    assert clean(text, 240) == left


@given(st.text(max_size=400), st.integers(1, 50))
@example("\x1b[31m", 5)
def test_whatever_is_typed_only_letters_that_can_be_shown_are_left(text: Any, length: Any) -> None:
    left = clean(text, length)
    assert len(left) <= length
    assert clean(left, length) == left
    for letter in left:
        assert letter == " " or unicodedata.category(letter)[0] != "C"
        assert unicodedata.category(letter) not in ("Zl", "Zp")


async def test_a_line_said_at_a_table_is_cleaned_cut_and_kept(env: Any) -> None:
    hall = await env.hall(settings={"chat_length": 10, "chat_tail": 2})
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2))
    await chair.say("\x1b[2Jskol to all of you")
    (line,) = chair.view.chat
    assert (line.player, line.name, line.text) == ("anna", "Anna", "skol to al")
    await chair.say("two")
    await chair.say("three")
    assert [line.text for line in chair.view.chat] == ["two", "three"]


async def test_talk_is_limited_by_rate_by_length_and_to_something(env: Any) -> None:
    hall = await env.hall(settings={"chat_burst": 2, "chat_every": 2.0, "chat_length": 10})
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2))
    for nothing in ("", "\u200b", "x" * 41):
        with pytest.raises(NothingToSay):
            await chair.say(nothing)
    await chair.say("one")
    await chair.say("two")
    with pytest.raises(TooFast):
        await chair.say("three")
    with pytest.raises(TooFast):
        hall.say(env.anna, "four")
    await env.pass_time(2)
    await chair.say("three")
    assert len(chair.view.chat) == 3


async def test_the_lobby_shows_people_chat_and_tables(env: Any) -> None:
    hall = await env.hall(settings={"chat_tail": 2})
    anna, bjarni = hall.enter(env.anna), hall.enter(env.bjarni)
    told = []
    anna.on_change = lambda: told.append(len(anna.chat))
    bjarni.say("hej\x07")
    bjarni.say("anyone?")
    await env.settle()
    assert told == [2]
    assert [person.name for person in anna.people] == ["Anna", "Bjarni"]
    chair = await hall.open_table(env.bjarni, NewTable("odin", seats=2, public=True))
    await env.settle()
    assert len(told) == 2
    assert anna.tables[0].code == chair.view.code
    assert bjarni.unfinished[0].code == chair.view.code
    assert anna.unfinished == ()
    await hall.announce("The hall closes at\x1b[0m ten.")
    assert anna.chat[-1].text == chair.view.chat[-1].text == "The hall closes at ten."
    assert isinstance(anna.chat[-1], Announcement)
    assert len(anna.chat) == 2
    anna.on_change = None
    bjarni.close()
    bjarni.close()
    assert [person.name for person in anna.people] == ["Anna"]


async def test_a_callback_of_a_lobby_session_may_be_taken_away_before_it_is_called(
    env: Any,
) -> None:
    hall = await env.hall()
    anna = hall.enter(env.anna)
    told = []
    anna.on_change = lambda: told.append(True)
    anna.say("hej")
    anna.on_change = None
    await env.settle()
    assert told == []


async def test_a_muted_player_says_nothing_until_the_time_is_over(env: Any) -> None:
    hall = await env.hall()
    hall.mute("anna", hall.now() + 60)
    with pytest.raises(Muted):
        hall.say(env.anna, "hej")
    await env.pass_time(61)
    hall.say(env.anna, "hej")
    assert len(hall.chat()) == 1


async def test_nobody_enters_a_hall_that_is_closing(env: Any) -> None:
    hall = await env.hall()
    await hall.close()
    with pytest.raises(HallClosed):
        hall.enter(env.anna)
    with pytest.raises(HallClosed):
        hall.say(env.anna, "hej")


def test_people_who_talked_long_ago_are_forgotten() -> None:
    allowance = RateLimit(1, 1.0)
    for number in range(1002):
        allowance.spend(f"p{number}", float(number))
    assert len(allowance._full_at) < 10
    assert not allowance.allows("p1001", 1001.0)


async def test_an_announcement_reaches_the_others_when_a_table_closes_meanwhile(
    env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await env.hall()
    closing = await hall.open_table(env.anna, NewTable("odin", seats=2))
    other = await hall.open_table(env.bjarni, NewTable("odin", seats=2))
    table = hall.table_by_id(closing.view.id)
    announce = table.announce

    async def announce_late(text: str) -> None:
        await closing.close_table()
        await announce(text)

    monkeypatch.setattr(table, "announce", announce_late)
    await hall.announce("The hall closes at ten.")
    assert [entry.text for entry in other.view.chat] == ["The hall closes at ten."]
