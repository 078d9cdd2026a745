"""All cards of a deck in rows, with a sign for where each of them is."""

from collections.abc import Iterable, Sequence

from textual.content import Content

from odin_tui.drawing.canvas import picture_style


def grid_line(head: Content, signs: Iterable[Content], step: int) -> Content:
    """Return a row of signs in columns of this width, behind what stands before them.

    Each is a picture: in a mirror, numbers beside each other would be taken for one text.
    """
    parts = [head.stylize(picture_style(0), 0, len(head.plain.rstrip()))]
    for number, sign in enumerate(signs, 1):
        spare = max(step - sign.cell_length, 0)
        parts.append(Content(" " * (spare // 2)))
        parts.append(sign.stylize(picture_style(number)))
        parts.append(Content(" " * (spare - spare // 2)))
    return Content("").join(parts[:-1])


def legend(signs: Sequence[tuple[str, str, str]]) -> list[Content]:
    """Return a line for each sign: the sign in its style, and what it means."""
    return [
        Content.assemble((sign.center(4), style), (meaning, "$quiet"))
        for sign, style, meaning in signs
    ]
