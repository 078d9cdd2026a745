"""Limits on tables and seats: per player, per address, for guests, and in all."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from odin_server.hall.bus import Message
from odin_server.hall.refusals import TooManySeats, TooManyTables
from odin_server.hall.settings import HallSettings
from odin_server.hall.views import NewTable, Player, is_guest

if TYPE_CHECKING:
    from odin_server.hall.table import Table

Kind = Literal["table", "seat", "correspondence"]
"""What is counted: tables, and seats in matches of either kind."""
MOST_ADDRESSES = 4096
"""Above so many remembered addresses, those of people who have no table are forgotten."""


class Limits:
    """Counts tables and seats, including those reserved while they are being written to the log.

    Addresses are kept in memory only, so after a restart tables from before count for nobody's
    address.
    """

    def __init__(
        self,
        settings: Callable[[], HallSettings],
        tables: Mapping[str, "Table"],
        tell_hosts: Callable[[Message], None],
    ) -> None:
        self._settings, self._tables, self._tell_hosts = settings, tables, tell_hosts
        self._reserved: list[tuple[Kind, str]] = []
        self._addresses: dict[str, str] = {}

    @contextmanager
    def new_table(self, player: Player, wanted: NewTable) -> Iterator[None]:
        """Reserve a table for this player while it is created.

        Raises `TooManyTables`, or `TooManySeats` for a player who also wants to sit at it.
        """
        kind: Kind = "seat"
        if wanted.clock is not None and wanted.clock.correspondence:
            kind = "correspondence"
        self._check_tables(player, kind)
        if wanted.host_sits or kind == "correspondence":
            self._check_seats(player, kind)
        with self._reserving("table", player), self._reserving(kind, player):
            yield

    @contextmanager
    def new_seat(self, player: Player, table: "Table") -> Iterator[None]:
        """Reserve a seat for this player while they take it; raises `TooManySeats`."""
        kind: Kind = "correspondence" if table.state.by_correspondence else "seat"
        self._check_seats(player, kind)
        with self._reserving(kind, player):
            yield

    def _check_tables(self, player: Player, kind: Kind) -> None:
        limit, guest = self._settings(), is_guest(player.id)
        hosts = [table.state.host for table in self._tables.values()]
        hosts += [who for reserved, who in self._reserved if reserved == "table"]
        live = [
            table.state.host for table in self._tables.values() if not table.state.by_correspondence
        ]
        most = limit.tables_per_guest if guest else limit.tables_per_player
        if (
            kind != "correspondence"
            and live.count(player.id) + self._reserved.count(("table", player.id)) >= most
        ):
            raise TooManyTables("too-many-tables-hosted", most=most)
        if self._count_from_address_of(player, hosts) >= limit.tables_per_address:
            raise TooManyTables("too-many-tables-from-address")
        if len(hosts) >= limit.tables:
            raise TooManyTables("hall-full-of-tables")
        if guest and sum(map(is_guest, hosts)) >= limit.guest_tables:
            raise TooManyTables("too-many-guest-tables")

    def _check_seats(self, player: Player, kind: Kind) -> None:
        limit = self._settings()
        seated = [who for reserved, who in self._reserved if reserved == kind]
        for table in self._tables.values():
            if table.state.by_correspondence == (kind == "correspondence"):
                seated += [
                    seat_state.player
                    for seat_state in table.state.seats
                    if seat_state.player is not None
                ]
        most = limit.seats_per_guest if is_guest(player.id) else limit.seats_per_player
        if kind == "correspondence":
            most = limit.correspondence_seats
        if seated.count(player.id) >= most:
            raise TooManySeats("too-many-seats-taken", most=most)
        if self._count_from_address_of(player, seated) >= limit.seats_per_address:
            raise TooManySeats("too-many-seats-from-address")

    def _count_from_address_of(self, player: Player, people: list[str]) -> int:
        """Count whoever has this player's address: guests for a guest, the others for others.

        Guests could otherwise keep people with an account from playing at the same address.
        """
        if not player.address:
            return 0
        return sum(
            self._addresses.get(who) == player.address and is_guest(who) == is_guest(player.id)
            for who in people
        )

    @contextmanager
    def _reserving(self, kind: Kind, player: Player) -> Iterator[None]:
        if self._addresses.get(player.id) != player.address:
            self.remember_address(player.id, player.address)
            self._tell_hosts({"kind": "address", "player": player.id, "address": player.address})
        self._reserved.append((kind, player.id))
        try:
            yield
        finally:
            self._reserved.remove((kind, player.id))

    def remember_address(self, player: str, address: str) -> None:
        """Remember from where somebody plays, on this host or another."""
        if len(self._addresses) >= MOST_ADDRESSES:
            needed = {who for _, who in self._reserved}
            for table in self._tables.values():
                needed |= {
                    table.state.host,
                    *(seat_state.player or "" for seat_state in table.state.seats),
                }
            self._addresses = {who: at for who, at in self._addresses.items() if who in needed}
        self._addresses[player] = address
