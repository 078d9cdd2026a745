"""Walhalla a second time, from the sentences of the rules and as slow as it may be.

The turns are generators that ask a question wherever somebody decides, so that they read in the
order of the rulebook. Nothing here comes from the engine but the shuffle in `oracle_box`.
"""

from collections.abc import Generator, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tests.engine.walhalla.oracle_box import CARDS, COLOURS, PENINSULAS, Luck
from tests.engine.walhalla.oracle_scoring import Points, Score, majority, places, supplies
from tests.engine.walhalla.oracle_table import ASGARD, MIDGARD, WALHALLA, Table, Viking

TERRAIN_CARDS = {"forest": "F", "wheat": "W", "sacrifice": "S", "village": "V"}
TONGUE_CARDS = {"tongue6": 6, "tongue7": 7, "tongue8": 8}


class Question(NamedTuple):
    """A stage, and what every player who is asked may answer."""

    stage: str
    answers: dict[int, set[str]]


class Answer(NamedTuple):
    """What one player decided."""

    player: int
    word: str


Asking: TypeAlias = Generator[Question, Answer, None]
AskingOne: TypeAlias = Generator[Question, Answer, str]


class Match(Table):
    """A match that is being played; `question` is None before its start and after its end."""

    def __init__(
        self, luck: Luck, seats: int, *, turning: bool = True, walhalla_in_final: bool = False
    ) -> None:
        super().__init__(luck, seats)
        self.turning, self.walhalla_in_final = turning, walhalla_in_final
        self.committed: dict[int, list[str]] = {}
        self.scores: list[Score] = []
        self.dragons_used: list[int] = []
        self.flow: Asking | None = None
        self.question: Question | None = None

    def run(self, flow: Asking) -> None:
        """Begin with something: the whole match, or in a test only a part of it."""
        self.flow = flow
        self.question = next(flow, None)

    def play(self, player: int, word: str) -> None:
        """Answer for a player, and go on to the next question."""
        assert self.flow is not None
        assert word in self.legal(player), (player, word, self.question)
        try:
            self.question = self.flow.send(Answer(player, word))
        except StopIteration:
            self.question = None

    def legal(self, player: int) -> set[str]:
        """List what a player may decide now."""
        return set() if self.question is None else self.question.answers.get(player, set())

    def whole(self) -> Asking:
        """Play three raids, with the preparations between them."""
        for raid in (1, 2, 3):
            self.raid, self.active = raid, self.starter
            yield from self.sail_out()
            yield from self.commit()
            self.score_raid()
            if raid < 3:
                self.prepare()
            else:
                self.score_final()
            for player in self.players:
                self.vp[player] += self.scores[-1].total(player)
                for card in self.committed[player]:
                    self.discard(player, card)

    def sail_out(self) -> Asking:
        """Take turns until all dragons have sailed or nobody has a Viking left in Midgard."""
        self.stack = list(self.luck.dragons(self.raid))
        self.fjords = {1: [], 2: [], 3: [], 4: []}
        while True:
            yield from self.turn()
            midgard_is_empty = all(self.count(player, MIDGARD) == 0 for player in self.players)
            if not self.stack or midgard_is_empty:
                break
            self.active = (self.active + 1) % len(self.players)
        self.dragons_used.append(12 - len(self.stack))

    def turn(self) -> Asking:
        """Draw a dragon, go aboard, sail and disembark."""
        self.dragon = self.stack.pop(0)
        yield from self.board()
        yield from self.board_guest()
        yield from self.sail()

    def ask(self, stage: str, player: int, words: Iterable[str]) -> AskingOne:
        """Ask one player."""
        answer = yield Question(stage, {player: set(words)})
        return answer.word

    def sales(self, player: int) -> int:
        """Count the Vikings that a player could buy, each for a card and a point."""
        return min(len(self.hands[player]), self.count(player, ASGARD), self.vp[player])

    def board(self) -> Asking:
        """Let the active player fill the neutral seats, and the reserved one of the own colour."""
        assert self.dragon is not None
        most = self.count(self.active, MIDGARD) + self.sales(self.active)
        if most == 0:
            return
        own = self.dragon.colour == COLOURS[self.active]
        seats = [seat for seat in "123" if own or int(seat) != self.dragon.reserved]
        words = {"board none"}
        for number in range(1, min(most, len(seats)) + 1):
            words |= {"board " + " ".join(chosen) for chosen in combinations(seats, number)}
        word = yield from self.ask("BOARD", self.active, words)
        for seat in word.split()[1:]:
            if seat != "none":
                yield from self.embark(self.active, int(seat))

    def board_guest(self) -> Asking:
        """Ask the player of the reserved colour, if that is another one, to come along."""
        assert self.dragon is not None
        guest = COLOURS.index(self.dragon.colour)
        if guest == self.active or guest not in self.players:
            return
        if self.count(guest, MIDGARD) == 0 and self.sales(guest) == 0:
            return
        word = yield from self.ask("GUEST", guest, {"join", "decline"})
        if word == "join":
            yield from self.embark(guest, self.dragon.reserved)

    def embark(self, player: int, seat: int) -> Asking:
        """Bring a Viking aboard; without one in Midgard, sell a card to have one from Asgard."""
        if self.count(player, MIDGARD) == 0:
            hand = self.hands[player]
            card = hand[0]
            if len(hand) > 1:
                word = yield from self.ask("SELL", player, {f"sell {card}" for card in hand})
                card = word.split()[1]
            self.discard(player, card)
            self.vp[player] -= 1
            self.move(player, ASGARD, MIDGARD)
        self.move(player, MIDGARD, f"seat {seat}")

    def sail(self) -> Asking:
        """Choose a fjord, and which end goes first; then disembark, nearest to the coast first."""
        assert self.dragon is not None
        words = [f"sail {fjord}" for fjord in self.fjords if self.is_open(fjord)]
        if self.turning:
            words += [f"{word} turned" for word in words]
        word = words[0]
        if len(words) > 1:
            word = yield from self.ask("SAIL", self.active, words)
        fjord = int(word.split()[1])
        rows = self.next_rows(fjord)
        turned = word.endswith("turned")
        self.fjords[fjord].append((self.dragon, turned))
        seats = (3, 2, 1) if turned else (1, 2, 3)
        for row, seat in zip(rows, seats, strict=True):
            viking = self.on(f"seat {seat}")
            if viking is not None:
                yield from self.disembark(viking, self.shore(fjord, row))

    def disembark(self, viking: Viking, shore: list[str]) -> Asking:
        """Land beside the seat, never on an own Viking; whoever cannot goes back to Midgard."""
        fields = []
        for field in shore:
            other = self.on(field)
            if other is None or other.owner != viking.owner:
                fields.append(field)
        if not fields:
            viking.place = MIDGARD
            return
        field = fields[0]
        if len(fields) == 2:
            word = yield from self.ask("LAND", viking.owner, {f"land {f}" for f in fields})
            field = word.split()[1]
        defender = self.on(field)
        if defender is not None:
            yield from self.fight(viking, defender)
            if viking.place == WALHALLA:
                return
        yield from self.occupy(viking, field)

    def fight(self, attacker: Viking, defender: Viking) -> Asking:
        """Send one of the two to Walhalla; the defending player decides which, if allowed to."""
        word = "fight"
        if self.hands[attacker.owner]:
            words = {"fight"} | ({"attack"} & set(self.hands[attacker.owner]))
            word = yield from self.ask("ATTACK", attacker.owner, words)
        if word == "attack":
            self.discard(attacker.owner, "attack")
            defender.place = WALHALLA
            return
        heroes, hand = self.count(defender.owner, WALHALLA), self.hands[defender.owner]
        word = "lose"
        if heroes or hand:
            words = {"lose"} | ({"shield"} & set(hand)) | ({"pay"} if heroes else set())
            word = yield from self.ask("DEFEND", defender.owner, words)
        if word == "lose":
            defender.place = WALHALLA
            return
        if word == "shield":
            self.discard(defender.owner, "shield")
        else:
            self.move(defender.owner, WALHALLA, ASGARD)
        attacker.place = WALHALLA

    def occupy(self, viking: Viking, field: str) -> Asking:
        """Stand on a field; a site gives a card, a forest points, doubled by a hunt."""
        viking.place = field
        kind = self.land[field]
        if kind == "S":
            self.draw_card(viking.owner)
        if kind in ("F2", "F3"):
            points = int(kind[1])
            hand = self.hands[viking.owner]
            if hand:
                words = {"gather"} | ({"hunt"} & set(hand))
                word = yield from self.ask("HUNT", viking.owner, words)
                if word == "hunt":
                    self.discard(viking.owner, "hunt")
                    points *= 2
            self.vp[viking.owner] += points

    def commit(self) -> Asking:
        """Let everybody with cards lay some face down, all at once."""
        self.committed = {player: [] for player in self.players if not self.hands[player]}
        while len(self.committed) < len(self.players):
            waiting = [player for player in self.players if player not in self.committed]
            answers = {player: set(self.commits(player)) for player in waiting}
            answer = yield Question("COMMIT", answers)
            cards = answer.word.split()[1:]
            self.committed[answer.player] = [card for card in cards if card != "none"]

    def commits(self, player: int) -> Iterator[str]:
        """List every choice of cards that count at the end of this raid, in their order."""
        usable = [*TERRAIN_CARDS, *TONGUE_CARDS]
        if self.raid < 3 or self.walhalla_in_final:
            usable.append("walhalla")
        cards = sorted(filter(usable.__contains__, self.hands[player]), key=CARDS.index)
        yield "commit none"
        for number in range(1, len(cards) + 1):
            for chosen in combinations(cards, number):
                yield "commit " + " ".join(chosen)

    def score_raid(self) -> None:
        """Count terrain cards, peninsulas and wheat."""
        score = Score(self.committed)
        self.scores.append(score)
        for player in self.players:
            score.cards[player] = sum(
                len(self.occupied(player, TERRAIN_CARDS[card]))
                for card in self.committed[player]
                if card in TERRAIN_CARDS
            )
            score.wheat[player] = self.raid * len(self.occupied(player, "W"))
        for peninsula in PENINSULAS:
            sums = {player: self.strength(player, peninsula) for player in self.players}
            score.sums[peninsula] = sums
            score.peninsulas[peninsula] = majority(
                sums, self.luck.outer[peninsula], self.luck.inner[peninsula]
            )

    def strength(self, player: int, peninsula: str) -> int:
        """Add up a player's Vikings on a peninsula, their villages and the cards for it."""
        fields = [field for field in self.occupied(player) if field[0] == peninsula]
        villages = [int(self.land[field][1]) for field in fields if self.land[field][0] == "V"]
        numbers = [TONGUE_CARDS.get(card) for card in self.committed[player]]
        return len(fields) + sum(villages) + 2 * numbers.count(self.luck.outer[peninsula])

    def heroes(self, *, card_counts: bool) -> Points:
        """Count everybody's Vikings in Walhalla, and two more for the card if it counts."""
        return {
            player: self.count(player, WALHALLA)
            + (2 if card_counts and "walhalla" in self.committed[player] else 0)
            for player in self.players
        }

    def prepare(self) -> None:
        """Clear the land but for the wheat, supply everybody, and let heroes leave Walhalla."""
        score = self.scores[-1]
        score.cleared = dict.fromkeys(self.players, 0)
        for viking in self.vikings:
            if viking.place in self.land and self.land[viking.place] != "W":
                viking.place = ASGARD
                score.cleared[viking.owner] += 1
        self.starter = (self.starter + 1) % len(self.players)
        score.heroes = self.heroes(card_counts=True)
        for player, number in supplies(score.heroes).items():
            score.supply[player] = min(number, self.count(player, ASGARD))
            self.move(player, ASGARD, MIDGARD, score.supply[player])
        score.exodus = min(self.heroes(card_counts=False).values())
        for player in self.players:
            self.move(player, WALHALLA, ASGARD, score.exodus)

    def score_final(self) -> None:
        """Count a point for every occupied field, and the majority in Walhalla."""
        score = self.scores[-1]
        for player in self.players:
            score.fields[player] = len(self.occupied(player))
        score.heroes = self.heroes(card_counts=self.walhalla_in_final)
        score.walhalla = majority(score.heroes, 6, 4)

    def places(self) -> tuple[int, ...]:
        """Give everybody's place by the points."""
        return places(self.vp)
