"""The randomness of a match: everything comes from one seed, which can be checked afterwards.

Python's `random` is not used, so a seed deals the same cards under every version, and anyone can
repeat the deals in any language: draw 64-bit big-endian words from SHAKE-256 over the seed followed
by the purpose in UTF-8, and shuffle from the last index down, each index i swapping with the item
at word * (i + 1) >> 64.
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
    """Return a seed for any text: 32 hexadecimal digits as they are, else a hash of the text."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(text) != 2 * SEED_BYTES or len(seed) != SEED_BYTES:
        seed = sha256(text.encode(errors="surrogatepass")).digest()[:SEED_BYTES]
    return Seed(seed)


def shuffled(items: Iterable[T], seed: Seed, purpose: str) -> list[T]:
    """Return the items shuffled by the seed; another purpose gives an independent shuffle."""
    order = list(items)
    count = len(order)
    stream = shake_256(seed + purpose.encode()).digest(8 * count)
    for i, word in zip(range(count - 1, 0, -1), unpack(f">{count}Q", stream), strict=False):
        j = word * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    return order


def pick(items: Iterable[T], seed: Seed, purpose: str) -> T:
    """Return one item, picked by the seed."""
    return shuffled(items, seed, purpose)[0]


class SeedCheck(StrEnum):
    """How the seed of a match compares with the commitment published before it."""

    FITS = "fits"
    DIFFERS = "differs"
    NOT_PUBLISHED = "not-published"


def commitment(seed: Seed) -> str:
    """Return the commitment that a table publishes before the first card: the seed's SHA-256."""
    return sha256(seed).hexdigest()


def check_seed(seed: Seed, published: str | None) -> SeedCheck:
    """Compare a seed with the commitment published before the first card; None if none was."""
    if published is None:
        return SeedCheck.NOT_PUBLISHED
    return SeedCheck.FITS if commitment(seed) == published.lower() else SeedCheck.DIFFERS
