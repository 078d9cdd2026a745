"""Invite codes that can be read aloud."""

import secrets
from collections.abc import Callable

ALPHABET = "ABCDEFHJKMNPRTUVWXY34679"
"""No letter that looks or, spelled in English or German, sounds too much like another one."""
LETTERS = 8


def new_code(draw: Callable[[int], int] = secrets.randbelow) -> str:
    """Return a random code; there are 24 ** 8 of them, about 110 billion."""
    return "".join(ALPHABET[draw(len(ALPHABET))] for _ in range(LETTERS))


def format_code(code: str) -> str:
    """Return a code as people read it: two halves with a dash."""
    return f"{code[: LETTERS // 2]}-{code[LETTERS // 2 :]}"


def normalize_code(text: str) -> str:
    """Return a code as tables are found by: capitals, without the dash and spaces people type."""
    return "".join(letter for letter in text[:40].upper() if letter.isalnum())
