"""One session in the lobby."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from odin_server.hall.views import Announcement, ChatEntry, Person, Player, TableListing

if TYPE_CHECKING:
    from odin_server.hall.hall import Hall


class LobbySession:
    """The interface to the lobby for a screen: who is here, the tables, and the chat.

    `on_change` is called soon after any of that has changed, once for many changes in a row.
    """

    def __init__(self, hall: "Hall", player: Player) -> None:
        self.player = player
        self.on_change: Callable[[], object] | None = None
        self._hall = hall
        self.active_at = hall.now()
        """When this player has last pressed a key."""
        self._notify_due = False
        self._loop = asyncio.get_running_loop()

    @property
    def tables(self) -> tuple[TableListing, ...]:
        """The public tables."""
        return self._hall.tables()

    @property
    def unfinished(self) -> tuple[TableListing, ...]:
        """The player's own tables that are not closed."""
        return self._hall.unfinished(self.player)

    @property
    def people(self) -> tuple[Person, ...]:
        """All who are in the hall."""
        return self._hall.people()

    @property
    def chat(self) -> tuple[ChatEntry, ...]:
        return self._hall.chat_for(self.player)

    @property
    def announcement(self) -> Announcement | None:
        """What a moderator announced last, if that is not long ago."""
        return self._hall.announcement()

    def say(self, text: str) -> None:
        """Say something to everyone in the hall."""
        self._hall.say(self.player, text)

    def note_activity(self) -> None:
        """Remember that the player is not idle; nobody is told before the next change."""
        self.active_at = self._hall.now()

    def close(self) -> None:
        """Leave the hall."""
        self._hall.exit(self)

    def notify_soon(self) -> None:
        """Call `on_change` soon. For the hall."""
        if not self._notify_due and self.on_change is not None:
            self._notify_due = True
            self._loop.call_soon(self._notify)

    def _notify(self) -> None:
        self._notify_due = False
        if self.on_change is not None:
            self.on_change()
