"""The commands of tournaments: `tournament list`, `tournament join 1`, …, over SSH and in lines."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from odin_engine.games import GAMES
from odin_server.accounts import Accounts
from odin_server.hall import Chair, Hall, Player, TimeControl
from odin_server.hall.views import is_guest
from odin_server.sessions.caller import Caller
from odin_server.tournaments.decisions import Manager, NewTournament, TournamentRefused
from odin_server.tournaments.state import Tournament
from odin_tui.languages import N_, Translations
from odin_tui.tournament_text import list_lines, result_lines, tournament_words

COMMANDS: Mapping[str, tuple[str, str]] = {
    "list": ("tournament list", N_("all tournaments")),
    "show": ("tournament show [TOURNAMENT]", N_("its ranking, rounds and replays")),
    "join": ("tournament join [TOURNAMENT]", N_("play in it")),
    "leave": ("tournament leave [TOURNAMENT]", N_("play in it no longer")),
    "table": ("tournament table [TOURNAMENT]", N_("your next table, as soon as it is there")),
    "new": (
        "tournament new NAME [seats=4] …",
        N_("make one; also format, rounds, game, clock, auto"),
    ),
    "start": ("tournament start TOURNAMENT", N_("begin, and seat the first round")),
    "next": ("tournament next TOURNAMENT", N_("seat the next round")),
    "add": ("tournament add TOURNAMENT PLAYER", N_("put somebody in, also late in a Swiss one")),
    "remove": ("tournament remove TOURNAMENT PLAYER", N_("take somebody out")),
    "bot": ("tournament bot TOURNAMENT PLAYER", N_("let a bot play for somebody who is absent")),
    "bye": ("tournament bye TOURNAMENT PLAYER", N_("let somebody sit out the next round")),
    "cancel": ("tournament cancel TOURNAMENT", N_("end it without a winner")),
}
"""How each command is typed, and what it does."""
FORM = 38
"""The columns of a command in the help."""
ALIASES = {"": "list", "results": "show", "standings": "show", "play": "table"}
JSON = "--json"
CLOCK_BANK = 4
"""A clock of so many seconds a move has so many times as much for the whole match."""

Answer = Chair | str


class TournamentCommands:
    """Runs one command of one caller."""

    def __init__(self, hall: Hall, accounts: Accounts, caller: Caller, tr: Translations) -> None:
        self._hall, self._accounts, self._caller, self._tr = hall, accounts, caller, tr
        self._tournaments = hall.tournaments
        self._by = Manager(caller.player, caller.moderator)
        self._json = JSON in caller.argv
        self._verbs: dict[str, Callable[[str], Awaitable[Answer]]] = {
            "list": self._list,
            "show": self._show,
            "join": self._join,
            "leave": self._leave,
            "table": self._table,
            "new": self._new,
            "start": self._start,
            "next": self._next,
            "add": self._add,
            "remove": self._remove,
            "bot": self._bot,
            "bye": self._bye,
            "cancel": self._cancel,
        }

    async def run(self) -> Answer:
        """Do what the words say; raise `Refusal` if that cannot be done."""
        words = [word for word in self._caller.argv[1:] if word != JSON]
        verb = "".join(words[:1]).lower()
        verb = ALIASES.get(verb, verb)
        if verb == "help" or verb not in self._verbs:
            return self._help()
        return await self._verbs[verb](" ".join(words[1:]))

    def _help(self) -> str:
        tr = self._tr
        lines = [f"{form:<{FORM}}{tr.gettext(text)}" for form, text in COMMANDS.values()]
        end = tr.gettext("TOURNAMENT is a number or the beginning of a name.")
        return "\n".join([*lines, end])

    async def _list(self, _rest: str) -> str:
        known = self._tournaments.all()
        if self._json:
            return json.dumps([tournament_words(each) for each in known])
        return "\n".join(list_lines(known, self._tr))

    async def _show(self, rest: str) -> str:
        return self._shown(self._tournaments.find(rest))

    def _shown(self, tournament: Tournament) -> str:
        now = self._tournaments.get(tournament.number)
        rows = self._tournaments.standings(now)
        if self._json:
            return json.dumps(tournament_words(now, rows))
        return "\n".join(result_lines(now, rows, self._tr))

    async def _join(self, rest: str) -> str:
        tournament = self._tournaments.find(rest)
        await self._tournaments.enter(tournament.number, self._caller.player)
        return self._shown(tournament)

    async def _leave(self, rest: str) -> str:
        tournament = self._tournaments.find(rest)
        await self._tournaments.withdraw(tournament.number, self._caller.player.id)
        return self._shown(tournament)

    async def _table(self, rest: str) -> Answer:
        """Sit down at one's table, after waiting for it, or tell how the tournament ended."""
        player = self._caller.player
        tournament = self._tournaments.find(rest)
        if tournament.entrant(player.id) is None:
            raise TournamentRefused("tournament-no-table")
        if self._caller.client.has_terminal and self._tournaments.table_of(player.id) is None:
            raise TournamentRefused("tournament-no-table")
        table = await self._tournaments.wait_for_table(tournament.number, player.id)
        return (
            self._shown(tournament) if table is None else await self._hall.sit(player, table.code)
        )

    async def _new(self, rest: str) -> str:
        made = await self._tournaments.announce(self._by, read_new(rest))
        return self._shown(made)

    async def _start(self, rest: str) -> str:
        tournament = self._find("start", rest)
        await self._tournaments.start(tournament.number, self._by)
        return self._shown(tournament)

    async def _next(self, rest: str) -> str:
        tournament = self._find("next", rest)
        await self._tournaments.next_round(tournament.number, self._by)
        return self._shown(tournament)

    async def _cancel(self, rest: str) -> str:
        tournament = self._find("cancel", rest)
        await self._tournaments.cancel(tournament.number, self._by)
        return self._shown(tournament)

    async def _add(self, rest: str) -> str:
        tournament, name = self._named("add", rest)
        player = self._somebody(name)
        await self._tournaments.enter_late(tournament.number, self._by, player)
        return self._shown(tournament)

    async def _remove(self, rest: str) -> str:
        tournament, name = self._named("remove", rest)
        player = entrant_named(tournament, name)
        await self._tournaments.remove(tournament.number, self._by, player)
        return self._shown(tournament)

    async def _bot(self, rest: str) -> str:
        tournament, name = self._named("bot", rest)
        player = entrant_named(tournament, name)
        await self._tournaments.replace_by_bot(tournament.number, self._by, player)
        return self._shown(tournament)

    async def _bye(self, rest: str) -> str:
        tournament, name = self._named("bye", rest)
        player = entrant_named(tournament, name)
        await self._tournaments.excuse(tournament.number, self._by, player)
        return self._shown(tournament)

    def _find(self, verb: str, word: str) -> Tournament:
        if not word:
            raise TournamentRefused("words-missing", form=COMMANDS[verb][0])
        return self._tournaments.find(word)

    def _named(self, verb: str, rest: str) -> tuple[Tournament, str]:
        word, _, name = rest.partition(" ")
        if not name:
            raise TournamentRefused("words-missing", form=COMMANDS[verb][0])
        return self._tournaments.find(word), name

    def _somebody(self, name: str) -> Player:
        """Return somebody who is in the hall, or who has an account."""
        for person in self._hall.people():
            if person.name.casefold() == name.casefold() and not is_guest(person.id):
                return Player(person.id, person.name)
        account = self._accounts.find(name)
        if account is None:
            raise TournamentRefused("tournament-nobody", name=name[:30])
        return Player(account.id, account.name)


def entrant_named(tournament: Tournament, name: str) -> str:
    """Return the id of somebody who plays; raises `TournamentRefused` if nobody is called that."""
    for each in tournament.entrants:
        if each.name.casefold() == name.casefold():
            return each.player
    raise TournamentRefused("tournament-nobody", name=name[:30])


def read_new(text: str) -> NewTournament:
    """Read a new tournament: words of its name, and settings such as `seats=3` or `target=15`."""
    name, given = [], {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if equals:
            given[key.lower()] = value
        else:
            name.append(word)
    game = given.pop("game", next(iter(GAMES))).lower()
    most = GAMES[game].SEATS[-1] if game in GAMES else 4
    words: dict[str, Any] = {"seats": min(4, most)}
    for key in ("seats", "rounds", "clock"):
        if key in given:
            words[key] = _number(key, given.pop(key))
    if (seconds := words.pop("clock", 0)) > 0:
        words["clock"] = TimeControl(seconds, CLOCK_BANK * seconds)
    words["format"] = _one_of("format", given.pop("format", "swiss"), ("swiss", "knock-out"))
    words["auto"] = _one_of("auto", given.pop("auto", "on"), ("on", "off")) == "on"
    return NewTournament(" ".join(name), game, options=given, **words)


def _number(key: str, word: str) -> int:
    if not word.isdecimal() or len(word) > 5:
        raise TournamentRefused("tournament-words", word=f"{key}={word}"[:40], form=f"{key}=4")
    return int(word)


def _one_of(key: str, word: str, words: tuple[str, ...]) -> str:
    if word.lower() not in words:
        form = " | ".join(f"{key}={each}" for each in words)
        raise TournamentRefused("tournament-words", word=f"{key}={word}"[:40], form=form)
    return word.lower()
