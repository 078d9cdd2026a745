import asyncio
from dataclasses import asdict
from typing import Any

import pytest

from odin_server.hall import HallSettings, NewTable, Phase
from odin_server.hall.refusals import ChairGone, NotNow, NotYourTurn
from odin_server.notices import Notice

ONE_HAND = {"target": "one-hand"}


async def two_at_a_table(env: Any, hall: Any, **words: Any) -> Any:
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, **words))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    return host, guest


async def test_coming_back_lands_on_the_same_seat_with_the_same_view(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    before = guest.view
    guest.close()
    await env.settle()
    assert not host.view.seats[1].connected
    assert host.view.seats[1].held_until == env.clock.now() + 120
    back = await hall.sit(env.bjarni, host.view.code)
    assert back.view.seat == before.seat
    assert back.view.match == before.match
    assert back.view.seats[1].held_until is None


async def test_a_seat_is_held_for_two_minutes_and_then_a_bot_plays(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    guest.close()
    await env.pass_time(119)
    assert host.view.seats[1].bot is None
    await env.pass_time(2)
    seat = host.view.seats[1]
    assert (seat.player, seat.bot, seat.covered) == ("bjarni", "karl", "away")
    assert host.view.chat[-1].notice == Notice(
        "seat-covered", name="Bjarni", why="away", level="karl"
    )
    back = await hall.sit(env.bjarni, host.view.code)
    assert back.view.seats[1].bot is None
    assert host.view.chat[-1].notice == Notice("player-back", name="Bjarni")


async def test_a_newer_session_takes_over_and_the_older_one_is_told(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    told = []
    guest.on_change = lambda: told.append(guest.ended)
    newer = await hall.sit(env.bjarni, host.view.code)
    await env.settle()
    assert told[-1] == Notice("chair-taken-over")
    with pytest.raises(ChairGone, match=r"^chair-taken-over$"):
        await guest.play("pass")
    guest.close()
    assert newer.ended is None
    assert host.view.seats[1].connected


async def test_a_spectator_in_two_places_keeps_the_newer_one(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2))
    older = await hall.watch(env.cnut, host.view.code)
    await hall.watch(env.cnut, host.view.code)
    assert older.ended is not None
    assert host.view.spectators == ("Cnut",)


async def test_a_player_who_leaves_is_played_by_a_bot_and_may_come_back(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    await guest.leave()
    assert host.view.seats[1].covered == "left"
    assert not host.view.seats[1].is_bot
    with pytest.raises(ChairGone):
        await guest.leave()
    back = await hall.sit(env.bjarni, host.view.code)
    assert back.seat == 1
    assert back.view.seats[1].covered is None
    with pytest.raises(NotNow):
        await back.take_back()


async def test_a_bot_that_is_searching_gives_way_to_the_returning_player(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 5.0})
    host, guest = await two_at_a_table(env, hall)
    mover, other = (host, guest) if host.view.my_turn else (guest, host)
    await mover.leave()
    await env.pass_time(4)
    back = await hall.sit(mover.player, other.view.code)
    await env.pass_time(60)
    assert back.view.turn == 0
    await back.play(back.view.match.moves[0])
    assert other.view.turn == 1


async def test_a_match_that_everybody_has_left_is_played_to_its_end_by_bots(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall, options=ONE_HAND)
    await guest.leave()
    await host.leave()
    await env.until(lambda: hall.finished(env.anna))
    assert hall.finished(env.bjarni)[0].names == ("Anna", "Bjarni")
    await env.pass_time(200)
    assert hall.unfinished(env.anna) == ()


async def test_a_match_is_paused_while_nobody_is_there_and_resumed_with_the_first(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    code = host.view.code
    await host.start()
    await env.until(lambda: host.view.my_turn)
    turn = host.view.turn
    host.close()
    await env.pass_time(3600)
    (listed,) = hall.unfinished(env.anna)
    assert listed.phase is Phase.PAUSED
    back = await hall.sit(env.anna, code)
    await env.settle()
    assert back.view.phase is Phase.PLAYING
    assert back.view.turn == turn
    assert back.view.seats[0].bot is None


async def test_seats_in_a_lobby_become_free_when_nobody_comes_back(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    guest = await hall.sit(env.bjarni, host.view.code)
    host.close()
    await env.pass_time(121)
    assert guest.view.seats[0].is_free
    assert guest.view.host == "bjarni"
    guest.close()
    await env.pass_time(121)
    assert hall.unfinished(env.bjarni) == ()


async def test_a_table_at_which_nothing_happens_is_closed(env: Any) -> None:
    hall = await env.hall(settings={"idle": 1000.0})
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    await env.pass_time(600)
    await host.say("still here")
    await env.pass_time(600)
    assert host.ended is None
    await env.pass_time(600)
    assert host.ended == Notice("closed-idle")


async def test_a_hall_for_one_keeps_its_tables_for_ever(env: Any) -> None:
    hall = await env.hall(settings=asdict(HallSettings.alone()) | {"bot_pause": 0.0})
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    await host.start()
    host.close()
    await env.pass_time(10_000_000)
    assert len(hall.unfinished(env.anna)) == 1


async def test_a_pause_needs_everyone_who_plays(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    with pytest.raises(NotNow):
        await host.resume()
    await host.pause()
    assert host.view.phase is Phase.PLAYING
    await guest.pause()
    assert host.view.phase is Phase.PAUSED
    assert host.view.notice == Notice("paused-as-agreed")
    mover = host if host.view.match.to_move == (0,) else guest
    with pytest.raises(NotNow, match=r"^paused-as-agreed$"):
        await mover.play(mover.view.match.moves[0])
    await guest.resume()
    await host.resume()
    assert host.view.phase is Phase.PLAYING
    assert all(seat.vote is None for seat in host.view.seats)


async def test_nobody_loses_the_seat_by_being_away_during_a_pause(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    await host.pause()
    await guest.pause()
    guest.close()
    await env.pass_time(1000)
    assert host.view.seats[1].bot is None
    await host.resume()
    assert host.view.phase is Phase.PLAYING
    await env.pass_time(121)
    assert host.view.seats[1].covered == "away"


async def test_a_player_played_by_a_bot_moves_only_after_taking_the_seat_back(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 1000.0})
    host, guest = await two_at_a_table(env, hall)
    await guest.leave()
    watcher = guest._table.attach(env.bjarni, spectator=False)
    with pytest.raises(NotYourTurn, match=r"^bot-plays-for-you$"):
        await watcher.play("pass")
    with pytest.raises(NotNow, match=r"^bot-plays-for-you$"):
        await watcher.pause()
    await watcher.take_back()
    assert host.view.seats[1].bot is None


async def test_many_changes_in_a_row_are_told_once_and_show_the_newest(env: Any) -> None:
    hall = await env.hall(settings={"chat_burst": 100})
    host, guest = await two_at_a_table(env, hall)
    seen = []
    guest.on_change = lambda: seen.append(len(guest.view.chat))
    for _ in range(20):
        await host.say("skol")
    assert len(seen) <= 1
    await env.settle()
    assert seen[-1] == 20
    assert len(seen) <= 2


async def test_a_callback_that_fails_harms_nobody_else(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    trouble, called = [], []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: trouble.append(context))
    host.on_change = lambda: 1 / 0
    guest.on_change = lambda: called.append(True)
    await guest.say("hej")
    await env.settle()
    assert called
    assert isinstance(trouble[0]["exception"], ZeroDivisionError)


async def test_a_callback_may_be_taken_away_before_it_is_called(env: Any) -> None:
    hall = await env.hall()
    host, guest = await two_at_a_table(env, hall)
    called = []
    guest.on_change = lambda: called.append(True)
    await host.say("hej")
    guest.on_change = None
    await env.settle()
    assert called == []


async def test_a_player_whose_task_is_cancelled_has_moved_all_the_same(env: Any) -> None:
    hall = await env.hall(env.file())
    host, guest = await two_at_a_table(env, hall)
    mover = host if host.view.my_turn else guest
    move = asyncio.create_task(mover.play(mover.view.match.moves[0]))
    await asyncio.sleep(0)
    move.cancel()
    await env.settle()
    assert host.view.turn == guest.view.turn == 1
