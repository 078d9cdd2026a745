import json
from typing import Any

import pytest

from odin_engine.games import GAMES
from odin_server.hall import NewTable, Phase, TimeControl
from odin_server.hall.facts import Resumed, TableAdded, decode, encode
from odin_server.hall.fold import TableFold
from odin_server.log import DamagedLog, LogUnwritable, NewerLog
from odin_server.log.memory import MemoryLog

ONE_HAND = {"target": "one-hand"}


async def test_a_hall_begun_again_has_every_unfinished_table_as_it_was(env: Any) -> None:
    hall = await env.hall(env.file())
    clock = TimeControl(30.0, 60.0)
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, clock=clock, public=True))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    await guest.say("skol")
    for _ in range(5):
        mover = host if host.view.my_turn else guest
        await env.pass_time(35)
        await mover.play(mover.view.match.moves[-1])
    before = host.view, guest.view
    await hall.close()
    await env.pass_time(100_000)

    again = await env.hall(env.file())
    await env.settle()
    assert again.unfinished(env.anna)[0].phase is Phase.PAUSED
    after = (
        (await again.sit(env.anna, before[0].code)).view,
        (await again.sit(env.bjarni, before[0].code)).view,
    )
    for old, new in zip(before, after, strict=True):
        assert new.match == old.match
        assert new.chat == old.chat
        assert new.commitment == old.commitment
        assert [seat.bank for seat in new.seats] == [seat.bank for seat in old.seats]
        assert new.seat == old.seat
    await env.settle()
    assert again.tables()[0].phase is Phase.PLAYING


async def test_bots_go_on_by_themselves_after_a_restart(env: Any) -> None:
    hall = await env.hall(env.file(), settings={"bot_pause": 1.0})
    wanted = NewTable("odin", seats=3, bots=("karl",) * 3, host_sits=False, options=ONE_HAND)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.pass_time(3.5)
    code = chair.view.code
    await hall.close()
    again = await env.hall(env.file())
    watcher = await again.watch(env.anna, code)
    await env.until(lambda: watcher.view.phase is Phase.OVER)


async def test_finished_matches_and_results_are_there_after_a_restart(env: Any) -> None:
    hall = await env.hall(env.file())
    wanted = NewTable("odin", seats=2, bots=("karl",), options=ONE_HAND)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await chair.leave()
    await env.until(lambda: hall.finished(env.anna))
    await env.settle()
    results, matches = hall.results(env.anna), hall.finished(env.anna)
    record = await hall.record(env.anna, matches[0].id)
    await hall.close()
    again = await env.hall(env.file())
    assert again.results(env.anna) == results
    assert again.finished(env.anna) == matches
    assert await again.record(env.anna, matches[0].id) == record


class ForgetfulLog(MemoryLog):
    """A log that fails before the end of a match or of a table reaches the hall's own stream."""

    dead = False

    async def append(self, stream: Any, version: Any, payload: Any) -> None:
        if self.dead and stream == "hall":
            raise LogUnwritable("the program is dead")
        await super().append(stream, version, payload)


async def test_what_the_halls_own_stream_missed_is_found_in_the_tables(env: Any) -> None:
    log = ForgetfulLog()
    hall = await env.hall(log)
    wanted = NewTable("odin", seats=2, bots=("karl",), options=ONE_HAND)
    over = await hall.open_table(env.anna, wanted)
    closed = await hall.open_table(env.anna, wanted)
    log.dead = True
    await over.start()
    while over.view.phase is not Phase.OVER:
        if over.view.my_turn:
            await over.play(over.view.match.moves[0])
        await env.settle(3)
    await closed.close_table()
    log.dead = False
    again = await env.hall(log)
    await env.settle()
    assert again.finished(env.anna) == hall.finished(env.anna)
    assert [table.code for table in again.unfinished(env.anna)] == []
    await env.pass_time(10)
    third = await env.hall(log)
    assert len(third.finished(env.anna)) == 1


async def test_a_note_that_could_not_be_written_is_written_later(env: Any) -> None:
    log = ForgetfulLog()
    hall = await env.hall(log)
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2))
    log.dead = True
    await chair.close_table()
    await env.settle()
    log.dead = False
    await env.pass_time(6)
    records = []
    await log.follow("hall", 0, records.append)
    assert [json.loads(record.payload)["fact"] for record in records] == [
        "tableadded",
        "tableremoved",
    ]


async def rewritten(log: Any, change: Any) -> Any:
    """Copy a log, changing the payloads of tables on the way."""
    copy = MemoryLog()
    for stream, payloads in log._streams.items():
        for version, payload in enumerate(payloads):
            await copy.append(stream, version, payload if stream == "hall" else change(payload))
    return copy


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda p: p.replace('"rules":1', '"rules":99'), "table-with-other-rules"),
        (lambda p: p.replace('"game":"odin"', '"game":"hnefatafl"'), "game-not-known-yet"),
        (lambda p: p.replace('"fact":"started"', '"fact":"enchanted"'), "unknown-fact"),
        (lambda p: p.replace('"seat":1', '"throne":1'), "unknown-fields"),
        (lambda p: "{" if '"started"' in p else p, "not-a-fact"),
        (lambda p: "[]" if '"started"' in p else p, "not-a-fact"),
        (lambda p: "{}" if '"opened"' in p else p, "not-a-fact"),
        (lambda p: p.replace('"move":"', '"move":"P9P8P7'), "not-held"),
    ],
)
async def test_a_table_this_version_cannot_read_is_left_out_and_the_others_go_on(
    env: Any, change: Any, reason: Any
) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    await chair.start()
    await env.until(lambda: chair.view.my_turn)
    await chair.play(chair.view.match.moves[0])
    again = await env.hall(await rewritten(log, change))
    ((_, refusal),) = again.unreadable_tables.items()
    assert refusal.code == reason
    assert await again.open_table(env.anna, NewTable("odin", seats=2))


async def test_a_log_that_begins_in_the_middle_is_damaged(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    await hall.open_table(env.anna, NewTable("odin", seats=2))
    again = await env.hall(
        await rewritten(log, lambda p: p.replace('"fact":"opened"', '"fact":"resumed"'))
    )
    assert [told.code for told in again.unreadable_tables.values()] == ["unknown-fields"]


async def test_a_table_without_any_log_is_left_out(env: Any) -> None:
    log = MemoryLog()
    await log.append("hall", 0, encode(TableAdded(1.0, "ghost")))
    hall = await env.hall(log)
    assert hall.unreadable_tables["ghost"].code == "empty-table-log"


async def test_every_kind_of_fact_is_read_as_it_was_written(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, clock=TimeControl(5.0)))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    await env.pass_time(40)
    await guest.say("hva")
    for payloads in log._streams.values():
        for payload in payloads:
            assert encode(decode(payload)) == payload


async def test_a_fold_that_has_not_begun_says_so() -> None:
    with pytest.raises(DamagedLog, match=r"^no-opening$"):
        TableFold("table", GAMES, 10).apply(Resumed(1.0))
    with pytest.raises(NewerLog):
        decode('{"fact":"moved","at":1,"seat":0,"move":"pass","by":"magic"}')


async def test_a_full_disk_refuses_the_move_and_the_table_goes_on_when_there_is_room(
    env: Any,
) -> None:
    log = env.file()
    hall = await env.hall(log, settings={"chat_every": 0.0})
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    await chair.start()
    await env.until(lambda: chair.view.my_turn)
    log.limit(1)
    with pytest.raises(LogUnwritable, match=r"^log-not-written error="):
        await talk_on(chair)
    append, log.append = log.append, unwritable
    before = chair.view
    with pytest.raises(LogUnwritable):
        await chair.play(before.match.moves[0])
    assert chair.view == before
    log.append = append
    log.limit(1_000_000)
    await chair.play(before.match.moves[0])
    await chair.say("x" * 200)
    assert chair.view.turn > before.turn


async def talk_on(chair: Any) -> None:
    while True:
        await chair.say("x" * 200)


async def test_bots_and_clocks_try_again_when_the_disk_was_full(env: Any) -> None:
    log = ForgetfulLog()
    hall = await env.hall(log)
    wanted = NewTable("odin", seats=2, clock=TimeControl(20.0))
    host = await hall.open_table(env.anna, wanted)
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    mover = host if host.view.my_turn else guest
    append, log.append = log.append, unwritable
    await env.pass_time(23)
    assert mover.view.turn == 0
    log.append = append
    await env.pass_time(3)
    assert mover.view.turn == 1
    other = guest if mover is host else host
    log.append = unwritable
    with pytest.raises(LogUnwritable):
        await other.leave()
    log.append = append
    await other.leave()
    await env.until(lambda: mover.view.my_turn)
    await mover.play("pass") if len(mover.view.match.table) else None


async def unwritable(*_: Any) -> None:
    raise LogUnwritable("log-not-written", error="the disk is full")


async def test_a_hall_over_a_full_disk_begins_and_goes_on_when_there_is_room(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log, settings={"bot_pause": 1.0})
    wanted = NewTable("odin", seats=2, bots=("karl", "karl"), host_sits=False)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    code, append = chair.view.code, log.append
    log.append = unwritable
    await hall.close()
    again = await env.hall(log, settings={"bot_pause": 1.0})
    await env.pass_time(6)
    watcher = await again.watch(env.anna, code)
    assert watcher.view.turn == 0
    log.append = append
    await env.pass_time(10)
    assert watcher.view.turn > 2
