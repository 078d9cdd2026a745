"""A log in memory, for matches that are not kept and for tests."""

from odin_server.log import Following, LogEntry, Reader, VersionTaken
from odin_server.log.readers import Readers


class MemoryLog:
    """Streams of records in this process's memory."""

    def __init__(self) -> None:
        self._streams: dict[str, list[str]] = {}
        self._readers = Readers()

    async def append(self, stream: str, version: int, payload: str) -> None:
        records = self._streams.setdefault(stream, [])
        if version != len(records):
            raise VersionTaken("version-taken", version=version)
        records.append(payload)
        self._readers.tell(stream, LogEntry(version, payload))

    async def follow(self, stream: str, version: int, reader: Reader) -> Following:
        for at, payload in enumerate(self._streams.get(stream, ())[version:], version):
            reader(LogEntry(at, payload))
        return self._readers.add(stream, reader)

    async def close(self) -> None:
        """Nothing waits to be written."""
