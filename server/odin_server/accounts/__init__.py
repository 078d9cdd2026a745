"""Accounts: keys, names, one-time codes, bans and mutes, in one file."""

from odin_server.accounts.accounts import AccountListing, Accounts
from odin_server.accounts.bans import Ban, Kind, Target
from odin_server.accounts.file import check_file, is_older
from odin_server.accounts.linking import CODE_SECONDS, CODE_TRIES
from odin_server.accounts.names import GUEST_MARK, KEY_MARK, check_name
from odin_server.accounts.refusals import (
    AccountsUnusable,
    AccountsUnwritable,
    AlreadyLinked,
    BadAccountName,
    BadCode,
    GuestsHaveNoAccount,
    LastKey,
    NameTaken,
    NobodyCalled,
    NoSuchKey,
)
from odin_server.accounts.rows import Account, Key
from odin_server.confusables import skeleton

__all__ = [
    "CODE_SECONDS",
    "CODE_TRIES",
    "GUEST_MARK",
    "KEY_MARK",
    "Account",
    "AccountListing",
    "Accounts",
    "AccountsUnusable",
    "AccountsUnwritable",
    "AlreadyLinked",
    "BadAccountName",
    "BadCode",
    "Ban",
    "GuestsHaveNoAccount",
    "Key",
    "Kind",
    "LastKey",
    "NameTaken",
    "NoSuchKey",
    "NobodyCalled",
    "Target",
    "check_file",
    "check_name",
    "is_older",
    "skeleton",
]
