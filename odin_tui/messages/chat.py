"""What is said at a table and in the hall, as lines."""

from gettext import NullTranslations

from odin_server.hall import Announcement, ChatEntry, ChatLine, ChatNotice
from odin_tui.messages import notice_text


def entry_text(entry: ChatEntry, tr: NullTranslations) -> str:
    """Return an entry of the chat as one line, with the name of whoever said it."""
    match entry:
        case ChatLine(name=name, text=text):
            return tr.gettext("{name}: {text}").format(name=name, text=text)
        case ChatNotice(notice=notice):
            return notice_text(notice, tr)
        case Announcement(text=text):
            return text
