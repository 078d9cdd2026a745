"""`odin serve`: a hall over SSH."""

import asyncio
import os
import signal
from argparse import SUPPRESS, ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text

if TYPE_CHECKING:
    from odin_server.sessions.listening import ListeningSockets
    from odin_server.sessions.log_writer import LogWriter
    from odin_server.sessions.settings import HostSettings

# ruff: noqa: PLC0415 - `odin serve --help` must answer without waiting for SSH and Textual

DESCRIPTION = N_("""\
Host a hall over SSH: friends type the line it prints, and need nothing but ssh.
With --web they may come in a browser too.
Everything is kept in the data folder. SIGTERM stops it kindly, SIGHUP reads the settings again,
SIGUSR2 starts it anew.""")
EXAMPLE = "odin serve --port 2222 --name play.example.org --metrics 9100"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin serve`."""
    parser.add_argument(
        "--host",
        "--address",
        dest="address",
        action="append",
        metavar="H",
        help=N_("address to listen on (all); may be repeated"),
    )
    parser.add_argument("--port", type=int, metavar="N", help=N_("port to listen on (2222)"))
    parser.add_argument(
        "--web", action="store_true", help=N_("serve browsers too, on loopback, port 8080")
    )
    parser.add_argument(
        "--web-url", metavar="URL", help=N_("where browsers find it: https://play.example.org")
    )
    parser.add_argument("--name", metavar="NAME", help=N_("what friends type to reach this host"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=N_("where everything is kept"))
    parser.add_argument(
        "--database", metavar="URL", help=N_("a hall of several hosts: postgresql://…")
    )
    parser.add_argument("--processes", type=int, metavar="N", help=N_("serve in so many processes"))
    parser.add_argument("--process", type=int, default=None, help=SUPPRESS)
    parser.add_argument("--settings", type=Path, metavar="FILE", help=N_("settings, in TOML"))
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=WORD",
        help=N_("any setting, such as connections=200; may be repeated"),
    )
    parser.add_argument("--no-guests", action="store_true", help=N_("let in nobody without a key"))
    parser.add_argument(
        "--allow", action="append", metavar="KEY", help=N_("let in only such keys; may be repeated")
    )
    parser.add_argument(
        "--moderator", action="append", metavar="KEY", help=N_("a moderator's key; may be repeated")
    )
    parser.add_argument(
        "--language", metavar="CODE", help=N_("for people whose language is not known (en)")
    )
    parser.add_argument("--message", metavar="TEXT", help=N_("said to everyone who comes in"))
    parser.add_argument("--metrics", type=int, metavar="PORT", help=N_("Prometheus, on loopback"))
    parser.add_argument(
        "--log", metavar="FILE", help=N_("log there, not to standard error; `journal` is systemd's")
    )
    parser.add_argument("--check", action="store_true", help=N_("check everything and stop"))
    parser.add_argument(
        "--backup", type=Path, metavar="FILE", help=N_("pack all data into one file")
    )


def run(words: Namespace) -> int:
    """Serve until told to stop, or check or pack what is kept."""
    if not hasattr(signal, "SIGHUP"):
        raise Mistake(N_("it needs Linux, macOS or another Unix; on Windows, run it in WSL."))
    from platformdirs import PlatformDirs

    from odin_tui.commands.serve_settings import settings_from

    folders = PlatformDirs("odin", appauthor=False)
    data: Path = words.data or folders.user_data_path / "hall"
    file: Path = words.settings or folders.user_config_path / "serve.toml"
    read_again = partial(settings_from, words, file)
    settings = read_again()
    _check_numbers(words, settings)
    if words.backup is not None:
        from odin_tui.commands.backup import pack

        return pack(data, words.backup, in_database=bool(settings.database))
    if words.check:
        from odin_tui.commands.serve_check import check

        return check(data, file, settings, with_web=words.web, log=words.log)
    from odin_server.private_files import make_private_folder
    from odin_server.sessions.listening import ListeningSockets, inherited_sockets
    from odin_server.ssh.host_key import host_key
    from odin_tui.commands.restart import start_again
    from odin_tui.commands.serve_log import open_writer
    from odin_tui.commands.serving import Asked, Serving

    _open_standard_streams()
    try:
        make_private_folder(data)
        key = host_key(data / "host_key")
        sockets = ListeningSockets(inherited_sockets(os.environ))
    except OSError as trouble:
        raise Mistake(
            N_("the data cannot be kept in {folder}: {reason}."),
            folder=data,
            reason=trouble.strerror,
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    writer = open_writer(words.log)
    try:
        if words.processes is not None and settings.database and words.process is None:
            return _supervise(words, settings, writer, sockets)
        asked = Asked(words.metrics, words.web, words.process, sockets)
        serving = Serving(settings, data, key, asked, read_again, writer)
        status = asyncio.run(serving.until_stopped())
    finally:
        writer.close()
    if serving.restart.is_due:
        start_again(sockets)
    return status


def _check_numbers(words: Namespace, settings: "HostSettings") -> None:
    """Raise `Mistake` for numbers that cannot be used."""
    if words.metrics is not None and not 0 < words.metrics < 65_536:
        raise Mistake(
            N_("--metrics needs a port from 1 to 65535, not {metrics}."), metrics=words.metrics
        )
    processes: int | None = words.processes
    if processes is not None and processes < 1:
        raise Mistake(N_("--processes needs a number from 1 on, not {n}."), n=processes)
    if processes is not None and processes > 1 and not settings.database:
        raise Mistake(
            N_("--processes needs --database: a hall in a file can be open in one process only.")
        )


def _supervise(
    words: Namespace, settings: "HostSettings", writer: "LogWriter", given: "ListeningSockets"
) -> int:
    """Serve in several processes until told to stop."""
    from odin_server.sessions.audit_log import AuditLog
    from odin_tui.commands.processes import SharedPorts, Supervisor

    ports = SharedPorts(settings, given, with_web=words.web, metrics_port=words.metrics)
    supervisor = Supervisor(words.command_line, words.processes, AuditLog(writer.write), ports.open)
    try:
        return asyncio.run(supervisor.until_stopped())
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal


def _open_standard_streams() -> None:
    """Let no file or socket get the number of a closed standard stream, where others write."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
