"""The pictures in the rules of Walhalla: each is drawn, and its caption is true of it."""

import pytest

from odin_engine.walhalla.box import Terrain
from odin_engine.walhalla.land import Cape
from odin_tui.languages import ENGLISH
from odin_tui.rulebook import Example, lines_of
from odin_tui.walhalla.map_text import shares, sums
from odin_tui.walhalla.rules_pictures import MAPS, drawn
from tests.tui.screens import odin, screen_text, snapshot
from tests.tui.walhalla.views import UI

EXAMPLES = [part for topic in UI.rules.topics for part in topic.body if isinstance(part, Example)]
PICTURES = [part.shown for part in EXAMPLES if part.is_picture]


def test_every_picture_of_the_rules_can_be_drawn_and_every_drawing_is_used() -> None:
    assert {*PICTURES} == {*MAPS, "[dragon]"}
    for name in (*PICTURES, *Terrain):
        assert drawn(name, "shapes", 46)
    assert not drawn("board 1 3", "shapes", 46)
    assert not drawn("[map]", "shapes", 20), "it is too wide"


def test_text_mode_reads_the_caption_without_the_name_of_the_picture() -> None:
    lines = [line for topic in UI.rules.topics for line in lines_of(topic, ENGLISH)]
    assert not any("[" in line for line in lines)
    assert any(line.startswith("A small map") for line in lines)


def test_the_captions_are_true() -> None:
    dragon = MAPS["[sail]"]()[0]
    assert dragon.aboard == (0, 0, 1)
    assert dragon.dragon is not None
    assert dragon.dragon.name == "K3"
    sailing = MAPS["[sail]"]()[1].ship
    assert sailing is not None
    assert sailing.aboard == (1, 0, 0)
    assert {field.row for field in MAPS["[sail]"]()[1].lit} == set(sailing.rows)
    fight, marks = MAPS["[fight]"]()
    assert fight.landing is not None
    assert (fight.landing.seat, fight.landing.field) == (1, marks.cursor)
    assert [str(move) for move in fight.moves] == ["lose", "pay"]
    score = MAPS["[score]"]()[0]
    assert score.capes[1] == Cape(4, 7)
    assert sums(score, 1) == [4, 2, 0]
    assert shares(score, 1) == [7, 4, 0]
    held = [
        terrain
        for terrain, owner in zip(score.terrains[1], score.owners[1], strict=True)
        if owner == 0
    ]
    assert held == [Terrain.WHEAT, Terrain.VILLAGE_2]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_rules_show_the_map_where_there_is_room_and_else_its_caption(
    size: tuple[int, int],
) -> None:
    async with odin(size) as (app, pilot):
        app.show_rules("walhalla", "map")
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        if size[0] == 80:
            assert "2nd 1st" in screen_text(app)
            snapshot(app, "walhalla_rules_80x24")
        else:
            assert "2nd" not in screen_text(app)
