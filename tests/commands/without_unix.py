"""Run `odin` without the names that Windows does not have: `python without_unix.py ARGUMENTS`.

The app itself gets a driver without a terminal, since Textual's own for this system needs them;
it leaves as soon as the first screen stands.
"""

import asyncio
import os
import signal
import sys
from typing import Any

SIGNALS = ("SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGALRM")
IN_OS = ("fork", "forkpty", "nice", "sysconf", "setsid", "killpg", "fchmod")
MODULES = ("termios", "tty", "pty", "fcntl", "resource", "pwd", "grp", "readline")
LOOP = ("add_signal_handler", "remove_signal_handler", "add_reader", "remove_reader")


def take_away() -> None:
    """Make this interpreter as poor as one on Windows, as far as that can be done."""
    for name in SIGNALS:
        delattr(signal, name)
    for name in IN_OS:
        delattr(os, name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # importing it fails

    def refuse(*_: object) -> None:
        raise NotImplementedError

    for name in LOOP:
        setattr(asyncio.SelectorEventLoop, name, refuse)


def leaving_driver() -> Any:
    """Give a driver that has the app leave when its first screen stands."""
    from textual.drivers.headless_driver import HeadlessDriver  # noqa: PLC0415

    class LeavingDriver(HeadlessDriver):
        def start_application_mode(self) -> None:
            super().start_application_mode()
            self._app.call_later(self._app.call_after_refresh, self._app.exit)

    return LeavingDriver


if __name__ == "__main__":
    take_away()
    from textual.app import App

    from odin_tui.main import main

    App.get_driver_class = lambda _: leaving_driver()  # type: ignore[method-assign]
    sys.stdin.isatty = sys.stdout.isatty = lambda: "--text" not in sys.argv  # type: ignore[method-assign]
    sys.exit(main())
