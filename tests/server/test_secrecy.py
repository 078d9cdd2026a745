"""Nothing that leaves the hall carries what its reader may not see.

A game made for this test gives every seat cards with unmistakable names. Everything anyone is
handed, views, listings, callbacks, chat, records and refusals, is searched for the others' cards
and for the seed. Then Odin itself is played twice with hands that differ only where a reader
cannot look, and what that reader is handed must be the same to the last byte.
"""

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from odin_engine.chance import Seed
from odin_engine.game import IllegalMove, NotAMove, Outcome, Refusal, Seat
from odin_engine.games import GAMES
from odin_server.hall import Chair, Hall, NewTable, Phase, Player, TimeControl


@dataclass(frozen=True)
class PlantedState:
    seed: bytes
    hands: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...] = ()
    turn: int = 0


@dataclass(frozen=True)
class PlantedView:
    seat: Seat | None
    hand: tuple[str, ...]
    shown: tuple[str, ...]
    to_move: tuple[Seat, ...]
    moves: tuple[str, ...]
    outcome: Outcome | None


class Planted:
    """Each seat in turn shows one of its cards, until all are shown."""

    NAME, TITLE, RULES_VERSION, SEATS, CHOICES = "planted", "Planted", 1, range(2, 5), ()

    def read_options(self, words: Mapping[str, str], seats: int) -> int:
        return seats + len(words)

    def write_options(self, _options: int) -> dict[str, str]:
        return {}

    def setup(self, _options: int, seats: int, seed: Seed) -> PlantedState:
        hands = tuple(
            tuple(f"CARD-{seat}-{number}-{seed.hex()[:6]}" for number in range(20))
            for seat in range(seats)
        )
        return PlantedState(seed, hands)

    def to_move(self, state: PlantedState) -> tuple[Seat, ...]:
        if not any(state.hands):
            return ()
        return (Seat(state.turn % len(state.hands)),)

    def legal_moves(self, state: PlantedState, seat: Seat) -> tuple[str, ...]:
        return state.hands[seat] if seat in self.to_move(state) else ()

    def play(self, state: PlantedState, seat: Seat, move: str) -> PlantedState:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove(f"{move}: you do not hold it.")
        hand = tuple(card for card in state.hands[seat] if card != move)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        return replace(state, hands=hands, shown=(*state.shown, move), turn=state.turn + 1)

    def timeout_move(self, state: PlantedState, seat: Seat) -> str:
        return state.hands[seat][0]

    def view(self, state: PlantedState, seat: Seat | None) -> PlantedView:
        hand = () if seat is None else state.hands[seat]
        moves = () if seat is None else self.legal_moves(state, seat)
        return PlantedView(seat, hand, state.shown, self.to_move(state), moves, self.outcome(state))

    def outcome(self, state: PlantedState) -> Outcome | None:
        if self.to_move(state):
            return None
        seats = len(state.hands)
        return Outcome(tuple(range(1, seats + 1)), tuple(range(seats)), "All cards are shown.")

    def parse_move(self, text: str) -> str:
        if not text.startswith("CARD-"):
            raise NotAMove(f"{text!r} is no card.")
        return text

    def format_move(self, move: str) -> str:
        return move

    def heuristic_move(self, view: PlantedView, rng: Random) -> str:
        return view.moves[rng.randrange(len(view.moves))]

    def feat(self, _move: str) -> int:
        return 1


def told(refusal: BaseException) -> Iterator[object]:
    """Give everything a refusal says, and what it says came before it."""
    seen: BaseException | None = refusal
    while seen is not None:
        yield from (str(seen), repr(seen), seen.args)
        seen = seen.__cause__ or seen.__context__


class Searcher:
    """Searches everything that is handed to somebody."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.searched = 0

    def search(self, thing: object, reader: Seat | None, chair: Chair) -> None:
        state = chair._table.state
        handed = pickle.dumps(thing) + repr(thing).encode()
        self.searched += 1
        if state.next_seed is not None:
            assert state.next_seed.encode() not in handed
            assert bytes.fromhex(state.next_seed) not in handed
        if state.phase is Phase.OVER:
            return
        assert state.seed.encode() not in handed
        assert bytes.fromhex(state.seed) not in handed
        for seat, hand in enumerate(state.match_state.hands if state.match_state else ()):
            for card in hand:
                if seat != reader:
                    assert card.encode() not in handed, f"{reader} was handed {card}"

    def look_around(self, chair: Chair) -> None:
        reader = None if chair.is_spectator else chair.seat
        hall, who = self.hall, chair.player
        for thing in (
            chair.view,
            hall.tables(),
            hall.unfinished(who),
            hall.finished(who),
            hall.chat(),
            hall.people(),
            hall.results(who),
            hall.leaderboard("planted"),
        ):
            self.search(thing, reader, chair)

    async def try_everything(self, chair: Chair) -> None:
        """Ask for all that might be refused with too many words."""
        reader = None if chair.is_spectator else chair.seat
        verbs = ("resume", "rematch", "take_back", "start", "hint")
        actions = [getattr(chair, verb) for verb in verbs]
        actions += [
            lambda: chair.play("CARD-9-9-zzzzzz"),
            lambda: chair.play("nonsense"),
            lambda: chair.play("CARD-9-9-zzzzzz", turn=77),
            lambda: chair.add_bot("karl"),
            lambda: chair.remove_bot(0),
            lambda: self.hall.sit(Player("mallory", "Mallory"), chair.view.code),
            lambda: self.hall.record(chair.player, f"{chair.view.id}.1"),
        ]
        for action in actions:
            try:
                result = await action()
            except Refusal as refusal:
                for words in told(refusal):
                    self.search(words, reader, chair)
            else:
                self.search(result, reader, chair)


async def test_no_planted_card_and_no_seed_leaves_the_hall(env: Any) -> None:
    hall = await env.hall(games={"planted": Planted()}, settings={"chat_every": 0.0})
    searcher = Searcher(hall)
    wanted = NewTable(
        "planted", seats=4, bots=("karl",), public=True, hints=True, clock=TimeControl(10.0)
    )
    host = await hall.open_table(env.anna, wanted)
    code = host.view.code
    guest, third = await hall.sit(env.bjarni, code), await hall.sit(env.cnut, code)
    watcher = await hall.watch(Player("disa", "Disa"), code)
    visit = hall.enter(env.anna)

    def chairs() -> list[Chair]:
        return [chair for chair in (host, guest, third, watcher) if chair.ended is None]

    def listen(chair: Chair) -> None:
        chair.on_change = lambda *args, **words: searcher.search(
            (args, words, chair.view), None if chair.is_spectator else chair.seat, chair
        )

    for chair in chairs():
        listen(chair)
    await host.start()
    for step in range(16):
        for chair in chairs():
            searcher.look_around(chair)
            await searcher.try_everything(chair)
            await chair.say(f"{chair.player.name} at {step}")
        searcher.search((visit.tables, visit.chat, visit.unfinished), None, host)
        if step == 4:
            await third.leave()
        if step == 7:
            third = await hall.sit(env.cnut, code)
            listen(third)
        if step == 9:
            guest.close()
            guest = await hall.sit(env.bjarni, code)
            listen(guest)
        mover = next((chair for chair in chairs() if chair.view.my_turn), None)
        if mover is not None and step % 3:
            await mover.play(mover.view.match.moves[0])
        await env.pass_time(11)
    assert host.view.turn > 15
    assert searcher.searched > 2000


async def test_the_search_would_find_a_card_that_leaked(env: Any) -> None:
    class Leaky(Planted):
        def view(self, state: PlantedState, seat: Seat | None) -> PlantedView:
            return replace(super().view(state, seat), shown=state.hands[1])

    hall = await env.hall(games={"planted": Leaky()})
    host = await hall.open_table(env.anna, NewTable("planted", seats=2))
    await hall.sit(env.bjarni, host.view.code)
    await host.start()
    with pytest.raises(AssertionError, match="was handed"):
        Searcher(hall).look_around(host)


async def test_a_match_that_is_over_shows_its_seed_and_its_record(env: Any) -> None:
    hall = await env.hall(games={"planted": Planted()})
    host = await hall.open_table(env.anna, NewTable("planted", seats=2, bots=("karl",)))
    await host.start()
    while host.view.phase is not Phase.OVER:
        if host.view.my_turn:
            await host.play(host.view.match.moves[0])
        await env.settle(3)
    record = await hall.record(env.anna, hall.finished(env.anna)[0].id)
    assert record.seed.hex() == host.view.seed


async def test_the_seed_of_the_next_match_is_as_secret_as_that_of_the_first(env: Any) -> None:
    hall = await env.hall(games={"planted": Planted()})
    searcher = Searcher(hall)
    host = await hall.open_table(env.anna, NewTable("planted", seats=2, bots=("karl",)))
    watcher = await hall.watch(Player("disa", "Disa"), host.view.code)
    await host.start()
    while host.view.phase is not Phase.OVER:
        if host.view.my_turn:
            await host.play(host.view.match.moves[0])
        await env.settle(3)
    await env.until(lambda: host.view.next_commitment is not None)
    for chair in (host, watcher):
        searcher.look_around(chair)
    promised, secret = host.view.next_commitment, host._table.state.next_seed
    await searcher.try_everything(watcher)
    await host.rematch()
    assert host.view.commitment == promised
    for chair in (host, watcher):
        assert secret == chair._table.state.seed
        searcher.look_around(chair)


class Arranged:
    """Odin, except that the first deal is arranged by hand."""

    def __init__(self, arrange: Any) -> None:
        self._arrange = arrange

    def __getattr__(self, name: str) -> Any:
        return getattr(GAMES["odin"], name)

    def setup(self, options: Any, seats: int, seed: Seed) -> Any:
        return self._arrange(GAMES["odin"].setup(options, seats, seed))


@pytest.mark.parametrize("reader", [0, 1, 2, None])
async def test_what_a_reader_of_odin_is_handed_does_not_depend_on_hidden_cards(
    env: Any, reader: int | None
) -> None:
    def swapped(state: Any) -> Any:
        """Exchange cards between hands the reader cannot see, and with the undealt ones."""
        hidden = GAMES["odin"].imagine(GAMES["odin"].view(state, reader), Random(99))
        assert hidden.hands != state.hands
        return state._replace(hands=hidden.hands, undealt=hidden.undealt)

    handed = []
    for arrange in (lambda state: state, swapped):
        hall = await env.hall(games={"odin": Arranged(arrange)}, chance=Random(5))
        host = await hall.open_table(env.anna, NewTable("odin", seats=3, public=True))
        chairs = [host]
        chairs += [await hall.sit(who, host.view.code) for who in (env.bjarni, env.cnut)]
        chairs.append(await hall.watch(Player("disa", "Disa"), host.view.code))
        await host.start()
        chair = chairs[3 if reader is None else reader]
        words = []
        for move in ("pass", "R1", "P9P8", "gibberish"):
            try:
                await chair.play(move)
            except Refusal as refusal:
                words.append(str(refusal))
            if chair.view.turn:
                break
        if not chair.view.turn:
            handed.append((repr(chair.view), words, repr(hall.tables())))
        else:
            handed.append((repr(chair.view.match.hand), words[:1], ""))
    assert handed[0] == handed[1]
