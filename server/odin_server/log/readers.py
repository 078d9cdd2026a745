"""Subscriptions to streams."""

from odin_server.log import LogEntry, Reader


class Readers:
    """The readers of every stream of one log."""

    def __init__(self) -> None:
        self._by_stream: dict[str, list[Reader]] = {}

    def add(self, stream: str, reader: Reader) -> "Subscription":
        self._by_stream.setdefault(stream, []).append(reader)
        return Subscription(self, stream, reader)

    def tell(self, stream: str, record: LogEntry) -> None:
        for reader in tuple(self._by_stream.get(stream, ())):
            reader(record)

    def remove(self, stream: str, reader: Reader) -> None:
        readers = self._by_stream.get(stream, [])
        if reader in readers:
            readers.remove(reader)
        if not readers:
            self._by_stream.pop(stream, None)


class Subscription:
    """One reader's subscription to a stream."""

    def __init__(self, readers: Readers, stream: str, reader: Reader) -> None:
        self._readers, self._stream, self._reader = readers, stream, reader

    def stop(self) -> None:
        self._readers.remove(self._stream, self._reader)
