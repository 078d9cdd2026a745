"""Everything the screens do with private parts of Textual.

No other module of `odin_tui` uses a name of Textual's that begins with an underscore. Each name
used here has a test in `tests/tui/test_textual_internals.py`, which says what depends on it.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, Self, TypeVar

from rich.console import Console
from textual._compositor import Compositor, CompositorUpdate
from textual.app import App, ScreenError
from textual.binding import Binding
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.dom import NoScreen
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
    "BareScreen",
    "CompositorUpdate",
    "CroppedWidget",
    "DirtyCompositor",
    "PaintedOnceScreen",
    "PatientPalette",
    "lines_of",
    "shown_bindings",
    "strips_of",
    "use_compositor",
    "write_screen",
]

# -- apps -----------------------------------------------------------------------------------------


class AppBase(App[None]):
    """Textual's app; it closes screens and leaves with more care."""

    app_focus = Reactive(default=True, compute=False, repaint=False)
    """Whether the terminal's window is in front of the others, as far as it tells."""

    def __init__(self) -> None:
        super().__init__()
        # No widget has one; each screen would have a widget that waits for them.
        self._disable_tooltips = True

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

    def paint_soon(self, widget: Widget) -> None:
        """Have a widget painted in the next frame."""
        if self in self._compositor:
            self._dirty_widgets.add(widget)
            if self.is_current and not self.app._batch_count:
                self._update_timer.resume()
            else:
                self.check_idle()


class BareScreen(PaintedOnceScreen[ResultT]):
    """A screen with nothing on it but what it composes itself."""

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Leave out what Textual puts on every screen: toasts, for one."""


def shown_bindings(screen: Screen[Any]) -> Iterator[Binding]:
    """Yield the active bindings of a screen that have a label to show.

    Textual's `active_bindings` asks for every key whether it does something now; most have none.
    """
    chain = screen._modal_binding_chain
    labelled = {
        key for _, bindings in chain for key, each in bindings if each.show and each.description
    }
    found: dict[str, tuple[Binding, bool]] = {}
    for node, bindings in chain:
        for key, each in bindings:
            if key not in labelled or (key in found and not each.priority):
                continue
            state = screen.app._check_action_state(each.action, node)
            if state is not False and (key not in found or not found[key][0].priority):
                found[key] = each, bool(state)
    for each, enabled in found.values():
        if enabled and each.show and each.description:
            yield each


def strips_of(screen: Screen[Any]) -> list[Strip]:
    """Return a screen as a terminal would show it, row by row."""
    return screen._compositor.render_strips()


def strips_seen(screen: Screen[Any]) -> list[Strip]:
    """Return a screen as its reader sees it, row by row: mirrored, if that is from the right."""
    rows = getattr(screen._compositor.render_full_update(), "rows", None)
    return strips_of(screen) if rows is None else rows()


def write_screen(screen: Screen[Any]) -> str:
    """Return what paints a screen whole on a terminal with all colours."""
    update = screen._compositor.render_full_update()
    return update.render_segments(Console(color_system="truecolor", force_terminal=True))


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

    def check_idle(self) -> None:
        """Ask the screen for a paint, if that is all there is to do.

        Textual wakes the widget's own loop for it, then the screen's, and the widget's again.
        """
        more = self._layout_required or self._scroll_required or self._refresh_styles_required
        if self._repaint_required and self._is_mounted and not more:
            with suppress(NoScreen):
                screen = self.screen
                if isinstance(screen, PaintedOnceScreen):
                    self._repaint_required = False
                    if self.display:
                        screen.paint_soon(self)
                    return
        super().check_idle()

    def _exchange_repaint_regions(self) -> Collection[Region]:
        regions = super()._exchange_repaint_regions()
        return self.regions_to_paint(regions) if regions else regions
