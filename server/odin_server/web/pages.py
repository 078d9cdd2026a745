"""The few files that browsers are served, and the headers that keep them harmless."""

import gzip
import hashlib
import html
import json
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from importlib.resources import files
from string import Template
from typing import NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Response

TEXT = "text/plain; charset=utf-8"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": TEXT,
}
CODE_PAGES = ("t", "w", "r")
"""Pages whose address goes on with a code: a table to join, one to watch, a replay."""
STATIC = "/static/"
LONGEST_CODE = 64
FOR_EVER = "public, max-age=31536000, immutable"

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Connection": "close",
}


class File(NamedTuple):
    """A file as it is sent."""

    type: str
    body: bytes
    packed: bytes
    digest: str


class Pages:
    """Answers requests for pages and files; what they say comes from outside, as data."""

    def __init__(self, sockets: tuple[str, ...]) -> None:
        """Read all files; pages may connect to the sockets."""
        self._sockets = sockets
        self._files: dict[str, File] = {}
        self._templates: dict[str, Template] = {}
        static = files("odin_server.web").joinpath("static")
        for path in (*static.iterdir(), *static.joinpath("vendor").iterdir()):
            suffix = path.name[path.name.rfind(".") :]
            if suffix == ".html":
                self._templates[path.name] = Template(path.read_text(encoding="utf-8"))
            elif suffix in TYPES:
                body = path.read_bytes()
                digest = hashlib.sha256(body).hexdigest()[:16]
                self._files[path.name] = File(TYPES[suffix], body, gzip.compress(body), digest)

    def answer(self, path: str, words: Mapping[str, str], *, packed: bool) -> Response | None:
        """Return a page or a file; None if there is none of this name.

        `words` are the sentences of the pages by name, in the language of whoever asks.
        """
        if path.startswith(STATIC):
            return self._file(path.removeprefix(STATIC), packed=packed)
        name = page_of(path)
        return None if name is None else self._page(name, words)

    def _file(self, name: str, *, packed: bool) -> Response | None:
        found = self._files.get(name)
        if found is None:
            return None
        # Pages name files with their digest, so a file never changes under its name.
        headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
        headers |= {"Content-Encoding": "gzip"} if packed else {}
        return response(found.type, found.packed if packed else found.body, headers)

    def _page(self, name: str, words: Mapping[str, str]) -> Response:
        nonce = secrets.token_urlsafe(16)
        known = {key: html.escape(text) for key, text in words.items()}
        known |= {_variable(key): f"{STATIC}{key}?v={f.digest}" for key, f in self._files.items()}
        packed = html.escape(json.dumps(dict(words)))
        body = self._templates[name].substitute(known, words=packed, nonce=nonce).encode()
        policy = content_security_policy(nonce, self._sockets)
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "Content-Language": words.get("language", ""),
        }
        return response(TYPES[".html"], body, headers)


def page_of(path: str) -> str | None:
    """Return the name of the page at a path; None if there is none."""
    if path == "/":
        return "terminal.html"
    first, *rest = path.strip("/").split("/")
    if first == "text":
        return "text.html" if not rest or _is_code_page(rest) else None
    return "terminal.html" if _is_code_page([first, *rest]) else None


def _is_code_page(parts: list[str]) -> bool:
    return len(parts) == 2 and parts[0] in CODE_PAGES and 0 < len(parts[1]) <= LONGEST_CODE


def _variable(name: str) -> str:
    return name.replace(".", "_").replace("-", "_")


def content_security_policy(nonce: str, sockets: tuple[str, ...]) -> str:
    """Return what a page may do: load our files and talk to our sockets, and nothing else.

    Some browsers do not count sockets of the same host as 'self', so they are named.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self'",
            " ".join(("connect-src 'self'", *sockets)),
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def response(
    kind: str, body: bytes, headers: Mapping[str, str], status: HTTPStatus = HTTPStatus.OK
) -> Response:
    """Return an answer with the headers that all of them have."""
    given = {"Content-Type": kind, "Content-Length": str(len(body)), **SAFE, **headers}
    return Response(status.value, status.phrase, Headers(given), body)


def text_response(status: HTTPStatus, sentence: str) -> Response:
    """Return an answer of one sentence."""
    return response(TEXT, f"{sentence}\n".encode(), {}, status)
