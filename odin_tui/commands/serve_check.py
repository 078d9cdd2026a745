"""`odin serve --check`: look everything over by reading, and change nothing."""

import sys
from pathlib import Path

from odin_engine.game import Refusal
from odin_server import accounts
from odin_server.log import file as log_file
from odin_server.private_files import check_private_folder, readable_by_others
from odin_server.ssh.host_key import read_host_key
from odin_tui.languages import ENGLISH
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text


def check(data: Path, settings: Path) -> int:
    """Say that everything is as it should be; raises `Mistake` with the first thing that is not."""
    key, notice = "none yet; it is made at the first start", ""
    try:
        if data.exists():
            check_private_folder(data)
            if readable_by_others(data):
                notice = "Other users can read the data; odin serve will close it to them.\n"
        if (data / "host_key").exists():
            key = read_host_key(data / "host_key").get_fingerprint()
        if (data / "accounts.db").exists():
            accounts.check_file(data / "accounts.db")
        if (data / "hall.db").exists():
            log_file.check_file(data / "hall.db")
    except OSError as trouble:
        raise Mistake(
            f"{trouble.filename or data} cannot be read: {trouble.strerror}."
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, ENGLISH)) from refusal
    sys.stdout.write(
        f"Settings: {settings if settings.exists() else 'the usual ones'}\n"
        f"Data: {data}\n"
        f"Host key: {key}\n"
        f"{notice}All is well.\n"
    )
    return 0
