"""`odin serve --check`: check settings, key and data without changing anything."""

import asyncio
import stat
import sys
from itertools import permutations
from pathlib import Path
from urllib.parse import urlsplit

from odin_engine.game import Refusal
from odin_server import accounts
from odin_server.health import LEAST_FREE, free_space
from odin_server.log import file as log_file
from odin_server.private_files import check_private_folder, readable_by_others
from odin_server.sessions.listening import check_addresses
from odin_server.sessions.proxies import networks
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.host_key import read_host_key
from odin_server.web.addresses import web_address
from odin_tui.commands.hall_data import need_postgres
from odin_tui.commands.serve_log import check_writer
from odin_tui.languages import LANGUAGES, N_, command_line
from odin_tui.languages.choice import unreadable_text
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text


def check(
    data: Path, file: Path, settings: HostSettings, *, with_web: bool, log: str | None
) -> int:
    """Print that everything is well, or a warning; raise `Mistake` for the first thing wrong."""
    tr, database = command_line(), settings.database
    key, notice = tr.gettext("none yet; it is made at the first start"), ""
    hall = ""
    try:
        _check_addresses(settings, with_web=with_web)
        check_writer(log)
        if database:
            hall = _check_database(database)
        if data.exists():
            check_private_folder(data)
            if readable_by_others(data):
                notice = tr.gettext(
                    "Other users can read the data; odin serve will close it to them."
                )
        if (data / "host_key").exists():
            key = read_host_key(data / "host_key").get_fingerprint()
        _check_files(data, with_hall=not database)
    except OSError as trouble:
        raise Mistake(
            N_("{path} cannot be read: {reason}."),
            path=trouble.filename or data,
            reason=trouble.strerror,
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    verdict = tr.gettext("All is well.")
    if not database and _is_almost_full(data):
        verdict = tr.gettext("The disk of the data is almost full: soon no move can be saved.")
    used = str(file) if file.exists() else tr.gettext("the usual ones")
    lines = [
        tr.gettext("Settings: {settings}").format(settings=used),
        tr.gettext("Data: {folder}").format(folder=data),
        hall,
        tr.gettext("Host key: {key}").format(key=key),
        *(unreadable_text(language, tr) for language in LANGUAGES),
        notice,
        password_notice(file, settings),
        verdict,
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines if line))
    return 0


def _check_files(data: Path, *, with_hall: bool) -> None:
    """Check what is kept in files; the hall may be in a database instead."""
    if (data / "accounts.db").exists():
        accounts.check_file(data / "accounts.db")
    if with_hall:
        if (data / "hall.db").exists():
            log_file.check_file(data / "hall.db")
        check_both(data)


def check_both(data: Path) -> None:
    """Check that of a hall's two databases, neither is missing or empty beside the other.

    A start would make an empty one without a word. Raises `Refusal` or `OSError`.
    """
    for database, other in permutations((data / "hall.db", data / "accounts.db")):
        if other.exists() and other.stat().st_size and not database.stat().st_size:
            raise Refusal("file-damaged", path=str(database), damage="0 bytes")


def _is_almost_full(data: Path) -> bool:
    folder = next(one for one in (data, *data.absolute().parents) if one.exists())
    return free_space(folder) < LEAST_FREE


def password_notice(file: Path, settings: HostSettings) -> str:
    """Return a warning if other users can read the database's password in the settings."""
    # The group may read it: a package keeps settings as root's, with the group of the server.
    if not (file.exists() and file.stat().st_mode & stat.S_IROTH):
        return ""
    if not urlsplit(settings.database).password:
        return ""
    text = command_line().gettext(
        "Other users can read the password of the database: chmod o-r {file}"
    )
    return text.format(file=file)


def _check_addresses(settings: HostSettings, *, with_web: bool) -> None:
    """Raise `Refusal` for addresses in the settings with which no server could be opened."""
    networks("proxies", settings.proxies)
    networks("web-proxies", settings.web_proxies)
    check_addresses(settings.address, settings.port)
    if with_web:
        check_addresses(settings.web_address, settings.web_port)
        web_address(settings.web_url, settings.web_address, settings.web_port)


def _check_database(address: str) -> str:
    """Return what is in the database; raises `Refusal`, and `Mistake` if none can be used here."""
    need_postgres()
    from odin_server.postgres.database import Database  # noqa: PLC0415 - not everybody has it

    tr = command_line()
    if asyncio.run(Database.check(address)):
        return tr.gettext("Database: it answers, and there is a hall in it")
    return tr.gettext("Database: it answers; its tables are made at the first start")
