"""The file of the host's key: whole on the disk before it has its name, and private."""

import os
from pathlib import Path

import pytest

from odin_server.ssh.host_key import host_key


def test_a_new_key_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, written = tmp_path / "data" / "host_key", list[int]()
    sync = os.fsync

    def fsync(descriptor: int) -> None:
        assert not path.exists()
        written.append(os.fstat(descriptor).st_size)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    made = host_key(path)
    assert written == [path.stat().st_size]
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [*path.parent.iterdir()] == [path]
    assert host_key(path).get_fingerprint() == made.get_fingerprint()


def test_what_was_left_of_a_key_that_was_never_whole_is_replaced(tmp_path: Path) -> None:
    left = tmp_path / "host_key.new"
    left.write_text("half of a k")
    host_key(tmp_path / "host_key")
    assert not left.exists()
