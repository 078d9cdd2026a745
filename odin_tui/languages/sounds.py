"""The first sound of a word, for languages whose *and* and *or* change before it.

Spanish says `Bo e Inga`, not `Bo y Inga`, and `siete u ocho`, not `siete o ocho`.
"""

import re

from odin_tui.languages import Translations

_I = re.compile(r"h?[i\u00ed](?!e)|y\b", re.IGNORECASE)
_O = re.compile(r"h?[o\u00f3]|8|11\b", re.IGNORECASE)


def begins_with_i(word: str) -> bool:
    """Return whether a word begins with the sound i, as in `Inga` and `hilo`, not in `hielo`."""
    return _I.match(word) is not None


def either(other: str, tr: Translations) -> str:
    """Return the template of an alternative whose second word is `other`."""
    if _O.match(other):
        return tr.pgettext("the second begins with the sound o", "{one} or {other}")
    return tr.gettext("{one} or {other}")
