"""Pages and files: what is served, with which headers, and that nobody has changed it."""

import base64
import gzip
import hashlib
import json
import re
import tomllib
from importlib.resources import files

import pytest

from odin_server.web.identity import cookie_name, fingerprint, new_token, set_cookie, token_in
from odin_server.web.pages import page_of
from odin_tui.account_moderation import FINGERPRINT
from tests.ssh.wire import metric
from tests.web.wire import a_web_server, get

VENDOR = files("odin_server.web").joinpath("static", "vendor")
VENDORED = tomllib.loads(VENDOR.joinpath("vendored.toml").read_text())
FILES = [file for package in VENDORED["package"] for file in package["file"]]


@pytest.mark.parametrize("file", FILES, ids=[file["name"] for file in FILES])
def test_vendored_files_are_the_ones_of_the_npm_package(file: dict[str, str]) -> None:
    digest = hashlib.sha512(VENDOR.joinpath(file["name"]).read_bytes()).digest()
    assert file["integrity"] == "sha512-" + base64.b64encode(digest).decode()


def test_every_vendored_file_is_listed_with_its_licence() -> None:
    there = {path.name for path in VENDOR.iterdir()} - {"vendored.toml"}
    assert there == {file["name"] for file in FILES}
    for package in VENDORED["package"]:
        licence = next(file for file in package["file"] if "LICENSE" in file["name"])
        assert "Permission is hereby granted" in VENDOR.joinpath(licence["name"]).read_text()


async def test_a_page_may_load_nothing_but_our_files() -> None:
    async with a_web_server() as server:
        page = await get(server, "/")
        policy = page.headers["Content-Security-Policy"]
        assert page.status == 200
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert re.findall(r"(?:src|href)=\"(https?:)?//", page.body.decode()) == []
        nonces = [
            re.findall(r"nonce-([\w-]{22})'", one.headers["Content-Security-Policy"])
            for one in (page, await get(server, "/"))
        ]
        assert nonces[0] != nonces[1]
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert page.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in page.headers


async def test_files_are_kept_by_browsers_and_sent_packed_if_that_is_understood() -> None:
    async with a_web_server() as server:
        page = (await get(server, "/")).body.decode()
        path = re.findall(r'"(/static/xterm.js\?v=\w+)"', page)[0]
        plain = await get(server, path)
        packed = await get(server, path, Accept_Encoding="br, gzip")
        assert "immutable" in plain.headers["Cache-Control"]
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.body) < len(plain.body) / 3
        assert gzip.decompress(packed.body) == plain.body


@pytest.mark.parametrize("path", ["/", "/t/ABCD-EFGH", "/w/X", "/r/a1.2", "/text", "/text/t/X"])
def test_pages(path: str) -> None:
    assert page_of(path) is not None


@pytest.mark.parametrize("path", ["/x", "/t", "/t/", "/t/A/B", "/text/x", f"/t/{'A' * 65}", ""])
def test_no_pages(path: str) -> None:
    assert page_of(path) is None


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/vendor/xterm.js", "/static/terminal.html", "//[", "*"]
)
async def test_nothing_else_is_served(path: str) -> None:
    async with a_web_server() as server:
        answer = await get(server, path)
        assert answer.status == 404
        assert answer.body == b"no-such-page\n"


async def test_an_address_that_asks_for_too_many_pages_has_to_wait() -> None:
    async with a_web_server(web_requests=3) as server:
        answers = [(await get(server, "/")).status for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert metric(server, "refusals_total", kind="too_many_pages") == 1


# -- the cookie ---------------------------------------------------------------------------------


async def test_a_browser_is_given_a_secret_only_when_our_page_asks() -> None:
    async with a_web_server() as server:
        assert (await get(server, "/identity")).status == 404
        cookie = (await get(server, "/identity", X_Odin="1")).headers["Set-Cookie"]
        assert re.fullmatch(
            r"odin=[\w-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict", cookie
        )
        kept = cookie.partition(";")[0]
        again = await get(server, "/identity", X_Odin="1", Cookie=kept)
        assert again.headers["Set-Cookie"] == cookie


async def test_over_tls_the_cookie_is_bound_to_the_host() -> None:
    async with a_web_server(web_url="https://play.example.org") as server:
        cookie = (await get(server, "/identity", X_Odin="1")).headers["Set-Cookie"]
        assert cookie.startswith("__Host-odin=")
        assert cookie.endswith("; HttpOnly; SameSite=Strict; Secure")


def test_a_cookie_that_is_no_secret_of_ours_is_ignored() -> None:
    token = new_token()
    assert token_in(f'a={{"x": [1]}}; odin={token};b', secure=False) == token
    assert token_in(f"odin={token}", secure=True) == ""
    for wrong in ("", "odin=", "odin=short", f"odin={token}x", "odin=" + "ä" * 43, ";;=", "\x00"):
        assert token_in(wrong, secure=False) == ""
    assert len(base64.urlsafe_b64decode(token + "=")) * 8 == 256


def test_moderators_can_ban_a_browser_by_its_fingerprint() -> None:
    token = new_token()
    assert FINGERPRINT.fullmatch(fingerprint(token))
    assert token not in fingerprint(token)
    assert cookie_name(secure=True) in set_cookie(token, secure=True)


async def test_a_load_balancer_can_ask_whether_all_is_well() -> None:
    async with a_web_server() as server:
        well = await get(server, "/health")
        assert well.status == 200
        assert well.headers["Content-Type"] == "application/json"
        assert json.loads(well.body)["checks"] == {"accepting": True, "loop": True}
        server.host.health.add("log", lambda: False)
        unwell = await get(server, "/health")
        assert unwell.status == 503
        assert json.loads(unwell.body)["healthy"] is False
