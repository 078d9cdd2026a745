"""Rows in a mirror: every cell once, pictures whole, and each text in its own direction."""

import re
from collections import Counter
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_tui.right_to_left.glyphs import MIRRORED
from odin_tui.right_to_left.rows import Pictures, mirrored
from odin_tui.right_to_left.shaping import shaped

ARABIC = shaped("دور بطاقة مجموعة")
LATIN = "ssh odin join ABCD"
SIGNS = " ·.,:-+%()[]▌│▸▲★"
rows = st.text(alphabet=ARABIC + "سلاآأ" + LATIN + SIGNS + "0123456789", max_size=40).map(tuple)


def seen(text: str, pictures: Pictures = ()) -> str:
    """Return what is seen of a row, from left to right."""
    return "".join(letter for letter, _ in mirrored(tuple(text), pictures))


@st.composite
def with_pictures(draw: st.DrawFn) -> tuple[tuple[str, ...], Pictures]:
    row = draw(rows)
    ends = sorted(draw(st.sets(st.integers(0, len(row)), max_size=6)))
    return row, tuple(zip(ends[::2], ends[1::2], strict=False))


@given(with_pictures())
def test_every_cell_is_seen_once(drawn: tuple[tuple[str, ...], Pictures]) -> None:
    row, pictures = drawn
    assert sorted(cell for _, cell in mirrored(row, pictures)) == list(range(len(row)))


@given(with_pictures())
def test_letters_keep_the_styles_of_their_own_cells(
    drawn: tuple[tuple[str, ...], Pictures],
) -> None:
    row, pictures = drawn
    for letter, cell in mirrored(row, pictures):
        assert letter in (row[cell], MIRRORED.get(row[cell]), " ") or row[cell] in "سلاآأ"


@given(with_pictures())
def test_a_picture_is_moved_as_a_whole(drawn: tuple[tuple[str, ...], Pictures]) -> None:
    row, pictures = drawn
    cells = [cell for _, cell in mirrored(row, pictures)]
    for first, last in pictures:
        start = len(row) - last
        inside = cells[start : start + last - first]
        assert sorted(inside) == list(range(first, last))
        if not any(row[at] >= "\u0600" for at in range(first, last)):
            assert inside == list(range(first, last))


@given(st.text(alphabet="▌▐▖▗▘▝▙▟▛▜▚▞█▀▄ ┌┐└┘├┤─│╭╮╰╯▸◂·", max_size=40))
def test_frames_mirrored_twice_are_as_they_were(row: str) -> None:
    assert seen(seen(row)) == row


@given(st.lists(st.sampled_from([*LATIN.split(), "/help", "-t", "G8▲", "[game]"]), min_size=1))
def test_what_is_written_from_the_left_keeps_its_order(words: list[str]) -> None:
    text = " ".join(["odin", *words])
    assert seen(f"{text}   ") == f"   {text}"
    arabic = shaped("بطاقة")
    assert f" {text} " in seen(f"{arabic} {text} {arabic}")


@given(st.sampled_from(["12", "12:30", "50%", "-5", "+7 %", "3-5", "1,234.5", "7…", "3×"]))
def test_a_number_stays_as_it_is_written(number: str) -> None:
    arabic = shaped("بطاقة")
    for text in (number, f"{arabic} {number}", f"{number} {arabic}"):
        assert number in seen(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("النقاط: 12 من 15", "15 نم 12 :طاقنلا"),
        ("العب G8▲ O7★ الآن", "نلآا G8▲ O7★ بعلا"),
        ("اكتب /help أو odin play [game].", ".odin play [game] وأ /help بتكا"),
        ("من 3-5 إلى 12:30", "12:30 ىلإ 3-5 نم"),
        ("فوز في 80%، وقبلها +7 %", "+7 % اهلبقو ،80% يف زوف"),
        ("خسر -5 و+7", "+7و -5 رسخ"),
        ("(دورك) «نعم»", "«معن» (كرود)"),
        ("▌▸ Odin", "Odin ◂▐"),
        ("╭─┐ [7]", "[7] ┌─╮"),
        ("←→ تحريك", "كيرحت ←→"),
        ("Anna · Bo · 3", "3 · Bo · Anna"),
        ("Anna   Bo", "Bo   Anna"),
        ("Thorfinn…", "Thorfinn…"),
        ("1. Bo (2)", "Bo (2) .1"),
        ("Y7▼ Y1▼ =  71", "71  = Y7▼ Y1▼"),
        ("10 9 8", "8 9 10"),
        ("Which line?", "Which line?"),
        ("“Odin”!", "“Odin”!"),
        ("https://play.example.org/", "https://play.example.org/"),
    ],
)
def test_a_row_reads_as_arabic_is_written(text: str, expected: str) -> None:
    forms = re.compile("[\ufb50-\ufeff]")
    assert forms.sub(lambda form: normalize("NFKC", form[0]), seen(shaped(text))) == expected


@pytest.mark.parametrize("verdict", ["?!", "!?", "??"])
def test_how_a_move_is_judged_is_written_from_the_left(verdict: str) -> None:
    row = "".join(letter for letter, _ in mirrored(tuple(f"{verdict} دورك  {verdict}")))
    assert row.startswith(f"{verdict}  ")
    assert row.endswith(f" {verdict}")


def test_names_that_are_typed_are_shaped_where_they_are_shown() -> None:
    placed = mirrored(tuple("سلام 7"))
    assert "".join(letter for letter, _ in placed) == " 7 ﻡﻼﺳ"
    assert Counter(cell for _, cell in placed) == Counter(range(6))


def test_a_wide_letter_stays_whole() -> None:
    assert [cell for _, cell in mirrored(("漢", "", "│"))] == [2, 0, 1]
    assert "".join(letter for letter, _ in mirrored(("漢", "", "│"))) == "│漢"


def test_words_on_a_picture_stand_where_they_are() -> None:
    row = tuple(shaped("▌3  بي▐"))
    assert "".join(letter for letter, _ in mirrored(row, ((0, len(row)),))) == "▌3  ﻲﺑ▐"
