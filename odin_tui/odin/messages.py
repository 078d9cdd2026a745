"""The sentences of Odin for codes and facts of its rules."""

from gettext import NullTranslations

from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.rules import EndReason
from odin_tui.languages import N_
from odin_tui.messages import Facts, Sentence, any_of
from odin_tui.option_text import OptionText

NUMBERS = (
    N_("no"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)


def number_word(number: int, tr: NullTranslations) -> str:
    """Return a small number in letters, as in `two`."""
    return tr.gettext(NUMBERS[number])


def capitalized(sentence: str) -> str:
    """Return a sentence with a capital at its beginning; reasons begin with a small letter."""
    return sentence[:1].upper() + sentence[1:]


def advice_template(move: Move, tr: NullTranslations) -> str:
    """Return what a good player would do, with `{cards}` and `{card}` for what is played."""
    if isinstance(move, Pass):
        return tr.gettext("A Konung would pass.")
    if move.take is None:
        return tr.gettext("A Konung would play {cards}.")
    return tr.gettext("A Konung would play {cards} and take {card}.")


def _not_held(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("you do not hold {cards}.").format(cards=" ".join(facts["cards"]))


def _wrong_size(tr: NullTranslations, facts: Facts) -> str:
    fewest, most = (number_word(facts[name], tr) for name in ("fewest", "most"))
    return tr.gettext("{fewest} or {most} cards are needed.").format(fewest=fewest, most=most)


def _take_a_card(tr: NullTranslations, facts: Facts) -> str:
    cards = any_of((f"+{card}" for card in facts["cards"]), tr)
    return tr.gettext("say which card you take: {cards}.").format(cards=cards)


def _which_card(tr: NullTranslations, facts: Facts) -> str:
    cards = any_of(facts["cards"], tr)
    return tr.gettext("Which card do you take, {cards}?").format(cards=cards)


OUTCOMES: dict[str, Sentence] = {
    EndReason.ONE_HAND: N_("The one hand of the match is over."),
    EndReason.TARGET: N_("{points} points reached the target of {target}."),
}

REFUSALS: dict[str, Sentence] = {
    # Text that is no move
    "not-a-move": N_("{text!r} is not a move: type pass, or cards like B9 B5 +R8."),
    "card-twice": N_("{text!r} names {card} twice, and every card exists once."),
    "not-a-card": N_("{card} is not a card: colours are R O Y G B P, numbers 1 to 9."),
    # Illegal moves: these follow the move and a colon
    "pass-on-lead": N_("you lead, so you must play a card."),
    "no-card": N_("a play needs at least one card."),
    "not-held": _not_held,
    "not-a-set": N_("cards played together share one colour or one number."),
    "lead-one-card": N_("lead one card, or your whole hand if it is one set."),
    "nothing-to-take": N_("there is no card to take when you lead."),
    "wrong-size": _wrong_size,
    "too-low": N_("{value} does not beat {table}."),
    "going-out-takes-nothing": N_("you go out with this, so you take no card."),
    "take-a-card": _take_a_card,
    # Questions
    "which-card": _which_card,
    # Options
    "bad-target": N_(
        "target cannot be {value!r}; it is a whole number from {least} to {most}, or {or_else}."
    ),
    "full-deck-keeps-colours": N_(
        "removed-colours needs two-player-deck reduced: a full deck keeps all."
    ),
    "reduced-deck-is-for-two": N_(
        "two-player-deck reduced is for two, and this match has {players} players."
    ),
    "bad-colours": N_(
        "removed-colours cannot be {value!r}; it is two different letters of {letters}, or drawn."
    ),
}

OPTIONS: dict[str, OptionText] = {
    "edition": OptionText(
        N_("Edition"),
        N_(
            "Deutsch: whoever went out starts the next hand; "
            "a one-coloured first deal ends at once."
        ),
        N_("edition {value}"),
        {"international": N_("international"), "deutsch": N_("deutsch")},
    ),
    "target": OptionText(
        N_("Play to"),
        N_(
            "Points that end the match, any whole number from 1 to 100, or a single hand. "
            "Type the number."
        ),
        N_("play to {value}"),
        {"one-hand": N_("one-hand")},
    ),
    "next-starter": OptionText(
        N_("Next hand starts with"),
        N_("The starter's left neighbour, or whoever went out."),
        N_("next hand starts with {value}"),
        {"rotate": N_("rotate"), "winner": N_("winner")},
    ),
    "whole-hand-lead": OptionText(
        N_("One-coloured first deal"),
        N_("May be led whole, or in the first hand of the match must be."),
        N_("one-coloured first deal {value}"),
        {"optional": N_("optional"), "forced-first-deal": N_("forced-first-deal")},
    ),
    "two-player-deck": OptionText(
        N_("Deck for two"),
        N_("Two colours taken out, or all 54 cards."),
        N_("deck for two {value}"),
        {"reduced": N_("reduced"), "full": N_("full")},
    ),
    "removed-colours": OptionText(
        N_("Colours taken out"),
        N_("Drawn by lot, or two letters of ROYGBP."),
        N_("colours taken out {value}"),
        {"drawn": N_("drawn")},
    ),
}
