"""A client's terminal: what is known of it, and how it is restored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Colours = Literal["truecolor", "256", "standard"]

WIDTHS = (20, 500)
HEIGHTS = (5, 200)

RESTORE = (
    "\x1b[?2026l"  # an update that was cut off in the middle ends here
    "\x1b[<u"  # the keyboard protocol, while the other screen still shows
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"
    "\x1b[?2004l\x1b[?1004l\x1b[?2048l"
    "\x1b[?7h\x1b[0m"
    "\x1b[8h"  # Arabic letters are ordered by the terminal again, if it did that before
    "\x1b]22;default\x07"  # the mouse pointer's shape
    "\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Switches off everything that a session may have switched on."""
CLEAR_TITLE = "\x1b]0;\x07"

_PLAIN = ("linux", "vt", "ansi", "cons25", "sun", "screen.linux", "putty-vt100")
_TRUE = (
    "truecolor",
    "24bit",
    "direct",
    "kitty",
    "alacritty",
    "ghostty",
    "wezterm",
    "foot",
    "iterm",
)


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal as its client describes it."""

    type: str = "xterm-256color"
    width: int = 80
    height: int = 24
    colours: Colours = "256"
    no_colour: bool = False
    unicode: bool = True

    def resized(self, width: int, height: int) -> "Terminal":
        """Return the same terminal in another size, within limits."""
        return replace(self, width=clamp(width, WIDTHS, 80), height=clamp(height, HEIGHTS, 24))


def terminal_of(term: str, size: tuple[int, int], environment: Mapping[str, str]) -> Terminal:
    """Return a terminal as its client has described it."""
    lang = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG", "")
    return Terminal(
        type=term,
        colours=_colours(term.lower(), environment.get("COLORTERM", "").lower()),
        no_colour=bool(environment.get("NO_COLOR")) or term.lower() in ("dumb", "vt100", "vt220"),
        unicode=not lang or "utf" in lang.lower(),
    ).resized(*size)


def _colours(term: str, colorterm: str) -> Colours:
    # COLORTERM is not sent by default, so a terminal is also known by its name.
    if colorterm in ("truecolor", "24bit") or any(name in term for name in _TRUE):
        return "truecolor"
    if "256" in term or term.startswith(("tmux", "screen", "xterm", "putty")):
        return "256"
    return "standard"


def clamp(value: int, limits: tuple[int, int], unknown: int) -> int:
    """Return a size within its limits; a client that does not know its size sends 0."""
    if value <= 0:
        return unknown
    return max(limits[0], min(value, limits[1]))
