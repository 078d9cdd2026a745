"""The lobby: who is in the hall, and its chat."""

from collections.abc import Iterable, Iterator

from odin_server.chat import clean
from odin_server.hall.context import TableContext
from odin_server.hall.lobby_session import LobbySession
from odin_server.hall.presence import Place, Visitor
from odin_server.hall.table import Table
from odin_server.hall.views import (
    Activity,
    Announcement,
    ChatEntry,
    ChatLine,
    Person,
    Phase,
    Player,
)

ANNOUNCED_FOR = 600.0
"""Seconds for which an announcement stays, whatever is said after it."""
IDLE_AFTER = 300.0
"""Seconds without a key after which somebody in the hall counts as idle."""


class Lobby:
    """The sessions in the lobby and their chat; neither is kept when the program ends."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._sessions: dict[LobbySession, int] = {}
        """The sessions on this host, each with the number of its visit."""
        self._people: tuple[Person, ...] | None = None
        self._chat: list[ChatEntry] = []
        self._announced: Announcement | None = None

    def enter(self, session: LobbySession) -> LobbySession:
        player = session.player
        self._sessions[session] = self._context.presence.enter_lobby(player.id, player.name)
        self.changed()
        return session

    def exit(self, session: LobbySession) -> None:
        visit = self._sessions.pop(session, None)
        if visit is not None:
            self._context.presence.leave_lobby(visit)
            self.changed()

    def changed(self) -> None:
        """Notify every session of a change."""
        self._people = None
        for session in self._sessions:
            session.notify_soon()

    def people(self, tables: Iterable[Table]) -> tuple[Person, ...]:
        """Return all who are here, each once, as they were at the last change."""
        if self._people is None:
            seated = ((table, place) for table in tables for place in table.places)
            at_tables = {place.player: (table, place) for table, place in seated}
            people = {
                visitor.player: self._person(visitor, *at_tables.get(visitor.player, ()))
                for visitor in self._visitors()
            }
            self._people = tuple(people.values())
        return self._people

    def _visitors(self) -> Iterator[Visitor]:
        for session in self._sessions:
            yield Visitor(session.player.id, session.player.name, session.active_at)
        yield from self._context.presence.visitors_elsewhere()

    def _person(
        self, visitor: Visitor, table: Table | None = None, place: Place | None = None
    ) -> Person:
        if table is None or place is None:
            idle = self._context.clock.now() - visitor.active_at > IDLE_AFTER
            return Person(visitor.player, visitor.name, Activity.IDLE if idle else Activity.PRESENT)
        waits = table.state.phase is Phase.LOBBY
        activity = Activity.WAITING if waits else Activity.PLAYING
        if place.spectator:
            activity = Activity.WATCHING
        return Person(visitor.player, visitor.name, activity, table.state.opened.game)

    @property
    def chat(self) -> tuple[ChatEntry, ...]:
        """The newest lines."""
        return tuple(self._chat)

    @property
    def announcement(self) -> Announcement | None:
        """The last announcement; None if there was none, or not for a while."""
        line = self._announced
        recent = line is not None and self._context.clock.now() < line.at + ANNOUNCED_FOR
        return line if recent else None

    def say(self, player: Player, text: str) -> ChatLine:
        """Add what a player says; raises `Muted`, `NothingToSay` or `TooFast`."""
        line = self._context.check_chat(player, text)
        said = ChatLine(self._context.clock.now(), player.id, player.name, line)
        self.add(said)
        return said

    def announce(self, text: str) -> Announcement:
        """Announce something."""
        line = clean(text, self._context.settings.chat_length)
        announced = Announcement(self._context.clock.now(), line)
        self.add(announced)
        return announced

    def add(self, entry: ChatEntry) -> None:
        """Add a line, said on this host or another."""
        if isinstance(entry, Announcement):
            self._announced = entry
        self._chat.append(entry)
        del self._chat[: -self._context.settings.chat_tail]
        self.changed()
