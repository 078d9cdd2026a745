"""Names for the bots at a table."""

from collections.abc import Collection

from odin_engine.chance import Seed, shuffled
from odin_server.confusables import skeletons

NAMES = (
    *("Asa", "Aud", "Bera", "Bo", "Dag", "Egil", "Erik", "Finn", "Gro", "Gyda", "Hild", "Inga"),
    *("Ivar", "Knut", "Leif", "Liv", "Njal", "Orm", "Rolf", "Sven", "Toke", "Tora", "Ulf", "Una"),
    "Yrsa",
)
"""Names of the Viking age, short enough to be shown beside a rank."""


def bot_name(seed: Seed, others: Collection[str]) -> str:
    """Return a name for a bot, drawn by the table's seed, that resembles none of the others.

    It has a first letter of its own if there is one: a narrow terminal shows little more of it.
    """
    order = shuffled(NAMES, seed, "names of bots")
    taken = [skeletons(name) for name in others]
    letters = {name[:1].casefold() for name in others}
    free = [name for name in order if all(skeletons(name).isdisjoint(one) for one in taken)]
    return next((name for name in free if name[0].casefold() not in letters), free[0])
