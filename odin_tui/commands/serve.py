"""`odin serve`: the house over SSH."""

import asyncio
import contextlib
import signal
import socket
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odin_engine.game import Refusal
from odin_tui.main import Mistake

if TYPE_CHECKING:
    from odin_server.hall import Settings as HallSettings
    from odin_server.ssh.settings import HostSettings

# ruff: noqa: PLC0415 - `odin serve --help` must answer without waiting for SSH and Textual

DESCRIPTION = """\
Host the house over SSH: friends type the line it prints, and need nothing but ssh.
Everything is kept in the data folder. SIGTERM stops it kindly, SIGHUP reads the settings again."""
EXAMPLE = "odin serve --port 2222 --name play.example.org --metrics 9100"

GOODBYE = "The hall is closing. Your seat is kept: come again in a minute."


def add_arguments(parser: ArgumentParser) -> None:
    """Say what `odin serve` understands."""
    parser.add_argument("--host", dest="address", metavar="H", help="address to listen on (all)")
    parser.add_argument("--port", type=int, metavar="N", help="port to listen on (2222)")
    parser.add_argument("--name", metavar="NAME", help="what friends type to reach this host")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where everything is kept")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="settings, in TOML")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=WORD",
        help="any setting, such as connections=200; may be repeated",
    )
    parser.add_argument("--no-guests", action="store_true", help="let in nobody without a key")
    parser.add_argument(
        "--allow", action="append", metavar="KEY", help="let in only such keys; may be repeated"
    )
    parser.add_argument(
        "--moderator", action="append", metavar="KEY", help="a moderator's key; may be repeated"
    )
    parser.add_argument("--message", metavar="TEXT", help="said to everyone who comes in")
    parser.add_argument("--metrics", type=int, metavar="PORT", help="Prometheus, on loopback")
    parser.add_argument("--log", type=Path, metavar="FILE", help="log there, not to standard error")
    parser.add_argument("--check", action="store_true", help="check everything and stop")
    parser.add_argument("--backup", type=Path, metavar="FILE", help="pack all data into one file")


def run(words: Namespace) -> int:
    """Serve until told to stop."""
    from platformdirs import PlatformDirs

    folders = PlatformDirs("odin", appauthor=False)
    data: Path = words.data or folders.user_data_path / "hall"
    file: Path = words.settings or folders.user_config_path / "serve.toml"
    read_again = partial(settings_from, words, file)
    settings = read_again()
    if words.backup is not None:
        from odin_tui.commands.backup import pack

        return pack(data, words.backup)
    from odin_server.ssh.host_key import host_key

    try:
        key = host_key(data / "host_key")
    except Refusal as refusal:
        raise Mistake(str(refusal)) from refusal
    if words.metrics is not None and not 0 < words.metrics < 65_536:
        raise Mistake(f"--metrics needs a port from 1 to 65535, not {words.metrics}.")
    serving = Serving(settings, data, key, words.metrics, read_again)
    if words.check:
        return serving.check(file)
    with _journal_stream(words.log) as stream:
        return asyncio.run(serving.until_stopped(stream))


def _hall_settings(settings: "HostSettings") -> "HallSettings":
    from odin_server.hall import Settings as HallSettings

    return HallSettings(hold=settings.hold, bot_pause=settings.bot_pause)


def settings_from(words: Namespace, file: Path) -> "HostSettings":
    """Put the settings together: the file's, and over them the command line's."""
    from odin_server.ssh.settings import BadSetting, HostSettings, change, read

    try:
        given = read(file.read_text(encoding="utf-8")) if file.exists() else {}
        settings = _with_keys(change(HostSettings(), given))
    except (OSError, UnicodeDecodeError) as trouble:
        raise Mistake(f"cannot read {file}: {trouble}.") from trouble
    except BadSetting as refusal:
        raise Mistake(f"{file}: {refusal}") from refusal
    if words.settings is not None and not file.exists():
        raise Mistake(f"there is no file {file}.")
    said: dict[str, Any] = {
        name: value
        for name in ("address", "port", "name", "message")
        if (value := getattr(words, name)) is not None
    }
    said |= {"guests": False} if words.no_guests else {}
    said |= {"allow": tuple(words.allow)} if words.allow else {}
    said |= {"moderators": tuple(words.moderator)} if words.moderator else {}
    try:
        return _with_keys(change(settings, said | _pairs(words.set)))
    except BadSetting as refusal:
        raise Mistake(str(refusal)) from refusal


def _pairs(pairs: list[str]) -> dict[str, Any]:
    from odin_server.ssh.settings import BadSetting, read

    given: dict[str, Any] = {}
    for pair in pairs:
        name, equals, word = pair.partition("=")
        if not equals:
            raise Mistake(f"--set {pair!r} needs a name and a word, as in connections=200.")
        try:
            given |= read(f"{name} = {word}")
        except BadSetting:
            given[name.replace("-", "_")] = word
    return given


def _with_keys(settings: "HostSettings") -> "HostSettings":
    """Give every listed key as its fingerprint, however it was written down."""
    return replace(
        settings,
        allow=tuple(_fingerprint(key) for key in settings.allow),
        moderators=tuple(_fingerprint(key) for key in settings.moderators),
    )


def _fingerprint(key: str) -> str:
    import asyncssh

    if key.startswith("SHA256:"):
        return key
    try:
        return str(asyncssh.import_public_key(key).get_fingerprint())
    except (asyncssh.KeyImportError, ValueError) as trouble:
        raise Mistake(f"{key[:40]!r} is neither a public key nor a fingerprint.") from trouble


@contextlib.contextmanager
def _journal_stream(path: Path | None) -> Any:
    if path is None:
        yield sys.__stderr__
        return
    try:
        stream = path.open("a", encoding="utf-8")
    except OSError as trouble:
        raise Mistake(f"cannot write {path}: {trouble.strerror}.") from trouble
    with stream:
        yield stream


class Serving:
    """One run of the server, from its first line to its last."""

    def __init__(
        self,
        settings: "HostSettings",
        data: Path,
        key: Any,
        metrics_port: int | None,
        read_again: Callable[[], "HostSettings"],
    ) -> None:
        self._settings, self._data, self._key = settings, data, key
        self._metrics_port, self._read_again = metrics_port, read_again

    def check(self, file: Path) -> int:
        """Say that everything is as it should be, or raise what is not."""
        from odin_server.accounts import Accounts
        from odin_server.log import LogInUse
        from odin_server.log.sqlite import SqliteLog

        try:
            Accounts(self._data / "accounts.db", time.time).close()
            with contextlib.suppress(LogInUse):
                asyncio.run(_open_and_close(lambda: SqliteLog(self._data / "hall.db")))
        except Refusal as refusal:
            raise Mistake(str(refusal)) from refusal
        sys.stdout.write(
            f"Settings: {file if file.exists() else 'the usual ones'}\n"
            f"Data: {self._data}\n"
            f"Host key: {self._key.get_fingerprint()}\n"
            "All is well.\n"
        )
        return 0

    async def until_stopped(self, stream: Any) -> int:
        """Open everything, serve, and close everything in the right order."""
        from odin_server.accounts import Accounts
        from odin_server.hall import Hall
        from odin_server.log.sqlite import SqliteLog
        from odin_server.metrics import CountedLog, Metrics, memory, serve_metrics, watch_loop
        from odin_server.ssh.host import Host
        from odin_server.ssh.journal import take_over_logging, to_stream
        from odin_server.ssh.tidy import Tidy
        from odin_tui.ssh_app import HallFront

        journal, metrics = to_stream(stream), Metrics()
        take_over_logging(journal)
        async with contextlib.AsyncExitStack() as closing:
            try:
                accounts = Accounts(self._data / "accounts.db", time.time)
                closing.callback(accounts.close)
                log = CountedLog(SqliteLog(self._data / "hall.db"), metrics)
                hall = await Hall.begin(log, _hall_settings(self._settings))
                closing.push_async_callback(hall.close)
                for player, until in accounts.mutes().items():
                    hall.mute(player, until)
                front = HallFront(hall, accounts, self._settings.hold)
                host = Host(self._settings, front, accounts, journal, metrics, time.time)
                front.host = host
                await host.open(self._key)
                closing.push_async_callback(host.close, GOODBYE)
                if self._metrics_port is not None:
                    await self._serve_metrics(serve_metrics(metrics, self._metrics_port), closing)
            except Refusal as refusal:
                raise Mistake(str(refusal)) from refusal
            tidy = Tidy(memory, lambda: len(host.sessions), lambda: host.ended)
            tidy.begin()
            for watching in (
                watch_loop(metrics, lambda lag: journal.note("slow", seconds=round(lag, 3))),
                tidy.keep(lambda: journal.note("tidied", memory=memory())),
            ):
                closing.callback(asyncio.create_task(watching).cancel)
            self._greet(host.port)
            journal.note("opened", port=host.port, set_aside=len(hall.set_aside))
            await self._told_to_stop(host, journal)
            journal.note("closing", sessions=len(host.sessions))
        journal.note("closed")
        return 0

    async def _serve_metrics(self, starting: Any, closing: contextlib.AsyncExitStack) -> None:
        try:
            server = await starting
        except OSError as trouble:
            raise Mistake(
                f"cannot serve metrics on port {self._metrics_port}: {trouble.strerror}."
            ) from trouble
        closing.callback(server.close)

    async def _told_to_stop(self, host: Any, journal: Any) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        if sys.stdin is not None and sys.stdin.isatty():
            # Somebody closed the window; a hall without one would stay open unseen.
            loop.add_signal_handler(signal.SIGHUP, stop.set)
        else:
            loop.add_signal_handler(signal.SIGHUP, self._reload, host, journal)
        await stop.wait()

    def _reload(self, host: Any, journal: Any) -> None:
        try:
            fresh = self._read_again()
        except Mistake as mistake:
            journal.note("not-reloaded", why=str(mistake))
            return
        host.settings = replace(fresh, address=host.settings.address, port=host.settings.port)
        journal.note("reloaded")

    def _greet(self, port: int) -> None:
        from odin_server.ssh.visitor import reach

        name = self._settings.name or self._settings.address or _own_address()
        sys.stdout.write(
            f"The hall is open. Friends type:\n    ssh {reach(name, port)}\n"
            f"Host key: {self._key.get_fingerprint()}\n"
            f"Data: {self._data}\n"
        )
        sys.stdout.flush()


async def _open_and_close(open_log: Callable[[], Any]) -> None:
    await open_log().close()


def _own_address() -> str:
    """Find the address this machine has on its network; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()
