"""Sessions share the rules of style that were found for widgets which are alike."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.layouts.grid import GridLayout
from textual.widget import Widget

from odin_server.textual_internals import CachedRules, SharedStylesheet, Sheet
from odin_tui.hall_app import HallApp
from odin_tui.themes import THEME_NAMES
from tests.ssh.test_hall_app import an_environment
from tests.ssh.test_painting import Screen, a_table_of_two, rest, shown

TELL_APART = {
    "hover", "focus", "blur", "can-focus", "disabled", "enabled",
    "dark", "light", "ansi", "nocolor",
}  # fmt: skip
"""States of widgets that the key of shared rules holds."""
NOTED_BY_TEXTUAL = {
    "focus-within", "odd", "even",
    "first-of-type", "last-of-type", "first-child", "last-child",
}  # fmt: skip
"""States of which Textual notes that rules ask for them: those are not shared."""
FLAGS = "_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even"
"""What Textual notes of a node about rules that depend on more than the node."""


def nodes_of(app: HallApp) -> Iterator[DOMNode]:
    yield app
    for screen in app.screen_stack:
        yield from screen.walk_children(with_self=True)


def styles_of(node: DOMNode) -> dict[str, Any]:
    parts = {
        name: node.get_component_styles(name).get_rules()  # type: ignore[attr-defined]
        for name in sorted(node._get_component_classes())
    }
    flags = [getattr(node, name) for name in FLAGS]
    return {"own": node.styles.base.get_rules(), "flags": flags, **parts}


def assert_as_textual_finds_them(app: HallApp) -> None:
    shared = app.stylesheet
    plain = Stylesheet(variables=shared.palette.variables)
    plain.source = dict(shared.source)
    plain.parse()
    for node in nodes_of(app):
        found = styles_of(node)
        plain.apply(node)
        assert styles_of(node) == found, node


def test_everybody_with_the_same_sources_and_theme_has_one_sheet() -> None:
    first, second = SharedStylesheet(), SharedStylesheet()
    for each in (first, second):
        each.add_source("Widget { color: red; }", ("here", ""))
        assert len(each.rules) == 1
    assert first.sheet is second.sheet
    second.add_source("Widget { height: 1; }", ("there", ""))
    assert len(second.rules) == 2
    assert first.sheet is not second.sheet
    other = SharedStylesheet(variables={"ink": "red"})
    other.add_source("Widget { color: red; }", ("here", ""))
    assert len(other.rules) == 1
    assert other.sheet is not first.sheet


def test_a_sheet_forgets_before_it_grows_without_limit() -> None:
    sheet = Sheet([], {})
    for number in range(Sheet.MOST_CACHED + 1):
        sheet.remember(number, CachedRules(has_hover_style=False, rules=None, resulting={}))
    assert len(sheet.cache) == 1


async def test_a_layout_that_keeps_widgets_is_not_shared() -> None:
    class Shown(App[None]):
        CSS = "Vertical { layout: grid; }"

        def compose(self) -> ComposeResult:
            yield from (Vertical(), Vertical())

    app = Shown()
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    async with app.run_test():
        first, second = (each.styles.layout for each in app.query(Vertical))
        assert isinstance(first, GridLayout)
        assert isinstance(second, GridLayout)
        assert first is not second


async def test_no_rule_asks_for_a_state_that_does_not_tell_widgets_apart() -> None:
    async with a_table_of_two(Screen()) as app:
        asked = set[str]().union(*(rules.pseudo_classes for rules in app.stylesheet.rules))
        assert not app.is_inline
    assert asked & TELL_APART
    assert asked <= TELL_APART | NOTED_BY_TEXTUAL | {"inline"}
    widgets = [Widget, *_below(Widget)]
    assert {each.allow_focus for each in widgets} == {Widget.allow_focus}


def _below(kind: type[Widget]) -> Iterator[type[Widget]]:
    for each in kind.__subclasses__():
        yield from (each, *_below(each))


async def test_a_second_session_in_the_hall_looks_as_textual_would_have_it() -> None:
    async with an_environment() as environment:
        for _ in range(2):
            async with shown(environment, Screen()) as app:
                assert app.stylesheet.sheet.cache
                assert_as_textual_finds_them(app)


@pytest.mark.parametrize("theme", THEME_NAMES[1:])
async def test_another_theme_is_found_too(theme: str) -> None:
    for _ in range(2):
        screen = Screen()
        async with a_table_of_two(screen) as app:
            before = app.stylesheet.sheet
            app.change_theme(theme)
            await rest(screen)
            assert app.stylesheet.sheet is not before
            assert_as_textual_finds_them(app)


async def test_what_has_the_focus_or_the_mouse_or_is_disabled_has_rules_of_its_own() -> None:
    async with an_environment() as environment:
        for _ in range(2):
            screen = Screen()
            async with shown(environment, screen) as app:
                focused = app.focused
                assert isinstance(focused, Widget)
                for change in ({"mouse_hover": True}, {"disabled": True}, {"has_focus": False}):
                    for name, value in change.items():
                        setattr(focused, name, value)
                    app.stylesheet.apply(focused)
                    assert_as_textual_finds_them(app)
