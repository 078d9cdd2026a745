"""The colours of a map: sea, rock, kinds of land, ships, and the shields of those who stand there.

Land and shields look alike in every theme, as the faces of cards do; the sea follows the page.
"""

from collections.abc import Mapping

from odin_tui.drawing.colour import mixed

INK, BRIGHT_INK = "#14110d", "#f1ead8"
LANDS = {
    "S": ("#55505f", "#948ea1", "#6d6778", "#403c47"),
    "F": ("#2f4a38", "#1b3425", "#536a5a", "#5a4128"),
    "V": ("#6a4d3b", "#3d2417", "#a88a6a", "#3d2417"),
    "W": ("#75632e", "#403619", "#c3a94e", "#8d7a38"),
}
"""The ground of each kind of land, and the three tones of its picture."""
LANDS_256 = {
    "S": ("#5f5f87", "#afafaf", "#8787af", "#444444"),
    "F": ("#005f00", "#5f875f", "#5f875f", "#5f5f00"),
    "V": ("#875f5f", "#5f0000", "#d7af87", "#5f0000"),
    "W": ("#875f00", "#5f5f00", "#d7af5f", "#5f5f00"),
}
"""The same for terminals with 256 colours: of the nearest ones most are grey."""
SHIELDS = {"R": "red", "K": "black", "Y": "yellow", "B": "blue"}
"""The colours of shields by their letters."""
BLACK = "#0b0c0f"
BLACK_RIM = "#b9b1a0"
TONES = {
    "rock-0": "#353c39",
    "rock-1": "#434b48",
    "rock-2": "#5b6462",
    "rock-3": "#8d989a",
    "cape-0": "#4d4a42",
    "cape-1": "#5d594f",
    "cape-edge": "#36342e",
    "cape-ink": BRIGHT_INK,
    "hull": "#5f452e",
    "hull-dark": "#452f1d",
    "hull-light": "#7a5a3e",
    "ship": "#9a6b40",
    "ship-dark": "#6b4728",
    "ship-light": "#c89458",
    "ship-ink": "#000000",
    "land-ink": BRIGHT_INK,
    "print-low": "#5d5340",
    "picture-0": "#3a2f20",
    "picture-1": "#8a6a35",
    "picture-2": "#b8a780",
}
"""What has the same colour in every theme."""
LAND_WRITTEN_ON = {
    "land-ink": ("rock-0", *(f"land-{kind}-label" for kind in LANDS)),
    "cape-ink": ("cape-0", "cape-1"),
    "print-low": ("face-bone",),
    "ship-ink": ("ship",),
    **{f"shield-{hue}-ink": (f"shield-{hue}",) for hue in SHIELDS.values()},
}
"""What letters on a map are written in, and what they stand on."""
LAND_ANSI = {
    "wave": "ansi_blue",
    "rock-2": "ansi_bright_black",
    "rock-3": "ansi_white",
    "hull": "ansi_yellow",
    "hull-dark": "ansi_yellow",
    "hull-light": "ansi_yellow",
    "ship": "ansi_yellow",
    "ship-dark": "ansi_yellow",
    "ship-light": "ansi_yellow",
    "ship-ink": "ansi_black",
    "print-low": "ansi_black",
    "picture-0": "ansi_black",
    "picture-1": "ansi_yellow",
    "picture-2": "ansi_yellow",
    "land-S-0": "ansi_white",
    "land-S-1": "ansi_bright_black",
    "land-F-0": "ansi_green",
    "land-F-2": "ansi_yellow",
    "land-V-0": "ansi_red",
    "land-V-1": "ansi_yellow",
    "land-V-2": "ansi_red",
    "land-W-1": "ansi_bright_yellow",
    "land-W-2": "ansi_yellow",
    "shield-red": "ansi_bright_red",
    "shield-black": "ansi_bright_black",
    "shield-yellow": "ansi_bright_yellow",
    "shield-blue": "ansi_bright_blue",
    "shield-black-rim": "ansi_white",
    "shield-black-ink": "ansi_bright_white",
    **{f"shield-{hue}-ink": "ansi_black" for hue in ("red", "yellow", "blue")},
    **{f"shield-{hue}-rim": f"ansi_bright_{hue}" for hue in ("red", "yellow", "blue")},
}
"""What is not the terminal's own ground where there are sixteen colours."""


WOOD_256 = {
    "hull": "#875f5f",
    "hull-dark": "#5f5f5f",
    "hull-light": "#af875f",
    "ship": "#af875f",
    "ship-dark": "#875f5f",
    "ship-light": "#d7af87",
}


def land_tones(
    page: str, faces: Mapping[str, str], *, dark: bool, few: bool = False
) -> dict[str, str]:
    """Return the colours of a map by their names, on a page of this colour; `few` of 256."""
    sea = mixed(page, "#1c6080", 0.2) if dark else mixed(page, "#7fb4c4", 0.55)
    named = {"sea": sea, "wave": mixed(sea, "#5f93a8", 0.3 if dark else 0.5)} | TONES
    named |= WOOD_256 if few else {}
    for kind, (ground, *picture) in (LANDS_256 if few else LANDS).items():
        named |= {
            f"land-{kind}": ground,
            f"land-{kind}-light": mixed(ground, "#ffffff", 0.1),
            f"land-{kind}-dark": mixed(ground, "#000000", 0.28),
            f"land-{kind}-label": ground if few else mixed(ground, "#000000", 0.12),
            **{f"land-{kind}-{number}": tone for number, tone in enumerate(picture)},
        }
    for hue in SHIELDS.values():
        face = faces.get(hue, BLACK)
        named |= {
            f"shield-{hue}": face,
            f"shield-{hue}-ink": BRIGHT_INK if face == BLACK else INK,
            f"shield-{hue}-rim": BLACK_RIM if face == BLACK else mixed(face, "#ffffff", 0.28),
        }
    return named
