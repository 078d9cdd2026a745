"""The two key maps, and a player's own keys."""

from itertools import combinations

from odin_server.hall import NewTable
from odin_tui.key_hints import key_name, key_names
from odin_tui.keys import KEYS, first_key, keymap, keys_by_id
from odin_tui.screens.keys_help import keys_of
from odin_tui.screens.lookup import LookupScreen
from odin_tui.settings import Settings
from odin_tui.themes import THEME_NAMES
from tests.tui.screens import odin, screen_text


def test_no_two_bindings_of_one_screen_share_a_key_that_both_could_mean() -> None:
    exclusive = {"hand", "table"}
    for key_map in ("arrows", "vim"):
        keys = keys_by_id(Settings(key_map=key_map))
        for groups in (exclusive, {"home", "menu", "list"}, {"hall", "menu", "list"}, {"replay"}):
            ids = [key_id for key_id in KEYS if key_id.partition(".")[0] in groups]
            for one, other in combinations(ids, 2):
                shared = set(keys[one]) & set(keys[other])
                assert not shared, f"{one} and {other} share {shared} for {key_map}"


def test_no_letter_means_two_things_at_a_table_with_a_map() -> None:
    for key_map in ("arrows", "vim"):
        keys = keys_by_id(Settings(key_map=key_map))
        ids = [key_id for key_id in KEYS if key_id.partition(".")[0] in ("map", "table")]
        letters = [key for key_id in ids for key in keys[key_id] if len(key) == 1]
        assert len(letters) == len(set(letters)), key_map


def test_nothing_needs_a_function_key() -> None:
    for key_id, keys in KEYS.items():
        for key in f"{keys.arrows},{keys.vim}".split(","):
            assert not (len(key) > 1 and key[0] == "f" and key[1:].isdecimal()), key_id


def test_a_players_own_key_wins_over_both_maps() -> None:
    settings = Settings(key_map="vim", keys={"hand.left": "a"})
    assert keymap(settings)["hand.left"] == "a"
    assert first_key("hand.left", settings) == "a"


def test_a_key_for_an_id_that_is_gone_is_passed_over() -> None:
    assert "nothing" not in keymap(Settings(keys={"nothing": "a", "quit": ""}))
    assert "quit" not in keymap(Settings(keys={"quit": ""}))


def test_keys_are_written_as_on_a_keyboard() -> None:
    assert [key_name(key) for key in ("left", "escape", "ctrl+q", "shift+tab", "a")] == [
        "←",
        "esc",
        "^q",
        "⇧tab",
        "a",
    ]


def test_signs_stand_together_and_words_apart() -> None:
    assert key_names(["left", "right"]) == "←→"
    assert key_names(["left", "right", "enter"]) == "←→/enter"
    assert key_names(["enter", "space"]) == "enter/space"
    assert key_names(["p"]) == "p"


async def test_the_page_of_keys_lists_each_key_once_and_only_what_it_does_here() -> None:
    async with odin(start=NewTable("odin", seats=2, bots=("karl",))) as (app, pilot):
        await pilot.pause()
        groups = keys_of(app.screen)
        assert list(groups) == ["Moving", "Choosing", "Playing", "Table", "App"]
        listed = [line for lines in groups.values() for line in lines]
        keys = [key for keys, _label in listed for key in keys.split()]
        assert len(keys) == len(set(keys))
        labels = [label for _keys, label in listed]
        assert "chat" not in labels, "there is nobody to chat with"
        assert {"play", "pass", "settings", "points", "rules"} <= set(labels)
        assert ("^p", "all commands") in groups["App"]


async def test_the_palette_offers_everything_that_has_a_key() -> None:
    async with odin(start=NewTable("odin", seats=2, bots=("karl",))) as (app, pilot):
        await pilot.pause()
        offered = {command.title for command in app.get_system_commands(app.screen)}
        assert {"table: points", "table: rules", "hand: sort", "table: leave"} <= offered
        assert {f"Theme: {name}" for name in THEME_NAMES} <= offered
        (points,) = [c for c in app.get_system_commands(app.screen) if c.title == "table: points"]
        await points.callback()
        await pilot.pause()
        assert isinstance(app.screen, LookupScreen)
        assert "You" in screen_text(app)


async def test_the_last_keys_can_be_reached_on_a_small_terminal() -> None:
    async with odin(size=(80, 24)) as (app, pilot):
        await pilot.press("question_mark", "end")
        await pilot.pause()
        assert "redraw" in screen_text(app)
