"""How often something may be tried."""


class RateLimit:
    """A token bucket per player: `burst` tries at once, then one more every `every` seconds."""

    def __init__(self, burst: int, every: float) -> None:
        self._burst, self._every = burst, every
        self._full_at: dict[str, float] = {}
        """When the bucket of each player will be full again."""

    def allows(self, player: str, now: float) -> bool:
        """Tell whether this player has a token left."""
        return self._full_at.get(player, 0.0) - now <= (self._burst - 1) * self._every

    def spend(self, player: str, now: float) -> None:
        """Take a token from this player's bucket."""
        if len(self._full_at) > 1000:
            self._full_at = {key: at for key, at in self._full_at.items() if at > now}
        self._full_at[player] = max(self._full_at.get(player, 0.0), now) + self._every
