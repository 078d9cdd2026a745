"""Cards in running text."""

from odin_tui.odin.cards import painted


def test_every_card_in_a_sentence_is_painted_and_nothing_else() -> None:
    text = painted("Bo plays B9 B5 for 95 and takes R8; B10, XB9 and b9 are no cards.")
    assert text.plain == "Bo plays B9■ B5■ for 95 and takes R8●; B10, XB9 and b9 are no cards."
    assert [str(span.style) for span in text.spans if "card" in str(span.style)] == [
        "$card-blue",
        "$card-blue",
        "$card-red",
    ]


def test_marks_may_be_runes() -> None:
    assert painted("B9", "runes").plain == "B9ᛒ"


def test_a_text_without_cards_stays_as_it_is() -> None:
    assert painted("Nothing here.").plain == "Nothing here."
