"""Words for puzzles."""

from odin_tui.languages import N_, Translations

DIFFICULTIES = {1: N_("easy"), 2: N_("medium"), 3: N_("hard"), 4: N_("very hard")}
WHO_FINDS_IT = {
    1: N_("Karl finds it"),
    2: N_("Jarl finds it"),
    3: N_("Jarl may find it"),
    4: N_("only Konung does"),
}
"""What a difficulty means."""


def difficulty_text(difficulty: int, tr: Translations) -> str:
    """Return a word for how hard a puzzle is."""
    return tr.gettext(DIFFICULTIES[difficulty])


def stars(difficulty: int) -> str:
    """Return the difficulty as one to four stars, always as wide."""
    return "★" * difficulty + "·" * (len(DIFFICULTIES) - difficulty)
