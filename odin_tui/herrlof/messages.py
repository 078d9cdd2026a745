"""The sentences of Herrlof: for refusals, outcomes, cards, and what happens in a match."""

from collections.abc import Mapping

from odin_engine.game import Seat
from odin_engine.herrlof.cards import HAGALAZ, VALKNUT, Card, Colour
from odin_engine.herrlof.scoring import EndReason, TieBreak
from odin_engine.herrlof.view import View
from odin_tui.game_text import read_messages
from odin_tui.herrlof.events import (
    CardBuried,
    CardDrawn,
    CardPlayed,
    CardReturned,
    CardTaken,
    Event,
    MatchEnded,
    OfferSkipped,
    Predicted,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TrickDestroyed,
    TrickTaken,
    TrickWon,
    TrumpTurnedUp,
    TurnEvent,
    events,
)
from odin_tui.languages import N_, Translations
from odin_tui.messages import Facts, Sentence
from odin_tui.narrator import EventText, Reader, match_over

MESSAGES = read_messages("herrlof")
COLOURS = {
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.GREEN: N_("green"),
    Colour.YELLOW: N_("yellow"),
}


def colour_name(colour: Colour, tr: Translations) -> str:
    """Return the name of a colour in a language."""
    return tr.gettext(COLOURS[colour])


def _not_held(tr: Translations, facts: Facts) -> str:
    return tr.gettext("you do not hold {cards}.").format(cards=" ".join(facts["cards"]))


def _other_stage(tr: Translations, facts: Facts) -> str:
    return tr.gettext(MESSAGES.stages[facts["stage"]]["wanted"])


def _not_a_move_now(tr: Translations, facts: Facts) -> str:
    return tr.gettext("{text!r} is not a move now: {wanted}").format(
        text=facts["text"], wanted=_other_stage(tr, facts)
    )


def _must_follow(tr: Translations, facts: Facts) -> str:
    colour = colour_name(Colour(facts["led"][0]), tr)
    return tr.gettext("{led} was led and you hold {colour}: follow, or play V or H.").format(
        led=facts["led"], colour=colour
    )


def _target_reached(tr: Translations, facts: Facts) -> str:
    text = tr.gettext("{points} points reached the target of {target}.").format(**facts)
    return _with_tie_break(text, tr, facts)


def _last_round(tr: Translations, facts: Facts) -> str:
    text = tr.ngettext(
        "The only round is over.", "The last of {rounds} rounds is over.", facts["rounds"]
    )
    return _with_tie_break(text.format(rounds=facts["rounds"]), tr, facts)


def _with_tie_break(text: str, tr: Translations, facts: Facts) -> str:
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

REFUSALS: Mapping[str, Sentence] = {
    **MESSAGES.refusals,
    "not-a-move-now": _not_a_move_now,
    "other-stage": _other_stage,
    "not-held": _not_held,
    "must-follow": _must_follow,
}

# -- cards and tricks ------------------------------------------------------------------------


def reminder(card: Card, seats: int, tr: Translations) -> str:  # noqa: PLR0911 - one for each card
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


def tricks_text(count: int, tr: Translations) -> str:
    """Return a number of tricks with its word."""
    return tr.ngettext("{count} trick", "{count} tricks", count).format(count=count)


def distance_text(predicted: int, won: int, tr: Translations) -> str:
    """Return how far a prediction is from coming true."""
    if won == predicted:
        return tr.gettext("exact now")
    if won < predicted:
        count = predicted - won
        return tr.ngettext("{count} to go", "{count} to go", count).format(count=count)
    count = won - predicted
    return tr.ngettext("{count} too many", "{count} too many", count).format(count=count)


# -- what happens ---------------------------------------------------------------------------

LEAD = EventText(N_("You lead {card}."), N_("{name} leads {card}."))
TURNS: Mapping[type, EventText] = {
    Predicted: EventText(
        N_("You predict {tricks}."),
        N_("{name} predicts {tricks}."),
        unknown=N_("{name} has predicted."),
    ),
    CardPlayed: EventText(N_("You play {card}."), N_("{name} plays {card}.")),
    CardDrawn: EventText(
        N_("You draw {card} from the deck."),
        N_("{name} draws {card} from the deck."),
        unknown=N_("{name} draws a card from the deck."),
    ),
    CardBuried: EventText(
        N_("You bury {card} under the deck."),
        N_("{name} buries {card} under the deck."),
        unknown=N_("{name} buries a card under the deck."),
    ),
    TrickTaken: EventText(
        N_("You take a trick from {victim}."),
        N_("{name} takes a trick from {victim}."),
        to_you=N_("{name} takes a trick from you."),
    ),
    CardTaken: EventText(
        N_("You take {card} from {victim}."),
        N_("{name} takes {card} from {victim}."),
        to_you=N_("{name} takes {card} from you."),
        unknown=N_("{name} takes a card from {victim}."),
    ),
    CardReturned: EventText(
        N_("You give {card} back."),
        N_("{name} gives {card} back."),
        unknown=N_("{name} gives a card back."),
    ),
    OfferSkipped: EventText(N_("You let it be."), N_("{name} lets it be.")),
}
"""What seats do."""
BRIEF_TURNS: Mapping[type, EventText] = {
    CardPlayed: EventText(N_("You {card}"), N_("{name} {card}")),
    CardDrawn: EventText(
        N_("You drew {card}"), N_("{name} drew {card}"), unknown=N_("{name} drew")
    ),
    CardBuried: EventText(
        N_("You buried {card}"), N_("{name} buried {card}"), unknown=N_("{name} buried a card")
    ),
    TrickTaken: EventText(
        N_("You took a trick from {victim}"),
        N_("{name} took a trick from {victim}"),
        to_you=N_("{name} took a trick from you"),
    ),
    CardTaken: EventText(
        N_("You took {card} from {victim}"),
        N_("{name} took {card} from {victim}"),
        to_you=N_("{name} took {card} from you"),
        unknown=N_("{name} took a card from {victim}"),
    ),
    CardReturned: EventText(
        N_("You gave back {card}"),
        N_("{name} gave back {card}"),
        unknown=N_("{name} gave a card back"),
    ),
    OfferSkipped: EventText(N_("You let it be"), N_("{name} let it be")),
}
"""The same, as briefly as can be."""
WILL_LEAD = EventText(N_("You will lead."), N_("{name} will lead."))
DESTROYED = EventText(
    N_("The trick is destroyed; you lead again."),
    N_("The trick is destroyed; {name} leads again."),
)
WINS = EventText(N_("You win the trick."), N_("{name} wins the trick."))
WINS_FOR_ANOTHER = EventText(
    N_("You win the trick; {leader} leads next."),
    N_("{name} wins the trick; {leader} leads next."),
    to_you=N_("{name} wins the trick; you lead next."),
)
SCORED = EventText(
    N_("You predicted {predicted} and won {tricks}: {sum}."),
    N_("{name} predicted {predicted} and won {tricks}: {sum}."),
)


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    """Return sentences for what happened between two views; from the deal if `before` is None."""
    return [line for event in events(before, after) for line in sentences(event, reader)]


def sentences(event: Event, reader: Reader) -> list[str]:
    """Return what to tell a reader of an event."""
    match event:
        case MatchEnded(outcome):
            return match_over(outcome, "herrlof", reader)
        case RoundStarted(number, trump_card, leader):
            begins = reader.tr.gettext("Round {number}.").format(number=number)
            leads = reader.say(WILL_LEAD, leader)
            return [f"{begins} {_turned_up(trump_card, reader.tr)} {leads}"]
    return [_sentence(event, reader)]


def _sentence(
    event: TurnEvent | TrumpTurnedUp | TrickDestroyed | TrickWon | RoundEnded | RoundScored,
    reader: Reader,
) -> str:
    tr = reader.tr
    match event:
        case TrumpTurnedUp(card):
            return tr.gettext("A new trump is turned up.") if card is None else _turned_up(card, tr)
        case TrickDestroyed(leader):
            return reader.say(DESTROYED, leader)
        case TrickWon(winner, next_leader):
            return _trick_won(winner, next_leader, reader)
        case RoundEnded(number):
            return tr.gettext("Round {number} is over.").format(number=number)
        case RoundScored():
            return _scored(event, reader)
    return _turn(event, reader)


def _trick_won(winner: Seat, next_leader: Seat | None, reader: Reader) -> str:
    if next_leader is None:
        return reader.say(WINS, winner)
    text = reader.choose(WINS_FOR_ANOTHER, winner, next_leader)
    return text.format(name=reader.names[winner], leader=reader.names[next_leader])


def turn_template(event: TurnEvent, reader: Reader, texts: Mapping[type, EventText]) -> str:
    """Return the sentence of a table for what a seat did, with its placeholders."""
    fact = event.tricks if isinstance(event, Predicted) else getattr(event, "card", None)
    victim = getattr(event, "victim", None)
    return reader.choose(texts[type(event)], event.seat, victim, known=fact is not None)


def _turn(event: TurnEvent, reader: Reader) -> str:
    if isinstance(event, CardPlayed) and event.leads:
        text = reader.choose(LEAD, event.seat)
    else:
        text = turn_template(event, reader, TURNS)
    return text.format(
        name=reader.names[event.seat],
        card=getattr(event, "card", None),
        tricks=getattr(event, "tricks", None),
        victim=reader.names[getattr(event, "victim", event.seat)],
    )


def _turned_up(card: Card, tr: Translations) -> str:
    if card.colour is None:
        return tr.gettext("{card} is turned up: there is no trump.").format(card=card)
    return tr.gettext("{card} is turned up: {colour} is trump.").format(
        card=card, colour=colour_name(card.colour, tr)
    )


def _scored(event: RoundScored, reader: Reader) -> str:
    return reader.choose(SCORED, event.seat).format(
        name=reader.names[event.seat],
        predicted=event.predicted,
        tricks=event.tricks,
        sum=_sum(event, reader.tr),
    )


def _sum(event: RoundScored, tr: Translations) -> str:
    if event.exact_bonus and event.few_bonus:
        text = tr.ngettext(
            "{tricks} + {exact} as predicted + {few} for 3 or 4 = {points} point",
            "{tricks} + {exact} as predicted + {few} for 3 or 4 = {points} points",
            event.points,
        )
    elif event.exact_bonus:
        text = tr.ngettext(
            "{tricks} + {exact} as predicted = {points} point",
            "{tricks} + {exact} as predicted = {points} points",
            event.points,
        )
    elif event.few_bonus:
        text = tr.ngettext(
            "{tricks} + {few} for 3 or 4 = {points} point",
            "{tricks} + {few} for 3 or 4 = {points} points",
            event.points,
        )
    else:
        text = tr.ngettext("{points} point", "{points} points", event.points)
    return text.format(
        tricks=event.tricks, exact=event.exact_bonus, few=event.few_bonus, points=event.points
    )


def brief_score(event: RoundScored, reader: Reader) -> str:
    """Return what a seat gets for a round, without how it comes about."""
    tr = reader.tr
    return tr.ngettext(
        "{name} predicted {predicted}, won {tricks}: {points} point.",
        "{name} predicted {predicted}, won {tricks}: {points} points.",
        event.points,
    ).format(
        name=reader.names[event.seat],
        predicted=event.predicted,
        tricks=event.tricks,
        points=event.points,
    )
