"""Every setting of a host, its limits, and the TOML they are read from."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from odin_server.refusals import SentenceRefusal


class BadSetting(SentenceRefusal):
    """A setting that is not one, or not one of ours, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSettings:
    """What a host may set; times are in seconds, sizes in bytes."""

    address: str = ""
    """Where to listen; empty is every address of the machine."""
    port: int = 2222
    name: str = ""
    """The name friends reach this host by, for the line to hand to them."""
    message: str = ""
    """Said to everyone who comes in."""

    guests: bool = True
    allow: tuple[str, ...] = ()
    """If any: only these keys' fingerprints may come in."""
    moderators: tuple[str, ...] = ()

    connections: int = 400
    connections_per_address: int = 40
    reserved: int = 10
    """Connections above these limits, on which only moderators may log in."""
    attempts: int = 60
    attempts_window: float = 60.0
    """From one address, so many attempts within so many seconds."""
    strangers: int = 60
    """Connections that have not logged in yet."""
    new_accounts: int = 40
    """Accounts one address may make in a day."""
    logins_at_once: int = 2

    login_timeout: float = 20.0
    session_timeout: float = 30.0
    """How long somebody may be logged in without asking for a session."""
    keepalive: float = 15.0
    keepalive_count: int = 3
    """A client that answers nothing is let go after `keepalive` times one more than this."""
    idle: float = 14_400.0
    """After so long without a key the session ends; 0 lets it stay."""
    hold: float = 120.0
    bot_pause: float = 0.8
    """How long a bot looks at the table before it moves."""

    tables: int = 1000
    guest_tables: int = 500
    """How many of the tables guests may host."""
    tables_per_player: int = 5
    tables_per_guest: int = 3
    tables_per_address: int = 40
    seats_per_player: int = 10
    seats_per_guest: int = 5
    seats_per_address: int = 80
    """Guests and people with a key are counted apart, here and for tables."""
    table_idle: float = 86_400.0
    """A table at which nothing has happened for so long is closed."""
    guest_table_timeout: float = 60.0
    """So is one at which only guests sit and nobody has been connected for so long."""

    grace: float = 10.0
    """How long a server that is told to stop takes to say goodbye."""

    environment_count: int = 16
    environment_length: int = 256
    output_budget: int = 262_144
    stall: float = 30.0
    """A client that has read nothing for so long is let go."""
    inbound_burst: int = 262_144
    inbound_rate: int = 65_536
    keys_burst: int = 240
    keys_rate: int = 60
    paste: int = 32_768
    typed_rate: int = 4096
    """Characters a second that are read, after a burst of two pastes."""


_LEAST: dict[str, float] = {
    "connections": 1, "connections_per_address": 1, "attempts": 1, "attempts_window": 1,
    "tables": 1, "tables_per_player": 1, "tables_per_address": 1, "seats_per_player": 1,
    "seats_per_address": 1, "table_idle": 60, "strangers": 1, "logins_at_once": 1,
    "login_timeout": 1, "session_timeout": 1, "keepalive": 1,
    "keepalive_count": 1, "output_budget": 16_384, "stall": 1, "inbound_burst": 40_960,
    "inbound_rate": 4096, "keys_burst": 10, "keys_rate": 5, "paste": 1024, "typed_rate": 256,
}  # fmt: skip


def read(text: str) -> dict[str, Any]:
    """Turn TOML into settings by name, or raise `BadSetting` with the first thing wrong."""
    try:
        words = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise BadSetting(f"it is not TOML: {trouble}") from trouble
    return {name.replace("-", "_"): value for name, value in words.items()}


def change(settings: HostSettings, given: Mapping[str, Any]) -> HostSettings:
    """Give settings with some of them changed, or say which cannot be so."""
    known = {one.name: getattr(settings, one.name) for one in fields(settings)}
    checked: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise BadSetting(f"there is no setting {_shown(name)!r}.")
        checked[name] = _checked(name, value, known[name])
    return replace(settings, **checked)


def _checked(name: str, value: Any, example: Any) -> Any:
    word = _shown(name)
    if isinstance(example, bool):
        if not isinstance(value, bool):
            raise BadSetting(f"{word} is true or false, not {value!r}.")
        return value
    if isinstance(example, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadSetting(f"{word} needs a number, not {value!r}.")
        least = _LEAST.get(name, 0)
        most = 65_535 if name == "port" else 1e9
        if not least <= value <= most:
            raise BadSetting(f"{word} goes from {least:g} to {most:g}, not {value!r}.")
        return type(example)(value)
    if isinstance(example, tuple):
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise BadSetting(f"{word} needs a list of texts, not {value!r}.")
        return tuple(value)
    if not isinstance(value, str):
        raise BadSetting(f"{word} needs a text, not {value!r}.")
    return value


def _shown(name: str) -> str:
    return name.replace("_", "-")
