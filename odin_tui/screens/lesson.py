"""The guided first match of a game: its own board, and below it what there is to learn."""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key, Resize
from textual.timer import Timer
from textual.widgets import Static

from odin_engine.game import Refusal
from odin_tui.catalogue import choose_game
from odin_tui.game_ui import game_ui
from odin_tui.key_hints import key_name
from odin_tui.keys import binding, first_key
from odin_tui.languages import N_
from odin_tui.lesson_table import LessonTable
from odin_tui.messages import refusal_text
from odin_tui.screens.screen import OdinScreen, size_class
from odin_tui.settings import BOT_PAUSE, Settings
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.game_board import GameBoard

TEXT_ROOM = {"-small": (2, 3), "-medium": (4, 4), "-large": (8, 4)}
"""The padding and the rows of the text below the table, by layout, as the styles have them."""


class LessonScreen(OdinScreen[None]):
    """A short match that teaches by doing; a wrong move costs nothing and is explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("lesson.read_on", "read_on", N_("read on"), priority=True),
        binding("lesson.read_on", "play_now", N_("play now"), priority=True),
        binding("table.hint", "hint", N_("show me")),
        binding("table.rules", "rules", N_("rules")),
        binding("back", "leave", N_("leave")),
    ]
    DEFAULT_CSS = """
    LessonScreen {
        #lesson { height: 3; padding: 0 2; width: 1fr; background: $plate; }
        &.-medium #lesson { height: 6; padding: 1 4; }
        &.-large #lesson { height: 6; padding: 1 8; }
        &.-tight #lesson { display: none; }
        &.-tight.-reading #lesson { display: block; height: 1fr; padding: 2 4; }
        &.-tight.-reading GameBoard { display: none; }
    }
    """

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        self._ui = game_ui(game)
        self.table = self._begin()
        self._board = self._ui.board(lambda: 0.0)
        self._board.by_itself = False
        self._timer: Timer | None = None
        self._shown = 0
        self._text = Content("")

    def _begin(self) -> LessonTable:
        assert self._ui.lesson is not None  # noqa: S101 - only games with a lesson offer it
        return LessonTable(self._ui.lesson)

    def compose(self) -> ComposeResult:
        # Below the board, beside the hand it speaks of.
        yield self._board
        yield Static(id="lesson")
        yield KeyFooter()

    def on_resize(self, event: Resize) -> None:
        """Where text and table do not fit together, show one after the other."""
        super().on_resize(event)
        self._choose_layout()
        self.refresh_bindings()

    def _choose_layout(self) -> None:
        width, height = self.app.size
        padding, rows = TEXT_ROOM[size_class(self.app.size)]
        fits = len(self._text.wrap(max(width - 2 * padding, 1))) <= rows
        self.set_class(width < 76 or height < 23 or not fits, "-tight")

    @property
    def _only_text(self) -> bool:
        return self.has_class("-tight") and self.has_class("-reading")

    def on_mount(self) -> None:
        self.watch(self.app, "settings", self._follow_settings)
        self._board.focus()
        self._show()

    def _follow_settings(self, settings: Settings) -> None:
        self._board.settings = settings

    def catch_up(self) -> None:
        """Show the table as it is with other settings."""
        self._board.paint()

    async def retranslate(self) -> None:
        """Write everything anew; the board stays."""
        self._show()
        self._board.retranslate()

    def _show(self) -> None:
        self.table.learner = self.tr.gettext("You")
        self._board.lesson_marks = () if self.table.others_to_move else self.table.step.marks
        self._board.table_view = self.table.view
        self._board.paint()
        number, count = self.table.progress
        settings = self.odin.settings
        text = self._ui.painted(self.tr.gettext(self.table.step.text), settings.card_style, "")
        if self.table.others_to_move:
            text = Content.styled(self.tr.gettext("The others play …"), "$quiet")
        elif self.table.wanted is None:
            key = key_name(first_key("lesson.read_on", settings))
            over = self.table.is_over
            on = self.tr.gettext("{key}: play now.") if over else self.tr.gettext("{key}: read on.")
            text = Content.assemble(text, (f"  {on.format(key=key)}", "$quiet"))
        if number != self._shown:
            self._shown = number
            self.add_class("-reading")
        where = Content.styled(f"{number}/{count}  ", "$quiet")
        self._text = Content.assemble(where, text)
        self.query_one("#lesson", Static).update(self._text)
        self._choose_layout()
        self.refresh_bindings()
        if self.table.others_to_move and self._timer is None:
            self._wait()

    def _wait(self) -> None:
        """Give the others the time they take at a real table, if anything is to move at all."""
        settings = self.odin.settings
        if settings.animations == "none" or settings.pace == "instant":
            self._hurry()
        else:
            self._timer = self.set_timer(BOT_PAUSE[settings.pace], self._others)

    def _others(self) -> None:
        self._timer = None
        self.table.let_others_move()
        self._show()

    def on_key(self, event: Key) -> None:
        """Let any key hurry the others; it does nothing else then."""
        if self.table.others_to_move:
            event.stop()
            self._hurry()

    def _hurry(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        while self.table.others_to_move:
            self.table.let_others_move()
        self._show()

    def on_game_board_chosen(self, message: GameBoard.Chosen) -> None:
        """Make the move, if it is the one the lesson asks for."""
        message.stop()
        try:
            self.table.play(message.move)
        except Refusal as refusal:
            self._board.refuse(refusal_text(refusal, self.odin.translations, self.game))
            return
        self._show()

    def on_game_board_preferred(self, message: GameBoard.Preferred) -> None:
        """Keep what was set at the table."""
        message.stop()
        self.odin.change_settings(message.settings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        reading = self.table.wanted is None and not self.table.others_to_move
        can = {
            "read_on": self._only_text or (reading and not self.table.is_over),
            "play_now": self.table.is_over and not self._only_text,
            "hint": self.table.wanted is not None,
        }
        return can.get(action, True)

    def action_read_on(self) -> None:
        """Go on to the next step, or to the table that was hidden by the text."""
        if self._only_text:
            self.remove_class("-reading")
            self._board.focus()
        if self.table.wanted is None:
            self.table.read_on()
        self._show()

    def action_hint(self) -> None:
        """Show the move that the lesson asks for."""
        wanted, match = self.table.wanted, self.table.view.match
        if wanted is not None:
            self._board.show_hint(wanted, self._ui.reasons(match, wanted, tr=self.tr))
            self.odin.explain_konung()

    def action_rules(self) -> None:
        """Open the rules at the part that matters now."""
        self.odin.show_rules(self.game, self._ui.topic_for(self.table.view.match))

    async def action_play_now(self) -> None:
        """Leave the lesson for a table of its game, as it was played last or is usual."""
        odin = self.odin
        odin.change_settings(choose_game(odin.settings, self.game))
        self.action_home()
        await odin.open_table(odin.settings.last_table)

    def action_home(self) -> None:
        """Note that the lesson was learned, and go back."""
        if not self.odin.settings.lesson_done:
            self.odin.change_settings(replace(self.odin.settings, lesson_done=True))
        self.dismiss()

    def action_rematch(self) -> None:
        """Begin the lesson again."""
        self.table = self._begin()
        self._show()

    def action_leave(self) -> None:
        """Go back; a lesson can always be begun again."""
        if self.table.is_over:
            self.action_home()
        else:
            self.dismiss()
