"""The facts of accounts, as the log stores them in one stream for all hosts.

Each is what somebody has decided once, whole: a fact says all that changes by it. `at` is the
time in seconds; 0 in facts made of a file that does not say when.
"""

from dataclasses import dataclass
from typing import TypeAlias

from odin_server.accounts.bans import Kind
from odin_server.log.fact_format import FactFormat, Fields


@dataclass(frozen=True)
class AccountOpened:
    """An account was opened by the first login with a key.

    Without a key nothing opens it: its key was linked to another account since.
    """

    at: float
    account: str
    name: str
    key: str = ""


@dataclass(frozen=True)
class KeyLinked:
    """A key opens this account from now on, and no other.

    `code` is the hash of the code that was spent for it. `deleted` is the account that the key
    opened before, if that was deleted because nobody had used it.
    """

    at: float
    key: str
    account: str
    code: str = ""
    deleted: str = ""


@dataclass(frozen=True)
class KeyUnlinked:
    """A key opens this account no longer; the codes for it that wait are void."""

    at: float
    key: str
    account: str


@dataclass(frozen=True)
class NameChosen:
    """The owner of an account has chosen its name, another one or the one it had."""

    at: float
    account: str
    name: str


@dataclass(frozen=True)
class SettingsKept:
    """An account's settings, as TOML."""

    at: float
    account: str
    settings: str


@dataclass(frozen=True)
class Seen:
    """Somebody logged in to an account; noted now and then, not every time."""

    at: float
    account: str


@dataclass(frozen=True)
class CodeMade:
    """A code was made that links a key to an account; an older one for it is void."""

    at: float
    account: str
    code: str
    """Its hash."""
    until: float


@dataclass(frozen=True)
class Banned:
    """Somebody may not come in until a time, or for good; an older ban on the same is replaced."""

    at: float
    kind: Kind
    what: str
    until: float | None
    why: str
    by: str


@dataclass(frozen=True)
class Unbanned:
    """A ban was lifted; with one on an account go those on its keys."""

    at: float
    kind: Kind
    what: str
    by: str


@dataclass(frozen=True)
class AccountMuted:
    """Somebody may say nothing until a time."""

    at: float
    account: str
    until: float


@dataclass(frozen=True)
class AddressSecretMade:
    """The secret was drawn with which addresses are hashed; the first one counts."""

    at: float
    secret: str


@dataclass(frozen=True)
class CameFrom:
    """Somebody came from an address, which is hashed with the secret; noted once a day."""

    at: float
    account: str
    address: str


@dataclass(frozen=True)
class Acted:
    """A moderator or `odin admin` has done something; `by` is their key, `name` their name."""

    at: float
    by: str
    name: str
    verb: str
    about: str
    text: str = ""


@dataclass(frozen=True)
class Noted:
    """A moderator wrote a note on an account."""

    at: float
    account: str
    text: str
    by: str


@dataclass(frozen=True)
class Reported:
    """A player reported another.

    `lines` are what was said last where the reporter was, as pairs of a name and a text; `place` is
    the code of that table, or empty for the hall.
    """

    at: float
    number: int
    by: str
    by_name: str
    about: str
    about_name: str
    why: str
    place: str
    lines: list[list[str]]


@dataclass(frozen=True)
class ReportClosed:
    """A moderator closed a report with a note."""

    at: float
    number: int
    by: str
    text: str


@dataclass(frozen=True)
class Ignored:
    """The owner of an account does not want to read what somebody says."""

    at: float
    account: str
    player: str
    name: str


@dataclass(frozen=True)
class Unignored:
    """The owner of an account reads again what somebody says."""

    at: float
    account: str
    player: str


@dataclass(frozen=True)
class AccountDeleted:
    """An account was deleted with all that only it had; its id is never used again."""

    at: float
    account: str


@dataclass(frozen=True)
class NameReserved:
    """Nobody but this account may take a name with these skeletons until a time.

    Only facts made of a file have it: renaming and deleting say so by themselves.
    """

    at: float
    account: str
    skeletons: list[str]
    until: float


AccountFact: TypeAlias = (
    AccountOpened
    | KeyLinked
    | KeyUnlinked
    | NameChosen
    | SettingsKept
    | Seen
    | CodeMade
    | Banned
    | Unbanned
    | AccountMuted
    | AddressSecretMade
    | CameFrom
    | Acted
    | Noted
    | Reported
    | ReportClosed
    | Ignored
    | Unignored
    | AccountDeleted
    | NameReserved
)


def _banned(fields: Fields) -> Banned:
    return Banned(**{**fields, "kind": Kind(fields["kind"])})


def _unbanned(fields: Fields) -> Unbanned:
    return Unbanned(**{**fields, "kind": Kind(fields["kind"])})


_FORMAT: FactFormat[AccountFact] = FactFormat(
    (
        AccountOpened,
        KeyLinked,
        KeyUnlinked,
        NameChosen,
        SettingsKept,
        Seen,
        CodeMade,
        Banned,
        Unbanned,
        AccountMuted,
        AddressSecretMade,
        CameFrom,
        Acted,
        Noted,
        Reported,
        ReportClosed,
        Ignored,
        Unignored,
        AccountDeleted,
        NameReserved,
    ),
    {"banned": _banned, "unbanned": _unbanned},
)
encode, decode = _FORMAT.encode, _FORMAT.decode
