"""Two who want the same thing at once: in whatever order the log accepts them, one wins."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from odin_engine import bots
from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_server.clock import ManualClock
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player, TimeControl
from odin_server.hall.facts import decode
from odin_server.hall.fold import TableFold
from odin_server.hall.refusals import (
    ChairGone,
    NotNow,
    NotYourTurn,
    SeatTaken,
    TableFull,
    TooManySeats,
    TooManyTables,
)
from odin_server.log import VersionTaken
from odin_server.log.memory import MemoryLog
from odin_server.notices import Notice

ANNA, BJARNI, CNUT, DISA = (Player(n.lower(), n) for n in ("Anna", "Bjarni", "Cnut", "Disa"))


class GateLog(MemoryLog):
    """A log that holds back appends until it is told which to accept next."""

    def __init__(self) -> None:
        super().__init__()
        self.open = True
        self.waiting: list[tuple[tuple[str, int, str], asyncio.Future[None]]] = []

    async def append(self, stream: str, version: int, payload: str) -> None:
        if self.open:
            await super().append(stream, version, payload)
            return
        accepted = asyncio.get_running_loop().create_future()
        self.waiting.append(((stream, version, payload), accepted))
        await accepted

    async def hear(self, number: int) -> None:
        entry, accepted = self.waiting.pop(number % len(self.waiting))
        try:
            await super().append(*entry)
        except VersionTaken as taken:
            if not accepted.done():
                accepted.set_exception(taken)
        else:
            if not accepted.done():
                accepted.set_result(None)


class InstantBots:
    async def choose(self, game: Any, _level: str, view: Any, seed: int) -> Any:
        return bots.choose(game, "karl", view, Random(seed))

    async def close(self) -> None:
        pass


async def settle() -> None:
    for _ in range(25):
        await asyncio.sleep(0)


async def a_hall(log: GateLog, clock: ManualClock, **limits: Any) -> Hall:
    return await Hall.begin(
        log,
        HallSettings(**{"bot_pause": 0.0, **limits}),
        clock=clock,
        bot_pool=InstantBots(),
        chance=Random(3),
    )


def orders(actions: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every order in which the actions can begin, and in which the log can accept them."""
    for begin in permutations(range(actions)):
        for first in range(actions):
            for second in range(actions):
                yield begin, (first, second, 0, 0, 0, 0, 0, 0)


async def race(
    log: GateLog,
    order: tuple[tuple[int, ...], tuple[int, ...]],
    actions: list[Callable[[], Awaitable[Any]]],
) -> list[Any]:
    """Begin the actions in one order and let the log accept them in another."""
    begin, hear = order
    log.open = False
    tasks: dict[int, asyncio.Task[Any]] = {}
    for number in begin:
        tasks[number] = asyncio.ensure_future(actions[number]())
        await asyncio.sleep(0)
    for number in hear:
        await settle()
        if log.waiting:
            await log.hear(number)
    log.open = True
    while log.waiting:
        await log.hear(0)
        await settle()
    await settle()
    return await asyncio.gather(
        *(tasks[number] for number in range(len(actions))), return_exceptions=True
    )


def one_winner(results: list[Any], *refusals: type[Refusal]) -> None:
    lost = [result for result in results if isinstance(result, BaseException)]
    assert len(lost) == len(results) - 1, results
    for refusal in lost:
        assert isinstance(refusal, refusals), refusal
        assert refusal.code


def folds_alike(log: MemoryLog, chair: Chair) -> None:
    table = chair.view.id
    fold = TableFold(table, GAMES, 100)
    for payload in log._streams[table]:
        fold.apply(decode(payload))
    assert fold.state == chair._table.state


@pytest.mark.parametrize("order", list(orders(2)))
async def test_two_players_for_the_last_seat(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=2))
    code = host.view.code
    results = await race(log, order, [lambda: hall.sit(BJARNI, code), lambda: hall.sit(CNUT, code)])
    one_winner(results, TableFull)
    folds_alike(log, host)


@pytest.mark.parametrize("order", list(orders(3)))
async def test_three_players_for_one_named_seat(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=4))
    code = host.view.code
    results = await race(
        log,
        order,
        [lambda who=who: hall.sit(who, code, 2) for who in (BJARNI, CNUT, DISA)],
    )
    one_winner(results, SeatTaken)
    assert sum(not seat.is_free for seat in host.view.seats) == 2
    folds_alike(log, host)


@pytest.mark.parametrize("order", list(orders(2)))
async def test_a_move_against_a_lapsing_clock(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=2, clock=TimeControl(10.0)))
    guest = await hall.sit(BJARNI, host.view.code)
    await host.start()
    mover = host if host.view.my_turn else guest
    move = mover.view.match.moves[-1]

    async def run_out() -> None:
        clock.advance(10.0)

    moved, _ = await race(log, order, [lambda: mover.play(move, turn=0), run_out])
    facts = [decode(payload) for payload in log._streams[host.view.id]]
    names = [type(fact).__name__ for fact in facts if hasattr(fact, "move") and fact.at > 1]
    assert mover.view.turn == 1
    if moved is None:
        assert names[-1] == "Moved"
        assert mover.view.mine.lapses == 0
    else:
        assert isinstance(moved, NotYourTurn)
        assert names[-1] == "Lapsed"
        assert mover.view.mine.lapses == 1
    folds_alike(log, host)


async def test_both_the_move_and_the_lapse_can_win_that_race() -> None:
    winners = set()
    for order in orders(2):
        log, clock = GateLog(), ManualClock()
        hall = await a_hall(log, clock)
        host = await hall.open_table(ANNA, NewTable("odin", seats=2, clock=TimeControl(10.0)))
        guest = await hall.sit(BJARNI, host.view.code)
        await host.start()
        mover = host if host.view.my_turn else guest
        move = mover.view.match.moves[-1]

        async def run_out(clock: ManualClock = clock) -> None:
            clock.advance(10.0)

        moved, _ = await race(
            log, order, [lambda mover=mover, move=move: mover.play(move, turn=0), run_out]
        )
        winners.add(moved is None)
    assert winners == {True, False}


@pytest.mark.parametrize("order", list(orders(2)))
async def test_two_sessions_of_one_player_come_back_at_once(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=2))
    guest = await hall.sit(BJARNI, host.view.code)
    code = host.view.code
    await host.start()
    await guest.leave()
    await settle()
    chairs = await race(
        log, order, [lambda: hall.sit(BJARNI, code), lambda: hall.sit(BJARNI, code)]
    )
    live = [chair for chair in chairs if chair.ended is None]
    assert len(live) == 1
    (told,) = [chair for chair in chairs if chair.ended]
    assert told.ended == Notice("chair-taken-over")
    with pytest.raises(ChairGone):
        await told.play("pass")
    assert host.view.seats[1].connected
    folds_alike(log, host)


@pytest.mark.parametrize("order", list(orders(2)))
async def test_two_sessions_of_one_player_make_the_same_move(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=3, bots=("karl",)))
    guest = await hall.sit(BJARNI, host.view.code)
    await host.start()
    await settle()
    mover = host if host.view.my_turn else guest
    if not mover.view.my_turn:
        return
    turn, move = mover.view.turn, mover.view.match.moves[0]
    results = await race(
        log,
        order,
        [lambda: mover.play(move, turn=turn), lambda: mover.play(move, turn=turn)],
    )
    one_winner(results, NotYourTurn)
    folds_alike(log, host)


@pytest.mark.parametrize("order", list(orders(2)))
async def test_a_player_sits_down_while_the_host_closes_the_table(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=2))
    code = host.view.code
    closed, sat = await race(log, order, [host.close_table, lambda: hall.sit(BJARNI, code)])
    assert closed is None
    if isinstance(sat, BaseException):
        assert isinstance(sat, Refusal)
    else:
        assert sat.ended is not None or sat.view.phase is Phase.CLOSED
    with pytest.raises(Refusal):
        await hall.sit(CNUT, code)


@pytest.mark.parametrize("order", list(orders(2)))
async def test_a_player_sits_down_while_the_match_begins(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=3, bots=("karl",)))
    code = host.view.code
    begun, sat = await race(log, order, [host.start, lambda: hall.sit(BJARNI, code)])
    assert begun is None
    if isinstance(sat, Refusal):
        assert isinstance(sat, NotNow)
        assert len(host.view.seats) == 2
    else:
        assert len(host.view.seats) == 3
    folds_alike(log, host)


@pytest.mark.parametrize("order", list(orders(2)))
async def test_limits_hold_for_tables_and_seats_taken_at_once(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock, tables_per_player=1, seats_per_player=1)
    wanted = NewTable("odin", seats=2)
    one_winner(
        await race(
            log,
            order,
            [lambda: hall.open_table(ANNA, wanted), lambda: hall.open_table(ANNA, wanted)],
        ),
        TooManyTables,
    )
    codes = [(await hall.open_table(who, wanted)).view.code for who in (BJARNI, CNUT)]
    one_winner(
        await race(log, order, [lambda code=code: hall.sit(DISA, code) for code in codes]),
        TooManySeats,
    )


@pytest.mark.parametrize("order", list(orders(2)))
async def test_a_bots_move_against_the_returning_player(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock, bot_pause=1.0)
    host = await hall.open_table(ANNA, NewTable("odin", seats=2))
    guest = await hall.sit(BJARNI, host.view.code)
    await host.start()
    mover, other = (host, guest) if host.view.my_turn else (guest, host)
    await mover.leave()
    await settle()

    async def bot_moves() -> None:
        clock.advance(1.0)

    back, _ = await race(log, order, [lambda: hall.sit(mover.player, other.view.code), bot_moves])
    assert back.view.seats[back.seat].bot is None
    assert back.view.turn in (0, 1)
    folds_alike(log, other)


@pytest.mark.parametrize("order", list(orders(2)))
async def test_a_player_comes_back_and_moves_while_the_match_is_being_paused(order: Any) -> None:
    log, clock = GateLog(), ManualClock()
    hall = await a_hall(log, clock)
    host = await hall.open_table(ANNA, NewTable("odin", seats=2, bots=("karl",)))
    code = host.view.code
    await host.start()
    while not host.view.my_turn:
        await settle()
    turn, move = host.view.turn, host.view.match.moves[0]

    async def drop() -> None:
        host.close()

    async def return_and_move() -> None:
        chair = await hall.sit(ANNA, code)
        await chair.play(move, turn=turn)

    results = await race(log, order, [drop, return_and_move])
    assert results == [None, None]
    folds_alike(log, await hall.sit(ANNA, code))


class Crowd(RuleBasedStateMachine):
    """Four people do anything at any time; the log accepts it in any order; time passes."""

    people = st.sampled_from((ANNA, BJARNI, CNUT, DISA))

    @initialize(clock=st.booleans(), seats=st.integers(2, 4), started=st.integers(0, 3))
    def begin(self, *, clock: bool, seats: int, started: int) -> None:
        self.runner = asyncio.Runner()
        self.log, self.clock = GateLog(), ManualClock()
        self.tasks: list[asyncio.Task[Any]] = []
        self.chairs: list[Chair] = []
        self.refusals: list[Refusal] = []

        async def open_hall() -> None:
            self.hall = await a_hall(self.log, self.clock, chat_burst=1000)
            wanted = NewTable(
                "odin",
                seats=seats,
                options={"target": "one-hand"},
                clock=TimeControl(10.0, 5.0) if clock else None,
            )
            host = await self.hall.open_table(ANNA, wanted)
            self.chairs.append(host)
            if started:
                self.chairs.append(await self.hall.sit(BJARNI, host.view.code))
                await host.start(fill="karl" if started == 2 else None)
            self.log.open = False

        self.runner.run(open_hall())
        self.code = self.chairs[0].view.code
        self.table = self.chairs[0]._table

    def do(self, action: Callable[[], Awaitable[Any]]) -> None:
        async def begin() -> None:
            async def carry_out() -> None:
                try:
                    result = await action()
                except Refusal as refusal:
                    self.refusals.append(refusal)
                else:
                    if isinstance(result, Chair):
                        self.chairs.append(result)

            self.tasks.append(asyncio.ensure_future(carry_out()))
            await asyncio.sleep(0)

        self.runner.run(begin())

    def live(self, who: Player) -> Chair | None:
        mine = [c for c in self.chairs if c.player.id == who.id and c.ended is None]
        return mine[-1] if mine else None

    @rule(who=people, seat=st.none() | st.integers(0, 3))
    def sit(self, who: Player, seat: int | None) -> None:
        self.do(lambda: self.hall.sit(who, self.code, seat))

    @rule(who=people)
    def watch(self, who: Player) -> None:
        self.do(lambda: self.hall.watch(who, self.code))

    @rule(
        who=people,
        verb=st.sampled_from(
            ("leave", "pause", "resume", "rematch", "take_back", "start") * 4 + ("close_table",)
        ),
    )
    def use(self, who: Player, verb: str) -> None:
        if chair := self.live(who):
            self.do(getattr(chair, verb))

    @rule(who=people)
    def fill(self, who: Player) -> None:
        if chair := self.live(who):
            self.do(lambda: chair.start(fill="karl"))

    @rule(who=people, choice=st.integers(0, 1000))
    def play(self, who: Player, choice: int) -> None:
        chair = self.live(who)
        if chair and chair.view.my_turn:
            moves, turn = chair.view.match.moves, chair.view.turn
            self.do(lambda: chair.play(moves[choice % len(moves)], turn=turn))

    @rule(who=people)
    def drop(self, who: Player) -> None:
        if chair := self.live(who):

            async def close() -> None:
                chair.close()

            self.do(close)

    @rule(seconds=st.sampled_from((1.0, 10.0, 15.0, 130.0)))
    def pass_time(self, seconds: float) -> None:
        async def advance() -> None:
            self.clock.advance(seconds)
            await settle()

        self.runner.run(advance())

    @rule(number=st.integers(0, 9))
    def hear(self, number: int) -> None:
        async def hear() -> None:
            await settle()
            if self.log.waiting:
                await self.log.hear(number)
            await settle()

        self.runner.run(hear())

    @rule()
    def hear_everyone(self) -> None:
        async def hear() -> None:
            await settle()
            for _ in range(30):
                if self.log.waiting:
                    await self.log.hear(0)
                await settle()

        self.runner.run(hear())

    @rule(moves=st.integers(1, 12), choice=st.integers(0, 1000))
    def play_on(self, moves: int, choice: int) -> None:
        for _ in range(moves):
            for who in (ANNA, BJARNI, CNUT, DISA):
                self.play(who, choice)
            self.hear_everyone()

    @invariant()
    def one_seat_and_one_chair_each(self) -> None:
        if not hasattr(self, "table"):
            return
        state = self.table.state
        players = [place.player for place in state.seats if place.player]
        assert len(players) == len(set(players))
        chairs = [chair.player.id for chair in self.table.chairs]
        assert len(chairs) == len(set(chairs))
        fold = TableFold(self.table.id, GAMES, 100)
        for payload in self.log._streams[self.table.id]:
            fold.apply(decode(payload))
        assert fold.state == state

    def teardown(self) -> None:
        if not hasattr(self, "runner"):
            return

        async def end() -> None:
            self.log.open = True
            for _ in range(400):
                await settle()
                if not self.log.waiting:
                    break
                await self.log.hear(0)
            await asyncio.gather(*self.tasks)
            assert all(refusal.code for refusal in self.refusals)
            await self.hall.close()

        self.runner.run(end())
        self.runner.close()


TestCrowd = Crowd.TestCase
TestCrowd.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
