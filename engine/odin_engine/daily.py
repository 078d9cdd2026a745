"""The daily deal: one seed for each day and game, the same for everybody."""

import hmac
from hashlib import sha256

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.game import AnyGame

MOST_SEATS = 4
LEVEL = "karl"
"""The bots of a daily deal. They play without chance, so the same moves get the same answers."""


def daily_seed(day: str, game: str, secret: bytes = b"") -> Seed:
    """Return the seed of a day, written as 2026-11-18, in a game.

    With a secret nobody else can work out what will be dealt (HMAC-SHA-256); without one, which is
    for playing alone, everybody gets the same deal everywhere (SHA-256).
    """
    text = f"odin daily {day} {game}".encode()
    digest = hmac.digest(secret, text, "sha256") if secret else sha256(text).digest()
    return Seed(digest[:SEED_BYTES])


def daily_seats(game: AnyGame) -> int:
    """Return how many seats a daily deal of this game has."""
    return min(game.SEATS[-1], MOST_SEATS)
