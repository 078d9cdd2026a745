"""What libraries log, and errors nobody can catch, are events of the audit log."""

import json
import logging
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from odin_server.sessions.audit_log import LINES_IN_WINDOW, AuditLog, take_over_logging


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def python_logging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put back what a server changes in Python's logging."""
    root, ssh_logger = logging.getLogger(), logging.getLogger("asyncssh")
    handlers, level = [*root.handlers], ssh_logger.level
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    yield
    root.handlers[:] = handlers
    ssh_logger.setLevel(level)
    logging.captureWarnings(capture=False)


@pytest.mark.usefixtures("python_logging")
def test_what_libraries_log_is_an_event() -> None:
    lines: list[str] = []
    take_over_logging(AuditLog(lines.append))
    logging.getLogger("library").info("too little to be told")
    logging.getLogger("asyncssh").warning("about every client")
    try:
        int("secret")
    except ValueError:
        logging.getLogger("library").exception("It %s", "broke")
    logging.getLogger("library").warning("x" * 1000)
    broken, long = events("".join(lines))
    assert (broken["event"], broken["logger"], broken["message"]) == (
        "warning",
        "library",
        "It broke",
    )
    assert broken["trouble"].startswith("ValueError: test_library_logs.py:")
    assert "secret" not in broken["trouble"]
    assert long["message"] == "x" * 500
    assert long["trouble"] is None


@pytest.mark.usefixtures("python_logging")
def test_a_warning_of_python_is_an_event() -> None:
    lines: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        take_over_logging(AuditLog(lines.append))
        warnings.warn("this will go", DeprecationWarning, stacklevel=1)
        logging.captureWarnings(capture=False)
    (told,) = events("".join(lines))
    assert told["logger"] == "py.warnings"
    assert "this will go" in told["message"]


@pytest.mark.usefixtures("python_logging")
def test_an_error_that_nobody_can_catch_is_an_event() -> None:
    lines: list[str] = []
    take_over_logging(AuditLog(lines.append))

    class Broken:
        def __del__(self) -> None:
            raise ValueError("secret")

    broken: Broken | None = Broken()
    broken = None
    assert broken is None
    (told,) = events("".join(lines))
    assert (told["event"], told["logger"]) == ("warning", "python")
    assert told["message"] == "Exception ignored"
    assert told["trouble"].startswith("ValueError: ")


def log_as(logger: str) -> None:
    logging.getLogger(logger).warning("again")


def log_error(trouble: type[Exception]) -> None:
    logging.getLogger("library").warning("again", exc_info=trouble())


def drop(trouble: type[Exception]) -> None:
    """Raise an error where nobody can catch it."""

    class Broken:
        def __del__(self) -> None:
            raise trouble

    Broken()


@pytest.mark.usefixtures("python_logging")
@pytest.mark.parametrize(
    ("warn", "one", "other"),
    [
        (log_as, "library", "another"),
        (log_error, ValueError, TypeError),
        (drop, ValueError, TypeError),
    ],
)
def test_a_warning_that_is_repeated_for_ever_hides_no_other(
    warn: Callable[[Any], None], one: Any, other: Any
) -> None:
    lines: list[str] = []
    audit_log = AuditLog(lines.append)
    take_over_logging(audit_log)
    for _ in range(2 * LINES_IN_WINDOW):
        warn(one)
    warn(other)
    audit_log.tell_suppressed(at_end=True)
    told = [(line["logger"], line["trouble"]) for line in events("".join(lines))]
    *repeated, different, suppressed = told
    assert repeated == [suppressed] * LINES_IN_WINDOW
    assert different != suppressed
