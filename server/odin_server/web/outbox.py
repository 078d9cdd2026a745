"""What waits to be sent to one browser."""

import asyncio
from collections import deque
from collections.abc import Iterator

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed


class Outbox:
    """Sends in order without anybody waiting; neighbouring bytes are joined to one frame."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self._items: deque[bytes | str] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def waiting(self) -> int:
        """How many bytes the client has not read yet."""
        return self._size + self._socket.transport.get_write_buffer_size()

    def put(self, item: bytes | str) -> None:
        """Send bytes of the session, or a message."""
        self._items.append(item)
        self._size += len(item)
        self._news.set()

    def close(self) -> None:
        """Close the connection when everything was sent."""
        self._closing = True
        self._news.set()

    def drop(self) -> None:
        """Send nothing more, because nobody is there."""
        self._task.cancel()
        self._items.clear()
        self._size = 0

    async def _run(self) -> None:
        try:
            while not self._closing or self._items:
                await self._news.wait()
                self._news.clear()
                for frame in self._frames():
                    await self._socket.send(frame)
            await self._socket.close()
        except ConnectionClosed:
            self._items.clear()
            self._size = 0

    def _frames(self) -> Iterator[bytes | str]:
        """Take what there is, until there is nothing left."""
        while self._items:
            frame = self._items.popleft()
            self._size -= len(frame)
            if isinstance(frame, bytes):
                parts = [frame]
                while self._items and isinstance(following := self._items[0], bytes):
                    self._items.popleft()
                    self._size -= len(following)
                    parts.append(following)
                frame = b"".join(parts)
            yield frame
