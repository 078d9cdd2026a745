"""The commands of an inbox: inbox, challenge, decline."""

from functools import partial

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_server.accounts import Accounts, GuestsHaveNoAccount, NobodyCalled
from odin_server.hall import Chair, Hall, NewTable, Player, TimeControl
from odin_server.sessions.caller import Caller
from odin_tui.catalogue import DEFAULT_BOT, PLAYABLE
from odin_tui.inbox_text import inbox_lines
from odin_tui.languages import Translations


def check_account(caller: Caller) -> None:
    """Raise `GuestsHaveNoAccount` for somebody who cannot come back."""
    if caller.account.guest:
        raise GuestsHaveNoAccount


async def inbox(hall: Hall, caller: Caller, tr: Translations) -> str:
    """Return what waits for a caller, which is new no longer."""
    check_account(caller)
    command = partial(caller.command, terminal=True)
    lines = inbox_lines(hall, caller.player, command, tr)
    await hall.inbox.mark_read(caller.player)
    return "\n".join(lines)


async def challenge(
    hall: Hall, accounts: Accounts, caller: Caller, tr: Translations
) -> Chair | str:
    """Challenge somebody: return a chair at the table, or with days for a move a sentence."""
    check_account(caller)
    name, game, days = _words(caller.argv[1:])
    account = accounts.find(name)
    if account is None:
        raise NobodyCalled(name=name[:30])
    seats = PLAYABLE[game].SEATS[0]
    clock = TimeControl.of_days(days) if days else None
    wanted = NewTable(game, seats=seats, bots=(DEFAULT_BOT,) * (seats - 2), clock=clock)
    chair = await hall.challenge(caller.player, wanted, Player(account.id, account.name))
    if not days:
        return chair
    chair.close()
    text = tr.gettext(
        "{name} finds your challenge in the inbox. When the match begins, it is in yours: {command}"
    )
    return text.format(name=account.name, command=caller.command("inbox"))


def _words(words: tuple[str, ...]) -> tuple[str, str, int]:
    """Return whom to challenge, to which game, and with how many days for a move; 0 is live."""
    name, game, days = list(words), next(iter(PLAYABLE)), 0
    if name[1:] and name[-1].isdecimal():
        days = int(name.pop()[:4])
    if name[1:] and name[-1].lower() in GAMES:
        game = name.pop().lower()
    if not name:
        raise Refusal("words-missing", form="challenge NAME [game] [days]")
    return " ".join(name), game, days


async def decline(hall: Hall, caller: Caller, tr: Translations) -> str:
    """Decline a challenge, and say so."""
    check_account(caller)
    if len(caller.argv) < 2:
        raise Refusal("words-missing", form="decline CODE")
    declined = await hall.challenges.decline(caller.player, "".join(caller.argv[1:3]))
    return tr.gettext("You declined. {name} is told.").format(name=declined.made.name)
