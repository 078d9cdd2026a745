"""Reporting and ignoring people: as a command, in the chat, in plain lines and from the screens."""

from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from odin_engine.game import Refusal
from odin_server.accounts.sharing import share_accounts
from odin_server.hall import ChatLine, HallSettings, NewTable, Player
from odin_server.word_list import WordList
from odin_tui.commands import serve
from odin_tui.commands.serve_settings import settings_from
from odin_tui.commands.serving import hall_settings
from odin_tui.languages import ENGLISH
from odin_tui.main import Mistake
from odin_tui.people_actions import PeopleActions
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from tests.ssh.test_hall_app import Environment, an_environment
from tests.ssh.wire import eventually
from tests.tui.screens import screen_text

LOKI = "SHA256:Loki"


@asynccontextmanager
async def with_loki() -> AsyncIterator[tuple[Environment, Player]]:
    """A hall in which Loki talks."""
    async with an_environment() as environment:
        share_accounts(environment.accounts, environment.hall)
        loki = environment.caller("Loki").player
        environment.hall.enter(loki).say("boo [b]you[/b]")
        yield environment, loki


def lines(entries: object) -> list[str]:
    return [entry.text for entry in entries if isinstance(entry, ChatLine)]  # type: ignore[attr-defined]


async def answer(environment: Environment, caller_name: str, *words: str) -> str:
    said = await environment.frontend.open_app(environment.caller(caller_name, *words))
    assert isinstance(said, str)
    return said


async def test_a_report_carries_the_lines_of_the_hall() -> None:
    async with with_loki() as (environment, _loki):
        said = await answer(environment, "Freya", "report", "loki", "shouts", "at", "me")
        assert said == "Thank you. A moderator will read your report on Loki."
        (report,) = environment.accounts.reports.open()
        assert (report.by_name, report.about, report.why) == ("Freya", LOKI, "shouts at me")
        assert (report.place, report.lines) == ("", (("Loki", "boo [b]you[/b]"),))
        assert "You have reported Loki" in await answer(environment, "Freya", "report", "Loki")
        assert "Nobody is called" in await answer(environment, "Freya", "report", "Sven", "x")
        assert "Type it like this: unignore NAME" in await answer(environment, "Freya", "unignore")


async def test_a_report_carries_nothing_that_the_reporter_could_not_read() -> None:
    async with with_loki() as (environment, loki):
        hall, freya = environment.hall, environment.caller("Freya").player
        chair = await hall.open_table(loki, NewTable("odin", seats=3))
        await chair.say("a secret of the table")
        place, heard = hall.heard(freya, loki.id)
        assert (place, lines(heard)) == ("", ["boo [b]you[/b]"])
        await hall.sit(freya, chair.view.code)
        place, heard = hall.heard(freya, loki.id)
        assert (place, lines(heard)) == (chair.view.code, ["a secret of the table"])
        # Sven is not there, so it is about what is said in the hall.
        assert hall.heard(freya, "SHA256:Sven")[0] == ""


async def test_the_lines_of_somebody_ignored_are_not_shown_anywhere() -> None:
    async with with_loki() as (environment, loki):
        hall, freya = environment.hall, environment.caller("Freya")
        lobby = hall.enter(freya.player)
        host = await hall.open_table(loki, NewTable("odin", seats=3))
        chair = await hall.sit(freya.player, host.view.code)
        await host.say("boo at the table")
        assert lines(lobby.chat)
        assert lines(chair.view.chat)
        assert "do not see what Loki says" in await answer(environment, "Freya", "ignore", "Loki")
        assert lines(lobby.chat) == lines(chair.view.chat) == []
        assert lines(host.view.chat) == ["boo at the table"]
        assert await answer(environment, "Freya", "ignore") == "You ignore: Loki"
        # A restart of the hall changes nothing.
        hall.ignore_here(freya.account.id, frozenset())
        assert lines(lobby.chat)
        share_accounts(environment.accounts, hall)
        assert lines(lobby.chat) == []
        assert "see again" in await answer(environment, "Freya", "unignore", "Loki")
        assert lines(chair.view.chat) == ["boo at the table"]
        assert "You do not ignore 'Loki'" in await answer(environment, "Freya", "unignore", "Loki")
        assert await answer(environment, "Freya", "ignore") == "You ignore nobody."


async def test_a_guest_ignores_until_the_session_ends() -> None:
    async with with_loki() as (environment, loki):
        accounts, guest = environment.accounts, environment.accounts.guest("bo")
        caller = replace(environment.caller("Freya"), account=guest)
        people = PeopleActions(environment.hall, accounts, caller)
        lobby = environment.hall.enter(caller.player)
        await people.run("ignore", ["Loki"], ENGLISH)
        assert lines(lobby.chat) == []
        assert people.ignores(loki.id)
        accounts.release_name(guest)
        assert lines(lobby.chat)


async def test_the_chat_takes_commands_and_says_none_of_them() -> None:
    async with with_loki() as (environment, _loki):
        app = await environment.app(environment.caller("Freya"))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("c")
            for line, wanted in (
                ("/ignore Loki", "You do not see what Loki says any more."),
                ("/report Loki too loud", "Thank you. A moderator"),
                ("/ignore Freya", "You cannot ignore yourself."),
                ("/dance", "There is no such command; there are /report"),
            ):
                await pilot.press(*map(_key, line), "enter")
                await eventually(lambda wanted=wanted: wanted in screen_text(app))  # type: ignore[misc]
                for _ in line:
                    await pilot.press("backspace")
        assert lines(environment.hall.chat()) == ["boo [b]you[/b]"]
        assert environment.accounts.reports.count_open() == 1


def _key(letter: str) -> str:
    return {" ": "space", "/": "slash"}.get(letter, letter)


async def test_somebody_is_reported_and_ignored_from_the_hall() -> None:
    async with with_loki() as (environment, _loki):
        app = await environment.app(environment.caller("Freya"))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("u")
            await eventually(lambda: isinstance(app.screen, ChooseScreen))
            assert "Loki" in screen_text(app)
            await pilot.press("enter", "r")
            await eventually(lambda: isinstance(app.screen, TextPromptScreen))
            await pilot.press(*"rude", "enter")
            await eventually(lambda: environment.accounts.reports.count_open() == 1)
            await pilot.press("u", "enter", "i")
            await eventually(lambda: "You do not see what Loki says" in screen_text(app))


async def test_the_host_of_a_table_removes_somebody_from_the_waiting_room() -> None:
    async with with_loki() as (environment, loki):
        freya = environment.caller("Freya")
        host = await environment.hall.open_table(freya.player, NewTable("odin", seats=3))
        chair = await environment.hall.sit(loki, host.view.code)
        freya.argv = ("join", host.view.code)
        app = await environment.app(freya)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            assert "people" in screen_text(app).splitlines()[-1]
            await pilot.press("u", "enter")
            await eventually(lambda: "Remove from the table" in screen_text(app))
            await pilot.press("d")
            await eventually(lambda: chair.ended is not None)
            await eventually(lambda: "Waiting for 2 more players" in screen_text(app))


async def test_a_moderator_is_told_of_open_reports() -> None:
    async with with_loki() as (environment, _loki):
        await answer(environment, "Freya", "report", "Loki")
        caller = environment.caller("Mona")
        caller.moderator = True
        app = await environment.app(caller)
        async with app.run_test(size=(80, 24), notifications=True):
            await eventually(lambda: "1 report of a player is open" in screen_text(app))
            await answer(environment, "Thor", "report", "Loki")
            await eventually(lambda: "2 reports of players are open" in screen_text(app))
        for end in caller.at_end:
            end()
        assert environment.accounts.reports.on_report == []


@pytest.mark.parametrize(
    "line",
    [
        *(
            "you troll",
            "TROLL!",
            "tr0ll",
            "t r o l l",
            "ein Tröll",
            "ｔｒｏｌｌ",
            "тroll",
            "(troll)",
        ),
        *("a-troll-here", "what a bad egg", "BAD  Egg!"),
    ],
)
def test_a_word_of_the_list_is_found_however_it_is_written(line: str) -> None:
    assert WordList(["troll", "bad egg"]).find(line)


@pytest.mark.parametrize("line", ["trolley", "a patrol lands", "bad eggs", "egg bad", "5 1 0", ""])
def test_other_words_are_left_alone(line: str) -> None:
    assert not WordList(["troll", "bad egg"]).find(line)


async def test_a_line_with_an_unwanted_word_and_one_of_a_guest_are_refused() -> None:
    async with with_loki() as (environment, _loki):
        hall, freya = environment.hall, environment.caller("Freya").player
        hall.change_settings(HallSettings(unwanted_words=WordList(["troll"]), guests_talk=False))
        with pytest.raises(Refusal, match="unwanted-word word=tr0ll"):
            hall.say(freya, "you tr0ll")
        hall.say(freya, "you trolley")
        guest = environment.accounts.guest("bo")
        with pytest.raises(Refusal, match="guests-do-not-talk"):
            hall.say(Player(guest.id, guest.name), "hello")


async def test_no_new_name_has_an_unwanted_word() -> None:
    async with an_environment() as environment:
        accounts = environment.accounts
        accounts.unwanted_words = WordList(["troll"])
        freya = environment.caller("Freya").account
        with pytest.raises(Refusal, match="name-reserved"):
            await accounts.rename(freya, "Big Tr0ll")
        assert (await accounts.rename(freya, "Trolley")).name == "Trolley"
        assert (await accounts.log_in("SHA256:new", "troll")).name == "Viking"
        assert accounts.guest("troll").name == "~guest"


def test_unwanted_words_come_from_the_settings_and_a_file(tmp_path: Path) -> None:
    words, file = tmp_path / "words.txt", tmp_path / "serve.toml"
    words.write_text("# not here\nbad egg\n\nnitwit\n", encoding="utf-8")
    file.write_text(f'unwanted-words = ["troll"]\nunwanted-words-file = "{words}"\n')
    parser = ArgumentParser()
    serve.add_arguments(parser)
    given = parser.parse_args(["--settings", str(file), "--set", "guests-talk=false"])
    settings = settings_from(given, file)
    assert settings.unwanted_words == ("troll", "bad egg", "nitwit")
    made = hall_settings(settings)
    assert not made.guests_talk
    assert made.unwanted_words.find("you bad egg")
    words.unlink()
    with pytest.raises(Mistake, match=r"words\.txt"):
        settings_from(given, file)
