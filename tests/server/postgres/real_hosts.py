"""`odin serve` in processes of their own over one database, and players with real SSH clients."""

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncssh

from odin_server.hall import Hall, HallSettings, NewTable, Player
from odin_server.postgres.backend import PostgresBackend
from tests.server.conftest import InstantBots

PATIENCE = 60.0
_MAIN = "\nfrom odin_tui.main import main; sys.exit(main(sys.argv[1:]))"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RealHost:
    """One `odin serve --database`."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.port, self.metrics_port = free_port(), free_port()
        self.process: asyncio.subprocess.Process | None = None

    @property
    def log(self) -> str:
        return self.folder.with_suffix(".log").read_text()

    async def start(self, *options: str, first: str = "") -> None:
        """Start it; `first` is run in it before anything of odin is imported."""
        words = (
            sys.executable, "-c", "import sys\n" + first + _MAIN, "serve", "--host", "127.0.0.1",
            "--port", str(self.port), "--metrics", str(self.metrics_port), "--data",
            str(self.folder), "--database", self.url, "--set", "bot-pause=0.1", *options,
        )  # fmt: skip
        with self.folder.with_suffix(".log").open("ab") as errors:
            self.process = await asyncio.create_subprocess_exec(
                *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
            )
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            if not await self.process.stdout.read(4096):
                await self.process.wait()

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def ended(self) -> int:
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def kill(self) -> None:
        self.send(signal.SIGKILL)
        await self.ended()

    async def metric(self, name: str) -> float:
        url = f"http://127.0.0.1:{self.metrics_port}"

        def read() -> str:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return str(answer.read().decode())

        text = await asyncio.to_thread(read)
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(name)))


@contextlib.asynccontextmanager
async def real_hosts(folder: Path, urls: Sequence[str]) -> AsyncIterator[list[RealHost]]:
    """Start a host over each of these addresses, and stop all whatever happens."""
    hosts = [RealHost(folder / f"host{number}", url) for number, url in enumerate(urls)]
    try:
        await asyncio.gather(*(host.start() for host in hosts))
        yield hosts
    finally:
        for host in hosts:
            if host.is_running:
                host.send(signal.SIGCONT)
                await host.kill()


async def eventually(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until something holds that takes time to ask."""
    async with asyncio.timeout(PATIENCE):
        while not await condition():  # noqa: ASYNC110 - it is asked of another process
            await asyncio.sleep(0.1)


async def driver_of(hosts: Sequence[RealHost]) -> RealHost:
    """Return the host that drives the only table."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for host in hosts:
                if host.is_running and await host.metric("odin_leases"):
                    return host
            await asyncio.sleep(0.1)


class RealPlayer:
    """Somebody with a key, who plays in the protocol for programs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.view: dict[str, Any] = {}
        self.errors: list[str] = []
        self.said: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self._connection: asyncssh.SSHClientConnection | None = None
        self._process: Any = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def player(self) -> Player:
        return Player(self.key.get_fingerprint(), self.name)

    async def join(self, host: RealHost, code: str) -> None:
        """Come to a table, and wait for the first view of it."""
        await self.hang_up()
        self.view = {}
        self._connection = await asyncssh.connect(
            "127.0.0.1", host.port, username=self.name, client_keys=[self.key], known_hosts=None,
            config=None, agent_path=None,
        )  # fmt: skip
        self._process = await self._connection.create_process(f"json join {code}")
        self._reading = asyncio.create_task(self._read(self._process))
        await self.until(lambda: self.view)

    async def _read(self, process: Any) -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            while line := await process.stdout.readline():
                self._hear(json.loads(line))
        self.said.append({"type": "end"})
        self._news.set()

    def _hear(self, words: dict[str, Any]) -> None:
        self.said.append(words)
        if words["type"] == "view":
            self.view = words
        elif words["type"] == "error":
            self.errors.append(words["code"])
        self._news.set()

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not condition():
                self._news.clear()
                await self._news.wait()

    @property
    def is_to_move(self) -> bool:
        return bool(self.view) and self.view["my_turn"]

    @property
    def hand(self) -> list[str]:
        return sorted(self.view["match"]["hand"])

    def send_move(self) -> None:
        words = {"move": self.view["moves"][0], "turn": self.view["turn"]}
        self._process.stdin.write(json.dumps(words) + "\n")

    async def play(self) -> None:
        """Make a move, and wait until it is made."""
        turn = self.view["turn"]
        self.send_move()
        await self.until(lambda: self.view["turn"] > turn)

    async def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.abort()
            self._connection = None
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)
            self._reading = None


@contextlib.asynccontextmanager
async def real_players(*names: str) -> AsyncIterator[list[RealPlayer]]:
    players = [RealPlayer(name) for name in names]
    try:
        yield players
    finally:
        for player in players:
            await player.hang_up()


async def play_on(players: Sequence[RealPlayer], moves: int) -> int:
    """Let them play until so many moves are made or the match is over; return how many were."""
    for made in range(moves):
        mover = await _next(players)
        if mover is None:
            return made
        await mover.play()
        for player in players:
            await player.until(lambda p=player, m=mover: p.view["turn"] >= m.view["turn"])
    return moves


async def _next(players: Sequence[RealPlayer]) -> RealPlayer | None:
    async with asyncio.timeout(PATIENCE):
        while True:
            if all(player.view["phase"] == "over" for player in players):
                return None
            for player in players:
                if player.is_to_move:
                    return player
            await asyncio.sleep(0.02)


async def new_table(url: str, owner: RealPlayer, wanted: NewTable) -> str:
    """Open a table in the name of a player, and return its code."""
    backend = await PostgresBackend.open(url)
    hall = await Hall.begin(
        backend.log,
        HallSettings(),
        clock=backend.clock,
        bot_pool=InstantBots(),
        cluster=backend.cluster,
    )
    code = (await hall.open_table(owner.player, wanted)).view.code
    await hall.close()
    await backend.close()
    return code
