"""The settings of a server, each with its default, unit and meaning.

`docs/settings.md` is made from these declarations: `python docs/make_settings.py` writes it anew.
"""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from odin_server.toml_settings import OneOrSeveral, Range, Unit

MOST = 1e9
_SECONDS, _BYTES = Unit("seconds"), Unit("bytes")
Count: TypeAlias = Annotated[int, Range(0, MOST)]
OneOrMore: TypeAlias = Annotated[int, Range(1, MOST)]
Seconds: TypeAlias = Annotated[float, Range(0, MOST), _SECONDS]
SecondOrMore: TypeAlias = Annotated[float, Range(1, MOST), _SECONDS]
Percent: TypeAlias = Annotated[float, Range(0.1, MOST), Unit("percent")]
Port: TypeAlias = Annotated[int, Range(0, 65_535)]
Addresses: TypeAlias = Annotated[tuple[str, ...], OneOrSeveral()]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSettings:
    """The settings of a server; times are in seconds, sizes in bytes."""

    address: Addresses = ()
    """Where to listen for SSH: one address or several; none is every address of the machine."""
    port: Port = 2222
    """The port for SSH; 0 is any free one."""
    proxies: tuple[str, ...] = ()
    """Addresses and ranges of proxies that say by the PROXY protocol who is calling."""
    name: str = ""
    """The name friends reach this host by, for the line to hand to them."""
    public_port: Port = 0
    """The port in that line, where a proxy listens on another one than `port`; 0 is `port`."""
    message: str = ""
    """Shown to everyone who logs in."""
    language: str = ""
    """The language of people who chose none and whose client names none; empty is English."""

    database: str = ""
    """The PostgreSQL database of a hall that several hosts share; empty is a file."""

    web_address: Addresses = ("127.0.0.1",)
    """Where to listen for browsers with `--web`: one address or several."""
    web_port: Port = 8080
    """The port for browsers; 0 is any free one."""
    web_url: str = ""
    """The address browsers reach this host by, such as https://play.example.org."""
    web_proxies: tuple[str, ...] = ()
    """Addresses and ranges of proxies whose X-Forwarded-For is believed."""

    guests: bool = True
    """Whether people without a key may come in."""
    allow: tuple[str, ...] = ()
    """If not empty, only these keys may log in: lines of `*.pub` files, or fingerprints."""
    moderators: tuple[str, ...] = ()
    """The keys of moderators, likewise."""

    guests_talk: bool = True
    """Whether guests may chat, in the hall and at tables."""
    unwanted_words: tuple[str, ...] = ()
    """A line of chat with one of these words or phrases is refused; look-alike letters count."""
    unwanted_words_file: str = ""
    """A file with more of them, one in a line; lines that begin with # are left out."""

    connections: OneOrMore = 400
    """People at once."""
    connections_per_address: OneOrMore = 40
    """Of them from one IPv4 address or IPv6 /64."""
    connections_known: Count = 40
    """Of all connections, the last ones, which only people with an account get; at most a tenth."""
    reserved: Count = 10
    """Connections above these two limits, on which only moderators may log in."""
    attempts: OneOrMore = 60
    """Connections one address may open within `attempts-window`."""
    attempts_window: SecondOrMore = 60.0
    """The time in which `attempts` and `web-requests` are counted."""
    web_requests: OneOrMore = 600
    """Pages and files for browsers, from one address within `attempts-window`."""
    unauthenticated: OneOrMore = 200
    """Connections that have not logged in yet (`strangers` in older settings)."""
    login_grace: SecondOrMore = 3.0
    """Time without progress towards a login, after which a connection is the first to give way."""
    new_accounts: Count = 40
    """Accounts one address may make in a day."""
    logins_at_once: OneOrMore = 2
    """First pictures drawn at the same time, so that those who play do not feel them."""

    login_timeout: SecondOrMore = 60.0
    """From connecting to being logged in; whoever comes first compares the host's key meanwhile."""
    session_timeout: SecondOrMore = 30.0
    """From being logged in to asking for a session; it ends `ssh -N`."""
    keepalive: SecondOrMore = 15.0
    """After so long without a word a client is asked whether it is there."""
    keepalive_count: OneOrMore = 3
    """A client that does not answer is disconnected after `keepalive` times one more than this."""
    idle: Seconds = 14_400.0
    """After so long without a key the session ends; 0 lets it stay."""
    hold: Seconds = 120.0
    """How long a seat waits for somebody whose line was cut, before a bot sits in."""
    bot_pause: Seconds = 0.8
    """How long a bot waits before it moves."""
    bot_workers: Annotated[int, Range(1, 64)] = 1
    """Processes in which bots search for their moves."""
    bot_queue: OneOrMore = 64
    """Searches that may wait for such a process; further bots play by habit."""
    lapses_before_bot: OneOrMore = 3
    """How often in a row a player's time may run out before a bot sits in."""

    tables: OneOrMore = 1000
    """Tables that are not closed."""
    guest_tables: Count = 500
    """How many of the tables guests may host."""
    tables_per_player: OneOrMore = 5
    """Tables one person with a key may host."""
    tables_per_guest: Count = 3
    """Tables one guest may host."""
    tables_per_address: OneOrMore = 40
    """Tables hosted from one address; guests and people with a key are counted apart."""
    seats_per_player: OneOrMore = 10
    """Seats one person with a key may have."""
    seats_per_guest: Count = 5
    """Seats one guest may have."""
    seats_per_address: OneOrMore = 80
    """Seats taken from one address; guests and people with a key are counted apart."""
    spectators_per_table: Count = 50
    """People who may watch one table."""
    table_idle: Annotated[float, Range(60, MOST), _SECONDS] = 86_400.0
    """A table at which nothing has happened for so long is closed, restarts or not."""
    restart_grace: Seconds = 3600.0
    """How long a table stays after a restart at least, so that its players can come back."""
    guest_table_timeout: Seconds = 60.0
    """A table is closed at which only guests sit and nobody has been connected for so long."""
    correspondence_seats: Count = 20
    """Matches by correspondence one person may play at once; other seats are counted apart."""
    correspondence_wait: Annotated[float, Range(60, MOST), _SECONDS] = 604_800.0
    """How long a table by correspondence waits for players, and for another match."""
    correspondence_abandoned: Annotated[float, Range(86_400, MOST), _SECONDS] = 5_184_000.0
    """A match by correspondence is closed in which nobody but bots has moved for so long."""
    challenges: Count = 5
    """Challenges of one person that may wait for an answer at once."""

    chat_length: Annotated[int, Range(1, 1500)] = 240
    """Characters of a line of talk."""
    chat_burst: OneOrMore = 5
    """Lines one person may say at once."""
    chat_every: Seconds = 2.0
    """After those, one more line each time this has passed."""
    code_tries: OneOrMore = 10
    """Wrong invite codes one person may try at once."""
    code_every: Seconds = 6.0
    """After those, one more try each time this has passed."""

    open_tournaments: bool = False
    """Whether everybody with an account may make a tournament, and not only moderators."""
    tournament_pause: Seconds = 20.0
    """How long after a round the next one is seated, where that happens by itself."""

    grace: Seconds = 10.0
    """How long a server that is told to stop takes to say goodbye."""
    drain: Seconds = 3600.0
    """With `--processes`: how long people stay in a process that another one has replaced."""

    environment_count: Count = 16
    """Variables a client may send."""
    environment_length: Annotated[int, Range(0, MOST), _BYTES] = 256
    """Length of one of them."""
    output_budget: Annotated[int, Range(16_384, MOST), _BYTES] = 262_144
    """What may wait for a client that reads too slowly before frames are left out."""
    stall: SecondOrMore = 30.0
    """A client that has read nothing for so long is disconnected."""
    inbound_burst: Annotated[int, Range(40_960, MOST), _BYTES] = 262_144
    """What a client may send at once before it is read more slowly."""
    inbound_rate: Annotated[int, Range(4096, MOST), Unit("bytes a second")] = 65_536
    """How fast it is read then."""
    keys_burst: Annotated[int, Range(10, MOST)] = 240
    """Keys a client may send at once; what is more is dropped. Lines of text mode wait instead."""
    keys_rate: Annotated[int, Range(5, MOST), Unit("a second")] = 60
    """Keys after those; above 8000 cells a key counts for more than one, as it takes longer."""
    paste: Annotated[int, Range(1024, MOST), Unit("characters")] = 32_768
    """Length of what is pasted at once; what is more is dropped."""
    typed_rate: Annotated[int, Range(256, MOST), Unit("characters a second")] = 4096
    """Characters that are read, after a burst of two pastes."""
    packets_burst: Annotated[int, Range(100, MOST)] = 600
    """Packets of SSH that a client may send at once before it is read more slowly."""
    packets_rate: Annotated[int, Range(10, MOST), Unit("a second")] = 150
    """How many are read then; a key is one, and some clients hide keys among empty ones."""
    rekeys_burst: Annotated[int, Range(2, MOST)] = 5
    """Key exchanges of one connection at once, the first among them."""
    rekeys_rate: Annotated[float, Range(0.001, MOST), Unit("a second")] = 0.1
    """Key exchanges after those; a client that wants more is read more slowly."""
    channels_burst: OneOrMore = 20
    """Channels that a connection may ask for at once; it gets one."""
    channels_rate: Annotated[float, Range(0.01, MOST), Unit("a second")] = 1.0
    """Channels that it may ask for after those, before it is read more slowly."""
    resizes_burst: OneOrMore = 4
    """Sizes of a terminal that a client may tell at once."""
    resizes_rate: Annotated[float, Range(0.1, MOST), Unit("a second")] = 4.0
    """Sizes after those; of more, only the last is taken, when it may."""
    loop_busy: Percent = 60.0
    """Share of the event loop's time that all together use before anybody is slowed down.

    Logins of people without an account wait from half of it on."""
    loop_per_account: Percent = 3.0
    """Share of that time within which the input of an account is never held up."""
    loop_per_address: Percent = 15.0
    """The same for an address."""
    loop_burst: Annotated[float, Range(0.1, MOST), _SECONDS] = 0.5
    """Time of the loop that an account or an address may use at once above its share."""


RENAMED = {"strangers": "unauthenticated"}
"""Names of earlier versions that are still read, with the present name of each."""
AT_START = (
    "address",
    "port",
    "proxies",
    "database",
    "web_address",
    "web_port",
    "web_url",
    "web_proxies",
    "bot_workers",
    "bot_queue",
    "chat_burst",
    "chat_every",
    "code_tries",
    "code_every",
)
"""Settings that are read at the start only; all others again whenever the server is told to."""


def waiting_for_a_start(used: HostSettings, fresh: HostSettings) -> list[str]:
    """Return the names of settings that differ, but are read at the start only."""
    changed = [name for name in AT_START if getattr(used, name) != getattr(fresh, name)]
    return [name.replace("_", "-") for name in changed]
