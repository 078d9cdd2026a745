"""Hosts that die, freeze or lose the database, and tables that go on nevertheless."""

import asyncio
import gc
from dataclasses import replace

import asyncpg
import pytest

from odin_server.hall import Chair, NewTable, Phase, TimeControl, presence
from odin_server.hall.facts import HallFact
from odin_server.hall.registry import TableRegistry
from odin_server.hall.table import Table
from odin_server.log import LogUnreadable, LogUnwritable
from odin_server.postgres import database as connections
from odin_server.postgres import leases as postgres_leases
from odin_server.postgres.database import Database
from odin_server.postgres.leases import PostgresLeases
from odin_server.postgres.log import PostgresLog
from tests.postgres import PostgresServer
from tests.server.postgres.conftest import (
    ANNA,
    BO,
    SHORT,
    HostOfHall,
    OpenHost,
    Records,
    play_on,
    until,
)
from tests.server.postgres.proxy import Line

pytestmark = pytest.mark.usefixtures("short_leases")


async def match_on(
    first: HostOfHall, second: HostOfHall, wanted: NewTable = SHORT
) -> tuple[Chair, Chair]:
    """Begin a match between Anna on the first host, which drives it, and Bo on the second."""
    here = await first.hall.open_table(ANNA, wanted)
    await until(second.hall.tables)
    there = await second.hall.sit(BO, here.view.code)
    await until(lambda: here.view.seats[1].connected)
    await here.start()
    await until(lambda: there.view.phase is Phase.PLAYING)
    return here, there


async def test_a_table_whose_host_has_died_goes_on_elsewhere(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    timed = replace(SHORT, clock=TimeControl(30.0, 10.0))
    here, there = await match_on(first, second, timed)
    await play_on(here, there, moves=3)
    hand, turn = here.view.match.hand, here.view.turn
    assert first.drives(here)
    await first.vanish()
    await until(lambda: second.drives(there))
    back = await second.hall.sit(ANNA, there.view.code)
    assert (back.view.match.hand, back.view.turn) == (hand, turn)
    # Whoever is to move gets the whole time again.
    await until(lambda: _seconds_left(second, there) > 29.0)
    await play_on(back, there)
    await until(lambda: second.hall.finished(ANNA))


def _seconds_left(host: HostOfHall, chair: Chair) -> float:
    seat = chair.view.match.to_move[0]
    return chair.view.seats[seat].deadline - host.hall.now() - chair.view.seats[seat].bank


async def test_a_host_that_stops_hands_its_tables_over_at_once(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("odin_server.postgres.leases.LEASE", 60.0)
    first, second = await open_host(), await open_host()
    here, there = await match_on(first, second)
    await first.hall.hand_over()
    await until(lambda: second.drives(there), seconds=5.0)
    assert not first.drives(here)
    # Its people may play until they are gone.
    await play_on(here, there, moves=2)


async def test_bots_play_on_when_the_host_that_drove_them_dies(open_host: OpenHost) -> None:
    first, second = await open_host(bot_pause=0.2), await open_host()
    wanted = replace(SHORT, seats=3, host_sits=False, bots=("karl", "karl", "karl"))
    chair = await first.hall.open_table(ANNA, wanted)
    await until(second.hall.tables)
    watching = await second.hall.watch(BO, chair.view.code)
    await chair.start()
    await until(lambda: watching.view.turn >= 2)
    await first.vanish()
    await until(lambda: watching.view.phase is Phase.OVER)


async def test_a_match_is_recorded_when_its_host_dies_before_it_could(
    open_host: OpenHost, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await open_host(), await open_host()
    here, there = await match_on(first, second)
    _record_nothing(monkeypatch, first)
    await play_on(here, there)
    await until(lambda: there.view.phase is Phase.OVER)
    await first.vanish()
    await until(lambda: second.hall.finished(ANNA))
    assert (await records.hall_facts())["MatchEnded", here.view.id] == 1


async def test_a_table_that_was_closed_is_recorded_when_its_host_dies_before_it_could(
    open_host: OpenHost, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await open_host(), await open_host()
    here, there = await match_on(first, second)
    _record_nothing(monkeypatch, first)
    await play_on(here, there)
    await here.close_table()
    await until(lambda: there.ended)
    await first.vanish()
    await until(lambda: not second.hall._log.open_tables)
    facts = await records.hall_facts()
    assert facts["MatchEnded", here.view.id] == facts["TableRemoved", here.view.id] == 1
    assert len(second.hall.finished(BO)) == 1


def _record_nothing(monkeypatch: pytest.MonkeyPatch, host: HostOfHall) -> None:
    recording = TableRegistry._append

    async def append(registry: TableRegistry, facts: list[HallFact]) -> None:
        if registry is not host.hall._registry:
            await recording(registry, facts)

    monkeypatch.setattr(TableRegistry, "_append", append)


async def test_results_are_written_once_even_if_two_hosts_think_they_drive_the_table(
    open_host: OpenHost, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await open_host(), await open_host()
    monkeypatch.setattr(PostgresLeases, "holds", lambda _leases, _table: True)
    wanted = replace(SHORT, seats=3, bots=("karl", "karl"))
    here = await first.hall.open_table(ANNA, wanted)
    await until(second.hall.tables)
    await here.start()
    await play_on(here)
    await here.close_table()
    await until(lambda: not first.hall._log.open_tables and not second.hall._log.open_tables)
    await asyncio.sleep(0.2)
    facts = await records.hall_facts()
    assert set(facts.values()) == {1}
    assert len(facts) == 3
    # Every entry of the table follows from those before it.
    again = Table("again", first.hall._context)
    again.id = here.view.id
    await again.begin()
    assert again.state.phase is Phase.CLOSED
    again.stop()


async def test_a_bot_that_two_hosts_let_move_is_asked_by_neither_after_its_turn(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgresLeases, "holds", lambda _leases, _table: True)
    troubles: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, told: troubles.append(told))
    first, second = await open_host(), await open_host()
    bots_only = replace(SHORT, seats=3, host_sits=False, bots=("thrall", "thrall", "karl"))
    for _ in range(5):
        here = await first.hall.open_table(ANNA, bots_only)
        await here.start()
        await until(lambda chair=here: chair.view.phase is Phase.OVER)
        await until(lambda chair=here: second.hall._log.history.find(f"{chair.view.id}.1"))
        for host in (first, second):
            scheduler = host.hall.table_by_id(here.view.id).scheduler
            await until(lambda one=scheduler: not [k for k in one._pending if k[0] == "bot"])
        await here.close_table()
    gc.collect()
    assert not troubles


async def test_a_host_that_was_cut_off_drives_nothing_until_it_has_the_lease_again(
    open_host: OpenHost, line: Line, records: Records
) -> None:
    first, second = await open_host(line.url), await open_host()
    here, there = await match_on(first, second)
    await play_on(here, there, moves=2)
    line.freeze()
    await until(lambda: second.drives(there))
    assert not first.drives(here)
    moved = there.view.turn
    anna = await second.hall.sit(ANNA, there.view.code)
    await play_on(anna, there, moves=4)
    line.mend()
    await until(lambda: here.ended or here.view.turn >= moved + 4)
    await until(lambda: here.ended)
    await asyncio.sleep(0.3)
    assert second.drives(there)
    assert not first.drives(here)
    before = await records.count()
    await asyncio.sleep(0.5)
    assert await records.count() == before


async def test_without_its_database_a_hall_shows_tables_and_refuses_moves(
    open_host: OpenHost, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "CHECK_EVERY", 0.05)
    first, second = await open_host(line.url), await open_host(line.url)
    here, there = await match_on(first, second)
    line.cut()
    await until(lambda: first.backend.database.is_away and second.backend.database.is_away)
    view = here.view
    mover = here if here.view.match.moves else there
    with pytest.raises(LogUnwritable, match="log-away"):
        await mover.play(mover.view.match.moves[0])
    with pytest.raises(LogUnreadable, match="log-away"):
        await first.hall.open_table(BO, SHORT)
    assert here.view.match == view.match
    line.mend()
    await until(lambda: not (first.backend.database.is_away or second.backend.database.is_away))
    await until(lambda: first.drives(here) or second.drives(there))
    await play_on(here, there)
    await until(lambda: first.hall.finished(BO) and second.hall.finished(BO))
    assert first.backend.database.reconnects


async def test_a_match_goes_on_when_the_database_was_killed(
    open_host: OpenHost, postgres: PostgresServer, records: Records
) -> None:
    first, second = await open_host(), await open_host()
    here, there = await match_on(first, second)
    await play_on(here, there, moves=2)
    hand, turn = there.view.match.hand, there.view.turn
    postgres.kill()
    await postgres.start()
    await until(lambda: first.drives(here) or second.drives(there))
    assert (there.view.match.hand, there.view.turn) == (hand, turn)
    await play_on(here, there)
    await until(lambda: first.hall.finished(BO) and second.hall.finished(BO))
    assert (await records.hall_facts())["MatchEnded", here.view.id] == 1


async def test_what_only_a_newer_version_can_read_ends_a_table_and_no_other(
    open_host: OpenHost,
) -> None:
    first, second = await open_host(), await open_host()
    here, there = await match_on(first, second)
    other = await first.hall.open_table(ANNA, SHORT)
    newer = PostgresLog(await Database.open(first.backend.database._dsn))
    table = first.hall._registry.tables[here.view.id]
    await newer.append(here.view.id, table.state.version, '{"fact": "invented-later"}')
    await newer.close()
    await until(lambda: here.ended and there.ended)
    assert there.ended.code == "table-unreadable"
    assert set(second.hall.unreadable_tables) == {here.view.id}
    assert [chair.ended for chair in (other,)] == [None]
    await until(lambda: not first.drives(here))
    with pytest.raises(LogUnwritable, match="log-behind"):
        await table.announce("nobody hears this")


async def test_the_lease_of_a_table_that_was_closed_without_the_database_is_given_up(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await open_host()
    chair = await host.hall.open_table(ANNA, SHORT)
    await until(lambda: host.drives(chair))
    fetch, failures = host.backend.database.fetch, 2

    async def fetch_later(purpose: str, statement: str, *values: object) -> object:
        nonlocal failures
        if statement.startswith("DELETE") and failures:
            failures -= 1
            raise connections.DatabaseAway(error="gone", sent=False)
        return await fetch(purpose, statement, *values)

    monkeypatch.setattr(host.backend.database, "fetch", fetch_later)
    await chair.close_table()
    await until(lambda: not failures)
    async with asyncio.timeout(20):
        while await fetch("leases", "SELECT stream FROM leases"):  # noqa: ASYNC110 - it says nothing
            await asyncio.sleep(0.01)


async def test_a_table_is_driven_whose_lease_was_taken_over_when_the_answer_was_lost(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await open_host(), await open_host()
    here, there = await match_on(first, second)
    await until(lambda: first.drives(here))
    fetch, lost, taken = second.backend.database.fetch, list[str](), list[str]()

    async def lose_answer(purpose: str, statement: str, *values: object) -> object:
        rows = await fetch(purpose, statement, *values)
        if statement == postgres_leases._TAKE_OVER and rows and not lost:
            lost.append(rows[0]["stream"])
            raise connections.DatabaseAway(error="gone", sent=True)
        return rows

    monkeypatch.setattr(second.backend.database, "fetch", lose_answer)
    monkeypatch.setattr(
        second.hall._registry, "record_matches", lambda table: taken.append(table.id)
    )
    await first.vanish()
    await until(lambda: lost and second.drives(there))
    await until(lambda: taken == lost)


async def test_leases_of_others_are_not_locked_to_see_whether_they_have_ended(
    open_host: OpenHost, database_url: str
) -> None:
    first, second = await open_host(), await open_host()
    chair = await first.hall.open_table(ANNA, SHORT)
    admin = await asyncpg.connect(database_url)
    try:
        async with admin.transaction():
            await admin.execute("SELECT FROM leases FOR UPDATE")
            async with asyncio.timeout(2):
                assert not await second.backend.leases._take_over([chair.view.id])
    finally:
        await admin.close()


async def test_people_of_a_host_that_was_silent_for_long_are_known_again(
    open_host: OpenHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BEAT_EVERY", 0.05)
    monkeypatch.setattr(presence, "GONE_AFTER", 0.5)
    first, second = await open_host(), await open_host()
    first.hall.enter(ANNA)
    await until(lambda: [person.name for person in second.hall.people()] == ["Anna"])
    # As if it were frozen: it keeps its connections, and says nothing.
    first.hall.presence._alarm.cancel()
    await until(lambda: not second.hall.people())
    first.hall.presence._beat()
    await until(lambda: [person.name for person in second.hall.people()] == ["Anna"])


async def test_many_who_ask_a_database_that_is_away_share_an_attempt(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, attempts = await Database.open(database_url), 0

    async def connect() -> None:
        nonlocal attempts
        attempts += 1
        await asyncio.sleep(0.01)
        raise OSError("no route")

    with monkeypatch.context() as patched:
        patched.setattr(database, "_connect", connect)
        asked = [database.fetch("read", "SELECT 1") for _ in range(20)]
        troubles = await asyncio.gather(*asked, return_exceptions=True)
        assert {str(trouble) for trouble in troubles} == {str(troubles[0])}
        assert isinstance(troubles[0], connections.DatabaseAway)
        assert attempts <= 2  # the one that was under way, and one for all who came later
    assert await database.fetch("read", "SELECT 1")
    await database.close()
