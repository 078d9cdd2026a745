"""A table line by line: read what is typed, and write what changes meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable

from odin_server.hall import Chair
from odin_server.notices import Notice

ReadLine = Callable[[], Awaitable[str | None]]
"""Returns the next line without its end, or None when there are no more."""
WriteLine = Callable[[str], Awaitable[None]]


async def run_line_session(
    chair: Chair,
    read_line: ReadLine,
    handle_line: Callable[[str], Awaitable[bool]],
    show_changes: Callable[[], Awaitable[None]],
) -> Notice | None:
    """Handle lines and show changes until `handle_line` returns False or input or chair end.

    Returns why the chair has ended, or None if the other side went.
    """
    changing = asyncio.ensure_future(chair.change())
    reading = asyncio.ensure_future(read_line())
    try:
        while True:
            await asyncio.wait({changing, reading}, return_when=asyncio.FIRST_COMPLETED)
            if changing.done():
                await show_changes()
                changing = asyncio.ensure_future(chair.change())
            if chair.ended is not None:
                return chair.ended
            if reading.done():
                line = reading.result()
                if line is None or not await handle_line(line):
                    return None
                reading = asyncio.ensure_future(read_line())
    finally:
        changing.cancel()
        reading.cancel()
        await asyncio.gather(changing, reading, return_exceptions=True)
