"""Sentences for names, keys, one-time codes and bans."""

from gettext import NullTranslations
from typing import TYPE_CHECKING

from odin_tui.languages import N_
from odin_tui.languages.numbers import comma_list
from odin_tui.messages.sentence import Facts, Sentence

if TYPE_CHECKING:
    from odin_server.accounts import Ban


def span(seconds: float, tr: NullTranslations) -> str:
    """Return a span of time in the largest unit of which there are about two."""
    size = next((size for size in (86_400, 3600, 60) if seconds >= 1.5 * size), 1)
    number = max(1, round(seconds / size))
    text = {
        86_400: tr.ngettext("{number} day", "{number} days", number),
        3600: tr.ngettext("{number} hour", "{number} hours", number),
        60: tr.ngettext("{number} minute", "{number} minutes", number),
        1: tr.ngettext("{number} second", "{number} seconds", number),
    }[size]
    return text.format(number=number)


def ban_line(ban: "Ban", now: float, tr: NullTranslations) -> str:
    """Return a ban as moderators read it in a list."""
    seconds = ban.seconds_left(now)
    if seconds is None:
        left = tr.gettext("for good")
    else:
        left = tr.gettext("for {time} more").format(time=span(seconds, tr))
    parts = [str(ban.target.kind), str(ban.target), left, ban.why]
    return "  ".join(part for part in parts if part)


def _banned(tr: NullTranslations, facts: Facts) -> str:
    match facts:
        case {"seconds": None, "why": ""}:
            return tr.gettext("You are banned from this hall.")
        case {"seconds": None, "why": why}:
            return tr.gettext("You are banned from this hall: {why}.").format(why=why)
        case {"seconds": seconds, "why": ""}:
            text = tr.gettext("You are banned from this hall for {time} more.")
            return text.format(time=span(seconds, tr))
    text = tr.gettext("You are banned from this hall for {time} more: {why}.")
    return text.format(time=span(facts["seconds"], tr), why=facts["why"])


def _kicked(tr: NullTranslations, facts: Facts) -> str:
    if facts["text"]:
        return tr.gettext("You were asked to leave: {text}.").format(**facts)
    return tr.gettext("You were asked to leave.")


def _banned_now(tr: NullTranslations, facts: Facts) -> str:
    if facts["text"]:
        return tr.gettext("You have been banned: {text}.").format(**facts)
    return tr.gettext("You have been banned.")


def _no_such_ban(tr: NullTranslations, facts: Facts) -> str:
    if facts["wider"]:
        return tr.gettext("There is no ban on {target}. It is in {wider}, which is banned.").format(
            **facts
        )
    return tr.gettext("There is no ban on {target}.").format(**facts)


def _no_such_chat_command(tr: NullTranslations, facts: Facts) -> str:
    text = tr.gettext("There is no such command; there are {commands}.")
    return text.format(commands=comma_list(facts["commands"], tr))


SENTENCES: dict[str, Sentence] = {
    # Names
    "name-too-long": N_("A name can have at most {most} letters; this one has {length}."),
    "name-shows-nothing": N_("Please type a name."),
    "name-taken": N_("That name, or one that looks like it, is taken."),
    "name-without-letters": N_("Please type a name with at least one letter or digit."),
    "name-mixes-alphabets": N_(
        "Please use letters of one alphabet only; others look too much alike."
    ),
    "name-reserved": N_("{name!r} cannot be used as a name; please choose another."),
    "name-reads-like-an-address": N_(
        "{name!r} looks like a key or an address; please choose another name."
    ),
    "nobody-called": N_("Nobody is called {name!r}."),
    "nobody-called-in-one-word": N_("Nobody is called {name!r}. Leave out the spaces in a name."),
    # Keys and codes
    "guests-have-no-account": N_("You need a key to have an account."),
    "bad-link-code": N_("This code is wrong, expired, or already used."),
    "too-many-wrong-link-codes": N_("Too many wrong codes; try again in ten minutes."),
    "already-linked": N_("This key already opens the account of {name}."),
    "no-such-key": N_("{name} has no key {key!r}."),
    "several-keys": N_("{name} has more than one key {key!r}."),
    "last-key": N_(
        "This is the only key of {name}; without it nobody could come in as {name} again. "
        "Link another key first."
    ),
    "key-unlinked": N_("This key was unlinked."),
    "account-deleted": N_("This account was deleted."),
    "muted-cannot-delete": N_("You cannot chat for now; delete your account when you can again."),
    # Bans
    "banned": _banned,
    "banned-now": _banned_now,
    "kicked": _kicked,
    "moderators-only": N_("Only moderators may do that."),
    "bad-time": N_("{text!r} is not a length of time; use 30m, 2h or 7d."),
    "not-a-fingerprint": N_("{text!r} is not a whole fingerprint: SHA256: and 43 letters."),
    "no-such-mod-command": N_("There is no 'mod {command}'; 'mod help' lists what there is."),
    "own-ban": N_("{target} is you, or has you in it. You would lock yourself out."),
    "guest-ban": N_("{name} is a guest. Ban their address instead: {address}"),
    "no-such-ban": _no_such_ban,
    # Reports
    "no-such-report": N_("There is no open report {number}."),
    "report-on-yourself": N_("You cannot report yourself."),
    "too-many-reports": N_("You have sent many reports; wait a few minutes."),
    "already-reported": N_("You have reported {name}; a moderator will read it."),
    # Ignored people
    "ignore-yourself": N_("You cannot ignore yourself."),
    "not-ignored": N_("You do not ignore {name!r}."),
    "no-such-chat-command": _no_such_chat_command,
    "too-many-ignored": N_("You can ignore at most {most} people."),
}
