"""The nearest colours a terminal has, in a frame that was painted with all of them."""

import functools
import re

from rich.color import Color, ColorSystem

from odin_server.indexed_colours import nearest_index
from odin_server.sessions.terminal import Colours

TRUE_COLOUR = re.compile(r"[34]8;2;\d{1,3};\d{1,3};\d{1,3}")


def with_colours(frame: str, colours: Colours) -> str:
    """Return a frame in the colours of a terminal.

    Not by the console of each app: Rich remembers the code of a style that sessions share, and
    so whoever is painted first would decide the colours of all.
    """
    if colours == "truecolor":
        return frame
    return TRUE_COLOUR.sub(lambda code: _nearest(code[0], colours), frame)


@functools.lru_cache(maxsize=8192)
def _nearest(code: str, colours: Colours) -> str:
    ground, _, red, green, blue = map(int, code.split(";"))
    if colours == "256":
        return f"{ground};5;{nearest_index((red, green, blue))}"
    colour = Color.from_rgb(red, green, blue).downgrade(ColorSystem.STANDARD)
    return ";".join(colour.get_ansi_codes(foreground=ground == 38))
