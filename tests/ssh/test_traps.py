"""What goes wrong when many Textual apps share a process: one test for each trap."""

import asyncio
import gc
import os
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, SuspendNotSupported

from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.loop_time import timed_task
from odin_server.sessions.terminal import RESTORE
from odin_server.ssh.server import SshServer
from tests.ssh.wire import Echo, EchoFront, Screen, a_server, connected, eventually, terminal


class Mischief(Echo):
    """Does what a server must not do, on a key."""

    def pressed(self, key: str) -> None:
        match key:
            case "p":
                sys.stdout.write(f"printed by {self.caller.account.name}\n")
                sys.stderr.write("and complained\n")
            case "c":
                raise ZeroDivisionError("planted")
            case "s":
                try:
                    with self.suspend():
                        pass
                except SuspendNotSupported:
                    self.show("not suspended")
                self.action_suspend_process()
            case "d":
                self.action_screenshot()
            case "o":
                self.open_url("https://example.org/rules?of=[odin]")
            case "q":
                self.exit()
            case _:
                self.show(f"key={key}.")


class Crier(Mischief):
    def on_print(self, event: Any) -> None:
        self.show(f"overheard {event.text.strip()}")

    def on_mount(self) -> None:
        self.begin_capture_print(self)


async def entered(conn: Any) -> Screen:
    screen = await terminal(conn)
    await screen.until(b"hello")
    return screen


def restored(seen: bytes) -> bool:
    return RESTORE.encode() in seen


async def test_streams_are_the_same_after_sessions_end_out_of_order() -> None:
    before = (sys.stdout, sys.stderr)
    async with (
        a_server(EchoFront(Mischief)) as server,
        connected(server) as one,
        connected(server) as two,
    ):
        first, second = await entered(one), await entered(two)
        assert (sys.stdout, sys.stderr) == before
        first.chan.write(b"q")
        await first.end()
        assert (sys.stdout, sys.stderr) == before
        second.chan.write(b"q")
        await second.end()
    assert (sys.stdout, sys.stderr) == before


async def test_what_one_app_prints_reaches_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    async with (
        a_server(EchoFront(Crier)) as server,
        connected(server) as one,
        connected(server) as two,
    ):
        first, second = await entered(one), await entered(two)
        first.chan.write(b"p")
        await second.press(b"x", b"key=x")
        await first.press(b"x", b"key=x")
        assert b"overheard" not in first.seen + second.seen
        assert b"printed" not in first.seen + second.seen
    assert "printed by astrid" in capsys.readouterr().out


class Ballast:
    """Something that only an app, or a part of it, holds on to."""


class Laden(Mischief):
    def __init__(self, caller: Caller) -> None:
        super().__init__(caller)
        self.ballast = Ballast()

    def on_mount(self) -> None:
        shown = self.query_one("#shown")
        shown.ballast = Ballast()  # type: ignore[attr-defined]
        painted = weakref.ref(shown._styles_cache)
        self.held = [weakref.ref(self.ballast), weakref.ref(shown.ballast), painted]  # type: ignore[attr-defined]


async def test_a_closed_app_is_forgotten_without_a_search_for_garbage(
    request: pytest.FixtureRequest,
) -> None:
    frontend = EchoFront(Laden)
    gc.disable()
    request.addfinalizer(gc.enable)
    held: list[weakref.ref[object]] = []
    async with a_server(frontend) as server:
        for leave in (b"q", b"\x1b[113u", b"c", None):
            async with connected(server) as conn:
                screen = await entered(conn)
                screen.chan.write(b"\x1b[97;5u\x1b[I\x1b[<0;3;3M\x1b[<0;3;3m")
                await screen.press(b"x", b"key=x")
                held += frontend.apps[-1].held  # type: ignore[attr-defined]
                if leave is not None:
                    screen.chan.write(leave)
                    await screen.end()
            await eventually(lambda: not server.host.sessions and not server.host.connections)
        assert len(held) == 12
        await eventually(lambda: not any(one() for one in held))


async def test_a_closed_app_is_garbage() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server:
        async with connected(server) as conn:
            screen = await entered(conn)
            await screen.press(b"\x1b[97;5u", b"key=ctrl+a")
        await eventually(lambda: not server.host.sessions and not server.host.connections)
        gone = weakref.ref(frontend.apps.pop())
        frontend.callers.clear()

        def collected() -> bool:
            gc.collect()
            return gone() is None

        await eventually(collected)


async def test_nothing_suspends_the_server() -> None:
    async with a_server(EchoFront(Mischief)) as server, connected(server) as conn:
        screen = await entered(conn)
        await screen.press(b"s", b"not suspended")
        await screen.press(b"x", b"key=x")


async def test_a_screenshot_is_not_written_to_the_servers_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path))
    async with a_server(EchoFront(Mischief)) as server, connected(server) as conn:
        screen = await entered(conn)
        await screen.press(b"d", b"nothing-saved")
    assert list(tmp_path.rglob("*")) == []  # noqa: ASYNC240 - nobody waits


async def test_no_browser_opens_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    async with a_server(EchoFront(Mischief)) as server, connected(server) as conn:
        screen = await entered(conn)
        await screen.press(b"o", b"example.org/rules?of=[odin]")
    assert opened == []


async def test_sessions_start_no_threads() -> None:
    async with a_server() as server:
        async with connected(server) as conn:
            await entered(conn)
        before = threading.active_count()
        async with connected(server) as one, connected(server) as two:
            await entered(one)
            await entered(two)
            assert threading.active_count() <= before


async def test_a_session_changes_nothing_about_how_the_loop_begins_tasks() -> None:
    loop = asyncio.get_running_loop()
    async with a_server() as server:
        before = loop.get_task_factory()
        async with connected(server) as conn:
            await entered(conn)
            assert loop.get_task_factory() is before is timed_task
        async with connected(server) as conn:
            await entered(conn)


async def test_the_servers_environment_is_nobodys_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "33")
    async with a_server() as server, connected(server) as conn:
        screen = await entered(conn)
        await screen.until(b"size=80x24.")
        assert b"\x1b[38;5;" in screen.seen
        assert os.environ["TERM"] == "dumb"


async def test_an_idle_session_sends_nothing() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await entered(conn)
        await screen.press(b"x", b"key=x")
        await asyncio.sleep(0.3)
        settled = len(screen.seen)
        await asyncio.sleep(0.7)
        assert len(screen.seen) == settled


async def leave_by(way: str, server: SshServer, screen: Screen) -> None:
    match way:
        case "key":
            screen.chan.write(b"q")
        case "crash":
            screen.chan.write(b"c")
        case "kick":
            (session,) = server.host.sessions.values()
            assert session.caller is not None
            server.host.kick(session.caller.account.id, "")
        case "stop":
            asyncio.get_running_loop().create_task(server.close(Notice("server-stopping")))


@pytest.mark.parametrize(
    ("way", "farewell"),
    [
        ("key", b""),
        ("crash", b"session-crashed\r\n"),
        ("kick", b"kicked text=\r\n"),
        ("stop", b"server-stopping\r\n"),
    ],
)
async def test_the_terminal_is_put_back_on_every_way_out(way: str, farewell: bytes) -> None:
    async with a_server(EchoFront(Mischief)) as server, connected(server) as conn:
        screen = await entered(conn)
        await leave_by(way, server, screen)
        seen = await screen.end()
        assert restored(seen)
        assert seen.endswith(farewell)
        assert seen.rindex(b"\x1b[?1049l") > seen.rindex(b"\x1b[?1049h")
        assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l")


async def test_a_terminal_gets_each_line_of_a_farewell_at_its_left_edge() -> None:
    class TableList(EchoFront):
        async def open_app(self, caller: Caller) -> App[Any] | str:
            del caller
            return "Tables:\nRUNE\nONYX\n"

    async with a_server(TableList()) as server, connected(server) as conn:
        assert await (await terminal(conn)).end() == b"Tables:\r\nRUNE\r\nONYX\r\n"


async def test_an_app_that_cannot_start_still_says_goodbye() -> None:
    class Broken(Echo):
        CSS = "Static { colour: }"

    async with a_server(EchoFront(Broken)) as server, connected(server) as conn:
        screen = await terminal(conn)
        seen = await screen.end()
        assert b"session-crashed" in seen
        assert restored(seen)
        assert screen.chan.get_exit_status() == 1


async def test_a_crash_is_logged_without_the_values_that_were_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with a_server(EchoFront(Mischief)) as server, connected(server) as conn:
        screen = await entered(conn)
        screen.chan.write(b"c")
        await screen.end()
        (line,) = [line for line in server.lines if "crash" in line]  # type: ignore[attr-defined]
        assert "ZeroDivisionError" in line
        assert "pressed" in line
        assert "planted" not in line
    assert "ZeroDivisionError" not in "".join(capsys.readouterr())


async def test_a_lost_connection_ends_its_app_and_nothing_else() -> None:
    frontend = EchoFront(Mischief)
    async with a_server(frontend) as server, connected(server) as one, connected(server) as two:
        await entered(one)
        other = await entered(two)
        one.abort()
        await eventually(lambda: len(server.host.sessions) == 1)
        await other.press(b"x", b"key=x")
