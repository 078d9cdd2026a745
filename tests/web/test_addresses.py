"""Where browsers reach a host, which origins are its own, and where a client really is."""

import pytest

from odin_server.sessions.proxies import BadProxy, networks
from odin_server.web.addresses import (
    BadWebAddress,
    client_address,
    web_address,
)

HERE = networks("web-proxies", ["127.0.0.1", "10.0.0.0/8", "::1"])


def test_without_an_address_only_this_machine_is_served() -> None:
    found = web_address("", ("127.0.0.1",), 8080)
    assert found.url == "http://127.0.0.1:8080"
    assert "http://localhost:8080" in found.origins
    assert not found.secure


def test_a_given_address_is_the_only_origin() -> None:
    found = web_address("https://Play.example.org", ("127.0.0.1",), 8080)
    assert found.origins == {"https://play.example.org"}
    assert found.secure
    assert found.sockets == ("wss://play.example.org",)
    assert found.name == "play.example.org"


def test_listening_to_others_needs_the_address_they_use() -> None:
    with pytest.raises(BadWebAddress) as refusal:
        web_address("", ("0.0.0.0",), 8080)  # noqa: S104 - it is refused
    assert refusal.value.code == "web-url-missing"


@pytest.mark.parametrize(
    "url",
    [
        "play.example.org",
        "ftp://play.example.org",
        "https://",
        "https://play.example.org/odin",
        "https://me@play.example.org",
        "https://play.example.org:port",
        "https://play.example.org?x=1",
    ],
)
def test_what_is_no_address_of_a_host_is_refused(url: str) -> None:
    with pytest.raises(BadWebAddress) as refusal:
        web_address(url, ("127.0.0.1",), 8080)
    assert refusal.value.code == "bad-web-url"


def test_a_proxy_that_is_no_address_is_refused() -> None:
    with pytest.raises(BadProxy):
        networks("web-proxies", ["caddy"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),  # no proxy of ours: not believed
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),  # the client wrote the first
        ("127.0.0.1", ["198.51.100.1", "203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("::1", ["2001:db8::7"], "2001:db8::7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", ["10.0.0.1"], "10.0.0.1"),
    ],
)
def test_only_a_proxy_of_ours_says_where_a_client_is(
    peer: str, forwarded: list[str], expected: str
) -> None:
    assert client_address(peer, forwarded, HERE) == expected
