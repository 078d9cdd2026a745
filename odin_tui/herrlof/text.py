"""Herrlof in plain lines, moves as people type them, the rules and the lesson."""

from collections.abc import Iterable, Iterator

from odin_engine.game import NotAMove
from odin_engine.herrlof.cards import COLOUR_BITS, SPECIAL_NUMBERS, Card, Cards
from odin_engine.herrlof.moves import (
    Bury,
    Draw,
    Move,
    Play,
    Predict,
    Return,
    Skip,
    Steal,
    parse_move,
)
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import listed
from odin_tui.game_text import read_lesson, read_rules
from odin_tui.game_ui import RulesPage, TextUI
from odin_tui.herrlof.messages import colour_name, reminder
from odin_tui.herrlof.reasons import why_not
from odin_tui.languages import N_, Translations
from odin_tui.messages import any_of
from odin_tui.narrator import Reader

HELP = (
    N_("Type a move: a card like R7, V or H, or a number to predict."),
    N_("When a card lets you, type draw, bury R7, steal 1, return R7, or skip."),
    N_("hand: what you hold. table: trump, trick, last trick and tricks won. scores: the points."),
    N_("sets: what you can do now."),
)


def hand(view: View, reader: Reader) -> list[str]:
    """Return what the reader holds, colour by colour."""
    tr = reader.tr
    if view.seat is None:
        return [tr.gettext("You watch, so you hold no cards.")]
    if not view.hand:
        return [tr.gettext("You hold no cards.")]
    bits = view.hand.bits
    groups = [str(Cards(bits & group)) for group in COLOUR_BITS.values() if bits & group]
    groups += [str(card) for card in view.hand if card.colour is None]
    count = len(view.hand)
    text = tr.ngettext("You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", count)
    return [text.format(count=count, cards=", ".join(groups))]


def table(view: View, reader: Reader) -> list[str]:
    """Return trump, trick, last trick, tricks won, cards left, and whose turn it is."""
    return list(_table(view, reader))


def _table(view: View, reader: Reader) -> Iterator[str]:
    tr, names = reader.tr, reader.names
    where = tr.gettext("Round {round}, trick {trick} of {tricks}.").format(
        round=view.round_no, trick=view.trick_no, tricks=view.hand_size
    )
    yield f"{where} {_trump(view, tr)}"
    yield _middle(view, reader)
    if view.last_trick is not None:
        winner = view.last_trick.winner
        if winner is None:
            text = tr.gettext("The last trick: {cards}; destroyed.")
        elif reader.is_me(winner):
            text = tr.gettext("The last trick: {cards}; won by you.")
        else:
            text = tr.gettext("The last trick: {cards}; won by {name}.")
        cards = _by_seat(reader, view.last_trick.laid)
        yield text.format(cards=cards, name=names[winner or 0])
    yield tr.gettext("Tricks won: {tricks}; destroyed {destroyed}.").format(
        tricks=_by_seat(reader, enumerate(view.tricks)), destroyed=view.destroyed
    )
    yield from _own_prediction(view, tr)
    yield tr.gettext("Cards left: {cards}; in the deck {deck}.").format(
        cards=_by_seat(reader, enumerate(view.counts)), deck=view.deck
    )
    for seat, known in enumerate(view.known):
        if known and not reader.is_me(seat):
            text = tr.gettext("{name} holds {cards}, as you know.")
            yield text.format(name=names[seat], cards=known)
    if view.seat is not None and view.seat in view.to_move:
        yield tr.gettext("It is your turn.")
    elif view.to_move:
        yield tr.gettext("It is the turn of {name}.").format(name=names[view.to_move[0]])


def _by_seat(reader: Reader, values: Iterable[tuple[int, object]]) -> str:
    """Return what belongs to each seat, as in `you 3, Bo 2`."""
    return ", ".join(f"{_label(reader, seat)} {value}" for seat, value in values)


def _label(reader: Reader, seat: int) -> str:
    if reader.is_me(seat):
        return reader.tr.pgettext("inside a list", "you")
    return reader.names[seat]


def _middle(view: View, reader: Reader) -> str:
    tr = reader.tr
    if view.trick:
        return tr.gettext("In the middle: {cards}.").format(cards=_by_seat(reader, view.laid))
    if view.stage == Stage.PREDICT:
        text = tr.gettext("Predictions are being made; still missing: {names}.")
        return text.format(names=listed([_label(reader, seat) for seat in view.to_move], tr))
    if reader.is_me(view.leader):
        return tr.gettext("Nothing lies in the middle; you to lead.")
    text = tr.gettext("Nothing lies in the middle; {name} to lead.")
    return text.format(name=reader.names[view.leader])


def scores(view: View, reader: Reader) -> list[str]:
    """Return everyone's points, the most first, and when the match ends."""
    order = sorted(range(view.seats), key=lambda seat: (-view.points[seat], seat))
    text = reader.tr.gettext(
        "Points: {points}. The match ends at {target} or after round {rounds}; the most win."
    )
    points = _by_seat(reader, ((seat, view.points[seat]) for seat in order))
    return [text.format(points=points, target=view.options.target, rounds=view.options.max_rounds)]


def prompt(view: View, reader: Reader) -> str:  # noqa: PLR0911 - one for each thing that is asked
    """Return what the reader can do now."""
    tr = reader.tr
    if view.seat is None or view.seat not in view.to_move:
        return tr.gettext("It is not your turn.")
    match view.stage:
        case Stage.PREDICT:
            return _asked_to_predict(view, tr)
        case Stage.SWAP:
            return tr.gettext(
                "Your turn: your 3 lets you draw the top card and bury one. Type draw or skip."
            )
        case Stage.BURY:
            text = tr.gettext("Your turn: you drew {card}. Bury a card, as in bury {card}.")
            return text.format(card=view.drawn)
        case Stage.RETURN:
            text = tr.gettext("Your turn: you took {card}. Return a card, as in return {card}.")
            return text.format(card=view.drawn)
        case Stage.STEAL_TRICK | Stage.STEAL_CARD:
            return _asked_to_steal(view, reader)
    return " ".join([_asked_for_card(view, tr), *_own_prediction(view, tr)])


def _asked_to_predict(view: View, tr: Translations) -> str:
    most, card = view.hand_size, view.trump_card
    if card.colour is None:
        text = tr.gettext("Your turn: there is no trump ({card}). Predict from 0 to {most} tricks.")
        return text.format(card=card, most=most)
    text = tr.gettext("Your turn: trump is {colour} ({card}). Predict from 0 to {most} tricks.")
    return text.format(colour=colour_name(card.colour, tr), card=card, most=most)


def _asked_to_steal(view: View, reader: Reader) -> str:
    tr, steals = reader.tr, _steals(view)
    moves = any_of(map(str, steals), tr)
    victims = any_of([reader.names[move.victim] for move in steals], tr)
    if view.stage == Stage.STEAL_TRICK:
        text = tr.gettext("Your turn: take a trick from {names}. Type {moves}, or skip.")
    else:
        text = tr.gettext("Your turn: take an unseen card from {names}. Type {moves}, or skip.")
    return text.format(names=victims, moves=moves)


def _asked_for_card(view: View, tr: Translations) -> str:
    if not view.trick:
        return tr.gettext("Your turn: lead any card.")
    led = view.trick[0]
    if led.colour is None or all(card.colour != led.colour for card in view.hand):
        return tr.gettext("Your turn: {led} was led; you may play any card.").format(led=led)
    return tr.gettext("Your turn: follow {led} with {colour}, or play V or H.").format(
        led=led, colour=colour_name(led.colour, tr)
    )


def _own_prediction(view: View, tr: Translations) -> list[str]:
    predicted = None if view.seat is None else view.predictions[view.seat]
    if predicted is None or view.seat is None:
        return []
    won = view.tricks[view.seat]
    if won == predicted:
        text = tr.gettext("You predicted {predicted} and have {won}: exact now.")
    elif won < predicted:
        text = tr.gettext("You predicted {predicted} and have {won}: {missing} to go.")
    else:
        text = tr.gettext("You predicted {predicted} and have {won}: {extra} too many.")
    return [
        text.format(predicted=predicted, won=won, missing=predicted - won, extra=won - predicted)
    ]


def moves(view: View, reader: Reader) -> list[str]:
    """Return what the reader may do now, and what the special cards among it do."""
    tr = reader.tr
    if view.seat is None or view.seat not in view.to_move:
        return [tr.gettext("It is not your turn.")]
    if view.stage == Stage.PREDICT:
        return [tr.gettext("You can predict from 0 to {most}.").format(most=view.hand_size)]
    if view.stage == Stage.PLAY:
        text = tr.gettext("You can play {moves}.")
    else:
        text = tr.gettext("You can type {moves}.")
    cards = [move.card for move in view.moves if isinstance(move, Play)]
    special = {
        card.number or card.name: card for card in cards if card.number in (0, *SPECIAL_NUMBERS)
    }
    reminders = [_reminder(card, view.seats, tr) for card in special.values()]
    return [text.format(moves=", ".join(map(str, view.moves))), *reminders]


def _reminder(card: Card, seats: int, tr: Translations) -> str:
    """Return what a special card does; who cannot see its sign is told its letter."""
    match card.number:
        case 1:
            return tr.gettext("A 1 that wins may take a trick from somebody.")
        case 3:
            return tr.gettext("A 3 may swap a card with the deck, win or lose.")
        case 6:
            return tr.gettext("A 6 that wins may swap a card with somebody, unseen.")
        case 9 if seats == 3:
            return tr.gettext("A 9 that wins gives the lead to the left.")
        case 9:
            return tr.gettext("A 9 that wins gives the lead away.")
    return tr.gettext("{card}: {reminder}.").format(card=card, reminder=reminder(card, seats, tr))


def spoken(move: Move, reader: Reader) -> str:  # noqa: PLR0911 - one for each move
    """Return a move as an instruction, as in `play R7`."""
    tr = reader.tr
    match move:
        case Predict(tricks):
            text = tr.ngettext("predict {count} trick", "predict {count} tricks", tricks)
            return text.format(count=tricks)
        case Play(card):
            return tr.gettext("play {card}").format(card=card)
        case Draw():
            return tr.gettext("draw a card")
        case Bury(card):
            return tr.gettext("bury {card}").format(card=card)
        case Return(card):
            return tr.gettext("give {card} back").format(card=card)
        case Steal(victim):
            return tr.gettext("steal from {name}").format(name=reader.names[victim])
        case Skip():
            return tr.gettext("leave it")


def advice(move: Move, reader: Reader) -> str:  # noqa: PLR0911 - one for each move
    """Return what a good player would do, as a sentence."""
    tr = reader.tr
    match move:
        case Predict(tricks):
            text = tr.ngettext(
                "A Konung would predict {count} trick.",
                "A Konung would predict {count} tricks.",
                tricks,
            )
            return text.format(count=tricks)
        case Play(card):
            return tr.gettext("A Konung would play {card}.").format(card=card)
        case Draw():
            return tr.gettext("A Konung would draw a card.")
        case Bury(card):
            return tr.gettext("A Konung would bury {card}.").format(card=card)
        case Return(card):
            return tr.gettext("A Konung would give {card} back.").format(card=card)
        case Steal(victim):
            text = tr.gettext("A Konung would steal from {name}.")
            return text.format(name=reader.names[victim])
        case Skip():
            return tr.gettext("A Konung would leave it.")


def read_move(view: View, text: str, about: None = None) -> Move:  # noqa: ARG001 - asks nothing
    """Read a typed move; a card alone is buried or returned where that is what is asked.

    Raises `NotAMove` for text that is no move now, and `IllegalMove` for a card that does not fit.
    """
    words = text.strip().casefold()
    if words == "steal" and len(_steals(view)) == 1:
        return _steals(view)[0]
    move = parse_move(text)
    if isinstance(move, Play) and view.stage == Stage.BURY:
        move = Bury(move.card)
    elif isinstance(move, Play) and view.stage == Stage.RETURN:
        move = Return(move.card)
    if isinstance(move, Predict) and "predict" not in words and view.stage != Stage.PREDICT:
        raise NotAMove("not-a-move-now", text=text[:40], stage=view.stage.value)
    mine = view.seat is not None and view.seat in view.to_move
    if mine and isinstance(move, Play) and move.card in view.hand and move not in view.moves:
        raise why_not(view, move)
    return move


def _steals(view: View) -> list[Steal]:
    return [move for move in view.moves if isinstance(move, Steal)]


def _trump(view: View, tr: Translations) -> str:
    if view.trump is None:
        return tr.gettext("There is no trump ({card}).").format(card=view.trump_card)
    return tr.gettext("Trump is {colour} ({card}).").format(
        colour=colour_name(view.trump, tr), card=view.trump_card
    )


TEXT = TextUI(
    help=HELP,
    hand=hand,
    table=table,
    scores=scores,
    prompt=prompt,
    moves=moves,
    spoken=spoken,
    advice=advice,
    read_move=read_move,
)


# -- rules and lesson -----------------------------------------------------------------------

TOPIC_OF_STAGE = {
    Stage.PREDICT: "predict",
    Stage.PLAY: "follow",
    Stage.SWAP: "three",
    Stage.BURY: "three",
    Stage.STEAL_TRICK: "one",
    Stage.STEAL_CARD: "six",
    Stage.RETURN: "six",
    Stage.OVER: "match",
}


def topic_for(view: View | None) -> str:
    """Return the name of the topic that matters most in a view; None is before any match."""
    if view is None:
        return "goal"
    if view.outcome is None and (view.seat is None or view.seat not in view.to_move):
        return "winner"
    if view.stage == Stage.PREDICT and view.results:
        return "score"
    return TOPIC_OF_STAGE[view.stage]


RULES = RulesPage(topics=read_rules("herrlof"), topic_for=topic_for)
LESSON = read_lesson("herrlof")
