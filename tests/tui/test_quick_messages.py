"""Messages and keys find what handles them as they do in Textual itself."""

import inspect
from typing import Any

import pytest
from textual import events, on
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from odin_tui.app import OdinApp
from odin_tui.odin.board import Board
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.keys_help import KeysScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.textual_internals import QuickPump, shown_bindings
from odin_tui.widgets.card_hand import CardHand
from tests.tui.screens import odin
from tests.tui.tables import table

MESSAGES = {
    kind
    for _, kind in inspect.getmembers(events, inspect.isclass)
    if issubclass(kind, Message) and kind is not Message
} | {CardHand.Picked, TableScreen.Changed}


def handlers(find: Any, pump: MessagePump, message: Message) -> list[tuple[type, object]]:
    return list(find(pump, message.handler_name, message))


@pytest.mark.parametrize("kind", [OdinApp, HomeScreen, TableScreen, Board, CardHand])
def test_messages_have_the_handlers_that_textual_finds(kind: type[MessagePump]) -> None:
    pump, some = kind.__new__(kind), 0
    for each in MESSAGES:
        message = each.__new__(each)
        message._no_default_action = False
        theirs = handlers(MessagePump._get_dispatch_methods, pump, message)
        assert handlers(QuickPump._get_dispatch_methods, pump, message) == theirs, each
        some += bool(theirs)
    assert some > 3


class Decorated(QuickPump, Widget):
    class Said(Message):
        def __init__(self, control: Widget) -> None:
            super().__init__()
            self.speaker = control
            self._sender = control

        @property
        def control(self) -> Widget:
            return self.speaker

    @on(Said, "#one")
    def take(self) -> None: ...

    def on_key(self) -> None: ...


def test_handlers_that_depend_on_a_selector_are_looked_for_each_time() -> None:
    pump, find = Decorated(), QuickPump._get_dispatch_methods
    assert not handlers(find, pump, Decorated.Said(Widget(id="two")))
    assert handlers(find, pump, Decorated.Said(Widget(id="one")))


def test_a_message_whose_default_is_prevented_goes_no_further() -> None:
    event = events.Key("a", "a")
    found = iter(QuickPump._get_dispatch_methods(Decorated(), "on_key", event))
    assert next(found)
    event.prevent_default()
    assert not list(found)


def chain(screen: Screen[object]) -> list[tuple[object, dict[str, list[object]]]]:
    return [(node, dict(bindings.key_to_bindings)) for node, bindings in screen._binding_chain]


def textuals_chain(screen: Screen[object]) -> list[tuple[object, dict[str, list[object]]]]:
    found = Screen._binding_chain.fget(screen)  # type: ignore[attr-defined]
    return [(node, dict(bindings.key_to_bindings)) for node, bindings in found]


async def test_keys_are_those_of_the_focus_and_of_the_settings() -> None:
    async with table(3) as (app, pilot, _chair):
        screen = app.screen
        assert chain(screen) == textuals_chain(screen)
        assert any(node is screen.focused for node, _ in chain(screen))
        app.change_settings(Settings(keys={"table.pass": "w"}))
        await pilot.pause()
        assert chain(screen) == textuals_chain(screen)
        assert any("w" in keys for _, keys in chain(screen))
        screen.set_focus(None)
        assert chain(screen) == textuals_chain(screen)
        assert [node for node, _ in chain(screen)] == [screen, app]


async def test_the_keys_of_a_covered_screen_are_asked_of_that_screen() -> None:
    async with table(3, hints=False) as (app, pilot, _chair):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        shown = {each.action for each in shown_bindings(screen)}
        app.push_screen(KeysScreen(screen))
        await pilot.pause()
        assert app.screen is not screen
        screen.cached_labels = None
        assert {each.action for each in shown_bindings(screen)} == shown


async def test_letters_that_are_typed_into_a_field_are_no_keys() -> None:
    async with odin() as (app, pilot):
        app.ask_name()
        await pilot.pause()
        assert isinstance(app.focused, Input)
        assert chain(app.screen) == textuals_chain(app.screen)


async def test_what_is_called_next_gets_its_arguments_after_the_message() -> None:
    called: list[object] = []
    async with odin() as (app, pilot):
        app.call_next(called.append, "with arguments")
        app.call_next(lambda: called.append("without"))
        app.call_next(called.copy)
        assert called == []
        await pilot.pause()
    assert called == ["with arguments", "without"]
