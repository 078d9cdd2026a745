"""A screen under another: it is told nothing and painted never, and catches up afterwards."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from textual.app import App
from textual.message import Message
from textual.screen import Screen

from odin_server.hall import NewTable, Player, TimeControl
from odin_tui import screens
from odin_tui.screens.screen import OdinModal, OdinScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.widgets.card_board import CardBoard
from tests.ssh.test_hall_app import BO, an_environment
from tests.ssh.wire import eventually
from tests.tui.screens import news, odin, screen_text

STILL = Settings(animations="none", bell="on")


@dataclass
class Work:
    """What a session did while something happened elsewhere."""

    frames: int = 0
    """How often anything was sent to the terminal."""
    told: list[Message] = field(default_factory=list)
    """The messages the covered screen got."""


@contextmanager
def watched(app: App[Any], covered: Screen[Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    """Count what is painted and what a screen is told."""
    work, display, post = Work(), app._display, covered.post_message

    def count_frame(screen: Screen[Any], update: Any) -> None:
        work.frames += 1
        display(screen, update)

    def note(message: Message) -> bool:
        work.told.append(message)
        return post(message)

    with monkeypatch.context() as patch:
        patch.setattr(app, "_display", count_frame)
        patch.setattr(covered, "post_message", note)
        yield work


async def test_a_visitor_at_the_name_question_costs_nothing_when_something_happens_in_the_hall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid", chosen=False))
        other = await environment.app(environment.caller("Cnut"))
        async with app.run_test(size=(80, 24)) as pilot, other.run_test(size=(80, 24)):
            await eventually(lambda: "Your name?" in screen_text(app))
            await pilot.pause(0.1)
            with watched(app, app.screen_stack[-2], monkeypatch) as work:
                lobby_session = environment.hall.enter(BO)
                lobby_session.say("anybody for a hand?")
                await eventually(lambda: "anybody for a hand?" in screen_text(other))
                await pilot.pause(0.1)
            assert work == Work()
            await pilot.press("enter")
            await eventually(lambda: "Welcome, Astrid!" in screen_text(app))
            await pilot.press("escape")
            await eventually(lambda: "anybody for a hand?" in screen_text(app))
            assert "Astrid · 3 here" in screen_text(app)


@pytest.mark.parametrize("keys", [("r",), ("question_mark",), ("escape",), ("ctrl+p",), ("v",)])
async def test_a_table_under_another_screen_is_not_painted_and_catches_up(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with odin(settings=STILL) as (app, pilot):
        wanted = NewTable("odin", seats=2, clock=TimeControl(60.0), seed="ravens")
        await app.open_table(wanted)
        table = app.screen
        assert isinstance(table, TableScreen)
        bo = await app.hall.sit(Player("bo", "Bo"), table.chair.view.code)
        await table.chair.start()
        if not bo.view.my_turn:
            await table.chair.play(table.chair.view.match.moves[0])
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert app.screen is not table
        assert app.screen.styles.background.a == 1
        rung: list[bool] = []
        monkeypatch.setattr(app, "bell", lambda: rung.append(True))
        painted: list[bool] = []
        monkeypatch.setattr(CardBoard, "_paint", lambda _board: painted.append(True))
        with watched(app, table, monkeypatch) as work:
            await bo.play(bo.view.match.moves[-1])
            await pilot.pause()
            await pilot.pause()
        assert work == Work()
        assert painted == []
        assert rung == [True]
        monkeypatch.undo()
        await pilot.press("escape")
        await eventually(lambda: app.screen is table)
        await eventually(lambda: "Your turn" in screen_text(app))


def test_every_dialog_is_opaque() -> None:
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    dialogs = [OdinModal, *_below(OdinModal)]
    assert len(dialogs) > 5
    for dialog in dialogs:
        grounds = re.findall(
            rf"^\s*{dialog.__name__} {{([^}}]*)}}", dialog.DEFAULT_CSS, re.MULTILINE
        )
        assert all("%;" not in ground.split("background:")[-1] for ground in grounds), dialog


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


async def test_what_others_say_is_told_on_the_screen_that_covers_the_table() -> None:
    async with odin(settings=STILL) as (app, pilot):
        await app.open_table(NewTable("odin", seats=3))
        table = app.screen
        assert isinstance(table, TableScreen)
        bo = await app.hall.sit(Player("bo", "Bo"), table.chair.view.code)
        await app.go("rules")
        await pilot.pause()
        await bo.say("hello there")
        await eventually(lambda: "Bo: hello there" in screen_text(app))
        assert "Bo: hello there" in news(app)


async def test_a_screen_catches_up_once_each_time_it_comes_back_to_the_top() -> None:
    class Counting(OdinScreen[None]):
        caught_up = 0

        def catch_up(self) -> None:
            self.caught_up += 1

    async with odin() as (app, pilot):
        counting = Counting()
        await app.push_screen(counting)
        await pilot.pause()
        assert counting.caught_up == 0
        assert counting.tell(TableScreen.Changed())
        app.action_show_keys()
        await pilot.pause()
        assert not counting.tell(TableScreen.Changed())
        assert not counting.is_current
        await pilot.press("escape")
        await pilot.pause()
        assert counting.caught_up == 1
        assert counting.is_current
