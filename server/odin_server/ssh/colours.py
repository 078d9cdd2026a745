"""The nearest colours a terminal has, in a frame that was painted with all of them."""

import functools
import re

from rich.color import Color, ColorSystem

from odin_server.ssh.terminal import Colours

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
    system = ColorSystem.EIGHT_BIT if colours == "256" else ColorSystem.STANDARD
    colour = Color.from_rgb(red, green, blue).downgrade(system)
    return ";".join(colour.get_ansi_codes(foreground=ground == 38))
