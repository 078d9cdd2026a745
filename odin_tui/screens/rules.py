"""The rules of a game: topics on the left, what they say on the right, and a search."""

import re
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Label, Static

from odin_tui.catalogue import game_title
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.rulebook import Example, Topic, search, translated
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.rows import Rows

BAR = "▏ "
ONE_LINE = 40


class Topics(Menu):
    """The headings of the rules; choosing one reads on below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.up", "move(-1)", N_("topic")),
        binding("menu.down", "move(1)", N_("topic")),
        binding("menu.choose", "choose", N_("read on")),
        binding("page.down", "screen.read_on", N_("read on"), show=False),
        binding("page.up", "screen.read_back", N_("read back"), show=False),
    ]

    def clicked(self, x: int) -> None:
        """Leave it at opening the topic that was clicked."""


class RulesScreen(OdinScreen[None]):
    """The rules of one game, opened at a topic."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("page.down", "read_on", N_("read on")),
        binding("page.up", "read_back", N_("read back"), show=False),
        binding("page.search", "search", N_("search")),
        binding("page.next", "turn(1)", N_("next topic"), show=False),
        binding("page.previous", "turn(-1)", N_("topic before"), show=False),
        binding("back", "back", N_("back")),
    ]
    DEFAULT_CSS = """
    RulesScreen {
        #heading { padding: 1 3 0 3; height: 2; width: 1fr; text-style: bold; }
        #query {
            display: none; margin: 0 3; border: none; height: 1; padding: 0;
            background: $background;
        }
        &.-searching #query { display: block; }
        Horizontal { height: 1fr; padding: 1 1 0 0; }
        Topics { width: 28; height: 1fr; max-height: 100%; }
        #page { width: 1fr; padding: 0 2; scrollbar-size-vertical: 1; border-left: solid $line; }
        #text { max-width: 76; height: auto; }
        &.-large Topics { width: 40; margin-left: 6; }
        &.-large #heading { padding-left: 9; }
        &.-large #query { margin-left: 9; }
        &.-large #page { padding: 0 4; }
    }
    """

    def __init__(self, game: str, topic: str = "") -> None:
        super().__init__()
        self.game = game
        self._topics: tuple[Topic, ...] = ()
        self._found: tuple[Topic, ...] = ()
        self._query = ""
        self._first = topic

    def compose(self) -> ComposeResult:
        # Only now the screen has an app, and with it a language.
        self._found = self._topics = translated(game_ui(self.game).rules.topics, self.tr)
        heading = self.tr.gettext("The rules of {game}").format(game=game_title(self.game))
        yield Label(heading, id="heading", markup=False)
        placeholder = self.tr.gettext("search the rules")
        query = Input(placeholder=placeholder, id="query", max_length=40)
        # A blinking cursor would write to the terminal for as long as the rules are open.
        query.cursor_blink = False
        yield query
        with Horizontal():
            topics = Topics(*_items(self._topics))
            topics.styles.min_width = topics.columns_needed + 1
            yield topics
            with VerticalScroll(id="page", can_focus=False):
                yield Static(id="text")
        yield KeyFooter()

    def on_mount(self) -> None:
        topics = self.query_one(Topics)
        names = [each.name for each in self._topics]
        topics.here = names.index(self._first) if self._first in names else 0
        topics.focus()
        self._show()

    @property
    def topic(self) -> Topic | None:
        """The topic that is open; None while a search finds nothing."""
        here = self.query_one(Topics).here
        return self._found[here] if here < len(self._found) else None

    def _show(self) -> None:
        topic = self.topic
        if topic is None:
            text = self.tr.gettext("The rules say nothing about “{words}”.")
            page = Content.styled(text.format(words=self._query), "$quiet")
        else:
            page = Page(self.game, self.odin.settings.card_style).write(topic, self._query)
        self.query_one("#text", Static).update(page)
        self.query_one("#page").scroll_to(y=0, animate=False)

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Open the topic under the cursor."""
        message.stop()
        self._show()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Read on, since the topic under the cursor is open already."""
        message.stop()
        self.action_read_on()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Leave only the topics that hold what is written."""
        self._query = event.value.strip()
        self._found = tuple(search(self._topics, self._query))
        topics = self.query_one(Topics)
        topics.show(_items(self._found) or [Item("", self.tr.gettext("nothing found"))])
        if self._query:
            topics.here = 0
        self._show()

    def on_input_submitted(self) -> None:
        """Go on reading what was found."""
        self.query_one(Topics).focus()

    def action_search(self) -> None:
        """Write what is searched for."""
        self.add_class("-searching")
        self.query_one("#query").focus()

    def action_turn(self, steps: int) -> None:
        """Open another topic."""
        self.query_one(Topics).action_move(steps)

    def action_read_on(self) -> None:
        """Scroll down a page, and at its end go on to the next topic."""
        page, topics = self.query_one("#page"), self.query_one(Topics)
        if page.scroll_offset.y < page.max_scroll_y:
            page.scroll_page_down(animate=False)
        elif topics.here + 1 < len(self._found):
            topics.here += 1

    def action_read_back(self) -> None:
        """Scroll up a page."""
        self.query_one("#page").scroll_page_up(animate=False)

    def action_back(self) -> None:
        """End the search, or else close the rules."""
        if not self.has_class("-searching"):
            self.dismiss()
            return
        open_now = self.topic
        self.remove_class("-searching")
        self.query_one("#query", Input).value = ""
        topics = self.query_one(Topics)
        topics.focus()
        if open_now is not None:
            topics.show(_items(self._topics))
            self._found, self._query = self._topics, ""
            topics.here = self._topics.index(open_now)


def _items(topics: tuple[Topic, ...]) -> list[Item]:
    return [Item(topic.name, topic.title) for topic in topics]


class Page:
    """Lays a topic out: its cards painted, its examples set apart."""

    def __init__(self, game: str, card_style: str) -> None:
        self._game, self._card_style = game, card_style

    def write(self, topic: Topic, query: str = "") -> Content:
        """Return a topic as text, with the words that are searched for marked."""
        page = Content.styled(topic.title, "bold underline")
        before = ""
        for part in topic.body:
            written = self._example(part) if isinstance(part, Example) else self._painted(part)
            close = before.startswith(BAR) and "\n" not in before + written.plain
            page += Content("\n" if close and written.plain.startswith(BAR) else "\n\n") + written
            before = written.plain
        for word in query.split():
            found = re.compile(re.escape(word), re.IGNORECASE)
            page = page.highlight_regex(found, style="reverse")
        return page

    def _painted(self, text: str, style: str = "") -> Content:
        return game_ui(self._game).painted(text, self._card_style, style)

    def _example(self, part: Example) -> Content:
        bar = Content.styled(BAR, "$quiet")
        shown, says = self._painted(part.shown, "bold"), self._painted(part.says)
        if shown.cell_length + says.cell_length <= ONE_LINE:
            return Content.assemble(bar, shown, "  ", says)
        return Content.assemble(bar, shown, "\n", bar, says)
