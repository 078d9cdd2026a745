"""What the accounts refuse."""

from odin_server.refusals import SentenceRefusal


class NameTaken(SentenceRefusal):
    """Somebody else has this name, or one that looks the same."""


class BadAccountName(SentenceRefusal):
    """A name that would not do on other people's screens."""


class BadCode(SentenceRefusal):
    """A one-time code that is wrong, too old, or was used."""


class AlreadyLinked(SentenceRefusal):
    """A key opens the account of this code already."""


class NoSuchKey(SentenceRefusal):
    """No key of the account is called that."""


class LastKey(SentenceRefusal):
    """Without this key nobody could open the account any more."""


class GuestsHaveNoAccount(SentenceRefusal):
    """Something that only somebody with an account of their own can do."""


class NobodyCalled(SentenceRefusal):
    """No account has this name."""


class AccountsTrouble(SentenceRefusal):
    """The file of accounts cannot be used."""


class AccountsUnwritable(AccountsTrouble):
    """Something could not be written to the file of accounts, so nothing of it was."""
