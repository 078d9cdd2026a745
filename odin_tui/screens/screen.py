"""The base of every screen: its size class, when it is painted, its app and its language."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import App, RenderResult, SystemCommand
from textual.await_complete import AwaitComplete
from textual.events import Resize, ScreenResume, ScreenSuspend
from textual.geometry import Size
from textual.message import Message
from textual.renderables.blank import Blank
from textual.screen import ModalScreen

from odin_tui.drawing.painter import Painter
from odin_tui.languages import Translations
from odin_tui.languages.session import translations_of
from odin_tui.textual_internals import BareScreen, PaintedOnceScreen, use_compositor
from odin_tui.widgets.motion import MovingWidget
from odin_tui.widgets.rows import Rows

if TYPE_CHECKING:
    from odin_tui.app import OdinApp
    from odin_tui.right_to_left.mirror import Mirror

ResultT = TypeVar("ResultT")

SMALLEST = Size(60, 20)
SIZE_CLASSES = ("-small", "-medium", "-large")


def has_simple_characters(app: App[Any]) -> bool:
    """Return whether a session is drawn without characters of ambiguous width."""
    return bool(getattr(app, "simple_characters", False))


def mirror_of(app: App[Any]) -> "Mirror | None":
    """Return what mirrors the rows of a session; None unless it is read from right to left."""
    return getattr(app, "mirror", None)


def size_class(size: Size) -> str:
    """Return the layout for a terminal of this size: the largest that fits whole."""
    if size.width >= 160 and size.height >= 48:
        return "-large"
    return "-medium" if size.width >= 100 and size.height >= 30 else "-small"


class ClosesOnce(PaintedOnceScreen[ResultT]):
    """A screen that closes only itself, and is painted only while it is on top.

    Textual would close whatever is on top, and would paint the screen below that at every change,
    and then the one on top over it: for each player in a dialog, at every event in the hall.
    """

    def __init__(
        self,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - as every widget calls it
        classes: str | None = None,
    ) -> None:
        super().__init__(name, id, classes)
        use_compositor(
            self,
            Painter(
                lambda: has_simple_characters(self.app),
                lambda: mirror_of(self.app),
                self._tell_time,
            ),
        )

    def _tell_time(self, seconds: float) -> None:
        """Tell the app how long a frame took to paint, if it wants to know."""
        tell = getattr(self.app, "on_painted", None)
        if tell is not None:
            tell(type(self).__name__, seconds)

    @property
    def odin(self) -> "OdinApp":
        """The app."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        assert isinstance(self.app, OdinApp)  # noqa: S101 - no other app shows these screens
        return self.app

    @property
    def tr(self) -> Translations:
        """The language of the session."""
        return translations_of(self)

    async def retranslate(self) -> None:
        """Show everything in the session's language, which has changed.

        A small window shows what it was given, in the language it was given in.
        """

    @property
    def is_on_top(self) -> bool:
        """Whether no other screen covers this one; any task may ask."""
        # `self.app` would be the app whose task asks, which may be another session's.
        app = self.parent
        return isinstance(app, App) and app.screen_stack[-1:] == [self]

    @property
    def is_current(self) -> bool:
        """Whether Textual paints this screen; what changes meanwhile is painted later."""
        return self.is_on_top

    def render(self) -> RenderResult:  # type: ignore[override]  # Textual's says less than it does
        """Return the page alone.

        On the terminal's own background, Textual would paint the covered screen behind a dialog.
        """
        return Blank(self.styles.background)

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Close, unless another screen has come over this one or it is closed already."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()


class EmptyScreen(BareScreen[None], ClosesOnce[None]):
    """What lies below all other screens, and is never seen."""


class OdinScreen(ClosesOnce[ResultT]):
    """A whole screen; it always has exactly one of the classes -small, -medium and -large."""

    DEFAULT_CSS = """
    OdinScreen { align-horizontal: center; }
    OdinScreen.-medium Page { max-width: 98; padding-top: 1; }
    OdinScreen.-large Page { max-width: 124; padding-top: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._was_covered = False

    def palette_commands(self) -> Iterable[SystemCommand]:
        """Return what the command palette offers on this screen only."""
        return ()

    def tell(self, news: Message) -> bool:
        """Post news of a change to this screen if it is on top; return False if it is not.

        A covered screen is told nothing: `catch_up` is called when it is on top again.
        """
        return self.is_on_top and self.post_message(news)

    def catch_up(self) -> None:
        """Show what has changed while another screen was on top."""

    async def retranslate(self) -> None:
        """Compose the screen anew; cursors and the focus stay where they are."""
        cursors = [rows.here for rows in self.query(Rows)]
        # What has the focus may be hidden meanwhile, as a list is that has become empty.
        places = [place for place, each in enumerate(self.focus_chain) if each is self.focused]
        await self.recompose()
        self.compose_again()
        for rows, here in zip(self.query(Rows), cursors, strict=False):
            rows.here = min(here, rows.row_count() - 1)
        for place in places:
            if place < len(self.focus_chain):
                self.set_focus(self.focus_chain[place])
        self.refresh_bindings()

    def compose_again(self) -> None:
        """Fill in what `compose` leaves empty, after the screen was composed anew."""
        self.catch_up()

    def on_screen_suspend(self, _event: ScreenSuspend) -> None:
        """Let nothing move unseen, and remember that there will be something to catch up with."""
        for widget in self.query(MovingWidget):
            widget.finish()
        self._was_covered = True

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Catch up, unless the screen is new."""
        if self._was_covered:
            self._was_covered = False
            self.catch_up()

    def on_compose(self) -> None:
        """Choose the layout before there is anything whose style would have to be found again."""
        self._lay_out_for(self.app.size)

    def on_resize(self, event: Resize) -> None:
        """Choose the layout before it is made."""
        self._lay_out_for(event.size)

    def _lay_out_for(self, size: Size) -> None:
        chosen = size_class(size)
        self.update_classes({name: name == chosen for name in SIZE_CLASSES}, animate=False)


class OdinModal(ModalScreen[ResultT], ClosesOnce[ResultT]):
    """A small window in place of a screen.

    It is opaque: behind anything else, Textual paints the whole covered screen at every paint.
    """

    DEFAULT_CSS = "OdinModal { align: center middle; background: $page; }"
