"""Everything the server does with private parts of Textual, and with one of Rich's.

No other module of the server uses a name of theirs that begins with an underscore. Each name used
here has a test in `tests/ssh/test_textual_internals.py`, which says what depends on it.
"""

import functools
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.style import Style

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


class SharedStylesheet(Stylesheet):
    """A stylesheet that shares its parsed rules with all sessions of the same theme."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self.palette = _palette(frozenset(self._variables.items()))

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

    def reparse(self) -> None:
        self.parse()


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
