"""The signals that ask a program to leave, on every system."""

import asyncio
import signal
from collections.abc import Callable

NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Asked to stop; the window was closed; the same on Windows. No system has all of them."""


def on_leaving_signal(leave: Callable[[int], object]) -> None:
    """Have the running loop call `leave` with the number of a signal that asks to leave."""
    loop = asyncio.get_running_loop()
    for name in NAMES:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, leave, number)
        except NotImplementedError:
            # The loops of Windows watch no signals, but may be called from a handler.
            signal.signal(number, lambda got, _: loop.call_soon_threadsafe(leave, got))
