"""The lobby: who is in the hall, and its chat."""

from odin_server.chat import clean
from odin_server.hall.context import TableContext
from odin_server.hall.lobby_session import LobbySession
from odin_server.hall.views import Announcement, ChatEntry, ChatLine, Player

ANNOUNCED_FOR = 600.0
"""Seconds for which an announcement stays, whatever is said after it."""


class Lobby:
    """The sessions in the lobby and their chat; neither is kept when the program ends."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._sessions: list[LobbySession] = []
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
        for session in self._sessions:
            session.notify_soon()

    @property
    def present(self) -> tuple[str, ...]:
        """The names of all who are here, each once."""
        return tuple(
            {session.player.id: session.player.name for session in self._sessions}.values()
        )

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
