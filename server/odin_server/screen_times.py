"""How long screens take to be painted, for whoever looks after a host."""

from dataclasses import dataclass


@dataclass(slots=True)
class ScreenTime:
    """The frames of one kind of screen; times are in seconds."""

    frames: int = 0
    total: float = 0.0
    worst: float = 0.0


class ScreenTimes:
    """Sums up the time of every frame by the kind of its screen."""

    def __init__(self) -> None:
        self._screens: dict[str, ScreenTime] = {}

    def add(self, screen: str, seconds: float) -> None:
        """Count a frame."""
        times = self._screens.setdefault(screen, ScreenTime())
        times.frames += 1
        times.total += seconds
        times.worst = max(times.worst, seconds)

    def all(self) -> dict[str, ScreenTime]:
        """Return the times of all screens that were painted, by their names."""
        return self._screens
