"""Challenges: invitations to a table that a person finds in their inbox.

A challenge is accepted by sitting down at the table. It is open while the table waits for players,
so it ends with the table; at the latest when nobody has come for too long.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from odin_server.hall.facts import CloseReason
from odin_server.hall.refusals import ChallengeRefused, NeedsAccount
from odin_server.hall.settings import HallSettings
from odin_server.hall.views import Player, TableListing, is_guest
from odin_server.log import Log
from odin_server.log.fact_format import FactFormat
from odin_server.log.followed_stream import FollowedStream

if TYPE_CHECKING:
    from odin_server.hall.hall_lists import HallLists

STREAM = "challenges"
AGAIN_AFTER = 604_800.0
"""Seconds for which nobody can challenge somebody again who has declined; they are told so long."""


@dataclass(frozen=True)
class Challenged:
    """A player invited another to a table."""

    at: float
    table: str
    game: str
    player: str
    name: str
    rival: str
    rival_name: str


@dataclass(frozen=True)
class Declined:
    """Whoever was challenged does not want to play."""

    at: float
    table: str
    rival: str


ChallengeFact: TypeAlias = Challenged | Declined
_FORMAT: FactFormat[ChallengeFact] = FactFormat((Challenged, Declined))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that is open, or was declined not long ago."""

    made: Challenged
    declined_at: float | None = None


class Challenges:
    """The challenges of a hall."""

    def __init__(
        self,
        hall: "HallLists",
        log: Log,
        settings: Callable[[], HallSettings],
        changed: Callable[[], None],
    ) -> None:
        self._hall, self._settings, self._changed = hall, settings, changed
        self._stream = FollowedStream(log, STREAM, self._read)
        self._challenges: dict[tuple[str, str], Challenge] = {}

    async def begin(self) -> None:
        """Read what the log knows, and follow it."""
        await self._stream.begin()

    def _read(self, payload: str) -> None:
        match _FORMAT.decode(payload):
            case Challenged(table=table, rival=rival) as made:
                self._forget_old()
                self._challenges[table, rival] = Challenge(made)
            case Declined(at=at, table=table, rival=rival):
                known = self._challenges.get((table, rival))
                if known is not None:
                    self._challenges[table, rival] = Challenge(known.made, at)
        self._changed()

    # -- what there is ------------------------------------------------------------------------

    def to(self, player: Player) -> Iterator[tuple[Challenge, TableListing]]:
        """Yield the open challenges to a player, each with its table."""
        for challenge in self._challenges.values():
            if challenge.made.rival == player.id:
                table = self._table_of(challenge)
                if table is not None:
                    yield challenge, table

    def declined(self, player: Player) -> Iterator[Challenge]:
        """Yield the challenges of a player that were declined not long ago."""
        for challenge in self._challenges.values():
            if challenge.made.player == player.id and self._is_fresh(challenge):
                yield challenge

    def _is_fresh(self, challenge: Challenge) -> bool:
        at = challenge.declined_at
        return at is not None and self._hall.now() < at + AGAIN_AFTER

    def _table_of(self, challenge: Challenge) -> TableListing | None:
        """Return the table of a challenge; None if the challenge is not open any more."""
        if challenge.declined_at is not None:
            return None
        table = self._hall.waiting_table(challenge.made.table)
        seated = table is not None and self._hall.is_seated(challenge.made.rival, table.id)
        return None if seated else table

    # -- what players do ----------------------------------------------------------------------

    def check(self, player: Player, rival: Player) -> None:
        """Raise `ChallengeRefused` or `NeedsAccount` if a player cannot challenge another now."""
        if is_guest(player.id) or is_guest(rival.id):
            raise NeedsAccount("challenge-needs-account")
        if player.id == rival.id:
            raise ChallengeRefused("challenge-to-oneself")
        own = [each for each in self._challenges.values() if each.made.player == player.id]
        if any(each.made.rival == rival.id and self._is_fresh(each) for each in own):
            raise ChallengeRefused("challenge-declined-before", name=rival.name)
        waiting = [each for each in own if self._table_of(each) is not None]
        if any(each.made.rival == rival.id for each in waiting):
            raise ChallengeRefused("challenge-waits", name=rival.name)
        most = self._settings().challenges
        if len(waiting) >= most:
            raise ChallengeRefused("too-many-challenges", most=most)

    async def challenge(self, player: Player, code: str, rival: Player) -> None:
        """Invite somebody to a table where the player has a seat.

        Raises what `check` raises, `NoSuchTable`, and `ChallengeRefused` if no seat is free.
        """
        table = self._hall.own_table(player, code)

        def decide() -> str:
            # Asked again if another was written first, which may have been the last one allowed.
            self.check(player, rival)
            listing = self._hall.waiting_table(table.id)
            if listing is None:
                raise ChallengeRefused("challenge-without-seat")
            people = player.id, player.name, rival.id, rival.name
            return _FORMAT.encode(Challenged(self._hall.now(), table.id, listing.game, *people))

        await self._stream.add(decide)

    async def decline(self, player: Player, code: str) -> Challenge:
        """Decline a challenge, and close its table if nobody else was to come.

        Return the challenge; raise `ChallengeRefused` if there is none to this table.
        """
        wanted = self._hall.find(player, code)

        def open_challenge() -> Challenge:
            for challenge, table in self.to(player):
                if table.id == wanted.id:
                    return challenge
            raise ChallengeRefused("no-such-challenge")

        challenge = open_challenge()

        def decide() -> str:
            open_challenge()
            return _FORMAT.encode(Declined(self._hall.now(), wanted.id, player.id))

        await self._stream.add(decide)
        await self._close_if_alone(wanted.id, player)
        return challenge

    async def _close_if_alone(self, table_id: str, rival: Player) -> None:
        # Somebody may have sat down while the answer was being written.
        listing = self._hall.waiting_table(table_id)
        others = [each for each in self._challenges.values() if each.made.table == table_id]
        if listing is None or listing.public or listing.people > 1:
            return
        if not any(map(self._table_of, others)):
            await self._hall.table_by_id(table_id).close(CloseReason.DECLINED, by=rival.name)

    def _forget_old(self) -> None:
        """Forget challenges whose table is closed, unless they were declined not long ago."""
        self._challenges = {
            key: each
            for key, each in self._challenges.items()
            if self._is_fresh(each) or not self._hall.is_closed(each.made.table)
        }
