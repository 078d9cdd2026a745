"""What the board asks: the task of each decision, what the choice leads to, and words to click."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.events import RaidEnded
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.moves import Land, Sail
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import listed, shortened
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.messages import any_of
from odin_tui.narrator import Reader
from odin_tui.walhalla.effects import called, effect
from odin_tui.walhalla.intent import Intent
from odin_tui.walhalla.map_text import owner_of
from odin_tui.walhalla.messages import PENINSULAS, terrain_at
from odin_tui.walhalla.narration import sentences
from odin_tui.walhalla.preview import gives
from odin_tui.walhalla.text import waiting

SHORT_NAMES = (16, 10, 6)
"""The columns of a name where a line is too long otherwise, from long to short."""
MOST_TOLD = 4
"""How many of the last events are told while somebody else decides."""

COMMIT = N_("Your turn: lay down cards for the end of raid {raid}, or none")
SELL = N_("Your turn: sell which card, with a point, to fill seat {place}?")
LAND = N_("Your turn: land above on {above} or below on {below}")
JOIN = N_("Your turn: join {name} on seat {place} of the dragon?")
JOIN_BY_SELLING = N_("Your turn: sell a card to join {name} on seat {place}?")
DEFEND = N_("Your turn: {name} attacks you at {field}, {terrain}")
HUNT = N_("Your turn: {field}, {terrain}, is yours; do you hunt?")
GATHER = N_("Your turn: {field}, {terrain}, is yours; you hold no HUNT card")
ATTACK = N_("Your turn: you attack {name} at {field}, {terrain}")
FIGHT = N_("Your turn: you attack {name} at {field}, {terrain}, without an ATTACK card")
BOARD = N_("Your turn: who boards the dragon? Fill seats {seats}, or none")
BOARD_BY_SELLING = N_("Your turn: fill seats {seats}? Each costs a card and a point")
SAIL_OR_TURN = N_("Your turn: sail the dragon into fjord {fjords}; {key} turns it round")
SAIL_OR_TURN_BRIEF = N_("Your turn: fjord {fjords}; {key} turns")
SAIL = N_("Your turn: sail the dragon into fjord {fjords}")
TASKS = (
    *(COMMIT, SELL, LAND, JOIN, JOIN_BY_SELLING, DEFEND, HUNT, GATHER, ATTACK, FIGHT),
    *(BOARD, BOARD_BY_SELLING, SAIL_OR_TURN, SAIL_OR_TURN_BRIEF, SAIL),
)
"""Everything that is asked."""

FREE_FIELD = N_("{field}, {terrain}, is free; {reach}")
OWN_FIELD = N_("{field}, {terrain}, is yours; {reach}")
HELD_FIELD = N_("{field}, {terrain}, is held by {name}; {reach}")
FIELDS = FREE_FIELD, OWN_FIELD, HELD_FIELD
"""What is said of a field that is looked at."""


class Option(NamedTuple):
    """A word beside the prompt; a click on a chosen one does it."""

    label: str
    chosen: bool = True


class Asked(NamedTuple):
    """What the prompt says, and the words beside it."""

    task: Content
    preview: Content
    options: tuple[Option, ...] = ()


def asked(intent: Intent, view: View, reader: Reader, width: int, turn_key: str) -> Asked:
    """Return what to say in a prompt with two rows of a width; `turn_key` turns the dragon."""
    if intent.looking is not None:
        return Asked(*field_lines(view, intent.looking, reader))
    options = tuple(_options(intent, reader.tr))
    if not intent.my_turn:
        return _waiting(view, reader, width)
    room = width - sum(cell_len(option.label) + 3 for option in options)
    for who, brief in product(_readers(reader, width), (False, True)):
        said = effect(intent, view, who, brief=brief)
        for task in _tasks(intent, view, who, turn_key):
            if task.cell_length <= room and said.cell_length <= width:
                return Asked(task, said, options)
    return Asked(task, said, options)


def _readers(reader: Reader, width: int) -> Iterator[Reader]:
    """Yield the reader with names as they are, then with shorter and shorter ones."""
    for longest in (width, *SHORT_NAMES):
        names = tuple(shortened(name, longest) for name in reader.names)
        yield replace(reader, names=names)


def _waiting(view: View, reader: Reader, width: int) -> Asked:
    """Return what has happened just now, and who decides what."""
    for who in _readers(reader, width):
        told, said = _told(view, who, width), waiting(view, who)
        if told.cell_length <= width and cell_len(said) <= width:
            break
    return Asked(told, Content.styled(said, "$quiet"))


def _told(view: View, reader: Reader, width: int) -> Content:
    """Return what has happened just now, as much of it as fits."""
    lines: list[str] = []
    for event in reversed(view.history[-MOST_TOLD:]):
        if isinstance(event, RaidEnded):
            break
        longer = [*sentences(event, view, reader), *lines]
        if lines and len(" ".join(longer)) > width:
            break
        lines = longer
    return Content(" ".join(lines))


# -- tasks ---------------------------------------------------------------------------------------


def _tasks(intent: Intent, view: View, reader: Reader, turn_key: str) -> Iterator[Content]:
    """Yield ways to say what is asked, the longest first; what comes before the colon is lit."""
    if intent.stage == Stage.SAIL:
        yield from _sail_tasks(intent, view, reader.tr, turn_key)
    else:
        for brief in (False, True):
            yield _lit(Content(_task(intent, view, reader, brief=brief)))


def _task(intent: Intent, view: View, reader: Reader, *, brief: bool) -> str:
    """Return what is asked; if `brief`, with the letters of terrains as on the map."""
    tr = reader.tr
    match intent.stage:
        case Stage.LAND:
            return _land_task(intent, view, reader, brief=brief)
        case Stage.BOARD:
            return _board_task(intent, view, reader)
        case Stage.COMMIT:
            return tr.gettext(COMMIT).format(raid=view.raid)
        case Stage.SELL:
            return tr.gettext(SELL).format(place=view.boarding[0] + 1)
        case Stage.GUEST:
            return _guest_task(view, reader)
    return _fight_task(view, reader, brief=brief)


def _land_task(intent: Intent, view: View, reader: Reader, *, brief: bool) -> str:
    fields = [move.field for move in intent.moves if isinstance(move, Land)]
    above, below = (_shore(view, field, reader, brief=brief) for field in fields)
    return reader.tr.gettext(LAND).format(above=above, below=below)


def _shore(view: View, field: Field, reader: Reader, *, brief: bool) -> str:
    """Return what a field is, and whom a Viking who lands there has to fight."""
    owner, terrain = owner_of(view, field), _terrain(view, field, reader, brief=brief)
    if owner is None:
        return terrain
    text = reader.tr.gettext("{terrain} against {name}")
    return text.format(terrain=terrain, name=reader.names[owner])


def _terrain(view: View, field: Field, reader: Reader, *, brief: bool) -> str:
    if brief:
        return str(view.terrains[field.peninsula][field.row])
    return terrain_at(view, field, reader.tr)


def _guest_task(view: View, reader: Reader) -> str:
    dragon, seat = view.dragon, view.to_move[0]
    text = reader.tr.gettext(JOIN if view.midgard[seat] else JOIN_BY_SELLING)
    place = 0 if dragon is None else dragon.reserved + 1
    return text.format(place=place, name=reader.names[view.active])


def _fight_task(view: View, reader: Reader, *, brief: bool) -> str:
    """Return what is asked about a field that is attacked or hunted in."""
    tr, landing = reader.tr, view.landing
    if landing is None or landing.field is None:
        return ""
    who = owner_of(view, landing.field)
    match view.stage:
        case Stage.DEFEND:
            who = landing.seat
            text = DEFEND
        case Stage.HUNT if Card.HUNT in view.hand:
            text = HUNT
        case Stage.HUNT:
            text = GATHER
        case _ if Card.ATTACK in view.hand:
            text = ATTACK
        case _:
            text = FIGHT
    return tr.gettext(text).format(
        name="" if who is None else reader.names[who],
        field=landing.field,
        terrain=_terrain(view, landing.field, reader, brief=brief),
    )


def _lit(text: Content) -> Content:
    """Colour what comes before the colon."""
    start = text.plain.find(":") + 1
    return text.stylize("bold $your-turn", 0, start) if start else text


def _board_task(intent: Intent, view: View, reader: Reader) -> str:
    tr, seats = reader.tr, [str(place + 1) for place in intent.seats]
    text = BOARD if view.seat is not None and view.midgard[view.seat] else BOARD_BY_SELLING
    return tr.gettext(text).format(seats=listed(seats, tr))


def _sail_tasks(intent: Intent, view: View, tr: Translations, key: str) -> Iterator[Content]:
    numbers = [
        Content.styled(str(fjord + 1), "bold $your-turn" if fjord == intent.at else "bold")
        for fjord in intent.fjords
    ]
    pieces = {"fjords": Content(" ").join(numbers), "key": Content.styled(key, "bold")}
    if view.options.turning:
        yield _lit(fill(tr.gettext(SAIL_OR_TURN), **pieces))
        yield _lit(fill(tr.gettext(SAIL_OR_TURN_BRIEF), **pieces))
    else:
        yield _lit(fill(tr.gettext(SAIL), **pieces))


# -- words to click ------------------------------------------------------------------------------


def _options(intent: Intent, tr: Translations) -> Iterator[Option]:
    """Yield what can be clicked, the chosen one marked."""
    match intent.stage:
        case None:
            return
        case Stage.BOARD:
            yield Option(tr.gettext("Board") if intent.places else tr.gettext("Nobody"))
        case Stage.SAIL:
            yield Option(tr.gettext("Sail"))
            if Sail(intent.at, turned=not intent.turned) in intent.moves:
                yield Option(tr.gettext("Turn"), chosen=False)
        case Stage.SELL:
            yield Option(tr.gettext("Sell"))
        case Stage.COMMIT:
            yield Option(tr.gettext("Lay down") if intent.laid else tr.gettext("Keep all"))
        case _:
            for number, move in enumerate(intent.moves):
                yield Option(called(move, tr), chosen=number == intent.at)


# -- a field that is looked at -------------------------------------------------------------------


def field_lines(view: View, field: Field, reader: Reader) -> tuple[Content, Content]:
    """Return what a field is, who holds it and how it can be reached; then what it gives."""
    tr, owner = reader.tr, owner_of(view, field)
    fjords = [
        str(fjord + 1)
        for fjord in (field.peninsula, field.peninsula + 1)
        if len(view.fjords[fjord]) * len(view.aboard) <= field.row
    ]
    if owner is None:
        text = FREE_FIELD
    elif reader.is_me(owner):
        text = OWN_FIELD
    else:
        text = HELD_FIELD
    if fjords:
        reach = tr.gettext("in reach from fjord {fjords}").format(fjords=any_of(fjords, tr))
    else:
        reach = tr.gettext("out of reach in this raid")
    said = tr.gettext(text).format(
        field=field,
        terrain=terrain_at(view, field, tr),
        name="" if owner is None else shortened(reader.names[owner], SHORT_NAMES[0]),
        reach=reach,
    )
    cape = view.capes[field.peninsula]
    text = tr.gettext("{gives} Cape {letter}: {first}/{second}.")
    given = text.format(
        gives=gives(view, field, reader),
        letter=PENINSULAS[field.peninsula],
        first=cape.outer,
        second=cape.inner,
    )
    return Content.styled(said, "bold"), Content.styled(given, "$quiet")
