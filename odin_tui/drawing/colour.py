"""Arithmetic with colours written as `#rrggbb`."""

from collections.abc import Sequence

from odin_server.indexed_colours import colour_at, nearest_index

LEAST_CONTRAST = 4.5
"""The ratio that WCAG asks for between letters and what they stand on."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour with this share of the other in it."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def linear(channel: float) -> float:
    """Return the intensity of light of an sRGB channel, 0 to 1."""
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it."""
    red, green, blue = map(linear, channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as WCAG defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(ink: str, ground: str, towards: str) -> str:
    """Return the ink, moved towards another colour only as far as reading it needs."""
    wanted = LEAST_CONTRAST + 0.1
    steps = (mixed(ink, towards, step / 20) for step in range(21))
    return next((colour for colour in steps if contrast(colour, ground) >= wanted), towards)


def nearest_256(colour: str) -> str:
    """Return the nearest of the 256 colours that most terminals have."""
    red, green, blue = colour_at(nearest_index(channels(colour)))
    return f"#{red:02x}{green:02x}{blue:02x}"


def grey_of(colour: str) -> str:
    """Return the grey that is as bright."""
    red, green, blue = channels(colour)
    return "#" + f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}" * 3


def readable_256(ink: str, grounds: Sequence[str], towards: str) -> str:
    """Return one of the 256 colours near the ink that can be read on all of these grounds."""
    steps = (nearest_256(mixed(ink, towards, step / 20)) for step in range(21))
    return next(
        (
            colour
            for colour in steps
            if all(contrast(colour, ground) >= LEAST_CONTRAST for ground in grounds)
        ),
        towards,
    )
