"""The tasks of `odin admin` that moderators have too: through a server that runs, or without it."""

from argparse import Namespace
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odin_tui.commands.hall_data import HallData
from odin_tui.languages import N_, command_line, language_of
from odin_tui.main import Mistake

if TYPE_CHECKING:
    from odin_server.accounts import Account, Accounts

# ruff: noqa: PLC0415 - `odin admin --help` must answer without waiting for the server's modules

Answer = tuple[str, Any]
"""What to print, as lines and as JSON."""
Task = Callable[[HallData, Namespace], Coroutine[Any, Any, Answer]]
Words = tuple[tuple[str, str | None, str], ...]

_NAME = ("NAME", None, N_("what somebody is called"))
_WHO = ("WHO", None, N_("a name, a key SHA256:…, an address or a range"))
_TIME = ("TIME", None, N_("for how long: 30m, 2h, 7d; for a ban also ever"))
_WHY = ("WHY", "*", N_("told to them"))
_TEXT = ("TEXT", "+", N_("what is to be said"))
_NUMBER = ("NUMBER", None, N_("the number of a report"))
_NOTE = ("TEXT", "*", N_("for moderators"))

LIVE_ONLY = ("who", "kick", "announce")
"""Tasks that only a server which runs can do."""
LIVE = (*LIVE_ONLY, "ban", "mute", "unmute", "tables", "close")
"""Tasks that a server which runs does itself, because people there notice them."""


def ask_server(folder: Path, words: Namespace) -> Answer | None:
    """Have a server that runs over a folder do a task; None if there is none.

    Raises `Mistake` if the server refuses, or if there has to be one.
    """
    from odin_server.sessions.control import ask, sockets_in

    request: dict[str, Any] = {"ask": "moderate", "language": language_of(command_line())}
    request["words"] = [words.task, *_said(words)]
    for path in sockets_in(folder):
        answer = ask(path, request)
        if answer is None:
            continue
        if "refused" in answer:
            raise Mistake(answer["refused"])
        facts = ask(path, {"ask": words.task}) if words.task in ("who", "tables") else None
        return answer["text"], facts or {"done": words.task, "text": answer["text"]}
    if words.task in LIVE_ONLY:
        raise Mistake(N_("no server is running over {folder}."), folder=folder)
    return None


def _said(words: Namespace) -> list[str]:
    """Return the words behind a task, in their order."""
    said: list[str] = []
    for name in ("code", "who", "name", "number", "time", "why", "text"):
        value = getattr(words, name, None)
        said += value if isinstance(value, list) else [] if value is None else [value]
    return said


async def _moderate(data: HallData, words: Namespace) -> Answer:
    """Do a task with the accounts alone."""
    from odin_tui.account_moderation import AccountModeration, Moderator

    async with data.accounts() as accounts:
        moderation = AccountModeration(accounts, Moderator(), data.now, command_line())
        text = await moderation.run(words.task, _said(words))
        facts = _facts(accounts, moderation.find, words)
    return text, facts


async def _only_live(_data: HallData, words: Namespace) -> Answer:
    """Refuse what nobody but a server of this machine can do."""
    raise Mistake(
        N_("{task} needs a server that runs on this machine: say --data DIR."), task=words.task
    )


def _facts(accounts: "Accounts", find: Callable[[str], "Account"], words: Namespace) -> Any:
    match words.task:
        case "account":
            return account_facts(accounts, find(words.name))
        case "reports":
            return [asdict(report) for report in accounts.reports.open()]
        case "report":
            report = accounts.reports.find(int(words.number))
            return None if report is None else asdict(report)
        case "log":
            actions = accounts.history.actions(10_000, "".join(_said(words)))
            return [action._asdict() for action in actions]
    return {"done": words.task}


def account_facts(accounts: "Accounts", account: "Account") -> dict[str, Any]:
    """Return all that a host remembers of an account, for moderators, as JSON can hold it."""
    history = accounts.history
    return {
        "id": account.id,
        "name": account.name,
        "names": [one._asdict() for one in history.names(account.id)],
        "keys": [key._asdict() for key in accounts.keys(account)],
        "addresses": [one._asdict() for one in history.addresses(account.id)],
        "muted_until": accounts.mutes().get(account.id),
        "reports": [asdict(report) for report in accounts.reports.about(account.id)],
        "notes": [note._asdict() for note in history.notes(account.id)],
        "actions": [action._asdict() for action in history.actions(1000, account.id)],
    }


TASKS: dict[str, tuple[Words, str, Task]] = {
    "top": ((), N_("what the server is doing now, again and again"), _only_live),
    "who": ((), N_("list everybody who is here"), _only_live),
    "kick": ((_NAME, _WHY), N_("end somebody's session"), _only_live),
    "announce": ((_TEXT,), N_("say something in the hall and at every table"), _only_live),
    "account": ((_NAME,), N_("an account: names, keys, addresses, reports"), _moderate),
    "ban": ((_WHO, _TIME, _WHY), N_("keep somebody out"), _moderate),
    "mute": ((_NAME, _TIME), N_("stop somebody from chatting"), _moderate),
    "unmute": ((_NAME,), N_("let somebody chat again"), _moderate),
    "note": ((_NAME, _TEXT), N_("write a note on an account, for moderators"), _moderate),
    "reports": ((), N_("reports of players that are open"), _moderate),
    "report": ((_NUMBER,), N_("a report, with what was said"), _moderate),
    "resolve": ((_NUMBER, _NOTE), N_("close a report"), _moderate),
    "log": (
        (("NAME", "?", N_("only what was done about them")),),
        N_("what moderators have done"),
        _moderate,
    ),
}
