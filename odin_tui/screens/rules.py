"""The rules of a game: topics on the left, what they say on the right, and a search."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Input, Static

from odin_tui.catalogue import game_title
from odin_tui.drawing.canvas import wrapped
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.languages.searching import occurrences
from odin_tui.rulebook import Example, Topic, search, translated
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.line_input import LineInput
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title
from odin_tui.widgets.rows import Rows

BAR = "▏ "
ONE_LINE = 40
WIDEST = 76
"""The columns of a topic, beyond which lines are hard to read."""
ANY_WIDTH = 999


class Topics(Menu):
    """The headings of the rules; choosing one reads on below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.up", "move(-1)", N_("topic")),
        binding("menu.down", "move(1)", N_("topic")),
        binding("menu.choose", "choose", N_("read on")),
        binding("page.down", "screen.read_on", N_("read on"), show=False),
        binding("page.up", "screen.read_back", N_("page up"), show=False),
    ]

    def clicked(self, x: int) -> None:
        """Leave it at opening the topic that was clicked."""


class RulesScreen(OdinScreen[None]):
    """The rules of one game, opened at a topic."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("page.down", "read_on", N_("read on")),
        binding("page.up", "read_back", N_("page up"), show=False),
        binding("page.search", "search", N_("search")),
        binding("page.next", "turn(1)", N_("next topic"), show=False),
        binding("page.previous", "turn(-1)", N_("previous topic"), show=False),
        binding("back", "back", N_("back")),
    ]
    DEFAULT_CSS = """
    RulesScreen {
        #query { display: none; margin: 0 4; }
        &.-searching #query { display: block; }
        Horizontal { height: 1fr; }
        Topics { width: 28; height: 1fr; max-height: 100%; margin: 1 0 0 1; }
        Plate { width: 1fr; height: 1fr; }
        #page { height: 1fr; padding: 0 2; scrollbar-size-vertical: 1; }
        #text { max-width: 76; height: auto; }
        &.-large Topics { width: 40; }
        &.-large #page { padding: 1 4; }
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
        heading = self.tr.gettext("{game}: the rules").format(game=game_title(self.game))
        topics = Topics(*_items(self._topics))
        topics.styles.min_width = topics.columns_needed + 1
        with Page():
            yield Title(heading)
            placeholder = self.tr.gettext("search the rules")
            yield LineInput(placeholder=placeholder, id="query", max_length=40)
            with Horizontal():
                yield topics
                with Plate(), VerticalScroll(id="page", can_focus=False):
                    yield Static(id="text")
        yield KeyFooter()

    def on_mount(self) -> None:
        topics = self.query_one(Topics)
        names = [each.name for each in self._topics]
        topics.here = names.index(self._first) if self._first in names else 0
        topics.focus()

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002 - Textual calls the one of every screen as well
        """Write the topic for the room it has from now on."""
        self.call_after_refresh(self._show)

    def compose_again(self) -> None:
        self.remove_class("-searching")
        self.call_after_refresh(self._show)

    @property
    def topic(self) -> Topic | None:
        """The topic that is open; None while a search finds nothing."""
        here = self.query_one(Topics).here
        return self._found[here] if here < len(self._found) else None

    def _show(self) -> None:
        topic = self.topic
        if topic is None:
            text = self.tr.gettext("Nothing in the rules about “{words}”.")
            page = Content.styled(text.format(words=self._query), "$quiet")
        else:
            # A column is kept for the scroll bar, which a long topic brings.
            width = min(self.query_one("#page").content_size.width - 1, WIDEST)
            written = TopicPage(self.game, self.odin.settings.card_style, width, self.tr)
            page = written.write(topic, self._query)
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


class TopicPage:
    """Lays a topic out: its cards painted, its examples set apart."""

    def __init__(self, game: str, card_style: str, width: int, tr: Translations) -> None:
        self._game, self._card_style, self._width, self._tr = game, card_style, width, tr

    def write(self, topic: Topic, query: str = "") -> Content:
        """Return a topic as text, with the words that are searched for marked."""
        page = Content.styled(topic.title, "bold")
        faces = self._has_room_for_faces(topic)
        before = ""
        for part in topic.body:
            written = (
                self._painted(part) if isinstance(part, str) else self._example(part, faces=faces)
            )
            close = before.startswith(BAR) and "\n" not in before + written.plain
            page += Content("\n" if close and written.plain.startswith(BAR) else "\n\n") + written
            before = written.plain
        for word in query.split():
            for start, end in occurrences(word, page.plain):
                page = page.stylize("reverse", start, end)
        return page

    def _painted(self, text: str, style: str = "") -> Content:
        return game_ui(self._game).painted(text, self._card_style, style)

    def _example(self, part: Example, *, faces: bool) -> Content:
        room = self._width - len(BAR)
        shown, says = self._painted(part.shown, "bold"), self._painted(part.says)
        rows = self._faces(part.shown, room) if faces else []
        if not rows and not part.is_picture:
            if shown.cell_length + says.cell_length <= ONE_LINE:
                rows, says = [Content.assemble(shown, "  ", says)], Content("")
            else:
                rows = [shown]
        said = wrapped([says], max(room, 1)) if says else []
        bar = Content.styled(BAR, "$quiet")
        return Content("\n").join(Content.assemble(bar, line) for line in (*rows, *said))

    def _has_room_for_faces(self, topic: Topic) -> bool:
        """Return whether all examples with cards can be drawn: some alone would look odd."""
        return all(
            bool(self._faces(part.shown, self._width - len(BAR)))
            == bool(self._faces(part.shown, ANY_WIDTH))
            for part in topic.body
            if isinstance(part, Example)
        )

    def _faces(self, text: str, width: int) -> list[Content]:
        """Return the rows of an example drawn as pictures; none if it is drawn as text."""
        draw = game_ui(self._game).drawn
        drawn = draw(text, self._card_style, width, self._tr) if draw else None
        return drawn.split("\n") if drawn else []
