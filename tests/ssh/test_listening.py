"""Where the servers of a host listen: addresses, ports, and sockets that were handed over."""

import errno
import os
import socket
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

from odin_server.sessions import listening
from odin_server.sessions.listening import (
    HANDED_OVER,
    SSH,
    WEB,
    BadSocket,
    ListeningSockets,
    PortTaken,
    close_all,
    inherited_sockets,
    listen,
)
from odin_server.sessions.settings import HostSettings
from odin_server.toml_settings import change, parse
from odin_tui.main import main
from tests.ssh.wire import KEY, a_server, eventually, terminal


def addresses_of(sockets: list[socket.socket]) -> list[str]:
    return [one.getsockname()[0] for one in sockets]


def connects(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=10).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("", ()),
        ('address = ""', ()),
        ('address = "::1"', ("::1",)),
        ('address = ["0.0.0.0", "::"]', ("0.0.0.0", "::")),  # noqa: S104 - nothing is opened
    ],
)
def test_an_address_is_one_or_several(text: str, addresses: tuple[str, ...]) -> None:
    assert change(HostSettings(), parse(text)).address == addresses


@pytest.mark.parametrize("addresses", [(), ("0.0.0.0", "::"), ("127.0.0.1", "::1")])  # noqa: S104
def test_one_free_port_is_found_for_all_addresses(addresses: tuple[str, ...]) -> None:
    sockets = listen(addresses, 0)
    (port,) = {one.getsockname()[1] for one in sockets}
    try:
        assert [connects(address, port) for address in ("127.0.0.1", "::1")] == [True, True]
    finally:
        close_all(sockets)


@pytest.mark.parametrize("addresses", [("127.0.0.1", "::1"), ()])
def test_all_that_a_port_can_be_had_for_is_closed_if_one_address_fails(
    addresses: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[socket.socket] = []
    bind = listening._bound

    def bound(*words: Any, **options: Any) -> socket.socket:
        made.append(bind(*words, **options))
        return made[-1]

    monkeypatch.setattr(listening, "_bound", bound)
    with closing(socket.socket(socket.AF_INET6)) as taken:
        taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        taken.bind(("::1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken) as refused:
            listen(addresses, port)
        assert refused.value.facts["address"] == "".join(addresses[1:])
        assert [one.fileno() for one in made] == [-1]
        assert not connects("127.0.0.1", port)


@pytest.mark.parametrize(
    ("port", "number", "tries"),
    [(0, errno.EADDRINUSE, 3), (0, errno.EACCES, 1), (2222, errno.EADDRINUSE, 1)],
)
def test_only_a_port_that_the_system_has_chosen_is_chosen_again(
    monkeypatch: pytest.MonkeyPatch, port: int, number: int, tries: int
) -> None:
    asked: list[int] = []

    def taken_twice(_addresses: object, port: int, *, share: bool) -> list[socket.socket]:
        del share
        asked.append(port)
        if len(asked) < 3:
            raise PortTaken(errno=number)
        return []

    monkeypatch.setattr(listening, "_listen", taken_twice)
    if tries < 3:
        with pytest.raises(PortTaken):
            listen(("127.0.0.1", "::1"), port)
    else:
        assert listen(("127.0.0.1", "::1"), port) == []
    assert asked == [port] * tries


def test_a_name_that_is_no_address_is_refused() -> None:
    with pytest.raises(PortTaken) as refused:
        listen(("no.such.host.invalid",), 0)
    assert refused.value.facts["error"]


async def test_people_come_in_over_ipv6_and_count_by_their_network() -> None:
    async with a_server(address=("127.0.0.1", "::1")) as server:
        for address, network in (("::1", "::/64"), ("127.0.0.1", "127.0.0.1")):
            async with asyncssh.connect(
                address, server.port, username="x", client_keys=[KEY], known_hosts=None, config=None
            ) as conn:
                await terminal(conn)
                assert dict(server.host.counts.connected) == {network: 1}
            await eventually(lambda: not server.host.connections)


def test_options_name_several_addresses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    class Recorded:
        restart = SimpleNamespace(is_due=False)

        def __init__(self, settings: HostSettings, *_rest: object) -> None:
            made.append(settings)

        async def until_stopped(self) -> int:
            return 0

    monkeypatch.setattr("odin_tui.commands.serving.Serving", Recorded)
    words = ["--host", "127.0.0.1", "--address", "::1", "--data", str(tmp_path)]
    assert main(["serve", *words]) == 0
    assert not capsys.readouterr().err
    assert made[0].address == ("127.0.0.1", "::1")


# -- handed over ------------------------------------------------------------------------------


@pytest.fixture
def given() -> Any:
    """Give a listening socket as another process would: a descriptor that nobody else closes."""
    made: list[int] = []

    def give(wanted: Callable[[], socket.socket]) -> int:
        one = wanted()
        made.append(one.detach())
        return made[-1]

    yield give
    for number in made:
        try:
            os.close(number)
        except OSError:
            continue


def one_listening() -> socket.socket:
    return listen(("127.0.0.1",), 0)[0]


def test_what_is_handed_over_is_used_and_named_in_no_environment_again(given: Any) -> None:
    numbers = [given(one_listening) for _ in range(3)]
    environment = {HANDED_OVER: f"ssh={numbers[0]},ssh={numbers[1]},web={numbers[2]}", "A": "b"}
    sockets = ListeningSockets(inherited_sockets(environment))
    assert environment == {"A": "b"}
    assert sockets.numbers == tuple(numbers)
    assert not any(os.get_inheritable(number) for number in numbers)
    opened = sockets.open(SSH, ("192.0.2.1",), 22)
    assert len(opened) == 2
    assert opened[0].getsockname()[1] == sockets.port(SSH)
    close_all(opened)
    assert connects("127.0.0.1", sockets.port(SSH)), "a server that stops leaves the socket open"
    sockets.close()
    assert WEB not in sockets


@pytest.mark.parametrize(
    ("variables", "names"),
    [
        ({"LISTEN_FDS": "2", "LISTEN_FDNAMES": "odin.socket:web"}, [SSH, WEB]),
        ({"LISTEN_FDS": "2"}, [SSH]),
        ({"LISTEN_FDS": "2", "LISTEN_PID": "1"}, []),
        ({"LISTEN_FDS": "many"}, []),
    ],
)
def test_sockets_of_systemd_are_those_meant_for_this_process(
    variables: dict[str, str], names: list[str], given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = given(one_listening)
    # Two in a row, wherever there is room; systemd begins at 3.
    os.dup2(first, first + 500)
    os.dup2(first, first + 501)
    given(lambda: socket.socket(fileno=first + 500))
    given(lambda: socket.socket(fileno=first + 501))
    monkeypatch.setattr("odin_server.sessions.listening.FIRST_OF_SYSTEMD", first + 500)
    environment = {"LISTEN_PID": str(os.getpid())} | variables
    found = inherited_sockets(environment)
    assert [*found] == names
    assert not environment
    for sockets in found.values():
        for one in sockets:
            one.detach()


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(socket.socket, id="it does not listen"),
        pytest.param(lambda: socket.socket(socket.AF_UNIX), id="it is no TCP"),
    ],
)
def test_what_cannot_be_listened_on_is_refused(
    wanted: Callable[[], socket.socket], given: Any
) -> None:
    with pytest.raises(BadSocket):
        inherited_sockets({HANDED_OVER: f"ssh={given(wanted)}"})


def test_a_number_without_a_socket_is_refused() -> None:
    with pytest.raises(BadSocket):
        inherited_sockets({HANDED_OVER: "ssh=987"})
