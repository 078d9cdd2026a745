"""A table as plain lines: for screen readers, for terminals that cannot draw, and for pipes."""

from collections.abc import Awaitable, Callable

from odin_server.hall import Chair

ReadLine = Callable[[], Awaitable[str | None]]
"""Gives the next line without its end, or None when there are no more."""
WriteLine = Callable[[str], Awaitable[None]]


async def play_text(chair: Chair, read_line: ReadLine, write_line: WriteLine) -> None:
    """Play at this chair until the player quits or the input ends; the match stays kept."""
    raise NotImplementedError
