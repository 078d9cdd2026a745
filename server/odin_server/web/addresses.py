"""Where this host is on the web, which pages may talk to it, and where a client really is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from odin_engine.game import Refusal
from odin_server.accounts.addresses import Network, parse_address
from odin_server.sessions.proxies import is_proxy

SCHEMES = {"http": "ws", "https": "wss"}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class BadWebAddress(Refusal):
    """A setting of the web server cannot be used."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """The address of the pages: `https://play.example.org`."""

    url: str
    origins: frozenset[str]
    """What browsers name as the origin of our pages."""

    @property
    def secure(self) -> bool:
        return self.url.startswith("https:")

    @property
    def sockets(self) -> tuple[str, ...]:
        """The origins with the scheme of web sockets; policies cannot name IPv6 addresses."""
        origins = (origin.partition(":") for origin in sorted(self.origins) if "[" not in origin)
        return tuple(f"{SCHEMES[scheme]}:{rest}" for scheme, _, rest in origins)

    @property
    def name(self) -> str:
        """The name of the host."""
        return urlsplit(self.url).hostname or "localhost"


def check_web_url(url: str) -> None:
    """Raise `BadWebAddress` for what is no address of a host: `https://play.example.org`."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as trouble:
        raise BadWebAddress("bad-web-url", url=url[:80]) from trouble
    rest = (parts.path, parts.query, parts.fragment, parts.username)
    if parts.scheme not in SCHEMES or not parts.hostname or any(rest):
        raise BadWebAddress("bad-web-url", url=url[:80])


def web_address(url: str, addresses: Sequence[str], port: int) -> WebAddress:
    """Return where browsers reach this host: the given address, or this machine alone.

    Raises `BadWebAddress` if others are to reach it and it is not said how.
    """
    if url:
        check_web_url(url)
        origin = url.lower()
        return WebAddress(origin, frozenset({origin}))
    every = ("0.0.0.0",)  # noqa: S104 - it is refused
    others = [address for address in addresses or every if not is_loopback(address)]
    if others:
        raise BadWebAddress("web-url-missing", address=others[0])
    origins = [f"http://{name}:{port}" for name in LOOPBACK]
    only_ipv6 = all(":" in address for address in addresses)
    return WebAddress(origins[-1 if only_ipv6 else 0], frozenset(origins))


def is_loopback(address: str) -> bool:
    """Tell whether only programs of this machine can connect to an address."""
    found = parse_address(address)
    return address == "localhost" if found is None else found.is_loopback


def client_address(peer: str, forwarded: Iterable[str], proxies: Iterable[Network]) -> str:
    """Return the address of a client, which may be behind proxies.

    `forwarded` are the values of X-Forwarded-For. Each proxy adds at the end the address it was
    called from, and a client may have written anything before that. So the last one that is no
    proxy of ours counts.
    """
    trusted = tuple(proxies)
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    here = peer
    while hops and is_proxy(here, trusted):
        here = hops.pop()
    return peer if parse_address(here) is None else here
