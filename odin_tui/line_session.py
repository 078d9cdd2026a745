"""Talking to a table line by line: hearing what is typed, and telling what changes meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable

from odin_server.hall import Chair
from odin_server.notices import Notice

ReadLine = Callable[[], Awaitable[str | None]]
"""Gives the next line without its end, or None when there are no more."""
WriteLine = Callable[[str], Awaitable[None]]


async def converse(
    chair: Chair,
    read_line: ReadLine,
    hear: Callable[[str], Awaitable[bool]],
    tell: Callable[[], Awaitable[None]],
) -> Notice | None:
    """Hear lines and tell changes until `hear` says no more, the input ends or the chair does.

    Returns why the chair has ended, or None if the other side went.
    """
    changing = asyncio.ensure_future(chair.change())
    reading = asyncio.ensure_future(read_line())
    try:
        while True:
            await asyncio.wait({changing, reading}, return_when=asyncio.FIRST_COMPLETED)
            if changing.done():
                await tell()
                changing = asyncio.ensure_future(chair.change())
            if chair.ended is not None:
                return chair.ended
            if reading.done():
                line = reading.result()
                if line is None or not await hear(line):
                    return None
                reading = asyncio.ensure_future(read_line())
    finally:
        changing.cancel()
        reading.cancel()
        await asyncio.gather(changing, reading, return_exceptions=True)
