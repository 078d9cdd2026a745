"""Asks a terminal once whether it draws blocks two cells wide.

A block is written at the left of a row, and the terminal is asked where its cursor is now. Nobody
waits for the answer. It cannot be taken for a key: keys with modifiers look like answers about
the first row, and this is another.
"""

ROW = 3
WIDTH_QUESTION = f"\x1b[{ROW};1H▀\x1b[6n\r\x1b[K"
CLEAR = "\x1b[2J"
SIMPLE = "letters"
"""The style of cards that needs no character of ambiguous width."""


def is_wide(x: int, y: int) -> bool:
    """Return whether this is the cursor's place, from 0 on, after a block of two cells."""
    return (x, y) == (2, ROW - 1)
