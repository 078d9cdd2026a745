"""Textual still has the private names that the screens use; each says what depends on it."""

import inspect

import pytest
from textual import _compositor
from textual.app import App
from textual.command import CommandPalette
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from odin_tui import textual_internals
from tests.private_names import Used, names_used_in

USED = [
    Used(App, "_handle_exception", "a crash is told in one sentence and put into a report"),
    Used(App, "_fatal_error", "no page of traceback is shown after a crash"),
    Used(App, "_close_messages_no_wait", "an app that has crashed ends"),
    Used(App(), "_exit", "errors of screens that are being taken down are no crash"),
    Used(App(), "_exit_renderables", "no page of traceback is shown after a crash"),
    Used(App, "_replace_screen", "a screen closed while it is being built does not crash the app"),
    Used(Screen(), "_mounted_event", "a screen closed while it is being built is waited for"),
    Used(App(), "_filters", "a terminal without colours shows every theme"),
    Used(App, "_watch_app_focus", "a window that comes to the front is not painted anew"),
    Used(App(), "_driver", "the window's title says whose turn it is"),
    Used(App(), "_disable_tooltips", "no screen has a widget for tooltips, which nothing has"),
    Used(Screen, "_extend_compose", "the screen below all others holds no widgets"),
    Used(App(), "_notifications", "the same complaint is shown once"),
    Used(CommandPalette, "_action_command_list", "a page key does not crash the palette"),
    Used(MessagePump, "_get_dispatch_methods", "a message finds its handlers quickly"),
    Used(Message(), "_no_default_action", "a message that was handled stops"),
    Used(Screen, "_binding_chain", "a key finds its binding quickly"),
    Used(App(), "_keymap", "keys that were changed are found"),
    Used(Screen, "_clear_tooltip", "no key looks for a tooltip, which nothing has"),
    Used(Screen(), "_compositor", "screens are painted by our own painter, and pilots read them"),
    Used(Screen, "_compositor_refresh", "a screen is not drawn while it is being built"),
    Used(App(), "_batch_count", "a screen is not drawn while it is being built"),
    Used(Screen(), "_repaint_required", "what was not drawn then is painted afterwards"),
    Used(_compositor.Compositor(), "_dirty_regions", "only what has changed is painted"),
    Used(_compositor.Compositor, "_regions_to_spans", "only what has changed is painted"),
    Used(Screen(), "_dirty_widgets", "a drawing is painted without messages from loop to loop"),
    Used(Screen, "_update_timer", "a drawing is painted without messages from loop to loop"),
    Used(Screen, "_modal_binding_chain", "the footer asks only about keys that it shows"),
    Used(App, "_parse_action", "the footer knows whom to ask about a key that it shows"),
    Used(MessagePump, "_get_prevented_messages", "what is called next posts no message twice"),
    Used(Message(), "_prevent", "what is called next posts no message twice"),
    Used(MessagePump(), "_next_callbacks", "the signature of what is called next is read once"),
    Used(Widget(), "_is_mounted", "a drawing that is not there yet is painted by its mounting"),
    Used(Widget(), "_layout_required", "a drawing that needs more than paint gets it"),
    Used(Widget(), "_scroll_required", "a drawing that needs more than paint gets it"),
    Used(Widget(), "_refresh_styles_required", "a drawing that needs more than paint gets it"),
    Used(Widget, "_exchange_repaint_regions", "only cells that have changed are painted"),
]


@pytest.mark.parametrize("used", USED, ids=lambda used: used.name)
def test_textual_has_the_private_name(used: Used) -> None:
    used.check()


def test_every_private_name_that_is_used_is_listed_here() -> None:
    assert names_used_in(textual_internals) == {used.name for used in USED}


def test_a_name_that_is_gone_is_told_with_what_depends_on_it() -> None:
    with pytest.raises(AssertionError, match=r"^App\._gone is gone. It is needed so that x works"):
        Used(App(), "_gone", "x works").check()


def test_screens_are_replaced_by_a_coroutine() -> None:
    assert inspect.iscoroutinefunction(App._replace_screen)


def test_dirty_regions_become_rows_with_start_and_end() -> None:
    spans = _compositor.Compositor._regions_to_spans([Region(2, 1, 3, 2)])
    assert sorted(spans) == [(1, 2, 5), (2, 2, 5)]
