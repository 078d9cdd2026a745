"""What moderators can do, as words: kick, ban, unban, mute, close a table, announce."""

from odin_engine.game import Refusal
from odin_server.accounts import Account
from odin_server.chat import clean
from odin_server.hall import Hall
from odin_server.ssh.call import Call
from odin_server.ssh.guards import house_of
from odin_server.ssh.host import Host
from odin_tui.table_list import table_lines

HELP = """\
mod who                          everyone who is here, with key and address
mod kick NAME [why]              end somebody's session
mod ban NAME|KEY|ADDRESS TIME [why]   keep somebody out: 30m, 2h, 7d or ever
mod unban KEY|ADDRESS
mod bans                         every ban
mod mute NAME TIME               let somebody say nothing
mod tables                       every table: who, since when it is quiet, who is connected
mod close CODE [why]             close a table
mod announce TEXT                say something in the hall and at every table"""
UNITS = {"m": 60.0, "h": 3600.0, "d": 86_400.0}


class BadTime(Refusal):
    """A span of time that cannot be read."""


async def moderate(host: Host, hall: Hall, call: Call) -> str:  # noqa: PLR0911 - a verb a line
    """Do what a moderator asks for, note it, and say what was done."""
    verb, *words = call.words[1:] or ("help",)
    host.journal.note("moderated", by=call.key, verb=verb[:20], about=" ".join(words[:1])[:60])
    match verb, words:
        case "who", []:
            return _who(host)
        case "kick", [name, *why]:
            account = _find(host, name)
            ended = host.kick(account.id, _sentence("You were asked to leave", why))
            return f"{account.name}: {ended} sessions ended."
        case "ban", [what, span, *why]:
            return _ban(host, call, what, span, " ".join(why))
        case "unban", [what]:
            return "Lifted." if host.accounts.unban(what) else f"There is no ban on {what[:60]!r}."
        case "bans", []:
            now = host.now()
            return (
                "\n".join(f"{b.what}  {b.sentence(now)}" for b in host.accounts.bans()) or "None."
            )
        case "mute", [name, span]:
            account, until = _find(host, name), host.now() + _seconds(span)
            hall.mute(account.id, until)
            host.accounts.mute(account.id, until)
            return f"{account.name} says nothing for {span}."
        case "tables", []:
            return table_lines(hall.all_tables(), hall.now())
        case "close", [code, *why]:
            await hall.close_table(code, _sentence("A moderator closed this table", why))
            return "Closed."
        case "announce", [_, *_]:
            text = clean(" ".join(words), 240)
            await hall.announce(text)
            return f"Announced: {text}"
    return HELP


def _who(host: Host) -> str:
    lines = [
        f"{call.account.name:<26} {call.key or 'guest':<52} {call.address}"
        for session in host.sessions.values()
        if (call := session.call) is not None
    ]
    lines += [
        f"{'(no session)' if visitor.is_logged_in else '(logging in)':<26} "
        f"{visitor.key or 'guest':<52} {visitor.address}"
        for visitor in host.without_session()
    ]
    return "\n".join(lines)


def _ban(host: Host, call: Call, what: str, span: str, why: str) -> str:
    until = None if span == "ever" else host.now() + _seconds(span)
    target = house_of(what)
    if target == what and "." not in what and ":" not in what:
        target = _find(host, what).id
    elif what.startswith("SHA256:"):
        found = host.accounts.find(what)
        target = what if found is None else found.id
    host.accounts.ban(target, until, why, call.key)
    ended = host.end_connections(
        lambda visitor: target in (visitor.account_id, visitor.house),
        _sentence("You may not stay", [why] if why else []),
    )
    return f"{target} may not come in{'' if until is None else f' for {span}'}; {ended} ended."


def _find(host: Host, name: str) -> Account:
    for session in host.sessions.values():
        if session.call is not None and session.call.account.name == name:
            return session.call.account
    found = host.accounts.find(name)
    if found is None:
        raise Refusal(f"Nobody is called {name[:30]!r}; names with spaces go by their key.")
    return found


def _seconds(span: str) -> float:
    number, unit = span[:-1], span[-1:]
    if unit not in UNITS or not number.isdecimal() or len(number) > 5:
        raise BadTime(f"{span[:20]!r} is no time; say it like 30m, 2h or 7d.")
    return int(number) * UNITS[unit]


def _sentence(start: str, why: list[str]) -> str:
    reason = clean(" ".join(why), 120)
    return f"{start}: {reason}." if reason else f"{start}."
