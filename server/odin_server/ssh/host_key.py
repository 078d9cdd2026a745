"""The SSH host key: created once, kept for ever, readable by its owner only."""

import os
from pathlib import Path

import asyncssh

from odin_engine.game import Refusal


class BadHostKey(Refusal):
    """A host key that cannot be used. It is never replaced: clients would warn of an attack."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host's key, or make it if there has never been one. Raises `BadHostKey`."""
    try:
        if not path.exists():
            _make(path)
    except OSError as trouble:
        raise BadHostKey("host-key-not-made", path=str(path), error=trouble.strerror) from trouble
    return read_host_key(path)


def read_host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host's key, which is there already. Raises `BadHostKey`."""
    try:
        if path.stat().st_mode & 0o077:
            raise BadHostKey("host-key-not-private", path=str(path))
        return asyncssh.read_private_key(str(path))
    except OSError as trouble:
        raise BadHostKey("host-key-not-read", path=str(path), error=trouble.strerror) from trouble
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as trouble:
        raise BadHostKey("host-key-unusable", path=str(path), error=str(trouble)) from trouble


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = asyncssh.generate_private_key("ssh-ed25519", comment="odin host key")
    # Whole or not at all, and never readable by others, not even for a moment.
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    fresh.rename(path)
