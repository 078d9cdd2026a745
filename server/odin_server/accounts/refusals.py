"""What the accounts refuse."""

from odin_engine.game import Refusal


class NameTaken(Refusal):
    """Somebody else has this name, or one that looks the same."""

    code = "name-taken"


class BadAccountName(Refusal):
    """A name that is not allowed."""


class BadCode(Refusal):
    """A one-time code that is wrong, too old, or was used."""


class AlreadyLinked(Refusal):
    """A key opens the account of this code already."""

    code = "already-linked"


class NoSuchKey(Refusal):
    """No key of the account is called that."""


class LastKey(Refusal):
    """Without this key nobody could open the account any more."""

    code = "last-key"


class GuestsHaveNoAccount(Refusal):
    """Something that only somebody with an account of their own can do."""

    code = "guests-have-no-account"


class NobodyCalled(Refusal):
    """No account has this name."""

    code = "nobody-called"


class DeleteRefused(Refusal):
    """An account that cannot be deleted now."""


class ReportRefused(Refusal):
    """A report that is not taken, or is not there."""


class IgnoreRefused(Refusal):
    """Somebody who cannot be ignored."""


class AccountsUnusable(Refusal):
    """The accounts cannot be used."""


class AccountsUnwritable(AccountsUnusable):
    """Something could not be written to the accounts, so nothing of it was."""


class AccountsUncertain(AccountsUnusable):
    """The database does not answer, so nobody knows yet whether something was written."""

    code = "accounts-uncertain"
