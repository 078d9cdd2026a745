"""What a pilot checks at every screen: small functions in a list, each a sentence or nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from odin_tui.game_ui import screen_reader
from odin_tui.pilots.boxes import frames

Truth = Mapping[str, Any]
"""A table as the line protocol tells it to this player, see `json_mode.table_words`."""
Check = Callable[[str, Sequence[str], Truth], str | None]


def nothing_covers_a_frame(_game: str, lines: Sequence[str], _truth: Truth) -> str | None:
    """See that every card and every plate is whole."""
    _, broken = frames(lines)
    if not broken:
        return None
    first = broken[0]
    return f"the frame at column {first.x}, row {first.y} is broken: {first.why}"


def the_screen_agrees_with_the_table(game: str, lines: Sequence[str], truth: Truth) -> str | None:
    """Hold what is shown of the hand, the set, the points and the turn against the table."""
    reading = screen_reader(game).read(lines)
    if reading is None or truth["match"] is None:
        return None
    return screen_reader(game).disagreement(reading, truth)


def no_foreign_card_is_shown(game: str, lines: Sequence[str], truth: Truth) -> str | None:
    """See that every card on the screen is one that this player may know."""
    if truth["match"] is None or truth["outcome"] is not None:
        return None
    hidden = screen_reader(game).hidden_but_shown(lines, truth)
    return f"{hidden} may not be seen from this seat" if hidden else None


def it_fits_the_window(_game: str, lines: Sequence[str], _truth: Truth) -> str | None:
    """See that the last line is there, and tells how to get help."""
    footer = next((line for line in reversed(lines) if line), "")
    return None if "keys" in footer else f"the footer does not say how to get help: {footer!r}"


CHECKS: tuple[Check, ...] = (
    nothing_covers_a_frame,
    the_screen_agrees_with_the_table,
    no_foreign_card_is_shown,
    it_fits_the_window,
)
