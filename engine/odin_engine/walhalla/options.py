"""The options of a match of Walhalla."""

from collections.abc import Mapping
from dataclasses import dataclass

from odin_engine.game import BadOption, Choice, wrong_number_of_players

SEATS = range(3, 5)
LAYOUTS = tuple(
    (a, b, 18 - a - b) for a in (6, 5, 7, 8) for b in (6, 5, 7, 8) if 18 - a - b in range(5, 9)
)
"""Tiles on each peninsula: all 18 are used, and a peninsula has five to eight; 6-6-6 is first."""
TILES = {"-".join(map(str, layout)): layout for layout in LAYOUTS}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one match."""

    tiles: tuple[int, ...] = (6, 6, 6)
    """How many tiles each peninsula has."""
    turning: bool = True
    """Whether a dragon may be turned, so that its stern reaches the coast first."""
    walhalla_in_final: bool = False
    """Whether the Walhalla card counts in the majority after the last raid too."""


CHOICES = (
    Choice("tiles", tuple(TILES), "6-6-6", tuple(SEATS)),
    Choice("turning", ("yes", "no"), "yes", tuple(SEATS)),
    Choice("walhalla-in-final", ("no", "yes"), "no", tuple(SEATS)),
)


def read_options(words: Mapping[str, str], seats: int) -> Options:
    """Return the options for words; raise `BadOption` for an unknown option or value."""
    if seats not in SEATS:
        raise wrong_number_of_players("walhalla", seats, SEATS)
    usual = {choice.name: choice.default for choice in CHOICES}
    for name in words:
        if name not in usual:
            raise BadOption(
                "no-such-option", game="walhalla", option=name[:40], options=list(usual)
            )
    agreed = usual | dict(words)
    for choice in CHOICES:
        word = agreed[choice.name]
        if word not in choice.values:
            raise BadOption(
                "bad-value", option=choice.name, value=word[:40], values=list(choice.values)
            )
    return Options(
        tiles=TILES[agreed["tiles"]],
        turning=agreed["turning"] == "yes",
        walhalla_in_final=agreed["walhalla-in-final"] == "yes",
    )


def write_options(options: Options) -> dict[str, str]:
    """Return the words that `read_options` turns into the same options."""
    return {
        "tiles": "-".join(map(str, options.tiles)),
        "turning": "yes" if options.turning else "no",
        "walhalla-in-final": "yes" if options.walhalla_in_final else "no",
    }
