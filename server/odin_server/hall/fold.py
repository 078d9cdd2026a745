"""Applies the facts of a table's log to its state."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import AnyGame, Seat
from odin_server.hall.bot_names import bot_name
from odin_server.hall.facts import (
    Closed,
    Committed,
    Covered,
    HostDown,
    Hosted,
    Lapsed,
    MatchEnded,
    Moved,
    Opened,
    Paused,
    Removed,
    Resumed,
    Returned,
    Said,
    Seated,
    Started,
    Stood,
    TableFact,
    Voted,
    decode,
)
from odin_server.hall.state import PauseReason, SeatState, TableState
from odin_server.hall.views import (
    Announcement,
    ChatEntry,
    ChatLine,
    ChatNotice,
    Phase,
)
from odin_server.log import DamagedLog, IgnorableFact, NewerLog
from odin_server.notices import Notice


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

    def apply_payload(self, payload: str) -> None:
        """Apply the next entry of the log; one that a newer version lets others ignore counts only.

        Raises `DamagedLog` or `NewerLog`.
        """
        try:
            fact = decode(payload)
        except IgnorableFact:
            self.ignore()
        else:
            self.apply(fact)  # type: ignore[arg-type]

    def ignore(self) -> None:
        """Count an entry that changes nothing; raises `DamagedLog` before the opening."""
        if not self.begun:
            raise DamagedLog("no-opening")
        self.state.version += 1

    def apply(self, fact: TableFact) -> None:
        """Apply the next fact; raises `DamagedLog` or `NewerLog`."""
        if isinstance(fact, Opened):
            self._open(fact)
        elif not self.begun:
            raise DamagedLog("no-opening")
        else:
            _APPLY[type(fact)](self, fact)
            self.state.version += 1
        if not self._is_upkeep(fact):
            # The clocks of two hosts may differ by a little.
            self.state.last_at = max(self.state.last_at, fact.at)

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
            seats=[SeatState() for _ in range(fact.seats)],
            host=fact.host,
            host_name=fact.host_name,
            seed=fact.seed,
            commitment=fact.commitment,
        )

    def seated(self, fact: Seated) -> None:
        state = self.state
        if fact.player is not None and (old := state.seat_of(fact.player)) is not None:
            state.seats[old] = SeatState()
        state.seats[fact.seat] = SeatState(fact.player, fact.name, fact.bot)

    def stood(self, fact: Stood) -> None:
        seats, over = self.state.seats, self.state.phase is Phase.OVER
        # The result of a match still shows the names of those who have left.
        seats[fact.seat] = SeatState(name=seats[fact.seat].name if over else "")

    def removed(self, fact: Removed) -> None:
        name = self.state.seats[fact.seat].name
        self.state.seats[fact.seat] = SeatState()
        self.state.removed[fact.player] = fact.at
        self._notice(fact.at, Notice("player-removed", name=name))

    def covered(self, fact: Covered) -> None:
        seat_state = self.state.seats[fact.seat]
        seat_state.bot, seat_state.covered, seat_state.vote = fact.bot, fact.why, None
        self._notice(
            fact.at, Notice("seat-covered", name=seat_state.name, why=fact.why, level=fact.bot)
        )

    def returned(self, fact: Returned) -> None:
        seat_state = self.state.seats[fact.seat]
        seat_state.name, seat_state.bot, seat_state.covered = fact.name, None, None
        seat_state.lapses, seat_state.lapsed = 0, None
        if seat_state.since is not None:
            seat_state.since = fact.at
        self._notice(fact.at, Notice("player-back", name=seat_state.name))

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
        state.seats = [seat_state for seat_state in state.seats if not seat_state.is_free]
        for seat_state in state.seats:
            _settle(seat_state, state)
        if fact.seed is not None:
            state.seed, state.commitment = fact.seed, None
        elif state.next_seed is not None:
            state.seed, state.commitment = state.next_seed, state.next_commitment
        state.next_seed = state.next_commitment = None
        seats = len(state.seats)
        options = self.game.read_options(opened.options, seats)
        state.match_state = self.game.setup(options, seats, Seed(bytes.fromhex(state.seed)))
        state.phase, state.pause = Phase.PLAYING, None
        state.moves, state.outcome = [], None
        state.matches += 1
        for seat_state in state.seats:
            seat_state.bank, seat_state.lapses, seat_state.since, seat_state.vote = (
                opened.bank,
                0,
                None,
                None,
            )
            seat_state.lapsed = None
            seat_state.feat = 0
        self._wait_for_next(fact.at)

    def moved(self, fact: Moved) -> None:
        self._play(fact)
        seat_state = self.state.seats[fact.seat]
        if not seat_state.covered:
            seat_state.lapses, seat_state.lapsed = 0, None

    def lapsed(self, fact: Lapsed) -> None:
        self._play(fact)
        seat_state = self.state.seats[fact.seat]
        seat_state.lapses, seat_state.lapsed = seat_state.lapses + 1, fact.move
        seat_state.bank = 0.0
        if self.state.by_correspondence:
            self._notice(fact.at, Notice("moved-for-absent", name=seat_state.name))

    def _play(self, fact: Moved | Lapsed) -> None:
        state, seat = self.state, Seat(fact.seat)
        seat_state = state.seats[seat]
        checked, self.checked_move = self.checked_move, None
        if checked is not None and checked.is_of(state.match_state, seat, fact.move):
            move, state.match_state = checked.move, checked.after
        else:
            move = self.game.parse_move(fact.move)
            state.match_state = self.game.play(state.match_state, seat, move)
        state.moves.append((seat, fact.move))
        seat_state.feat = max(seat_state.feat, self.game.feat(move))
        self._charge(seat_state, fact.at)
        self._wait_for_next(fact.at)

    def _wait_for_next(self, at: float) -> None:
        state = self.state
        waiting = self.game.to_move(state.match_state)
        if waiting:
            for seat in waiting:
                if state.seats[seat].since is None:
                    state.seats[seat].since, state.seats[seat].asked = at, len(state.moves)
            return
        state.phase = Phase.OVER
        for seat_state in state.seats:
            seat_state.since = seat_state.vote = None
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
            names=[seat_state.name for seat_state in state.seats],
            players=[seat_state.player or f"bot:{seat_state.bot}" for seat_state in state.seats],
            places=list(outcome.places),
            points=list(outcome.points),
            feats=[seat_state.feat for seat_state in state.seats],
            rated=not state.seed_given and not state.daily,
            public=opened.public,
            correspondence=opened.correspondence,
        )

    def _charge(self, seat_state: SeatState, at: float) -> None:
        """Stop a running clock and take from the bank what went beyond the move's own time."""
        if seat_state.since is not None and self.state.opened.move is not None:
            over = at - seat_state.since - self.state.opened.move
            seat_state.bank = max(0.0, seat_state.bank - max(0.0, over))
        seat_state.since = None

    def voted(self, fact: Voted) -> None:
        self.state.seats[fact.seat].vote = fact.vote

    def paused(self, fact: Paused) -> None:
        state = self.state
        state.phase = Phase.PAUSED
        state.pause = PauseReason.EMPTY if fact.empty else PauseReason.AGREED
        for seat_state in state.seats:
            self._charge(seat_state, fact.at)
            seat_state.vote = None

    def resumed(self, fact: Resumed) -> None:
        state = self.state
        state.phase, state.pause = Phase.PLAYING, None
        for seat_state in state.seats:
            seat_state.since = seat_state.vote = None
        self._wait_for_next(fact.at)

    def host_down(self, fact: HostDown) -> None:
        self.state.down_until = fact.until
        for seat_state in self.state.seats:
            if seat_state.since is not None and seat_state.since < fact.until:
                seat_state.since += fact.until - max(seat_state.since, fact.since)

    def _is_upkeep(self, fact: TableFact) -> bool:
        """Tell whether the server wrote this by itself; such a fact does not count as activity."""
        match fact:
            case Resumed(restart=True) | Paused(empty=True) | Said(player=None) | HostDown():
                return True
            case Lapsed():
                return self.state.by_correspondence
            case Moved(seat=seat):
                # Otherwise bots would keep a match alive that all people have forgotten.
                return self.state.by_correspondence and self.state.seats[seat].bot is not None
        return False

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
        for seat_state in self.state.seats:
            seat_state.since = seat_state.vote = None


_APPLY: dict[type, Callable[[TableFold, Any], None]] = {
    Seated: TableFold.seated,
    Stood: TableFold.stood,
    Removed: TableFold.removed,
    Covered: TableFold.covered,
    Returned: TableFold.returned,
    Hosted: TableFold.hosted,
    Committed: TableFold.committed,
    Started: TableFold.started,
    Moved: TableFold.moved,
    Lapsed: TableFold.lapsed,
    Voted: TableFold.voted,
    Paused: TableFold.paused,
    Resumed: TableFold.resumed,
    HostDown: TableFold.host_down,
    Said: TableFold.said,
    Closed: TableFold.closed,
}


def _settle(seat_state: SeatState, state: TableState) -> None:
    """Make a bot that played for somebody who stayed away the owner of the seat."""
    if seat_state.covered:
        seat_state.name = bot_name(state.chance, [other.name for other in state.seats])
        seat_state.player = seat_state.covered = None
