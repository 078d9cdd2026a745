"""Messages between the hosts of one hall; nothing that must not be lost goes this way."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

Message: TypeAlias = Mapping[str, Any]
"""What JSON can hold; `kind` says what it is about."""
Hear: TypeAlias = Callable[[str, Message], None]
"""Takes the id of the host that speaks, and its message."""


class Bus(Protocol):
    """Carries messages from each host to all others, those of one host in their order."""

    @property
    def is_alone(self) -> bool:
        """Whether there can be no other host."""
        ...

    def publish(self, message: Message) -> None:
        """Send a message to all other hosts, soon; it is lost if they cannot be reached."""
        ...

    def listen(self, hear: Hear, on_listening: Callable[[], None]) -> None:
        """Call `hear` with every message of another host.

        `on_listening` is called whenever listening begins: at first, and after messages may have
        been missed.
        """
        ...

    async def close(self) -> None:
        """Send what waits, unless that takes too long, and stop."""
        ...


class NoBus:
    """The bus of a hall with one host."""

    is_alone = True

    def publish(self, message: Message) -> None:
        """Nobody is there to hear it."""

    def listen(self, hear: Hear, on_listening: Callable[[], None]) -> None:
        """There is nothing to hear."""

    async def close(self) -> None:
        """Nothing waits."""
