"""The limits and timings of a hall."""

from dataclasses import dataclass, field

from odin_server.word_list import WordList


@dataclass(frozen=True, slots=True, kw_only=True)
class HallSettings:
    """The limits and timings of a hall, in seconds. `alone()` gives those of a local game."""

    tables: int = 1000
    guest_tables: int = 500
    """How many of them guests may host, so that the others are there for people with a key."""
    tables_per_player: int = 5
    tables_per_guest: int = 3
    tables_per_address: int = 40
    """Hosted from one address; guests and people with a key are counted apart."""
    seats_per_player: int = 10
    seats_per_guest: int = 5
    seats_per_address: int = 80
    """Likewise."""
    correspondence_seats: int = 20
    """How many matches by correspondence somebody may play at once; other tables count apart."""
    challenges: int = 5
    """How many challenges of one player may wait for an answer at once."""
    spectators_per_table: int = 50

    hold: float = 120.0
    """How long a disconnected player's seat is held before a bot plays it."""
    idle: float | None = 86_400.0
    """How long a table may see nothing happen before it is closed; None keeps it for ever."""
    restart_grace: float = 3600.0
    """How long a table stays after a restart at least, so that its players can come back to it."""
    guest_table_timeout: float = 60.0
    """How long a table stays at which only guests sit and nobody is connected."""
    correspondence_wait: float = 604_800.0
    """How long a table of correspondence waits for players, and after a match for another."""
    correspondence_abandoned: float = 5_184_000.0
    """How long a match by correspondence goes on in which nobody but bots has moved."""
    lapses_before_bot: int = 3
    write_again: float = 5.0
    """How long until an append that failed is retried."""

    bot_pause: float = 0.8
    """How long a bot waits before it moves."""
    bot_workers: int = 1
    """How many worker processes search for bots."""
    bot_time_factor: float = 2.5
    bot_time_grace: float = 3.0
    """A search hangs if it takes `bot_time_factor` times its budget and this many seconds more."""
    bot_queue: int = 64
    """How many searches may wait; above that a bot plays by heuristics."""

    chat_length: int = 240
    chat_burst: int = 5
    chat_every: float = 2.0
    """After a burst of lines, one more line every so many seconds."""
    chat_tail: int = 100
    """How many lines of chat a view carries."""
    guests_talk: bool = True
    """Whether guests may chat."""
    unwanted_words: WordList = field(default_factory=WordList)
    """A line with one of them is refused."""

    code_tries: int = 10
    code_every: float = 6.0
    """After so many wrong invite codes, one more try every so many seconds."""

    daily_secret: bool = True
    """Whether daily deals come from a secret of this hall; without one they are the same in all."""

    open_tournaments: bool = False
    """Whether everybody with an account may announce a tournament, and not only moderators."""
    tournament_pause: float = 20.0
    """How long after a round the next one is seated, in a tournament that does so by itself."""

    @classmethod
    def alone(cls) -> "HallSettings":
        """Return the settings of a local game: matches are kept until they are played."""
        return cls(tables_per_player=1000, seats_per_player=1000, idle=None, daily_secret=False)
