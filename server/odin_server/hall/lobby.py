"""The hall between its tables: who is here, and what is being said."""

from odin_server.chat import clean
from odin_server.hall.context import TableContext
from odin_server.hall.lobby_session import LobbySession
from odin_server.hall.views import Announcement, ChatEntry, ChatLine, Player

ANNOUNCED_FOR = 600.0
"""Seconds for which an announcement stays, whatever is said after it."""


class Lobby:
    """The visitors and their talk; neither is kept when the program ends."""

    def __init__(self, house: TableContext) -> None:
        self._house = house
        self._visits: list[LobbySession] = []
        self._chat: list[ChatEntry] = []
        self._announced: Announcement | None = None

    def enter(self, visit: LobbySession) -> LobbySession:
        self._visits.append(visit)
        self.changed()
        return visit

    def exit(self, visit: LobbySession) -> None:
        if visit in self._visits:
            self._visits.remove(visit)
            self.changed()

    def changed(self) -> None:
        """Let everyone here see the hall anew."""
        for visit in self._visits:
            visit.touch()

    @property
    def present(self) -> tuple[str, ...]:
        """The names of all who are here, each once."""
        return tuple({visit.player.id: visit.player.name for visit in self._visits}.values())

    @property
    def chat(self) -> tuple[ChatEntry, ...]:
        """The newest lines."""
        return tuple(self._chat)

    @property
    def announcement(self) -> Announcement | None:
        """The last announcement; None if there was none, or not for a while."""
        line = self._announced
        recent = line is not None and self._house.clock.now() < line.at + ANNOUNCED_FOR
        return line if recent else None

    def say(self, player: Player, text: str) -> None:
        line = self._house.allow_talk(player, text)
        self._add(ChatLine(self._house.clock.now(), player.id, player.name, line))

    def announce(self, text: str) -> str:
        """Let the house say something, and give the line as it was shown."""
        line = clean(text, self._house.settings.chat_length)
        self._announced = Announcement(self._house.clock.now(), line)
        self._add(self._announced)
        return line

    def _add(self, entry: ChatEntry) -> None:
        self._chat.append(entry)
        del self._chat[: -self._house.settings.chat_tail]
        self.changed()
