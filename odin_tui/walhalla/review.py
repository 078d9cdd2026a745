"""A recorded match with everything open: the map, and everybody's Vikings and cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.walhalla.box import Card
from odin_engine.walhalla.commits import unpack
from odin_engine.walhalla.events import Attacked, Event, Fought, Occupied, RaidEnded
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.state import State
from odin_engine.walhalla.view import View, view
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.labels import chip
from odin_tui.drawing.names import points_word, shortened
from odin_tui.game_ui import ReplayUI
from odin_tui.languages import N_
from odin_tui.narrator import Reader, match_over
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.map_drawing import MapMarks, draw_map
from odin_tui.walhalla.map_layout import HEIGHTS, LEAST_ROWS, map_rows
from odin_tui.walhalla.map_text import held
from odin_tui.walhalla.narration import raid_lines, sentences
from odin_tui.walhalla.pieces import draw_ship, mark, shield_style

LINES_AT_ONCE = 3
"""How much of the scoring of a raid is told at one moment."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a match, with all cards open."""

    moves: int
    """How many moves of the match have been made."""
    view: View
    hands: tuple[tuple[Card, ...], ...]
    commits: tuple[tuple[Card, ...], ...]
    """What everybody has laid down for the end of the raid, all of it in their hands still."""
    field: Field | None
    """Where something has just happened."""
    told: tuple[str, ...]
    reader: Reader


def frames(reader: Reader, states: Sequence[State]) -> list[ReplayFrame]:
    """Return a frame for every state, and for each part of the scoring of a raid."""
    made: list[ReplayFrame] = []
    for number, state in enumerate(states):
        seen = replace(view(state, None), history=state.history)
        known = len(states[number - 1].history) if number else 0
        happened = state.history[known:]
        frame = ReplayFrame(
            moves=number,
            view=seen,
            hands=tuple(map(state.position.hand, range(seen.seats))),
            commits=tuple(unpack(max(code, 0)) for code in state.position.commits),
            field=_field(happened),
            told=tuple(_told(happened, seen, reader)),
            reader=reader,
        )
        if made:
            made += _raid_over(made[-1], frame, happened)
        made.append(frame)
    return made


def _told(happened: Sequence[Event], seen: View, reader: Reader) -> Iterator[str]:
    """Yield what happened, without the scoring of a raid."""
    for event in happened:
        if not isinstance(event, RaidEnded):
            yield from sentences(event, seen, reader)
    if seen.outcome is not None:
        yield from match_over(seen.outcome, "walhalla", reader)


def _field(happened: Sequence[Event]) -> Field | None:
    fields = [each.field for each in happened if isinstance(each, Attacked | Fought | Occupied)]
    return fields[-1] if fields else None


def _raid_over(
    before: ReplayFrame, after: ReplayFrame, happened: Sequence[Event]
) -> Iterator[ReplayFrame]:
    """Yield the map as it was scored, with what was laid down and what it brought."""
    for event in happened:
        if isinstance(event, RaidEnded):
            result = event.result
            scored = replace(before.view, points=result.totals, to_move=())
            lines = tuple(raid_lines(result, after.reader))
            for at in range(0, len(lines), LINES_AT_ONCE):
                told = lines[at : at + LINES_AT_ONCE]
                yield replace(
                    before, moves=after.moves, view=scored, commits=result.commits, told=told
                )


# -- drawing --------------------------------------------------------------------------------

NAMES = 14
"""The most columns of a name."""
SHIP = 5, 2
"""The columns of a seat and the rows of the dragon that is being filled."""


def draw(frame: ReplayFrame, width: int, height: int, _card_style: str) -> Canvas:
    """Draw everybody's Vikings and cards above, and below them the map."""
    canvas, seats = Canvas(width, height), frame.view.seats
    step = 2 if height - 2 * seats >= map_rows(*HEIGHTS[2]) else 1
    filling = frame.view.dragon is not None and frame.view.landing is None
    room = width - (3 * SHIP[0] + 2 if filling else 0)
    for seat in range(seats):
        _draw_seat(canvas, frame, seat, seat * step, room)
    if filling:
        _draw_filling(canvas, frame, room + 2)
    rows = max(height - step * seats, LEAST_ROWS)
    marks = MapMarks(cursor=frame.field)
    canvas.paste(0, step * seats, draw_map(frame.view, width, rows, marks, frame.reader.tr))
    return canvas


def _draw_seat(canvas: Canvas, frame: ReplayFrame, seat: int, y: int, width: int) -> None:
    """Write who it is, how the Vikings are spread, and the open cards."""
    seen, reader = frame.view, frame.reader
    if seat in seen.to_move:
        canvas.put(0, y, "▌", "$foreground")
    canvas.put(1, y, mark(seat), shield_style(seat))
    names = min(max(map(cell_len, reader.names)), NAMES)
    canvas.put(4, y, shortened(reader.names[seat], names), "bold $foreground")
    x = 5 + names
    points = points_word(seen.points[seat], reader.tr)
    canvas.put(x, y, points.rjust(10), "$foreground")
    x += max(cell_len(points), 10) + 2
    zones = reader.tr.gettext("M{midgard} L{land} A{asgard} W{walhalla}").format(
        midgard=seen.midgard[seat],
        land=held(seen, seat, ""),
        asgard=seen.asgard[seat],
        walhalla=seen.walhalla[seat],
    )
    canvas.put(x, y, zones, "$quiet")
    x += max(cell_len(zones), 12) + 2
    canvas.put_content(x, y, _cards(frame, Seat(seat)).truncate(max(width - x, 0), ellipsis=True))


def _cards(frame: ReplayFrame, seat: Seat) -> Content:
    """Return the cards of a hand; those that are laid down for the end of the raid are filled."""
    hand, laid = frame.hands[seat], Counter(frame.commits[seat])
    if not hand:
        return Content.styled(frame.reader.tr.gettext("no card"), "$quiet")
    shown = []
    for card in hand:
        name = frame.reader.tr.gettext(CARD_NAMES[card])
        # A card that has been laid down lies there as a filled face.
        lies = laid[card] > 0
        shown.append(chip(f" {name} ", "bone") if lies else Content.styled(name, "$foreground"))
        laid[card] -= 1
    return Content("  ").join(shown)


def _draw_filling(canvas: Canvas, frame: ReplayFrame, x: int) -> None:
    """Draw the dragon that Vikings are boarding, at the right of the seats."""
    canvas.paste(x, 0, draw_ship(frame.view.dragon, frame.view.aboard, *SHIP))


REPLAY = ReplayUI(
    frames=frames,
    draw=draw,
    deal_of=lambda frame: frame.view.raid,
    where=N_("raid {number} of {count} · move {move} of {moves}"),
    deal=N_("raid {number}"),
    deal_keys=N_("previous/next raid"),
)
