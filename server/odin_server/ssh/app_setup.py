"""Turning an app that knows nothing of SSH towards a client's terminal, and taking it apart after.

What all sessions have in common they share: parsed style sheets, and colours worked out once.
"""

import functools
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from textual._styles_cache import StylesCache
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.filter import LineFilter, Monochrome
from textual.style import Style

from odin_server.ssh.driver import SSHDriver, Wire

_backgrounds = StylesCache.get_inner_outer.__wrapped__


@functools.lru_cache(maxsize=1024)
def _inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    found: tuple[Style, Style] = _backgrounds(None, base, background)
    return found


def share_backgrounds() -> None:
    """Replace a cache of Textual's that keeps a thousand widgets of closed sessions, all painted.

    It remembers answers that depend on two colours by a third thing: whose answer it was.
    """
    StylesCache.get_inner_outer = lambda _widgets, base, own: _inner_outer(base, own)  # type: ignore[method-assign,assignment]


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
    return tuple(sheet._parse_rules(css, read_from, is_default, tie_breaker, scope))  # noqa: SLF001


class SharedStylesheet(Stylesheet):
    """A stylesheet that shares its parsed rules with all sessions of the same theme."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._palette = _palette(frozenset(self._variables.items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self._palette = _palette(frozenset(variables.items()))

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,  # noqa: FBT001, FBT002
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        options = (is_default_rules, tie_breaker, scope)
        return list(_parsed(self._palette, css, read_from, options))

    def reparse(self) -> None:
        self.parse()


def set_up_app(app: App[Any], wire: Wire) -> None:
    """Turn an app that knows nothing of SSH towards this client's terminal."""
    terminal = wire.terminal
    app.driver_class = functools.partial(SSHDriver, wire)  # type: ignore[assignment]
    app.no_color = terminal.no_colour
    app.console = Console(
        color_system="truecolor",
        file=_Nowhere(),  # type: ignore[arg-type]
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={"TERM": terminal.type},
        force_terminal=True,
        safe_box=False,
        width=terminal.width,
        height=terminal.height,
    )
    filters: list[LineFilter] = [f for f in app._filters if not isinstance(f, Monochrome)]  # noqa: SLF001
    if terminal.no_colour:
        filters.append(Monochrome())
    app._filters = filters  # noqa: SLF001
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app.error_console = Console(file=_Nowhere(), markup=False, highlight=False)  # type: ignore[arg-type]
    # Textual redirects these for the whole process. With the streams there are, that is no change,
    # in whatever order sessions end; and what one app prints reaches no other player.
    app._capture_stdout = sys.stdout  # type: ignore[assignment]  # noqa: SLF001
    app._capture_stderr = sys.stderr  # type: ignore[assignment]  # noqa: SLF001


def release_app(app: App[Any], parts: list[DOMNode]) -> None:
    """Cut a closed app into pieces, so that its memory is free at once.

    Its thousands of objects hold each other in circles. To find such circles Python would have to
    look at all objects of all sessions: seconds in which nobody's key is answered.
    """
    for part in parts:
        vars(part).clear()
    vars(app).clear()


def crash_of(app: App[Any]) -> Exception | None:
    """Give what the app has stumbled over, if it has."""
    return app._exception  # noqa: SLF001


class _Nowhere:
    """A file for consoles that never print."""

    encoding = "utf-8"

    def write(self, _text: str) -> int:
        return 0

    def flush(self) -> None:
        """Nothing is kept."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return -1
