"""The lobby: who is in the hall, and its chat."""

from collections.abc import Iterable

from odin_server.chat import clean
from odin_server.hall.chair import Chair
from odin_server.hall.context import TableContext
from odin_server.hall.lobby_session import LobbySession
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
        self._sessions: list[LobbySession] = []
        self._people: tuple[Person, ...] | None = None
        self._chat: list[ChatEntry] = []
        self._announced: Announcement | None = None

    def enter(self, session: LobbySession) -> LobbySession:
        self._sessions.append(session)
        self.changed()
        return session

    def exit(self, session: LobbySession) -> None:
        if session in self._sessions:
            self._sessions.remove(session)
            self.changed()

    def changed(self) -> None:
        """Notify every session of a change."""
        self._people = None
        for session in self._sessions:
            session.notify_soon()

    def people(self, tables: Iterable[Table]) -> tuple[Person, ...]:
        """Return all who are here, each once, as they were at the last change."""
        if self._people is None:
            seated = ((table, chair) for table in tables for chair in table.chairs)
            at_tables = {chair.player.id: (table, chair) for table, chair in seated}
            people = {
                session.player.id: self._person(session, *at_tables.get(session.player.id, ()))
                for session in self._sessions
            }
            self._people = tuple(people.values())
        return self._people

    def _person(
        self, session: LobbySession, table: Table | None = None, chair: Chair | None = None
    ) -> Person:
        player = session.player
        if table is None or chair is None:
            idle = self._context.clock.now() - session.active_at > IDLE_AFTER
            return Person(player.id, player.name, Activity.IDLE if idle else Activity.PRESENT)
        waits = table.state.phase is Phase.LOBBY
        activity = Activity.WAITING if waits else Activity.PLAYING
        if chair.is_spectator:
            activity = Activity.WATCHING
        return Person(player.id, player.name, activity, table.state.opened.game)

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

    def say(self, player: Player, text: str) -> None:
        line = self._context.check_chat(player, text)
        self._add(ChatLine(self._context.clock.now(), player.id, player.name, line))

    def announce(self, text: str) -> str:
        """Announce something, and return the text as it is shown."""
        line = clean(text, self._context.settings.chat_length)
        self._announced = Announcement(self._context.clock.now(), line)
        self._add(self._announced)
        return line

    def _add(self, entry: ChatEntry) -> None:
        self._chat.append(entry)
        del self._chat[: -self._context.settings.chat_tail]
        self.changed()
