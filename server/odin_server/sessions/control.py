"""A socket in the data folder, through which `odin admin` asks a server that runs.

One connection carries one question and one answer, each a line of JSON. Only the user who runs the
server, and root, may use it: the folder is private, the socket has mode 0600, and the system says
who has connected.
"""

import asyncio
import contextlib
import errno
import json
import os
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

NAME = "control"
LONGEST_REQUEST = 65_536
LONGEST_PATH = 100
"""Letters of a path that every system takes for a socket."""
PATIENCE = 10.0
"""Seconds after which a question that does not come is not waited for any longer."""
_PEER = struct.Struct("3i")

Answer = Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any]]]


def control_path(folder: Path, process: int | None = None) -> Path:
    """Return where the socket of a server is, or of one of its processes."""
    return folder / (NAME if process is None else f"{NAME}-{process}")


@asynccontextmanager
async def serve_control(path: Path, answer: Answer) -> AsyncIterator[None]:
    """Answer questions while the block runs; raises `OSError` if that cannot be."""
    listening = _listen(path)
    try:
        own = path.stat().st_ino  # noqa: ASYNC240 - a file of this machine
        server = await asyncio.start_unix_server(
            lambda reader, writer: _serve(reader, writer, answer),
            sock=listening,
            limit=LONGEST_REQUEST,
        )
    except BaseException:
        listening.close()
        raise
    try:
        yield
    finally:
        server.close()
        _remove(path, own)


def _listen(path: Path) -> socket.socket:
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), os.fspath(path))
    # Left behind by a server that was killed; while one runs, nobody else has its hall open.
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listening.bind(os.fspath(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


def _remove(path: Path, own: int) -> None:
    # Another server may have taken its place.
    with contextlib.suppress(OSError):
        if path.stat().st_ino == own:
            path.unlink()


async def _serve(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer
) -> None:
    try:
        with contextlib.suppress(OSError, ValueError):
            if _is_ours(writer.get_extra_info("socket")):
                async with asyncio.timeout(PATIENCE):
                    line = await reader.readline()
                request = json.loads(line)
                if isinstance(request, dict):
                    reply = await answer(request)
                    writer.write(json.dumps(reply, ensure_ascii=False).encode() + b"\n")
                    await writer.drain()
    finally:
        writer.close()


def _is_ours(connection: socket.socket) -> bool:
    """Tell whether the other end is this user or root; where the system cannot say, modes do."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    size = _PEER.size
    _, user, _ = _PEER.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return user in (0, os.geteuid())


def ask(path: Path, request: Mapping[str, Any]) -> dict[str, Any] | None:
    """Ask a server that runs and return its answer; None if none runs. Raises `OSError`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(PATIENCE)
        try:
            connection.connect(os.fspath(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile("rb") as answers:
            line = answers.readline()
    return dict(json.loads(line)) if line else None


def sockets_in(folder: Path) -> list[Path]:
    """Return the sockets of all processes that serve, or have served, with this folder."""
    return sorted(path for path in folder.glob(f"{NAME}*") if path.is_socket())
