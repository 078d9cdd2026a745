"""The 256 colours of xterm: a cube of 216, and 24 greys."""

CUBE = (0, 95, 135, 175, 215, 255)
GREYS = tuple(range(8, 248, 10))
FIRST_OF_CUBE, FIRST_GREY = 16, 232
WEIGHTS = (2, 4, 3)
"""How much a difference in red, green and blue is noticed."""

Rgb = tuple[int, int, int]


def nearest_index(colour: Rgb) -> int:
    """Return the number of the colour that is nearest.

    Rich would choose black for most dark tones: it looks for greys only where there is hardly
    any hue.
    """
    places = [min(range(6), key=lambda step: abs(CUBE[step] - channel)) for channel in colour]
    red, green, blue = places
    mean = sum(colour) / 3
    grey = min(range(24), key=lambda step: abs(GREYS[step] - mean))
    in_cube = CUBE[red], CUBE[green], CUBE[blue]
    if _distance(colour, (GREYS[grey],) * 3) < _distance(colour, in_cube):
        return FIRST_GREY + grey
    return FIRST_OF_CUBE + 36 * red + 6 * green + blue


def colour_at(index: int) -> Rgb:
    """Return red, green and blue of a colour of the cube or of a grey."""
    if index >= FIRST_GREY:
        return (GREYS[index - FIRST_GREY],) * 3
    place = index - FIRST_OF_CUBE
    return CUBE[place // 36], CUBE[place // 6 % 6], CUBE[place % 6]


def _distance(one: Rgb, other: Rgb) -> int:
    return sum(w * (a - b) ** 2 for w, a, b in zip(WEIGHTS, one, other, strict=True))
