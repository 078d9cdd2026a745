"""The own hand in any card game: cards that rise when they are chosen, each with its number."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual.events import Click, MouseDown
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import RISE, Look, Printed, draw_cards, step_of
from odin_tui.drawing.card_frames import (
    CHOOSING,
    DEALING,
    Frame,
    draw_moving,
    frame_at,
    steps_of,
)
from odin_tui.drawing.card_set import CardStyle
from odin_tui.languages.reading import is_right_to_left
from odin_tui.languages.session import translations_of
from odin_tui.widgets.motion import Motion, MovingWidget

CHOICE = Motion(len(CHOOSING) - 1, 0.04)
DEAL_SECONDS, DEALT_AT_ONCE = 0.03, 4
"""The time of a frame while cards are dealt, and how many are one where little moves."""


MARK = "▲"
"""Points at a card that a lesson speaks of."""
NEW = "+"
"""Marks the number of a new card."""


@dataclass(frozen=True, slots=True)
class HandContents:
    """What a hand shows; cards are told apart by their places, for several may be alike."""

    cards: tuple[Any, ...]
    printed: Callable[[Any, CardStyle], Printed]
    """Returns what is printed on a card."""
    style: CardStyle
    chosen: frozenset[int] = frozenset()
    """The places of the cards that have risen."""
    idle: frozenset[int] = frozenset()
    """The places of the cards that cannot be used now; they stand back."""
    cursor: int | None = None
    """The place the keys are on."""
    new: int | None = None
    """The place of the card that was taken or drawn last."""
    new_mark: str = NEW
    """What is written behind its number, if there is room for it below the card."""
    marked: frozenset[int] = frozenset()
    """The places of the cards that a lesson speaks of."""
    deal: int | None = None
    """The number of a deal in which nothing was played yet; its cards are seen coming."""

    def look(self, place: int) -> Look:
        """Return how the card at a place looks."""
        if place in self.chosen:
            return Look.CHOSEN
        return Look.IDLE if place in self.idle else Look.PLAYABLE


class CardHand(MovingWidget):
    """The cards one holds, each with its number below, the cursor's in brackets."""

    contents: reactive[HandContents | None] = reactive(None)
    """The hand that is shown."""
    mine: reactive[bool] = reactive(default=False)
    """True while it is the reader's turn, which lights the edge of the table."""

    def __init__(self) -> None:
        super().__init__()
        self.animations = "none"
        """How much may move, by the word of the settings."""
        self._rising: frozenset[int] = frozenset()
        """The places of cards that are being chosen; none while cards are dealt."""
        self._dealt: int | None = None
        """The deal that was seen coming."""
        self._pressed: int | None = None
        """The place of the card on which the mouse was pressed."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Dragged(Message):
        """A card was dragged to another place."""

        def __init__(self, start: int, end: int) -> None:
            super().__init__()
            self.start, self.end = start, end

    def draw(self) -> Canvas:
        """Draw the hand in the centre."""
        if self.contents is None:
            return Canvas(*self.size)
        return draw_hand(
            self.contents,
            *self.size,
            mine=self.mine,
            frames=self._frames(),
            leftwards=is_right_to_left(translations_of(self)),
        )

    def _frames(self) -> list[Frame]:
        """Return how far each card has come; nothing at rest."""
        if self.contents is None or self.step is None:
            return []
        places = range(len(self.contents.cards))
        if self._rising:
            return [frame_at(CHOOSING, self.step if p in self._rising else None) for p in places]
        return [frame_at(DEALING, self.step - place) for place in places]

    def watch_contents(self, before: HandContents | None, now: HandContents | None) -> None:
        """Let new cards come, and chosen ones rise."""
        if now is None:
            return
        self.deal()
        chosen = now.chosen - before.chosen if before is not None else frozenset()
        if chosen and before is not None and before.cards == now.cards:
            self._rising = chosen
            self.move(CHOICE, self.animations)

    def deal(self) -> None:
        """Let the cards of a new deal come one by one, once they can be seen."""
        now = self.contents
        if now is None or now.deal in (None, self._dealt) or not self.is_seen:
            return
        self._dealt, self._rising = now.deal, frozenset()
        steps = steps_of(DEALING, len(now.cards), 1)
        self.move(Motion(steps, DEAL_SECONDS, reduced=DEALT_AT_ONCE), self.animations)

    def place_at(self, x: int, y: int) -> int | None:
        """Return the place of the card drawn at this cell, risen or not."""
        if self.contents is None or not self.contents.cards or y < 0:
            return None
        size, count = self.contents.style.size, len(self.contents.cards)
        left, step = _places(self.contents, self.size.width)
        across = x - left
        place = min(across // step, count - 1)
        return place if 0 <= across < place * step + size.width else None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Remember which card the mouse was pressed on."""
        self._pressed = self.place_at(event.x, event.y)

    def on_click(self, event: Click) -> None:
        """Pick a card, or move it if the mouse was pressed on another place."""
        place, start = self.place_at(event.x, event.y), self._pressed
        self._pressed = None
        if place is None:
            return
        event.stop()
        if start is None or start == place:
            self.post_message(self.Picked(place))
        else:
            self.post_message(self.Dragged(start, place))


def draw_hand(
    hand: HandContents,
    width: int,
    height: int,
    *,
    mine: bool = False,
    frames: Sequence[Frame] = (),
    leftwards: bool = False,
) -> Canvas:
    """Draw the cards, the chosen ones risen, and the numbers below them.

    With `frames` each card is drawn as far as it has come.
    """
    size = hand.style.size
    canvas = Canvas(width, height)
    top, low = height - RISE - size.height - 1, height - 1
    if mine and top > 0:
        canvas.put(0, 0, "▀" * width, "$glow")
    left, step = _places(hand, width)
    cards = tuple(
        (hand.printed(card, hand.style), hand.look(place)) for place, card in enumerate(hand.cards)
    )
    if frames:
        moving = [(*card, frame) for card, frame in zip(cards, frames, strict=True)]
        canvas.paste(left, top, draw_moving(moving, size, step, leftwards=leftwards))
    else:
        drawn = draw_cards(cards, size, width, shadows=False, leftwards=leftwards)
        canvas.paste(left, top, drawn)
    canvas.put(0, low, " " * width)
    for place in range(len(cards)):
        here, new = place == hand.cursor, place == hand.new
        seen = min(step, size.width - 1)
        number = f"[{place + 1}]" if here else f"{place + 1}"
        if new:
            # What reaches below the next card is torn from its word where rows are mirrored.
            number += hand.new_mark if len(number) + cell_len(hand.new_mark) <= seen else NEW
        ink = "$quiet"
        if here or new or place in hand.chosen:
            ink = "$foreground bold" if here else "$foreground"
        if place in hand.marked:
            number, ink = f"{MARK}{number}", "$your-turn bold"
        canvas.put(left + place * step + max((seen - len(number)) // 2, 0), low, number, ink)
    return canvas


def _places(hand: HandContents, width: int) -> tuple[int, int]:
    """Return where the first card begins, and how far apart the cards lie."""
    size, count = hand.style.size, max(len(hand.cards), 1)
    step = step_of(size, count, width)
    return (width - step * (count - 1) - size.width) // 2, step
