"""Arabic letters in the forms in which they join, as terminals that join none must be sent them.

A lam and the alef after it are one form, so a text can become shorter: it has to be shaped before
it is measured.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import category, decomposition

LAM, TATWEEL, NON_JOINER, JOINER = "\u0644", "\u0640", "\u200c", "\u200d"
MAYBE_UNSHAPED = re.compile("[\u0600-\u06ff\u0750-\u077f\u200c-\u200f]")
FORM_RANGES = (range(0xFB50, 0xFC00), range(0xFE80, 0xFEFD))


class Forms(NamedTuple):
    """The forms of a letter; empty where it has none."""

    isolated: str = ""
    final: str = ""
    initial: str = ""
    medial: str = ""


class Shaped(NamedTuple):
    """One form, and the letters of the text that it stands for."""

    form: str
    start: int
    end: int


@cache
def _forms() -> dict[str, Forms]:
    """Return the forms of every letter, and of lam with each alef, as Unicode names them."""
    found: dict[str, Forms] = {TATWEEL: Forms(TATWEEL, TATWEEL, TATWEEL, TATWEEL)}
    for code in (code for codes in FORM_RANGES for code in codes):
        form, *letters = decomposition(chr(code)).split() or [""]
        name = form.strip("<>")
        if name in Forms._fields:
            text = "".join(chr(int(letter, 16)) for letter in letters)
            found[text] = found.get(text, Forms())._replace(**{name: chr(code)})
    # Ligatures other than lam with alef are a matter of taste, and few fonts have them.
    return {
        text: forms
        for text, forms in found.items()
        if len(text) == 1 or (len(text) == 2 and text[0] == LAM and text[1] in "آأإا")
    }


@lru_cache(maxsize=8192)
def shaped(text: str) -> str:
    """Return a text with its letters in the forms in which they join, without the marks above."""
    if not MAYBE_UNSHAPED.search(text):
        return text
    return "".join(each.form for each in shaped_letters(text))


def shaped_letters(text: str) -> list[Shaped]:
    """Return the forms of a text, each with the letters it stands for."""
    known, pieces = _forms(), _pieces(text)
    shapes = []
    for at, (piece, start, end) in enumerate(pieces):
        forms = known.get(piece)
        if forms is None:
            if piece not in (JOINER, NON_JOINER):
                shapes.append(Shaped(piece, start, end))
            continue
        before = at > 0 and _joins_next(pieces[at - 1].form)
        after = at + 1 < len(pieces) and _joins_before(pieces[at + 1].form)
        shapes.append(Shaped(_form(forms, before=before, after=after), start, end))
    return shapes


def _pieces(text: str) -> list[Shaped]:
    """Return the letters, without marks, and a lam together with the alef after it."""
    known, pieces = _forms(), list[Shaped]()
    for at, letter in enumerate(text):
        if category(letter) == "Mn" or letter in "\u200e\u200f\u061c":
            continue
        last = pieces[-1] if pieces else None
        if last and last.form == LAM and LAM + letter in known:
            pieces[-1] = Shaped(LAM + letter, last.start, at + 1)
        else:
            pieces.append(Shaped(letter, at, at + 1))
    return pieces


def _joins_next(piece: str) -> bool:
    return piece == JOINER or bool(_forms().get(piece, Forms()).initial)


def _joins_before(piece: str) -> bool:
    return piece == JOINER or bool(_forms().get(piece, Forms()).final)


def _form(forms: Forms, *, before: bool, after: bool) -> str:
    joined = before and bool(forms.final)
    if after and forms.initial:
        return forms.medial if joined else forms.initial
    return forms.final if joined else forms.isolated
