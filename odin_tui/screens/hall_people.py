"""What the hall says about the people in it."""

from collections.abc import Callable, Sequence

from textual.content import Content

from odin_server.hall import Activity, Person
from odin_tui.catalogue import game_title
from odin_tui.languages import N_, Translations
from odin_tui.widgets.people_list import People, PersonRow

ACTIVITIES = {
    Activity.WAITING: N_("{game}, waits"),
    Activity.PRESENT: N_("in the hall"),
    Activity.WATCHING: N_("watches {game}"),
    Activity.PLAYING: N_("plays {game}"),
    Activity.IDLE: N_("idle"),
}
"""What is said of each, in the order of the list: who could be asked for a game comes first."""
MOST_ROWS = 100
"""More than most windows have room for; in a full hall, each change would make all rows."""
FREE = (Activity.WAITING, Activity.PRESENT)


def people_list(
    people: Sequence[Person], own: str, rating: Callable[[Person], str], tr: Translations
) -> People:
    """Return the people as the list shows them, the reader first; `own` is the reader's id."""
    order = list(ACTIVITIES)
    ordered = sorted(people, key=lambda one: (one.id != own, order.index(one.activity)))
    rows = tuple(_row(person, own, rating(person), tr) for person in ordered[:MOST_ROWS])
    return People(
        Content.assemble((tr.gettext("People"), "bold"), (f" {len(people)}", "$quiet")),
        rows,
        len(people) - len(rows),
        tr.ngettext("and {count} more", "and {count} more", len(people)),
    )


def _row(person: Person, own: str, rating: str, tr: Translations) -> PersonRow:
    if person.id == own:
        you = tr.gettext("you")
        return PersonRow(person.name, you, you, rating, "$your-turn", own=True)
    game = game_title(person.game)
    said = tr.gettext(ACTIVITIES[person.activity]).format(game=game)
    ink = "$foreground" if person.activity in FREE else "$quiet"
    return PersonRow(person.name, said, game or said, rating, ink)
