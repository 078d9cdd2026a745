"""The home screen, by keys and by mouse, at every size."""

import pytest

from odin_server.hall import NewTable
from odin_tui.catalogue import PLAYABLE, usual_table
from odin_tui.drawing.palette import Depth
from odin_tui.game_ui import game_ui
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.new_table import NewTableScreen
from odin_tui.screens.settings import SettingsScreen
from odin_tui.screens.table import TableScreen
from odin_tui.screens.unfinished import UnfinishedScreen
from odin_tui.settings import Settings, read, write
from odin_tui.themes import THEME_NAMES
from odin_tui.widgets.game_tabs import GameTabs
from odin_tui.widgets.left_match import LeftMatch
from odin_tui.widgets.menu import Menu
from odin_tui.widgets.painting import HomePainting
from tests.tui.screens import ME, begin_hall, odin, painted, screen_text, snapshot

TABLE = NewTable("odin", seats=2, bots=("karl",))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 48)])
async def test_home_is_complete_at_every_size(size: tuple[int, int]) -> None:
    async with odin(size) as (app, _pilot):
        for words in ("Play now", "New table", "Lesson", "Replays", "Rules", "Quit", "?  keys"):
            assert words in screen_text(app)
        snapshot(app, f"home_{size[0]}x{size[1]}")


@pytest.mark.parametrize("theme", [name for name in THEME_NAMES if name != "night"])
async def test_home_in_every_theme(theme: str) -> None:
    async with odin(settings=Settings(theme=theme, lesson_done=True)) as (app, _pilot):
        snapshot(app, f"home_{theme}")


async def test_home_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with odin() as (app, _pilot):
        snapshot(app, "home_no_color")


async def test_home_without_colours_in_the_terminals_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with odin(depth=Depth.ANSI) as (app, _pilot):
        assert "color(" not in painted(app)
        snapshot(app, "home_ansi_no_color")


async def test_one_key_opens_the_table_of_the_last_time() -> None:
    async with odin(settings=Settings(last_table=TABLE)) as (app, pilot):
        await pilot.press("p")
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen.chair.view.seats) == 2


async def test_a_last_table_of_a_game_that_is_gone_is_the_usual_table() -> None:
    async with odin(settings=Settings(last_table=NewTable("chess", seats=2))) as (app, pilot):
        await pilot.press("p")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.chair.view.game == "odin"


@pytest.mark.parametrize(("key", "screen"), [("n", NewTableScreen), ("s", SettingsScreen)])
async def test_a_letter_opens_its_screen_and_escape_comes_back(key: str, screen: type) -> None:
    async with odin() as (app, pilot):
        await pilot.press(key)
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize(
    "keys", [("2",), ("down", "enter"), ("j", "space"), ("k", "up", "up", "2")]
)
async def test_numbers_arrows_and_vim_keys_choose(keys: tuple[str, ...]) -> None:
    async with odin() as (app, pilot):
        await pilot.press(*keys)
        assert isinstance(app.screen, NewTableScreen)


@pytest.mark.parametrize(
    ("place", "screen"), [((10, 1), NewTableScreen), ((50, 3), SettingsScreen)]
)
async def test_the_mouse_chooses_in_both_columns(place: tuple[int, int], screen: type) -> None:
    async with odin() as (app, pilot):
        await pilot.click(Menu, offset=place)
        assert isinstance(app.screen, screen)


async def test_left_and_right_change_the_column() -> None:
    async with odin() as (app, pilot):
        menu = app.screen.query_one(Menu)
        await pilot.press("right")
        assert menu.items[menu.here].id == "replays"
        await pilot.press("right")
        assert menu.items[menu.here].id == "replays", "there is no third column"
        await pilot.press("left")
        assert menu.items[menu.here].id == "play"


async def test_what_an_entry_does_is_told_below_the_menu_where_it_has_no_room_beside_it() -> None:
    async with odin((60, 20)) as (app, pilot):
        assert "4 seats" in screen_text(app)
        assert "seats, bots, rules" not in screen_text(app)
        await pilot.press("down")
        await pilot.pause()
        assert "seats, bots, rules" in screen_text(app)
    async with odin((80, 24)) as (app, _pilot):
        assert "seats, bots, rules" in screen_text(app)


async def test_whoever_has_played_nothing_yet_reads_a_sentence_on_every_game() -> None:
    async with odin() as (app, pilot):
        lines = screen_text(app).splitlines()
        for row, (name, game) in enumerate(PLAYABLE.items()):
            (line,) = [line for line in lines if line.strip().startswith(f"{game.TITLE} ")]
            assert game_ui(name).about in line
            await pilot.click(GameTabs, offset=(30, row))
            assert app.settings.last_table.game == name
        await pilot.click(GameTabs, offset=(0, 0))
        assert app.settings.last_table.game == "walhalla", "no tab is there"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_whoever_has_played_has_the_tabs_in_a_row(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        tabs = app.screen.query_one(GameTabs)
        tabs.introduces = False
        await pilot.pause()
        row = next(line for line in screen_text(app).splitlines() if "Herrlof" in line)
        assert all(game.TITLE in row for game in PLAYABLE.values())
        await pilot.click(GameTabs, offset=(row.index("Herrlof"), 0))
        assert app.settings.last_table.game == "herrlof"
        tabs.introduces = False
        await pilot.pause()
        assert (game_ui("herrlof").about in screen_text(app)) == (size[1] >= 24)


def test_a_first_table_has_as_few_seats_as_a_game_allows_and_easy_bots() -> None:
    assert usual_table("walhalla") == NewTable(
        "walhalla", seats=3, bots=("karl", "karl"), hints=True
    )


@pytest.mark.parametrize("game", PLAYABLE)
async def test_the_match_that_was_left_is_shown_beside_the_menu_and_continued(game: str) -> None:
    hall = await begin_hall()
    chair = await hall.open_table(ME, usual_table(game))
    await chair.start()
    chair.close()
    async with odin((120, 36), hall=hall) as (app, pilot):
        await pilot.pause()
        assert f"{PLAYABLE[game].TITLE} with " in screen_text(app)
        await pilot.click(LeftMatch)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
    async with odin((80, 24), hall=hall) as (app, _pilot):
        assert f"{PLAYABLE[game].TITLE} with " not in screen_text(app), "there is no room for it"
    await hall.close()


async def test_the_cursor_goes_round() -> None:
    async with odin() as (app, pilot):
        menu = app.screen.query_one(Menu)
        assert menu.items[menu.here].id == "play"
        await pilot.press("up")
        assert menu.items[menu.here].id == "quit"
        await pilot.press("down")
        assert menu.items[menu.here].id == "play"
        await pilot.press("end")
        assert menu.items[menu.here].id == "quit"


async def test_a_game_is_chosen_first_and_remembered_with_its_table() -> None:
    kept: list[Settings] = []
    async with odin(settings=Settings(last_table=TABLE), keep_settings=kept.append) as (app, pilot):
        assert app.screen.query_one(HomePainting).word == "ODIN"
        await pilot.press("a")
        assert app.screen.query_one(HomePainting).word == "HERRLOF"
        assert "2 seats · 1 easy" in screen_text(app)
        assert read(write(kept[-1])) == kept[-1]
        await pilot.press("r")
        assert "Herrlof: the rules" in screen_text(app)
        await pilot.press("escape", "a")
        assert "3 seats · 2 easy" in screen_text(app)
        await pilot.press("a")
        assert app.settings.last_table == TABLE
        await pilot.press("a", "p")
        assert isinstance(app.screen, TableScreen)
        assert "HERRLOF" in screen_text(app)


async def test_q_quits() -> None:
    async with odin() as (app, pilot):
        await pilot.press("q")
        await pilot.pause()
        assert app.return_code == 0


async def test_continue_is_offered_only_when_there_is_something_to_continue() -> None:
    async with odin() as (app, _pilot):
        assert "Continue" not in screen_text(app)


async def test_a_single_unfinished_match_is_continued_at_once() -> None:
    hall = await begin_hall()
    (await hall.open_table(ME, TABLE)).close()
    async with odin(hall=hall) as (app, pilot):
        assert "1 unfinished match" in screen_text(app)
        await pilot.press("c")
        assert isinstance(app.screen, TableScreen)
    await hall.close()


async def test_a_single_unfinished_match_is_given_up_from_home() -> None:
    hall = await begin_hall()
    (await hall.open_table(ME, TABLE)).close()
    async with odin(hall=hall) as (app, pilot):
        assert "give up" in screen_text(app).splitlines()[-1], "the cursor stands on Continue"
        await pilot.press("down")
        await pilot.pause()
        assert "give up" not in screen_text(app)
        await pilot.press("d")
        assert isinstance(app.screen, HomeScreen), "the cursor is not on Continue"
        await pilot.press("up")
        await pilot.pause()
        assert "give up" in screen_text(app).splitlines()[-1]
        await pilot.press("d")
        assert "Odin with " in screen_text(app)
        await pilot.press("enter")
        assert len(hall.unfinished(ME)) == 1, "the cursor stands on keeping it"
        await pilot.press("d", "y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert hall.unfinished(ME) == ()
        assert "Continue" not in screen_text(app)
    await hall.close()


async def test_several_unfinished_matches_are_listed_and_can_be_given_up() -> None:
    hall = await begin_hall()
    for _ in range(2):
        (await hall.open_table(ME, TABLE)).close()
    async with odin(hall=hall) as (app, pilot):
        await pilot.press("c")
        assert isinstance(app.screen, UnfinishedScreen)
        assert screen_text(app).count("Odin with ") == 2
        await pilot.press("d", "enter")
        assert len(hall.unfinished(ME)) == 2, "the cursor stands on keeping it"
        await pilot.press("d", "y")
        await pilot.pause()
        assert len(hall.unfinished(ME)) == 1
        assert screen_text(app).count("Odin with ") == 1
        await pilot.press("d", "y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
    await hall.close()


async def test_a_notice_can_be_read_at_home() -> None:
    async with odin(notice="The settings cannot be used.") as (app, _pilot):
        assert "The settings cannot be used." in screen_text(app)
