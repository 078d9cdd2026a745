"""Who a browser is: 256 random bits in a cookie, known to the host by their hash alone."""

import base64
import hashlib
import re
import secrets

from odin_server.accounts.names import BROWSER_MARK

TOKEN_BYTES = 32
LIFETIME = 400 * 86_400
"""Seconds a browser keeps the cookie: the longest that browsers allow, renewed at every visit."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def cookie_name(*, secure: bool) -> str:
    """Return the name of the cookie.

    Browsers keep the promises of `__Host-` (this host only, encrypted only) over TLS alone.
    """
    return "__Host-odin" if secure else "odin"


def new_token() -> str:
    """Make the secret of a browser."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_in(cookies: str, *, secure: bool) -> str:
    """Return the secret that a browser has sent with its cookies; empty if there is none."""
    name = cookie_name(secure=secure)
    # Python's own parser stops at the first cookie it does not like, whoever has set it.
    for pair in cookies.split(";"):
        key, _, value = pair.strip().partition("=")
        if key == name and _TOKEN.fullmatch(value):
            return value
    return ""


def set_cookie(token: str, *, secure: bool) -> str:
    """Return the header that has a browser keep its secret."""
    name, encrypted = cookie_name(secure=secure), "; Secure" if secure else ""
    return f"{name}={token}; Path=/; Max-Age={LIFETIME}; HttpOnly; SameSite=Strict{encrypted}"


def fingerprint(token: str) -> str:
    """Return what stands for a browser where the fingerprint of a key stands for its owner."""
    digest = hashlib.sha256(token.encode()).digest()
    return BROWSER_MARK + base64.b64encode(digest).decode().rstrip("=")
