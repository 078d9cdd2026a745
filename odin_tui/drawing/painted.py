"""Cards and pieces in running text, shown as the game shows them."""

import re
from collections.abc import Callable

from textual.content import Content


def painted_text(
    text: str, named: re.Pattern[str], shown: Callable[[str], Content], style: str = ""
) -> Content:
    """Return the text with everything that is named in it shown."""
    parts: list[Content] = []
    end = 0
    for found in named.finditer(text):
        parts.append(Content.styled(text[end : found.start()], style))
        parts.append(shown(found[0]))
        end = found.end()
    parts.append(Content.styled(text[end:], style))
    return Content("").join(parts)
