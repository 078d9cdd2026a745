"""Which names an account or a guest may have."""

import re
from functools import cache

from odin_engine.bots import LEVELS
from odin_server.accounts.addresses import parse_network
from odin_server.accounts.refusals import BadAccountName
from odin_server.chat import clean
from odin_server.confusables import as_letters, letter_forms, mixes_scripts, skeleton
from odin_server.hall.views import NAME_LENGTH
from odin_server.word_list import WordList

GUEST_MARK = "~"
KEY_MARK = "SHA256:"
BROWSER_MARK = KEY_MARK + "web-"
"""How the fingerprint of a browser begins; no key's does, for want of dashes in base64."""
_LIKE_THE_GUEST_MARK = GUEST_MARK + "\u02dc\u1fc0\u2053\u223c\u223d\u301c\uff5e"

NO_WORDS = WordList()
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


def check_name(wanted: str, unwanted: WordList = NO_WORDS) -> str:
    """Return a name as it will be shown; raises `BadAccountName` if it will not do."""
    name = clean(wanted, NAME_LENGTH).lstrip(_LIKE_THE_GUEST_MARK).strip()
    if not skeleton(name):
        raise BadAccountName("name-without-letters")
    if mixes_scripts(name):
        raise BadAccountName("name-mixes-alphabets")
    if is_reserved(name) or unwanted.find(name):
        raise BadAccountName("name-reserved", name=name)
    # Moderators ban by name, key or address, and must be able to tell which one is meant.
    if name.casefold().startswith(KEY_MARK.casefold()) or parse_network(name) is not None:
        raise BadAccountName("name-reads-like-an-address", name=name)
    return name


NAME_FOR_ANYBODY = "Viking"
"""What somebody is called whose name will not do, until they choose another."""


def presentable(wanted: str, otherwise: str, unwanted: WordList = NO_WORDS) -> str:
    """Return a name that somebody came with, or another one if it will not do."""
    try:
        return check_name(wanted, unwanted)
    except BadAccountName:
        return otherwise


def is_reserved(name: str) -> bool:
    """Tell whether a name, or what it looks like, would speak for the server or its staff."""
    reserved, staff, stems = _reserved_forms()
    whole = letter_forms(name) | letter_forms(
        re.sub(r"^\W*the[\W_]+", "", name, flags=re.IGNORECASE)
    )
    words = {form for word in re.split(r"[\W\d_]+", name) for form in letter_forms(word)}
    return bool(
        whole & (reserved | staff)
        or words & staff
        or any(form.startswith(stems) or form.endswith(stems) for form in whole)
    )


@cache
def _reserved_forms() -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    return (
        frozenset(as_letters(word) for word in RESERVED),
        frozenset(as_letters(word) for word in STAFF),
        tuple(as_letters(word) for word in STAFF_STEMS),
    )
