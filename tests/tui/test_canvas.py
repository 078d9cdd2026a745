from textual.content import Content

from odin_tui.drawing.canvas import Canvas, in_lines


def test_what_is_put_outside_the_edges_is_cut_off() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-2, 0, "abcdefgh")
    canvas.put(0, 5, "unseen")
    assert canvas.content().plain == "cdef\n    "


def test_a_wide_letter_takes_two_cells_and_the_row_stays_as_wide_as_it_was() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "宮a")
    assert canvas.content().cell_length == 6
    assert canvas.content().plain == "宮a   "


def test_half_a_wide_letter_is_not_drawn_over_the_edge() -> None:
    canvas = Canvas(3, 1)
    canvas.put(2, 0, "宮")
    assert canvas.content().plain == "   "


def test_styled_text_keeps_its_styles() -> None:
    canvas = Canvas(4, 1)
    canvas.put_content(0, 0, Content.assemble(("a", "bold"), "b"))
    assert canvas.runs(0) == [("a", "bold"), ("b  ", "")]


def test_a_drawing_covers_what_lies_below_it() -> None:
    below, above = Canvas(3, 1), Canvas(1, 1)
    below.put(0, 0, "abc")
    above.put(0, 0, "x")
    below.paste(1, 0, above)
    below.paste(9, 9, above)
    assert below.content().plain == "axc"


def test_lines_are_written_one_below_the_other() -> None:
    assert in_lines([Content("a"), Content("b")], 2, 3).content().plain == "a \nb \n  "
