"""`odin admin`: look after the data of a host without logging in."""

import asyncio
import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odin_engine.game import Refusal
from odin_tui.commands.admin_moderation import LIVE, Answer, Task, Words, ask_server
from odin_tui.commands.admin_moderation import TASKS as MODERATION
from odin_tui.commands.hall_data import HallData, HallDatabase, HallFolder, usual_folder
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake, Parser
from odin_tui.messages import refusal_text

if TYPE_CHECKING:
    from odin_server.accounts import AccountListing

ADMIN, TOP = "odin admin", "top"

# ruff: noqa: PLC0415 - `odin admin --help` must answer without waiting for the server's modules

DESCRIPTION = N_("""\
Look after a host's data from the machine it is on: accounts, keys, bans, reports and tables, while
the server runs or not. Everything that is done is kept in a log: odin admin log.""")
EXAMPLE = "odin admin unban 10.0.0.0/8 --data /var/lib/odin"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin admin`."""
    _add_options(parser, None)
    tasks = parser.add_subparsers(
        metavar="TASK", title=N_("tasks"), dest="task", parser_class=Parser
    )
    for name, (words, summary, _) in TASKS.items():
        text = command_line().gettext(summary)
        task = tasks.add_parser(name, help=text, description=text)
        if name == TOP:
            task.add_argument("--once", action="store_true", help=N_("print it once and stop"))
        for word, how_many, meaning in words:
            task.add_argument(word.lower(), metavar=word, nargs=how_many, help=meaning)
        # The options may come before the task or after it.
        _add_options(task, SUPPRESS)


def _add_options(parser: ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=default, help=N_("the folder of `odin serve`")
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        default=default,
        help=N_("the database of `odin serve`, instead of a folder"),
    )
    parser.add_argument("--json", action="store_true", default=default, help=N_("print JSON only"))


def run(words: Namespace) -> int:
    """Do one task; raises `Mistake` if it cannot be done."""
    if words.task is None:
        raise Mistake(
            N_("say what to do; there are {tasks}."), tasks=comma_list(TASKS, command_line())
        )
    if words.data is not None and words.database is not None:
        raise Mistake(N_("give a folder or a database, not both."))
    folder = words.data or usual_folder()
    try:
        if words.task == TOP:
            return _top(folder, words)
        done = ask_server(folder, words) if _is_for_server(words) else None
        text, facts = done or _do_without_server(folder, words)
    except OSError as trouble:
        raise Mistake(
            N_("{folder} cannot be read: {reason}."),
            folder=folder,
            reason=trouble.strerror or trouble,
        ) from trouble
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    return _print(text, facts, words)


def _print(text: str, facts: Any, words: Namespace) -> int:
    sys.stdout.write((json.dumps(facts, ensure_ascii=False) if words.json else text) + "\n")
    return 0


def _top(folder: Path, words: Namespace) -> int:
    from odin_tui.commands.admin_top import run_top

    if words.database is not None:
        raise Mistake(
            N_("{task} needs a server that runs on this machine: say --data DIR."), task=TOP
        )
    shown = run_top(folder, words)
    return 0 if shown is None else _print(*shown, words)


def _is_for_server(words: Namespace) -> bool:
    return words.task in LIVE and words.database is None


def _do_without_server(folder: Path, words: Namespace) -> Answer:
    data = HallFolder(folder) if words.database is None else HallDatabase(words.database)
    _, _, task = TASKS[words.task]
    return asyncio.run(task(data, words))


# -- accounts ---------------------------------------------------------------------------------


async def _list_accounts(data: HallData, _words: Namespace) -> Answer:
    async with data.accounts() as accounts:
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


async def _list_bans(data: HallData, _words: Namespace) -> Answer:
    from odin_tui.messages.accounts import ban_line

    async with data.accounts() as accounts:
        bans = accounts.bans()
    now = data.now()
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


async def _unban(data: HallData, words: Namespace) -> Answer:
    async with data.accounts() as accounts:
        target = accounts.target(words.who)
        if not await accounts.unban(target, ADMIN):
            wider = accounts.ban_around(target)
            if wider is None:
                raise Mistake(N_("there is no ban on {target}."), target=target)
            raise Mistake(
                N_("there is no ban on {target}. It is in {wider}, which is banned."),
                target=target,
                wider=wider.target.what,
            )
        await accounts.history.act(ADMIN, "", "unban", str(target))
    text = command_line().gettext("{target} may come in again.").format(target=target)
    return text, {"kind": target.kind, "unbanned": target.what}


async def _unlink(data: HallData, words: Namespace) -> Answer:
    from odin_server.accounts import KEY_MARK

    start = KEY_MARK + words.key.removeprefix(KEY_MARK)
    async with data.accounts() as accounts:
        owners = [
            one.account
            for one in accounts.list_accounts()
            if any(key.fingerprint.startswith(start) for key in one.keys)
        ]
        if len(owners) != 1:
            if owners:
                raise Mistake(N_("more than one account has a key {key!r}."), key=words.key[:60])
            raise Mistake(N_("no account has a key {key!r}."), key=words.key[:60])
        gone = await accounts.unlink(owners[0], words.key)
        await accounts.history.act(ADMIN, "", "unlink", owners[0].name, gone.fingerprint)
    text = command_line().gettext("{key} does not open the account of {name} any more.")
    return text.format(key=gone.fingerprint, name=owners[0].name), {
        "unlinked": gone.fingerprint,
        "account": owners[0].id,
    }


# -- tables -----------------------------------------------------------------------------------


async def _list_tables(data: HallData, _words: Namespace) -> Answer:
    from odin_server.hall.offline import open_tables
    from odin_tui.table_list import table_facts, table_lines

    if not data.has_tables:
        return command_line().gettext("There are no tables."), {"tables": [], "unreadable": {}}
    async with data.log() as log:
        tables, unreadable = await open_tables(log, connected=data.connected)
    lines = [table_lines(tables, data.now(), command_line())] if tables or not unreadable else []
    reasons = {one: refusal_text(why, command_line()) for one, why in unreadable.items()}
    text = command_line().gettext("{table}  cannot be read: {reason}")
    lines += [text.format(table=one, reason=why) for one, why in reasons.items()]
    facts = {"tables": [table_facts(table) for table in tables], "unreadable": reasons}
    return "\n".join(lines), facts


async def _close(data: HallData, words: Namespace) -> Answer:
    from odin_server.chat import clean
    from odin_server.hall.offline import close_table
    from odin_server.hall.refusals import NoSuchTable

    if not data.has_tables:
        raise NoSuchTable(code=words.code[:20])
    text = clean(" ".join(words.why), 120)
    async with data.log() as log:
        await close_table(log, words.code, text, data.now())
    # A folder may have tables and no accounts.
    with suppress(Mistake):
        async with data.accounts() as accounts:
            await accounts.history.act(ADMIN, "", "close", words.code, text)
    return command_line().gettext("{code} is closed.").format(code=words.code), {
        "closed": words.code
    }


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


_WHO = ("WHO", None, N_("a name, a key SHA256:…, an address or a range"))
_KEY = ("KEY", None, N_("its fingerprint, or the start of it"))
_CODE = ("CODE", None, N_("the table's code; its id if it cannot be read"))
_WHY = ("WHY", "*", N_("told to the players"))
TASKS: dict[str, tuple[Words, str, Task]] = {
    "accounts": ((), N_("list all accounts with their keys"), _list_accounts),
    "bans": ((), N_("list all bans"), _list_bans),
    "unban": ((_WHO,), N_("lift a ban"), _unban),
    "unlink": ((_KEY,), N_("let a key open its account no more"), _unlink),
    "tables": ((), N_("list all open tables"), _list_tables),
    "close": ((_CODE, _WHY), N_("close a table"), _close),
    **MODERATION,
}
