"""All chance of a match, from one seed that can be promised before and checked after.

Nothing here depends on how Python's own `random` happens to shuffle, so a seed deals the same
cards under every version, and anyone can deal them again in any language: draw 64-bit big-endian
words from SHAKE-256 over the seed followed by the purpose in UTF-8, and shuffle from the last
place down, each place i taking the item at word * (i + 1) >> 64.
"""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256, shake_256
from struct import unpack
from typing import NewType, TypeVar

Seed = NewType("Seed", bytes)
T = TypeVar("T")

SEED_BYTES = 16


def seed_from(text: str) -> Seed:
    """Make a seed of any text a person gives: 32 hexadecimal digits are taken as they are."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(text) != 2 * SEED_BYTES or len(seed) != SEED_BYTES:
        seed = sha256(text.encode(errors="surrogatepass")).digest()[:SEED_BYTES]
    return Seed(seed)


def shuffled(items: Iterable[T], seed: Seed, purpose: str) -> list[T]:
    """Shuffle by the seed; a different purpose is an independent shuffle."""
    order = list(items)
    count = len(order)
    stream = shake_256(seed + purpose.encode()).digest(8 * count)
    for i, word in zip(range(count - 1, 0, -1), unpack(f">{count}Q", stream), strict=False):
        j = word * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    return order


def pick(items: Iterable[T], seed: Seed, purpose: str) -> T:
    """Pick one item by the seed."""
    return shuffled(items, seed, purpose)[0]


class SeedCheck(StrEnum):
    """What comes of holding the seed of a match against what was published before it."""

    FITS = "fits"
    DIFFERS = "differs"
    NOT_PUBLISHED = "not-published"


def commitment(seed: Seed) -> str:
    """Give what a table publishes before the first card is dealt: the SHA-256 of the 16 bytes."""
    return sha256(seed).hexdigest()


def check_seed(seed: Seed, published: str | None) -> SeedCheck:
    """Hold a seed against what was published before the first card; None if nothing was."""
    if published is None:
        return SeedCheck.NOT_PUBLISHED
    return SeedCheck.FITS if commitment(seed) == published.lower() else SeedCheck.DIFFERS
