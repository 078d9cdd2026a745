"""What moderators can do, as words: kick, ban, unban, mute, close a table, announce."""

import re

from odin_engine.game import Refusal
from odin_server.accounts import Account, Kind, NobodyCalled, Target
from odin_server.chat import clean
from odin_server.hall import Hall
from odin_server.notices import Notice
from odin_server.ssh.caller import Caller
from odin_server.ssh.connection import Connection
from odin_server.ssh.server import SshServer
from odin_tui.languages import ENGLISH
from odin_tui.messages.accounts import ban_line
from odin_tui.table_list import table_lines

HELP = """\
mod who                          everyone who is here, with key and address
mod kick NAME [why]              end somebody's session
mod ban WHO TIME [why]           keep somebody out for 30m, 2h, 7d or ever
mod unban WHO                    WHO: a name, a key SHA256:…, an address or 10.0.0.0/8
mod bans                         every ban
mod mute NAME TIME               let somebody say nothing
mod tables                       every table: who, since when it is quiet, who is connected
mod close CODE [why]             close a table
mod announce TEXT                say something in the hall and at every table"""
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
UNITS = {"m": 60.0, "h": 3600.0, "d": 86_400.0}


class NotUnderstood(Refusal):
    """Nothing was done, because the words of a moderator are incomplete or unknown."""


class BadTime(Refusal):
    """A span of time that cannot be read."""

    code = "bad-time"


class OwnBan(Refusal):
    """A moderator would lock themselves out."""

    code = "own-ban"


class GuestBan(Refusal):
    """A guest is somebody else at the next visit, so only their address can be banned."""

    code = "guest-ban"


class NotAFingerprint(Refusal):
    """A ban on this could never meet anybody: no key has such a fingerprint."""

    code = "not-a-fingerprint"


class NoSuchBan(Refusal):
    """There is no ban on this."""

    code = "no-such-ban"


async def moderate(server: SshServer, hall: Hall, caller: Caller) -> str:  # noqa: C901, PLR0911 - a verb a line
    """Do what a moderator asks for, note it, and say what was done; raise `Refusal` if nothing."""
    verb, *words = caller.words[1:] or ("help",)
    server.audit_log.note(
        "moderated", by=caller.key, verb=verb[:20], about=" ".join(words[:1])[:60]
    )
    match verb, words:
        case "who", []:
            return _who(server)
        case "kick", [name, *why]:
            account = _find(server, name)
            ended = server.kick(account.id, Notice("kicked", text=_reason(why)))
            return f"{account.name}: {ended} session{'' if ended == 1 else 's'} ended."
        case "ban", [what, span, *why]:
            return _ban(server, caller, what, span, " ".join(why))
        case "unban", [what]:
            return _unban(server, caller, what)
        case "bans", []:
            now = server.now()
            return (
                "\n".join(ban_line(ban, now, ENGLISH) for ban in server.accounts.bans()) or "None."
            )
        case "mute", [name, span]:
            account, until = _find(server, name), server.now() + _seconds(span)
            hall.mute(account.id, until)
            server.accounts.mute(account.id, until)
            return f"{account.name} says nothing for {span}."
        case "tables", []:
            return table_lines(hall.all_tables(), hall.now())
        case "close", [code, *why]:
            await hall.close_table(code, _reason(why))
            return "Closed."
        case "announce", [_, *_]:
            text = clean(" ".join(words), 240)
            await hall.announce(text)
            return f"Announced: {text}"
        case "help", _:
            return HELP
    forms = (line.partition("  ")[0] for line in HELP.splitlines())
    form = next((form for form in forms if form.split()[1] == verb), None)
    if form is None:
        raise NotUnderstood("no-such-mod-verb", verb=verb[:20])
    raise NotUnderstood("words-missing", form=form)


def _who(server: SshServer) -> str:
    lines = [
        f"{caller.account.name:<26} {caller.key or 'guest':<52} {caller.address}"
        for session in server.sessions.values()
        if (caller := session.caller) is not None
    ]
    lines += [
        f"{'(no session)' if connection.is_logged_in else '(logging in)':<26} "
        f"{connection.key or 'guest':<52} {connection.address}"
        for connection in server.without_session()
    ]
    return "\n".join(lines)


def _ban(server: SshServer, caller: Caller, what: str, span: str, why: str) -> str:
    until = None if span == "ever" else server.now() + _seconds(span)
    target = _target(server, what)
    if target.kind is Kind.KEY and not FINGERPRINT.fullmatch(target.what):
        raise NotAFingerprint(text=what[:60])
    own = (caller.account.id, caller.key)
    if target.what in own or target.covers(caller.address):
        raise OwnBan(target=str(target))
    server.accounts.ban(target, until, why, caller.key)
    ended = server.end_connections(
        lambda connection: _is_meant(target, connection),
        Notice("banned-now", text=_reason([why])),
    )
    return (
        f"{target} may not come in{'' if until is None else f' for {span}'}. "
        f"{_how_many(target, ended)}"
    )


def _how_many(target: Target, ended: int) -> str:
    """Say how many a ban has met, so that one that meets nobody is noticed."""
    if ended:
        return f"{ended} connection{'s' if ended > 1 else ''} ended."
    if target.kind is Kind.KEY:
        return "Nobody has come with this key yet."
    if target.kind is Kind.ADDRESS:
        return "Nobody from there is connected now."
    return f"{target.name} is not connected now."


def _is_meant(target: Target, connection: Connection) -> bool:
    match target.kind:
        case Kind.ACCOUNT:
            return connection.account_id == target.what
        case Kind.KEY:
            return connection.key == target.what
        case Kind.ADDRESS:
            return target.covers(connection.address)


def _unban(server: SshServer, caller: Caller, what: str) -> str:
    target = _target(server, what)
    if not server.accounts.unban(target, caller.key):
        wider = server.accounts.ban_around(target)
        raise NoSuchBan(target=str(target), wider="" if wider is None else wider.target.what)
    return f"{target} may come in again."


def _target(server: SshServer, what: str) -> Target:
    guests = [
        session.caller
        for session in server.sessions.values()
        if session.caller is not None and session.caller.account.guest
    ]
    for guest in guests:
        if guest.account.name == what:
            raise GuestBan(name=what, address=guest.address)
    return server.accounts.target(what)


def _find(server: SshServer, name: str) -> Account:
    for session in server.sessions.values():
        if session.caller is not None and session.caller.account.name == name:
            return session.caller.account
    found = server.accounts.find(name)
    if found is None:
        raise NobodyCalled("nobody-called-in-one-word", name=name[:30])
    return found


def _seconds(span: str) -> float:
    number, unit = span[:-1], span[-1:]
    if unit not in UNITS or not number.isdecimal() or len(number) > 5 or not int(number):
        raise BadTime(text=span[:20])
    return int(number) * UNITS[unit]


def _reason(words: list[str]) -> str:
    return clean(" ".join(words), 120)
