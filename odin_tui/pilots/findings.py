"""What pilots find: how much they did, how long keys took, and what was wrong."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong, with all that is needed to see it again."""

    pilot: str
    check: str
    what: str
    screen: tuple[str, ...]
    keys: tuple[str, ...]
    again: str

    def told(self) -> str:
        """Tell it as a person would, with the screen."""
        width = max(map(len, self.screen), default=0)
        picture = "\n".join(f"  │{line.ljust(width)}│" for line in self.screen)
        return (
            f"{self.pilot}: {self.check}: {self.what}\n{picture}\n"
            f"  last keys: {' '.join(self.keys)}\n  again with: {self.again}"
        )


@dataclass(slots=True)
class Findings:
    """The sum of what one pilot or many have done."""

    matches: int = 0
    screens: int = 0
    keys: int = 0
    checks: int = 0
    logins: int = 0
    reconnects: int = 0
    seconds: list[float] = field(default_factory=list)
    """From a key to the frame that answers it."""
    complaints: list[Complaint] = field(default_factory=list)

    def add(self, other: "Findings") -> None:
        """Take another pilot's findings in."""
        for name in ("matches", "screens", "keys", "checks", "logins", "reconnects"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seconds += other.seconds
        self.complaints += other.complaints

    def percentiles(self) -> dict[str, float]:
        """Return the middle, the slow and the slowest of key to frame, in milliseconds."""
        if len(self.seconds) < 2:
            return dict.fromkeys(("p50", "p95", "p99"), 0.0)
        cuts = quantiles(self.seconds, n=100, method="inclusive")
        return {f"p{part}": round(1000 * cuts[part - 1], 1) for part in (50, 95, 99)}

    def words(self) -> dict[str, Any]:
        """Give everything as JSON can hold it."""
        return {
            "matches": self.matches,
            "screens": self.screens,
            "keys": self.keys,
            "checks": self.checks,
            "logins": self.logins,
            "reconnects": self.reconnects,
            "key_to_frame_ms": self.percentiles(),
            "failures": [
                {
                    "pilot": found.pilot,
                    "check": found.check,
                    "what": found.what,
                    "screen": list(found.screen),
                    "keys": list(found.keys),
                    "again": found.again,
                }
                for found in self.complaints
            ],
        }


class PilotLog:
    """One pilot's own findings, and the last keys it pressed."""

    def __init__(self, pilot: str, again: str) -> None:
        self.findings = Findings()
        self.keys: deque[str] = deque(maxlen=12)
        self._pilot, self._again = pilot, again

    def pressed(self, key: str) -> None:
        """Note a key."""
        self.keys.append(key)
        self.findings.keys += 1

    def complain(self, check: str, what: str, screen: Sequence[str]) -> None:
        """Note that something is wrong."""
        keys = tuple(self.keys)
        complaint = Complaint(self._pilot, check, what, tuple(screen), keys, self._again)
        self.findings.complaints.append(complaint)
