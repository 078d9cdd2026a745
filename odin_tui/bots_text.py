"""The names of the bots, how strong each is, and what it is like."""

from odin_tui.languages import N_, Translations

TITLES = {
    "thrall": N_("Thrall"),
    "karl": N_("Karl"),
    "jarl": N_("Jarl"),
    "konung": N_("Konung"),
}
STRENGTHS = {
    "thrall": N_("beginner"),
    "karl": N_("easy"),
    "jarl": N_("hard"),
    "konung": N_("master"),
}
RANKS = {
    "thrall": N_("Thrall – beginner"),
    "karl": N_("Karl – easy"),
    "jarl": N_("Jarl – hard"),
    "konung": N_("Konung – master"),
}
MEANINGS = {
    "thrall": N_("plays any card it may"),
    "karl": N_("plays simple, sound moves"),
    "jarl": N_("thinks for a moment"),
    "konung": N_("thinks for a second"),
}
WHO_IS_KONUNG = N_("Konung is the master, the strongest bot.")
"""Explains the bot that hints speak of, where somebody meets it first."""


def bot_title(level: str, tr: Translations) -> str:
    """Return the name of a bot; that of an unknown level is the level itself."""
    return tr.gettext(TITLES[level]) if level in TITLES else level


def bot_strength(level: str, tr: Translations) -> str:
    """Return how strong a bot is, in a word; of an unknown level, the level itself."""
    return tr.gettext(STRENGTHS[level]) if level in STRENGTHS else level


def bots_counted(level: str, count: int, tr: Translations) -> str:
    """Return how many bots of a level there are, as in `2 easy`."""
    texts = {
        "thrall": tr.ngettext("{count} beginner", "{count} beginners", count),
        "karl": tr.ngettext("{count} easy", "{count} easy", count),
        "jarl": tr.ngettext("{count} hard", "{count} hard", count),
        "konung": tr.ngettext("{count} master", "{count} masters", count),
    }
    return texts[level].format(count=count) if level in texts else f"{count} {level}"


def bot_rank(level: str, tr: Translations) -> str:
    """Return the name of a bot and how strong it is, as in `Karl – easy`."""
    return tr.gettext(RANKS[level]) if level in RANKS else level


def bot_ranks(tr: Translations) -> dict[str, str]:
    """Return the names of all bots with how strong they are by level, weakest first."""
    return {level: tr.gettext(rank) for level, rank in RANKS.items()}


def bot_meanings(tr: Translations) -> dict[str, str]:
    """Return by level what each bot is like."""
    return {level: tr.gettext(meaning) for level, meaning in MEANINGS.items()}
