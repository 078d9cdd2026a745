"""The sockets a host listens on: opened here, or handed over by whoever started the program.

They are handed over by systemd (socket activation), by the process that supervises several, and by
the program itself when it starts anew. Connections that come while nobody accepts them wait.
"""

import errno
import os
import socket
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from contextlib import suppress

from odin_engine.game import Refusal

BACKLOG = 256
"""Connections that may wait to be accepted."""
HANDED_OVER = "ODIN_SOCKETS"
"""Names the sockets that odin hands over to itself: `ssh=7,web=8`."""
FIRST_OF_SYSTEMD = 3
SSH, WEB, METRICS = "ssh", "web", "metrics"
LOOPBACK = ("127.0.0.1",)
"""Where metrics are served: nobody else may read them."""
_TRIES = 20


class PortTaken(Refusal):
    """A server cannot listen at its address and port."""

    code = "port-taken"


class BadSocket(Refusal):
    """What was handed over is no socket that can be listened on."""

    code = "bad-socket"


def listen(addresses: Sequence[str], port: int, *, share: bool = False) -> list[socket.socket]:
    """Listen on some addresses, or on every one of the machine if none is named.

    All have the same port, also if it is 0 and the system chooses it. With `share` other processes
    may listen there, too. Raises `PortTaken`.
    """
    for _ in range(_TRIES):
        try:
            return _listen(addresses, port, share=share)
        except PortTaken as taken:
            # A port that is free on the first address may be taken on another.
            if port or taken.facts["errno"] != errno.EADDRINUSE:
                raise
    return _listen(addresses, port, share=share)


def check_addresses(addresses: Sequence[str], port: int) -> None:
    """Raise `PortTaken` for addresses that this machine does not have; the port is not touched."""
    try:
        close_all(listen(addresses, 0))
    except PortTaken as taken:
        raise PortTaken(**taken.facts | {"port": port}) from taken


def _listen(addresses: Sequence[str], port: int, *, share: bool) -> list[socket.socket]:
    made: list[socket.socket] = []
    try:
        for address in addresses or ("",):
            made += _listen_on(address, made[0].getsockname()[1] if made else port, share=share)
    except PortTaken:
        close_all(made)
        raise
    return made


def _listen_on(address: str, port: int, *, share: bool) -> list[socket.socket]:
    """Listen on all that an address means: localhost may be IPv4 and IPv6, "" is both."""
    made: list[socket.socket] = []
    trouble: OSError | None = None
    try:
        found = socket.getaddrinfo(
            address or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as unknown:
        raise _taken(address, port, unknown) from unknown
    # IPv4 first: it is the port of the first socket that everybody is told.
    for family, _, _, _, where in sorted(dict.fromkeys(found)):
        port = made[0].getsockname()[1] if made else port
        try:
            made.append(_bound(family, (where[0], port, *where[2:]), share=share))
        except OSError as failed:
            trouble = failed
            # A machine without IPv6 has only one of them.
            if failed.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                break
    else:
        if made:
            return made
    close_all(made)
    assert trouble is not None  # noqa: S101 - otherwise something was made
    raise _taken(address, port, trouble)


def _taken(address: str, port: int, trouble: OSError) -> PortTaken:
    return PortTaken(address=address, port=port, error=trouble.strerror, errno=trouble.errno)


def _bound(family: int, where: tuple[object, ...], *, share: bool) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            # Otherwise :: takes the port of 0.0.0.0 as well, which may be listened on, too.
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(where)
        made.listen(BACKLOG)
        made.settimeout(0)
    except BaseException:
        made.close()
        raise
    return made


def close_all(sockets: Iterable[socket.socket]) -> None:
    """Close sockets; what waits to be accepted is lost, unless another process has them, too."""
    for one in sockets:
        with suppress(OSError):
            one.close()


class ListeningSockets:
    """The listening sockets of this process, by the name of what they serve.

    Servers get copies: the socket stays open when a server stops, so that it can be handed over.
    """

    def __init__(self, inherited: Mapping[str, list[socket.socket]] | None = None) -> None:
        self._open = dict(inherited or {})

    def __contains__(self, name: str) -> bool:
        return bool(self._open.get(name))

    def open(
        self, name: str, addresses: Sequence[str], port: int, *, share: bool = False
    ) -> list[socket.socket]:
        """Return sockets for a server: those handed over, or else new ones; raises `PortTaken`."""
        if name not in self:
            self._open[name] = listen(addresses, port, share=share)
        return [one.dup() for one in self._open[name]]

    def port(self, name: str) -> int:
        """Return the port of the first socket of this name."""
        return int(self._open[name][0].getsockname()[1])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The descriptors of all sockets, for a new process to inherit."""
        return tuple(one.fileno() for sockets in self._open.values() for one in sockets)

    def environment(self) -> dict[str, str]:
        """Return what a process that inherits the sockets must find in its environment."""
        named = [(name, one) for name, sockets in self._open.items() for one in sockets]
        return {HANDED_OVER: ",".join(f"{name}={one.fileno()}" for name, one in named)}

    def close(self) -> None:
        """Close all of them."""
        for sockets in self._open.values():
            close_all(sockets)
        self._open.clear()


def inherited_sockets(environment: MutableMapping[str, str]) -> dict[str, list[socket.socket]]:
    """Return the sockets handed over to this process; raises `BadSocket`.

    They are taken out of the environment, so that no process started here takes them for its own.
    A socket of systemd that has no name of ours is for SSH.
    """
    found: dict[str, list[socket.socket]] = {}
    for name, number in (*_of_systemd(environment), *_of_odin(environment)):
        try:
            one = socket.socket(fileno=number)
            listens = one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
        except OSError as trouble:
            raise BadSocket(number=number, error=trouble.strerror) from trouble
        if not listens or one.family not in (socket.AF_INET, socket.AF_INET6):
            one.close()
            raise BadSocket(number=number, error=os.strerror(errno.EPROTOTYPE))
        one.settimeout(0)
        one.set_inheritable(False)
        found.setdefault(name, []).append(one)
    return found


def _of_systemd(environment: MutableMapping[str, str]) -> list[tuple[str, int]]:
    words = {word: environment.pop(word, "") for word in ("LISTEN_PID", "LISTEN_FDS")}
    names = environment.pop("LISTEN_FDNAMES", "").split(":")
    if words["LISTEN_PID"] != str(os.getpid()) or not words["LISTEN_FDS"].isdecimal():
        return []
    numbers = range(FIRST_OF_SYSTEMD, FIRST_OF_SYSTEMD + int(words["LISTEN_FDS"]))
    padded = names + [""] * len(numbers)
    known = {SSH, WEB, METRICS}
    return [(name if name in known else SSH, at) for name, at in zip(padded, numbers, strict=False)]


def _of_odin(environment: MutableMapping[str, str]) -> list[tuple[str, int]]:
    pairs = [pair.partition("=") for pair in environment.pop(HANDED_OVER, "").split(",")]
    return [(name, int(number)) for name, _, number in pairs if number.isdecimal()]
