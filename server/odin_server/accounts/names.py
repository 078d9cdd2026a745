"""Which names an account or a guest may have."""

import re
import unicodedata
from functools import cache

from odin_engine.bots import LEVELS
from odin_server.accounts.addresses import parse_network
from odin_server.accounts.refusals import BadAccountName
from odin_server.chat import clean
from odin_server.confusables import mixes_scripts, prototypes, skeleton, squeezed
from odin_server.hall.views import NAME_LENGTH

GUEST_MARK = "~"
KEY_MARK = "SHA256:"
BROWSER_MARK = KEY_MARK + "web-"
"""How the fingerprint of a browser begins; no key's does, for want of dashes in base64."""
_LIKE_THE_GUEST_MARK = GUEST_MARK + "\u02dc\u1fc0\u2053\u223c\u223d\u301c\uff5e"

RESERVED = {
    *("all", "anonymous", "bot", "bots", "chat", "console", "daemon", "dealer", "empty", "free"),
    *("everybody", "everyone", "guest", "guests", "hall", "help", "here", "host", "hosts", "house"),
    *("info", "me", "mod", "mods", "news", "nobody", "none", "null", "odin", "official", "owner"),
    *("root", "seat", "security", "server", "service", "somebody", "someone", "support", "system"),
    *("table", "unknown", "you", *LEVELS),
}
"""Names that would speak for the server, for nobody or for everybody."""
STAFF = {
    *("admin", "admins", "administrator", "administrators", "moderator", "moderators"),
    *("operator", "operators", "staff", "superuser", "sysadmin", "sysadmins", "sysop", "sysops"),
}
"""Words that claim authority wherever they stand in a name."""
STAFF_STEMS = ("admin", "moderator")
"""Words that claim it even at the start or the end of a longer word."""

_LETTERS_WRITTEN_AS_DIGITS = str.maketrans("013457!|@$", "oieastiias")


def check_name(wanted: str) -> str:
    """Return a name as it will be shown; raises `BadAccountName` if it will not do."""
    name = clean(wanted, NAME_LENGTH).lstrip(_LIKE_THE_GUEST_MARK).strip()
    if not skeleton(name):
        raise BadAccountName("name-without-letters")
    if mixes_scripts(name):
        raise BadAccountName("name-mixes-alphabets")
    if is_reserved(name):
        raise BadAccountName("name-reserved", name=name)
    # Moderators ban by name, key or address, and must be able to tell which one is meant.
    if name.casefold().startswith(KEY_MARK.casefold()) or parse_network(name) is not None:
        raise BadAccountName("name-reads-like-an-address", name=name)
    return name


def presentable(wanted: str, otherwise: str) -> str:
    """Return a name that somebody came with, or another one if it will not do."""
    try:
        return check_name(wanted)
    except BadAccountName:
        return otherwise


def is_reserved(name: str) -> bool:
    """Tell whether a name, or what it looks like, would speak for the server or its staff."""
    reserved, staff, stems = _reserved_forms()
    whole = _forms(name) | _forms(re.sub(r"^\W*the[\W_]+", "", name, flags=re.IGNORECASE))
    words = {form for word in re.split(r"[\W\d_]+", name) for form in _forms(word)}
    return bool(
        whole & (reserved | staff)
        or words & staff
        or any(form.startswith(stems) or form.endswith(stems) for form in whole)
    )


def _forms(name: str) -> frozenset[str]:
    """Return what a name reads as when look-alikes count as the letters they stand for."""
    wide = unicodedata.normalize("NFKD", name)
    return frozenset(_as_letters(form) for form in (wide, prototypes(wide)))


def _as_letters(text: str) -> str:
    letters = squeezed(text.casefold().translate(_LETTERS_WRITTEN_AS_DIGITS))
    return letters.replace("l", "i").replace("rn", "m").replace("vv", "w")


@cache
def _reserved_forms() -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    return (
        frozenset(_as_letters(word) for word in RESERVED),
        frozenset(_as_letters(word) for word in STAFF),
        tuple(_as_letters(word) for word in STAFF_STEMS),
    )
