"""Everything the server does with private parts of Textual, and with one of Rich's.

No other module of the server uses a name of theirs that begins with an underscore. Each name used
here has a test in `tests/ssh/test_textual_internals.py`, which says what depends on it.
"""

import functools
import sys
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from rich.console import Console
from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.style import Style
from textual.widget import Widget

# ruff: noqa: SLF001 - this is the module in which private names are used

# -- what would keep closed sessions in memory ----------------------------------------------------

_parse_uncached = XTermParser._parse_extended_key.__wrapped__


class UncachedParser(XTermParser):
    """Textual's parser without its cache, which would keep every session ever held in memory."""

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        keys: list[events.Key] | None = _parse_uncached(self, sequence)
        return keys


_inner_outer_uncached = StylesCache.get_inner_outer.__wrapped__


@functools.lru_cache(maxsize=1024)
def _inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    found: tuple[Style, Style] = _inner_outer_uncached(None, base, background)
    return found


def share_backgrounds() -> None:
    """Replace a cache of Textual's that keeps a thousand painted widgets of closed sessions.

    Its answers depend on two colours, but it stores them by widget too.
    """
    StylesCache.get_inner_outer = lambda _widgets, base, own: _inner_outer(base, own)  # type: ignore[method-assign,assignment]


def parts_of(app: App[Any]) -> list[DOMNode]:
    """List every widget and screen of an app."""
    screens = (screen for stack in app._screen_stacks.values() for screen in stack)
    return [*app._registry, *screens]


# -- style sheets that all sessions share ---------------------------------------------------------


class Palette:
    """The variables of a theme: one object for all sessions that have the same."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = dict(variables)


@functools.lru_cache(maxsize=64)
def _palette(variables: frozenset[tuple[str, str]]) -> Palette:
    return Palette(dict(variables))


@functools.lru_cache(maxsize=1024)
def _parsed(
    palette: Palette, css: str, read_from: CSSLocation, options: tuple[Any, ...]
) -> tuple[RuleSet, ...]:
    is_default, tie_breaker, scope = options
    sheet = Stylesheet(variables=palette.variables)
    return tuple(sheet._parse_rules(css, read_from, is_default, tie_breaker, scope))


class CachedRules(NamedTuple):
    """What a style sheet says about nodes that are alike."""

    has_hover_style: bool
    rules: RulesMap | None
    """As they are handed to a node that has others; None if nothing is said."""
    resulting: RulesMap
    """As they are in a node that has taken them."""


class Sheet:
    """The rules of some sources of style: one object for all sessions that have the same."""

    MOST_CACHED = 1024
    """Kinds of nodes that are remembered before all are forgotten."""

    def __init__(self, rules: list[RuleSet], rules_map: dict[str, list[RuleSet]]) -> None:
        self.rules, self.rules_map = rules, rules_map
        self.cache: dict[Hashable, CachedRules] = {}

    def remember(self, key: Hashable, rules: CachedRules) -> None:
        """Keep what is said about nodes with this key."""
        if len(self.cache) >= self.MOST_CACHED:
            self.cache.clear()
        self.cache[key] = rules


_sheets: OrderedDict[Hashable, Sheet] = OrderedDict()
MOST_SHEETS = 256
"""A session has a sheet more for every kind of widget that it is the first to show."""


SHARED_LAYOUTS = frozenset({"vertical", "horizontal"})
"""Those that keep nothing of the widget they are for; a grid, say, does."""


def _style_key(node: DOMNode) -> Hashable | None:
    """Return everything about a node and those above it that our rules can depend on.

    None is returned for nodes that must be looked at one by one. No app here is `:inline`.
    """
    key: list[Hashable] = []
    for each in node.css_path_nodes:
        if isinstance(each, Widget):
            if each.disabled:
                return None
            state: Hashable = each.mouse_hover, each.has_focus, each.can_focus
        elif isinstance(each, App):
            theme = each.current_theme
            state = theme.dark, theme.ansi, each.native_ansi_color, each.no_color, each.app_focus
        else:
            state = None
        key.append((type(each), each.id, each.classes, state))
    return tuple(key)


class SharedStylesheet(Stylesheet):
    """A style sheet that shares with all sessions of a theme what it has parsed and found.

    Rules are found by comparing each with a node and all nodes above it. Everybody's first screens
    are made of the same nodes, and that was a fifth of the time of a login.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self.palette = _palette(frozenset(self._variables.items()))
        self.sheet = Sheet([], {})

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self.palette = _palette(frozenset(variables.items()))

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,  # noqa: FBT001, FBT002
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        options = (is_default_rules, tie_breaker, scope)
        return list(_parsed(self.palette, css, read_from, options))

    def parse(self) -> None:
        sources = self.palette, tuple(self.source.items())
        sheet = _sheets.get(sources)
        if sheet is None:
            super().parse()
            sheet = _sheets[sources] = Sheet(self.rules, self.rules_map)
            if len(_sheets) > MOST_SHEETS:
                _sheets.popitem(last=False)
        _sheets.move_to_end(sources)
        self.sheet, self._rules, self._rules_map = sheet, sheet.rules, sheet.rules_map
        self._require_parse = False

    def reparse(self) -> None:
        self.parse()

    def apply(
        self,
        node: DOMNode,
        *,
        animate: bool = False,
        cache: dict[tuple[Any, ...], RulesMap] | None = None,
    ) -> None:
        if self._require_parse:
            self.parse()
        key = _style_key(node)
        cached = None if key is None else self.sheet.cache.get(key)
        if cached is None:
            self.apply_and_remember(node, key, animate=animate, cache=cache)
            return
        node._has_hover_style = cached.has_hover_style
        node._has_focus_within = node._has_order_style = node._has_odd_or_even = False
        if cached.rules is not None:
            base = node.styles.base
            if not base._rules:
                base.merge_rules(cached.resulting)
                node.notify_style_update()
            elif animate or base._rules != cached.resulting:
                self.replace_rules(node, cached.rules, animate=animate)
            else:
                node.notify_style_update()
        self._process_component_classes(node)

    def apply_and_remember(
        self,
        node: DOMNode,
        key: Hashable | None,
        *,
        animate: bool,
        cache: dict[tuple[Any, ...], RulesMap] | None,
    ) -> None:
        """Apply the rules as Textual does, and remember them if they depend on the key alone."""
        taken: dict[tuple[Any, ...], RulesMap] = {}
        if key is None or animate:
            super().apply(node, animate=animate, cache=cache)
            return
        super().apply(node, cache=taken)
        if node._has_focus_within or node._has_order_style or node._has_odd_or_even:
            return
        resulting = node.styles.base.get_rules()
        layout = resulting.get("layout")
        if layout is None or layout.name in SHARED_LAYOUTS:
            rules = next(iter(taken.values()), None)
            self.sheet.remember(key, CachedRules(node._has_hover_style, rules, resulting))


# -- an app at a client's terminal ----------------------------------------------------------------


def console_for(terminal_type: str, width: int, height: int, file: Any) -> Console:
    """Make a console that takes nothing from the environment of the server's process.

    A server that runs with `TERM=dumb`, as under systemd, would paint for 80 × 25 cells.
    """
    return Console(
        color_system="truecolor",
        file=file,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={"TERM": terminal_type},
        force_terminal=True,
        safe_box=False,
        width=width,
        height=height,
    )


def set_monochrome(app: App[Any], *, monochrome: bool) -> None:
    """Show an app in colours or without; by itself it would follow the server's NO_COLOR."""
    filters: list[LineFilter] = [f for f in app._filters if not isinstance(f, Monochrome)]
    app._filters = [*filters, Monochrome()] if monochrome else filters


def leave_streams_alone(app: App[Any]) -> None:
    """Have an app redirect the streams of the process to themselves.

    Textual redirects them for the whole process. With the streams there are, that is no change, in
    whatever order sessions end; and what one app prints reaches no other player.
    """
    app._capture_stdout = sys.stdout  # type: ignore[assignment]
    app._capture_stderr = sys.stderr  # type: ignore[assignment]


def set_size(driver: Driver, width: int, height: int) -> None:
    """Have a driver's app use another size from its next resize event on."""
    driver._size = (width, height)


def repaint(app: App[Any]) -> None:
    """Paint the whole screen of an app, if it runs."""
    screen = app._screen_stack[-1] if app._screen_stack else None
    if screen is not None and app._running:
        screen._compositor._dirty_regions.add(screen.size.region)
        screen.refresh(repaint=True)
        screen.check_idle()


def backlog(app: App[Any]) -> int:
    """Count the messages an app has not come to yet."""
    return app._message_queue.qsize()


def crash_of(app: App[Any]) -> Exception | None:
    """Return the exception that has ended an app, if one has."""
    return app._exception
