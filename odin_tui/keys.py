"""Every key by the id of its binding, in two maps; a player may put any key on any id."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from textual.binding import Binding

from odin_tui.languages import N_, Translations
from odin_tui.settings import Settings


class Keys(NamedTuple):
    """The title of one binding, and its keys separated by commas: by default and in the vim map."""

    title: str
    arrows: str
    vim: str = ""


KEYS: Mapping[str, Keys] = {
    # everywhere
    "keys": Keys(N_("keys"), "question_mark"),
    "quit": Keys(N_("quit"), "ctrl+q"),
    "redraw": Keys(N_("redraw"), "ctrl+l"),
    "palette": Keys(N_("all commands"), "ctrl+p"),
    "back": Keys(N_("back"), "escape"),
    "language": Keys(N_("language"), "L"),
    # menus, forms and lists
    "menu.up": Keys(N_("menu: up"), "up,k"),
    "menu.down": Keys(N_("menu: down"), "down,j"),
    "menu.left": Keys(N_("menu: left"), "left,h"),
    "menu.right": Keys(N_("menu: right"), "right,l"),
    "menu.choose": Keys(N_("menu: choose"), "enter,space"),
    "menu.first": Keys(N_("menu: first"), "home,g"),
    "menu.last": Keys(N_("menu: last"), "end,G"),
    "list.give_up": Keys(N_("list: give up"), "delete,d"),
    "form.turn": Keys(N_("form: turn"), "space"),
    "form.done": Keys(N_("form: done"), "enter"),
    "form.erase": Keys(N_("form: erase"), "backspace"),
    "keys.usual": Keys(N_("keys: reset this key"), "backspace"),
    "keys.all_usual": Keys(N_("keys: reset all"), "D"),
    # home
    "home.game": Keys(N_("home: game"), "a"),
    "home.play": Keys(N_("home: play"), "p"),
    "home.new": Keys(N_("home: new"), "n"),
    "home.continue": Keys(N_("home: continue"), "c"),
    "home.daily": Keys(N_("home: daily"), "e"),
    "home.puzzles": Keys(N_("home: puzzles"), "u"),
    "home.replays": Keys(N_("home: replays"), "v"),
    "home.rules": Keys(N_("home: rules"), "r"),
    "home.lesson": Keys(N_("home: lesson"), "t"),
    "home.join": Keys(N_("home: join a hall"), "o"),
    "home.statistics": Keys(N_("home: statistics"), "w"),
    "home.settings": Keys(N_("home: settings"), "s"),
    "home.quit": Keys(N_("home: quit"), "q"),
    # the hall over SSH
    "hall.game": Keys(N_("hall: game"), "a"),
    "hall.quick": Keys(N_("hall: quick"), "p"),
    "hall.new": Keys(N_("hall: new"), "n"),
    "hall.join": Keys(N_("hall: join"), "o"),
    "hall.people": Keys(N_("hall: people"), "u"),
    "hall.watch": Keys(N_("hall: watch"), "w"),
    "hall.chat": Keys(N_("hall: chat"), "c"),
    "hall.daily": Keys(N_("hall: daily"), "e"),
    "hall.inbox": Keys(N_("hall: inbox"), "i"),
    "hall.challenge": Keys(N_("hall: challenge"), "f"),
    "hall.leaderboard": Keys(N_("hall: leaderboard"), "b"),
    "hall.tournaments": Keys(N_("hall: tournaments"), "t"),
    "hall.to_table": Keys(N_("hall: to the tournament's table"), "ctrl+g"),
    "hall.more": Keys(N_("hall: more"), "m"),
    "hall.settings": Keys(N_("hall: settings"), "s"),
    "hall.quit": Keys(N_("hall: quit"), "q"),
    "hall.invite": Keys(N_("hall: invite"), "y"),
    "hall.ping": Keys(N_("hall: ping"), "ctrl+t"),
    # a tournament
    "tournament.enter": Keys(N_("tournament: join or leave"), "e"),
    "tournament.next": Keys(N_("tournament: start, next round"), "n"),
    "tournament.add": Keys(N_("tournament: add a player"), "a"),
    "tournament.cancel": Keys(N_("tournament: cancel"), "x"),
    # the hand
    "hand.left": Keys(N_("hand: left"), "left", "h,left"),
    "hand.right": Keys(N_("hand: right"), "right", "l,right"),
    "hand.choose": Keys(N_("hand: choose"), "space,up,down", "space,k,j,up,down"),
    "hand.clear": Keys(N_("hand: clear"), "backspace"),
    "hand.next_set": Keys(N_("hand: next set"), "tab"),
    "hand.previous_set": Keys(N_("hand: previous set"), "shift+tab"),
    "hand.sort": Keys(N_("hand: sort"), "s"),
    "hand.move_left": Keys(N_("hand: move a card left"), "shift+left,comma"),
    "hand.move_right": Keys(N_("hand: move a card right"), "shift+right,full_stop"),
    # boards of fields
    "map.up": Keys(N_("map: up"), "up,k"),
    "map.down": Keys(N_("map: down"), "down,j"),
    "map.left": Keys(N_("map: left"), "left", "h,left"),
    "map.right": Keys(N_("map: right"), "right,l"),
    "map.choose": Keys(N_("map: choose"), "space,enter"),
    "map.clear": Keys(N_("map: clear"), "backspace"),
    "map.mark": Keys(N_("map: mark"), "space"),
    "map.turn": Keys(N_("map: turn round"), "f"),
    "map.field": Keys(N_("map: look at a field"), "i", "x"),
    "map.forecast": Keys(N_("map: scoring"), "s"),
    "map.cards": Keys(N_("map: cards"), "a"),
    # lists of moves
    "moves.up": Keys(N_("moves: up"), "up,k"),
    "moves.down": Keys(N_("moves: down"), "down,j"),
    "moves.left": Keys(N_("moves: left"), "left", "h,left"),
    "moves.right": Keys(N_("moves: right"), "right,l"),
    "moves.choose": Keys(N_("moves: choose"), "enter,space"),
    "moves.filter": Keys(N_("moves: filter"), "slash"),
    "moves.page_up": Keys(N_("moves: page up"), "pageup"),
    "moves.page_down": Keys(N_("moves: page down"), "pagedown"),
    # the table
    "table.play": Keys(N_("table: play"), "enter"),
    "table.pass": Keys(N_("table: pass"), "p"),
    "table.hint": Keys(N_("table: hint"), "h", "i"),
    "table.rules": Keys(N_("table: rules"), "r"),
    "table.look": Keys(N_("table: look"), "v"),
    "table.scores": Keys(N_("table: points"), "b"),
    "table.settings": Keys(N_("table: settings"), "o"),
    "table.deals": Keys(N_("table: fair deal"), "d"),
    "table.chat": Keys(N_("table: chat"), "c"),
    "table.people": Keys(N_("table: people"), "u"),
    "table.pause": Keys(N_("table: pause"), "z"),
    "table.take_back": Keys(N_("table: take back"), "t"),
    "table.leave": Keys(N_("table: leave"), "escape,q"),
    # the chat; letters are typed into it
    "chat.older": Keys(N_("chat: older"), "pageup"),
    "chat.newer": Keys(N_("chat: newer"), "pagedown"),
    # after a hand and after a match
    "over.next": Keys(N_("after the match: next"), "enter,space"),
    "over.rematch": Keys(N_("after the match: rematch"), "m"),
    "over.record": Keys(N_("after the match: record"), "w"),
    "over.report": Keys(N_("after the match: report"), "a"),
    "over.replay": Keys(N_("after the match: replay"), "o"),
    "over.home": Keys(N_("after the match: home"), "escape,q"),
    # the lesson
    "lesson.read_on": Keys(N_("lesson: read on"), "enter"),
    # the report on a match
    "report.seat": Keys(N_("report: seat"), "o"),
    "report.watch": Keys(N_("report: watch"), "v"),
    "report.stop": Keys(N_("report: stop"), "s"),
    # replays
    "replay.next": Keys(N_("replay: next"), "right", "l,right"),
    "replay.back": Keys(N_("replay: back"), "left", "h,left"),
    "replay.next_hand": Keys(N_("replay: next hand"), "down,n", "j,n,down"),
    "replay.previous_hand": Keys(N_("replay: previous hand"), "up,b", "k,b,up"),
    "replay.auto": Keys(N_("replay: auto"), "space"),
    "replay.first": Keys(N_("replay: first"), "home,g"),
    "replay.last": Keys(N_("replay: last"), "end,G"),
    "replay.ask": Keys(N_("replay: analyse"), "a"),
    "replay.next_finding": Keys(N_("replay: next mistake"), "f"),
    "replay.report": Keys(N_("replay: report"), "w"),
    "replay.try": Keys(N_("replay: try"), "t"),
    "replay.other_seat": Keys(N_("replay: other seat"), "o"),
    "replay.deals": Keys(N_("replay: deals"), "d"),
    # pages to read
    "page.search": Keys(N_("page: search"), "slash"),
    "page.next": Keys(N_("page: next"), "n"),
    "page.previous": Keys(N_("page: previous"), "N"),
    "page.down": Keys(N_("page: down"), "space,pagedown"),
    "page.up": Keys(N_("page: up"), "pageup"),
}


def binding(
    key_id: str, action: str, label: str, *, show: bool = True, priority: bool = False
) -> Binding:
    """Return a binding of an action to the keys of an id.

    The label is marked with `N_`; the footer and the list of keys translate it.
    """
    return Binding(KEYS[key_id].arrows, action, label, show=show, priority=priority, id=key_id)


def keys_by_id(settings: Settings) -> Mapping[str, tuple[str, ...]]:
    """Return the keys of every id: the player's own, else those of the chosen map."""
    return _keys_by_id(settings.key_map, tuple(sorted(settings.keys.items())))


@lru_cache(maxsize=64)
def _keys_by_id(
    key_map: str, own_keys: tuple[tuple[str, str], ...]
) -> Mapping[str, tuple[str, ...]]:
    vim, own = key_map == "vim", dict(own_keys)
    usual = {key_id: keys.vim if vim and keys.vim else keys.arrows for key_id, keys in KEYS.items()}
    return {key_id: tuple((own.get(key_id) or keys).split(",")) for key_id, keys in usual.items()}


def keymap(settings: Settings) -> dict[str, str]:
    """Return the keys of ids that differ from the arrows, and of ids that share a key with them.

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
    """Return the key to show for an id."""
    return keys_by_id(settings)[key_id][0]


def binding_title(key_id: str, tr: Translations) -> str:
    """Return what the list of all keys calls an id, as in `table: hint`."""
    return tr.gettext(KEYS[key_id].title)
