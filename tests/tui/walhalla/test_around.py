"""What stands around a match of Walhalla: waiting room, statistics, words in lines and in JSON."""

import json
import re
from dataclasses import replace

from odin_server.hall import NewTable
from odin_server.hall.puzzles import Progress
from odin_tui.languages import ENGLISH
from odin_tui.screens.statistics import page_of
from tests.tui.matches import match
from tests.tui.screens import ME, begin_hall, new_app, screen_text
from tests.tui.test_text_mode import Conversation
from tests.tui.walhalla.views import UI, start, view

TABLE = NewTable("walhalla", seats=3, options={"tiles": "5-5-8"})


async def test_the_waiting_room_says_which_game_it_is_and_what_that_is() -> None:
    hall = await begin_hall()
    try:
        app = new_app(hall, start=await hall.open_table(ME, TABLE))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            shown = " ".join(screen_text(app).replace("▐", " ").replace("▌", " ").split())
            assert "Walhalla · peninsulas 5-5-8" in shown
            assert UI.about in shown
    finally:
        await hall.close()


async def test_text_mode_says_first_which_game_it_is() -> None:
    hall = await begin_hall()
    try:
        bots = replace(TABLE, bots=("karl", "karl"))
        talk = Conversation(await hall.open_table(ME, bots))
        talk.type("quit")
        await talk.end()
        assert re.search(
            r": Walhalla with \w+ \(Karl – easy\), \w+ \(Karl – easy\)\. ", talk.heard[0]
        )
        assert "Astrid" not in talk.heard[0], "the reader knows who they are"
    finally:
        await hall.close()


def test_statistics_count_wins_and_points_of_walhalla_without_a_highest_set() -> None:
    won = replace(match(1, ("bot:karl",) * 2, (80, 71, 60), 0), game="walhalla", places=(1, 2, 3))
    lost = replace(match(2, ("bot:jarl",) * 2, (50, 71, 60), 0), game="walhalla", places=(3, 1, 2))
    odin = match(3)
    matches = [replace(won, feats=(0, 0, 0)), replace(lost, feats=(0, 0, 0)), odin]
    page = page_of(ME, matches, Progress(), 70, ENGLISH).plain
    walhalla = page[page.index("Walhalla") : page.index("Odin")]
    assert "65.0" in walhalla
    assert "50%" in walhalla
    assert "highest" not in walhalla


def test_json_tells_the_whole_table_of_a_seat_and_nothing_of_other_hands() -> None:
    state = start(3)
    words = json.loads(json.dumps(UI.json.words(view(state, 1))))
    assert words["hand"] == [str(card) for card in state.position.hand(1)]
    assert len(words["terrains"]) == len(words["capes"]) == 3
    assert words["history"][0]["event"] == "raid-begun"
    assert "hands" not in words
