"""Every key by the id of its binding, in two maps; a player may put any key on any id."""

from collections.abc import Mapping
from typing import NamedTuple

from textual.binding import Binding

from odin_tui.settings import Settings


class Keys(NamedTuple):
    """The keys of one binding, separated by commas: with arrows and space, and for vim hands."""

    arrows: str
    vim: str = ""


KEYS: Mapping[str, Keys] = {
    # everywhere
    "keys": Keys("question_mark"),
    "quit": Keys("ctrl+q"),
    "redraw": Keys("ctrl+l"),
    "back": Keys("escape"),
    # menus, forms and lists
    "menu.up": Keys("up,k"),
    "menu.down": Keys("down,j"),
    "menu.left": Keys("left,h"),
    "menu.right": Keys("right,l"),
    "menu.choose": Keys("enter,space"),
    "menu.first": Keys("home,g"),
    "menu.last": Keys("end,G"),
    "list.give_up": Keys("delete,d"),
    "form.turn": Keys("space"),
    "form.done": Keys("enter"),
    "form.erase": Keys("backspace"),
    "keys.usual": Keys("backspace"),
    "keys.all_usual": Keys("D"),
    # home
    "home.game": Keys("a"),
    "home.play": Keys("p"),
    "home.new": Keys("n"),
    "home.continue": Keys("c"),
    "home.replays": Keys("v"),
    "home.rules": Keys("r"),
    "home.lesson": Keys("t"),
    "home.statistics": Keys("w"),
    "home.settings": Keys("s"),
    "home.quit": Keys("q"),
    # the hall over SSH
    "hall.game": Keys("a"),
    "hall.quick": Keys("p"),
    "hall.new": Keys("n"),
    "hall.join": Keys("o"),
    "hall.watch": Keys("w"),
    "hall.chat": Keys("c"),
    "hall.leaderboard": Keys("b"),
    "hall.more": Keys("m"),
    "hall.settings": Keys("s"),
    "hall.quit": Keys("q"),
    "hall.invite": Keys("y"),
    "hall.ping": Keys("ctrl+t"),
    # the hand
    "hand.left": Keys("left", "h,left"),
    "hand.right": Keys("right", "l,right"),
    "hand.choose": Keys("space,up,down", "space,k,j,up,down"),
    "hand.clear": Keys("backspace"),
    "hand.next_set": Keys("tab"),
    "hand.previous_set": Keys("shift+tab"),
    "hand.sort": Keys("s"),
    # boards of fields
    "map.up": Keys("up,k"),
    "map.down": Keys("down,j"),
    "map.left": Keys("left", "h,left"),
    "map.right": Keys("right,l"),
    "map.choose": Keys("space,enter"),
    "map.clear": Keys("backspace"),
    # the table
    "table.play": Keys("enter"),
    "table.pass": Keys("p"),
    "table.hint": Keys("h", "i"),
    "table.rules": Keys("r"),
    "table.look": Keys("v"),
    "table.deals": Keys("d"),
    "table.chat": Keys("c"),
    "table.pause": Keys("z"),
    "table.take_back": Keys("t"),
    "table.leave": Keys("escape,q"),
    # the chat; letters are typed into it
    "chat.older": Keys("pageup"),
    "chat.newer": Keys("pagedown"),
    # after a hand and after a match
    "over.next": Keys("enter,space"),
    "over.rematch": Keys("m"),
    "over.record": Keys("w"),
    "over.home": Keys("escape,q"),
    # the lesson
    "lesson.on": Keys("enter"),
    # replays
    "replay.next": Keys("right", "l,right"),
    "replay.back": Keys("left", "h,left"),
    "replay.next_hand": Keys("down,n", "j,n,down"),
    "replay.last_hand": Keys("up,b", "k,b,up"),
    "replay.auto": Keys("space"),
    "replay.first": Keys("home,g"),
    "replay.last": Keys("end,G"),
    "replay.ask": Keys("a"),
    "replay.next_find": Keys("f"),
    "replay.deals": Keys("d"),
    # pages to read
    "page.search": Keys("slash"),
    "page.next": Keys("n"),
    "page.previous": Keys("N"),
    "page.down": Keys("space,pagedown"),
    "page.up": Keys("pageup"),
}


def binding(
    key_id: str, action: str, words: str, *, show: bool = True, priority: bool = False
) -> Binding:
    """Bind an action to the keys of an id, shown in the footer with these words."""
    return Binding(KEYS[key_id].arrows, action, words, show=show, priority=priority, id=key_id)


def keys_by_id(settings: Settings) -> dict[str, tuple[str, ...]]:
    """Give the keys of every id: the player's own, else those of the chosen map."""
    vim, own = settings.key_map == "vim", settings.keys
    usual = {key_id: keys.vim if vim and keys.vim else keys.arrows for key_id, keys in KEYS.items()}
    return {key_id: tuple((own.get(key_id) or keys).split(",")) for key_id, keys in usual.items()}


def keymap(settings: Settings) -> dict[str, str]:
    """Give the keys of the ids that differ from the arrows, and of ids that share a key with them.

    Where Textual moves one binding, it takes every other off the old key and the new one.
    """
    usual, now = keys_by_id(Settings()), keys_by_id(settings)
    moved = {key_id for key_id in KEYS if now[key_id] != usual[key_id]}
    touched = {key for key_id in moved for key in (*usual[key_id], *now[key_id])}
    return {
        key_id: ",".join(now[key_id])
        for key_id in KEYS
        if key_id in moved or touched.intersection(usual[key_id])
    }


def first_key(key_id: str, settings: Settings) -> str:
    """Give the key to show for an id."""
    return keys_by_id(settings)[key_id][0]


def binding_title(key_id: str) -> str:
    """Name an id as the list of keys shows it, as in `table: hint`."""
    return key_id.replace(".", ": ").replace("_", " ")
