"""The bots' pace, which a player at home may change while they play."""

from typing import Any

from odin_server.hall import HallSettings, NewTable


async def test_a_pace_holds_from_the_next_turn_on(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 10.0})
    wanted = NewTable("odin", seats=3, bots=("karl",) * 3, host_sits=False)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.pass_time(9.0)
    assert chair.view.turn == 0
    hall.bot_pause = 1.0
    await env.pass_time(1.0)
    assert chair.view.turn == 1, "the pause that had begun is kept"
    await env.pass_time(3.0)
    assert chair.view.turn == 4


async def test_a_hall_uses_other_settings_from_now_on(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 10.0, "hold": 100.0})
    wanted = NewTable("odin", seats=3, bots=("karl",), public=True)
    chair = await hall.open_table(env.anna, wanted)
    friend = await hall.sit(env.bjarni, chair.view.code)
    await chair.start()
    hall.change_settings(HallSettings(bot_pause=1.0, hold=30.0))
    assert hall.bot_pause == 1.0
    friend.close()
    await env.pass_time(29.0)
    assert chair.view.seats[friend.view.seat].bot is None
    await env.pass_time(2.0)
    assert chair.view.seats[friend.view.seat].bot is not None
