"""The commands for an account: name, link, keys, unlink, export, delete."""

from contextlib import suppress

from odin_server.accounts import NAME_SECONDS, Account, Accounts, GuestsHaveNoAccount
from odin_server.hall import Hall, Player
from odin_server.log import LogRefusal
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_tui.account_export import export_account
from odin_tui.elapsed_time import ago
from odin_tui.languages import Translations
from odin_tui.languages.numbers import comma_list

YES = "yes"


async def name(accounts: Accounts, caller: Caller, tr: Translations) -> str:
    """Return the name of the account, after a change if one is asked for."""
    if len(caller.argv) < 2:
        text = tr.gettext("You are {name}.").format(name=caller.account.name)
        former = [one.name for one in accounts.history.names(caller.account.id)][:-1]
        if former:
            before = tr.gettext("Before: {names}").format(names=comma_list(former, tr))
            text = f"{text}\n{before}"
        return text
    caller.account = await accounts.rename(caller.account, " ".join(caller.argv[1:]))
    return tr.gettext("You are {name} now.").format(name=caller.account.name)


async def link(accounts: Accounts, hall: Hall, caller: Caller, tr: Translations) -> str:
    """Return a code for another key; with a code, ask, and link this key to another account."""
    _check_key(caller)
    if len(caller.argv) < 2:
        code = await accounts.new_code(caller.account)
        return _how_to_link(caller, code, tr)
    _, code, *answer = caller.argv
    if [word.lower() for word in answer] == [YES]:
        is_unused = caller.account.new and not _has_belongings(hall, caller.account)
        found = await accounts.redeem(caller.key, code, discard_old=is_unused)
        return tr.gettext("This key opens the account of {name} now.").format(name=found.name)
    found = accounts.owner_of_code(caller.key, code)
    return "\n".join(
        [
            tr.gettext("The code is for the account of {name}.").format(name=found.name),
            _effect_on_old_account(accounts, hall, caller, found, tr),
            tr.gettext("To link this key: {command}").format(
                command=caller.command(f"link {code} {YES}")
            ),
        ]
    )


def _how_to_link(caller: Caller, code: str, tr: Translations) -> str:
    command, name = f"ssh {caller.ssh_target} link {code}", caller.account.name
    if not caller.web_url:
        return tr.gettext(
            "With the other key, within ten minutes, type: {command}\n"
            "It then opens the account of {name} too."
        ).format(command=command, name=name)
    return tr.gettext(
        "With another key, within ten minutes, type: {command}\n"
        "Or in another browser, at {page}: {words}\n"
        "It then opens the account of {name} too."
    ).format(command=command, page=f"{caller.web_url}/text", words=f"link {code}", name=name)


def keys(accounts: Accounts, caller: Caller, now: float, tr: Translations) -> str:
    """Return a list of the keys that open the account."""
    _check_key(caller)
    heading = tr.gettext("Keys that open the account of {name}:")
    lines = [heading.format(name=caller.account.name)]
    for key in accounts.keys(caller.account):
        if key.fingerprint == caller.key:
            text = tr.gettext("{key}  added {ago}  (this one)")
        else:
            text = tr.gettext("{key}  added {ago}")
        lines.append(text.format(key=key.fingerprint, ago=ago(now - key.added, tr)))
    return "\n".join(lines)


async def unlink(accounts: Accounts, caller: Caller, tr: Translations) -> str:
    """Unlink a key from the account, and end the connections that use it."""
    _check_key(caller)
    if len(caller.argv) != 2:
        return tr.gettext("Which key? {command}\nYour keys: {list_command}").format(
            command=caller.command("unlink FINGERPRINT"), list_command=caller.command("keys")
        )
    gone = await accounts.unlink(caller.account, caller.argv[1])
    if gone.fingerprint == caller.key:
        text = tr.gettext(
            "{key} does not open the account of {name} any more. It is the key you came with."
        )
        return text.format(key=gone.fingerprint, name=caller.account.name)
    if caller.host is not None:
        caller.host.end_connections(
            lambda connection: connection.key == gone.fingerprint, Notice("key-unlinked")
        )
    text = tr.gettext("{key} does not open the account of {name} any more.")
    return text.format(key=gone.fingerprint, name=caller.account.name)


def export(accounts: Accounts, hall: Hall, caller: Caller) -> str:
    """Return all that is kept about the account, as JSON."""
    _check_key(caller)
    return export_account(accounts, hall, caller.account)


async def delete(accounts: Accounts, hall: Hall, caller: Caller, tr: Translations) -> str:
    """Ask, or delete the account and end its other connections."""
    _check_key(caller)
    account = caller.account
    if [word.lower() for word in caller.argv[1:]] != [YES]:
        return tr.gettext(
            "This deletes the account of {name} with its keys and settings, for good.\n"
            "Matches stay in the results of others, without your name. "
            "Nobody can take the name for {days} days.\n"
            "To save what is kept about you first: {export}\n"
            "To delete it: {command}"
        ).format(
            name=account.name,
            days=round(NAME_SECONDS / 86_400),
            export=caller.command("export"),
            command=caller.command(f"delete {YES}"),
        )
    await accounts.departures.delete(account)
    hall.departed.add(account.id)
    with suppress(LogRefusal):  # the account is deleted; bots take over seats that are empty
        await hall.leave_all(caller.player)
    if caller.host is not None:
        caller.host.end_connections(
            lambda one: one.account_id == account.id and one.caller is not caller,
            Notice("account-deleted"),
        )
    return tr.gettext("The account of {name} is deleted.").format(name=account.name)


def _check_key(caller: Caller) -> None:
    if not caller.key:
        raise GuestsHaveNoAccount


def _effect_on_old_account(
    accounts: Accounts, hall: Hall, caller: Caller, new: Account, tr: Translations
) -> str:
    """Return what linking this key would mean for the account it opens now."""
    old = caller.account
    if old.guest:
        text = tr.gettext("This key has no account yet. It would open the account of {new}.")
        return text.format(new=new.name)
    others = len(accounts.keys(old)) - 1
    if others:
        return tr.ngettext(
            "This key opens the account of {old} now. It would open {new} instead; "
            "{count} other key still opens {old}.",
            "This key opens the account of {old} now. It would open {new} instead; "
            "{count} other keys still open {old}.",
            others,
        ).format(old=old.name, new=new.name, count=others)
    has_belongings = _has_belongings(hall, old)
    if old.new and not has_belongings:
        text = tr.gettext(
            "This key opens the account of {old} now. It would open {new} instead, "
            "and {old} would be deleted: nobody has used it yet."
        )
        return text.format(old=old.name, new=new.name)
    lines = [tr.gettext("This key opens the account of {old} now. It would open {new} instead.")]
    nobody = tr.gettext(
        "No other key opens {old}, so nobody could use it, until you unlink this key again."
    )
    if has_belongings:
        kept = tr.gettext("{old} keeps {belongings}; nothing moves to {new}.")
        nobody = f"{kept} {nobody}"
    lines.append(nobody)
    return "\n".join(lines).format(
        old=old.name, new=new.name, belongings=_belongings(hall, old, tr)
    )


def _counts(hall: Hall, account: Account) -> tuple[int, int]:
    player = Player(account.id, account.name)
    return len(hall.finished(player)), len(hall.unfinished(player))


def _has_belongings(hall: Hall, account: Account) -> bool:
    return any(_counts(hall, account))


def _belongings(hall: Hall, account: Account, tr: Translations) -> str:
    """Return what an account has; empty if it has nothing."""
    finished, unfinished = _counts(hall, account)
    matches = tr.ngettext("{count} finished match", "{count} finished matches", finished)
    matches = matches.format(count=finished)
    seats = tr.ngettext("{count} seat at a table", "{count} seats at tables", unfinished)
    seats = seats.format(count=unfinished)
    if finished and unfinished:
        return tr.gettext("{matches} and {seats}").format(matches=matches, seats=seats)
    return matches if finished else seats if unfinished else ""
