"""Looking at the tables of a log, and closing them, while no hall runs over it."""

from typing import Any

import pytest

from odin_server.hall import NewTable, Phase
from odin_server.hall.facts import TableAdded, encode
from odin_server.hall.offline import close_table, open_tables
from odin_server.hall.refusals import NoSuchTable


async def test_open_tables_are_listed_quiet_ones_first_and_closed_ones_left_out(
    env: Any,
) -> None:
    hall = await env.hall(env.file())
    wanted = NewTable("odin", seats=3, bots=("karl",))
    codes = []
    for player in (env.anna, env.bjarni, env.cnut):
        codes.append((await hall.open_table(player, wanted)).view.code)
        await env.pass_time(10)
    await hall.close_table(codes[1], "enough")
    await env.settle()
    await hall.close()
    log = env.file()
    tables, unreadable = await open_tables(log)
    await log.close()
    assert [table.code for table in tables] == [codes[0], codes[2]]
    assert [table.people for table in tables] == [("Anna",), ("Cnut",)]
    assert [table.bots for table in tables] == [1, 1]
    assert tables[1].opened_at - tables[0].opened_at == 20
    assert tables[0].phase is Phase.LOBBY
    assert tables[0].connected == 0
    assert not unreadable


async def test_a_table_closed_offline_is_gone_when_the_hall_begins_again(env: Any) -> None:
    hall = await env.hall(env.file())
    kept = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    gone = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    await hall.close()
    log = env.file()
    await close_table(log, gone.view.code.lower(), "repairs", env.clock.now())
    with pytest.raises(NoSuchTable, match=r"^no-such-table code="):
        await close_table(log, gone.view.code, "again", env.clock.now())
    await log.close()
    again = await env.hall(env.file())
    assert [table.code for table in again.unfinished(env.anna)] == [kept.view.code]
    with pytest.raises(NoSuchTable):
        again.find(env.anna, gone.view.code)


async def test_a_table_that_cannot_be_read_is_listed_with_the_reason_and_closed_by_its_id(
    env: Any,
) -> None:
    log = env.file()
    await log.append("hall", 0, encode(TableAdded(1.0, "ghost")))
    tables, unreadable = await open_tables(log)
    assert tables == ()
    assert unreadable["ghost"].code == "empty-table-log"
    await close_table(log, "ghost", "gone", 2.0)
    assert await open_tables(log) == ((), {})
    await log.close()
