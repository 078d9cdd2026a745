from itertools import product

from textual.content import Content

from odin_tui.drawing.canvas import Canvas, in_lines, wrapped


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
    assert canvas.runs(0) == [("a", "bold", ""), ("b  ", "", "")]


def test_a_drawing_covers_what_lies_below_it() -> None:
    below, above = Canvas(3, 1), Canvas(1, 1)
    below.put(0, 0, "abc")
    above.put(0, 0, "x")
    below.paste(1, 0, above)
    below.paste(9, 9, above)
    assert below.content().plain == "axc"


def test_a_drawing_lies_on_another_as_if_it_was_pasted_there() -> None:
    below = Canvas(4, 3)
    below.fill(0, 0, 4, 2, "$oak")
    drawing = Canvas(4, 3)
    drawing.put(0, 0, "ab", "bold")
    drawing.put(1, 1, "cd", "on $plate")
    drawing.put(0, 2, "e")
    pasted = below.cut(0, 0, 4, 3)
    pasted.paste(0, 0, drawing)
    assert drawing.laid_on(below).result.rows == pasted.rows


def test_rows_that_are_as_before_are_laid_once() -> None:
    below = Canvas(2, 2)
    below.fill(0, 0, 2, 2, "$oak")
    first, second = Canvas(2, 2), Canvas(2, 2)
    for canvas in (first, second):
        canvas.put(0, 0, "x")
    second.put(0, 1, "y")
    before = first.laid_on(below)
    after = second.laid_on(below, before)
    assert after.result.rows[0] is before.result.rows[0]
    assert after.result.content().plain == "x \ny "
    assert list(after.result.changes_since(before.result)) == [(1, 0, 1)]


def test_rows_are_not_taken_from_a_drawing_that_lay_on_something_else() -> None:
    oak, page = Canvas(2, 1, "$oak"), Canvas(2, 1, "$page")
    drawing = Canvas(2, 1)
    drawing.put(0, 0, "x")
    laid = drawing.laid_on(page, drawing.laid_on(oak))
    assert laid.result.rows == [[("x", "", "$page"), (" ", "", "$page")]]


def test_a_drawing_without_columns_can_be_laid_too() -> None:
    assert Canvas(0, 2).laid_on(Canvas(0, 2)).result.rows == [[], []]


def test_a_drawing_of_another_size_is_cut_to_what_it_lies_on() -> None:
    drawing = Canvas(3, 1)
    drawing.put(0, 0, "abc")
    result = drawing.laid_on(Canvas(2, 2), drawing.laid_on(Canvas(3, 1))).result
    assert result.content().plain == "ab\n  "


def test_lines_are_written_one_below_the_other() -> None:
    assert in_lines([Content("a"), Content("b")], 2, 3).content().plain == "a \nb \n  "


def test_only_what_differs_is_a_change() -> None:
    before, after = Canvas(30, 3), Canvas(30, 3)
    for canvas in (before, after):
        canvas.put(0, 0, "a row that stays as it is")
        canvas.put(0, 1, "one word and another far away")
    assert list(after.changes_since(before)) == []
    after.put(0, 1, "two", "bold")
    after.put(26, 1, "!")
    after.put(4, 2, "x")
    after.put(9, 2, "y")
    assert list(after.changes_since(before)) == [(1, 0, 3), (1, 26, 27), (2, 4, 10)]


def test_a_change_never_cuts_a_wide_letter_in_two() -> None:
    before, after = Canvas(6, 1), Canvas(6, 1)
    before.put(0, 0, "a宮宮")
    after.put(0, 0, "a宮", "bold")
    after.put(3, 0, "b宮")
    ((_, start, end),) = after.changes_since(before)
    assert (start, end) == (0, 6)
    assert after.runs(0, 1, 3) == [("宮", "bold", "")]


def test_half_a_wide_letter_at_the_edge_of_a_piece_is_a_blank() -> None:
    canvas = Canvas(4, 1)
    canvas.put(1, 0, "宮b")
    assert canvas.runs(0, 0, 2) == [("  ", "", "")]
    assert canvas.runs(0, 2, 4) == [(" b", "", "")]


def test_letters_without_a_cell_of_their_own_are_left_out() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "宮\u200bab")
    assert canvas.content().plain == "宮ab"


def test_letters_stand_on_the_ground_that_is_there() -> None:
    canvas = Canvas(4, 1, "$plate")
    canvas.put(0, 0, "ab", "bold")
    canvas.put(2, 0, "宮", "bold on $tag")
    assert canvas.runs(0) == [("ab", "bold", "$plate"), ("宮", "bold", "$tag")]


def test_a_blank_that_is_pasted_leaves_what_lies_below() -> None:
    below, above = Canvas(3, 1, "$plate"), Canvas(3, 1)
    below.put(0, 0, "abc")
    above.put(1, 0, "x", "bold")
    below.paste(0, 0, above)
    assert below.runs(0) == [("a", "", "$plate"), ("x", "bold", "$plate"), ("c", "", "$plate")]


def test_blanks_join_the_run_beside_them() -> None:
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "a", "bold")
    canvas.put(3, 0, "b", "bold")
    assert canvas.runs(0) == [(" a b  ", "bold", "")]
    canvas.put(4, 0, " ", "underline")
    assert canvas.runs(0) == [(" a b", "bold", ""), (" ", "underline", ""), (" ", "", "")]


def test_a_piece_is_cut_out_of_a_drawing() -> None:
    canvas = Canvas(3, 2, "$plate")
    canvas.put(0, 1, "abc")
    assert canvas.cut(1, 1, 3, 1).rows == [
        [("b", "", "$plate"), ("c", "", "$plate"), (" ", "", "")]
    ]


def test_of_several_styles_the_last_colour_counts() -> None:
    content = Content.styled("a", "$quiet on $plate").stylize("bold $tag")
    canvas = Canvas(1, 1)
    canvas.put_content(0, 0, content)
    assert canvas.runs(0) == [("a", "bold $tag", "$plate")]


def test_a_drawing_pasted_on_any_ground_covers_it_cell_by_cell() -> None:
    """A blank cell shows what is below; a letter without a ground stands on the one below."""
    kinds = [(" ", "", ""), (" ", "", "$oak"), ("a", "bold", ""), ("b", "", "$plate")]
    rows = list(product(kinds, repeat=3))
    for below, above in product(rows, rows):
        canvas, pasted = Canvas(3, 1), Canvas(3, 1)
        canvas.rows[0][:], pasted.rows[0][:] = below, above
        canvas.paste(0, 0, pasted)
        assert canvas.rows[0] == [
            under if over == kinds[0] else (*over[:2], over[2] or under[2])
            for under, over in zip(below, above, strict=True)
        ]


def test_lines_break_between_words_and_a_word_that_is_too_long_loses_no_letter() -> None:
    lines = wrapped([Content("ab cdefghi j"), Content("k")], 4)
    assert [line.plain for line in lines] == ["ab", "cdef", "ghi", "j", "k"]
