"""The themes as Textual knows them. Colour means the colour of a card, and "your turn"."""

from collections.abc import Mapping
from functools import cache

from textual.theme import Theme

from odin_tui.drawing.tones import ANSI, TONES, palette_of

THEME_NAMES = (*TONES, ANSI)


@cache
def theme_named(name: str) -> Theme:
    """Return a theme with every colour of its palette as a variable.

    All sessions share it. It takes some milliseconds, which a start spends on one theme only.
    """
    ansi, colours = name == ANSI, palette_of(name).colours
    ink, page = colours["foreground"], colours["page"]
    plate = page if ansi else colours["plate"]
    quiet, line = colours["quiet"], colours["line"]
    variables = dict(colours) | {
        "ansi-background": page,
        "ansi-foreground": ink,
        "border": ink,
        "border-blurred": line,
        "block-cursor-background": "ansi_white" if ansi else ink,
        "block-cursor-foreground": "ansi_black" if ansi else page,
        "block-cursor-text-style": "bold",
        "block-hover-background": plate,
        "footer-background": page,
        "footer-key-foreground": ink,
        "footer-description-foreground": quiet,
        "footer-item-background": page,
        "input-cursor-background": page if ansi else ink,
        "input-cursor-foreground": ink if ansi else page,
        "input-cursor-text-style": "reverse" if ansi else "none",
        "input-selection-background": line,
        "scrollbar": line,
        "scrollbar-hover": quiet,
        "scrollbar-active": ink,
        "scrollbar-background": page,
        "scrollbar-background-hover": page,
        "scrollbar-background-active": page,
        "scrollbar-corner-color": page,
    }
    return Theme(
        name=name,
        primary=ink,
        secondary=quiet,
        accent=ink,
        warning=ink,
        error=ink,
        success=ink,
        foreground=ink,
        background=page,
        surface=plate,
        panel=plate,
        boost=plate,
        dark=ansi or TONES[name].dark,
        ansi=ansi,
        variables=variables,
    )


@cache
def css_variables(name: str) -> Mapping[str, str]:
    """Return the variables of a theme for styles; all sessions share them."""
    theme = theme_named(name)
    return {**theme.to_color_system().generate(), **theme.variables}
