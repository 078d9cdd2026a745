"""A table that has not begun says who starts the match."""

from odin_server.hall import NewTable, Player
from odin_tui.settings import Settings
from tests.tui.boards import STILL
from tests.tui.screens import begin_hall, new_app, screen_text

ASTRID, BO = Player("astrid", "Astrid"), Player("bo", "Bo")


async def test_when_everyone_is_here_the_host_and_the_others_learn_who_starts() -> None:
    hall = await begin_hall()
    host = await hall.open_table(BO, NewTable("odin", seats=2))
    guest = await hall.sit(ASTRID, host.view.code)
    for chair, said in ((host, "Start when you like."), (guest, "Bo starts the match.")):
        app = new_app(hall, STILL, start=chair, player=chair.player)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert f"Everyone is here. {said}" in screen_text(app)
    await hall.close()


def test_the_first_table_of_somebody_new_has_easy_bots_only() -> None:
    assert set(Settings().last_table.bots) == {"karl"}
