"""Settings as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_server.hall import NewTable, TimeControl
from odin_server.toml_settings import BadSetting
from odin_tui.keys import KEYS
from odin_tui.languages import ENGLISH
from odin_tui.messages import refusal_text
from odin_tui.settings import SETTINGS, Settings, read, write
from odin_tui.themes import THEME_NAMES

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
TABLE = "[last-table]\nbots = []\n"
GOOD_TABLE = f'{TABLE}game = "odin"\nseats = 2\n'


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
    ("text", "code", "name"),
    [
        ("theme = ", "not-toml", None),
        ("a = " + "[" * 100_000, "not-toml", None),
        ('theme = "pink"', "setting-not-one-of", "theme"),
        ("theme = 3", "setting-not-one-of", "theme"),
        ("theme = []", "setting-not-one-of", "theme"),
        ("name = 3", "setting-not-a-text", "name"),
        (f'name = "{"a" * 25}"', "setting-too-long", "name"),
        ("keys = 3", "setting-not-a-section", "keys"),
        ("[keys]\nquit = 3", "setting-not-a-text", "keys.quit"),
        ('lesson-done = "yes"', "setting-not-true-or-false", "lesson-done"),
        ("last-table = 3", "setting-not-a-section", "last-table"),
        ('[last-table]\ngame = "odin"\nseats = 2', "setting-missing", "last-table.bots"),
        (f"{TABLE}game = 3\nseats = 2", "setting-not-a-text", "last-table.game"),
        (f'{TABLE}game = "odin"\nseats = "2"', "setting-not-a-number", "last-table.seats"),
        (f'{TABLE}game = "odin"\nseats = 2.5', "setting-not-whole", "last-table.seats"),
        (f"{GOOD_TABLE}clock = [1]", "setting-wrong-length", "last-table.clock"),
        (f'{GOOD_TABLE}clock = [1, "x"]', "setting-not-a-number", "last-table.clock.bank"),
        (
            f"{GOOD_TABLE}options = {{target = 3}}",
            "setting-not-a-text",
            "last-table.options.target",
        ),
        ('tables.odin = "x"', "setting-not-a-section", "tables.odin"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_it_is_wrong(
    text: str, code: str, name: str | None
) -> None:
    with pytest.raises(BadSetting) as refused:
        read(text)
    assert (refused.value.code, refused.value.facts.get("name")) == (code, name)


def test_a_wrong_word_is_told_with_those_there_are() -> None:
    with pytest.raises(BadSetting) as refused:
        read('bell = "loud"')
    assert refusal_text(refused.value, ENGLISH) == "bell cannot be 'loud'; it is on or off."


def test_a_table_needs_neither_hints_nor_options_nor_a_clock() -> None:
    assert read(GOOD_TABLE).last_table == NewTable("odin", seats=2, hints=True)


def test_other_things_of_a_table_are_not_taken_from_the_file() -> None:
    assert read(f'{GOOD_TABLE}seed = "00"\npublic = true').last_table == read(GOOD_TABLE).last_table


def test_a_setting_of_a_later_version_is_passed_over() -> None:
    assert read('sound = "loud"') == Settings()


@pytest.mark.parametrize(("before", "now"), [("dark", "night"), ("light", "day"), ("ansi", "ansi")])
def test_a_theme_of_an_older_version_has_its_new_name(before: str, now: str) -> None:
    assert read(f'theme = "{before}"').theme == now


def test_there_is_a_theme_for_every_word_of_the_setting() -> None:
    themes = next(setting for setting in SETTINGS if setting.name == "theme")
    assert tuple(themes.words) == THEME_NAMES


def test_every_default_is_a_word_of_its_setting() -> None:
    for setting in SETTINGS:
        assert getattr(Settings(), setting.name) in setting.words


def test_own_keys_of_an_older_version_are_kept_under_their_new_ids() -> None:
    settings = read('[keys]\n"lesson.on" = "f5"\n"replay.last_hand" = "f6"\n"quit" = "f10"\n')
    assert settings.keys == {
        "lesson.read_on": "f5",
        "replay.previous_hand": "f6",
        "quit": "f10",
    }
    assert settings.keys.keys() <= KEYS.keys()
