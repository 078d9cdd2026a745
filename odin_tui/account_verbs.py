"""What people can do to their account over SSH: name, link, keys, unlink."""

from odin_server.accounts import Account, Accounts, GuestsHaveNoAccount
from odin_server.hall import Hall, Player
from odin_server.notices import Notice
from odin_server.ssh.caller import Caller
from odin_server.ssh.server import SshServer
from odin_tui.elapsed_time import ago

YES = "yes"


def name(accounts: Accounts, call: Caller) -> str:
    """Tell somebody their name, or change it."""
    if len(call.words) < 2:
        return f"You are {call.account.name}."
    call.account = accounts.rename(call.account, " ".join(call.words[1:]))
    return f"You are {call.account.name} now."


def link(accounts: Accounts, hall: Hall, call: Caller) -> str:
    """Give a code for another key; with a code, ask, and let this key open another account."""
    _check_key(call)
    if len(call.words) < 2:
        code = accounts.new_code(call.account)
        return (
            f"With the other key, within ten minutes: ssh {call.reach} link {code}\n"
            f"It then opens the account of {call.account.name} too."
        )
    _, code, *answer = call.words
    if [word.lower() for word in answer] == [YES]:
        is_unused = call.account.new and not _belongings(hall, call.account)
        found = accounts.redeem(call.key, code, discard_old=is_unused)
        return f"This key opens the account of {found.name} now."
    found = accounts.owner_of_code(call.key, code)
    return (
        f"The code is for the account of {found.name}.\n"
        f"{_what_becomes_of_the_old(accounts, hall, call, found)}\n"
        f"To link this key: ssh {call.reach} link {code} {YES}"
    )


def keys(accounts: Accounts, call: Caller, now: float) -> str:
    """List the keys that open the account."""
    _check_key(call)
    lines = [
        f"{key.fingerprint}  added {ago(now - key.added)}"
        + ("  (this one)" if key.fingerprint == call.key else "")
        for key in accounts.keys(call.account)
    ]
    return "\n".join((f"Keys that open the account of {call.account.name}:", *lines))


def unlink(accounts: Accounts, call: Caller, host: SshServer | None) -> str:
    """Let a key open the account no more, and end what it has open."""
    _check_key(call)
    if len(call.words) != 2:
        return f"Which key? ssh {call.reach} unlink FINGERPRINT\n{_how_to_list(call)}"
    gone = accounts.unlink(call.account, call.words[1])
    said = f"{gone.fingerprint} does not open the account of {call.account.name} any more."
    if gone.fingerprint == call.key:
        return f"{said} It is the key you came with."
    if host is not None:
        host.end_connections(
            lambda visitor: visitor.key == gone.fingerprint, Notice("key-unlinked")
        )
    return said


def _check_key(call: Caller) -> None:
    if not call.key:
        raise GuestsHaveNoAccount


def _how_to_list(call: Caller) -> str:
    return f"Your keys: ssh {call.reach} keys"


def _what_becomes_of_the_old(accounts: Accounts, hall: Hall, call: Caller, new: Account) -> str:
    old = call.account
    if old.guest:
        return f"This key has no account yet. It would open the account of {new.name}."
    said = f"This key opens the account of {old.name} now. It would open {new.name} instead"
    belongings = _belongings(hall, old)
    others = len(accounts.keys(old)) - 1
    if others:
        many = f"{others} other keys still open" if others > 1 else "1 other key still opens"
        return f"{said}; {many} {old.name}."
    if old.new and not belongings:
        return f"{said}, and {old.name} would be deleted: nobody has used it yet."
    has = f"{old.name} keeps {belongings}; nothing moves to {new.name}. " if belongings else ""
    return (
        f"{said}.\n{has}No other key opens {old.name}, so nobody could use it, until you "
        "unlink this key again."
    )


def _belongings(hall: Hall, account: Account) -> str:
    """Say what an account has, or nothing if it has nothing."""
    player = Player(account.id, account.name)
    counts = (
        (len(hall.finished(player)), "finished match", "finished matches"),
        (len(hall.unfinished(player)), "seat at a table", "seats at tables"),
    )
    return " and ".join(
        f"{count} {one if count == 1 else many}" for count, one, many in counts if count
    )
