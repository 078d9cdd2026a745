"""Metrics: the hall provides its own counts, and a scrape does not block the event loop."""

import ast
import asyncio
import errno
import json
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import odin_server
from odin_server import metrics_server
from odin_server.disk_errors import DISK_ERRORS, disk_error
from odin_server.hall import NewTable, Phase
from odin_server.hall.bot_pool import Fallback
from odin_server.hall.facts import Moved, decode
from odin_server.health import Health, free_space
from odin_server.log import LogEntry, LogUnwritable
from odin_server.metrics import Metrics, start_at_zero, watch_loop
from odin_server.metrics_server import serve_metrics
from odin_server.sessions.guards import REFUSALS
from odin_server.sessions.listening import LOOPBACK, listen
from odin_tui.commands.hall_storage import FileStorage
from tests.ssh.wire import a_host


@asynccontextmanager
async def served(metrics: Metrics, health: Health | None = None) -> AsyncIterator[int]:
    """Serve metrics, and give the port."""
    (sock,) = listen(LOOPBACK, 0)
    port = int(sock.getsockname()[1])
    async with serve_metrics(metrics, health or Health(), sock):
        yield port


def scrape(port: int, query: str = "") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics{query}") as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        return str(answer.read().decode())


async def test_the_hall_tells_every_move_once_and_none_again_after_a_restart(env: Any) -> None:
    metrics, log, records = Metrics(), env.file(), list[LogEntry]()
    hall = await env.hall(log)
    hall.on_move = metrics.moves.inc
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
    again = await env.hall(env.file())
    again.on_move = metrics.moves.inc
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
    async with served(metrics) as port:
        assert "\nodin_watched 7.0\n" in await asyncio.to_thread(scrape, port)
        some = await asyncio.to_thread(scrape, port, "?name[]=odin_watched")
        assert [line for line in some.splitlines() if line[0] != "#"] == ["odin_watched 7.0"]
    assert read_in == {threading.get_ident()}


def own_threads() -> set[threading.Thread]:
    """Return all threads but those of the loop's executor, which starts and keeps its own."""
    return {one for one in threading.enumerate() if not one.name.startswith("asyncio_")}


async def test_a_server_that_has_stopped_listens_no_more_and_leaves_no_thread() -> None:
    before = own_threads()
    async with served(Metrics()) as port:
        assert own_threads() > before
    assert own_threads() == before
    with pytest.raises(urllib.error.URLError):
        await asyncio.to_thread(scrape, port)


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


async def test_kinds_that_have_not_happened_are_zero() -> None:
    host = a_host([])
    start_at_zero(host.metrics.bot_fallbacks, Fallback)
    samples = {
        (sample.name, sample.labels.get("kind")): sample.value
        for metric in host.metrics.registry.collect()
        for sample in metric.samples
    }
    for name, kinds in (
        ("odin_logins_total", ("key", "browser", "guest")),
        ("odin_refusals_total", REFUSALS),
        ("odin_bot_fallbacks_total", Fallback),
        ("odin_disk_errors_total", DISK_ERRORS),
    ):
        assert [samples[name, kind] for kind in kinds] == [0.0] * len(kinds)


def test_every_kind_of_refusal_in_the_program_is_declared() -> None:
    """Otherwise it would not be there before it happens for the first time."""
    source = Path(odin_server.__file__).parent
    named = {
        str(call.args[0].value)
        for path in source.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "refused"
        and isinstance(call.args[0], ast.Constant)
    }
    assert len(named) > 10
    assert named <= {*REFUSALS}


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "full"),
        (OSError(errno.EROFS, "Read-only file system"), "read-only"),
        (OSError(errno.EIO, "Input/output error"), "failing"),
        (OSError(errno.EPIPE, "Broken pipe"), "other"),
        (sqlite3.OperationalError("without a code"), "other"),
        (ValueError("no disk"), None),
    ],
)
def test_an_error_of_the_disk_is_told_by_its_kind(trouble: Exception, kind: str | None) -> None:
    assert disk_error(trouble) == kind


async def test_a_full_disk_is_counted_and_makes_a_host_unwell_until_it_writes(
    tmp_path: Path,
) -> None:
    metrics, health = Metrics(), Health()
    storage = FileStorage(tmp_path / "hall.db", metrics.disk_failed)
    storage.check(health)
    assert health.report().status == 200
    await storage.log.append("hall", 0, "x")
    storage.log.limit(4096)
    with pytest.raises(LogUnwritable):
        await storage.log.append("hall", 1, 100_000 * "x")
    full = metrics.registry.get_sample_value("odin_disk_errors_total", {"kind": "full"})
    report = health.report()
    assert (full, report.status) == (1.0, 503)
    assert json.loads(report.body)["checks"] == {"log": False, "disk": True}
    storage.log.limit(10**9)
    await storage.log.append("hall", 1, "x")
    assert health.report().status == 200
    await storage.close()


def test_a_folder_that_is_gone_has_no_room(tmp_path: Path) -> None:
    assert free_space(tmp_path) > 0
    assert free_space(tmp_path / "gone") == 0


def ask_health(port: int) -> tuple[int, dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.loads(refused.read())


async def test_health_is_asked_beside_the_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    host = a_host([])
    async with served(host.metrics, host.health) as port:
        well = {"healthy": True, "checks": {"accepting": True, "loop": True}}
        assert await asyncio.to_thread(ask_health, port) == (200, well)
        host.metrics.last_lag = 1.5
        status, told = await asyncio.to_thread(ask_health, port)
        assert (status, told["checks"]["loop"]) == (503, False)
        host.counts.closing, host.metrics.last_lag = True, 0.0
        status, told = await asyncio.to_thread(ask_health, port)
        assert (status, told["checks"]) == (503, {"accepting": False, "loop": True})
        monkeypatch.setattr(metrics_server, "LONGEST_CHECK", 0.05)
        asked = list[Any]()
        thread = threading.Thread(target=lambda: asked.append(ask_health(port)))
        thread.start()
        thread.join()  # while the event loop stands still
        assert asked == [(503, {"healthy": False, "checks": {"loop": False}})]
