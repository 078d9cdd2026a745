"""A real server on loopback and real clients, for the tests of the transport."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncssh
from textual.app import App, ComposeResult
from textual.widgets import Static

from odin_server.accounts import AccountFile, Accounts
from odin_server.metrics import Metrics
from odin_server.notices import Notice
from odin_server.sessions.audit_log import AuditLog
from odin_server.sessions.caller import Caller, Read, Say
from odin_server.sessions.host import Host
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.server import SshServer
from odin_tui.languages.choice import choose_language
from odin_tui.web_words import page_words

Given = TypeVar("Given")

PATIENCE = 120.0
HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
KEY = asyncssh.generate_private_key("ssh-ed25519")


class Echo(App[None]):
    """Shows the last key, and does what each letter says."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, caller: Caller) -> None:
        super().__init__()
        self.caller = caller
        self.pasted = 0
        self.keys: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static(f"hello {self.caller.account.name}")
        yield Static("", id="shown")

    def show(self, text: str) -> None:
        self.query_one("#shown", Static).update(text)

    def on_key(self, event: Any) -> None:
        self.keys.append(event.key)
        self.pressed(event.key)

    def pressed(self, key: str) -> None:
        self.show(f"key={key}.")

    def on_paste(self, event: Any) -> None:
        self.pasted += len(event.text)
        self.show(f"pasted={len(event.text)}.")

    def on_resize(self, event: Any) -> None:
        self.show(f"size={event.size.width}x{event.size.height}.")


class EchoFront:
    """Gives everyone an app of a kind."""

    def __init__(self, kind: Callable[[Caller], App[Any]] = Echo) -> None:
        self.kind = kind
        self.apps: list[App[Any]] = []
        self.callers: list[Caller] = []

    async def open_app(self, caller: Caller) -> App[Any] | str:
        self.callers.append(caller)
        if caller.argv == ("version",):
            return "odin test"
        app = self.kind(caller)
        self.apps.append(app)
        return app

    def notice_text(
        self, notice: Notice, caller: Caller | None = None, locales: tuple[str, ...] = ()
    ) -> str:
        """Return the code and the facts; sentences are the business of the program."""
        del caller, locales
        return str(notice)

    def page_words(self, locales: tuple[str, ...]) -> Mapping[str, str]:
        return page_words(choose_language(*locales))

    async def serve_lines(self, caller: Caller, read: Read, say: Say) -> None:
        self.callers.append(caller)
        if caller.argv:
            caller.farewell, caller.status = "There is no such verb.", 2
            return
        await say("no terminal")
        while (line := await read()) is not None:
            await say(f"heard {line}")
        caller.farewell = "goodbye"


def a_host(
    lines: list[str], frontend: Any = None, accounts: Accounts | None = None, **settings: Any
) -> Host:
    """Make a host that is not open yet; its audit log is written to a list."""
    here = {"address": ("127.0.0.1",), "port": 0, "web_port": 0, "grace": 1.0}
    return Host(
        HostSettings(**here | settings),
        frontend or EchoFront(),
        accounts or Accounts(AccountFile(None), time.time),
        AuditLog(lines.append),
        Metrics(),
        time.time,
    )


@asynccontextmanager
async def a_server(
    frontend: Any = None, accounts: Accounts | None = None, **settings: Any
) -> AsyncIterator[SshServer]:
    """Open a host on a free port, and close it whatever happens."""
    lines: list[str] = []
    server = SshServer(a_host(lines, frontend, accounts, **settings))
    server.lines = lines  # type: ignore[attr-defined]
    await server.open(HOST_KEY)
    try:
        yield server
    finally:
        await server.close(Notice("server-stopping"))
        server.host.accounts.close()


@asynccontextmanager
async def connected(
    server: SshServer, **options: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect a client, by default with a key of its own."""
    given: dict[str, Any] = {
        "username": "astrid",
        "known_hosts": None,
        "client_keys": [KEY],
        "config": None,
        "agent_path": None,
    }
    if options.get("client_keys", KEY) is None:
        given["client_factory"] = Guest
    async with asyncssh.connect("127.0.0.1", server.port, **given | options) as conn:
        yield conn


class Guest(asyncssh.SSHClient):
    """A client without keys, which answers a challenge that asks nothing."""

    def __init__(self) -> None:
        self.banner = ""
        self.patient = False
        self._tried = False

    def auth_banner_received(self, msg: str, lang: str) -> None:
        del lang
        self.banner += msg

    def kbdint_auth_requested(self) -> str | None:
        if self._tried and not self.patient:
            return None
        self._tried = True
        return ""

    def kbdint_challenge_received(self, *challenge: object) -> list[str]:
        self.banner += str(challenge[1])
        return []


class Screen(asyncssh.SSHClientSession[bytes]):
    """A terminal that keeps every byte."""

    def __init__(self) -> None:
        self.seen = bytearray()
        self.news = asyncio.Event()
        self.closed = asyncio.Event()
        self.chan: Any = None

    def connection_made(self, chan: Any) -> None:
        self.chan = chan

    def data_received(self, data: bytes, datatype: object) -> None:
        del datatype
        self.seen += data
        self.news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.closed.set()
        self.news.set()

    async def until(self, wanted: bytes, start: int = 0) -> int:
        """Wait until these bytes have come, and give the place after them."""
        async with asyncio.timeout(PATIENCE):
            while (at := self.seen.find(wanted, start)) < 0:
                assert not self.closed.is_set(), bytes(self.seen[-400:])
                self.news.clear()
                await self.news.wait()
        return at + len(wanted)

    async def press(self, keys: bytes, wanted: bytes) -> None:
        """Press keys and wait for what they show."""
        start = len(self.seen)
        self.chan.write(keys)
        await self.until(wanted, start)

    async def end(self) -> bytes:
        """Wait for the end and give everything that was seen."""
        async with asyncio.timeout(PATIENCE):
            await self.closed.wait()
        return bytes(self.seen)


async def terminal(
    conn: asyncssh.SSHClientConnection, command: str | None = None, **pty: Any
) -> Screen:
    """Open a session at a terminal."""
    options: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (80, 24)} | pty
    _, session = await conn.create_session(Screen, command, encoding=None, **options)
    return session


def at_once(coroutine: Coroutine[Any, Any, Given]) -> Given:
    """Run something that never waits, as writing to a file of accounts, and return its result."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        given: Given = done.value
        return given
    coroutine.close()
    raise AssertionError("it waits")


def metric(server: Any, name: str, **labels: str) -> float:
    """Read one of the numbers that the host's metrics show; 0 before there is any."""
    return server.host.metrics.registry.get_sample_value(f"odin_{name}", labels) or 0.0


async def eventually(true: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - any condition may be asked
            await asyncio.sleep(0.01)
