"""`odin admin`: look after the data of a host without logging in."""

import asyncio
import json
import sys
import time
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from odin_engine.game import Refusal
from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake, Parser
from odin_tui.messages import refusal_text

if TYPE_CHECKING:
    from odin_server.accounts import AccountListing, Accounts
    from odin_server.hall import TableStatus
    from odin_server.log import Log

# ruff: noqa: PLC0415 - `odin admin --help` must answer without waiting for the server's modules

DESCRIPTION = N_("""\
Look after a host's data from the machine it is on: accounts, keys, bans and tables. Bans and keys
can be changed while the server runs; for tables it must be stopped.""")
EXAMPLE = "odin admin unban 10.0.0.0/8 --data /var/lib/odin"

Given = TypeVar("Given")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin admin`."""
    _add_options(parser, None)
    tasks = parser.add_subparsers(
        metavar="TASK", title=command_line().gettext("tasks"), dest="task", parser_class=Parser
    )
    for name, (words, summary, _) in TASKS.items():
        text = command_line().gettext(summary)
        task = tasks.add_parser(name, help=text, description=text)
        for word, how_many, meaning in words:
            task.add_argument(word.lower(), metavar=word, nargs=how_many, help=meaning)
        # The options may come before the task or after it.
        _add_options(task, SUPPRESS)


def _add_options(parser: ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=default, help=N_("the folder of `odin serve`")
    )
    parser.add_argument("--json", action="store_true", default=default, help=N_("print JSON only"))


def run(words: Namespace) -> int:
    """Do one task; raises `Mistake` if it cannot be done."""
    if words.task is None:
        raise Mistake(N_("say what to do; there are {tasks}."), tasks=", ".join(TASKS))
    data = words.data or _usual_folder()
    _, _, task = TASKS[words.task]
    try:
        if not any((data / name).exists() for name in ("accounts.db", "hall.db")):
            raise Mistake(N_("there is no hall in {folder}."), folder=data)
        text, facts = task(data, words)
    except OSError as trouble:
        raise Mistake(
            N_("{folder} cannot be read: {reason}."), folder=data, reason=trouble.strerror
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    sys.stdout.write((json.dumps(facts, ensure_ascii=False) if words.json else text) + "\n")
    return 0


def _usual_folder() -> Path:
    from platformdirs import PlatformDirs

    return PlatformDirs("odin", appauthor=False).user_data_path / "hall"


# -- accounts ---------------------------------------------------------------------------------

Answer = tuple[str, Any]
"""What to print, as lines and as JSON."""


def _list_accounts(data: Path, _words: Namespace) -> Answer:
    with _accounts(data) as accounts:
        listed = accounts.list_accounts()
    lines = [line for one in listed for line in _account_lines(one)]
    return "\n".join(lines) or command_line().gettext("There are no accounts."), [
        _account_facts(one) for one in listed
    ]


def _account_lines(one: "AccountListing") -> Iterator[str]:
    tr = command_line()
    seen = tr.gettext("{name}  last here {day}")
    yield seen.format(name=one.account.name, day=_day(one.seen))
    for key in one.keys:
        added = tr.gettext("{key}  added {day}").format(key=key.fingerprint, day=_day(key.added))
        yield f"    {added}"
    if not one.keys:
        text = tr.gettext("no key opens it: its key was linked to another account")
        yield f"    {text}"


def _account_facts(one: "AccountListing") -> dict[str, Any]:
    return {
        "id": one.account.id,
        "name": one.account.name,
        "made": one.made,
        "seen": one.seen,
        "keys": [key._asdict() for key in one.keys],
    }


def _list_bans(data: Path, _words: Namespace) -> Answer:
    from odin_tui.messages.accounts import ban_line

    with _accounts(data) as accounts:
        bans = accounts.bans()
    now = time.time()
    lines = [ban_line(ban, now, command_line()) for ban in bans]
    return "\n".join(lines) or command_line().gettext("There are no bans."), [
        {
            "kind": ban.target.kind,
            "what": ban.target.what,
            "name": ban.target.name,
            "until": ban.until,
            "why": ban.why,
            "by": ban.by,
        }
        for ban in bans
    ]


def _unban(data: Path, words: Namespace) -> Answer:
    with _accounts(data) as accounts:
        target = accounts.target(words.who)
        if not accounts.unban(target, "odin admin"):
            wider = accounts.ban_around(target)
            if wider is None:
                raise Mistake(N_("there is no ban on {target}."), target=target)
            raise Mistake(
                N_("there is no ban on {target}. It is in {wider}, which is banned."),
                target=target,
                wider=wider.target.what,
            )
    text = command_line().gettext("{target} may come in again.").format(target=target)
    return text, {"kind": target.kind, "unbanned": target.what}


def _unlink(data: Path, words: Namespace) -> Answer:
    from odin_server.accounts import KEY_MARK

    start = KEY_MARK + words.key.removeprefix(KEY_MARK)
    with _accounts(data) as accounts:
        owners = [
            one.account
            for one in accounts.list_accounts()
            if any(key.fingerprint.startswith(start) for key in one.keys)
        ]
        if len(owners) != 1:
            if owners:
                raise Mistake(N_("more than one account has a key {key!r}."), key=words.key[:60])
            raise Mistake(N_("no account has a key {key!r}."), key=words.key[:60])
        gone = accounts.unlink(owners[0], words.key)
    text = command_line().gettext("{key} does not open the account of {name} any more.")
    return text.format(key=gone.fingerprint, name=owners[0].name), {
        "unlinked": gone.fingerprint,
        "account": owners[0].id,
    }


@contextmanager
def _accounts(data: Path) -> "Iterator[Accounts]":
    from odin_server.accounts import Accounts, is_older
    from odin_server.log.file import is_in_use

    path = data / "accounts.db"
    if not path.exists():
        raise Mistake(N_("there are no accounts in {folder}."), folder=data)
    if is_older(path) and is_in_use(data / "hall.db"):
        raise Mistake(
            N_("the accounts in {folder} are of an older odin, which is running: stop it first."),
            folder=data,
        )
    accounts = Accounts(path, time.time)
    try:
        yield accounts
    finally:
        accounts.close()


# -- tables -----------------------------------------------------------------------------------


def _list_tables(data: Path, _words: Namespace) -> Answer:
    from odin_server.hall.offline import open_tables
    from odin_tui.table_list import table_lines

    if not (data / "hall.db").exists():
        return command_line().gettext("There are no tables."), {"tables": [], "unreadable": {}}
    tables, unreadable = asyncio.run(_with_log(data, open_tables))
    lines = [table_lines(tables, time.time(), command_line())] if tables or not unreadable else []
    reasons = {one: refusal_text(why, command_line()) for one, why in unreadable.items()}
    text = command_line().gettext("{table}  cannot be read: {reason}")
    lines += [text.format(table=one, reason=why) for one, why in reasons.items()]
    facts = {"tables": [_table_facts(table) for table in tables], "unreadable": reasons}
    return "\n".join(lines), facts


def _table_facts(table: "TableStatus") -> dict[str, Any]:
    return {
        "id": table.id,
        "code": table.code,
        "game": table.game,
        "phase": table.phase.value,
        "public": table.public,
        "host": table.host,
        "people": table.people,
        "bots": table.bots,
        "opened_at": table.opened_at,
        "last_at": table.last_at,
    }


def _close(data: Path, words: Namespace) -> Answer:
    from odin_server.chat import clean
    from odin_server.hall.offline import close_table
    from odin_server.hall.refusals import NoSuchTable

    if not (data / "hall.db").exists():
        raise NoSuchTable(code=words.code[:20])
    text = clean(" ".join(words.why), 120)
    asyncio.run(_with_log(data, lambda log: close_table(log, words.code, text, time.time())))
    return command_line().gettext("{code} is closed.").format(code=words.code), {
        "closed": words.code
    }


async def _with_log(data: Path, do: "Callable[[Log], Awaitable[Given]]") -> Given:
    from odin_server.log import LogInUse
    from odin_server.log.sqlite import SqliteLog

    try:
        log = SqliteLog(data / "hall.db")
    except LogInUse as trouble:
        raise Mistake(
            N_(
                "a server is running over {folder}. Stop it first, or say ssh HOST mod tables or "
                "mod close CODE."
            ),
            folder=data,
        ) from trouble
    try:
        return await do(log)
    finally:
        await log.close()


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


Words = tuple[tuple[str, str | None, str], ...]
_WHO = ("WHO", None, N_("a name, a key SHA256:…, an address or a range"))
_KEY = ("KEY", None, N_("its fingerprint, or the start of it"))
_CODE = ("CODE", None, N_("the table's code; its id if it cannot be read"))
_WHY = ("WHY", "*", N_("told to the players"))
TASKS: dict[str, tuple[Words, str, Callable[[Path, Namespace], Answer]]] = {
    "accounts": ((), N_("list all accounts with their keys"), _list_accounts),
    "bans": ((), N_("list all bans"), _list_bans),
    "unban": ((_WHO,), N_("lift a ban"), _unban),
    "unlink": ((_KEY,), N_("let a key open its account no more"), _unlink),
    "tables": ((), N_("list all open tables"), _list_tables),
    "close": ((_CODE, _WHY), N_("close a table"), _close),
}
