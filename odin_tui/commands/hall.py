"""`odin hall`: move a whole hall from one place to another."""

import asyncio
import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from odin_engine.game import Refusal
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake, Parser
from odin_tui.messages import refusal_text

if TYPE_CHECKING:
    from odin_server.transfer import Counts, StreamRecord

# ruff: noqa: PLC0415 - `odin hall --help` must answer without waiting for the server's modules

DESCRIPTION = N_("""\
Write a whole hall to one file, or read it from there: every table, match and account. That moves a
hall from a host's own files into a PostgreSQL database, and back.""")
EXAMPLE = "odin hall export hall.jsonl --data /var/lib/odin"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin hall`."""
    _add_options(parser, None)
    tasks = parser.add_subparsers(
        metavar="TASK", title=command_line().gettext("tasks"), dest="task", parser_class=Parser
    )
    for name, (summary, _) in TASKS.items():
        text = command_line().gettext(summary)
        task = tasks.add_parser(name, help=text, description=text)
        task.add_argument("file", type=Path, metavar="FILE", help=N_("lines of JSON"))
        # The options may come before the task or after it.
        _add_options(task, SUPPRESS)


def _add_options(parser: ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=default, help=N_("the folder of `odin serve`")
    )
    parser.add_argument(
        "--database", metavar="URL", default=default, help=N_("or its database: postgresql://…")
    )


def run(words: Namespace) -> int:
    """Do one task; raises `Mistake` if it cannot be done."""
    if words.task is None:
        raise Mistake(
            N_("say what to do; there are {tasks}."), tasks=comma_list(TASKS, command_line())
        )
    if words.data is not None and words.database is not None:
        raise Mistake(N_("give either --data or --database."))
    try:
        counts = TASKS[words.task][1](words)
    except OSError as trouble:
        raise Mistake(
            N_("{file}: {reason}."), file=words.file, reason=trouble.strerror or trouble
        ) from trouble
    except UnicodeDecodeError as trouble:
        raise Mistake(N_("{file} is not text."), file=words.file) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    sys.stdout.write(f"{_told(counts)}\n")
    return 0


def _told(counts: "Counts") -> str:
    tr = command_line()
    parts = [
        tr.ngettext("{count} record", "{count} records", counts.records),
        tr.ngettext("{count} table", "{count} tables", counts.tables),
        tr.ngettext("{count} finished match", "{count} finished matches", counts.matches),
        tr.ngettext("{count} account", "{count} accounts", counts.accounts),
    ]
    numbers = [part.format(count=count) for part, count in zip(parts, counts, strict=True)]
    text = tr.gettext("Written and counted: {records}, {tables}, {matches}, {accounts}.")
    return text.format(
        records=numbers[0], tables=numbers[1], matches=numbers[2], accounts=numbers[3]
    )


class _Place(Protocol):
    """Where a hall is kept."""

    async def size(self) -> int: ...
    def records(self) -> "AsyncIterator[StreamRecord]": ...
    async def fill(self, records: "AsyncIterable[StreamRecord]") -> None: ...


def _place(words: Namespace, *, is_there: bool) -> _Place:
    if words.database is not None:
        from odin_tui.commands.hall_data import need_postgres

        need_postgres()
        from odin_server.transfer.database_hall import DatabaseHall

        return DatabaseHall(words.database)
    from odin_server.private_files import make_private_folder
    from odin_server.transfer.file_hall import FileHall
    from odin_tui.commands.hall_data import usual_folder

    folder: Path = words.data or usual_folder()
    if not is_there:
        make_private_folder(folder)
    elif not any((folder / name).exists() for name in ("accounts.db", "hall.db")):
        raise Mistake(N_("there is no hall in {folder}."), folder=folder)
    return FileHall(folder)


def _export(words: Namespace) -> "Counts":
    from odin_server.transfer import write_lines
    from odin_tui.commands.new_file import new_file, open_private

    place = _place(words, is_there=True)

    async def write(file: Any) -> "Counts":
        with _progress(await place.size()) as advance:
            return await write_lines(_counted(place.records(), advance), file.write)

    with (
        new_file(words.file) as folder,
        os.fdopen(open_private(folder / "new"), "w", encoding="utf-8", newline="\n") as file,
    ):
        counts = asyncio.run(write(file))
        file.flush()
        os.fsync(file.fileno())
    return counts


def _import(words: Namespace) -> "Counts":
    from odin_server.transfer import BadExport, ExportReader, write_lines

    with words.file.open(encoding="utf-8", newline="\n") as file:
        lines = sum(1 for _ in file)
        file.seek(0)
        place = _place(words, is_there=False)

        async def read() -> "Counts":
            reader = ExportReader(file)
            with _progress(lines - 2) as advance:
                await place.fill(_counted(reader.records(), advance))
            # What has been written is read again: what is there counts, not what was meant.
            found = await write_lines(place.records(), lambda _line: None)
            # Accounts may be told in fewer facts than before.
            if found[1:] != reader.counts[1:]:
                raise BadExport("import-miscounted")
            return found

        return asyncio.run(read())


async def _counted(
    records: "AsyncIterable[StreamRecord]", advance: Callable[[], object]
) -> "AsyncIterator[StreamRecord]":
    async for record in records:
        advance()
        yield record


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], object]]:
    """Show a bar on a terminal, and nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(command_line().gettext("records"), total=total)
        yield lambda: progress.advance(task)


TASKS: dict[str, tuple[str, Callable[[Namespace], "Counts"]]] = {
    "export": (N_("write a hall to a file"), _export),
    "import": (N_("read a hall from a file, into one that is empty"), _import),
}
