"""Whether a host can do its work, for load balancers and for those who watch it."""

import json
import os
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

HEALTH_PATH = "/health"
LEAST_FREE = 4 * 1024 * 1024
"""Bytes that must be free on the disk: with less, a match may soon be unable to go on."""


class HealthReport(NamedTuple):
    """The answer to the question for the health of a host."""

    status: HTTPStatus
    body: bytes
    """JSON: `{"healthy": false, "checks": {"disk": false, ...}}`."""


class Health:
    """Checks by name, each of which returns whether that is well."""

    def __init__(self) -> None:
        self._checks: dict[str, Callable[[], bool]] = {}

    def add(self, name: str, is_well: Callable[[], bool]) -> None:
        """Add a check, which must answer at once."""
        self._checks[name] = is_well

    def report(self) -> HealthReport:
        """Ask all checks."""
        return _report({name: is_well() for name, is_well in self._checks.items()})


def _report(checks: dict[str, bool]) -> HealthReport:
    healthy = all(checks.values())
    body = json.dumps({"healthy": healthy, "checks": checks}).encode() + b"\n"
    return HealthReport(HTTPStatus.OK if healthy else HTTPStatus.SERVICE_UNAVAILABLE, body)


STUCK = _report({"loop": False})
"""The health of a host whose event loop does not answer."""


def free_space(folder: Path) -> float:
    """Return how many bytes are free for this user on the disk of a folder; 0 if none answers."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return 0.0
    return float(disk.f_bavail * disk.f_frsize)
