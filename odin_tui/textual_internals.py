"""Everything the screens do with private parts of Textual.

No other module of `odin_tui` uses a name of Textual's that begins with an underscore. Each name
used here has a test in `tests/tui/test_textual_internals.py`, which says what depends on it.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from types import FunctionType, MethodType
from typing import Any, Self, TypeVar

from rich.console import Console
from textual._compositor import Compositor, CompositorUpdate
from textual.app import App, ScreenError
from textual.binding import Binding, BindingsMap
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.events import Callback, ScreenResume
from textual.filter import Monochrome, NoColor
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import WorkerFailed

# ruff: noqa: SLF001 - this is the module in which private names are used

ResultT = TypeVar("ResultT")
BindingChain = list[tuple[DOMNode, BindingsMap]]
Asked = Callable[[], bool | None]
"""Returns whether an action can be done now; None if it cannot, and no other is asked either."""
LabelledKeys = list[tuple[str, Binding, Asked]]

__all__ = [
    "AppBase",
    "BareScreen",
    "CompositorUpdate",
    "CroppedWidget",
    "DirtyCompositor",
    "PaintedOnceScreen",
    "PatientPalette",
    "QuickPump",
    "lines_of",
    "shown_bindings",
    "strips_of",
    "use_compositor",
    "write_screen",
]

# -- messages -------------------------------------------------------------------------------------

Handler = tuple[type, Callable[..., Any]]


@lru_cache(maxsize=4096)
def _handlers(pump: type, message: type[Message], name: str) -> tuple[Handler, ...] | None:
    """Return the methods that handle a message, with their classes; None if its values decide."""
    found: list[Handler] = []
    for each in pump.__mro__:
        members = vars(each)
        if not members.get("_decorated_handlers", {}).keys().isdisjoint(message.__mro__):
            return None
        method = members.get(f"_{name}") or members.get(name)
        if method is not None and not getattr(method, "_textual_on", None):
            found.append((each, method))
    return tuple(found)


class QuickPump(MessagePump):
    """Textual's message pump, which would look through all its classes at every message."""

    def call_next(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Schedule a callback as Textual does.

        It would hand on a new object each time, and read the signature of each. That of a method
        or a function is read once.
        """
        is_known = isinstance(callback, MethodType | FunctionType) and not args and not kwargs
        message = Callback(callback if is_known else partial(callback, *args, **kwargs))
        message._prevent.update(self._get_prevented_messages())
        self._next_callbacks.append(message)
        self.check_idle()

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Any]]]:
        kind: Any = type(message)  # mypy takes classes of messages for unhashable
        handlers = _handlers(type(self), kind, method_name)
        if handlers is None:
            yield from super()._get_dispatch_methods(method_name, message)
            return
        for owner, method in handlers:
            if message._no_default_action:
                return
            yield owner, method.__get__(self, owner)


# -- apps -----------------------------------------------------------------------------------------


class AppBase(QuickPump, App[None]):
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


class PaintedOnceScreen(QuickPump, Screen[ResultT]):
    """Textual's screen, painted once when it opens."""

    is_new = True
    """Whether it has not been on top yet."""
    cached_chain: tuple[list[DOMNode], Mapping[str, str], BindingChain] | None = None
    """The bindings that were found last, with the nodes and the keys of which they are."""
    cached_labels: tuple[BindingChain, LabelledKeys] | None = None
    """Those of them that the footer asks about."""

    @property
    def _binding_chain(self) -> BindingChain:
        """The bindings from the focus to the app, as Textual finds them, twice for every key."""
        focused = self.focused
        nodes = [self, self.app] if focused is None else list(focused.ancestors_with_self)
        if any(type(node).check_consume_key is not DOMNode.check_consume_key for node in nodes):
            return super()._binding_chain
        keymap = self.app._keymap
        cached = self.cached_chain
        if cached is None or cached[0] != nodes or cached[1] is not keymap:
            cached = self.cached_chain = nodes, keymap, super()._binding_chain
        return cached[2]

    def _clear_tooltip(self) -> None:
        """Do nothing: there are no tooltips, and at every key Textual would look for one."""

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Ask for one paint where Textual asks for two: by a layout, and right after it.

        Nor are styles looked for again that were found a moment ago, when the screen was made.
        """
        if self.is_new:
            self.is_new = event.refresh_styles = False
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


def _bindings_of_labelled_keys(screen: Screen[Any]) -> LabelledKeys:
    """Return all bindings of the keys that have a label somewhere, and what each depends on."""
    whole = screen._binding_chain  # a part of it, which is new each time, counts on a modal screen
    known = screen.cached_labels if isinstance(screen, PaintedOnceScreen) else None
    if known is not None and known[0] is whole:
        return known[1]
    chain = screen._modal_binding_chain
    labelled = {
        key for _, bindings in chain for key, each in bindings if each.show and each.description
    }
    found = [
        (key, each, _asking(screen, node, each.action))
        for node, bindings in chain
        for key, each in bindings
        if key in labelled
    ]
    if isinstance(screen, PaintedOnceScreen):
        screen.cached_labels = whole, found
    return found


def _asking(screen: Screen[Any], node: DOMNode, action: str) -> Asked:
    """Return what asks whether an action can be done, by whoever would do it."""
    # For the app, "screen" is the one on top, which may cover this one just now.
    places: dict[str, DOMNode] = {"screen": screen, "app": screen.app}
    target, name, parameters = screen.app._parse_action(action, node, places)
    return lambda: target.check_action(name, parameters)


def shown_bindings(screen: Screen[Any]) -> Iterator[Binding]:
    """Yield the active bindings of a screen that have a label to show.

    Textual's `active_bindings` asks for every key whether it does something now; most have none.
    """
    found = dict[str, tuple[Binding, bool]]()
    for key, each, is_possible in _bindings_of_labelled_keys(screen):
        if key in found and not each.priority:
            continue
        state = is_possible()
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


class CroppedWidget(QuickPump, Widget):
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
