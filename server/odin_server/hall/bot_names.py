"""What the bots at a table are called."""

from collections.abc import Collection

from odin_engine.chance import Seed, shuffled
from odin_server.confusables import skeletons

NAMES = (
    *("Asa", "Aud", "Bera", "Bo", "Dag", "Egil", "Erik", "Finn", "Gro", "Gyda", "Hild", "Inga"),
    *("Ivar", "Knut", "Leif", "Liv", "Njal", "Orm", "Rolf", "Sven", "Toke", "Tora", "Ulf", "Una"),
    "Yrsa",
)
"""Plain names of the viking age, short enough to stand on a plate beside a rank."""


def bot_name(seed: Seed, others: Collection[str]) -> str:
    """Name a bot by the table's seed: a name that looks like none of the others there.

    It has a first letter of its own if there is one: a narrow terminal shows little more of it.
    """
    order = shuffled(NAMES, seed, "names of bots")
    taken = [skeletons(name) for name in others]
    letters = {name[:1].casefold() for name in others}
    free = [name for name in order if all(skeletons(name).isdisjoint(one) for one in taken)]
    return next((name for name in free if name[0].casefold() not in letters), free[0])
