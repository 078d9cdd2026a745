"""What an app says in passing: messages, refusals, and news of its tables."""

from collections.abc import Iterator

from textual.content import Content
from textual.notifications import SeverityLevel
from textual.reactive import reactive

from odin_engine.game import Refusal
from odin_server.hall.chair import Chair
from odin_tui.languages import Translations
from odin_tui.languages.reading import logical
from odin_tui.messages import refusal_text
from odin_tui.settings import Settings
from odin_tui.textual_internals import AppBase
from odin_tui.widgets.footer import KeyFooter
from odin_tui.window_title import WindowTitle


class NewsApp(AppBase):
    """Tells the player what happens, in their language and as they have set it."""

    settings: reactive[Settings] = reactive(Settings, init=False, repaint=False)
    """What the player has set; `watch(app, "settings", …)` tells of a change.

    Whoever shows a setting paints it anew; a theme has everything painted anyway.
    """
    translations: Translations
    """The language of this session, as its screens show it."""
    window_title: WindowTitle | None
    """The title of the window, if it is this app's."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message in the last lines, where it covers no card; a long one in a toast."""
        footer = self._footer
        covered = footer is None or footer.screen is not self.screen
        if (
            footer is None
            or covered
            or not footer.tell(message, timeout or self.NOTIFICATION_TIMEOUT)
        ):
            super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def show_news(self, news: str, seconds: float | None = None) -> None:
        """Show what happens at the table in the last line, cut to its length: never above it."""
        footer = self._footer
        if footer is not None:
            brief = Content(news).truncate(footer.room_for_news, ellipsis=True).plain
            footer.tell(brief, seconds or self.NOTIFICATION_TIMEOUT)

    @property
    def _footer(self) -> KeyFooter | None:
        """The last line of the uppermost screen that has one."""
        footers = (screen.query(KeyFooter) for screen in reversed(self.screen_stack))
        return next((found.first() for found in footers if found), None)

    def show_refusal(self, refusal: Refusal, game: str | None = None) -> None:
        """Show why something was refused; once, however often it was tried."""
        sentence = refusal_text(refusal, self.translations, game)
        if sentence not in self.toasts():
            self.notify(sentence, timeout=8, markup=False)

    def on_table_screen_changed(self) -> None:
        """Show what happens at the table, and update the window's title if the player wants that.

        A table that is covered by another screen notifies the app alone.
        """
        for screen in self.screen_stack:
            tell = getattr(screen, "announce_changes", None)
            if tell is not None:
                tell()
        if self.window_title is None or self.settings.notices != "on":
            return
        for chair in self._chairs:
            self.window_title.follow(chair.view, logical(self.translations))

    @property
    def _chairs(self) -> Iterator[Chair]:
        """The chairs of the tables that are open; none once the app is being left."""
        for screen in self.screen_stack:
            chair = getattr(screen, "chair", None)
            if isinstance(chair, Chair):
                yield chair
