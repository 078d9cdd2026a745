"""Records as files: what `odin replay` and `odin verify` read."""

from pathlib import Path

from odin_engine.games import GAMES
from odin_engine.record import BadRecord, Record, read_record
from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text

LARGEST = 4_000_000


def load(path: Path) -> Record:
    """Read a record from a file, or raise a `Mistake` that says why that cannot be done."""
    try:
        return read_record(text_of(path), GAMES)
    except BadRecord as refusal:
        raise Mistake(
            N_("{path}, {reason}"), path=path, reason=refusal_text(refusal, command_line())
        ) from refusal


def text_of(path: Path) -> str:
    """Return the text of a file as it is, or raise a `Mistake` if it has none or far too much."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as trouble:
        raise Mistake(
            N_("cannot read {path}: {reason}."), path=path, reason=trouble.strerror
        ) from trouble
    if len(content) > LARGEST:
        raise Mistake(N_("{path} is not an odin record: it is too large."), path=path)
    try:
        # Not as a text file: Python would turn the line ends of other systems into newlines.
        return content.decode()
    except UnicodeDecodeError as trouble:
        raise Mistake(N_("{path} is not an odin record: it is not text."), path=path) from trouble
