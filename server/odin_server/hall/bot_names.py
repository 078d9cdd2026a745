"""What the bots at a table are called."""

from collections.abc import Collection

from odin_engine.chance import Seed, shuffled

NAMES = (
    *("Asa", "Aud", "Bera", "Bo", "Dag", "Egil", "Erik", "Finn", "Gro", "Gyda", "Hild", "Inga"),
    *("Ivar", "Knut", "Leif", "Liv", "Njal", "Orm", "Rolf", "Sven", "Toke", "Tora", "Ulf", "Una"),
    "Yrsa",
)
"""Plain names of the viking age, short enough to stand on a plate beside a rank."""


def bot_name(seed: Seed, others: Collection[str]) -> str:
    """Name a bot by the table's seed, unlike the others there, and with a letter of its own.

    A narrow terminal shows little more of a name than how it begins.
    """
    order = shuffled(NAMES, seed, "names of bots")
    taken = {name.casefold() for name in others}
    letters = {name[:1] for name in taken}
    free = [name for name in order if name.casefold() not in taken]
    return next((name for name in free if name[0].casefold() not in letters), free[0])
