"""Chat lines and names, cleaned for other people's terminals."""

import re
import unicodedata

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences: colours, cursor, modes
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # strings: titles
    r"|\x1b[ -/]*[0-~]?"  # everything else that begins with an escape
)
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0")
_MARKS_ON_A_LETTER = 3


def clean(text: str, length: int) -> str:
    """Return the text without what could disturb a terminal, cut to the length.

    Escape sequences go as a whole; so do control characters, bidirectional overrides, zero-width,
    private and unassigned characters; any white space becomes one space. No more than three
    combining marks stay on a letter, because a tower of them paints over the lines above.
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", _ESCAPES.sub("", text[: 8 * length])):
        if letter.isspace():
            kept.append(" ")
            continue
        kind = unicodedata.category(letter)
        if kind in _HIDDEN or letter in _BLANK or "\ufe00" <= letter <= "\ufe0f":
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MARKS_ON_A_LETTER:
            kept.append(letter)
    return " ".join("".join(kept).split())[:length].strip()
