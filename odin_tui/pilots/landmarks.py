"""Texts by which a pilot knows which screen it sees, in the language of its session.

They are messages of the screens themselves: a message that changes there has to change here too.
"""

from odin_tui.languages import N_, Translations

LEAVING = N_("Leave the table?")
TOO_SMALL = N_("odin needs {least_width} × {least_height}")
ASKED_FOR_LETTERS = N_("Which line reads right?")
ASKED_FOR_NAME = N_("Your name?")
ASKED_WHAT_FIRST = N_("What would you like to play?")
INVITING = N_("Invite a friend to {game} ({key} copies):\n{command}")
ALL_HERE = N_("Everyone is here.")
KEYS_SHOWN = N_("Numbers choose too, and everything can be clicked.")
IN_THE_HALL = N_("The hall · {name} · {count} here")
OWN_TABLE = N_("yours")
AT_HOME = N_("Play now")
UNFINISHED = N_("Continue")
NEW_TABLE = N_("New table")
GAME, SEATS, FREE_SEATS = N_("Game"), N_("Seats"), N_("Free seats")
ROUND_GATHERS = N_("The match begins when everybody is here, or soon without them.")
MATCH_OVER, MATCH_RECORD = N_("Play again"), N_("Save record")
WAITING_FOR_OTHERS = N_("Waiting for {names}.")
NEW_TOURNAMENT = N_("New tournament")
TOURNAMENT_NAME = N_("What is the tournament called?")
FORMAT, ROUNDS, TABLE_SEATS = N_("Format"), N_("Rounds"), N_("Seats at a table")
SWISS, KNOCK_OUT = N_("Swiss"), N_("knock-out")
NEXT_ROUND, BY_HAND = N_("Next round"), N_("when I say so")
JOIN, LEAVE = N_("join"), N_("leave")
START, SEAT_NEXT = N_("start"), N_("next round")
ROUND = N_("round {number}")
ROUND_OVER = N_("round {number} is over")
TO_TABLE = N_("to your table")
TOURNAMENT_OVER = N_("finished")
TABLES_OF = N_("tables of {seats}")
GO_ON = N_("go on")
HELP = N_("keys")


def landmark(message: str, tr: Translations, longest: int = 24) -> str:
    """Return what is always the same of a message as shown: its first words before any fact.

    More letters than `longest` may go on in the next row of a narrow window.
    """
    text = tr.gettext(message).partition("{")[0].partition("\n")[0].rstrip(" .")
    return text if len(text) <= longest else text[: longest + 1].rpartition(" ")[0]
