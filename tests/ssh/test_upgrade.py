"""A hall of the first version of `odin serve` goes on in the present one, and in the next."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.ssh.openssh import PATIENCE, Served, new_key
from tests.ssh.test_restart import started_again
from tests.ssh.test_serve import without_terminal

FIRST_VERSION = Path(__file__).with_name("first_version")
CODE = "XNE4UBAT"
"""A table in the middle of a match, at which Astrid is to move."""
PROGRAM = """
import sys
sys.stderr.write("version {version}\\n")
from odin_tui.main import main
sys.exit(main(sys.argv[1:]))
"""


def data_of_the_first_version(folder: Path, key: Path) -> Path:
    """Write the files of the first version, with the key of somebody who is there today."""
    folder.mkdir(mode=0o700)
    told = subprocess.run(
        ["ssh-keygen", "-lf", f"{key}.pub"],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    fingerprint = told.stdout.split()[1]
    for name in ("hall", "accounts"):
        script = (FIRST_VERSION / f"{name}.sql").read_text().replace("ASTRID", fingerprint)
        with closing(sqlite3.connect(folder / f"{name}.db")) as database:
            database.executescript(script)
    return folder


async def test_a_match_of_the_first_version_goes_on_through_an_upgrade(tmp_path: Path) -> None:
    key, program, log = new_key(tmp_path, "astrid"), tmp_path / "odin.py", tmp_path / "log"
    data = data_of_the_first_version(tmp_path / "data", key)
    program.write_text(PROGRAM.format(version="before"))
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(program), "serve", "--host", "127.0.0.1", "--port", "0",
            "--data", str(data), "--set", "bot-pause=0",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
    served = Served(process, 0, log)

    async def at_the_table(*lines: str) -> str:
        typed = "".join(f"{line}\n" for line in (*lines, "quit"))
        return await asyncio.to_thread(without_terminal, served, key, typed, f"join {CODE}")

    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while b"ssh -p" not in (line := await process.stdout.readline()):
                assert line, log.read_text()
        served.port = int(line.split()[2])
        before = await at_the_table("R7+Y6", "hand")
        assert "You hold 9 cards: R7 R4, Y5 Y1, G9 G8 G6, P3 P2." in before
        assert "You play R7 and take Y6." in before
        program.write_text(PROGRAM.format(version="after"))
        process.send_signal(signal.SIGUSR2)
        await started_again(served)
        after = await at_the_table("hand")
        assert "Y6 Y5 Y1" in after
        assert "R7 R4" not in after
        told = [line for line in log.read_text().splitlines() if line.startswith("version ")]
        assert told == ["version before", "version after"]
        assert await served.stop() == 0
        assert "Traceback" not in log.read_text()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
