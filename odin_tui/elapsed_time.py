"""How long ago something was."""

from odin_tui.languages import Translations

MINUTE, HOUR, DAY, WEEK = 60.0, 3600.0, 86_400.0, 604_800.0


def ago(seconds: float, tr: Translations) -> str:
    """Return how long ago something was, in the largest unit that fits."""
    if seconds >= WEEK:
        count = int(seconds // WEEK)
        text = tr.ngettext("{count} week ago", "{count} weeks ago", count)
    elif seconds >= DAY:
        count = int(seconds // DAY)
        text = tr.ngettext("{count} day ago", "{count} days ago", count)
    elif seconds >= HOUR:
        count = int(seconds // HOUR)
        text = tr.ngettext("{count} hour ago", "{count} hours ago", count)
    elif seconds >= MINUTE:
        count = int(seconds // MINUTE)
        text = tr.ngettext("{count} minute ago", "{count} minutes ago", count)
    else:
        return tr.gettext("just now")
    return text.format(count=count)
