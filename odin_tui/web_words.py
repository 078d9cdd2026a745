"""What the pages for browsers say, by the names the pages use."""

from functools import cache

from odin_tui.languages import N_, RIGHT_TO_LEFT, translations_for

WORDS = {
    "tagline": N_("Viking games at a shared table"),
    "script_needed": N_("This page needs JavaScript. Without it: ssh to the same host."),
    "connecting": N_("Connecting…"),
    "lost": N_("The connection is lost. Your seat waits; trying again…"),
    "to_hall": N_("To the hall"),
    "keyboard": N_("Keyboard"),
    "more": N_("More"),
    "invite": N_("Copy invitation"),
    "copied": N_("Copied"),
    "copy_by_hand": N_("Copy this link for a friend:"),
    "close": N_("Close"),
    "notify": N_("Tell me when it is my turn"),
    "notify_short": N_("Notices"),
    "your_turn": N_("It is your turn at the table."),
    "text_page": N_("Plain text"),
    "terminal_page": N_("Terminal"),
    "terminal": N_("The table, as a terminal. For a screen reader, use the plain text page."),
    "keys_now": N_("Keys that can be used now"),
    "text_title": N_("odin in plain text"),
    "text_help": N_(
        "Write a command and press Enter: quick, tables, join and a code, help. "
        "At a table, write your move."
    ),
    "command": N_("Command or move"),
    "send": N_("Send"),
    "what_happens": N_("What happens"),
    "you_wrote": N_("You: {text}"),
}


@cache
def page_words(language: str) -> dict[str, str]:
    """Return the words of the pages in a language, with its code and its direction."""
    tr = translations_for(language)
    plain = {
        "language": language,
        "direction": "rtl" if language in RIGHT_TO_LEFT else "ltr",
        "game": "odin",
    }
    return plain | {name: tr.gettext(text) for name, text in WORDS.items()}
