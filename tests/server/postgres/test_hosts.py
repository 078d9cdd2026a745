"""Several hosts of one hall: what people at one of them see of the others."""

import asyncio
from dataclasses import replace

import pytest

from odin_server.hall import NewTable, Phase, Player
from odin_server.hall.presence import TOLD_TOGETHER, Connected
from odin_server.hall.refusals import (
    DailyRefused,
    Muted,
    NoSpectators,
    NoSuchTable,
    TooFast,
    TooManyTables,
)
from odin_server.hall.views import NAME_LENGTH, Activity
from odin_server.sessions.settings import HostSettings
from odin_server.toml_settings import Range
from tests.server.postgres.conftest import (
    ANNA,
    BO,
    CNUT,
    DISA,
    SHORT,
    OpenHost,
    Records,
    play_on,
    until,
)


async def test_a_match_between_two_hosts_is_played_to_its_end_and_recorded_once(
    open_host: OpenHost, records: Records
) -> None:
    first, second = await open_host(), await open_host()
    here = await first.hall.open_table(ANNA, SHORT)
    await until(second.hall.tables)
    there = await second.hall.sit(BO, here.view.code)
    await until(lambda: here.view.seats[1].connected)
    await here.start()
    await until(lambda: there.view.phase is Phase.PLAYING)
    assert set(here.view.match.hand).isdisjoint(there.view.match.hand)
    await play_on(here, there)
    await until(lambda: first.hall.finished(ANNA) and second.hall.finished(ANNA))
    assert first.hall.finished(BO) == second.hall.finished(BO)
    assert first.hall.rating(ANNA, "odin") == second.hall.rating(ANNA, "odin")
    await here.close_table()
    await until(lambda: not first.hall.table_count and not second.hall.table_count)
    await until(lambda: not second.hall._log.open_tables)
    assert await records.hall_facts() == {
        (kind, here.view.id): 1 for kind in ("TableAdded", "MatchEnded", "TableRemoved")
    }
    await until(lambda: not first.backend.leases._held)


async def test_two_halls_that_are_left_alone_write_nothing(
    open_host: OpenHost, records: Records
) -> None:
    first, second = await open_host(), await open_host()
    # One table with a player on each host, one with bots who wait for a person, one in the lobby,
    # and one that everybody has left.
    here = await first.hall.open_table(ANNA, SHORT)
    await first.hall.open_table(CNUT, replace(SHORT, bots=("karl",)))
    waits = await second.hall.open_table(DISA, SHORT)
    left = await second.hall.open_table(CNUT, replace(SHORT, bots=("karl",)))
    await left.start()
    await until(lambda: first.hall.table_count == second.hall.table_count == 4)
    there = await second.hall.sit(BO, here.view.code)
    await until(lambda: here.view.seats[1].connected)
    await here.start()
    left.close()
    await until(lambda: there.view.phase is Phase.PLAYING and waits.view.phase is Phase.LOBBY)
    await asyncio.sleep(0.5)
    before = await records.count()
    await asyncio.sleep(2)
    assert await records.count() == before


async def test_the_newest_session_holds_the_chair_whichever_host_it_is_on(
    open_host: OpenHost,
) -> None:
    first, second = await open_host(), await open_host()
    old = await first.hall.open_table(ANNA, SHORT)
    await until(lambda: second.hall.tables() and list(second.hall.presence.elsewhere(old.view.id)))
    new = await second.hall.sit(ANNA, old.view.code)
    await until(lambda: old.ended)
    assert old.ended.code == "chair-taken-over"
    assert new.view.seats[0].connected
    # The clock of a host may be a little behind.
    first.backend.clock._ahead -= 1.0
    await until(lambda: list(first.hall.presence.elsewhere(old.view.id)))
    newest = await first.hall.sit(ANNA, old.view.code)
    await until(lambda: new.ended)
    await until(lambda: newest.view.seats[0].connected)


async def test_the_lobby_is_one_for_all_hosts(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    here, there = first.hall.enter(ANNA), second.hall.enter(BO)
    await until(lambda: len(here.people) == len(there.people) == 2)
    here.say("good evening")
    await until(lambda: there.chat)
    assert there.chat == here.chat
    await second.hall.announce("closing at ten")
    await until(lambda: here.announcement is not None)
    chair = await first.hall.open_table(ANNA, SHORT)
    await until(lambda: Activity.WAITING in [person.activity for person in there.people])
    watching = await second.hall.watch(BO, chair.view.code)
    await until(lambda: Activity.WATCHING in [person.activity for person in here.people])
    assert chair.view.spectators == ("Bo",)
    assert [table.spectators for table in second.hall.tables()] == [1]
    assert [table.connected for table in first.hall.all_tables()] == [2]
    watching.close()
    there.close()
    await until(lambda: [person.name for person in here.people] == ["Anna"])
    late = await open_host()
    await until(lambda: [person.name for person in late.hall.people()] == ["Anna"])
    await first.hall.close()
    await until(lambda: not late.hall.people())


async def test_whatever_people_are_called_and_say_fits_into_a_message(open_host: OpenHost) -> None:
    field = HostSettings.__annotations__["chat_length"]
    longest = next(one.most for one in field.__metadata__ if isinstance(one, Range))
    settings = {"chat_length": int(longest)}
    first, second = await open_host(**settings), await open_host(**settings)
    name, key = NAME_LENGTH * "𐍈", "SHA256:web-" + 43 * "x"
    for number in range(2 * TOLD_TOGETHER):
        address = ":".join(8 * ["2001"])
        first.hall.presence.connect(number, Connected(key, name, key, address, f"{address}/64"))
    first.hall.presence.introduce()
    first.hall.say(Player(key, name), int(longest) * "𐍈")
    await until(second.hall.chat)
    assert second.hall.chat() == first.hall.chat()
    assert len(list(second.hall.presence.connected_elsewhere())) == 2 * TOLD_TOGETHER


async def test_an_announcement_is_written_at_each_table_once(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    chair = await first.hall.open_table(ANNA, SHORT)
    await until(second.hall.tables)
    await second.hall.announce("closing at ten")
    await until(lambda: chair.view.chat)
    await asyncio.sleep(0.1)
    assert [line.text for line in chair.view.chat] == ["closing at ten"]


async def test_limits_count_what_was_done_on_all_hosts(open_host: OpenHost) -> None:
    settings = {
        "code_tries": 2,
        "chat_burst": 2,
        "spectators_per_table": 1,
        "tables_per_address": 1,
        "code_every": 60.0,
        "chat_every": 60.0,
    }
    first, second = await open_host(**settings), await open_host(**settings)
    for _ in range(2):
        with pytest.raises(NoSuchTable):
            first.hall.find(ANNA, "WRONG")
    await until(lambda: not second.hall._code_limit.allows("anna", second.hall.now()))
    with pytest.raises(TooFast):
        second.hall.find(ANNA, "WRONG")

    first.hall.say(BO, "one")
    first.hall.say(BO, "two")
    await until(lambda: not second.hall._context.chat_limit.allows("bo", second.hall.now()))
    with pytest.raises(TooFast):
        second.hall.say(BO, "three")

    first.hall.mute("cnut", first.hall.now() + 60)
    await until(lambda: second.hall._context.muted)
    with pytest.raises(Muted):
        second.hall.say(CNUT, "hello")

    anna, bo = (Player(name, name, address="192.0.2.1") for name in ("anna", "bo"))
    chair = await first.hall.open_table(anna, SHORT)
    await until(lambda: second.hall.tables() and second.hall._limits._addresses)
    with pytest.raises(TooManyTables):
        await second.hall.open_table(bo, SHORT)

    await first.hall.watch(CNUT, chair.view.code)
    await until(lambda: [table.spectators for table in second.hall.tables()] == [1])
    with pytest.raises(NoSpectators):
        await second.hall.watch(DISA, chair.view.code)


async def test_a_daily_deal_is_begun_once_even_at_two_hosts_at_once(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    begun = await asyncio.gather(
        *(host.hall.daily.play(ANNA, "odin") for host in (first, second)), return_exceptions=True
    )
    assert sum(isinstance(result, DailyRefused) for result in begun) == 1
    await until(lambda: first.hall.table_count == second.hall.table_count == 1)
    boards = [await host.hall.daily.board("odin") for host in (first, second)]
    assert boards[0].commitment == boards[1].commitment


async def test_a_table_with_bots_only_is_played_by_one_host(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    table = NewTable(
        "odin",
        seats=3,
        host_sits=False,
        public=True,
        bots=("karl", "karl", "karl"),
        options={"target": "one-hand"},
    )
    chair = await first.hall.open_table(ANNA, table)
    await until(second.hall.tables)
    watching = await second.hall.watch(BO, chair.view.code)
    await chair.start()
    await until(lambda: watching.view.phase is Phase.OVER)
    assert watching.view.scores == chair.view.scores
