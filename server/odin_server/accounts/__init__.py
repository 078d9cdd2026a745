"""Accounts: keys, names, one-time codes, bans and mutes, of one host or of many."""

from odin_server.accounts.accounts import AccountListing, Accounts
from odin_server.accounts.bans import Ban, Kind, Target
from odin_server.accounts.facts import AccountFact
from odin_server.accounts.file import check_file, is_older
from odin_server.accounts.history import Action
from odin_server.accounts.linking import CODE_TRIES
from odin_server.accounts.moderation_tables import NAME_SECONDS
from odin_server.accounts.names import GUEST_MARK, KEY_MARK, check_name
from odin_server.accounts.refusals import (
    AccountsUncertain,
    AccountsUnusable,
    AccountsUnwritable,
    AlreadyLinked,
    BadAccountName,
    BadCode,
    GuestsHaveNoAccount,
    IgnoreRefused,
    LastKey,
    NameTaken,
    NobodyCalled,
    NoSuchKey,
    ReportRefused,
)
from odin_server.accounts.reports import Report
from odin_server.accounts.rows import Account, Key
from odin_server.accounts.storage import AccountFile, AccountStorage
from odin_server.accounts.stream import AccountStream
from odin_server.accounts.tables import CODE_SECONDS, apply, facts_of
from odin_server.confusables import skeleton

__all__ = [
    "CODE_SECONDS",
    "CODE_TRIES",
    "GUEST_MARK",
    "KEY_MARK",
    "NAME_SECONDS",
    "Account",
    "AccountFact",
    "AccountFile",
    "AccountListing",
    "AccountStorage",
    "AccountStream",
    "Accounts",
    "AccountsUncertain",
    "AccountsUnusable",
    "AccountsUnwritable",
    "Action",
    "AlreadyLinked",
    "BadAccountName",
    "BadCode",
    "Ban",
    "GuestsHaveNoAccount",
    "IgnoreRefused",
    "Key",
    "Kind",
    "LastKey",
    "NameTaken",
    "NoSuchKey",
    "NobodyCalled",
    "Report",
    "ReportRefused",
    "Target",
    "apply",
    "check_file",
    "check_name",
    "facts_of",
    "is_older",
    "skeleton",
]
