"""The settings of a server, with their limits."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from odin_server.toml_settings import Range

MOST = 1e9
Count: TypeAlias = Annotated[int, Range(0, MOST)]
OneOrMore: TypeAlias = Annotated[int, Range(1, MOST)]
Seconds: TypeAlias = Annotated[float, Range(0, MOST)]
SecondOrMore: TypeAlias = Annotated[float, Range(1, MOST)]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSettings:
    """The settings of a server; times are in seconds, sizes in bytes."""

    address: str = ""
    """Where to listen; empty is every address of the machine."""
    port: Annotated[int, Range(0, 65_535)] = 2222
    name: str = ""
    """The name friends reach this host by, for the line to hand to them."""
    message: str = ""
    """Shown to everyone who logs in."""

    web_address: str = "127.0.0.1"
    web_port: Annotated[int, Range(0, 65_535)] = 8080
    """Where to listen for browsers, if that is asked for."""
    web_url: str = ""
    """The address browsers reach this host by, such as https://play.example.org."""
    web_proxies: tuple[str, ...] = ()
    """Addresses and ranges of proxies whose X-Forwarded-For is believed."""

    guests: bool = True
    allow: tuple[str, ...] = ()
    """If not empty, only keys with these fingerprints may log in."""
    moderators: tuple[str, ...] = ()

    connections: OneOrMore = 400
    connections_per_address: OneOrMore = 40
    reserved: Count = 10
    """Connections above these limits, on which only moderators may log in."""
    attempts: OneOrMore = 60
    attempts_window: SecondOrMore = 60.0
    """From one address, so many attempts within so many seconds."""
    web_requests: OneOrMore = 600
    """Pages and files for browsers, from one address within the same window."""
    unauthenticated: OneOrMore = 60
    """Connections that have not logged in yet."""
    new_accounts: Count = 40
    """Accounts one address may make in a day."""
    logins_at_once: OneOrMore = 2

    login_timeout: SecondOrMore = 20.0
    session_timeout: SecondOrMore = 30.0
    """How long somebody may be logged in without asking for a session."""
    keepalive: SecondOrMore = 15.0
    keepalive_count: OneOrMore = 3
    """A client that does not answer is disconnected after `keepalive` times one more than this."""
    idle: Seconds = 14_400.0
    """After so long without a key the session ends; 0 lets it stay."""
    hold: Seconds = 120.0
    bot_pause: Seconds = 0.8
    """How long a bot waits before it moves."""

    tables: OneOrMore = 1000
    guest_tables: Count = 500
    """How many of the tables guests may host."""
    tables_per_player: OneOrMore = 5
    tables_per_guest: Count = 3
    tables_per_address: OneOrMore = 40
    seats_per_player: OneOrMore = 10
    seats_per_guest: Count = 5
    seats_per_address: OneOrMore = 80
    """Guests and people with a key are counted apart, here and for tables."""
    table_idle: Annotated[float, Range(60, MOST)] = 86_400.0
    """A table at which nothing has happened for so long is closed."""
    guest_table_timeout: Seconds = 60.0
    """So is one at which only guests sit and nobody has been connected for so long."""

    grace: Seconds = 10.0
    """How long a server that is told to stop takes to say goodbye."""

    environment_count: Count = 16
    environment_length: Count = 256
    output_budget: Annotated[int, Range(16_384, MOST)] = 262_144
    stall: SecondOrMore = 30.0
    """A client that has read nothing for so long is disconnected."""
    inbound_burst: Annotated[int, Range(40_960, MOST)] = 262_144
    inbound_rate: Annotated[int, Range(4096, MOST)] = 65_536
    keys_burst: Annotated[int, Range(10, MOST)] = 240
    keys_rate: Annotated[int, Range(5, MOST)] = 60
    paste: Annotated[int, Range(1024, MOST)] = 32_768
    typed_rate: Annotated[int, Range(256, MOST)] = 4096
    """Characters a second that are read, after a burst of two pastes."""


RENAMED = {"strangers": "unauthenticated"}
"""Names of earlier versions that are still read, with the present name of each."""
