"""Metrics: the hall provides its own counts, and a scrape does not block the event loop."""

import asyncio
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from typing import Any

import pytest

from odin_server.hall import NewTable, Phase
from odin_server.hall.facts import Moved, decode
from odin_server.log import LogEntry
from odin_server.metrics import Metrics, serve_metrics, watch_loop


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def scrape(port: int, query: str = "") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics{query}") as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        return str(answer.read().decode())


async def test_the_hall_tells_every_move_once_and_none_again_after_a_restart(env: Any) -> None:
    metrics, log, records = Metrics(), env.file(), list[LogEntry]()
    hall = await env.hall(log, on_move=metrics.moves.inc)
    wanted = NewTable("odin", seats=3, bots=("karl",) * 3, host_sits=False)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.until(lambda: chair.view.phase is Phase.OVER)
    table = hall.all_tables()[0].id
    await env.settle()
    await log.follow(table, 0, records.append)
    moves = sum(isinstance(decode(record.payload), Moved) for record in records)
    assert metrics.registry.get_sample_value("odin_moves_total") == moves > 50
    await hall.close()
    again = await env.hall(env.file(), on_move=metrics.moves.inc)
    assert again.table_count == 1
    assert metrics.registry.get_sample_value("odin_moves_total") == moves


async def test_the_hall_knows_how_many_tables_are_open(env: Any) -> None:
    hall = await env.hall()
    chairs = [await hall.open_table(env.anna, NewTable("odin", seats=3)) for _ in range(2)]
    assert hall.table_count == 2
    await chairs[0].close_table()
    await env.settle()
    assert hall.table_count == 1


async def test_gauges_are_read_in_the_loops_thread_only() -> None:
    metrics, read_in = Metrics(), set[int]()
    metrics.gauge("watched", "A gauge.", lambda: read_in.add(threading.get_ident()) or 7)
    port = free_port()
    async with serve_metrics(metrics, port):
        assert "\nodin_watched 7.0\n" in await asyncio.to_thread(scrape, port)
        some = await asyncio.to_thread(scrape, port, "?name[]=odin_watched")
        assert [line for line in some.splitlines() if line[0] != "#"] == ["odin_watched 7.0"]
    assert read_in == {threading.get_ident()}


def own_threads() -> set[threading.Thread]:
    """Return all threads but those of the loop's executor, which starts and keeps its own."""
    return {one for one in threading.enumerate() if not one.name.startswith("asyncio_")}


async def test_a_server_that_has_stopped_listens_no_more_and_leaves_no_thread() -> None:
    before, port = own_threads(), free_port()
    async with serve_metrics(Metrics(), port):
        assert own_threads() > before
    assert own_threads() == before
    with pytest.raises(urllib.error.URLError):
        await asyncio.to_thread(scrape, port)


async def test_a_port_that_is_taken_is_refused() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(OSError, match="in use"):
            async with serve_metrics(Metrics(), other.getsockname()[1]):
                pass


async def test_a_loop_that_is_late_is_measured_and_told() -> None:
    metrics, late, told = Metrics(), list[float](), asyncio.Event()
    watching = asyncio.create_task(
        watch_loop(metrics, lambda lag: (late.append(lag), told.set()), every=0.01)
    )
    await asyncio.sleep(0)
    threading.Event().wait(0.3)
    await told.wait()
    watching.cancel()
    assert late[0] > 0.25
    assert metrics.registry.get_sample_value("odin_loop_lag_seconds_sum") >= late[0]


def test_playing_at_home_loads_nothing_of_prometheus() -> None:
    code = (
        "import sys, odin_tui.app, odin_tui.commands.play, odin_tui.screens.table\n"
        "print([name for name in sys.modules if name.startswith('prometheus')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
