"""Sentences for files: logs, accounts, records and the folders they are in."""

from odin_tui.languages import N_
from odin_tui.messages.sentence import Sentence

SENTENCES: dict[str, Sentence] = {
    "file-of-another-program": N_("{path} belongs to another program. It was left as it is."),
    "file-of-newer-version": N_(
        "{path} was written by a newer version of odin. It was left as it is."
    ),
    "file-damaged": N_("{path} is damaged ({damage}). It was left as it is."),
    # Folders
    "shared-folder": N_("{path} is a folder that users share; give a folder inside it."),
    "folder-of-another-user": N_("{path} belongs to another user; give a folder of your own."),
    "readable-by-others": N_(
        "other users can read {path}, and it is not yours to change; use another folder."
    ),
    # The log
    "log-not-kept": N_("The log cannot be kept at {path}: {error}."),
    "log-not-opened": N_("The log {path} cannot be opened: {error}."),
    "log-in-use": N_("Another odin is using {path}."),
    "not-a-log": N_("{path} is not a log of odin, or is damaged. It was left as it is."),
    "log-closed": N_("The log is closed."),
    "log-unreadable": N_("The log cannot be read: {error}."),
    "log-not-written": N_("This could not be saved, so it did not happen: {error}."),
    "log-behind": N_("This could not be saved: the log cannot be read to its end."),
    "version-taken": N_("Somebody else was first to write record {version} of this log."),
    # The database
    "bad-database-address": N_(
        "The address of the database must look like postgresql://user@host/database."
    ),
    "database-away": N_("The database does not answer: {error}."),
    "database-refused": N_("The database refused: {error}."),
    "database-of-newer-version": N_(
        "The database was brought up to date by a newer version of odin (schema {version})."
    ),
    "log-away": N_("The database is away, so this did not happen. Please try again in a moment."),
    "log-uncertain": N_("The server stops, and whether this was saved will show when you return."),
    # A hall in one file
    "not-an-export": N_("This file was not written by odin hall export."),
    "export-of-newer-version": N_("This file was written by a newer version of odin."),
    "export-not-whole": N_("This file is not whole. Nothing was imported."),
    "export-miscounted": N_(
        "What is in this file is not what its last line says. Nothing was imported."
    ),
    "export-with-gap": N_("Record {version} of {stream} is out of place. Nothing was imported."),
    "export-misfit": N_("Record {version} of the accounts does not fit those before it."),
    "bad-export-line": N_("Line {line} cannot be read. Nothing was imported."),
    "hall-not-empty": N_("There is a hall already. Import into an empty one."),
    "hosts-running": N_("Hosts are running over this database. Stop them first."),
    "import-miscounted": N_("What was imported is not what the file has. Please report this."),
    "import-failed": N_("Nothing was imported: {error}."),
    # The accounts
    "accounts-not-opened": N_("The accounts at {path} cannot be used: {error}."),
    "accounts-not-written": N_("This could not be saved, so nothing has changed: {error}."),
    "accounts-away": N_(
        "This could not be saved, so nothing has changed: the database is away. "
        "Please try again in a moment."
    ),
    "accounts-behind": N_(
        "This could not be saved, so nothing has changed: this host cannot read all accounts. "
        "Another one may be of a newer version."
    ),
    "accounts-uncertain": N_(
        "The database does not answer, so it is not known whether this was saved. "
        "Please look again in a moment."
    ),
    "fact-out-of-place": N_("A record of the accounts does not fit those before it: {error}."),
    # Lessons
    "lesson-read-on": N_("Read on first; you play in the next step."),
    "lesson-other-move": lambda tr, facts: tr.gettext(facts["text"]),
    # A player's own files
    "settings-not-kept": N_("Your settings could not be saved: {error}."),
    "record-not-kept": N_("The record could not be saved: {error}."),
}
