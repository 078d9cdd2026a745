"""What a player is told when odin had to stop because of a bug."""

from odin_tui.languages import Translations


def crash_text(report: str, tr: Translations) -> str:
    """Return a sentence; `report` is where the traceback was written, empty if it was not."""
    if not report:
        return tr.gettext("Sorry, odin has crashed. Your matches are saved.")
    return tr.gettext(
        "Sorry, odin has crashed. Your matches are saved. The report is in {place}"
    ).format(place=report)
