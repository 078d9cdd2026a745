"""What waits for somebody who comes back: matches by correspondence, and how some have ended.

A stream of its own says what each player has seen; the rest follows from the tables.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from odin_engine.chance import Seed
from odin_engine.game import AnyGame
from odin_server.hall.challenges import Challenge, Challenges
from odin_server.hall.state import TableState
from odin_server.hall.views import FinishedMatch, Player, TableListing, TableView, is_guest
from odin_server.log import Log
from odin_server.log.fact_format import FactFormat
from odin_server.log.followed_stream import FollowedStream

if TYPE_CHECKING:
    from odin_server.hall.hall_lists import HallLists
    from odin_server.hall.table import Table

STREAM = "inbox"
MOST_FINISHED = 20
"""How many finished matches are listed."""
MOST_MOVES = 60
"""How many of the moves since the last visit are told; the last ones."""


@dataclass(frozen=True)
class Visited:
    """A player has left a table by correspondence, and seen so many moves of a match."""

    at: float
    player: str
    table: str
    match: int
    moves: int


@dataclass(frozen=True)
class InboxRead:
    """A player has looked into their inbox; what is there is new no longer."""

    at: float
    player: str


InboxFact: TypeAlias = Visited | InboxRead
_FORMAT: FactFormat[InboxFact] = FactFormat((Visited, InboxRead))


class EntryKind(StrEnum):
    """What an entry is about."""

    CHALLENGE = "challenge"
    """Somebody challenges the player."""
    TURN = "turn"
    """A match waits for the player."""
    WAITING = "waiting"
    """A match waits for others, or a table for players."""
    DECLINED = "declined"
    """Somebody has declined a challenge of the player."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """One entry of an inbox."""

    kind: EntryKind
    at: float
    """When it happened."""
    unread: bool
    table: TableListing | None = None
    deadline: float | None = None
    """Until when the player may move."""
    match: FinishedMatch | None = None
    challenge: Challenge | None = None


@dataclass(frozen=True, slots=True)
class TableNews:
    """What has happened at a table since a player's last visit, as their seat may see it."""

    table: TableView
    views: tuple[Any, ...]
    """The game's views of the match, one for each move, the one that was seen last first."""
    left_off: int
    """How many moves were made before these that the player has not seen either."""


class Inbox:
    """The inboxes of all players; guests have none."""

    def __init__(self, hall: "HallLists", log: Log, challenges: Challenges) -> None:
        self._hall, self._challenges = hall, challenges
        self._stream = FollowedStream(log, STREAM, self._read)
        self._seen: dict[str, dict[str, tuple[int, int]]] = {}
        """By table and player: a match there, and how many of its moves were seen."""
        self._read_at: dict[str, float] = {}

    async def begin(self) -> None:
        """Read what the log knows, and follow it."""
        await self._stream.begin()

    def _read(self, payload: str) -> None:
        match _FORMAT.decode(payload):
            case Visited(player=player, table=table) as visited:
                if not self._hall.is_closed(table):
                    self._seen.setdefault(table, {})[player] = visited.match, visited.moves
            case InboxRead(at=at, player=player):
                self._read_at[player] = max(at, self._read_at.get(player, 0.0))

    def forget(self, table: str) -> None:
        """Forget what was seen of a table that is closed."""
        self._seen.pop(table, None)

    def _seen_by(self, player: str, table: str) -> tuple[int, int] | None:
        return self._seen.get(table, {}).get(player)

    # -- what there is ------------------------------------------------------------------------

    def entries(self, player: Player) -> tuple[InboxEntry, ...]:
        """List what waits for a player, the most urgent first."""
        if is_guest(player.id):
            return ()
        tables = [t for t in self._hall.unfinished(player) if t.by_correspondence]
        found = [
            *self._of_challenges(player),
            *self._tables(player, tables),
            *self._finished(player),
        ]
        return tuple(sorted(found, key=_order))

    def unread(self, player: Player) -> int:
        """Return how many entries are new, or wait for the player."""
        return sum(entry.unread for entry in self.entries(player))

    def _of_challenges(self, player: Player) -> Iterator[InboxEntry]:
        read_at = self._read_at.get(player.id, 0.0)
        for challenge, table in self._challenges.to(player):
            at, kind = challenge.made.at, EntryKind.CHALLENGE
            yield InboxEntry(kind, at, unread=at > read_at, table=table, challenge=challenge)
        for challenge in self._challenges.declined(player):
            at, kind = challenge.declined_at or 0.0, EntryKind.DECLINED
            yield InboxEntry(kind, at, unread=at > read_at, challenge=challenge)

    def _tables(self, player: Player, tables: list[TableListing]) -> Iterator[InboxEntry]:
        read_at = self._read_at.get(player.id, 0.0)
        for table in tables:
            deadline = table.waits_for.get(player.id)
            if deadline is None or table.clock is None:
                yield InboxEntry(EntryKind.WAITING, table.last_at, unread=False, table=table)
            else:
                since = deadline - table.clock.move
                yield InboxEntry(
                    EntryKind.TURN, since, unread=since > read_at, table=table, deadline=deadline
                )

    def _finished(self, player: Player) -> Iterator[InboxEntry]:
        read_at = self._read_at.get(player.id, 0.0)
        for match in self._hall.finished_by_correspondence(player, MOST_FINISHED):
            yield InboxEntry(EntryKind.FINISHED, match.at, unread=match.at > read_at, match=match)

    async def mark_read(self, player: Player) -> None:
        """Remember that a player has looked; raises `LogUnwritable`."""
        if self.unread(player):
            fact = _FORMAT.encode(InboxRead(self._hall.now(), player.id))
            await self._stream.add(lambda: fact)

    # -- visits -------------------------------------------------------------------------------

    async def visited(self, player: Player, table: "Table") -> None:
        """Remember what a player has seen of a table; raises `LogUnwritable`."""
        state = table.state
        fact = Visited(self._hall.now(), player.id, table.id, state.matches, len(state.moves))
        seen = fact.match, fact.moves
        await self._stream.add(
            lambda: None if self._seen_by(player.id, table.id) == seen else _FORMAT.encode(fact)
        )

    def news(self, player: Player, code: str) -> TableNews:
        """Return what has happened at a table since the player was there.

        Raises `NoSuchTable` if they have no seat there.
        """
        table = self._hall.own_table(player, code)
        view, state = self._hall.look(player, code), table.state
        now = state.matches, len(state.moves)
        match, moves = self._seen_by(player.id, table.id) or now
        if match != state.matches:
            moves = 0
        first = max(moves, len(state.moves) - MOST_MOVES)
        if view.seat is None or state.match_state is None or first >= len(state.moves):
            return TableNews(view, (), 0)
        return TableNews(view, _views(table.game, state, view.seat, first), first - moves)


def _views(game: AnyGame, state: TableState, seat: Any, first: int) -> tuple[Any, ...]:
    """Return a seat's views of a match, from the one after so many moves on."""
    options = game.read_options(state.opened.options, len(state.seats))
    match = game.setup(options, len(state.seats), Seed(bytes.fromhex(state.seed)))
    views = []
    for number, (mover, move) in enumerate(state.moves):
        if number >= first:
            views.append(game.view(match, seat))
        match = game.play(match, mover, game.parse_move(move))
    return (*views, game.view(match, seat))


_KINDS: Mapping[EntryKind, int] = {kind: place for place, kind in enumerate(EntryKind)}


def _order(entry: InboxEntry) -> tuple[int, float]:
    return _KINDS[entry.kind], -entry.at if entry.deadline is None else entry.deadline
