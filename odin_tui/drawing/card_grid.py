"""All cards of a deck in rows, with a sign for where each of them is."""

from collections.abc import Iterable, Sequence

from textual.content import Content


def grid_line(head: Content, signs: Iterable[Content], step: int) -> Content:
    """Return a row of signs in columns of this width, behind what stands before them."""
    parts = [head]
    for sign in signs:
        spare = max(step - sign.cell_length, 0)
        parts += [Content(" " * (spare // 2)), sign, Content(" " * (spare - spare // 2))]
    return Content("").join(parts[:-1])


def legend(signs: Sequence[tuple[str, str, str]]) -> list[Content]:
    """Return a line for each sign: the sign in its style, and what it means."""
    return [
        Content.assemble((sign.center(4), style), (meaning, "$quiet"))
        for sign, style, meaning in signs
    ]
