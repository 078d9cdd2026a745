"""Small things within a line of text: cards as chips, values as tags, names of keys."""

from textual.content import Content

TAG, OWN_TAG = "bold $on-tag on $tag", "bold $on-turn on $your-turn"
KEY = "bold $foreground on $key"


def tag(value: object, *, mine: bool = False) -> Content:
    """Return a value that stands out; `mine` if it is the reader's own."""
    return Content.styled(f" {value} ", OWN_TAG if mine else TAG)


def chip(text: str, colour: str) -> Content:
    """Return a card that was laid down, as a filled face in a line of text."""
    return Content.styled(text, f"bold $face-{colour}-ink on $face-{colour}")


def spoken_of(text: str, colour: str, style: str = "") -> Content:
    """Return a card that is only spoken of, as coloured text."""
    return Content.styled(text, f"$card-{colour} {style}".strip())


def key_cap(keys: str) -> Content:
    """Return the name of a key as it is printed on a keyboard."""
    return Content.styled(f" {keys} ", KEY)
