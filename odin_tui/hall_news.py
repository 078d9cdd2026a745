"""What somebody is told when they come back to a hall: of their inbox, and of a table."""

from typing import TYPE_CHECKING

from textual.content import Content

from odin_server.hall import Chair
from odin_server.hall.refusals import NeedsAccount
from odin_server.hall.views import is_guest

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

# ruff: noqa: PLC0415 - each page is loaded when there is something to tell


def tell_of_inbox(app: "HallApp") -> None:
    """Say that something waits in the inbox, if anything new does."""
    unread, tr = app.hall.inbox.unread(app.player), app.translations
    if unread:
        text = tr.ngettext(
            "{count} new entry in your inbox; {key} opens it.",
            "{count} new entries in your inbox; {key} opens it.",
            unread,
        )
        app.notify(text.format(count=unread, key=app.key_of("hall.inbox")), markup=False)


async def open_inbox(app: "HallApp") -> None:
    """Open the inbox; tell a guest that there is none."""
    from odin_tui.screens.inbox import InboxScreen

    if is_guest(app.player.id):
        app.show_refusal(NeedsAccount("correspondence-needs-account"))
    else:
        await app.push_screen(InboxScreen())


def show_table_news(app: "HallApp", chair: Chair) -> None:
    """Tell what has happened at a table since the player was there."""
    from odin_tui.inbox_text import news_of
    from odin_tui.screens.lookup import LookupScreen

    lines = news_of(app.hall, app.player, chair.view.code, app.translations)
    if lines:
        title = app.translations.gettext("Since your last visit:")
        app.push_screen(LookupScreen(title, Content("\n".join(lines))))
