"""What players have achieved: sums and ratings over the matches that have ended."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from odin_server.hall.facts import MatchEnded
from odin_server.hall.views import FinishedMatch, Rating, Results


@dataclass(slots=True)
class _Tally:
    matches: int = 0
    wins: int = 0
    shared_wins: int = 0
    points: int = 0
    highest: int = 0

    def add(self, ended: MatchEnded, seat: int) -> None:
        self.matches += 1
        if ended.places[seat] == 1:
            shared = ended.places.count(1) > 1
            self.wins += not shared
            self.shared_wins += shared
        self.points += ended.points[seat]
        self.highest = max(self.highest, ended.feats[seat])


@dataclass(slots=True)
class _Rated:
    name: str
    mu: float
    sigma: float
    matches: int = 0


@dataclass(slots=True)
class MatchHistory:
    """Every match that has ended, and what follows from them, in the order they ended."""

    matches: list[MatchEnded] = field(default_factory=list)
    _of_player: dict[str, list[MatchEnded]] = field(default_factory=dict)
    _by_correspondence: dict[str, list[MatchEnded]] = field(default_factory=dict)
    _by_id: dict[str, MatchEnded] = field(default_factory=dict)
    _ratings: dict[tuple[str, str], _Rated] = field(default_factory=dict)
    _rated: int = 0

    def add(self, ended: MatchEnded) -> None:
        """Add a match, unless it is known already."""
        name = match_id(ended)
        if name in self._by_id:
            return
        self._by_id[name] = ended
        self.matches.append(ended)
        for player in dict.fromkeys(ended.players):
            if not player.startswith("bot:"):
                self._of_player.setdefault(player, []).append(ended)
                if ended.correspondence:
                    self._by_correspondence.setdefault(player, []).append(ended)

    def find(self, name: str) -> MatchEnded | None:
        return self._by_id.get(name)

    def knows(self, ended: MatchEnded) -> bool:
        return match_id(ended) in self._by_id

    def finished(self, player: str) -> tuple[FinishedMatch, ...]:
        """List a player's matches, the newest first."""
        return tuple(finished_match(ended) for ended in reversed(self._of_player.get(player, [])))

    def by_correspondence(self, player: str, most: int) -> tuple[FinishedMatch, ...]:
        """List a player's last matches by correspondence, the newest first."""
        newest = self._by_correspondence.get(player, [])[-most:]
        return tuple(finished_match(ended) for ended in reversed(newest))

    def results(self, player: str, game: str | None) -> Results:
        """Sum up a player's matches, in one game or in all."""
        tally, games = _Tally(), Counter[str]()
        for ended in self._of_player.get(player, []):
            if game in (None, ended.game):
                tally.add(ended, ended.players.index(player))
                games[ended.game] += 1
        if not tally.matches:
            return Results()
        return Results(
            matches=tally.matches,
            wins=tally.wins,
            shared_wins=tally.shared_wins,
            mean_points=tally.points / tally.matches,
            highest=tally.highest,
            favourite=games.most_common(1)[0][0],
        )

    def rating(self, player: str, game: str) -> Rating | None:
        """Return a player's rating in a game; None before the first rated match."""
        self.rate_new_matches()
        found = self._ratings.get((game, player))
        return None if found is None else _rating(game, player, found)

    def leaderboard(self, game: str) -> tuple[Rating, ...]:
        """List all rated players of a game, bots included, the strongest first."""
        self.rate_new_matches()
        rated = [_rating(of, player, r) for (of, player), r in self._ratings.items() if of == game]
        return tuple(sorted(rated, key=lambda rating: -rating.ordinal))

    def rate_new_matches(self) -> None:
        """Rate the matches that have ended since the last time."""
        if self._rated == len(self.matches):
            return
        model = _model()
        for ended in self.matches[self._rated :]:
            # A bot that holds two seats would be rated against itself.
            if ended.rated and len(set(ended.players)) == len(ended.players):
                self._rate(model, ended)
        self._rated = len(self.matches)

    def _rate(self, model: Any, ended: MatchEnded) -> None:
        before = []
        for player in ended.players:
            known = self._ratings.get((ended.game, player))
            start = (known.mu, known.sigma) if known else (model.mu, model.sigma)
            before.append([model.rating(mu=start[0], sigma=start[1])])
        after = model.rate(before, ranks=ended.places)
        for player, name, (new,) in zip(ended.players, ended.names, after, strict=True):
            known = self._ratings.setdefault((ended.game, player), _Rated(name, new.mu, new.sigma))
            known.name, known.mu, known.sigma = name, new.mu, new.sigma
            known.matches += 1


def _model() -> Any:
    # Imported here: it takes a tenth of a second, which only ratings should cost.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce()


def _rating(game: str, player: str, rated: _Rated) -> Rating:
    return Rating(player, rated.name, game, rated.mu, rated.sigma, rated.matches)


def match_id(ended: MatchEnded) -> str:
    """Return the id of a match: its table's id and its number there."""
    return f"{ended.table}.{ended.number}"


def finished_match(ended: MatchEnded) -> FinishedMatch:
    """Return a match as views show it."""
    return FinishedMatch(
        id=match_id(ended),
        at=ended.at,
        game=ended.game,
        names=tuple(ended.names),
        players=tuple(ended.players),
        places=tuple(ended.places),
        points=tuple(ended.points),
        feats=tuple(ended.feats),
        rated=ended.rated,
        public=ended.public,
        correspondence=ended.correspondence,
    )
