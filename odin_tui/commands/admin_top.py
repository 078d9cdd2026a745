"""`odin admin top`: what a server that runs is doing, read only, again and again."""

import contextlib
import os
import select
import shutil
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from odin_tui.languages import N_, Translations, command_line
from odin_tui.languages.numbers import decimal
from odin_tui.main import Mistake

# ruff: noqa: PLC0415 - `odin admin --help` must answer without waiting for the server's modules

EVERY = 2.0
"""Seconds between two looks."""
MOST_ROWS = 8
"""Rows of each list, at most."""
NUMBER = 11
"""Columns of a number in a list."""
ENTER, LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
Status = Mapping[str, Any]


def run_top(folder: Path, words: Namespace) -> tuple[str, Any] | None:
    """Show the numbers until told to stop; return them once if that is asked for."""
    tr, now = command_line(), ask_status(folder)
    if words.json or words.once or not sys.stdout.isatty():
        return "\n".join(top_lines(now, None, shutil.get_terminal_size(), tr)), now
    with contextlib.suppress(KeyboardInterrupt), _own_screen() as wants_to_leave:
        before: Status | None = None
        while True:
            _show(top_lines(now, before, shutil.get_terminal_size(), tr))
            if wants_to_leave(EVERY):
                break
            before, now = now, ask_status(folder)
    return None


def ask_status(folder: Path) -> Status:
    """Ask every process that serves with this folder; raises `Mistake` if none does."""
    from odin_server.sessions.control import ask, sockets_in
    from odin_server.sessions.status import merged

    answers = (ask(path, {"ask": "status"}) for path in sockets_in(folder))
    found = [answer for answer in answers if answer is not None]
    if not found:
        raise Mistake(N_("no server is running over {folder}."), folder=folder)
    return merged(found)


@contextmanager
def _own_screen() -> Iterator[Any]:
    """Use the terminal's other screen; yield what waits for q, and tells whether it came."""
    import termios
    import tty

    keys = sys.stdin.fileno() if sys.stdin.isatty() else None
    before = None if keys is None else termios.tcgetattr(keys)
    sys.stdout.write(ENTER)
    try:
        if keys is not None:
            tty.setcbreak(keys)
        yield lambda seconds: _pressed_q(keys, seconds)
    finally:
        if keys is not None and before is not None:
            termios.tcsetattr(keys, termios.TCSADRAIN, before)
        sys.stdout.write(LEAVE)
        sys.stdout.flush()


def _pressed_q(keys: int | None, seconds: float) -> bool:
    if keys is None:
        time.sleep(seconds)  # noqa: TID251 - nothing else runs here
        return False
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([keys], [], [], left)[0] and os.read(keys, 1) in (b"q", b"Q", b""):
            return True
    return False


def _show(lines: list[str]) -> None:
    # Over what stands there, so that nothing flickers.
    sys.stdout.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")
    sys.stdout.flush()


# -- what is shown ----------------------------------------------------------------------------


def top_lines(
    now: Status, before: Status | None, size: os.terminal_size, tr: Translations
) -> list[str]:
    """Return the lines of the page, no more and no wider than fit; rates need a look before."""
    lines = _summary(now, before, tr)
    room = max(size.lines - len(lines) - 1, 4)
    lists = (_screens(now, tr), _refusals(now, before, tr))
    rows = min(max((room - 4) // 2, 1), MOST_ROWS) if size.lines < 40 else (room - 4) // 2
    for heading, *found in lists:
        lines += ["", heading, *found[:rows]]
    return [line[: size.columns - 1] for line in lines[: size.lines - 1]]


def _summary(now: Status, before: Status | None, tr: Translations) -> list[str]:
    head = tr.gettext("odin {version}, running for {time}")
    people = tr.gettext(
        "people: {sessions} · connections: {connections} · without a session: {idle}"
    )
    tables = tr.gettext("tables: {tables} · moves a second: {rate} · since the start: {moves}")
    loop = tr.gettext("event loop, ms late: {lag} · at worst in the last minute: {worst}")
    logins = tr.gettext(
        "logins with a key: {keys} · in a browser: {browsers} · as a guest: {guests}"
    )
    host = tr.gettext("memory, MB: {memory} · crashes: {crashes} · open reports: {reports}")
    by_kind = now["logins"]
    rate = "–" if before is None else decimal(_rate(now, before, "moves"), 1, tr)
    return [
        head.format(version=now["version"], time=_span(now["up"])),
        people.format(
            sessions=now["sessions"],
            connections=now["connections"],
            idle=now["without_session"],
        ),
        tables.format(tables=now["tables"], rate=rate, moves=_whole(now["moves"], tr)),
        loop.format(lag=_ms(now["lag"], tr), worst=_ms(now["lag_worst"], tr)),
        logins.format(
            keys=_whole(by_kind.get("key", 0.0), tr),
            browsers=_whole(by_kind.get("browser", 0.0), tr),
            guests=_whole(by_kind.get("guest", 0.0), tr),
        ),
        host.format(
            memory=_whole(now["memory"] / 1e6, tr),
            crashes=_whole(now["crashes"], tr),
            reports=now["reports"],
        ),
    ]


def _screens(now: Status, tr: Translations) -> list[str]:
    """Return the screens that are slowest to paint, by their mean."""
    heading = _row(
        tr.gettext("slowest screens"),
        tr.gettext("frames"),
        tr.gettext("mean ms"),
        tr.gettext("worst ms"),
    )
    means = {name: one["total"] / max(one["frames"], 1) for name, one in now["screens"].items()}
    rows = [
        _row(
            name,
            _whole(now["screens"][name]["frames"], tr),
            _ms(means[name], tr),
            _ms(now["screens"][name]["worst"], tr),
        )
        for name in sorted(means, key=lambda one: -means[one])
    ]
    return [heading, *(rows or [tr.gettext("nothing")])]


def _refusals(now: Status, before: Status | None, tr: Translations) -> list[str]:
    """Return what the door has refused and why, the most frequent first."""
    heading = _row(tr.gettext("refused at the door"), tr.gettext("a minute"), tr.gettext("in all"))
    rows = []
    for kind, count in sorted(now["refusals"].items(), key=lambda one: -one[1]):
        if count:
            earlier = count if before is None else before["refusals"].get(kind, 0.0)
            passed = 1.0 if before is None else max(now["now"] - before["now"], 0.001)
            rate = "–" if before is None else decimal(60 * (count - earlier) / passed, 1, tr)
            rows.append(_row(kind, rate, _whole(count, tr)))
    return [heading, *(rows or [tr.gettext("nothing")])]


def _row(name: str, *numbers: str) -> str:
    return f"{name[:29]:<30}" + "".join(f"{number:>{NUMBER}}" for number in numbers)


def _rate(now: Status, before: Status, name: str) -> float:
    passed = max(now["now"] - before["now"], 0.001)
    return float(max(now[name] - before[name], 0.0) / passed)


def _whole(number: float, tr: Translations) -> str:
    return decimal(number, 0, tr)


def _ms(seconds: float, tr: Translations) -> str:
    return decimal(1000 * seconds, 1, tr)


def _span(seconds: float) -> str:
    minutes = int(seconds // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    return f"{days}d {hours:02}:{minutes:02}" if days else f"{hours}:{minutes:02}"
