"""The two key maps, and a player's own keys."""

from itertools import combinations

from odin_tui.key_hints import key_name, key_names
from odin_tui.keys import KEYS, first_key, keymap, keys_by_id
from odin_tui.settings import Settings


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
