"""Where the rules of Walhalla open, and what the page after a match adds up."""

from odin_engine import walhalla
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.walhalla.box import SUPPLY
from odin_server.hall import NewTable
from odin_tui.drawing.standings import deals_of
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.scoreboard import deal_points, scoreboard
from odin_tui.screens.rules import RulesScreen
from odin_tui.walhalla.lookup import pieces_page
from tests.engine import laws
from tests.tui.boards import press, table_view
from tests.tui.screens import odin
from tests.tui.tables import wait_for_me
from tests.tui.walhalla.views import UI


async def test_the_rules_open_where_they_matter() -> None:
    async with odin(start=NewTable("walhalla", seats=3, bots=("karl", "karl"))) as (app, pilot):
        await wait_for_me(pilot, app.screen.chair)  # type: ignore[attr-defined]
        await press(pilot, "r")
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.topic is not None
        assert app.screen.topic.name in ("board", "landing", "turn")


def test_every_stage_has_a_topic_of_the_rules() -> None:
    names = {topic.name for topic in UI.rules.topics}
    assert UI.topic_for(None) in names
    for step in laws.walk(laws.Case(GAMES["walhalla"], 3, ())):
        for seat in (None, *map(Seat, range(3))):
            assert UI.topic_for(walhalla.view(step.state, seat)) in names


def test_points_of_raids_add_up_to_the_points_of_the_match() -> None:
    last = list(laws.walk(laws.Case(GAMES["walhalla"], 4, ())))[-1]
    view = walhalla.view(last.state, None)
    for seat in range(4):
        assert len(deals_of(view, seat)) == 3
        assert sum(deals_of(view, seat)) == view.points[seat]


def test_the_points_page_tells_every_raid_and_repeats_no_totals() -> None:
    for step in laws.walk(laws.Case(GAMES["walhalla"], 3, ())):
        view = walhalla.view(step.state, Seat(0))
        for seat in range(3):
            assert sum(deal_points(view, seat)) == view.points[seat]
    shown = scoreboard(table_view(GAMES["walhalla"], step.state, Seat(0)), ENGLISH).plain
    assert "Points:" not in shown
    assert "The match ends after the third raid; the most points win." in shown


def test_why_fewer_vikings_come_than_the_supply_is_said() -> None:
    reader = Reader(("Astrid", "Bo", "Cnut", "Dagny"), Seat(0))
    short = "Only as many fresh Vikings come as there are in Asgard."
    told = set()
    for step in laws.walk(laws.Case(GAMES["walhalla"], 4, ())):
        view = walhalla.view(step.state, Seat(0))
        enough = all(count >= max(SUPPLY[4]) for count in view.asgard)
        told.add(short in pieces_page(view, reader).plain)
        assert not (enough and short in pieces_page(view, reader).plain)
    assert told == {True, False}
