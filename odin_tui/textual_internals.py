"""Everything the screens do with private parts of Textual.

No other module of `odin_tui` uses a name of Textual's that begins with an underscore. Each name
used here has a test in `tests/tui/test_textual_internals.py`, which says what depends on it.
"""

import asyncio
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any, Self, TypeVar

from textual._compositor import Compositor, CompositorUpdate
from textual.app import App, ScreenError
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.events import ScreenResume
from textual.filter import Monochrome, NoColor
from textual.geometry import Region
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import WorkerFailed

# ruff: noqa: SLF001 - this is the module in which private names are used

ResultT = TypeVar("ResultT")

__all__ = [
    "AppBase",
    "CompositorUpdate",
    "CroppedWidget",
    "DirtyCompositor",
    "PaintedOnceScreen",
    "PatientPalette",
    "lines_of",
    "strips_of",
    "use_compositor",
]

# -- apps -----------------------------------------------------------------------------------------


class AppBase(App[None]):
    """Textual's app; it closes screens and leaves with more care."""

    app_focus = Reactive(default=True, compute=False, repaint=False)
    """Whether the terminal's window is in front of the others, as far as it tells."""

    def _watch_app_focus(self, focus: bool) -> None:  # noqa: FBT001 - as Textual calls it
        """Look the same: Textual takes the focus away and paints everything, here and back."""

    def crashed(self, error: Exception) -> None:
        """Take note of an exception that ends the app; Textual's page of traceback is not shown."""

    def _handle_exception(self, error: Exception) -> None:
        if self._exit and isinstance(error, NoMatches | ScreenError | WorkerFailed):
            return  # screens that are taken down one widget after another miss the others
        self.crashed(error)
        super()._handle_exception(error)
        self._exit_renderables.clear()

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        """Remove a screen that was closed, but never half of one: its mounting would fail."""
        mounted: asyncio.Event = screen._mounted_event  # push_screen waits for it too
        await mounted.wait()
        # What it still works at would look for widgets that are gone.
        self.workers.cancel_node(screen)
        return await super()._replace_screen(screen)

    def remove_colours(self) -> None:
        """Show everything without colours, as the present theme needs it.

        Textual chooses once, before the theme is known: black on black would be left.
        """
        kept = [each for each in self._filters if not isinstance(each, NoColor | Monochrome)]
        self._filters = [*kept, NoColor() if self.current_theme.ansi else Monochrome()]

    def write_to_terminal(self, text: str) -> None:
        """Send a control sequence to the terminal, if the app has one."""
        if self._driver is not None:
            self._driver.write(text)

    def toasts(self) -> list[str]:
        """List the messages that are shown in toasts now."""
        return [shown.message for shown in self._notifications]


class PatientPalette(CommandPalette):
    """Textual's command palette, which trips over a page key before its list is laid out."""

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)


# -- screens --------------------------------------------------------------------------------------


class PaintedOnceScreen(Screen[ResultT]):
    """Textual's screen, painted once when it opens."""

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Ask for one paint where Textual asks for two: by a layout, and right after it."""
        if self.outer_size != self.app.size:
            self.call_next(self._exchange_repaint_regions)

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Refresh; a new layout has painted what it moves, and not the whole screen again."""
        wanted = repaint and not layout
        return super().refresh(*regions, repaint=wanted, layout=layout, recompose=recompose)

    def _compositor_refresh(self) -> None:
        if self.app._batch_count:
            # The drawing would be thrown away, and what is dirty would count as painted.
            self._repaint_required = True
        else:
            super()._compositor_refresh()


def strips_of(screen: Screen[Any]) -> list[Strip]:
    """Return a screen as a terminal would show it, row by row."""
    return screen._compositor.render_strips()


def lines_of(screen: Screen[Any]) -> list[str]:
    """Return the letters of a screen, without blanks at line ends."""
    return [strip.text.rstrip() for strip in strips_of(screen)]


def use_compositor(screen: Screen[Any], compositor: Compositor) -> None:
    """Have a screen painted by another compositor than Textual's own."""
    screen._compositor = compositor


# -- painting -------------------------------------------------------------------------------------


class DirtyCompositor(Compositor):
    """Textual's compositor, with access to what is to be painted in the next frame."""

    def mark_all(self) -> None:
        """Have the whole screen painted."""
        self._dirty_regions = {self.size.region}

    def drop_requests(self, painted: Collection[Region]) -> None:
        """Forget what widgets have asked for until now that were just painted whole."""
        for widget, (region, clip) in self.visible_widgets.items():
            visible = clip.intersection(region)
            if any(each.contains_region(visible) for each in painted):
                widget._exchange_repaint_regions()

    def take_dirty(self) -> list[Region]:
        """Return what is to be painted, and forget it."""
        screen = self.size.region
        regions = [region.intersection(screen) for region in self._dirty_regions]
        self._dirty_regions.clear()
        return [region for region in regions if region]

    def spans(self, regions: Iterable[Region]) -> Iterable[tuple[int, int, int]]:
        """Return regions as (row, start, end)."""
        found: Iterable[tuple[int, int, int]] = self._regions_to_spans(regions)
        return found


class CroppedWidget(Widget):
    """A widget that may have less of itself painted than Textual asks for."""

    def regions_to_paint(self, regions: Collection[Region]) -> Collection[Region]:
        """Return what to paint in this frame; called once for each frame that needs any of it."""
        return regions

    def _exchange_repaint_regions(self) -> Collection[Region]:
        regions = super()._exchange_repaint_regions()
        return self.regions_to_paint(regions) if regions else regions
