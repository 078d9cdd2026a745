"""The names of the bots, and what each is like."""

from gettext import NullTranslations

from odin_tui.languages import N_

TITLES = {
    "thrall": N_("Thrall"),
    "karl": N_("Karl"),
    "jarl": N_("Jarl"),
    "konung": N_("Konung"),
}
MEANINGS = {
    "thrall": N_("plays whatever is allowed"),
    "karl": N_("plays by good habits, at once"),
    "jarl": N_("thinks for a moment"),
    "konung": N_("thinks for a second"),
}


def bot_title(level: str, tr: NullTranslations) -> str:
    """Return the name of a bot; that of an unknown level is the level itself."""
    return tr.gettext(TITLES[level]) if level in TITLES else level


def bot_titles(tr: NullTranslations) -> dict[str, str]:
    """Return the names of all bots by level, weakest first."""
    return {level: tr.gettext(title) for level, title in TITLES.items()}


def bot_meanings(tr: NullTranslations) -> dict[str, str]:
    """Return by level what each bot is like."""
    return {level: tr.gettext(meaning) for level, meaning in MEANINGS.items()}
