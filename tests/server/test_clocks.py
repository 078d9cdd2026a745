from typing import Any

import pytest

from odin_server.clock import LoopClock
from odin_server.hall import NewTable, Phase, TimeControl
from odin_server.hall.refusals import NotYourTurn


async def timed(env: Any, hall: Any, seats: Any = 2, **clock: Any) -> Any:
    wanted = NewTable("odin", seats=seats, clock=TimeControl(**clock))
    host = await hall.open_table(env.anna, wanted)
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    return (host, guest) if host.view.my_turn else (guest, host)


async def test_when_the_clock_runs_out_the_lowest_card_is_led_and_then_passed(env: Any) -> None:
    hall = await env.hall()
    mover, other = await timed(env, hall, move=30.0)
    lowest = min(card.number for card in mover.view.match.hand)
    assert mover.view.mine.deadline == mover.now() + 30
    await env.pass_time(29.9)
    assert mover.view.turn == 0
    await env.pass_time(0.2)
    assert [card.number for card in mover.view.match.table] == [lowest]
    assert mover.view.mine.lapses == 1
    await env.pass_time(30.1)
    assert other.view.turn == 2
    assert len(other.view.match.table) == 0


async def test_the_bank_is_used_when_the_moves_own_time_is_gone(env: Any) -> None:
    hall = await env.hall()
    mover, _ = await timed(env, hall, move=10.0, bank=25.0)
    await env.pass_time(15)
    await mover.play(mover.view.match.moves[0])
    assert mover.view.mine.bank == pytest.approx(20.0)
    assert mover.view.mine.deadline is None
    assert mover.view.clock == TimeControl(10.0, 25.0)


async def test_a_lapse_empties_the_bank(env: Any) -> None:
    hall = await env.hall()
    mover, _ = await timed(env, hall, move=10.0, bank=5.0)
    await env.pass_time(15.1)
    assert mover.view.mine.bank == 0.0
    assert mover.view.mine.lapses == 1


async def test_three_lapses_in_a_row_bring_a_bot_until_the_player_returns(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 1000.0})
    mover, other = await timed(env, hall, move=10.0)
    while mover.view.mine.lapses < 3:
        await env.pass_time(10.1)
        if other.view.my_turn:
            await other.play(other.view.match.moves[0])
    await env.settle()
    assert mover.view.mine.covered == "lapses"
    assert other.view.mine.covered is None
    await mover.take_back()
    assert mover.view.mine.bot is None
    assert mover.view.mine.lapses == 0


async def test_a_move_in_time_forgives_the_lapses_before_it(env: Any) -> None:
    hall = await env.hall()
    mover, other = await timed(env, hall, move=10.0)
    await env.pass_time(10.1)
    assert mover.view.mine.lapses == 1
    while not mover.view.my_turn:
        await other.play(other.view.match.moves[0])
    await mover.play(mover.view.match.moves[0])
    assert mover.view.mine.lapses == 0


async def test_no_clock_runs_during_a_pause(env: Any) -> None:
    hall = await env.hall()
    mover, other = await timed(env, hall, move=10.0, bank=10.0)
    await env.pass_time(14)
    await mover.pause()
    await other.pause()
    assert mover.view.mine.deadline is None
    await env.pass_time(5000)
    assert mover.view.turn == 0
    await mover.resume()
    await other.resume()
    assert mover.view.mine.bank == pytest.approx(6.0)
    assert mover.view.mine.deadline == mover.now() + 16


async def test_no_clock_runs_while_nobody_is_there(env: Any) -> None:
    hall = await env.hall()
    mover, other = await timed(env, hall, move=10.0)
    code = mover.view.code
    other.close()
    mover.close()
    await env.pass_time(500)
    back = await hall.sit(mover.player, code)
    await env.settle()
    assert back.view.turn == 0
    assert back.view.mine.deadline == back.now() + 10


async def test_a_returning_player_gets_the_whole_time_of_the_move(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 1000.0})
    mover, other = await timed(env, hall, move=500.0)
    mover.close()
    await env.pass_time(300)
    assert other.view.seats[mover.view.seat].covered == "away"
    back = await hall.sit(mover.player, other.view.code)
    assert back.view.mine.deadline == back.now() + 500


async def test_a_move_after_the_lapse_is_refused_and_nothing_is_lost(env: Any) -> None:
    hall = await env.hall()
    mover, _ = await timed(env, hall, seats=2, move=10.0)
    move, turn = mover.view.match.moves[0], mover.view.turn
    await env.pass_time(10.1)
    with pytest.raises(NotYourTurn):
        await mover.play(move, turn=turn)
    assert mover.view.phase is Phase.PLAYING


async def test_bots_look_at_the_table_before_they_move(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 2.0})
    wanted = NewTable("odin", seats=2, bots=("karl", "karl"), host_sits=False)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.pass_time(1.9)
    assert chair.view.turn == 0
    await env.pass_time(0.2)
    assert chair.view.turn == 1


async def test_the_real_clock_goes_on_and_rings(env: Any) -> None:
    clock, rung = LoopClock(), []
    before = clock.now()
    clock.call_at(before, lambda: rung.append(clock.now()))
    clock.call_at(before, lambda: rung.append(None)).cancel()
    await env.until(lambda: rung)
    assert rung[0] >= before > 1_700_000_000
    assert len(rung) == 1


async def test_a_player_for_whom_a_bot_played_to_the_end_has_the_seat_in_the_next_match(
    env: Any,
) -> None:
    hall = await env.hall()
    wanted = NewTable(
        "odin", seats=2, bots=("karl",), options={"target": "one-hand"}, clock=TimeControl(15.0)
    )
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    while chair.view.phase is Phase.PLAYING:
        await env.settle()
        env.clock.advance(16)
    assert chair.view.covered == "lapses"
    assert chair.view.seats[0].lapses == 3
    await chair.rematch()
    await env.until(lambda: chair.view.phase is Phase.PLAYING)
    assert chair.view.seat == 0
    assert chair.view.covered is None
    assert chair.view.seats[0].lapses == 0
