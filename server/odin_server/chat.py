"""Lines of talk, made safe for other people's terminals."""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u180e\u034f\u17b4\u17b5")
_MARKS = 3


def clean(text: str, length: int) -> str:
    """Drop what moves cursors, turns text round or shows nothing, and cut to the length.

    Control characters, escape sequences' lead-ins, bidirectional overrides, zero-width and
    unassigned characters go; any white space becomes one space; of combining marks no more than
    three stay on a letter, because a tower of them paints over the lines above.
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", _without_escapes(text[: 8 * length])):
        if letter.isspace():
            letter = " "  # noqa: PLW2901 - a line break or a tab is a gap between words
        kind = unicodedata.category(letter)
        if kind in _HIDDEN or letter in _BLANK:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:length].strip()


def _without_escapes(text: str) -> str:
    return text
