"""The state of a table: a fold over its log, and nothing else.

Two folds over the same facts are equal, in whichever process; recovery after a crash is nothing
else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import AnyGame, Outcome, Seat
from odin_server.hall.bot_names import bot_name
from odin_server.hall.facts import (
    Closed,
    CloseReason,
    Committed,
    Covered,
    Hosted,
    Lapsed,
    MatchEnded,
    Moved,
    Opened,
    Paused,
    Resumed,
    Returned,
    Said,
    Seated,
    Started,
    Stood,
    TableFact,
    Wished,
)
from odin_server.hall.views import (
    Announcement,
    ChatEntry,
    ChatLine,
    ChatNotice,
    CoverReason,
    Phase,
    Wish,
    is_guest,
)
from odin_server.log import DamagedLog, NewerLog
from odin_server.notices import Notice


class PauseReason(StrEnum):
    """Why a match is paused."""

    AGREED = "agreed"
    EMPTY = "empty"
    """Nobody is at the table."""


@dataclass(slots=True)
class SeatState:
    """One seat: whose it is, which bot plays it now, and its clock."""

    player: str | None = None
    name: str = ""
    bot: str | None = None
    covered: CoverReason | None = None
    lapses: int = 0
    lapsed: str | None = None
    """The move that was made when the clock last ran out; None once the player has moved."""
    bank: float = 0.0
    since: float | None = None
    """Since when the match waits for this seat; None while it does not, or the clock stands."""
    asked: int = 0
    """How many moves the match had seen when it began to wait for this seat."""
    wish: Wish | None = None
    feat: int = 0

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None

    @property
    def is_human(self) -> bool:
        """Whether a person, present or not, plays this seat themselves."""
        return self.player is not None and self.bot is None


@dataclass(slots=True)
class TableState:
    """The state of a table after some facts."""

    opened: Opened
    places: list[SeatState]
    host: str
    host_name: str
    seed: str
    """The seed of the match that is played or was played last; before the first, of that one."""
    commitment: str | None = None
    """The SHA-256 of `seed` as it was published, not as it would be worked out now; None if it
    was not published."""
    next_seed: str | None = None
    """The seed of the next match, from the end of one until the next begins."""
    next_commitment: str | None = None
    version: int = 1
    phase: Phase = Phase.LOBBY
    pause: PauseReason | None = None
    closed: Closed | None = None
    last_at: float = 0.0
    """When something last happened here; what a restart does by itself does not count."""
    match_state: Any = None
    outcome: Outcome | None = None
    moves: list[tuple[Seat, str]] = field(default_factory=list)
    matches: int = 0
    ended: list[MatchEnded] = field(default_factory=list)
    chat: list[ChatEntry] = field(default_factory=list)

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that belongs to a player; None if they have none."""
        for seat, place in enumerate(self.places):
            if place.player == player:
                return Seat(seat)
        return None

    @property
    def chance(self) -> Seed:
        """The seed the table was opened with; later matches have their own."""
        return Seed(bytes.fromhex(self.opened.seed))

    @property
    def seed_given(self) -> bool:
        """Whether whoever opened the table chose the seed of this match."""
        return self.opened.given and self.matches <= 1

    def turn_of(self, seat: Seat) -> tuple[int, int]:
        """Which match this is, and at which of its moves it began to wait for this seat.

        Where a game asks several at once, a move of another seat leaves one's own turn as it is.
        """
        return self.matches, self.places[seat].asked

    @property
    def notice(self) -> Notice | None:
        """Why the table is paused or closed; None while it is neither."""
        if self.closed is not None:
            return _close_notice(self.closed)
        match self.pause:
            case PauseReason.AGREED:
                return Notice("paused-as-agreed")
            case PauseReason.EMPTY:
                return Notice("paused-while-empty")
        return None

    @property
    def is_playing(self) -> bool:
        return self.phase is Phase.PLAYING

    @property
    def in_match(self) -> bool:
        """Whether a match has begun and not ended."""
        return self.phase in (Phase.PLAYING, Phase.PAUSED)

    @property
    def is_of_guests(self) -> bool:
        """Whether nobody with an account has a seat here; a table of bots alone is its host's."""
        people = [place.player for place in self.places if place.player is not None]
        return all(map(is_guest, people or [self.host]))


class CheckedMove(NamedTuple):
    """A legal move with the state of the match it leads to."""

    before: Any
    seat: Seat
    text: str
    move: Any
    after: Any

    def is_of(self, before: Any, seat: Seat, text: str) -> bool:
        return self.before is before and (self.seat, self.text) == (seat, text)


class TableFold:
    """Applies the facts of one table, one after another."""

    def __init__(self, table_id: str, games: Mapping[str, AnyGame], chat_tail: int) -> None:
        self._table_id = table_id
        self._games = games
        self._chat_tail = chat_tail
        self.begun = False
        self.state: TableState
        self.game: AnyGame
        self.checked_move: CheckedMove | None = None
        """The move that is about to be appended, so that it is not parsed and played again."""

    def apply(self, fact: TableFact) -> None:
        """Apply the next fact; raises `DamagedLog` or `NewerLog`."""
        if isinstance(fact, Opened):
            self._open(fact)
        elif not self.begun:
            raise DamagedLog("no-opening")
        else:
            _TAKE[type(fact)](self, fact)
            self.state.version += 1
        if not _is_upkeep(fact):
            self.state.last_at = fact.at

    def _open(self, fact: Opened) -> None:
        game = self._games.get(fact.game)
        if game is None:
            raise NewerLog("game-not-known-yet", game=fact.game)
        if fact.rules != game.RULES_VERSION:
            raise NewerLog(
                "table-with-other-rules",
                game=game.NAME,
                found=fact.rules,
                version=game.RULES_VERSION,
            )
        self.game, self.begun = game, True
        self.state = TableState(
            opened=fact,
            places=[SeatState() for _ in range(fact.seats)],
            host=fact.host,
            host_name=fact.host_name,
            seed=fact.seed,
            commitment=fact.commitment,
        )

    def seated(self, fact: Seated) -> None:
        state = self.state
        if fact.player is not None and (old := state.seat_of(fact.player)) is not None:
            state.places[old] = SeatState()
        state.places[fact.seat] = SeatState(fact.player, fact.name, fact.bot)

    def stood(self, fact: Stood) -> None:
        places, over = self.state.places, self.state.phase is Phase.OVER
        # The result of a match still shows the names of those who have left.
        places[fact.seat] = SeatState(name=places[fact.seat].name if over else "")

    def covered(self, fact: Covered) -> None:
        place = self.state.places[fact.seat]
        place.bot, place.covered, place.wish = fact.bot, fact.why, None
        self._notice(fact.at, Notice("seat-covered", name=place.name, why=fact.why, level=fact.bot))

    def returned(self, fact: Returned) -> None:
        place = self.state.places[fact.seat]
        place.name, place.bot, place.covered = fact.name, None, None
        place.lapses, place.lapsed = 0, None
        if place.since is not None:
            place.since = fact.at
        self._notice(fact.at, Notice("player-back", name=place.name))

    def hosted(self, fact: Hosted) -> None:
        self.state.host, self.state.host_name = fact.player, fact.name
        self._notice(fact.at, Notice("new-host", name=fact.name))

    def committed(self, fact: Committed) -> None:
        state = self.state
        if state.phase is Phase.LOBBY:
            state.seed, state.commitment = fact.seed, fact.commitment
        else:
            state.next_seed, state.next_commitment = fact.seed, fact.commitment

    def started(self, fact: Started) -> None:
        state, opened = self.state, self.state.opened
        state.places = [place for place in state.places if not place.is_free]
        for place in state.places:
            _settle(place, state)
        if fact.seed is not None:
            state.seed, state.commitment = fact.seed, None
        elif state.next_seed is not None:
            state.seed, state.commitment = state.next_seed, state.next_commitment
        state.next_seed = state.next_commitment = None
        seats = len(state.places)
        options = self.game.read_options(opened.options, seats)
        state.match_state = self.game.setup(options, seats, Seed(bytes.fromhex(state.seed)))
        state.phase, state.pause = Phase.PLAYING, None
        state.moves, state.outcome = [], None
        state.matches += 1
        for place in state.places:
            place.bank, place.lapses, place.since, place.wish = opened.bank, 0, None, None
            place.lapsed = None
            place.feat = 0
        self._wait_for_next(fact.at)

    def moved(self, fact: Moved) -> None:
        self._play(fact)
        place = self.state.places[fact.seat]
        if not place.covered:
            place.lapses, place.lapsed = 0, None

    def lapsed(self, fact: Lapsed) -> None:
        self._play(fact)
        place = self.state.places[fact.seat]
        place.lapses, place.lapsed = place.lapses + 1, fact.move
        place.bank = 0.0

    def _play(self, fact: Moved | Lapsed) -> None:
        state, seat = self.state, Seat(fact.seat)
        place = state.places[seat]
        checked, self.checked_move = self.checked_move, None
        if checked is not None and checked.is_of(state.match_state, seat, fact.move):
            move, state.match_state = checked.move, checked.after
        else:
            move = self.game.parse_move(fact.move)
            state.match_state = self.game.play(state.match_state, seat, move)
        state.moves.append((seat, fact.move))
        place.feat = max(place.feat, self.game.feat(move))
        self._charge(place, fact.at)
        self._wait_for_next(fact.at)

    def _wait_for_next(self, at: float) -> None:
        state = self.state
        waiting = self.game.to_move(state.match_state)
        if waiting:
            for seat in waiting:
                if state.places[seat].since is None:
                    state.places[seat].since, state.places[seat].asked = at, len(state.moves)
            return
        state.phase = Phase.OVER
        for place in state.places:
            place.since = place.wish = None
        state.ended.append(self._ended(at))

    def _ended(self, at: float) -> MatchEnded:
        state, opened = self.state, self.state.opened
        state.outcome = outcome = self.game.outcome(state.match_state)
        if outcome is None:
            raise DamagedLog("stuck-match")
        return MatchEnded(
            at=at,
            table=self._table_id,
            number=state.matches,
            game=opened.game,
            names=[place.name for place in state.places],
            players=[place.player or f"bot:{place.bot}" for place in state.places],
            places=list(outcome.places),
            points=list(outcome.points),
            feats=[place.feat for place in state.places],
            rated=not state.seed_given,
            public=opened.public,
        )

    def _charge(self, place: SeatState, at: float) -> None:
        """Stop a running clock and take from the bank what went beyond the move's own time."""
        if place.since is not None and self.state.opened.move is not None:
            over = at - place.since - self.state.opened.move
            place.bank = max(0.0, place.bank - max(0.0, over))
        place.since = None

    def wished(self, fact: Wished) -> None:
        self.state.places[fact.seat].wish = fact.wish

    def paused(self, fact: Paused) -> None:
        state = self.state
        state.phase = Phase.PAUSED
        state.pause = PauseReason.EMPTY if fact.empty else PauseReason.AGREED
        for place in state.places:
            self._charge(place, fact.at)
            place.wish = None

    def resumed(self, fact: Resumed) -> None:
        state = self.state
        state.phase, state.pause = Phase.PLAYING, None
        for place in state.places:
            place.since = place.wish = None
        self._wait_for_next(fact.at)

    def said(self, fact: Said) -> None:
        if fact.player is None:
            self._add_to_chat(Announcement(fact.at, fact.text))
        else:
            self._add_to_chat(ChatLine(fact.at, fact.player, fact.name, fact.text))

    def _notice(self, at: float, notice: Notice) -> None:
        self._add_to_chat(ChatNotice(at, notice))

    def _add_to_chat(self, entry: ChatEntry) -> None:
        chat = self.state.chat
        chat.append(entry)
        if len(chat) > self._chat_tail:
            del chat[0]

    def closed(self, fact: Closed) -> None:
        self.state.phase, self.state.closed = Phase.CLOSED, fact
        for place in self.state.places:
            place.since = place.wish = None


_TAKE: dict[type, Callable[[TableFold, Any], None]] = {
    Seated: TableFold.seated,
    Stood: TableFold.stood,
    Covered: TableFold.covered,
    Returned: TableFold.returned,
    Hosted: TableFold.hosted,
    Committed: TableFold.committed,
    Started: TableFold.started,
    Moved: TableFold.moved,
    Lapsed: TableFold.lapsed,
    Wished: TableFold.wished,
    Paused: TableFold.paused,
    Resumed: TableFold.resumed,
    Said: TableFold.said,
    Closed: TableFold.closed,
}


def _close_notice(closed: Closed) -> Notice:
    match closed.reason:
        case CloseReason.HOST:
            return Notice("closed-by-host", name=closed.by)
        case CloseReason.MODERATOR:
            return Notice("closed-by-moderator", text=closed.text)
        case CloseReason.OPERATOR:
            return Notice("closed-by-operator", text=closed.text)
        case CloseReason.EMPTY:
            return Notice("closed-empty")
        case CloseReason.IDLE:
            return Notice("closed-idle")
        case CloseReason.OTHER:
            return Notice("closed-otherwise", text=closed.text)


def _is_upkeep(fact: TableFact) -> bool:
    """Tell whether the server wrote this by itself; such a fact does not count as activity."""
    match fact:
        case Resumed(restart=restart):
            return restart
        case Paused(empty=empty):
            return empty
        case Said(player=player):
            return player is None
    return False


def _settle(place: SeatState, state: TableState) -> None:
    """Make a bot that played for somebody who stayed away the owner of the seat."""
    if place.covered:
        place.name = bot_name(state.chance, [other.name for other in state.places])
        place.player = place.covered = None
