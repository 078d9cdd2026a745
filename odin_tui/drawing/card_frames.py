"""Cards in motion: frame by frame from the back to the face, and from the hand to the table."""

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import (
    ALL,
    RISE,
    TINY,
    Look,
    Printed,
    Size,
    draw_back,
    draw_face,
    draw_raised,
)
from odin_tui.drawing.pixel_art import numeral
from odin_tui.drawing.surfaces import draw_slab


class Frame(Enum):
    """What is seen of a card for a moment."""

    NOTHING = "not there yet"
    BACK = "from behind"
    NARROW_BACK = "from behind, half turned"
    EDGE = "its edge"
    NARROW_FACE = "its face, half turned"
    LIT = "its face, with light at the bottom"
    FACE = "its face"


TURNING = (Frame.BACK, Frame.NARROW_BACK, Frame.EDGE, Frame.NARROW_FACE, Frame.FACE)
"""A card that is turned over."""
DEALING = (Frame.NOTHING, Frame.BACK, Frame.NARROW_FACE, Frame.FACE)
"""A card that is dealt to a hand."""
CHOOSING = (Frame.LIT, Frame.FACE)
"""A card that is chosen: then it rises."""
SLIDING = ((Look.KEPT, 2), (Look.FLAT, 1), (Look.FLAT, 0))
"""A card that is laid: its look, and how many steps away from its place it is."""


def frame_at(frames: Sequence[Frame], step: int | None) -> Frame:
    """Return the frame at a step, the first before all steps and the last after them."""
    return frames[-1] if step is None else frames[max(0, min(step, len(frames) - 1))]


def steps_of(frames: Sequence[Frame], cards: int, apart: int) -> int:
    """Return the steps until so many cards show their last frame, each `apart` steps later."""
    return apart * max(cards - 1, 0) + len(frames) - 1


@lru_cache(maxsize=1024)
def draw_frame(card: Printed, size: Size, frame: Frame) -> Canvas:
    """Return a card in one of the frames before its face. It is shared: paste it only."""
    canvas = Canvas(size.width, size.height)
    canvas.mark_picture()
    narrow = size.width * 5 // 8
    left = (size.width - narrow) // 2
    match frame:
        case Frame.BACK:
            canvas.paste(0, 0, draw_back(size.width, size.height))
        case Frame.NARROW_BACK:
            canvas.paste(left, 0, draw_back(narrow, size.height))
        case Frame.EDGE:
            for y in range(size.height):
                canvas.put((size.width - 1) // 2, y, "▌", "$edge")
        case Frame.NARROW_FACE:
            _draw_narrow_face(canvas, card, left, narrow)
        case Frame.LIT:
            canvas.paste(0, 0, draw_face(card, size))
            light = ("#" * (size.width - 1),)
            canvas.draw_pixels(0, 2 * size.height - 1, light, {"#": "$your-turn"})
    return canvas


def _draw_narrow_face(canvas: Canvas, card: Printed, x: int, width: int) -> None:
    colour = f"$face-{card.colour}"
    draw_slab(canvas, x, 0, width, canvas.height, colour)
    figure = numeral("3x5", card.figure)
    # On the smallest cards the number has all rows, as on their faces.
    top = 1 if canvas.height == TINY.height else canvas.height - len(figure) // 2
    across = x + (width - len(figure[0])) // 2
    canvas.draw_pixels(across, top, figure, {"#": f"{colour}-ink"})


def draw_moving(
    cards: Sequence[tuple[Printed, Look, Frame]], size: Size, step: int, *, leftwards: bool = False
) -> Canvas:
    """Return cards side by side as `draw_cards` does, each in its frame, so many columns apart."""
    last = len(cards) - 1
    canvas = Canvas(step * last + size.width if cards else 0, RISE + size.height + 1)
    covers = step < size.width
    for place, (card, look, frame) in enumerate(cards):
        x, over = place * step, covers and (place > 0 or leftwards)
        covered = covers and place < last and cards[place + 1][2] is not Frame.NOTHING
        seen = step if covered else ALL
        # A narrow face on another card would look like a part of it.
        if frame is not Frame.FACE and not (over and frame is Frame.NARROW_FACE):
            canvas.paste(x, RISE, draw_frame(card, size, frame))
            for y in range(RISE, RISE + size.height) if over and frame is Frame.BACK else ():
                canvas.put(x, y, "▎", "$edge on $back")
        elif look is Look.CHOSEN:
            canvas.paste(x, 0, draw_raised(card, size, seen, over=over))
        else:
            canvas.paste(x, RISE, draw_face(card, size, look, seen, over=over))
        canvas.mark_picture(x, 0, size.width)
    return canvas
