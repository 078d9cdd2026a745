"""Small windows about people: choose somebody, then what to do about them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_server.hall import Player
from odin_tui.people_actions import PeopleActions
from odin_tui.people_text import ignored_text, reported_text, unignored_text
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.widgets.menu import Item

if TYPE_CHECKING:
    from odin_tui.app import OdinApp

MOST_PEOPLE = 12
"""So many can be chosen from; others are named in the chat."""
Remove = Callable[[Player], Awaitable[None]]
"""Removes somebody from the table; raises `Refusal`."""


class PeopleMenu:
    """Asks whom something is to be done about, and does it."""

    def __init__(
        self, app: "OdinApp", actions: PeopleActions, remove: Remove | None = None
    ) -> None:
        """Offer to report and to ignore; with `remove`, also to remove from the table."""
        self._app, self._actions, self._remove = app, actions, remove

    def open(self, people: Sequence[Player], removable: frozenset[str] = frozenset()) -> None:
        """Ask for one of these people; some of them can be removed from the table."""
        tr = self._app.translations
        if not people:
            self._app.notify(tr.gettext("Nobody else is here."))
            return
        by_id = {one.id: one for one in people[:MOST_PEOPLE]}
        ignored = tr.gettext("ignored")
        items = (
            Item(one.id, one.name, ignored if self._actions.ignores(one.id) else "")
            for one in by_id.values()
        )

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self._ask_what(by_id[answer], can_remove=answer in removable)

        self._app.push_screen(
            ChooseScreen(tr.gettext("Who?"), tr.gettext("Report or ignore somebody."), *items),
            chosen,
        )

    def _ask_what(self, about: Player, *, can_remove: bool) -> None:
        tr = self._app.translations
        items = [
            Item(
                "report", tr.pgettext("a person", "Report"), tr.gettext("tell the moderators"), "r"
            ),
            Item("unignore", tr.gettext("Stop ignoring"), tr.gettext("see their lines"), "i")
            if self._actions.ignores(about.id)
            else Item(
                "ignore", tr.pgettext("a person", "Ignore"), tr.gettext("hide their lines"), "i"
            ),
        ]
        if can_remove and self._remove is not None:
            words = tr.gettext("before the match")
            items.append(Item("remove", tr.gettext("Remove from the table"), words, "d"))

        async def chosen(answer: str | None) -> None:
            if answer is not None:
                await self._do(answer, about)

        self._app.push_screen(ChooseScreen(about.name, "", *items), chosen)

    async def _do(self, what: str, about: Player) -> None:
        tr = self._app.translations
        match what:
            case "report":
                self._ask_why(about)
            case "ignore":
                await self._attempt(self._actions.ignore(about), ignored_text(about.name, tr))
            case "unignore":
                await self._attempt(
                    self._actions.unignore(about.id), unignored_text(about.name, tr)
                )
            case "remove" if self._remove is not None:
                await self._attempt(self._remove(about), "")

    def _ask_why(self, about: Player) -> None:
        tr = self._app.translations

        async def report(why: str) -> None:
            await self._actions.report(about, why)

        def told(why: str | None) -> None:
            if why is not None:
                self._app.notify(reported_text(about.name, tr), markup=False)

        self._app.push_screen(
            TextPromptScreen(
                tr.gettext("Why do you report {name}?").format(name=about.name),
                details=tr.gettext("Moderators also see what was said here last."),
                accept=report,
            ),
            told,
        )

    async def _attempt(self, doing: Awaitable[None], done: str) -> None:
        try:
            await doing
        except Refusal as refusal:
            self._app.show_refusal(refusal)
            return
        if done:
            self._app.notify(done, markup=False)
