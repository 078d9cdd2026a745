"""Two hundred tables with people who disconnect, return, leave and run out of time."""

import gc
from collections import Counter
from random import Random
from typing import Any

import pytest

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_engine.odin.state import State
from odin_engine.odin.view import View
from odin_server.hall import Chair, NewTable, Phase, Player, TimeControl
from odin_server.hall.facts import decode
from odin_server.hall.fold import TableFold
from odin_server.hall.table import Table
from odin_server.log import Log

ROUNDS, TABLES = 4, 50
PEOPLE = tuple(Player(f"p{number}", f"Player {number}") for number in range(30))
LIMITS = {"tables_per_player": 1000, "seats_per_player": 1000, "hold": 60.0, "chat_every": 0.0}


class Crowd:
    """People at many tables, each of whom now and then does something other than playing."""

    def __init__(self, env: Any, hall: Any, rng: Random) -> None:
        self.env, self.hall, self.rng = env, hall, rng
        self.chairs: dict[tuple[str, str], Chair] = {}
        self.tables: list[Table] = []
        self.seen: Counter[str] = Counter()

    async def open_table(self) -> None:
        rng = self.rng
        seats = rng.randint(2, 6)
        people = rng.sample(PEOPLE, rng.randint(1, min(3, seats)))
        wanted = NewTable(
            "odin",
            seats=seats,
            options={"target": rng.sample(("one-hand", "10"), 1)[0]},
            clock=rng.sample((None, TimeControl(5.0), TimeControl(3.0, 20.0)), 1)[0],
            public=rng.random() < 0.5,
        )
        host = await self.hall.open_table(people[0], wanted)
        self.tables.append(host._table)
        self.chairs[host.view.code, people[0].id] = host
        for person in people[1:]:
            self.chairs[host.view.code, person.id] = await self.hall.sit(person, host.view.code)
        await host.start(fill=rng.sample(("thrall", "karl"), 1)[0])

    async def live_a_little(self) -> None:
        for key, chair in tuple(self.chairs.items()):
            await self.do_something(key, chair)
        await self.env.settle(12)
        self.env.clock.advance(self.rng.uniform(0.0, 2.0))
        await self.env.settle(12)

    async def do_something(self, key: tuple[str, str], chair: Chair) -> None:
        luck = self.rng.random()
        if chair.ended is not None:
            if luck < 0.1:
                await self.attempt("returned", self.come_back(key, chair))
            return
        view = chair.view
        if view.my_turn and luck < 0.7:
            moves = view.match.moves
            move = moves[self.rng.randrange(len(moves))]
            await self.attempt("moved", chair.play(move, turn=view.turn))
        elif luck > 0.995:
            await self.attempt("left", chair.leave())
        elif luck > 0.98:
            chair.close()
            self.seen["dropped"] += 1
        elif luck > 0.975:
            await self.attempt("came again", self.come_back(key, chair))
        elif luck > 0.97:
            await self.attempt("agreed", chair.pause())
        elif view.phase is Phase.PAUSED:
            await self.attempt("went on", chair.resume())
        elif luck > 0.96:
            await self.attempt("said", chair.say("skol"))

    async def come_back(self, key: tuple[str, str], chair: Chair) -> None:
        self.chairs[key] = await self.hall.sit(chair.player, key[0])

    async def attempt(self, what: str, action: Any) -> None:
        try:
            await action
        except Refusal as refusal:
            what = f"refused: {type(refusal).__name__}"
        self.seen[what] += 1

    def over(self) -> bool:
        return all(table.state.phase in (Phase.OVER, Phase.CLOSED) for table in self.tables)


def laws_hold(table: Table) -> None:
    state = table.state.match_state
    cards = GAMES["odin"].pieces(state)
    assert len(cards) == len(set(cards)) == state.match.deck.bit_count()
    players = [place.player for place in table.state.seats if place.player]
    assert len(players) == len(set(players))


async def replays_alike(log: Log, table: Table) -> Counter[str]:
    fold, kinds = TableFold(table.id, GAMES, 100), Counter[str]()

    def take_in(record: Any) -> None:
        fact = decode(record.payload)
        kinds[type(fact).__name__] += 1
        fold.apply(fact)

    (await log.follow(table.id, 0, take_in)).stop()
    assert fold.state == table.state
    return kinds


async def one_round(
    env: Any, hall: Any, log: Log, rng: Random
) -> tuple[Counter[str], Counter[str]]:
    crowd = Crowd(env, hall, rng)
    for _ in range(TABLES):
        await crowd.open_table()
    steps = 0
    while not crowd.over():
        await crowd.live_a_little()
        steps += 1
        assert steps < 3000, "a table does not end"
        for table in rng.sample(crowd.tables, 3):
            laws_hold(table)
    kinds = Counter[str]()
    for table in crowd.tables:
        laws_hold(table)
        kinds += await replays_alike(log, table)
    for chair in crowd.chairs.values():
        chair.close()
    await env.pass_time(200)
    # The tables that closed last are written down one after another.
    await env.until(lambda: not hall._tasks)
    assert all(table.state.phase is Phase.CLOSED for table in crowd.tables)
    # The hall notes one closed table after another; many may have closed at the same moment.
    await env.until(lambda: not hall._tasks)
    return crowd.seen, kinds


def left_behind() -> Counter[str]:
    """Count what the hall and the game have in memory, except the results, which are kept."""
    gc.collect()
    kept = Counter(
        type(thing).__name__
        for thing in gc.get_objects()
        # Types that are not written in Python may have something else than a name there.
        if str(type(thing).__module__).startswith("odin_server.")
        or isinstance(thing, (State, View))
    )
    del kept["MatchEnded"], kept["_ManualAlarm"]
    return kept


@pytest.mark.long
async def test_two_hundred_tables_end_keep_the_laws_and_leave_nothing_behind(env: Any) -> None:
    log = env.file()
    hall = await env.hall(log, settings=LIMITS)
    rng, did, kinds = Random(2024), Counter[str](), Counter[str]()
    before = left_behind()
    for _ in range(ROUNDS):
        seen, logged = await one_round(env, hall, log, rng)
        did += seen
        kinds += logged
        assert left_behind() == before
    matches = {match.id for person in PEOPLE for match in hall.finished(person)}
    assert len(matches) == ROUNDS * TABLES
    for what in ("moved", "dropped", "returned", "left", "came again", "agreed"):
        assert did[what] > 10, did
    for kind in ("Moved", "Lapsed", "Covered", "Returned", "Paused", "Resumed", "Said"):
        assert kinds[kind] > 10, kinds
