"""`odin serve --check`: check settings, key and data without changing anything."""

import asyncio
import stat
import sys
from pathlib import Path
from urllib.parse import urlsplit

from odin_engine.game import Refusal
from odin_server import accounts
from odin_server.log import file as log_file
from odin_server.private_files import check_private_folder, readable_by_others
from odin_server.sessions.proxies import networks
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.host_key import read_host_key
from odin_server.web.addresses import web_address
from odin_tui.commands.hall_data import need_postgres
from odin_tui.languages import LANGUAGES, N_, command_line
from odin_tui.languages.choice import unreadable_text
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text


def check(data: Path, file: Path, settings: HostSettings, *, with_web: bool) -> int:
    """Print that everything is well; raise `Mistake` for the first thing that is not."""
    tr, database = command_line(), settings.database
    key, notice = tr.gettext("none yet; it is made at the first start"), ""
    hall = ""
    try:
        _check_addresses(settings, with_web=with_web)
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
        if (data / "accounts.db").exists():
            accounts.check_file(data / "accounts.db")
        if not database and (data / "hall.db").exists():
            log_file.check_file(data / "hall.db")
    except OSError as trouble:
        raise Mistake(
            N_("{path} cannot be read: {reason}."),
            path=trouble.filename or data,
            reason=trouble.strerror,
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    used = str(file) if file.exists() else tr.gettext("the usual ones")
    lines = [
        tr.gettext("Settings: {settings}").format(settings=used),
        tr.gettext("Data: {folder}").format(folder=data),
        hall,
        tr.gettext("Host key: {key}").format(key=key),
        *(unreadable_text(language, tr) for language in LANGUAGES),
        notice,
        password_notice(file, settings),
        tr.gettext("All is well."),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines if line))
    return 0


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
    if with_web:
        web_address(settings.web_url, settings.web_address, settings.web_port)


def _check_database(address: str) -> str:
    """Return what is in the database; raises `Refusal`, and `Mistake` if none can be used here."""
    need_postgres()
    from odin_server.postgres.database import Database  # noqa: PLC0415 - not everybody has it

    tr = command_line()
    if asyncio.run(Database.check(address)):
        return tr.gettext("Database: it answers, and there is a hall in it")
    return tr.gettext("Database: it answers; its tables are made at the first start")
