"""A Textual driver whose terminal is at the other end of an SSH channel.

Everything that depends on Textual's inner parts is in this file, so that a new version of Textual
is a change to this file only.
"""

import asyncio
import codecs
import contextvars
import functools
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import Console
from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize
from textual.style import Style

from odin_server.ssh.terminal import Colours, Terminal

ESCAPE_WAIT = 0.12
"""A little more than Textual waits before an escape character alone is the Escape key."""

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
LONGEST_SEQUENCE = 40
"""More characters than this without a key can only be a paste."""

ENTER = (
    "\x1b[?1049h\x1b[?25l\x1b[?7l"
    "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
    "\x1b[?1004h\x1b[?2004h\x1b[>1u\x1b[?2026$p"
)


TRUE_COLOUR = re.compile(r"[34]8;2;\d{1,3};\d{1,3};\d{1,3}")


@functools.lru_cache(maxsize=8192)
def fewer_colours(code: str, colours: Colours) -> str:
    """Give the nearest colour that a terminal has.

    Not by the console of each app: Rich remembers the code of a style that sessions share, and
    so whoever is painted first would decide the colours of all.
    """
    ground, _, red, green, blue = map(int, code.split(";"))
    system = ColorSystem.EIGHT_BIT if colours == "256" else ColorSystem.STANDARD
    colour = RichColor.from_rgb(red, green, blue).downgrade(system)
    return ";".join(colour.get_ansi_codes(foreground=ground == 38))


class Wire(Protocol):
    """What a driver needs of the session it belongs to."""

    terminal: Terminal
    longest_paste: int

    def send(self, frame: bytes) -> None:
        """Send this now."""
        ...

    def has_room(self) -> bool:
        """Tell whether the client keeps up, so that another frame may be sent."""
        ...

    def allow_typing(self, characters: int) -> bool:
        """Tell whether so many characters may be read: reading them costs time."""
        ...

    def allow_key(self) -> bool:
        """Tell whether the client may press one more key now."""
        ...

    def attach(self, driver: "SSHDriver") -> None:
        """Take the driver that is to be fed."""
        ...


class SSHDriver(Driver):
    """Keys in, frames out, without threads, signals or a file of its own."""

    def __init__(self, wire: Wire, app: App[Any], **options: Any) -> None:
        options["size"] = (wire.terminal.width, wire.terminal.height)
        super().__init__(app, **options)
        self._wire = wire
        self._parser = Parser()
        self._decode = _decoder()
        self._context = contextvars.copy_context()
        self._unsent: list[str] = []
        self._flush_due = False
        self._behind = False
        self._listening = False
        self._tick: asyncio.TimerHandle | None = None
        self.parts: list[DOMNode] = []
        """What the app was made of when it stopped."""
        self._silent = 0
        """How many characters have come since anything was made of them."""
        self._swallowing = False
        self._swallowed = ""

    # -- out ----------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        self._unsent.append(data)
        if not self._flush_due:
            # A bell or a title is written without a flush of its own.
            self._flush_due = True
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        self._flush_due = False
        if not self._unsent:
            return
        frame = "".join(self._unsent)
        self._unsent.clear()
        if self._behind or not self._wire.has_room():
            # A part of the picture is lost now, so all of it must be painted later.
            self._behind = True
            return
        colours = self._wire.terminal.colours
        if colours != "truecolor":
            frame = TRUE_COLOUR.sub(lambda code: fewer_colours(code[0], colours), frame)
        self._wire.send(frame.encode("utf-8", "replace"))

    def catch_up(self) -> None:
        """Paint everything anew, after frames were left out."""
        self._behind = False
        self._context.run(self.repaint)

    def repaint(self) -> None:
        """Paint the whole screen."""
        screen = self._app._screen_stack[-1] if self._app._screen_stack else None  # noqa: SLF001
        if screen is not None and self._app._running:  # noqa: SLF001
            screen._compositor._dirty_regions.add(screen.size.region)  # noqa: SLF001
            screen.refresh(repaint=True)
            screen.check_idle()

    # -- in -----------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Take what the client has typed."""
        text = self._without_bombs(self._decode(data)) if self._listening else ""
        if text:
            self._context.run(self._read, lambda: self._parser.feed(text))
            if "\x1b" in text:
                self._cancel_tick()
                self._tick = self._loop.call_later(ESCAPE_WAIT, self._ask_for_escape)

    def _without_bombs(self, text: str) -> str:
        """Leave out what is too much; the rest of a paste too, for as keys it would play."""
        if self._swallowing:
            whole = self._swallowed + text
            _, end, rest = whole.partition(PASTE_END)
            self._swallowed = "" if end else whole[-len(PASTE_END) :]
            self._swallowing = not end
            return rest
        self._silent += len(text)
        if self._silent <= self._wire.longest_paste and self._wire.allow_typing(len(text)):
            return text
        in_paste = self._silent - len(text) > LONGEST_SEQUENCE or PASTE_START in text
        self._parser, self._silent = Parser(), 0
        self._swallowing = in_paste and text.rfind(PASTE_END) <= text.rfind(PASTE_START)
        return ""

    def _ask_for_escape(self) -> None:
        self._tick = None
        self._context.run(self._read, self._parser.tick)

    def _read(self, messages: Callable[[], Iterable[Message]]) -> None:
        try:
            for message in messages():
                self._silent = 0
                self.process_message(message)
        except (ValueError, OverflowError, StopIteration, RuntimeError):
            # A sequence that means no key ends Textual's parser; the next one needs another.
            self._parser = Parser()

    def process_message(self, message: Message) -> None:
        # The terminal's size comes from SSH, where it is kept within reason.
        if isinstance(message, events.Resize | InBandWindowResize):
            return
        if isinstance(message, events.MouseEvent) and not (
            0 <= message.x < self._wire.terminal.width
            and 0 <= message.y < self._wire.terminal.height
        ):
            return
        if isinstance(message, events.MouseMove) and self.backlog > 1:
            return
        if isinstance(message, events.InputEvent) and not self._wire.allow_key():
            return
        super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Hand a message on: this is the loop's own thread."""
        self._app.post_message(message)

    @property
    def backlog(self) -> int:
        """How many messages the app has not come to yet."""
        return self._app._message_queue.qsize()  # noqa: SLF001

    def resized(self) -> None:
        """Let the app know the terminal's new size."""
        size = Size(self._wire.terminal.width, self._wire.terminal.height)
        self._size = (size.width, size.height)
        if self._listening:
            self._app.post_message(events.Resize(size, size))

    # -- beginning and end --------------------------------------------------------------------

    def start_application_mode(self) -> None:
        self._listening = True
        self._wire.send(ENTER.encode())
        self._wire.attach(self)

    def disable_input(self) -> None:
        self._listening = False
        self._cancel_tick()

    def stop_application_mode(self) -> None:
        # The session puts the terminal back, on this path and on all others.
        self.disable_input()
        self.flush()
        self.parts = parts_of(self._app)

    def _cancel_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    # -- what must not happen on a server -----------------------------------------------------

    @property
    def can_suspend(self) -> bool:
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002
        """Show the address: a browser would open on the server."""
        self._app.notify(url, title="Open this in your browser", markup=False)

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Say no: the file would be written on the server's disk."""
        del delivery_key, save_path, open_method, encoding, mime_type, name
        binary.close()
        self._app.notify("Nothing can be saved from here: the files would be the host's.")


def _decoder() -> Callable[[bytes], str]:
    return codecs.getincrementaldecoder("utf-8")("replace").decode


class Parser(XTermParser):
    """Textual's parser without its cache, which would keep every session ever held in memory."""

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        keys: list[events.Key] | None = _uncached(self, sequence)
        return keys


_uncached = XTermParser._parse_extended_key.__wrapped__  # noqa: SLF001


_backgrounds = StylesCache.get_inner_outer.__wrapped__


@functools.lru_cache(maxsize=1024)
def _inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    found: tuple[Style, Style] = _backgrounds(None, base, background)
    return found


def share_backgrounds() -> None:
    """Replace a cache of Textual's that keeps a thousand widgets of closed sessions, all painted.

    It remembers answers that depend on two colours by a third thing: whose answer it was.
    """
    StylesCache.get_inner_outer = lambda _widgets, base, own: _inner_outer(base, own)  # type: ignore[method-assign,assignment]


@functools.lru_cache(maxsize=1024)
def _parsed(
    key: tuple[tuple[str, str], ...], css: str, read_from: CSSLocation, options: tuple[Any, ...]
) -> tuple[RuleSet, ...]:
    is_default, tie_breaker, scope = options
    sheet = Stylesheet(variables=dict(key))
    return tuple(sheet._parse_rules(css, read_from, is_default, tie_breaker, scope))  # noqa: SLF001


class SharedStylesheet(Stylesheet):
    """A stylesheet that shares its parsed rules with all sessions of the same theme."""

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,  # noqa: FBT001, FBT002
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        key = _key_of(self._variables)
        return list(_parsed(key, css, read_from, (is_default_rules, tie_breaker, scope)))

    def reparse(self) -> None:
        self.parse()


def _key_of(variables: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(variables.items()))


def dress(app: App[Any], wire: Wire) -> None:
    """Turn an app that knows nothing of SSH towards this client's terminal."""
    terminal = wire.terminal
    app.driver_class = functools.partial(SSHDriver, wire)  # type: ignore[assignment]
    app.no_color = terminal.no_colour
    app.console = Console(
        color_system="truecolor",
        file=_Nowhere(),  # type: ignore[arg-type]
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={"TERM": terminal.type},
        force_terminal=True,
        safe_box=False,
        width=terminal.width,
        height=terminal.height,
    )
    filters: list[LineFilter] = [f for f in app._filters if not isinstance(f, Monochrome)]  # noqa: SLF001
    if terminal.no_colour:
        filters.append(Monochrome())
    app._filters = filters  # noqa: SLF001
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app.error_console = Console(file=_Nowhere(), markup=False, highlight=False)  # type: ignore[arg-type]
    # Textual redirects these for the whole process. With the streams there are, that is no change,
    # in whatever order sessions end; and what one app prints reaches no other player.
    app._capture_stdout = sys.stdout  # type: ignore[assignment]  # noqa: SLF001
    app._capture_stderr = sys.stderr  # type: ignore[assignment]  # noqa: SLF001


def parts_of(app: App[Any]) -> list[DOMNode]:
    """List everything an app is made of, while it still has it."""
    return [*app._registry, *(s for stack in app._screen_stacks.values() for s in stack)]  # noqa: SLF001


def take_apart(app: App[Any], parts: list[DOMNode]) -> None:
    """Cut a closed app into pieces, so that its memory is free at once.

    Its thousands of objects hold each other in circles. To find such circles Python would have to
    look at all objects of all sessions: seconds in which nobody's key is answered.
    """
    for part in parts:
        vars(part).clear()
    vars(app).clear()


def crash_of(app: App[Any]) -> Exception | None:
    """Give what the app has stumbled over, if it has."""
    return app._exception  # noqa: SLF001


class _Nowhere:
    """A file for consoles that never print."""

    encoding = "utf-8"

    def write(self, _text: str) -> int:
        return 0

    def flush(self) -> None:
        """Nothing is kept."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return -1
