"""Fitting an app to the terminal of a client, and taking it apart after."""

import asyncio
import functools
from typing import Any

from rich.console import Console
from textual.app import App
from textual.dom import DOMNode

from odin_server.sessions.driver import RemoteDriver, Wire
from odin_server.sessions.loop_time import timed_task
from odin_server.textual_internals import (
    SharedStylesheet,
    console_for,
    leave_streams_alone,
    set_monochrome,
    share_backgrounds,
)


def prepare_process() -> None:
    """Change what Textual does to the whole process, before the first app; once is enough.

    From Python 3.12 on Textual would have every task of this loop begun eagerly, from the first
    session on; then asyncssh does not complete another login. Tasks are timed instead.
    """
    loop = asyncio.get_running_loop()
    vars(loop).pop("set_task_factory", None)
    loop.set_task_factory(timed_task)
    vars(loop)["set_task_factory"] = lambda _factory: None
    share_backgrounds()


def set_up_app(app: App[Any], wire: Wire) -> None:
    """Set an app up for this client's terminal."""
    terminal = wire.terminal
    app.driver_class = functools.partial(RemoteDriver, wire)  # type: ignore[assignment]
    app.no_color = terminal.no_colour
    app.console = console_for(terminal.type, terminal.width, terminal.height, _Nowhere())
    set_monochrome(app, monochrome=terminal.no_colour)
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    app.error_console = Console(file=_Nowhere(), markup=False, highlight=False)  # type: ignore[arg-type]
    leave_streams_alone(app)


def release_app(app: App[Any], parts: list[DOMNode]) -> None:
    """Break the reference cycles of a closed app, so that its memory is freed at once.

    Its thousands of objects hold each other in circles. To find such circles Python would have to
    look at all objects of all sessions: seconds in which nobody's key is answered.
    """
    for part in parts:
        vars(part).clear()
    vars(app).clear()


class _Nowhere:
    """A file for consoles that never print."""

    encoding = "utf-8"

    def write(self, _text: str) -> int:
        return 0

    def flush(self) -> None:
        """Nothing is kept."""

    def isatty(self) -> bool:
        return True
