"""What keys are for, to list them in groups."""

from odin_tui.languages import N_

MOVING, CHOOSING, PLAYING = N_("Moving"), N_("Choosing"), N_("Playing")
TABLE, PLACES, READING, APP = N_("Table"), N_("Places"), N_("Reading"), N_("App")
GROUPS = (MOVING, CHOOSING, PLAYING, TABLE, PLACES, READING, APP)
"""The titles of the groups in their order, marked for translation."""

_BY_NAME = {
    **dict.fromkeys(
        ("up", "down", "left", "right", "first", "last", "page_up", "page_down"), MOVING
    ),
    **dict.fromkeys(("choose", "clear", "mark", "filter", "turn", "erase", "done"), CHOOSING),
}
_BY_ID = {
    "map.turn": PLAYING,
    "list.give_up": CHOOSING,
    "hall.people": CHOOSING,
    **dict.fromkeys(("hall.quick", "hall.challenge", "hall.invite"), PLAYING),
    "lesson.read_on": PLAYING,
    "over.next": PLAYING,
    "over.rematch": PLAYING,
    **dict.fromkeys(("table.play", "table.pass", "table.hint", "table.take_back"), PLAYING),
    **dict.fromkeys(("replay.next", "replay.back", "replay.next_hand"), MOVING),
    **dict.fromkeys(("replay.previous_hand", "chat.older", "chat.newer"), MOVING),
    **dict.fromkeys(("page.next", "page.previous", "page.down", "page.up"), MOVING),
}
_BY_PREFIX = {
    "hand": CHOOSING,
    "keys": CHOOSING,
    "table": TABLE,
    "map": TABLE,
    "over": TABLE,
    "home": PLACES,
    "hall": PLACES,
    "tournament": PLACES,
    "report": READING,
    "replay": READING,
    "page": READING,
}


def group_of(key_id: str) -> str:
    """Return the title of the group that the id of a binding belongs to."""
    prefix, _, name = key_id.partition(".")
    if not name:
        return APP
    return _BY_ID.get(key_id) or _BY_NAME.get(name) or _BY_PREFIX.get(prefix, APP)
