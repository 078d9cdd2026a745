"""The ports that the processes of one host share."""

from contextlib import closing

import pytest

from odin_server.sessions.listening import LOOPBACK, METRICS, SSH, WEB, ListeningSockets, listen
from odin_server.sessions.settings import HostSettings
from odin_tui.commands.processes import SharedPorts


def free_port() -> int:
    with closing(listen(LOOPBACK, 0)[0]) as one:
        return int(one.getsockname()[1])


@pytest.mark.parametrize("addresses", [LOOPBACK, ("127.0.0.1", "::1")])
def test_ports_that_the_system_chooses_are_the_same_for_all_processes(
    addresses: tuple[str, ...],
) -> None:
    settings = HostSettings(address=addresses, port=0, web_port=0)
    metrics = free_port()
    ports = SharedPorts(settings, ListeningSockets(), with_web=True, metrics_port=metrics)
    processes = [ports.open(index) for index in range(3)]
    for name in (SSH, WEB):
        assert len({one.port(name) for one in processes}) == 1
    assert [one.port(METRICS) for one in processes] == [metrics, metrics + 1, metrics + 2]
    for one in processes:
        one.close()


def test_a_socket_that_was_handed_over_is_shared_by_all_processes() -> None:
    given = ListeningSockets({SSH: listen(LOOPBACK, 0)})
    ports = SharedPorts(HostSettings(port=22), given, with_web=False, metrics_port=None)
    first, second = ports.open(0), ports.open(1)
    assert first.port(SSH) == second.port(SSH) == given.port(SSH)
    assert WEB not in first
    for one in (first, second, given):
        one.close()
