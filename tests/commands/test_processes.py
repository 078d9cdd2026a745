"""The ports that the processes of one host share."""

import asyncio
import sys
from contextlib import closing

import pytest

from odin_server.sessions.listening import (
    LOOPBACK,
    METRICS,
    SSH,
    WEB,
    ListeningSockets,
    PortTaken,
    listen,
)
from odin_server.sessions.settings import HostSettings
from odin_tui.commands import processes
from odin_tui.commands.processes import SharedPorts, Supervisor


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


class Notes:
    """An audit log that keeps what it is told."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def note(self, event: str, **_facts: object) -> None:
        self.events.append(event)


async def test_a_process_that_cannot_be_started_again_at_first_is_tried_until_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serves = "import os, sys; print('open', flush=True); os.close(1); sys.stdin.read()"
    monkeypatch.setattr(processes, "odin_command", lambda *_words: (sys.executable, "-c", serves))
    monkeypatch.setattr(processes, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(processes, "_say", lambda _greeting: None)
    troubles: list[Exception] = []

    def open_sockets(_index: int) -> ListeningSockets:
        if troubles:
            raise troubles.pop()
        return ListeningSockets()

    notes = Notes()
    supervisor = Supervisor((), 1, notes, open_sockets)  # type: ignore[arg-type]
    running = asyncio.create_task(supervisor.until_stopped())
    async with asyncio.timeout(30):
        while 0 not in supervisor._keeping:  # noqa: ASYNC110 - it is a process that must begin
            await asyncio.sleep(0.01)
        first = supervisor._running[0]
        troubles += [PortTaken("port-taken", port=22, error="in use"), OSError("no more processes")]
        first.kill()
        while supervisor._running[0] is first:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        supervisor._stop.set()
        await running
    assert notes.events == ["process-ended", "process-not-started", "process-not-started"]
