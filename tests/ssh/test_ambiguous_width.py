"""Terminals that draw blocks two cells wide are asked for it, and get none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from odin_server.hall import NewTable, Player
from odin_tui.ambiguous_width import WIDTH_QUESTION
from odin_tui.drawing.simple_characters import is_ambiguous
from odin_tui.settings import read
from tests.ssh.test_hall_app import an_environment
from tests.ssh.test_painting import Screen, a_small_terminal, rest, shown

ONE_CELL, TWO_CELLS = b"\x1b[3;2R", b"\x1b[3;3R"


class KeptScreen(Screen):
    """A terminal that keeps what it was sent."""

    sent: bytes = b""

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self.sent += frame

    def ambiguous(self) -> set[str]:
        return {letter for letter in self.sent.decode() if is_ambiguous(letter)}


@asynccontextmanager
async def at_a_table(game: str) -> AsyncIterator[tuple[Any, KeptScreen, list[str]]]:
    screen, keys = KeptScreen(a_small_terminal().terminal), list[str]()
    async with an_environment() as environment:
        astrid = Player("SHA256:Astrid", "Astrid")
        wanted = NewTable(game, seats=3, bots=("karl", "karl"), seed="07" * 16)
        await (await environment.hall.open_table(astrid, wanted)).start()
        async with shown(environment, screen, animations="none") as app:
            app.screen.on_key = lambda event: keys.append(event.key)
            yield app, screen, keys


async def answer(screen: KeptScreen, answered: bytes) -> None:
    screen.sent = b""
    assert screen.driver is not None
    screen.driver.feed(answered)
    await rest(screen)


@pytest.mark.parametrize("game", ["odin", "herrlof"])
async def test_after_two_cells_nothing_ambiguous_is_sent(game: str) -> None:
    async with at_a_table(game) as (app, screen, keys):
        assert screen.ambiguous() > {"▀"}
        await answer(screen, TWO_CELLS)
        assert len(screen.sent) > 1000
        assert not screen.ambiguous()
        await answer(screen, b"\x1b[C?")
        assert screen.sent
        assert not screen.ambiguous()
        assert app.settings.card_style == "letters"
        assert not keys


async def test_the_marks_a_player_has_chosen_are_kept_for_other_terminals() -> None:
    async with at_a_table("odin") as (app, screen, _keys):
        await answer(screen, TWO_CELLS)
        app.change_settings(app.settings)
        assert read(app.caller.account.settings).card_style == "shapes"
        assert app.simple_characters


@pytest.mark.parametrize("answered", [ONE_CELL, b"\x1b[1;3R", b"\x1b[24;3R"])
async def test_any_other_answer_changes_nothing_and_is_no_key(answered: bytes) -> None:
    async with at_a_table("odin") as (app, screen, keys):
        await answer(screen, answered)
        assert not screen.sent
        assert not keys
        assert not app.simple_characters


async def test_a_terminal_is_asked_once_before_it_is_painted() -> None:
    async with at_a_table("odin") as (_app, screen, _keys):
        sent = screen.sent.decode()
        assert sent.count("\x1b[6n") == 1
        assert 0 < sent.index(WIDTH_QUESTION) < sent.index("Valhalla")
