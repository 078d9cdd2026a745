"""The ground of every screen: its size class, and the way to the app's verbs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.events import Resize
from textual.geometry import Size
from textual.screen import ModalScreen, Screen

from odin_tui.drawing.painter import Painter

if TYPE_CHECKING:
    from odin_tui.app import OdinApp

ResultT = TypeVar("ResultT")

SMALLEST = Size(60, 20)
SIZE_CLASSES = ("-small", "-medium", "-large")


def size_class(size: Size) -> str:
    """Name the layout for a terminal of this size: the largest that fits whole."""
    if size.width >= 160 and size.height >= 48:
        return "-large"
    return "-medium" if size.width >= 100 and size.height >= 30 else "-small"


class ClosesOnce(Screen[ResultT]):
    """A screen that closes only itself: Textual would close whatever is on top."""

    def __init__(
        self,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - as every widget calls it
        classes: str | None = None,
    ) -> None:
        super().__init__(name, id, classes)
        self._compositor = Painter()

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Close, unless another screen has come over this one or it is closed already."""
        on_top = self.app.screen_stack[-1:] == [self]
        return super().dismiss(result) if on_top else AwaitComplete()


class OdinScreen(ClosesOnce[ResultT]):
    """A screen of the house; always exactly one of the classes -small, -medium and -large."""

    @property
    def odin(self) -> "OdinApp":
        """The app, with its verbs."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        assert isinstance(self.app, OdinApp)  # noqa: S101 - no other app shows these screens
        return self.app

    def palette_commands(self) -> Iterable[SystemCommand]:
        """Give what the command palette offers on this screen only."""
        return ()

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
    """A small window over a screen of the house."""
