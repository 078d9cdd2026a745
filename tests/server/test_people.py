"""What people in the hall do, as everybody there sees it."""

from typing import Any

from odin_server.hall import Activity, NewTable
from odin_server.hall.lobby import IDLE_AFTER


async def test_the_hall_shows_what_everybody_does(env: Any) -> None:
    hall = await env.hall()
    anna, bjarni = hall.enter(env.anna), hall.enter(env.bjarni)

    def doing() -> list[tuple[str, Activity, str]]:
        return [(one.name, one.activity, one.game) for one in anna.people]

    assert doing() == [("Anna", Activity.PRESENT, ""), ("Bjarni", Activity.PRESENT, "")]
    chair = await hall.open_table(
        env.bjarni, NewTable("odin", seats=2, public=True, bots=("karl",))
    )
    assert doing()[1] == ("Bjarni", Activity.WAITING, "odin")
    await chair.start()
    assert doing()[1] == ("Bjarni", Activity.PLAYING, "odin")
    watching = await hall.watch(env.anna, chair.view.code)
    bjarni.say("hello")
    assert doing()[0] == ("Anna", Activity.WATCHING, "odin")
    await watching.leave()
    bjarni.close()
    assert doing() == [("Anna", Activity.PRESENT, "")]


async def test_who_presses_no_key_for_a_while_is_idle(env: Any) -> None:
    hall = await env.hall()
    anna, bjarni = hall.enter(env.anna), hall.enter(env.bjarni)
    env.clock.advance(IDLE_AFTER + 1)
    bjarni.note_activity()
    bjarni.say("anybody?")
    assert [one.activity for one in anna.people] == [Activity.IDLE, Activity.PRESENT]
