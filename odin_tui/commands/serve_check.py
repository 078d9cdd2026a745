"""`odin serve --check`: check settings, key and data without changing anything."""

import sys
from pathlib import Path

from odin_engine.game import Refusal
from odin_server import accounts
from odin_server.log import file as log_file
from odin_server.private_files import check_private_folder, readable_by_others
from odin_server.ssh.host_key import read_host_key
from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text


def check(data: Path, settings: Path) -> int:
    """Print that everything is well; raise `Mistake` for the first thing that is not."""
    tr = command_line()
    key, notice = tr.gettext("none yet; it is made at the first start"), ""
    try:
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
        if (data / "hall.db").exists():
            log_file.check_file(data / "hall.db")
    except OSError as trouble:
        raise Mistake(
            N_("{path} cannot be read: {reason}."),
            path=trouble.filename or data,
            reason=trouble.strerror,
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    used = str(settings) if settings.exists() else tr.gettext("the usual ones")
    lines = [
        tr.gettext("Settings: {settings}").format(settings=used),
        tr.gettext("Data: {folder}").format(folder=data),
        tr.gettext("Host key: {key}").format(key=key),
        notice,
        tr.gettext("All is well."),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines if line))
    return 0
