"""Worker processes of `odin`: the hidden command they are, and the command line that starts one.

A worker is `odin _worker NAME`. It loads what it works with and nothing else: no Textual, no
SSH, no hall.
"""

import os
import sys
from typing import Literal

from odin_tui.main import WORKER

Worker = Literal["bot", "analysis"]

_START = (
    "import sys; sys.path[:] = sys.argv[2:]; from odin_tui.main import main; "
    f"sys.exit(main(['{WORKER}', sys.argv[1]]))"
)


def worker_command(name: Worker) -> tuple[str, ...]:
    """Return the command line that starts a worker.

    A frozen program is its own executable. Everywhere else a new interpreter is handed the whole
    search path of this one: `python -m odin_tui` finds nothing where odin runs from a zip file,
    and would look for modules in the current folder first.
    """
    if getattr(sys, "frozen", False):
        return (sys.executable, WORKER, name)
    return (sys.executable, "-c", _START, name, *map(os.path.abspath, sys.path))


def run(name: str) -> int:
    """Run the worker of this name until its work is done, and return the exit status."""
    if name == "bot":
        from odin_server.bot_worker import main  # noqa: PLC0415 - each loads only what it needs
    elif name == "analysis":
        from odin_server.analysis_worker import main  # noqa: PLC0415
    else:
        sys.stderr.write(f"odin: there is no worker {name!r}\n")
        return 2
    main()
    return 0
