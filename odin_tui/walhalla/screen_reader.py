"""Read the table of Walhalla off the screen, letter by letter, as a person does."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from odin_engine.walhalla.box import COLOURS, Card, Terrain
from odin_tui.drawing.canvas import Area
from odin_tui.game_ui import ScreenReader
from odin_tui.messages.sentence import Plural
from odin_tui.pilots.in_english import YOUR_TURN, MayBeCut, MayBreak, Sought
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.asking import FIELDS, TASKS
from odin_tui.walhalla.effects import SAIL_EFFECT
from odin_tui.walhalla.lookup import TITLES
from odin_tui.walhalla.map_layout import HEIGHTS
from odin_tui.walhalla.pieces import SHAPES
from odin_tui.walhalla.plates import PLACES
from odin_tui.walhalla.table import EARLIER_RAIDS, LAST_RAID

SOUGHT: tuple[Sought, ...] = (
    YOUR_TURN,
    *map(MayBreak, TASKS),
    *FIELDS,
    *EARLIER_RAIDS,
    *LAST_RAID,
    *PLACES,
    SAIL_EFFECT,
    *map(MayBeCut, CARD_NAMES.values()),
)

_HEADING = re.compile(r"^ WALHALLA +(?:raid )?(\d)(?:/| of )3\b.*? · (?:dragon )?(\d+)(?:/| of )12")
_PLATE = re.compile(rf"([{COLOURS}])[{SHAPES}] (\S.*?) +(\d+)(?: pts?|p)(?= |$)")
_NARROW = re.compile(r"(?<!\w)" + r" *".join([r"[^\W\d](\d+)"] * 4) + r"(?!\w)")
"""Midgard, land, Asgard and Walhalla, each by a letter."""
_WIDE = re.compile(r"Midgard (\d+) +Asgard (\d+)"), re.compile(r"Walhalla (\d+) +land (\d+)")
_FIELD = re.compile("|".join(f"{terrain:<2}" for terrain in Terrain))
_LOOKING = re.compile(r"^.[abc]\d+, .*, is (?:free|yours|held by .*);")
_FJORDS = re.compile(r"(?:into|turn:) fjord ([\d ]+)")
_CHOSEN = re.compile(r"fjord (\d) ·")
_SEATS = re.compile(r"ill seats (.+?)(?:, or none|\? Each)")
_CARD_NAME = re.compile(
    "|".join(re.escape(name) for name in sorted(CARD_NAMES.values(), key=len, reverse=True))
)
_FACE = re.compile(
    rf"(?:[\[ ](\d)[\] ] ?)?(?:(\d)×)?(?:({_CARD_NAME.pattern})|([A-Z]{{2}}[A-Z+ ]*)…)"
)
"""A card: its number where cards are chosen, how many there are, and its name or a part of it."""
OWNERS = {letter: seat for seat, letter in enumerate(COLOURS)}
CARD_CALLED = {name: card for card, name in CARD_NAMES.items()}
LAID_DOWN = tuple(Card)[: tuple(Card).index(Card.WALHALLA)]
"""The cards that may be laid down at the end of any raid."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What a plate says: points, and Vikings in Midgard, on land, in Asgard and in Walhalla."""

    seat: int
    points: int
    zones: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TableReading:
    """What the screen says."""

    raid: int
    dragon: int
    own: int | None
    plates: tuple[Plate, ...]
    terrains: tuple[tuple[str, ...], ...]
    owners: tuple[tuple[int | None, ...], ...]
    hand: Mapping[Card, int]
    """The cards that are shown, which are not all where there are many."""
    numbers: Mapping[Card, str]
    """The keys that choose them."""
    my_turn: bool
    looking: bool
    """Whether the prompt tells of a field that is looked at, and not what is asked."""
    asked: str
    """The two rows of the prompt."""
    options: tuple[str, ...]
    """The words beside it."""


def read(lines: Sequence[str]) -> TableReading | None:
    """Return what the screen shows of the table; None if it shows something else."""
    heading = _HEADING.match(lines[0]) if lines else None
    prompt = next((y for y, line in enumerate(lines) if _is_prompt(line)), None)
    if heading is None:
        return None
    areas = pictures(lines)
    if not areas:
        return None
    peninsulas = [_peninsula(lines, area) for area in areas]
    below = lines[prompt : prompt + 2] if prompt is not None else []
    asked = " ".join(line[1:].strip() for line in below)
    plates = _plates(lines)
    own = own_seat(lines)
    below_map = areas[-1].y + areas[-1].height
    faces = [] if own is None else _faces(lines[below_map if prompt is None else prompt + 2 : -1])
    return TableReading(
        raid=int(heading[1]),
        dragon=int(heading[2]),
        own=own,
        plates=plates,
        terrains=tuple(terrains for terrains, _ in peninsulas),
        owners=tuple(owners for _, owners in peninsulas),
        hand={card: copies for card, copies, _ in faces},
        numbers={card: number for card, _, number in faces if number},
        my_turn=prompt is not None,
        looking=prompt is not None and _LOOKING.match(lines[prompt]) is not None,
        asked=asked,
        options=tuple(re.split(" {2,}", below[0].rstrip())[1:]) if below else (),
    )


def _is_prompt(line: str) -> bool:
    return line[1:].startswith(YOUR_TURN) or _LOOKING.match(line) is not None


# -- plates --------------------------------------------------------------------------------------


def _names(lines: Sequence[str]) -> list[tuple[int, str, int]]:
    """Return the seat, the name and the points of every plate, from left to right."""
    found = _PLATE.findall(lines[1]) if len(lines) > 1 else []
    return [(OWNERS[letter], name, int(points)) for letter, name, points in found]


def _plates(lines: Sequence[str]) -> tuple[Plate, ...]:
    names = _names(lines)
    zones = _zones(lines)
    return tuple(
        Plate(seat, points, zones[at] if at < len(zones) else (-1, -1, -1, -1))
        for at, (seat, _, points) in enumerate(names)
    )


def _zones(lines: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return Midgard, land, Asgard and Walhalla of every plate, however they are written."""
    upper: list[tuple[str, str]] = []
    for line in lines[2:6]:
        if narrow := _NARROW.findall(line):
            return [(int(m), int(land), int(a), int(w)) for m, land, a, w in narrow]
        upper = _WIDE[0].findall(line) or upper
        if lower := _WIDE[1].findall(line):
            pairs = zip(upper, lower, strict=False)
            return [(int(m), int(land), int(a), int(w)) for (m, a), (w, land) in pairs]
    return []


# -- the map -------------------------------------------------------------------------------------


def _labels(line: str) -> list[re.Match[str]]:
    """Return the labels of fields in the first row of a peninsula; none in any other row."""
    labels = list(_FIELD.finditer(line.ljust(80)))
    steps = {after.start() - before.start() for before, after in pairwise(labels)}
    return labels if len(labels) >= 6 and len(steps) == 1 else []


def pictures(rows: Sequence[str]) -> list[Area]:
    """Return where the peninsulas are, which look the same to readers from right to left."""
    tops = [y for y, row in enumerate(rows) if _labels(row)]
    if len(tops) != 3:
        return []
    heights = {field + fjord: field for field, fjord in HEIGHTS}
    height = heights.get(tops[1] - tops[0], HEIGHTS[-1][0])
    return [Area(0, y, len(rows[y]), height) for y in tops]


def _peninsula(lines: Sequence[str], area: Area) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
    """Return the fields of a peninsula: what they are, and who holds them."""
    y, labels = area.y, _labels(lines[area.y])
    starts = [match.start() for match in labels]
    step = starts[1] - starts[0]
    margin = 1 if step > 5 and lines[y][starts[0] - 1] == " " and area.height > 3 else 0
    owners = []
    for start in starts:
        x = start - margin
        block = "".join(lines[row][x : x + step] for row in range(y, y + area.height))
        owners.append(next((OWNERS[letter] for letter in block if letter in OWNERS), None))
    return tuple(match[0].strip() for match in labels), tuple(owners)


# -- cards ---------------------------------------------------------------------------------------


def _faces(lines: Sequence[str]) -> list[tuple[Card, int, str]]:
    """Return the cards in some rows, how many there are of each, and the keys that choose them."""
    found: list[tuple[Card, int, str]] = []
    for number, copies, name, part in (face for line in lines for face in _FACE.findall(line)):
        if name:
            found.append((CARD_CALLED[name], int(copies or 1), number))
        else:
            begun = [card for card, whole in CARD_NAMES.items() if whole.startswith(part)]
            found += [(card, int(copies or 1), number) for card in begun[:1]]
    return found


def own_seat(lines: Sequence[str]) -> int | None:
    """Return the seat whose plate says You."""
    return next((seat for seat, name, _ in _names(lines) if name == "You"), None)


# -- holding it against the table ----------------------------------------------------------------


def disagreement(reading: TableReading, truth: Mapping[str, Any]) -> str | None:
    """Return where the screen and the table differ; None if they do not."""
    match, seat = truth["match"], truth["seat"]
    now = match["raid"], match["dragon_no"]
    if (reading.raid, reading.dragon) != now:
        return f"raid {reading.raid}, dragon {reading.dragon} is shown, and the table says {now}"
    if not reading.looking and reading.my_turn != truth["my_turn"]:
        return "the screen and the table disagree whose turn it is"
    return (
        _wrong_map(reading, match)
        or _wrong_plates(reading, match)
        or (None if seat is None else _wrong_hand(reading, match, seat))
    )


def _wrong_map(reading: TableReading, match: Mapping[str, Any]) -> str | None:
    for name, shown, told in (
        ("land", reading.terrains, match["terrains"]),
        ("Vikings", reading.owners, match["owners"]),
    ):
        for letter, here, there in zip("abc", shown, told, strict=True):
            if list(here) != list(there):
                return f"{name} on {letter} shown are {here}, and the table says {there}"
    return None


def _wrong_plates(reading: TableReading, match: Mapping[str, Any]) -> str | None:
    seats = [plate.seat for plate in reading.plates]
    if sorted(seats) != list(range(len(match["points"]))):
        return f"plates are shown for the seats {seats}"
    points = tuple(plate.points for plate in reading.plates)
    told = tuple(match["points"][seat] for seat in seats)
    if points != told:
        return f"the plates show the points {points}, and the table says {told}"
    land = [sum(row.count(seat) for row in match["owners"]) for seat in range(len(seats))]
    places = match["midgard"], land, match["asgard"], match["walhalla"]
    for plate in reading.plates:
        zones = tuple(place[plate.seat] for place in places)
        if plate.zones != zones:
            return f"Vikings {plate.zones} are shown, and the table says {zones}"
    return None


def _wrong_hand(reading: TableReading, match: Mapping[str, Any], seat: int) -> str | None:
    told = [Card(word) for word in match["hand"]]
    if _is_unknown(match, seat):
        return None
    for card, count in reading.hand.items():
        if told.count(card) != count:
            return f"{count} × {card} is shown, and the table says {match['hand']}"
    return "no card of the hand is shown" if told and not reading.hand else None


def _is_unknown(match: Mapping[str, Any], seat: int) -> bool:
    """Return whether whoever tells of the table does not see this seat's cards."""
    return not match["hand"] and match["counts"][seat] > 0


def hidden_but_shown(lines: Sequence[str], truth: Mapping[str, Any]) -> list[str]:
    """Return the cards named on the screen that this player may not know.

    What is asked about a fight or a hunt names its card, whoever holds one.
    """
    match, seat = truth["match"], truth["seat"]
    if read(lines) is None or (seat is not None and _is_unknown(match, seat)):
        return []
    known = {*match["hand"], *match["discards"], Card.HUNT, Card.ATTACK, Card.SHIELD}
    shown = {CARD_CALLED[found] for line in lines for found in _CARD_NAME.findall(line[1:])}
    return sorted(shown - known - {Card.WALHALLA})


# -- playing -------------------------------------------------------------------------------------


def next_keys(reading: TableReading) -> list[str]:
    """Return the next keys to press, decided by what was read alone."""
    if reading.looking:
        return ["backspace"]
    luck = (7 * reading.dragon + 3 * reading.raid + sum(p.points for p in reading.plates)) % 4
    asked = reading.asked
    if "sail the dragon" in asked or "Your turn: fjord" in asked:
        return _sailing(asked, luck)
    if "sell which card" in asked:
        return ["enter"]
    if seats := _SEATS.search(asked):
        places = re.findall(r"\d", seats[1])
        return [places[luck % len(places)], "enter"] if luck == 3 else ["enter"]
    if "lay down cards" in asked:
        worth = [number for card, number in reading.numbers.items() if card in LAID_DOWN]
        return [worth[luck % len(worth)], "enter"] if worth and luck else ["enter"]
    # Where the effect of a choice has no room, another choice changes colours alone.
    is_told = reading.asked.rstrip().endswith(".")
    return ["right", "enter"] if is_told and len(reading.options) > 1 and luck % 2 else ["enter"]


def _sailing(asked: str, luck: int) -> list[str]:
    fjords, chosen = _FJORDS.search(asked), _CHOSEN.search(asked)
    if fjords is None or chosen is None:
        return ["enter"]
    numbers = fjords[1].split()
    wanted = numbers[luck % len(numbers)]
    return ["enter"] if wanted == chosen[1] else [wanted, "enter"]


def listed(said: str) -> int:
    """Return how many moves are listed below a line."""
    found = re.search(r"\d+", said)
    return int(found[0]) if found else 0


def typed(said: str, rng: Random) -> str:
    """Return one of the moves that are listed, as it is typed."""
    return rng.choice(said.splitlines()[1:]).partition(":")[0].rstrip()


READER = ScreenReader(
    read=read,
    disagreement=disagreement,
    next_keys=next_keys,
    typed=typed,
    listed=listed,
    hidden_but_shown=hidden_but_shown,
    sought=SOUGHT,
    windows=TITLES,
    pictures=pictures,
    offers=(Plural("count", "You can make {count} move:", "You can make {count} moves:"),),
    own_seat=own_seat,
)
