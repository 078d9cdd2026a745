"""The SSH commands of moderators: kick, ban, unban, mute, close a table, announce."""

import re

from odin_engine.game import Refusal
from odin_server.accounts import Account, Kind, NobodyCalled, Target
from odin_server.chat import clean
from odin_server.hall import Hall
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.connection import RemoteConnection
from odin_server.sessions.host import Host
from odin_tui.languages import N_, Translations
from odin_tui.messages.accounts import ban_line
from odin_tui.table_list import table_lines

COMMANDS = {
    "who": ("mod who", N_("everyone who is here, with key and address")),
    "kick": ("mod kick NAME [why]", N_("end somebody's session")),
    "ban": ("mod ban WHO TIME [why]", N_("keep somebody out for 30m, 2h, 7d or ever")),
    "unban": ("mod unban WHO", N_("WHO: a name, a key SHA256:…, an address or 10.0.0.0/8")),
    "bans": ("mod bans", N_("every ban")),
    "mute": ("mod mute NAME TIME", N_("let somebody say nothing")),
    "tables": (
        "mod tables",
        N_("every table: who, since when it is quiet, who is connected"),
    ),
    "close": ("mod close CODE [why]", N_("close a table")),
    "announce": ("mod announce TEXT", N_("say something in the hall and at every table")),
}
"""How each command of moderators is typed, and what it does."""
FINGERPRINT = re.compile(r"SHA256:(web-)?[A-Za-z0-9+/]{43}")
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


async def moderate(  # noqa: C901, PLR0911 - a case for each command
    host: Host, hall: Hall, caller: Caller, tr: Translations
) -> str:
    """Run a moderator's command, log it, and return what was done; raise `Refusal` if nothing."""
    verb, *words = caller.argv[1:] or ("help",)
    host.audit_log.note("moderated", by=caller.key, verb=verb[:20], about=" ".join(words[:1])[:60])
    match verb, words:
        case "who", []:
            return _who(host, tr)
        case "kick", [name, *why]:
            account = _find(host, name)
            ended = host.kick(account.id, Notice("kicked", text=_reason(why)))
            text = tr.ngettext(
                "{name}: {count} session ended.", "{name}: {count} sessions ended.", ended
            )
            return text.format(name=account.name, count=ended)
        case "ban", [what, span, *why]:
            return _ban(host, caller, what, span, " ".join(why), tr)
        case "unban", [what]:
            return _unban(host, caller, what, tr)
        case "bans", []:
            now = host.now()
            bans = [ban_line(ban, now, tr) for ban in host.accounts.bans()]
            return "\n".join(bans) or tr.gettext("None.")
        case "mute", [name, span]:
            account, until = _find(host, name), host.now() + _seconds(span)
            hall.mute(account.id, until)
            host.accounts.mute(account.id, until)
            text = tr.gettext("{name} says nothing for {time}.")
            return text.format(name=account.name, time=span)
        case "tables", []:
            return table_lines(hall.all_tables(), hall.now(), tr)
        case "close", [code, *why]:
            await hall.close_table(code, _reason(why))
            return tr.gettext("Closed.")
        case "announce", [_, *_]:
            text = clean(" ".join(words), 240)
            await hall.announce(text)
            return tr.gettext("Announced: {text}").format(text=text)
        case "help", _:
            return _help(tr)
    if verb not in COMMANDS:
        raise NotUnderstood("no-such-mod-command", command=verb[:20])
    form, _meaning = COMMANDS[verb]
    raise NotUnderstood("words-missing", form=form)


def _help(tr: Translations) -> str:
    return "\n".join(f"{form:<33}{tr.gettext(meaning)}" for form, meaning in COMMANDS.values())


def _who(host: Host, tr: Translations) -> str:
    guest = tr.gettext("guest")
    no_session, logging_in = tr.gettext("(no session)"), tr.gettext("(logging in)")
    lines = [
        f"{caller.account.name:<26} {caller.key or guest:<52} {caller.address}"
        for session in host.sessions.values()
        if (caller := session.caller) is not None
    ]
    lines += [
        f"{no_session if connection.is_logged_in else logging_in:<26} "
        f"{connection.key or guest:<52} {connection.address}"
        for connection in host.without_session()
    ]
    return "\n".join(lines)


def _ban(host: Host, caller: Caller, what: str, span: str, why: str, tr: Translations) -> str:
    until = None if span == "ever" else host.now() + _seconds(span)
    target = _target(host, what)
    if target.kind is Kind.KEY and not FINGERPRINT.fullmatch(target.what):
        raise NotAFingerprint(text=what[:60])
    own = (caller.account.id, caller.key)
    if target.what in own or target.covers(caller.address):
        raise OwnBan(target=str(target))
    host.accounts.ban(target, until, why, caller.key)
    ended = host.end_connections(
        lambda connection: _is_meant(target, connection),
        Notice("banned-now", text=_reason([why])),
    )
    if until is None:
        text = tr.gettext("{target} may not come in.").format(target=target)
    else:
        text = tr.gettext("{target} may not come in for {time}.").format(target=target, time=span)
    return f"{text} {_how_many(target, ended, tr)}"


def _how_many(target: Target, ended: int, tr: Translations) -> str:
    """Return how many connections a ban has ended, so that one that ends none is noticed."""
    if ended:
        text = tr.ngettext("{count} connection ended.", "{count} connections ended.", ended)
        return text.format(count=ended)
    if target.kind is Kind.KEY:
        return tr.gettext("Nobody has come with this key yet.")
    if target.kind is Kind.ADDRESS:
        return tr.gettext("Nobody from there is connected now.")
    return tr.gettext("{name} is not connected now.").format(name=target.name)


def _is_meant(target: Target, connection: RemoteConnection) -> bool:
    match target.kind:
        case Kind.ACCOUNT:
            return connection.account_id == target.what
        case Kind.KEY:
            return connection.key == target.what
        case Kind.ADDRESS:
            return target.covers(connection.address)


def _unban(host: Host, caller: Caller, what: str, tr: Translations) -> str:
    target = _target(host, what)
    if not host.accounts.unban(target, caller.key):
        wider = host.accounts.ban_around(target)
        raise NoSuchBan(target=str(target), wider="" if wider is None else wider.target.what)
    return tr.gettext("{target} may come in again.").format(target=target)


def _target(host: Host, what: str) -> Target:
    guests = [
        session.caller
        for session in host.sessions.values()
        if session.caller is not None and session.caller.account.guest
    ]
    for guest in guests:
        if guest.account.name == what:
            raise GuestBan(name=what, address=guest.address)
    return host.accounts.target(what)


def _find(host: Host, name: str) -> Account:
    for session in host.sessions.values():
        if session.caller is not None and session.caller.account.name == name:
            return session.caller.account
    found = host.accounts.find(name)
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
