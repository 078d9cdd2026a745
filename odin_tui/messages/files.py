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
    "version-taken": N_("Somebody else was first to write record {version} of this log."),
    # The accounts
    "accounts-not-opened": N_("The accounts at {path} cannot be used: {error}."),
    "accounts-not-written": N_("This could not be saved, so nothing has changed: {error}."),
    # Lessons
    "lesson-read-on": N_("Read on first; you play in the next step."),
    "lesson-other-move": lambda tr, facts: tr.gettext(facts["text"]),
    # A player's own files
    "settings-not-kept": N_("Your settings could not be saved: {error}."),
    "record-not-kept": N_("The record could not be saved: {error}."),
}
