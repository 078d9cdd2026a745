"""Settings as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_server.hall import NewTable, TimeControl
from odin_tui.settings import SETTINGS, BadSettings, Settings, read, write
from odin_tui.themes import THEMES

WORDS = {setting.name: st.sampled_from(list(setting.words)) for setting in SETTINGS}
TABLES = st.builds(
    NewTable,
    st.text(max_size=9),
    seats=st.integers(2, 6),
    bots=st.lists(st.text(max_size=9), max_size=5).map(tuple),
    options=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3),
    hints=st.booleans(),
    clock=st.none() | st.builds(TimeControl, st.floats(1, 99), st.floats(0, 99)),
)


def test_an_empty_file_gives_the_defaults() -> None:
    assert read("") == Settings()


@given(
    st.builds(
        Settings,
        name=st.text(max_size=24),
        keys=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3),
        last_table=TABLES,
        lesson_done=st.booleans(),
        **WORDS,
    )
)
def test_what_is_written_reads_back_the_same(settings: Settings) -> None:
    assert read(write(settings)) == settings


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("theme = ", "not TOML"),
        ('theme = "pink"', "theme cannot be 'pink'"),
        ("theme = 3", "theme cannot be '3'"),
        ("name = 3", "name needs a text"),
        (f'name = "{"a" * 25}"', "at most 24 letters"),
        ("keys = 3", "[keys]"),
        ("[keys]\nquit = 3", "[keys]"),
        ('lesson-done = "yes"', "lesson-done"),
        ("last-table = 3", "[last-table]"),
        ("[last-table]\ngame = 3\nseats = 2\nbots = []", "[last-table]"),
        ('[last-table]\ngame = "odin"\nseats = "2"\nbots = []', "[last-table]"),
        ('[last-table]\ngame = "odin"\nseats = 2\nbots = []\nclock = [1]', "[last-table]"),
        ("a = " + "[" * 100_000, "not TOML"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_it_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(complaint)):
        read(text)


def test_a_setting_of_a_later_version_is_passed_over() -> None:
    assert read('sound = "loud"') == Settings()


def test_there_is_a_theme_for_every_word_of_the_setting() -> None:
    themes = next(setting for setting in SETTINGS if setting.name == "theme")
    assert list(themes.words) == [theme.name for theme in THEMES]


def test_every_default_is_a_word_of_its_setting() -> None:
    for setting in SETTINGS:
        assert getattr(Settings(), setting.name) in setting.words
