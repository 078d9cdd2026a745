"""What terminals do with Arabic letters: they show them as they come, or order them themselves."""

from collections.abc import Mapping

VISUAL, WORDS, ROWS = "visual", "words", "rows"
"""As they are seen; each Arabic word turned round; rows as a bidi algorithm reads them."""
LETTER_ORDERS = (VISUAL, WORDS, ROWS)
"""The orders in which terminals want the letters of a row."""

EXPLICIT, IMPLICIT = "\x1b[8l", "\x1b[8h"
"""Have a terminal that could order letters show them as they come, or order them again."""
NAME_QUESTION = "\x1b[>0q"
"""Asks a terminal for its name and version."""

KNOWN = {
    "kitty": WORDS,
    "konsole": ROWS,
    "mlterm": ROWS,
    "putty": ROWS,
    "apple_terminal": ROWS,
}
"""The terminals that change what they are sent; all others show it as it comes."""
NAMED_IN = ("TERM_PROGRAM", "TERM")
SET_BY = {"KITTY_WINDOW_ID": "kitty", "KONSOLE_VERSION": "konsole", "MLTERM": "mlterm"}
"""Variables that only one terminal sets."""


def terminal_name(environment: Mapping[str, str]) -> str:
    """Return the names by which the terminal of a program may be known, separated by blanks."""
    names = [name for variable, name in SET_BY.items() if environment.get(variable)]
    return " ".join([*names, *filter(None, map(environment.get, NAMED_IN))])


def likely_order(name: str) -> str:
    """Return the order that a terminal wants, by anything that is known of its name."""
    lower = name.lower()
    return next((order for part, order in KNOWN.items() if part in lower), VISUAL)
