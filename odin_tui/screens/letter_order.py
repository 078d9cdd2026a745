"""Which order of letters a terminal wants, answered by whoever reads it: no terminal tells."""

from rich.segment import Segment
from rich.style import Style

from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.right_to_left.mirror import LETTER_ORDER
from odin_tui.right_to_left.shaping import shaped
from odin_tui.screens.choose import ChooseScreen
from odin_tui.terminal_letters import LETTER_ORDERS
from odin_tui.widgets.menu import Item, Menu

QUESTION = N_("Which line reads right?")
SAMPLE = shaped("لعبة Odin: لكل لاعب 9 بطاقات، والمجموع 54.")
"""Words, a name, numbers and signs, each of which shows another mistake of a wrong order."""


class LetterOrderMenu(Menu):
    """The same sentence in every order that a terminal may want."""

    def draw(self, row: int, *, here: bool) -> list[Segment]:
        order = Style.from_meta({LETTER_ORDER: self.items[row].id})
        return [
            Segment(text, (style or Style()) + order)
            for text, style, _ in super().draw(row, here=here)
        ]


class LetterOrderScreen(ChooseScreen):
    """Closes with an order of letters; the cursor begins on the one that is in use."""

    def __init__(self, tr: Translations, now: str) -> None:
        # A reader in whose terminal nothing can be read yet may know this much English.
        question = f"{tr.gettext(QUESTION)}\n{ENGLISH.gettext(QUESTION)}"
        details = tr.gettext(
            "Terminals show Arabic letters in different ways. You can choose again in the settings."
        )
        items = (Item(order, SAMPLE, key=str(n)) for n, order in enumerate(LETTER_ORDERS, 1))
        super().__init__(question, details, *items)
        self._now = now

    def menu(self) -> Menu:
        menu = LetterOrderMenu(*self._items)
        menu.here = LETTER_ORDERS.index(self._now)
        return menu
