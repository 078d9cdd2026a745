"""Which names look alike, by Unicode's list of confusable characters."""

import unicodedata
from functools import cache, lru_cache

ASCII_PROTOTYPES = {"0": "O", "1": "l", "I": "l", "|": "l", "m": "rn"}
"""What Unicode's list says about ASCII, so that plain names do not wait for the list to load."""

_LETTERS_WRITTEN_AS_DIGITS = str.maketrans("013457!|@$", "oieastiias")
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
_SCRIPTS_WRITTEN_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
)


def skeleton(name: str) -> str:
    """Return the letters and digits of a name, whatever their case, width, marks or gaps."""
    return squeezed(unicodedata.normalize("NFKD", name))


@lru_cache(maxsize=1024)
def skeletons(name: str) -> frozenset[str]:
    """Return every skeleton of a name. Two names look alike if they share one.

    A capital I looks like an l, and a small i does not. So characters are replaced by their
    look-alikes as they are written, and once more as small letters.
    """
    wide = unicodedata.normalize("NFKD", name)
    return frozenset(
        (squeezed(wide), squeezed(prototypes(wide)), squeezed(prototypes(wide.casefold())))
    )


def prototypes(text: str) -> str:
    """Replace every character by the one that stands for all those that look like it."""
    table = ASCII_PROTOTYPES if text.isascii() else _prototypes()
    capitals = (_capital(letter) for letter in text)
    replaced = "".join(_capital(table.get(letter, letter)) for letter in capitals)
    return unicodedata.normalize("NFKD", replaced)


def squeezed(wide: str) -> str:
    """Return the letters and digits of a decomposed text, as small letters."""
    return "".join(letter for letter in wide.casefold() if letter.isalnum())


def letter_forms(text: str) -> frozenset[str]:
    """Return what a text reads as when look-alikes count as the letters they stand for."""
    wide = unicodedata.normalize("NFKD", text)
    return frozenset(as_letters(form) for form in (wide, prototypes(wide)))


def as_letters(text: str) -> str:
    """Return the letters of a text, with digits and signs as the letters they are written for."""
    letters = squeezed(text.casefold().translate(_LETTERS_WRITTEN_AS_DIGITS))
    return letters.replace("l", "i").replace("rn", "m").replace("vv", "w")


def mixes_scripts(name: str) -> bool:
    """Tell whether a name mixes scripts that no language writes together."""
    if name.isascii():
        return False
    from confusable_homoglyphs.categories import unique_aliases  # noqa: PLC0415

    scripts = unique_aliases(name) - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= group for group in _SCRIPTS_WRITTEN_TOGETHER)


def _capital(letter: str) -> str:
    """Return the letter itself for a small capital, which Unicode's list does not join with it."""
    if letter.isascii():
        return letter
    _, is_small_capital, base = unicodedata.name(letter[:1], "").partition(_SMALL_CAPITAL)
    return base if is_small_capital and len(base) == 1 else letter


@cache
def _prototypes() -> dict[str, str]:
    """Read Unicode's list. The library keeps each pair in both directions.

    A character with several partners is the prototype of all of them. Where two characters have
    only each other, either may stand for both, so the smaller one does.
    """
    # It takes some 30 ms, which a local game should not spend at its start.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    partners: dict[str, set[str]] = {}
    for written, found in confusables_data.items():
        # Characters written from right to left stand between marks of direction in the list.
        partners.setdefault(_bare(written), set()).update(_bare(pair["c"]) for pair in found)
    table = {}
    for letter, others in partners.items():
        if len(letter) != 1 or len(others) != 1:
            continue
        (other,) = others
        if len(other) > 1 or len(partners[other]) > 1 or other < letter:
            table[letter] = other
    return table


def _bare(written: str) -> str:
    return written.replace("\u200e", "")
