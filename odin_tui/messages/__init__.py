"""Sentences for what the engine and the hall report as a code and facts.

A game's own codes have their sentences in `odin_tui/<game>/messages.toml`.
"""

from collections.abc import Mapping
from dataclasses import asdict
from gettext import NullTranslations
from typing import Any

from odin_engine.game import IllegalMove, Outcome, Refusal
from odin_server.notices import Notice
from odin_tui.game_ui import GAME_UIS, game_ui
from odin_tui.languages import ENGLISH, N_
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.quoting import quotable
from odin_tui.messages import accounts, files, hall, joining, server, tournaments
from odin_tui.messages.hall import title
from odin_tui.messages.sentence import Facts, Sentence, Text, Who, any_of, formatted, template

__all__ = [
    "N_",
    "Facts",
    "Sentence",
    "Text",
    "Who",
    "any_of",
    "formatted",
    "notice_data",
    "notice_text",
    "outcome_data",
    "outcome_text",
    "reason_text",
    "refusal_data",
    "refusal_text",
    "template",
]


def refusal_text(refusal: Refusal, tr: NullTranslations, game: str | None = None) -> str:
    """Return the sentence for a refusal; `game` is the game played where that is known."""
    reason = reason_text(refusal, tr, game)
    if isinstance(refusal, IllegalMove) and "move" in refusal.facts:
        return tr.gettext("{move}: {reason}").format(move=refusal.facts["move"], reason=reason)
    return reason


def reason_text(refusal: Refusal, tr: NullTranslations, game: str | None = None) -> str:
    """Return the sentence for a refusal without the move it is about."""
    game = game or refusal.facts.get("game")
    sentence = (_of_game(game) or {}).get(refusal.code) or REFUSALS.get(refusal.code)
    if sentence is None:
        return str(refusal)
    facts = {
        name: reason_text(fact, tr, game) if isinstance(fact, Refusal) else quotable(fact, tr)
        for name, fact in refusal.facts.items()
    }
    return formatted(sentence, tr, facts)


def notice_text(notice: Notice | None, tr: NullTranslations) -> str:
    """Return the sentence for a notice; empty for none."""
    if notice is None:
        return ""
    sentence = REFUSALS.get(notice.code)
    return str(notice) if sentence is None else formatted(sentence, tr, notice.facts)


def notice_data(notice: Notice | None) -> dict[str, Any] | None:
    """Return a notice as JSON can hold it, with an English sentence; None for none."""
    if notice is None:
        return None
    message = notice_text(notice, ENGLISH)
    return {"code": notice.code, "facts": dict(notice.facts), "message": message}


def outcome_text(outcome: Outcome, tr: NullTranslations, game: str, who: Who | None = None) -> str:
    """Return the sentence that says why a match ended; `who` are those with the most points."""
    sentence = game_ui(game).outcomes.get(outcome.reason)
    facts = {**outcome.facts, "who": who or Who(tr.gettext("Somebody"))}
    return outcome.reason if sentence is None else formatted(sentence, tr, facts)


def outcome_data(outcome: Outcome, game: str) -> dict[str, Any]:
    """Return an outcome as JSON can hold it, with an English sentence."""
    return asdict(outcome) | {"message": outcome_text(outcome, ENGLISH, game)}


def refusal_data(refusal: Refusal) -> dict[str, Any]:
    """Return a refusal as JSON can hold it, without its sentence."""
    facts = {
        name: refusal_data(fact) if isinstance(fact, Refusal) else fact
        for name, fact in refusal.facts.items()
    }
    return {"error": type(refusal).__name__, "code": refusal.code, "facts": facts}


def _of_game(game: str | None) -> Mapping[str, Sentence] | None:
    return game_ui(game).refusals if game in GAME_UIS else None


def _wrong_number_of_players(tr: NullTranslations, facts: Facts) -> str:
    if facts["most"] - facts["fewest"] == 1:
        text = tr.gettext("{game} is for {fewest} or {most} players, not {players}.")
    else:
        text = tr.gettext("{game} is for {fewest} to {most} players, not {players}.")
    return text.format(**{**facts, "game": title(facts["game"])})


def _seats_empty(tr: NullTranslations, facts: Facts) -> str:
    return tr.ngettext(
        "{game} is for {fewest} to {most} players; {seated} sits here.",
        "{game} is for {fewest} to {most} players; {seated} sit here.",
        facts["seated"],
    ).format(**{**facts, "game": title(facts["game"])})


def _no_such_option(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("{game} has no option {option!r}; it has {options}.").format(
        game=title(facts["game"]), option=facts["option"], options=comma_list(facts["options"], tr)
    )


def _bad_value(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("{option} cannot be {value!r}; it is {values}.").format(
        option=facts["option"], value=facts["value"], values=any_of(facts["values"], tr)
    )


def _other_rules(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext(
        "line {line}: {game} was played by version {found} of its rules; "
        "this odin plays by version {version}."
    ).format(**{**facts, "game": title(facts["game"])})


def _setting_out_of_range(tr: NullTranslations, facts: Facts) -> str:
    numbers = {name: _plain(facts[name]) for name in ("least", "most", "value")}
    return tr.gettext("{name} goes from {least} to {most}, not {value}.").format(
        name=facts["name"], **numbers
    )


def _plain(number: float) -> str:
    """Return a number as somebody would write it in a file of settings."""
    return str(number) if isinstance(number, int) else f"{number:.15g}"


def _setting_not_one_of(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("{name} cannot be {value!r}; it is {words}.").format(
        name=facts["name"], value=facts["value"], words=any_of(facts["words"], tr)
    )


_ENGINE: dict[str, Sentence] = {
    # Every game
    "no-such-seat": N_("there is no such seat: the seats are 0 to {last}."),
    "nothing-to-do": N_("seat {seat} has no move to make now."),
    "match-over": N_("the match is over."),
    "not-your-turn": N_("it is not your turn."),
    # Options of a match
    "wrong-number-of-players": _wrong_number_of_players,
    "no-such-option": _no_such_option,
    "bad-value": _bad_value,
    "bad-number": N_("{option} cannot be {value!r}; it is a whole number from {least} to {most}."),
    # Tables
    "seats-empty": _seats_empty,
    "options-do-not-fit": N_("With {players} players that cannot be played: {why}"),
    # Settings
    "not-toml": N_("it is not TOML: {trouble}"),
    "no-such-setting": N_("there is no setting {name!r}."),
    "setting-misspelt": N_("there is no setting {name!r}; did you mean {meant}?"),
    "setting-not-true-or-false": N_("{name} is true or false, not {value!r}."),
    "setting-not-a-number": N_("{name} needs a number, not {value!r}."),
    "setting-not-whole": N_("{name} needs a whole number, not {value!r}."),
    "setting-out-of-range": _setting_out_of_range,
    "setting-not-a-text": N_("{name} needs a text, not {value!r}."),
    "setting-too-long": N_("{name} needs a text of at most {most} letters."),
    "setting-not-one-of": _setting_not_one_of,
    "setting-not-a-list": N_('{name} needs a list such as ["one", "two"], not {value!r}.'),
    "setting-wrong-length": N_("{name} needs a list of {length} values."),
    "setting-not-a-section": N_("{name} needs a section of its own, [{name}], not {value!r}."),
    "setting-missing": N_("{name} is missing."),
    # Records
    "bad-commitment": N_("{commitment!r} cannot be the SHA-256 of a seed."),
    "bad-name-in-record": N_("{name!r} cannot be a name in a record."),
    "not-a-record": N_("line {line}: this is not an odin record."),
    "other-record-version": N_(
        "line {line}: {found!r} is of another version; this odin reads version {version}."
    ),
    "other-rules": _other_rules,
    "unknown-game": N_("line {line}: there is no game {game!r} here."),
    "bad-line": N_("line {line}: {why}"),
    "bad-line-end": N_("line {line}: a line ends with a newline and nothing else."),
    "no-last-newline": N_("line {line}: the record breaks off here, without a newline at its end."),
    "record-changed": N_("line {line}: the record was changed after it was written."),
    "record-cut-off": N_("line {line}: the record breaks off here."),
    "lines-after-the-end": N_("line {line}: the record has ended, and yet the file goes on."),
    "word-expected": N_("line {line}: '{word}' was expected."),
    "fact-expected": N_("line {line}: '{key} …' was expected."),
    "number-expected": N_("line {line}: '{key}' needs a whole number."),
    "option-twice": N_("line {line}: the option {option!r} is there twice."),
    "commitment-digits": N_("line {line}: the commitment needs {digits} hexadecimal digits."),
    "seed-digits": N_("line {line}: the seed needs {digits} hexadecimal digits."),
    "bad-name-line": N_("line {line}: {name!r} cannot be a name."),
    "move-expected": N_("line {line}: a seat and its move were expected."),
    "impossible-move": N_("line {line}: seat {seat} cannot have played {move!r}: {why}"),
    "other-notation": N_("it is written {written!r}."),
}

REFUSALS: dict[str, Sentence] = {
    **_ENGINE,
    **hall.SENTENCES,
    **accounts.SENTENCES,
    **server.SENTENCES,
    **files.SENTENCES,
    **joining.SENTENCES,
    **tournaments.SENTENCES,
}
"""The sentence for every code, of refusals and of notices."""
