"""The sentences of Herrlof: for refusals, outcomes, options, cards, and reasons for moves."""

from gettext import NullTranslations

from odin_engine.herrlof.cards import HAGALAZ, SPECIAL_NUMBERS, VALKNUT, Card, Colour
from odin_engine.herrlof.scoring import EndReason, TieBreak
from odin_engine.herrlof.state import Stage
from odin_tui.languages import N_
from odin_tui.messages import Facts, Sentence
from odin_tui.option_text import OptionText

COLOURS = {
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.GREEN: N_("green"),
    Colour.YELLOW: N_("yellow"),
}
WAITING_FOR = {
    Stage.PREDICT: N_("now everyone predicts a number of tricks."),
    Stage.PLAY: N_("now a card is played."),
    Stage.SWAP: N_("your 3 lets you draw or skip."),
    Stage.BURY: N_("now put a card of your hand under the deck."),
    Stage.STEAL_TRICK: N_("your 1 lets you steal a trick or skip."),
    Stage.STEAL_CARD: N_("your 6 lets you steal a card or skip."),
    Stage.RETURN: N_("now return a card for the one you stole."),
    Stage.OVER: N_("the match is over."),
}


def colour_name(colour: Colour, tr: NullTranslations) -> str:
    """Return the name of a colour in a language."""
    return tr.gettext(COLOURS[colour])


def _not_held(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("you do not hold {cards}.").format(cards=" ".join(facts["cards"]))


def _other_stage(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext(WAITING_FOR[Stage(facts["stage"])])


def _not_a_move_now(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("{text!r} is not a move now: {wanted}").format(
        text=facts["text"], wanted=_other_stage(tr, facts)
    )


def _must_follow(tr: NullTranslations, facts: Facts) -> str:
    colour = colour_name(Colour(facts["led"][0]), tr)
    return tr.gettext("{led} was led and you hold {colour}: follow, or play V or H.").format(
        led=facts["led"], colour=colour
    )


def _target_reached(tr: NullTranslations, facts: Facts) -> str:
    text = tr.gettext("{points} points reached the target of {target}.").format(**facts)
    return _with_tie_break(text, tr, facts)


def _last_round(tr: NullTranslations, facts: Facts) -> str:
    text = tr.ngettext(
        "The only round is over.", "The last of {rounds} rounds is over.", facts["rounds"]
    )
    return _with_tie_break(text.format(rounds=facts["rounds"]), tr, facts)


def _with_tie_break(text: str, tr: NullTranslations, facts: Facts) -> str:
    if "tie_break" not in facts:
        return text
    return f"{text} {tr.gettext(TIE_BREAKS[facts['tie_break']])}"


TIE_BREAKS: dict[str, str] = {
    TieBreak.EXACT_PREDICTIONS: N_("Equal points: more exact predictions decide."),
    TieBreak.LAST_ROUND_TRICKS: N_(
        "Equal points and exact predictions: more tricks in the last round decide."
    ),
    TieBreak.NOTHING: N_(
        "Points, exact predictions and tricks in the last round are equal: a draw."
    ),
}

OUTCOMES: dict[str, Sentence] = {
    EndReason.TARGET: _target_reached,
    EndReason.LAST_ROUND: _last_round,
}

REFUSALS: dict[str, Sentence] = {
    # Text that is no move
    "not-a-move": N_(
        "{text!r} is not a move: "
        "type a card like R7, V or H, predict 4, draw, bury R7, steal 1, return R7 or skip."
    ),
    "not-a-move-now": _not_a_move_now,
    "not-a-card": N_("{card} is not a card: there are R B G Y with 1 to 9, and V and H."),
    # Illegal moves: these follow the move and a colon
    "already-predicted": N_("you have predicted, and a prediction stands."),
    "other-stage": _other_stage,
    "bad-prediction": N_("predict from 0 to {most} tricks."),
    "own-seat": N_("you cannot steal from yourself."),
    "no-such-victim": N_("there is no seat {seat}."),
    "no-trick-to-steal": N_("seat {seat} has no trick to steal."),
    "not-held": _not_held,
    "must-follow": _must_follow,
}

OPTIONS: dict[str, OptionText] = {
    "target": OptionText(
        N_("Play to"),
        N_("Points that end the match, any whole number from 1 to 500. Type the number."),
        N_("play to {value}"),
    ),
    "max-rounds": OptionText(
        N_("Rounds at most"),
        N_("After so many the most points win, any whole number from 1 to 20. Type the number."),
        N_("rounds at most {value}"),
    ),
    "small-bonus": OptionText(
        N_("Bonus for few tricks"),
        N_("5 points more for whoever ends a round with 3 or 4 tricks."),
        N_("bonus for few tricks {value}"),
        {"on": N_("on"), "off": N_("off")},
    ),
}

# -- cards and tricks ------------------------------------------------------------------------

PERTHRO = "ᛈ"
"""The rune on the numbers that do something."""


def reminder(card: Card, seats: int, tr: NullTranslations) -> str:  # noqa: PLR0911 - one for each card
    """Return what a special card does, in a line; empty for a plain one."""
    if card == VALKNUT:
        return tr.gettext("Valknut destroys the trick; its leader leads again")
    if card == HAGALAZ:
        return tr.gettext("Hagalaz is lowest of all; whoever loses with it leads")
    match card.number:
        case 1:
            return tr.gettext("a 1 that wins may take a trick from somebody")
        case 3:
            return tr.gettext("a 3 may swap a card with the deck, win or lose")
        case 6:
            return tr.gettext("a 6 that wins may swap a card with somebody, unseen")
        case 9 if seats == 3:
            return tr.gettext("a 9 that wins gives the lead to the left")
        case 9:
            return tr.gettext("a 9 that wins gives the lead away")
    return ""


def reminder_with_rune(card: Card, seats: int, tr: NullTranslations) -> str:
    """Return what a special card does, after the rune that marks it."""
    text = reminder(card, seats, tr)
    return f"{PERTHRO} {text}" if card.number in SPECIAL_NUMBERS else text


def tricks_text(count: int, tr: NullTranslations) -> str:
    """Return a number of tricks with its word."""
    return tr.ngettext("{count} trick", "{count} tricks", count).format(count=count)


def distance_text(predicted: int, won: int, tr: NullTranslations) -> str:
    """Return how far a prediction is from coming true."""
    if won == predicted:
        return tr.gettext("exact now")
    if won < predicted:
        count = predicted - won
        return tr.ngettext("{count} to go", "{count} to go", count).format(count=count)
    count = won - predicted
    return tr.ngettext("{count} too many", "{count} too many", count).format(count=count)


# -- why a move is good ----------------------------------------------------------------------

REASONS: dict[str, str] = {
    # Playing a card
    "only-card": N_("{card} is the only card you may play."),
    "destroyed-anyway": N_("This trick is destroyed anyway."),
    "second-valknut": N_("A second V turns up a new trump."),
    "no-card-wins": N_("No card you may play wins this trick."),
    "valknut-destroys": N_("V destroys this trick, so nobody gets it."),
    "lead-again": N_("You lead again."),
    "card-wins": N_("{card} wins this trick."),
    "card-beats": N_("{card} beats what lies in this trick."),
    "every-card-wins": N_("Every card you may play wins this trick."),
    "every-card-beats": N_("Every card you may play beats what lies in this trick."),
    "nine-gives-lead-away": N_("A 9 that wins gives the lead away."),
    "card-does-not-win": N_("{card} does not win this trick."),
    "last-hagalaz-leads": N_("Whoever loses with the last H leads next."),
    "hagalaz-leads-again": N_("You lead again unless another H falls."),
    "colours-beat-hagalaz": N_("Every coloured card beats H."),
    "no-card-beats": N_("No card beats {card}."),
    "higher-trump-beats": N_("Only a higher trump beats {card}."),
    "higher-card-beats": N_("Only a higher card of its colour beats {card}."),
    "trump-beats": N_("Only a trump beats {card}."),
    "higher-card-or-trump-beats": N_("Only a higher card of its colour or a trump beats {card}."),
    "three-swaps": N_("A 3 lets you swap a card with the deck."),
    "cannot-win-later": N_("{card} cannot win a later trick then."),
    "keep-for-later": N_("You keep {card} for a later trick."),
    # Cards and tricks that change hands
    "drawing-costs-nothing": N_("You may bury the card again, so drawing it costs nothing."),
    "looking-costs-nothing": N_("You may give the card back, so looking at it costs nothing."),
    "hand-stays-as-it-was": N_("Your hand stays as it was."),
    "hand-stays-as-it-is": N_("Your hand stays as it is."),
    "keep-instead": N_("You keep {card} instead of {other}."),
    "trick-counts-for-you": N_("The trick then counts for you and no longer for them."),
    "tricks-stay": N_("The tricks stay as they are."),
    # Trials of a search
    "did-better": N_(
        "It did better than the next best when tried out, {worth} against {next_worth}."
    ),
}
"""What speaks for a move, without a number to agree with."""


def reason_text(code: str, facts: Facts, tr: NullTranslations) -> str:
    """Return the sentence that says what speaks for a move."""
    count = facts.get("count", 0)
    match code:
        case "high-cards":
            text = tr.ngettext(
                "Of your {cards} cards, {count} is above {number}.",
                "Of your {cards} cards, {count} are above {number}.",
                count,
            )
        case "high-cards-or-trump":
            text = tr.ngettext(
                "Of your {cards} cards, {count} is trump or above {number}.",
                "Of your {cards} cards, {count} are trump or above {number}.",
                count,
            )
        case "low-cards":
            text = tr.ngettext(
                "Of your {cards} cards, {count} is below {number} and not trump.",
                "Of your {cards} cards, {count} are below {number} and not trump.",
                count,
            )
        case "exact-points":
            text = tr.ngettext(
                "Exactly {count} trick would bring {points} points.",
                "Exactly {count} tricks would bring {points} points.",
                count,
            )
        case "higher-elsewhere":
            text = tr.ngettext(
                "Of its colour, {count} higher is not in your hand.",
                "Of its colour, {count} higher are not in your hand.",
                count,
            )
        case "tricks-needed":
            text = tr.ngettext(
                "You still need {count} trick.", "You still need {count} tricks.", count
            )
        case "exact-now":
            text = tr.ngettext(
                "You have exactly the {count} trick you predicted.",
                "You have exactly the {count} tricks you predicted.",
                count,
            )
        case "trick-brings":
            text = tr.ngettext(
                "One more trick would bring {count} point.",
                "One more trick would bring {count} points.",
                count,
            )
        case "trick-costs":
            text = tr.ngettext(
                "One more trick would cost {count} point.",
                "One more trick would cost {count} points.",
                count,
            )
        case _:
            text = tr.gettext(REASONS[code])
    return text.format(**facts)
