"""Where everything lies in a match of Walhalla, for the oracle: every Viking is an object."""

from dataclasses import dataclass

from tests.engine.walhalla.oracle_box import CARDS, Dragon, Luck

MIDGARD, ASGARD, WALHALLA = "midgard", "asgard", "walhalla"


@dataclass(eq=False)
class Viking:
    """One of 14 Vikings of a player, in a zone, on a `seat 2` of the dragon, or on a field."""

    owner: int
    place: str


class Table:
    """The land, the Vikings, the cards and the dragons, set up for the first raid."""

    def __init__(self, luck: Luck, seats: int) -> None:
        self.luck = luck
        self.players = range(seats)
        self.land = dict(luck.land)
        self.vikings: list[Viking] = []
        for player in self.players:
            stock = {3: 9, 4: 7}[seats]
            zones = [MIDGARD] * stock + [WALHALLA] + [ASGARD] * (13 - stock)
            self.vikings += [Viking(player, zone) for zone in zones]
        self.vp = dict.fromkeys(self.players, 0)
        self.hands = {player: [luck.cards[player]] for player in self.players}
        self.pile, self.discards = luck.cards[seats:], list[str]()
        self.reshuffles = 0
        self.raid, self.starter, self.active = 1, luck.starter, luck.starter
        self.stack: list[Dragon] = []
        self.dragon: Dragon | None = None
        self.fjords: dict[int, list[tuple[Dragon, bool]]] = {}
        """The dragons in each fjord, and whether they were turned."""

    def count(self, player: int, place: str) -> int:
        """Count the Vikings of a player in a zone."""
        return sum(viking.owner == player and viking.place == place for viking in self.vikings)

    def move(self, player: int, start: str, end: str, number: int = 1) -> None:
        """Move some Vikings of a player from one zone to another."""
        there = [v for v in self.vikings if v.owner == player and v.place == start]
        assert len(there) >= number
        for viking in there[:number]:
            viking.place = end

    def on(self, place: str) -> Viking | None:
        """Find the Viking on a field or on a seat of the dragon."""
        found = [viking for viking in self.vikings if viking.place == place]
        assert len(found) <= 1
        return found[0] if found else None

    def occupied(self, player: int, kind: str = "") -> list[str]:
        """List the fields that a player occupies, all or those of one kind of land."""
        places_taken = [viking.place for viking in self.vikings if viking.owner == player]
        return [p for p in places_taken if p in self.land and self.land[p].startswith(kind)]

    def shore(self, fjord: int, row: int) -> list[str]:
        """List the one or two fields beside a row: peninsula `a` lies between fjords 1 and 2."""
        left_and_right = {1: "a", 2: "ab", 3: "bc", 4: "c"}[fjord]
        return [f"{p}{row}" for p in left_and_right if f"{p}{row}" in self.land]

    def next_rows(self, fjord: int) -> tuple[int, int, int]:
        """Give the rows beside which the next dragon of a fjord comes to lie."""
        behind = 3 * len(self.fjords[fjord])
        return behind + 1, behind + 2, behind + 3

    def is_open(self, fjord: int) -> bool:
        """Tell whether the next dragon could moor at some field at least."""
        return any(self.shore(fjord, row) for row in self.next_rows(fjord))

    def discard(self, player: int, card: str) -> None:
        """Lay a card of a player on the open pile."""
        self.hands[player].remove(card)
        self.discards.append(card)

    def draw_card(self, player: int) -> None:
        """Take the top card; if there is none, the discards become the pile first."""
        if not self.pile and self.discards:
            self.reshuffles += 1
            self.pile = self.luck.reshuffled(
                self.reshuffles, sorted(self.discards, key=CARDS.index)
            )
            self.discards = []
        if self.pile:
            self.hands[player].append(self.pile.pop(0))
