"""The colours of every theme, by the names that drawings use: `$page`, `$face-red`, `$quiet`.

A theme is a handful of tones; the tones of card faces and of light on the table follow from
them. A drawing holds names only, so the same drawing serves every theme and every terminal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum

from odin_tui.drawing.colour import grey_of, luminance, mixed, nearest_256, readable, readable_256

FACES = {
    "red": "#ea4550",
    "orange": "#f58f36",
    "yellow": "#f9e265",
    "green": "#359a72",
    "blue": "#6abff9",
    "purple": "#a173ca",
    "bone": "#e6dcc3",
}
"""The face of a card of each colour, in every theme; `bone` is that of cards without one.

They stay apart for colour-blind eyes too; a test computes by how much.
"""

FACES_256 = {
    "red": "#ff005f",
    "orange": "#ffaf00",
    "yellow": "#ffff87",
    "green": "#00af87",
    "blue": "#5fd7ff",
    "purple": "#af5fd7",
    "bone": "#d7d7af",
}
"""The same for terminals with 256 colours: the nearest ones would look alike to some."""

FACE_INK = "#14110d"
HALF_LIGHT = 0.18
"""The luminance below which a ground is dark."""
LIGHT_STEPS = 7
"""The tones of the table, from its edge to the light in its middle."""

DEFAULT = "ansi_default"
ANSI_FACES = {
    "red": "ansi_bright_red",
    "orange": "ansi_yellow",
    "yellow": "ansi_bright_yellow",
    "green": "ansi_green",
    "blue": "ansi_bright_blue",
    "purple": "ansi_bright_magenta",
    "bone": "ansi_white",
}
ANSI_TONES = {
    "quiet": "ansi_white",
    "line": "ansi_bright_black",
    "rim": "ansi_bright_black",
    "back": "ansi_bright_black",
    "knot": "ansi_white",
    "edge": "ansi_white",
    "your-turn": "ansi_bright_cyan",
    "on-turn": "ansi_black",
    "glow": "ansi_cyan",
    "tag": "ansi_bright_white",
    "on-tag": "ansi_black",
    "face-ink": "ansi_black",
    "bar-0": "ansi_bright_black",
    "bar-0-ink": "ansi_bright_white",
    "bar-1": "ansi_white",
    "bar-1-ink": "ansi_black",
    "bar-2": "ansi_bright_white",
    "bar-2-ink": "ansi_black",
    "own-bar-0": "ansi_bright_black",
    "own-bar-0-ink": "ansi_bright_white",
    "own-bar-1": "ansi_cyan",
    "own-bar-1-ink": "ansi_black",
    "own-bar-2": "ansi_bright_cyan",
    "own-bar-2-ink": "ansi_black",
}
"""What is not the terminal's own foreground and background."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tones:
    """What tells one theme from another."""

    page: str
    """Heading, prompt and footer stand on it."""
    plate: str
    """What belongs to a player."""
    plate_lit: str
    """A plate or a row that the cursor is on."""
    key: str
    """Behind the name of a key, and buttons that cannot be pressed now."""
    foreground: str
    quiet: str
    line: str
    """Dots and other things that are not read."""
    oak: str
    plank: str
    """Every second plank of the table."""
    light: str
    """The table where it is lit most."""
    seam: str
    rim: str
    rim_low: str
    carving: str
    shadow: str
    back: str
    """The back of a card, and the knotwork on it."""
    knot: str
    edge: str
    """The edges of fanned backs."""
    your_turn: str
    on_turn: str
    """Letters on `your_turn`."""
    glow: str
    """The light below the prompt while it is the reader's turn."""
    tag: str
    on_tag: str
    hues: tuple[str, str, str, str, str, str]
    """The colours of cards as text, from red to purple."""
    dark: bool = True


BAR_TONES = (0.26, 0.64, 1.0)
"""How much of the foreground is in the tones of a chart's bars, from dark to bright by night."""
BARS = tuple(f"{bar}-{tone}" for bar in ("bar", "own-bar") for tone in range(len(BAR_TONES)))
"""The bars of charts; those of the reader begin with `own`."""
SURFACES = (
    "page",
    "plate",
    "plate-lit",
    *(f"{plank}-{step}" for plank in ("oak", "plank") for step in range(LIGHT_STEPS)),
)
WRITTEN_ON = {
    "foreground": (*SURFACES, "key"),
    "quiet": (*SURFACES, "key"),
    "your-turn": SURFACES,
    "on-turn": ("your-turn",),
    "on-tag": ("tag",),
    "face-ink": tuple(f"face-{colour}" for colour in FACES),
    **{f"card-{colour}": SURFACES for colour in FACES},
    **{
        f"{look}-{colour}-ink": (f"{look}-{colour}",)
        for look in ("face", "idle", "kept")
        for colour in FACES
    },
    **{f"{bar}-ink": (bar,) for bar in BARS},
}
"""What letters are written in, and what they stand on."""


class Depth(Enum):
    """What a terminal can show."""

    TRUE = "truecolor"
    INDEXED = "256"
    ANSI = "ansi"
    """Sixteen colours, of the terminal's own choice."""
    MONO = "mono"
    """None: letters, reverse video, bold and dim."""


@dataclass(frozen=True, eq=False, slots=True)
class Palette:
    """The colours of a theme at a depth, by name. A palette is equal to itself alone."""

    colours: Mapping[str, str]
    depth: Depth = Depth.TRUE


def shaded(tones: Tones) -> Palette:
    """Return the palette of a terminal that shows every colour."""
    return Palette(_named(tones, FACES, lit=True))


def indexed(tones: Tones) -> Palette:
    """Return the palette of a terminal with 256 colours; there are too few for light on oak."""
    colours = _named(tones, FACES_256, lit=False)
    for colour in FACES_256:
        # Otherwise some of them would stand back in a hue and the others in a grey.
        colours[f"idle-{colour}"] = grey_of(colours[f"idle-{colour}"])
    nearest = {name: nearest_256(colour) for name, colour in colours.items()}
    for ink, grounds in WRITTEN_ON.items():
        towards = "#ffffff" if luminance(nearest[grounds[0]]) < HALF_LIGHT else FACE_INK
        nearest[ink] = readable_256(colours[ink], [nearest[name] for name in grounds], towards)
    return Palette(nearest, Depth.INDEXED)


def _named(tones: Tones, faces: Mapping[str, str], *, lit: bool) -> dict[str, str]:
    plain = {
        each.name.replace("_", "-"): getattr(tones, each.name)
        for each in fields(tones)
        if each.name not in ("hues", "dark")
    }
    hues = zip(faces, (*tones.hues, tones.foreground), strict=True)
    plain |= {f"card-{colour}": hue for colour, hue in hues}
    plain["background"] = tones.page
    return plain | _planks(tones, lit=lit) | _bar_tones(tones) | _card_tones(tones, faces)


def _bar_tones(tones: Tones) -> dict[str, str]:
    """Return the tones of charts, from the table's own to the foreground or the reader's."""
    named: dict[str, str] = {}
    for bar, bright in (("bar", tones.foreground), ("own-bar", tones.your_turn)):
        for number, share in enumerate(BAR_TONES):
            tone = mixed(tones.oak, bright, share)
            light = luminance(tone) >= HALF_LIGHT
            ink = (
                readable(FACE_INK, tone, "#000000") if light else readable(bright, tone, "#ffffff")
            )
            named |= {f"{bar}-{number}": tone, f"{bar}-{number}-ink": ink}
    return named


def _planks(tones: Tones, *, lit: bool) -> dict[str, str]:
    """Return the tones of the planks, from the edge of the table to the light in its middle."""
    return {
        f"{plank}-{step}": mixed(base, tones.light, step / (LIGHT_STEPS - 1)) if lit else tones.oak
        for plank, base in (("oak", tones.oak), ("plank", tones.plank))
        for step in range(LIGHT_STEPS)
    }


def _card_tones(tones: Tones, faces: Mapping[str, str]) -> dict[str, str]:
    """Return the tones of cards that can be played, stand back, or have a place kept for them."""
    towards = "#ffffff" if tones.dark else FACE_INK
    named = {"face-ink": FACE_INK}
    for colour, hue in faces.items():
        named |= {
            f"face-{colour}": hue,
            f"flat-{colour}": mixed(hue, tones.oak, 0.25),
            f"face-{colour}-ink": FACE_INK,
            f"face-{colour}-dark": mixed(hue, FACE_INK, 0.8),
            f"face-{colour}-mid": mixed(hue, FACE_INK, 0.32),
            f"face-{colour}-light": mixed(hue, "#ffffff", 0.62),
        }
        idle = mixed(tones.oak, hue, 0.25 if tones.dark else 0.34)
        hole = ("#000000", 0.42) if tones.dark else ("#ffffff", 0.35)
        for look, face in (("idle", idle), ("kept", mixed(tones.oak, *hole))):
            named |= {
                f"{look}-{colour}": face,
                f"{look}-{colour}-ink": readable(hue, face, towards),
                f"{look}-{colour}-dark": mixed(face, hue, 0.28),
                f"{look}-{colour}-mid": mixed(face, hue, 0.28),
                f"{look}-{colour}-light": mixed(face, hue, 0.5),
            }
    return named


def ansi(names: Iterable[str]) -> Palette:
    """Return these names in the terminal's own colours; surfaces are its own ground."""
    colours = dict.fromkeys(names, DEFAULT) | ANSI_TONES
    for colour, hue in ANSI_FACES.items():
        colours |= {f"{name}-{colour}": hue for name in ("card", "face", "flat")}
        colours |= {f"face-{colour}-{tone}": hue for tone in ("mid", "light")}
        colours |= {f"face-{colour}-{tone}": "ansi_black" for tone in ("ink", "dark")}
        colours |= {f"{look}-{colour}-ink": hue for look in ("idle", "kept")}
    return Palette(colours, Depth.ANSI)
