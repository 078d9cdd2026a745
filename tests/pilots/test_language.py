"""Pilots ask for English unless they are told to read another language."""

import re
import textwrap
from random import Random

import pytest

from odin_server.hall import NewTable
from odin_tui.drawing.canvas import Area
from odin_tui.game_ui import GAME_UIS
from odin_tui.languages import DEFAULT_LANGUAGE, ENGLISH, LANGUAGES, translations_for
from odin_tui.languages.reading import for_screens
from odin_tui.main import main
from odin_tui.messages.sentence import Plural
from odin_tui.pilots import landmarks
from odin_tui.pilots.findings import PilotLog
from odin_tui.pilots.in_english import YOUR_TURN, InEnglish, MayBeCut, MayBreak
from odin_tui.pilots.landmarks import landmark
from odin_tui.pilots.local import PilotPlan, run_pilots
from odin_tui.pilots.mirrored import unmirrored
from odin_tui.pilots.pilot import Pilot
from odin_tui.pilots.ssh_terminal import SshConnection
from odin_tui.pilots.terminal import AppTerminal
from odin_tui.pilots.tournament import running_round
from odin_tui.screens.lookup import LookupScreen
from odin_tui.settings import Settings
from odin_tui.terminal_letters import VISUAL
from odin_tui.walhalla.asking import LAND, TASKS
from tests.ssh.wire import KEY, a_server
from tests.tui.screens import odin


async def test_a_pilot_tells_the_server_that_it_reads_english() -> None:
    async with a_server() as server:
        line = await SshConnection.dial("127.0.0.1", server.port, KEY, "pilot")
        await line.terminal((80, 24))
        (session,) = server.host.sessions.values()
        assert session._chan.get_environment_bytes()[b"LANG"] == b"en.UTF-8"
        line.drop()


PAIRS = [(language, game) for language in LANGUAGES for game in GAME_UIS]
QUICK = {("ar", "odin")}
"""What every run of the tests plays; what the others need is much the same."""


@pytest.mark.parametrize(
    ("language", "game"),
    [
        pytest.param(*pair, marks=() if pair in QUICK else (pytest.mark.long,))
        for pair in PAIRS
        if pair[0] != DEFAULT_LANGUAGE
    ],
)
async def test_a_pilot_plays_every_game_in_every_language(language: str, game: str) -> None:
    found = await run_pilots(PilotPlan(1, 1, "languages", (80, 24), game=game, language=language))
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 1


def test_what_a_pilot_looks_for_is_put_back_into_english_where_it_stands() -> None:
    sought = ("Your turn:", "{name}'s turn.", Plural("points", "{points} pt", "{points} pts"))
    lines = [" Bo ist dran.   |", "▌Du bist dran: R7", "   1 Pkt.  x", "   12 Pkt. x"]
    read = InEnglish(translations_for("de"), sought).read(lines)
    assert read == [" Bo's turn.     |", "▌Your turn:    R7", "   1 pts   x", "   12 pts  x"]
    assert InEnglish(ENGLISH, sought).read(lines) == lines


def test_a_number_that_is_a_word_and_a_name_that_is_cut_are_read_too() -> None:
    points = Plural("points", "{points} point", "{points} points")
    arabic = translations_for("ar")
    for number in (1, 2, 3, 12):
        said = arabic.ngettext(points.one, points.other, number).format(points=number)
        read = InEnglish(arabic, [points]).read([said])[0]
        assert read.rstrip() == f"{number} point{'s' * (number > 1)}"
    names = InEnglish(translations_for("it"), [MayBeCut("SACRIFICE+")])
    assert names.read(["▌ 1 SACRIF…    ▐"]) == ["▌ 1 SACRIFICE+ ▐"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_landmark_and_every_prompt_can_be_told_in_every_language(language: str) -> None:
    tr = translations_for(language)
    messages = [
        value for name, value in vars(landmarks).items() if re.fullmatch("[A-Z_]{3,}", name)
    ]
    assert all(len(landmark(message, tr)) >= 2 for message in messages)
    turn = tr.gettext(YOUR_TURN)
    assert all(tr.gettext(task).startswith(turn) for task in TASKS)


def test_rows_that_are_read_from_right_to_left_are_put_back_as_they_were_drawn() -> None:
    tr = for_screens(translations_for("ar"))
    turn = tr.gettext(YOUR_TURN)
    drawn = [f"▌{turn} R7 12", " ODIN · 3 · 5", "▸ a1  x", "▟R   ● ▖ ▟G   ▲ ▖"]
    cards = [Area(1, 3, 8, 1), Area(10, 3, 8, 1)]
    shown = unmirrored([row.ljust(20) for row in drawn], [Area(0, 3, 8, 1), Area(9, 3, 8, 1)])
    assert shown[2].strip() == "x  a1 ◂"
    assert shown[3].strip() == "▟G   ▲ ▖ ▟R   ● ▖"
    moved = [Area(20 - area.x - area.width + 1, area.y, 8, 1) for area in cards]
    assert unmirrored([row.ljust(20) for row in shown], moved) == drawn


@pytest.mark.parametrize("language", ["en", "ar"])
async def test_a_page_over_the_table_is_known_by_its_title_at_any_size(language: str) -> None:
    start = NewTable("odin", seats=2, bots=("karl",), hints=True)
    settings = Settings(letter_order=VISUAL)
    translations = translations_for(language)
    async with odin(start=start, size=(60, 20), settings=settings, translations=translations) as (
        app,
        hands,
    ):
        terminal = AppTerminal(app, hands)
        log = PilotLog("pilot", "again")
        pilot = Pilot(terminal, lambda: None, log, Random(1), tr=app.translations)
        assert pilot._known_screen(await terminal.settle()) is None
        await hands.press("v")
        assert isinstance(app.screen, LookupScreen)
        assert pilot._known_screen(await terminal.settle()) == pilot._close


def test_a_pilot_says_which_languages_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pilot", "--language", "tlh"]) == 2
    assert "there is no language 'tlh'; there are en, de" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_landmark_is_found_in_a_window_that_breaks_its_sentence(language: str) -> None:
    tr = for_screens(translations_for(language))
    found = landmark(landmarks.ROUND_GATHERS, tr)
    rows = textwrap.wrap(tr.gettext(landmarks.ROUND_GATHERS), 50)
    assert found
    assert found in rows[0]


@pytest.mark.parametrize("width", [20, 35, 45])
def test_a_sentence_that_goes_on_in_the_next_row_is_read_by_its_first_words(width: int) -> None:
    german = translations_for("de")
    rows = textwrap.wrap(german.gettext(LAND).format(above="a1", below="b3"), width)
    assert len(rows) > 1
    read = InEnglish(german, [MayBreak(LAND)]).read(rows)[0].rstrip()
    assert read.startswith(YOUR_TURN)
    assert LAND.format(above="a1", below="b3").startswith(read)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pilot_reads_which_round_of_a_tournament_is_played(language: str) -> None:
    tr = translations_for(language)
    tables = tr.gettext(landmarks.TABLES_OF).format(seats=4)
    number = tr.gettext(landmarks.ROUND).format(number=12)
    over = tr.gettext(landmarks.ROUND_OVER).format(number=12)
    assert running_round(["Cup", f"{number} · {tables}", ""], tr) == "12"
    assert running_round(["Cup", f"{over} · {tables}", ""], tr) == ""
    assert running_round(["Cup", tables, ""], tr) == ""
    assert running_round(["12"], tr) == ""
