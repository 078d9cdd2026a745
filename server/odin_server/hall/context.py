"""What all tables of a hall share: settings, clock, log, games, bots and random numbers."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from odin_engine.game import AnyGame
from odin_server.chat import clean
from odin_server.clock import Clock
from odin_server.hall.bot_pool import BotPool
from odin_server.hall.bus import Message
from odin_server.hall.leases import Leases
from odin_server.hall.rate_limit import RateLimit
from odin_server.hall.refusals import Muted, NothingToSay, TooFast
from odin_server.hall.settings import HallSettings
from odin_server.hall.uptime import Uptime
from odin_server.hall.views import Player, is_guest
from odin_server.log import Log

if TYPE_CHECKING:
    from odin_server.hall.inbox import Inbox
    from odin_server.hall.presence import Presence
    from odin_server.hall.registry import TableRegistry


@dataclass(slots=True, eq=False)
class TableContext:
    """The dependencies of a table."""

    settings: HallSettings
    """They may be replaced at any time; the rest stays."""
    clock: Clock
    log: Log
    games: Mapping[str, AnyGame]
    bot_pool: BotPool
    leases: Leases
    presence: "Presence"
    rng: Random
    new_seed: Callable[[], bytes]
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    tell_hosts: Callable[[Message], None]
    """Sends a message to the other hosts of the hall."""
    chat_limit: RateLimit
    muted: dict[str, float]
    ignored: dict[str, frozenset[str]]
    """Whose lines a player does not want to read."""
    bot_pause: Callable[[], float]
    """Returns the pause before a bot moves, which a local player may change at any time."""
    changed: Callable[[], None]
    """To be called when the hall's list of tables may look different."""
    moved: Callable[[], object]
    """To be called after every move that was written."""
    uptime: Uptime
    """When the hall was up, for clocks that run for days."""
    registry: "TableRegistry" = field(init=False)
    """Set by the registry itself."""
    inbox: "Inbox" = field(init=False)
    """Set by the hall, which it needs."""

    def check_chat(self, player: Player, text: str) -> str:
        """Return the line cleaned for other people's screens.

        Raises `Muted`, `NothingToSay` or `TooFast`.
        """
        now = self.clock.now()
        if self.muted.get(player.id, 0.0) > now:
            raise Muted
        if not self.settings.guests_talk and is_guest(player.id):
            raise Muted("guests-do-not-talk")
        if len(text) > 4 * self.settings.chat_length:
            raise NothingToSay("line-too-long", most=self.settings.chat_length)
        line = clean(text, self.settings.chat_length)
        if not line:
            raise NothingToSay("nothing-to-show")
        if word := self.settings.unwanted_words.find(line):
            raise NothingToSay("unwanted-word", word=word)
        if not self.chat_limit.allows(player.id, now):
            raise TooFast("talking-too-fast")
        self.chat_limit.spend(player.id, now)
        self.tell_hosts({"kind": "spoke", "player": player.id})
        return line
