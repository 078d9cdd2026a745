"""Textual and Rich still have the private names that the server uses, with what depends on each."""

import inspect

import pytest
from rich.console import Console
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.styles import Styles
from textual.css.stylesheet import Stylesheet
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import Screen
from textual.widget import Widget

from odin_server import textual_internals
from tests.private_names import Used, names_used_in

USED = [
    Used(XTermParser, "_parse_extended_key", "closed sessions do not stay in memory"),
    Used(App(), "_registry", "a closed app is taken apart and its memory is free at once"),
    Used(App(), "_screen_stacks", "a closed app is taken apart and its memory is free at once"),
    Used(Stylesheet, "_parse_rules", "style sheets are parsed once for all sessions"),
    Used(Stylesheet(), "_variables", "style sheets are parsed once for all sessions of a theme"),
    Used(Stylesheet(), "_require_parse", "sessions share rules that were parsed"),
    Used(Stylesheet(), "_rules", "sessions share rules that were parsed"),
    Used(Styles(), "_rules", "a new widget takes all rules at once that were found for alike ones"),
    Used(Stylesheet(), "_rules_map", "sessions share rules that were parsed"),
    Used(Stylesheet, "_process_component_classes", "parts of widgets have their styles"),
    Used(Widget(), "_has_hover_style", "rules that were found for alike widgets are used again"),
    Used(Widget(), "_has_focus_within", "widgets are told apart whose rules depend on more"),
    Used(Widget(), "_has_order_style", "widgets are told apart whose rules depend on more"),
    Used(Widget(), "_has_odd_or_even", "widgets are told apart whose rules depend on more"),
    Used(App(), "_filters", "a client that asks for no colours gets none"),
    Used(App(), "_capture_stdout", "what one session prints reaches no other"),
    Used(App(), "_capture_stderr", "what one session prints reaches no other"),
    Used(App, "_screen_stack", "a client that fell behind gets a whole picture"),
    Used(App(), "_running", "a client that fell behind gets a whole picture"),
    Used(Screen(), "_compositor", "a client that fell behind gets a whole picture"),
    Used(Screen()._compositor, "_dirty_regions", "a client that fell behind gets a whole picture"),
    Used(App, "_message_queue", "mouse moves are left out while an app is busy"),
    Used(App(), "_exception", "a crash is logged and the player is told"),
]
NAMES_CHECKED_BELOW = {"_environ", "_size"}


@pytest.mark.parametrize("used", USED, ids=lambda used: used.name)
def test_textual_has_the_private_name(used: Used) -> None:
    used.check()


def test_every_private_name_that_is_used_is_listed_here() -> None:
    listed = {used.name for used in USED} | NAMES_CHECKED_BELOW
    assert names_used_in(textual_internals) == listed


async def test_a_driver_keeps_the_size_of_the_terminal() -> None:
    Used(HeadlessDriver(App()), "_size", "an app follows the size of the client's window").check()


def test_a_console_can_be_given_an_environment() -> None:
    assert "_environ" in inspect.signature(Console).parameters, (
        "rich.console.Console takes no _environ any more. It is needed so that a server which "
        "runs with TERM=dumb paints for the client's terminal."
    )


@pytest.mark.parametrize(
    "cached",
    [XTermParser._parse_extended_key, StylesCache.get_inner_outer],
    ids=["_parse_extended_key", "get_inner_outer"],
)
def test_the_caches_that_keep_closed_sessions_can_be_passed_by(cached: object) -> None:
    replaced = getattr(cached, "__module__", "") == textual_internals.__name__
    assert replaced or hasattr(cached, "__wrapped__"), (
        "Textual does not cache this any more: if it keeps no session in memory otherwise, "
        "what odin_server.textual_internals puts in its place can go."
    )


def test_rules_are_parsed_with_the_parameters_that_the_shared_style_sheet_has() -> None:
    theirs = inspect.signature(Stylesheet._parse_rules).parameters
    ours = inspect.signature(textual_internals.SharedStylesheet._parse_rules).parameters
    assert list(theirs) == list(ours)
