"""What a mirrored screen sends: only what differs, in the order of the terminal."""

from types import SimpleNamespace
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.style import Style as ContentStyle

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_grid import grid_line
from odin_tui.right_to_left.mirror import LETTER_ORDER, Drawn, Mirror, MirroredRows
from odin_tui.right_to_left.rows import Pictures
from odin_tui.right_to_left.shaping import shaped
from odin_tui.terminal_letters import ROWS, VISUAL, WORDS

SIZE = Size(20, 2)
BOLD = Style(bold=True)
TURN = shaped("دورك")


def strip(*pieces: tuple[str, Style | None]) -> Strip:
    row = Strip([Segment(text, style) for text, style in pieces])
    return row.extend_cell_length(SIZE.width)


def drawn(row: Strip, x: int = 0, y: int = 0, pictures: Pictures = ()) -> Drawn:
    return x, y, MirroredRows().mirrored(row, pictures)


def sent(mirror: Mirror, row: Strip, y: int = 0, *, whole: bool = False) -> list[tuple[int, str]]:
    changes = mirror.take([drawn(row, y=y)], SIZE, [y] if whole else [])
    return [(x, change.text) for x, _, change in changes]


def test_a_row_is_sent_from_the_right_and_then_only_what_differs() -> None:
    mirror = Mirror()
    (first,) = sent(mirror, strip((f"{TURN}  Bo", None)))
    assert first == (0, " " * 12 + "Bo  " + TURN[::-1])
    assert sent(mirror, strip((f"{TURN}  Bo", None))) == []
    assert sent(mirror, strip((f"{TURN}  Bu", None))) == [(13, "u")]
    assert sent(mirror, strip((f"{TURN}  Bu", None)), whole=True) == [
        (0, " " * 12 + "Bu  " + TURN[::-1])
    ]


def test_styles_stay_on_their_letters() -> None:
    mirror = Mirror()
    ((_, _, row),) = mirror.take([drawn(strip((TURN[:2], BOLD), (TURN[2:], None)))], SIZE, [])
    bold = [segment.text for segment in row if segment.style == BOLD]
    assert bold == [TURN[1::-1]]


def test_a_part_of_a_row_lies_at_the_other_end() -> None:
    mirror = Mirror()
    sent(mirror, strip(("", None)))
    changes = mirror.take([drawn(Strip([Segment("│Bo  ")]), x=15)], SIZE, [])
    assert [(x, change.text) for x, _, change in changes] == [(2, "Bo│")]


def test_another_order_sends_the_letters_of_words_the_other_way() -> None:
    mirror = Mirror(WORDS)
    ((_, words),) = sent(mirror, strip((TURN, None)))
    assert words.strip() == TURN
    mirror.order = ROWS
    ((_, rows),) = sent(mirror, strip((TURN, None)), whole=True)
    assert rows.strip() == "\u2800" + " " * 15 + TURN


@pytest.mark.parametrize("order", [VISUAL, WORDS, ROWS])
def test_nothing_is_sent_of_cells_that_were_not_drawn(order: str) -> None:
    changes = Mirror(order).take([drawn(Strip([Segment("abc")]))], SIZE, [])
    assert [(x, change.text) for x, _, change in changes] == [(17, "abc")]


def test_a_row_may_have_an_order_of_its_own() -> None:
    mirror, own = Mirror(), Style.from_meta({LETTER_ORDER: WORDS})
    ((_, row),) = sent(mirror, strip((TURN, own)))
    assert row.strip() == TURN
    ((_, other),) = sent(mirror, strip((TURN, None)), y=1)
    assert other.strip() == TURN[::-1]
    ((_, again),) = sent(mirror, strip((TURN, None)), whole=True)
    assert again.strip() == TURN[::-1]


def test_a_click_is_where_the_letter_was_drawn() -> None:
    mirror = Mirror()
    sent(mirror, strip((f"{TURN}  Bo", None)))
    assert mirror.drawn_column(19, 0) == 0
    assert [mirror.drawn_column(x, 0) for x in (12, 13)] == [6, 7]
    assert mirror.drawn_column(0, 1) == 19
    assert mirror.drawn_column(3, 7) == 16


def test_a_wide_letter_is_never_sent_in_half() -> None:
    mirror = Mirror()
    sent(mirror, strip(("漢字", None)))
    assert sent(mirror, strip(("漢孛", None))) == [(18, "孛")]
    assert sent(mirror, strip(("漢ab", None))) == [(18, "ab")]


def test_what_is_thrown_away_is_sent_later() -> None:
    mirror = Mirror()
    console: Any = SimpleNamespace(color_system=None)
    row = strip((TURN, None))
    mirror.update([drawn(row)], SIZE, ())
    update = mirror.update([drawn(row)], SIZE, ())
    assert TURN[::-1] in update.render_segments(console)
    assert mirror.update([drawn(row)], SIZE, ()).render_segments(console) == ""


def test_pictures_in_text_are_marked_in_its_style() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "12")
    canvas.mark_picture(0, 0, 2, 1)
    canvas.put(2, 0, "34")
    canvas.mark_picture(2, 0, 2, 1)
    segments = canvas.content().render_segments(ContentStyle())
    mirror = Mirror()
    ((_, row),) = sent(mirror, Strip(segments).extend_cell_length(SIZE.width))
    assert row.strip() == "3412"


def test_of_pictures_that_overlap_the_later_one_covers_the_other() -> None:
    canvas = Canvas(20, 2)
    for x in (0, 6, 12):
        canvas.mark_picture(x, 0, 8, 1)
    assert canvas.pictures_in(0, 0, 20) == [(0, 6), (6, 12), (12, 20)]
    assert canvas.pictures_in(1, 0, 20) == []
    assert canvas.pictures_in(0, 4, 14) == [(4, 6), (6, 12), (12, 14)]


def test_a_part_of_a_picture_is_none_of_its_own() -> None:
    canvas = Canvas(20, 2)
    canvas.mark_picture(3, 0, 4, 1)
    canvas.mark_picture(1, 0, 8, 2)
    canvas.mark_picture(2, 1, 2, 1)
    assert canvas.pictures_in(0, 0, 20) == canvas.pictures_in(1, 0, 20) == [(1, 9)]
    below = Canvas(30, 4)
    below.paste(5, 2, canvas)
    assert below.pictures_in(3, 0, 30) == [(6, 14)]
    assert below.cut(5, 2, 20, 2).pictures_in(0, 0, 20) == [(1, 9)]


def test_signs_in_a_grid_stand_from_the_right_each_for_itself() -> None:
    canvas = Canvas(20, 1)
    canvas.put_content(0, 0, grid_line(Content("R● "), map(Content, "1·3"), 2))
    mirror = Mirror()
    row = Strip([Segment("".join(letter for letter, _, _ in canvas.rows[0]))])
    changes = mirror.take([drawn(row, pictures=tuple(canvas.pictures_in(0, 0, 20)))], SIZE, [0])
    assert [change.text.strip() for _, _, change in changes] == ["3 · 1 R●"]
