"""Messages between hosts, as notifications of PostgreSQL."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from itertools import count
from typing import Any

from odin_server.hall.bus import Hear, Message
from odin_server.log import LogRefusal
from odin_server.postgres.database import CLOSE_WITHIN, LONGEST_PAUSE, Database

CHANNEL = "odin_hosts"
MOST_BYTES = 7900
"""A notification may have 8,000 bytes."""
MOST_WAITING = 1000
"""How many messages wait for a database that is away, the newest ones."""

_NOTIFY = "SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text"


class PostgresBus:
    """The bus of a hall whose hosts share a database."""

    is_alone = False

    def __init__(self, database: Database, host: str) -> None:
        self._database, self._host = database, host
        self._serials = count()
        self._waiting: list[str] = []
        self._sending: asyncio.Task[None] | None = None

    def publish(self, message: Message) -> None:
        # Of equal notifications of one transaction PostgreSQL delivers only one.
        sender = {"host": self._host, "serial": next(self._serials)}
        text = json.dumps({**sender, **message}, default=_as_list, ensure_ascii=False)
        if len(text.encode()) > MOST_BYTES:
            raise ValueError(f"a message of {len(text)} characters is too long")
        self._waiting.append(text)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting:
                texts, self._waiting = self._waiting, []
                try:
                    await self._database.fetch("bus", _NOTIFY, CHANNEL, texts)
                except LogRefusal:
                    self._waiting = [*texts, *self._waiting][-MOST_WAITING:]
                    await asyncio.sleep(LONGEST_PAUSE)
        finally:
            self._sending = None

    def listen(self, hear: Hear, on_listening: Callable[[], None]) -> None:
        def hear_text(text: str) -> None:
            message: dict[str, Any] = json.loads(text)
            del message["serial"]
            if (host := message.pop("host")) != self._host:
                hear(host, message)

        self._database.listen(CHANNEL, hear_text, on_listening)

    async def close(self) -> None:
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=CLOSE_WITHIN)
        if self._sending is not None:
            self._sending.cancel()


def _as_list(value: object) -> object:
    """Return the fields of a dataclass in their order."""
    if is_dataclass(value) and not isinstance(value, type):
        return [*asdict(value).values()]
    raise TypeError(f"{type(value).__name__} is not for messages")
