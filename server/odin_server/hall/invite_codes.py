"""Invite codes that can be read aloud, and limits on how fast things may be tried."""

import secrets
from collections.abc import Callable

ALPHABET = "ABCDEFHJKMNPRTUVWXY34679"
"""No letter that looks or, spelled in English or German, sounds too much like another one."""
LETTERS = 8


def new_code(draw: Callable[[int], int] = secrets.randbelow) -> str:
    """Draw a code: 24 ** 8 of them, about 110 thousand million."""
    return "".join(ALPHABET[draw(len(ALPHABET))] for _ in range(LETTERS))


def spoken(code: str) -> str:
    """Write a code in two halves."""
    return f"{code[: LETTERS // 2]}-{code[LETTERS // 2 :]}"


def heard(text: str) -> str:
    """Read a code as people type it: any case, with or without the dash or spaces."""
    return "".join(letter for letter in text[:40].upper() if letter.isalnum())


class RateLimit:
    """So many at once for each person, then one more every so many seconds."""

    def __init__(self, burst: int, every: float) -> None:
        self._burst, self._every = burst, every
        self._full_again: dict[str, float] = {}

    def left(self, who: str, now: float) -> bool:
        """Tell whether this person may try once more now."""
        return self._full_again.get(who, 0.0) - now <= (self._burst - 1) * self._every

    def spend(self, who: str, now: float) -> None:
        """Count one try."""
        if len(self._full_again) > 1000:
            self._full_again = {key: at for key, at in self._full_again.items() if at > now}
        self._full_again[who] = max(self._full_again.get(who, 0.0), now) + self._every
