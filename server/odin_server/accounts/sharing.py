"""What the hosts of one hall tell each other about their people, besides facts of accounts."""

from typing import TYPE_CHECKING

from odin_server.accounts.accounts import Accounts
from odin_server.accounts.facts import AccountDeleted, AccountFact, AccountMuted, Ignored, Unignored

if TYPE_CHECKING:
    from odin_server.hall import Hall
    from odin_server.hall.bus import Message

WRONG_CODE = "wrong-link-code"


def share_accounts(accounts: Accounts, hall: "Hall") -> None:
    """Let mutes, ignored people, wrong codes and guests' names count on all hosts of a hall."""

    def take_in(fact: AccountFact) -> None:
        match fact:
            case AccountMuted(account=account, until=until):
                hall.mute_here(account, until)
            case AccountDeleted(account=account):
                hall.departed.add(account)
            case Ignored(account=account) | Unignored(account=account):
                accounts.ignoring.changed(account)

    def tell_wrong_code(key: str) -> None:
        hall.tell_hosts({"kind": WRONG_CODE, "key": key})

    def hear_wrong_code(message: "Message") -> None:
        accounts.count_wrong_code(message["key"])

    for player, until in accounts.mutes().items():
        hall.mute_here(player, until)
    hall.departed.update(accounts.departures.ids())
    for account, ignored in accounts.ignoring.all().items():
        hall.ignore_here(account, ignored)
    accounts.ignoring.on_change = hall.ignore_here
    accounts.on_change.append(take_in)
    accounts.on_wrong_code = tell_wrong_code
    hall.on_message[WRONG_CODE] = hear_wrong_code
    accounts.names_elsewhere = hall.names_elsewhere
