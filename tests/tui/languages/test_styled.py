import pytest
from textual.app import App
from textual.content import Content

from odin_tui.languages import ENGLISH
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill


def test_styled_pieces_stand_where_the_translated_sentence_has_them() -> None:
    card = Content.styled("R7", "bold")
    filled = fill("{name}, take {card}.", name="Bo", card=card)
    assert filled.plain == "Bo, take R7."
    assert [(span.start, span.end) for span in filled.spans] == [(9, 11)]
    assert fill("{card} {{whole}} for {count}", count=2, card=card).plain == "R7 {whole} for 2"


def test_a_placeholder_without_a_piece_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill("{name} leads.")


async def test_a_widget_of_another_app_reads_english() -> None:
    app = App[None]()
    async with app.run_test():
        assert translations_of(app.screen) is ENGLISH
