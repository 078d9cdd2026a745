"""Days and deadlines of matches by correspondence in words."""

from datetime import UTC, datetime

from odin_server.hall.views import DAY, TimeControl
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import day_text

WEEKDAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
FAR = 6 * DAY
"""From so many seconds on a weekday could be taken for the one before it."""


def clock_text(clock: TimeControl, tr: Translations) -> str:
    """Return how much time a move has, in a few words."""
    if clock.correspondence:
        text = tr.ngettext("{count} day a move", "{count} days a move", clock.days)
        return text.format(count=clock.days)
    return tr.gettext("{seconds} s").format(seconds=f"{clock.move:.0f}")


def when_text(at: float, now: float, tr: Translations) -> str:
    """Return a time to come as in `Friday, 18:00 UTC`, or with its date if that is far away."""
    moment = datetime.fromtimestamp(at, UTC)
    day = tr.gettext(WEEKDAYS[moment.weekday()])
    if at - now >= FAR:
        day = day_text(moment.date().isoformat(), tr)
    return tr.gettext("{day}, {time} UTC").format(day=day, time=f"{moment:%H:%M}")


def your_turn_text(deadline: float, now: float, tr: Translations) -> str:
    """Say until when the reader may move."""
    return tr.gettext("Your turn until {when}.").format(when=when_text(deadline, now, tr))
