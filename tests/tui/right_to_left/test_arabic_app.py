"""The app in Arabic: its keys, its mouse, its terminal, and the question about letters."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from textual.events import MouseDown, MouseUp
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Input

from odin_server.hall import NewTable
from odin_tui.app import OdinApp
from odin_tui.languages import translations_for
from odin_tui.right_to_left.mirror import Mirror
from odin_tui.screens.letter_order import LetterOrderMenu, LetterOrderScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.settings import SettingsScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.settings import Settings
from odin_tui.terminal_letters import EXPLICIT, IMPLICIT, ROWS, VISUAL, WORDS
from odin_tui.walhalla.board import Board
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.painting import HallPainting
from tests.ssh.test_hall_app import an_environment
from tests.tui.matches import played
from tests.tui.screens import odin

ODIN = NewTable("odin", seats=3, bots=("karl", "karl"), hints=True)
WALHALLA = NewTable("walhalla", seats=3, bots=("karl", "karl"), hints=True)


@asynccontextmanager
async def arabic(
    *, order: str = VISUAL, **handed_in: Any
) -> AsyncIterator[tuple[OdinApp, Pilot[None], list[str]]]:
    """Run the app in Arabic; with it, what was written beside the picture."""
    settings = Settings(animations="none", lesson_done=True, language="ar", letter_order=order)
    settings = replace(settings, **handed_in.pop("more", {}))
    written: list[str] = []
    async with odin(
        settings=settings, translations=translations_for(settings.language), **handed_in
    ) as (app, pilot):
        app.direction._write = written.append
        yield app, pilot, written


async def paint(app: OdinApp, pilot: Pilot[None]) -> None:
    """Let the mirror see the whole screen, as a terminal would."""
    await pilot.pause()
    update = app.screen._compositor.render_full_update()
    update.render_segments(app.console)


def place(app: OdinApp) -> int | None:
    """Return the place of the card under the cursor."""
    contents = app.screen.query_one(CardHand).contents
    return None if contents is None else contents.cursor


# -- keys -----------------------------------------------------------------------------------------


async def test_the_left_arrow_goes_to_the_card_at_the_left_which_is_the_next() -> None:
    async with arabic(start=ODIN) as (app, pilot, _):
        await pilot.press("left", "left")
        assert place(app) == 2
        await pilot.press("right")
        assert place(app) == 1


async def test_letters_for_the_arrows_mean_the_side_they_are_on_too() -> None:
    async with arabic(start=ODIN, more={"key_map": "vim"}) as (app, pilot, _):
        await pilot.press("h")
        assert place(app) == 1
        await pilot.press("l")
        assert place(app) == 0


async def test_a_key_of_the_players_own_for_the_left_goes_left() -> None:
    async with arabic(start=ODIN, more={"keys": {"hand.left": "x"}}) as (app, pilot, _):
        await pilot.press("x", "x")
        assert place(app) == 2


async def test_a_number_chooses_the_card_with_that_number() -> None:
    async with arabic(start=ODIN) as (app, pilot, _):
        await pilot.press("3")
        assert place(app) == 2


async def test_over_a_map_the_arrows_go_where_they_point() -> None:
    async with arabic(start=WALHALLA) as (app, pilot, _):
        board = app.screen.query_one(Board)
        before = board.intent.at
        await pilot.press("right")
        assert board.intent.at > before
        assert board.is_picture


async def test_the_next_move_of_a_replay_is_at_the_left() -> None:
    async with arabic() as (app, pilot, _):
        screen = ReplayScreen(played())
        await app.push_screen(screen)
        await pilot.press("left", "left")
        assert screen.here == 2
        await pilot.press("right")
        assert screen.here == 1


async def test_in_a_field_only_arabic_letters_turn_the_arrows_round() -> None:
    async with arabic() as (app, pilot, _):
        await app.push_screen(TextPromptScreen("?", "abc"))
        await pilot.pause()
        field = app.screen.query_one(Input)
        field.cursor_position = 3
        await pilot.press("left")
        assert field.cursor_position == 2
        field.value = "سلام"
        field.cursor_position = 2
        await pilot.press("left")
        assert field.cursor_position == 3


async def test_in_other_languages_nothing_is_turned_round() -> None:
    async with arabic(start=ODIN, more={"language": "de"}) as (app, pilot, written):
        assert app.mirror is None
        await pilot.press("right")
        assert place(app) == 1
        assert written == []


# -- the mouse ------------------------------------------------------------------------------------


async def test_a_click_picks_the_card_that_is_seen_there() -> None:
    async with arabic(start=ODIN) as (app, pilot, _):
        await paint(app, pilot)
        hand = app.screen.query_one(CardHand)
        width, y = app.size.width, hand.region.y + hand.region.height - 4
        # The hand is centred, and its first card the one at the right.
        edge = next(x for x in range(hand.size.width) if hand.place_at(x, 3) == 1)
        x = width - 1 - (hand.region.x + edge + 2)
        for kind in (MouseDown, MouseUp):
            app.post_message(kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False))
        await pilot.pause()
        assert place(app) == 1


# -- the terminal ---------------------------------------------------------------------------------


async def test_another_language_gives_the_terminal_its_own_order_back() -> None:
    async with arabic() as (app, pilot, written):
        app.change_settings(replace(app.settings, language="de"))
        await pilot.pause()
        assert app.mirror is None
        assert written == [IMPLICIT]
        app.change_settings(replace(app.settings, language="ar"))
        await pilot.pause()
        assert app.mirror is not None
        assert written == [IMPLICIT, EXPLICIT]


async def test_whoever_gets_the_terminal_meanwhile_gets_it_as_it_was() -> None:
    async with arabic() as (app, _pilot, written):
        app.app_suspend_signal.publish(app)
        app.app_resume_signal.publish(app)
        assert written == [IMPLICIT, EXPLICIT]


async def test_a_terminal_is_served_by_its_name_until_the_reader_has_chosen() -> None:
    async with arabic(order="", terminal="xterm-kitty") as (app, pilot, _):
        assert app.mirror is not None
        assert app.mirror.order == WORDS
        assert isinstance(app.screen, LetterOrderScreen)
        await pilot.press("3")
        assert app.mirror.order == ROWS
        assert app.settings.letter_order == ROWS
        assert not isinstance(app.screen, LetterOrderScreen)


async def test_escape_takes_what_was_guessed_and_nobody_is_asked_again() -> None:
    async with arabic(order="", terminal="mlterm") as (app, pilot, _):
        await pilot.press("escape")
        assert app.settings.letter_order == ROWS


async def test_a_page_shows_letters_as_they_come_and_nobody_is_asked() -> None:
    async with arabic(order=ROWS, terminal=None) as (app, _pilot, _):
        assert app.mirror is not None
        assert app.mirror.order == VISUAL
        assert not isinstance(app.screen, LetterOrderScreen)


async def test_the_settings_lead_to_the_question_again() -> None:
    async with arabic() as (app, pilot, _):
        await pilot.press("s")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("down", "down", "enter")
        assert isinstance(app.screen, LetterOrderScreen)
        await pilot.press("2")
        assert app.settings.letter_order == WORDS
    async with arabic(more={"language": "de"}) as (app, pilot, _):
        await pilot.press("s")
        assert "letter_order" not in [field.id for field in app.screen.form.fields]  # type: ignore[attr-defined]


async def test_three_lines_are_sent_in_three_orders() -> None:
    async with arabic(order="") as (app, pilot, _):
        await pilot.pause()
        menu = app.screen.query_one(LetterOrderMenu)
        rows = [tuple(menu.drawn_row(row, 60)) for row in range(3)]
        mirror = Mirror()
        drawn = [(0, y, mirror.rows.mirrored(row)) for y, row in enumerate(rows)]
        sent = ["".join(x.text for x in c) for _, _, c in mirror.take(drawn, Size(60, 3), ())]
        first, *_ = menu.items[0].title.split()
        assert [first[::-1] in row for row in sent] == [True, False, False]
        assert [first in row for row in sent] == [False, True, True]
        assert sent[1] != sent[2]


# -- what others do not pay for -------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_of_it_is_loaded_for_a_language_from_left_to_right(language: str) -> None:
    program = f"""
import asyncio, sys
from odin_tui.languages import translations_for
from tests.tui.screens import odin
async def main():
    async with odin(translations=translations_for({language!r})) as (app, pilot):
        await pilot.press("n")
asyncio.run(main())
print([name for name in sys.modules if "right_to_left" in name])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


async def test_the_heading_of_the_hall_is_not_torn_by_the_house_below_it() -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid"))
        app.translations = translations_for("ar")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            drawn = app.screen.query_one(HallPainting).draw()
            assert drawn.pictures
            assert drawn.pictures_in(0, 0, drawn.width) == []
