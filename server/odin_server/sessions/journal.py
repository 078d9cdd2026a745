"""Lines of the audit log as entries of systemd's journal, in its native protocol.

Each entry is one datagram: https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
"""

import json
import socket
from pathlib import Path

SOCKET = Path("/run/systemd/journal/socket")
IDENTIFIER = "odin"
ERROR, WARNING, NOTICE, INFO = 3, 4, 5, 6
PRIORITIES = {
    "accounts-failed": ERROR,
    "crash": ERROR,
    "hall-log-failed": ERROR,
    "not-restarted": ERROR,
    "process-ended": ERROR,
    "process-not-started": ERROR,
    "table-unreadable": ERROR,
    "bot-fallback": WARNING,
    "log-not-reopened": WARNING,
    "lost": WARNING,
    "not-reloaded": WARNING,
    "slow": WARNING,
    "warning": WARNING,
    "moderated": NOTICE,
    "refused": NOTICE,
    "suppressed": NOTICE,
}
"""How important an event is, as syslog counts; all others are information."""


def open_journal(path: Path = SOCKET) -> int:
    """Return the descriptor of a socket to the journal; raises `OSError` if there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.connect(str(path))
        return made.detach()


def as_entry(line: str) -> bytes:
    """Return an entry: the line as its message, and every fact of it as a field to look for."""
    facts = json.loads(line)
    event = facts.pop("event", "")
    fields = {
        "MESSAGE": line.rstrip("\n"),
        "PRIORITY": str(PRIORITIES.get(event, INFO)),
        "SYSLOG_IDENTIFIER": IDENTIFIER,
        "ODIN_EVENT": event,
        **{f"ODIN_{name.upper()}": str(fact) for name, fact in facts.items() if fact is not None},
    }
    return b"".join(_field(name, text.encode("utf-8", "replace")) for name, text in fields.items())


def _field(name: str, value: bytes) -> bytes:
    """Return a field with its length before it, as a value may contain the end of a line."""
    return name.encode() + b"\n" + len(value).to_bytes(8, "little") + value + b"\n"
