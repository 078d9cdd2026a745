"""Proxies in front of this host, whose word on the address of a client is taken.

They send a header first, by version 1 or 2 of the PROXY protocol:
https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt
"""

import ipaddress
from collections.abc import Callable, Iterable
from typing import NamedTuple

from odin_engine.game import Refusal
from odin_server.accounts.addresses import Network, parse_address

LONGEST_LINE = 107
"""Bytes of the longest header of version 1, with its end."""
SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
"""How a header of version 2 begins; 4 bytes and the rest of the header follow."""
FIXED_PART = len(SIGNATURE) + 4
LONGEST = 4096
"""Bytes of a header of version 2, with the further facts (TLVs) a proxy may send."""
LOCAL, PROXIED = 0x20, 0x21
"""Version and command: the proxy itself, or a client behind it."""
UNKNOWN, TCP4, TCP6 = 0x00, 0x11, 0x21
"""Family and transport of the client's connection."""
ADDRESS_SIZES = {TCP4: 4, TCP6: 16}
PORTS = 4
"""Bytes of the two ports after the two addresses."""


class BadProxy(Refusal):
    """A setting names a proxy that is neither an address nor a range."""

    code = "bad-proxy"


class Header(NamedTuple):
    """A header that was read."""

    address: str
    """Where the client is; empty if the proxy speaks for itself."""
    length: int


def networks(setting: str, proxies: Iterable[str]) -> tuple[Network, ...]:
    """Read the addresses and ranges of proxies; raises `BadProxy`."""
    try:
        return tuple(ipaddress.ip_network(proxy, strict=False) for proxy in proxies)
    except ValueError as trouble:
        raise BadProxy(setting=setting, reason=str(trouble)) from trouble


def is_proxy(address: str, proxies: Iterable[Network]) -> bool:
    """Tell whether an address is that of a proxy of ours."""
    found = parse_address(address)
    return found is not None and any(found in network for network in proxies)


class ProxyHeader:
    """Takes in the header that a proxy sends first, and then hands on the rest.

    `on_address` is called with the address of the client, `on_nonsense` if there is no header.
    A proxy that speaks for itself, to see whether somebody is there, is not listened to further.
    """

    def __init__(
        self,
        take_in: Callable[..., None],
        on_address: Callable[[str], None],
        on_nonsense: Callable[[], None],
    ) -> None:
        self._take_in, self._on_address, self._on_nonsense = take_in, on_address, on_nonsense
        self._held = b""
        self._is_over = False

    def __call__(self, data: bytes, *more: object) -> None:
        """Take in what has come, and hand on what is not the header's."""
        if self._is_over:
            self._take_in(data, *more)
            return
        self._held += data
        try:
            header = read_header(self._held)
        except ValueError:
            self._end(_ignore)
            self._on_nonsense()
            return
        if header is None:
            return
        rest = self._held[header.length :]
        if not header.address:
            self._end(_ignore)
            return
        self._end(self._take_in)
        self._on_address(header.address)
        if rest:
            self._take_in(rest, *more)

    def _end(self, take_in: Callable[..., None]) -> None:
        self._is_over, self._held, self._take_in = True, b"", take_in


def _ignore(*_data: object) -> None:
    """Do nothing."""


def read_header(data: bytes) -> Header | None:
    """Read the header at the start; None if it is not complete. Raises `ValueError`."""
    if data.startswith(SIGNATURE):
        return _read_binary(data)
    if SIGNATURE.startswith(data):
        return None
    return _read_line(data)


def _read_line(data: bytes) -> Header | None:
    """Read a header of version 1: one line of text."""
    line, end, _ = data[:LONGEST_LINE].partition(b"\r\n")
    if not end and len(data) < LONGEST_LINE:
        return None
    match line.decode("ascii", "replace").split(" ") if end else []:
        case ["PROXY", "TCP4" | "TCP6", source, _, _, _] if parse_address(source) is not None:
            return Header(source, len(line) + 2)
        case ["PROXY", "UNKNOWN", *_]:
            return Header("", len(line) + 2)
    raise ValueError


def _read_binary(data: bytes) -> Header | None:
    """Read a header of version 2; what is known beyond the addresses is passed over."""
    if len(data) < FIXED_PART:
        return None
    command, family = data[len(SIGNATURE) : len(SIGNATURE) + 2]
    length = FIXED_PART + int.from_bytes(data[len(SIGNATURE) + 2 : FIXED_PART], "big")
    is_local = command == LOCAL or (command == PROXIED and family == UNKNOWN)
    size = 0 if is_local else ADDRESS_SIZES.get(family, LONGEST)
    least = FIXED_PART if is_local else FIXED_PART + 2 * size + PORTS
    if command not in (LOCAL, PROXIED) or not least <= length <= LONGEST:
        raise ValueError
    if len(data) < length:
        return None
    source = data[FIXED_PART : FIXED_PART + size]
    return Header("" if is_local else str(ipaddress.ip_address(source)), length)
