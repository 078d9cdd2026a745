"""Sentences for tournaments."""

from gettext import NullTranslations

from odin_tui.languages import N_
from odin_tui.messages.sentence import Facts, Sentence


def _too_few(tr: NullTranslations, facts: Facts) -> str:
    return tr.ngettext(
        "{fewest} player is needed at least.",
        "{fewest} players are needed at least.",
        facts["fewest"],
    ).format(**facts)


SENTENCES: dict[str, Sentence] = {
    "no-such-tournament": N_("There is no tournament {name!r}."),
    "tournament-which": N_("Say which tournament: its number, or more of its name."),
    "tournament-moderators-only": N_("Only moderators of this host may make a tournament."),
    "tournament-organiser-only": N_("Only {name}, who organises this tournament, may do that."),
    "tournament-bad-name": N_("A tournament needs a name that is not only a number."),
    "tournament-name-taken": N_("There is already a tournament called {name}."),
    "too-many-tournaments": N_("There are too many tournaments just now; finish one first."),
    "tournament-bad-rounds": N_("A Swiss tournament has 1 to {most} rounds."),
    "tournament-over": N_("This tournament is over."),
    "tournament-needs-account": N_("A tournament needs an account: come with an SSH key."),
    "tournament-entered": N_("{name} plays in this tournament already."),
    "tournament-begun": N_("This tournament has begun."),
    "tournament-not-begun": N_("This tournament has not begun yet."),
    "tournament-full": N_("A tournament has room for {most} players, and this one is full."),
    "tournament-not-entered": N_("This player is not in the tournament."),
    "tournament-nobody": N_("Nobody is called {name!r}."),
    "tournament-bye-in-swiss-only": N_("In a knock-out nobody can sit out a round."),
    "tournament-too-few": _too_few,
    "tournament-round-goes-on": N_("The round is not over: a table is still playing."),
    "tournament-no-table": N_("No table of a tournament is waiting for you."),
    "tournament-words": N_("This is not understood: {word!r}. It is typed: {form}"),
    "not-in-tournament": N_("That cannot be done at a table of a tournament."),
}
