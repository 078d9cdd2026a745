"""The sentences for the events of Herrlof; whoever reads them is called you."""

from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card
from odin_engine.herrlof.view import View
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
    events,
)
from odin_tui.herrlof.messages import colour_name
from odin_tui.languages import Translations
from odin_tui.narrator import Reader, match_over


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
            return [f"{begins} {_turned_up(trump_card, reader.tr)} {_will_lead(leader, reader)}"]
    return [_sentence(event, reader)]


def _sentence(event: Event, reader: Reader) -> str:  # noqa: PLR0911 - one for each event
    tr = reader.tr
    match event:
        case TrumpTurnedUp(None):
            return tr.gettext("A new trump is turned up.")
        case TrumpTurnedUp(Card() as card):
            return _turned_up(card, tr)
        case TrickDestroyed():
            return _trick_destroyed(event, reader)
        case TrickWon():
            return _trick_won(event, reader)
        case RoundEnded(number):
            return tr.gettext("Round {number} is over.").format(number=number)
        case RoundScored():
            return _scored(event, reader)
    return _turn(event, reader)


def _turn(event: Event, reader: Reader) -> str:  # noqa: PLR0911 - one for each event
    match event:
        case Predicted():
            return _predicted(event, reader)
        case CardPlayed():
            return _card_played(event, reader)
        case CardDrawn():
            return _card_drawn(event, reader)
        case CardBuried():
            return _card_buried(event, reader)
        case TrickTaken():
            return _trick_taken(event, reader)
        case CardTaken():
            return _card_taken(event, reader)
        case CardReturned():
            return _card_returned(event, reader)
        case OfferSkipped():
            return _offer_skipped(event, reader)
    raise TypeError(event)


# -- what a seat did -------------------------------------------------------------------------


def _predicted(event: Predicted, reader: Reader) -> str:
    tr, tricks = reader.tr, event.tricks
    if reader.is_me(event.seat):
        return tr.gettext("You predict {tricks}.").format(tricks=tricks)
    if tricks is None:
        text = tr.gettext("{name} has predicted.")
    else:
        text = tr.gettext("{name} predicts {tricks}.")
    return text.format(name=reader.names[event.seat], tricks=tricks)


def _card_played(event: CardPlayed, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You lead {card}.") if event.leads else tr.gettext("You play {card}.")
    elif event.leads:
        text = tr.gettext("{name} leads {card}.")
    else:
        text = tr.gettext("{name} plays {card}.")
    return text.format(name=reader.names[event.seat], card=event.card)


def _card_drawn(event: CardDrawn, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You draw {card} from the deck.")
    elif event.card is None:
        text = tr.gettext("{name} draws a card from the deck.")
    else:
        text = tr.gettext("{name} draws {card} from the deck.")
    return text.format(name=reader.names[event.seat], card=event.card)


def _card_buried(event: CardBuried, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You bury {card} under the deck.")
    elif event.card is None:
        text = tr.gettext("{name} buries a card under the deck.")
    else:
        text = tr.gettext("{name} buries {card} under the deck.")
    return text.format(name=reader.names[event.seat], card=event.card)


def _trick_taken(event: TrickTaken, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You take a trick from {victim}.")
    elif reader.is_me(event.victim):
        text = tr.gettext("{name} takes a trick from you.")
    else:
        text = tr.gettext("{name} takes a trick from {victim}.")
    return text.format(name=reader.names[event.seat], victim=reader.names[event.victim])


def _card_taken(event: CardTaken, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You take {card} from {victim}.")
    elif reader.is_me(event.victim):
        text = tr.gettext("{name} takes {card} from you.")
    elif event.card is None:
        text = tr.gettext("{name} takes a card from {victim}.")
    else:
        text = tr.gettext("{name} takes {card} from {victim}.")
    return text.format(
        name=reader.names[event.seat], victim=reader.names[event.victim], card=event.card
    )


def _card_returned(event: CardReturned, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You give {card} back.")
    elif event.card is None:
        text = tr.gettext("{name} gives a card back.")
    else:
        text = tr.gettext("{name} gives {card} back.")
    return text.format(name=reader.names[event.seat], card=event.card)


def _offer_skipped(event: OfferSkipped, reader: Reader) -> str:
    if reader.is_me(event.seat):
        return reader.tr.gettext("You let it be.")
    return reader.tr.gettext("{name} lets it be.").format(name=reader.names[event.seat])


# -- what came of it -------------------------------------------------------------------------


def _turned_up(card: Card, tr: Translations) -> str:
    if card.colour is None:
        return tr.gettext("{card} is turned up: there is no trump.").format(card=card)
    return tr.gettext("{card} is turned up: {colour} is trump.").format(
        card=card, colour=colour_name(card.colour, tr)
    )


def _will_lead(leader: Seat, reader: Reader) -> str:
    if reader.is_me(leader):
        return reader.tr.gettext("You will lead.")
    return reader.tr.gettext("{name} will lead.").format(name=reader.names[leader])


def _trick_destroyed(event: TrickDestroyed, reader: Reader) -> str:
    if reader.is_me(event.leader):
        return reader.tr.gettext("The trick is destroyed; you lead again.")
    text = reader.tr.gettext("The trick is destroyed; {name} leads again.")
    return text.format(name=reader.names[event.leader])


def _trick_won(event: TrickWon, reader: Reader) -> str:
    tr, winner, leader = reader.tr, event.winner, event.next_leader
    if reader.is_me(winner) and leader is None:
        text = tr.gettext("You win the trick.")
    elif reader.is_me(winner):
        text = tr.gettext("You win the trick; {leader} leads next.")
    elif leader is None:
        text = tr.gettext("{name} wins the trick.")
    elif reader.is_me(leader):
        text = tr.gettext("{name} wins the trick; you lead next.")
    else:
        text = tr.gettext("{name} wins the trick; {leader} leads next.")
    return text.format(
        name=reader.names[winner], leader="" if leader is None else reader.names[leader]
    )


def _scored(event: RoundScored, reader: Reader) -> str:
    tr = reader.tr
    if reader.is_me(event.seat):
        text = tr.gettext("You predicted {predicted} and won {tricks}: {sum}.")
    else:
        text = tr.gettext("{name} predicted {predicted} and won {tricks}: {sum}.")
    return text.format(
        name=reader.names[event.seat],
        predicted=event.predicted,
        tricks=event.tricks,
        sum=_sum(event, tr),
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
