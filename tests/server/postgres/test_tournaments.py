"""A tournament whose players are on two hosts: each round and each table is there once."""

import asyncio

import pytest

from odin_server.hall import Chair, Phase, Player
from odin_server.tournaments import tournaments as driver
from odin_server.tournaments.decisions import Manager, NewTournament
from odin_server.tournaments.state import Stage
from tests.server.postgres.conftest import (
    ANNA,
    BO,
    CNUT,
    DISA,
    HostOfHall,
    OpenHost,
    Records,
    play_on,
    until,
)

OLAF = Manager(Player("olaf", "Olaf"), moderator=True)
CUP = NewTournament("Cup", "odin", seats=2, rounds=2, options={"target": "one-hand"})


async def begun(host: HostOfHall) -> None:
    await host.hall.tournaments.announce(OLAF, CUP)
    for player in (ANNA, BO, CNUT, DISA):
        await host.hall.tournaments.enter(1, player)
    await host.hall.tournaments.start(1, OLAF)


async def sat(host: HostOfHall, player: Player) -> Chair:
    """Wait for a player's table on their host, and sit down at it."""
    await until(lambda: host.hall.tournaments.table_of(player.id))
    found = host.hall.tournaments.table_of(player.id)
    assert found is not None
    return await host.hall.sit(player, found[1].code)


async def test_rounds_are_seated_once_for_players_on_two_hosts(
    open_host: OpenHost, records: Records
) -> None:
    first, second = await open_host(tournament_pause=0.0), await open_host(tournament_pause=0.0)
    places = ((first, ANNA), (second, BO), (first, CNUT), (second, DISA))
    await begun(first)
    for number in (1, 2):
        await until(lambda number=number: len(first.hall.tournaments.get(1).rounds) == number)
        chairs = await asyncio.gather(*(sat(host, player) for host, player in places))
        for table in {chair.view.id for chair in chairs}:
            pair = [chair for chair in chairs if chair.view.id == table]
            await until(lambda pair=pair: all(one.view.phase is Phase.PLAYING for one in pair))
            await play_on(*pair)
    for host in (first, second):
        await until(lambda host=host: host.hall.tournaments.get(1).stage is Stage.FINISHED)
    over = first.hall.tournaments.get(1)
    assert second.hall.tournaments.get(1) == over
    assert len(over.rounds) == 2
    assert max(over.met().values()) == 1
    tables = [table.id for table in over.tables()]
    facts = await records.hall_facts()
    assert [facts["TableAdded", table] for table in tables] == [1] * 4
    assert [facts["MatchEnded", table] for table in tables] == [1] * 4


async def test_another_host_opens_the_tables_of_one_that_died(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "OPEN_FOR_ANOTHER", 0.2)
    first, second = await open_host(), await open_host()

    async def dies(*_words: object) -> None:
        """Open nothing."""

    monkeypatch.setattr(first.hall.tournaments, "_open", dies)
    await begun(first)
    await first.vanish()
    await until(lambda: second.hall.table_count == 2)
    await until(lambda: second.hall.tournaments.table_of(ANNA.id))
