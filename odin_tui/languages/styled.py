"""Styled text in whole sentences, whatever order a language puts its words in."""

from functools import lru_cache
from string import Formatter

from textual.content import Content


def fill(template: str, style: str = "", /, **pieces: Content | str | int) -> Content:
    """Return a translated template with each `{name}` replaced by the piece of that name.

    The words of the template have the given style, the pieces keep their own. Raises `KeyError`
    for a placeholder without a piece.
    """
    parts: list[Content] = []
    for text, name in _parsed(template):
        if text:
            parts.append(Content.styled(text, style) if style else Content(text))
        if name is not None:
            piece = pieces[name]
            parts.append(piece if isinstance(piece, Content) else Content(str(piece)))
    return Content("").join(parts)


@lru_cache(maxsize=1024)
def _parsed(template: str) -> tuple[tuple[str, str | None], ...]:
    """Return the texts of a template, each with the name of the placeholder after it."""
    return tuple((text, name) for text, name, _spec, _conversion in Formatter().parse(template))
