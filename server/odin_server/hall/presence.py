"""Who is connected where: to the tables, to the lobby and to the hosts.

Every host tells the others of its own people as they come and go, and tells everything again to a
host that is new. A host that is silent for too long counts as gone, and its people with it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from odin_server.clock import Alarm, Clock
from odin_server.hall.bus import Bus, Message

BEAT_EVERY = 2.0
"""Seconds between signs of life."""
GONE_AFTER = 8.0
"""Seconds of silence after which a host counts as gone."""
MOMENT = 1e-6
"""The least time between two sessions of which one is newer."""
TOLD_TOGETHER = 20
"""How many entries one message tells of; it may have 8,000 bytes, whatever people are called."""


class Place(NamedTuple):
    """Somebody's place at a table."""

    table: str
    player: str
    name: str
    spectator: bool
    at: float
    """Since when; of two places of one player at one table the later one holds."""


class Visitor(NamedTuple):
    """Somebody in the lobby."""

    player: str
    name: str
    active_at: float


class Connected(NamedTuple):
    """Somebody's session on a host, wherever in the hall they are."""

    account: str
    name: str
    key: str
    """Empty for a guest."""
    address: str
    network: str
    """What counts as one address."""


Entry: TypeAlias = Place | Visitor | Connected
Key: TypeAlias = tuple[str, ...]
"""Of a place the table and the player, otherwise a number; before it what kind of entry it is."""
_KINDS: dict[str, Callable[..., Entry]] = {
    "place": Place,
    "visitor": Visitor,
    "connected": Connected,
}


@dataclass(slots=True)
class _Host:
    heard_at: float
    entries: dict[Key, Entry] = field(default_factory=dict)
    untold: set[Key] = field(default_factory=set)
    """What this host has not told again yet since it began to tell all."""


class Presence:
    """The people of all hosts. Those of this host are told to the others.

    `on_table` is called with a table whose people elsewhere have changed, `on_taken` with a table
    and a player who has come to it on another host, `on_lobby` when the lobby has changed.
    """

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        on_table: Callable[[str], None],
        on_taken: Callable[[str, str], None],
        on_lobby: Callable[[], None],
    ) -> None:
        self._bus, self._clock = bus, clock
        self._on_table, self._on_taken, self._on_lobby = on_table, on_taken, on_lobby
        self._own: dict[Key, Entry] = {}
        self._others: dict[str, _Host] = {}
        self._places: dict[str, dict[tuple[str, str], Place]] = {}
        """The places on other hosts by table, and there by host and player."""
        self._numbers = count(1)
        self._alarm: Alarm | None = None
        self._silent = bus.is_alone

    def begin(self) -> None:
        """Begin to give signs of life."""
        if not self._silent:
            self._beat()

    def stop(self) -> None:
        """Tell the others that everybody here is gone, and nothing more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self._silent:
            self._bus.publish({"kind": "bye"})
            self._silent = True

    # -- this host ----------------------------------------------------------------------------

    def take_place(self, table: str, player: str, name: str, *, spectator: bool) -> None:
        """Tell of somebody who has come to a table."""
        # Later than any place that is known, even if the clock of its host is a little ahead.
        others = (one.at for one in self.elsewhere(table) if one.player == player)
        at = max(self._clock.now(), max(others, default=0.0) + MOMENT)
        place = Place(table, player, name, spectator, at)
        self._add_own(("place", table, player), place)

    def leave_place(self, table: str, player: str) -> None:
        """Tell of somebody who has left a table."""
        self._remove_own(("place", table, player))

    def enter_lobby(self, player: str, name: str) -> int:
        """Tell of somebody who has come into the lobby; return the number of the visit."""
        number = next(self._numbers)
        self._add_own(("visitor", str(number)), Visitor(player, name, self._clock.now()))
        return number

    def leave_lobby(self, number: int) -> None:
        """Tell of somebody who has left the lobby."""
        self._remove_own(("visitor", str(number)))

    def connect(self, number: int, connected: Connected) -> None:
        """Tell of a session on this host, by its number."""
        self._add_own(("connected", str(number)), connected)

    def disconnect(self, number: int) -> None:
        """Tell of a session on this host that has ended."""
        self._remove_own(("connected", str(number)))

    def _add_own(self, key: Key, entry: Entry) -> None:
        if not self._silent:
            self._own[key] = entry
            self._bus.publish({"kind": "here", "entries": [(key, entry)]})

    def _remove_own(self, key: Key) -> None:
        if self._own.pop(key, None) is not None and not self._silent:
            self._bus.publish({"kind": "gone", "key": key})

    # -- the others ---------------------------------------------------------------------------

    @property
    def has_others(self) -> bool:
        """Whether another host of the hall gives signs of life."""
        return bool(self._others)

    def elsewhere(self, table: str) -> Iterable[Place]:
        """Return the places at a table of people on other hosts."""
        return self._places.get(table, {}).values()

    def visitors_elsewhere(self) -> Iterator[Visitor]:
        """Yield the people in the lobbies of other hosts."""
        for entry in self._entries_elsewhere():
            if isinstance(entry, Visitor):
                yield entry

    def connected_elsewhere(self) -> Iterator[Connected]:
        """Yield the sessions on other hosts."""
        for entry in self._entries_elsewhere():
            if isinstance(entry, Connected):
                yield entry

    def names_elsewhere(self) -> Iterator[str]:
        """Yield the names of the people on other hosts; some may come twice."""
        return (entry.name for entry in self._entries_elsewhere())

    def _entries_elsewhere(self) -> Iterator[Entry]:
        for host in self._others.values():
            yield from host.entries.values()

    def hear(self, host: str, message: Message) -> None:
        """Take in a message of another host; every one is a sign of life."""
        if message["kind"] == "bye":
            self._forget(host)
            return
        other = self._others.get(host) or self._meet(host, message)
        other.heard_at = self._clock.now()
        match message["kind"]:
            case "hello":
                self._tell_all()
            case "telling-all":
                other.untold = {*other.entries}
            case "told-all":
                for key in tuple(other.untold):
                    self._remove(host, other, key)
            case "here":
                for key, fields in message["entries"]:
                    self._add(host, other, tuple(key), fields)
            case "gone":
                self._remove(host, other, tuple(message["key"]))

    def _meet(self, host: str, message: Message) -> _Host:
        """Begin to keep what a host tells, and ask for everything if it does not begin to."""
        self._others[host] = other = _Host(self._clock.now())
        if message["kind"] not in ("hello", "telling-all") and not self._silent:
            # It was frozen, or this host was: they forgot each other, and it does not know that.
            self._bus.publish({"kind": "hello"})
        return other

    def _add(self, host: str, other: _Host, key: Key, fields: list[Any]) -> None:
        entry = _KINDS[key[0]](*fields)
        other.untold.discard(key)
        if other.entries.get(key) == entry:
            return
        other.entries[key] = entry
        if isinstance(entry, Place):
            self._places.setdefault(entry.table, {})[host, entry.player] = entry
            own = self._own.get(key)
            if isinstance(own, Place) and own.at <= entry.at:
                self._on_taken(entry.table, entry.player)
        self._tell_of(entry)

    def _remove(self, host: str, other: _Host, key: Key) -> None:
        other.untold.discard(key)
        entry = other.entries.pop(key, None)
        if isinstance(entry, Place):
            there = self._places[entry.table]
            del there[host, entry.player]
            if not there:
                del self._places[entry.table]
        if entry is not None:
            self._tell_of(entry)

    def _tell_of(self, entry: Entry) -> None:
        if isinstance(entry, Place):
            self._on_table(entry.table)
        elif isinstance(entry, Visitor):
            self._on_lobby()

    def _forget(self, host: str) -> None:
        other = self._others.pop(host, None)
        if other is not None:
            for key in tuple(other.entries):
                self._remove(host, other, key)

    # -- signs of life ------------------------------------------------------------------------

    def introduce(self) -> None:
        """Ask all others who is there, and tell who is here."""
        if not self._silent:
            self._bus.publish({"kind": "hello"})
            self._tell_all()

    def _tell_all(self) -> None:
        if self._silent:
            return
        self._bus.publish({"kind": "telling-all"})
        own = list(self._own.items())
        for start in range(0, len(own), TOLD_TOGETHER):
            self._bus.publish({"kind": "here", "entries": own[start : start + TOLD_TOGETHER]})
        self._bus.publish({"kind": "told-all"})

    def _beat(self) -> None:
        now = self._clock.now()
        silent = [name for name, host in self._others.items() if now > host.heard_at + GONE_AFTER]
        for host in silent:
            self._forget(host)
        self._bus.publish({"kind": "beat"})
        self._alarm = self._clock.call_at(now + BEAT_EVERY, self._beat)
