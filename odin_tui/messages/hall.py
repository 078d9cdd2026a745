"""Sentences for tables, seats, chat and chairs."""

from gettext import NullTranslations

from odin_engine.games import GAMES
from odin_tui.languages import N_
from odin_tui.languages.numbers import comma_list
from odin_tui.messages.sentence import Facts, Sentence


def title(game: str) -> str:
    """Return the name of a game as people write it."""
    return GAMES.title(game)


def _no_such_game(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("There is no game {game!r}; there are {games}.").format(
        game=facts["game"], games=comma_list(facts["games"], tr)
    )


def _no_such_bot(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("There is no bot {level!r}; there is {levels}.").format(
        level=facts["level"], levels=comma_list(facts["levels"], tr)
    )


def _no_seat_there(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("There is no seat {number}; the table has {seats}.").format(
        number=facts["seat"] + 1, seats=facts["seats"]
    )


def _no_bot_in_seat(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("No bot sits in seat {number}.").format(number=facts["seat"] + 1)


def _bad_days(tr: NullTranslations, facts: Facts) -> str:
    text = tr.gettext("By correspondence, a move has one of these numbers of days: {days}.")
    return text.format(days=comma_list(map(str, facts["days"]), tr))


def _too_many_tables_hosted(tr: NullTranslations, facts: Facts) -> str:
    return tr.ngettext(
        "You can host only {most} table at a time; close it first.",
        "You can host only {most} tables at a time; close one first.",
        facts["most"],
    ).format(**facts)


def _too_many_seats_taken(tr: NullTranslations, facts: Facts) -> str:
    return tr.ngettext(
        "You can sit at only {most} table at a time; leave it first.",
        "You can sit at only {most} tables at a time; leave one first.",
        facts["most"],
    ).format(**facts)


def _too_many_challenges(tr: NullTranslations, facts: Facts) -> str:
    return tr.ngettext(
        "Only {most} challenge of yours can wait for an answer at a time.",
        "Only {most} challenges of yours can wait for an answer at a time.",
        facts["most"],
    ).format(**facts)


def _table_with_other_rules(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext(
        "The table plays {game} by version {found} of the rules; this odin knows version {version}."
    ).format(**{**facts, "game": title(facts["game"])})


def _closed_by_moderator(tr: NullTranslations, facts: Facts) -> str:
    if facts["text"]:
        return tr.gettext("A moderator closed this table: {text}.").format(**facts)
    return tr.gettext("A moderator closed this table.")


def _closed_by_operator(tr: NullTranslations, facts: Facts) -> str:
    return facts["text"] or tr.gettext("The host closed this table.")


def _seat_covered(tr: NullTranslations, facts: Facts) -> str:
    match facts["why"]:
        case "left":
            text = tr.gettext("{name} left the table; a bot plays on.")
        case "away":
            text = tr.gettext("{name} is away; a bot plays on.")
        case _:
            text = tr.gettext("{name} ran out of time too often; a bot plays on.")
    return text.format(name=facts["name"], level=facts["level"].title())


SENTENCES: dict[str, Sentence] = {
    # Opening and finding tables
    "no-such-game": _no_such_game,
    "no-such-bot": _no_such_bot,
    "no-such-table": N_("There is no table {code!r}."),
    "table-of-newer-version": N_(
        "This host is too old for the table {code!r}. Come back when it has been upgraded."
    ),
    "daily-needs-account": N_("The daily deal needs an account: come with an SSH key."),
    "daily-not-a-day": N_("{day!r} is not a day; write it like 2026-11-18."),
    "daily-played": N_("You have played today's deal. The next one comes at midnight UTC."),
    "daily-to-come": N_("That day is still to come."),
    "no-such-match": N_("There is no finished match {match!r} that you may read."),
    "match-log-incomplete": N_("The log of this match is incomplete."),
    "too-many-bots": N_("{bots} bots are too many for {seats} seats."),
    "bad-clock": N_("A clock gives from 1 second to a day for a move, and a bank of up to a day."),
    "bad-days": _bad_days,
    "correspondence-needs-account": N_(
        "A match by correspondence needs an account, so that you can come back to it: "
        "come with an SSH key."
    ),
    "too-many-tables-hosted": _too_many_tables_hosted,
    "too-many-tables-from-address": N_(
        "Too many tables are open from your address; try again later."
    ),
    "hall-full-of-tables": N_(
        "The hall has no room for another table; join one, or try again later."
    ),
    "too-many-guest-tables": N_(
        "Guests cannot open any more tables just now; join one, or come with a key."
    ),
    "too-many-wrong-codes": N_("Too many wrong codes; wait a moment and try again."),
    "hall-closing": N_("The hall is closing."),
    # Challenges
    "challenge-needs-account": N_("Challenges are for people with an account, not for guests."),
    "challenge-to-oneself": N_("You cannot challenge yourself."),
    "challenge-declined-before": N_(
        "{name} declined your last challenge; a week later you may try again."
    ),
    "challenge-waits": N_("{name} has not answered your last challenge yet."),
    "too-many-challenges": _too_many_challenges,
    "challenge-without-seat": N_("This table has no free seat for a challenge."),
    "no-such-challenge": N_("No challenge to this table waits for your answer."),
    # Seats
    "table-full": N_("Every seat at this table is taken."),
    "no-seat-there": _no_seat_there,
    "seat-taken": N_("{name} is sitting there."),
    "not-seated": N_("You don't have a seat at this table."),
    "too-many-seats-taken": _too_many_seats_taken,
    "too-many-seats-from-address": N_(
        "Too many seats are taken from your address; try again later."
    ),
    "no-spectators": N_("This table is not open to spectators."),
    "too-many-spectators": N_("There is no room for another spectator."),
    "spectators-do-not-talk": N_("Spectators cannot chat at this table."),
    # What the host does
    "not-host": N_("Only the host, {name}, may do that."),
    "only-between-matches": N_("That can only be done after the match."),
    "no-bot-in-seat": _no_bot_in_seat,
    "match-already-begun": N_("The match has already begun."),
    # Playing
    "match-under-way": N_("The match has begun; you may watch it, or wait for the next one."),
    "no-match": N_("No match is being played."),
    "somebody-elses-turn": N_("It is not your turn."),
    "turn-has-passed": N_("Too late: that turn is over."),
    "bot-plays-for-you": N_("A bot is playing for you; take your seat back first."),
    "seat-not-covered": N_("You are playing yourself already."),
    "nothing-to-pause": N_("There is nothing to pause."),
    "no-pause-by-correspondence": N_("A match by correspondence needs no pause."),
    "not-paused": N_("The table is not paused."),
    "still-saving": N_("The server cannot save this yet. You will see when it counts."),
    "match-not-over": N_("The match is not over yet."),
    "hints-off": N_("Hints are not allowed in this match."),
    "hint-only-on-your-turn": N_("You can ask for a hint when it is your turn."),
    # Chat
    "muted": N_("You cannot chat for now."),
    "guests-do-not-talk": N_("Guests cannot chat here. Come with a key to join in."),
    "unwanted-word": N_("Please say it without {word!r}."),
    "line-too-long": N_("A message can have at most {most} letters."),
    "nothing-to-show": N_("This message has no letters that can be shown."),
    "talking-too-fast": N_("That was too fast; wait a moment."),
    # Why a table is paused or closed, and why a chair has ended
    "paused-as-agreed": N_("Paused."),
    "paused-while-empty": N_("Nobody is at the table, so the match is waiting."),
    "closed-by-host": N_("{name} closed the table."),
    "closed-by-moderator": _closed_by_moderator,
    "closed-by-operator": _closed_by_operator,
    "closed-empty": N_("Everyone has left the table."),
    "closed-idle": N_("The table was closed because nothing happened for too long."),
    "closed-declined": N_("{name} declined the challenge, so the table was closed."),
    "closed-otherwise": N_("{text}"),
    "removed-by-host": N_("The host has removed you from the table."),
    "removed-from-table": N_("{name}, the host, has removed you; choose another table."),
    "nobody-to-remove": N_("There is nobody else to be removed."),
    "left-table": N_("You left the table."),
    "connection-closed": N_("The connection was closed."),
    "chair-taken-over": N_("You sat down here from somewhere else."),
    "hall-closed": N_("The hall is closing. Your seat is saved."),
    "table-unreadable": N_(
        "This host is too old to show what has happened at this table. Come back in a moment."
    ),
    # What happens at a table
    "seat-covered": _seat_covered,
    "moved-for-absent": N_("{name} did not move in time, so a bot made this one move."),
    "player-back": N_("{name} is back."),
    "player-removed": N_("{name} was removed from the table by its host."),
    "new-host": N_("{name} is the host now."),
    # Logs of tables
    "empty-table-log": N_("The log of this table is empty."),
    "no-opening": N_("The log of this table does not begin with its opening."),
    "stuck-match": N_("The match waits for nobody, and yet it is not over."),
    "game-not-known-yet": N_("There is no game {game!r} in this version of odin."),
    "table-with-other-rules": _table_with_other_rules,
    "not-a-fact": N_("A record in the log is not one of a table or of the hall."),
    "unknown-fact": N_("A record of the kind {fact!r} needs a newer version of odin."),
    "unknown-fields": N_("A record of the kind {fact!r} is written in a way unknown here."),
}
