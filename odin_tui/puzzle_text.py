"""Words for puzzles."""

from odin_server.hall.puzzles import Progress
from odin_tui.languages import N_, Translations

DIFFICULTIES = {1: N_("easy"), 2: N_("medium"), 3: N_("hard"), 4: N_("very hard")}
WHO_FINDS_IT = {
    1: N_("easy bots find it"),
    2: N_("hard bots find it"),
    3: N_("hard bots may"),
    4: N_("only masters do"),
}
"""What a difficulty means."""


def difficulty_text(difficulty: int, tr: Translations) -> str:
    """Return a word for how hard a puzzle is."""
    return tr.gettext(DIFFICULTIES[difficulty])


def stars(difficulty: int) -> str:
    """Return the difficulty as one to four stars, always as wide."""
    return "★" * difficulty + "·" * (len(DIFFICULTIES) - difficulty)


def progress_text(progress: Progress, tr: Translations) -> str:
    """Say how a player does with puzzles."""
    if not progress.tries:
        return tr.gettext("Find the best move. Only your first try counts.")
    text = tr.gettext(
        "Your rating: {rating}. Solved at once: {solved} of {tried}; {streak} in a row."
    )
    return text.format(
        rating=round(progress.rating),
        solved=progress.solved,
        tried=len(progress.tries),
        streak=progress.streak,
    )
