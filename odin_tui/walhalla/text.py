"""Walhalla in plain lines: the table, the cards, the points, and moves as people type them."""

from collections.abc import Iterator

from odin_engine.game import Seat
from odin_engine.walhalla.box import DRAGONS, SUPPLY, Card
from odin_engine.walhalla.land import PENINSULAS as PENINSULA_COUNT
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import listed
from odin_tui.game_text import read_rules
from odin_tui.game_ui import RulesPage, TextUI
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.narrator import EventText, Reader
from odin_tui.walhalla.map_text import held, map_lines, shares, sums
from odin_tui.walhalla.messages import (
    COLOUR_LETTERS,
    PENINSULAS,
    card_name,
    cards_text,
    label,
)
from odin_tui.walhalla.narration import by_seat, with_points
from odin_tui.walhalla.preview import preview
from odin_tui.walhalla.prompt import prompt
from odin_tui.walhalla.spoken import advice, spoken
from odin_tui.walhalla.typed import read_move

HELP = (
    N_(
        "Send Vikings in longships to three peninsulas, a, b and c. "
        "Most points after three raids win."
    ),
    N_("Each line with a move begins with what you type, as in sail 2; 2 alone will do, too."),
    N_("table: the map, everybody's Vikings, and who leads on each peninsula."),
    N_("hand: your cards. scores: the points. moves: every move you can make, and what it does."),
    N_(
        "rules map, rules turn, rules fight, rules cards, rules score: "
        "how it is played, step by step."
    ),
)
LEGEND = (
    N_("F2 forest: 2 points at once. S sacrifice site: a card. W wheat: points when a raid ends."),
    N_("V1 village: its Viking counts 1 more for the cape, the numbers in brackets."),
    N_("They are the points of the second and of the first place on the peninsula."),
    N_("A letter behind a field is whose Viking stands there. === is a dragon, ~~~ free water."),
)
WAITING: dict[Stage, EventText] = {
    Stage.BOARD: EventText(N_("You fill the seats."), N_("{name} fills the seats.")),
    Stage.GUEST: EventText(
        N_("You decide whether to come along."), N_("{name} decides whether to come along.")
    ),
    Stage.SELL: EventText(N_("You sell a card."), N_("{name} sells a card.")),
    Stage.SAIL: EventText(N_("You choose a fjord."), N_("{name} chooses a fjord.")),
    Stage.LAND: EventText(N_("You choose where to land."), N_("{name} chooses where to land.")),
    Stage.ATTACK: EventText(N_("You decide how to attack."), N_("{name} decides how to attack.")),
    Stage.DEFEND: EventText(N_("You decide how to defend."), N_("{name} decides how to defend.")),
    Stage.HUNT: EventText(N_("You decide whether to hunt."), N_("{name} decides whether to hunt.")),
}
"""Who is asked for what."""


def hand(view: View, reader: Reader) -> list[str]:
    """Return the reader's cards."""
    tr = reader.tr
    if view.seat is None:
        return [tr.gettext("You watch, so you hold no cards.")]
    if not view.hand:
        return [tr.gettext("You hold no cards.")]
    text = tr.ngettext(
        "You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(view.hand)
    )
    return [
        text.format(
            count=len(view.hand), cards=listed([_typed(card, tr) for card in view.hand], tr)
        )
    ]


def _typed(card: Card, tr: Translations) -> str:
    """Return the name of a card, and how it is typed."""
    return tr.gettext("{card} ({typed})").format(card=card_name(card, tr), typed=card)


def scores(view: View, reader: Reader) -> list[str]:
    """Return everyone's points, the most first."""
    order = sorted(range(view.seats), key=lambda seat: (-view.points[seat], seat))
    points = by_seat([(seat, view.points[seat]) for seat in order], reader)
    return [reader.tr.gettext("Points: {points}.").format(points=points)]


def goal(_view: View, reader: Reader) -> list[str]:
    """Return when the match ends, and who wins it."""
    return [reader.tr.gettext("The match ends after the third raid; the most points win.")]


def table(view: View, reader: Reader) -> list[str]:
    """Return the turn, the map, everybody's Vikings, and who leads where."""
    legend = [reader.tr.gettext(line) for line in LEGEND]
    return [
        *_turn(view, reader),
        *map_lines(view),
        *legend,
        *(_player(view, seat, reader) for seat in range(view.seats)),
        *(_peninsula(view, number, reader) for number in range(PENINSULA_COUNT)),
        *_piles(view, reader),
    ]


def _turn(view: View, reader: Reader) -> Iterator[str]:
    tr = reader.tr
    raid = tr.gettext("Raid {raid} of 3, dragon {number} of {dragons}.")
    raid = raid.format(raid=view.raid, number=view.dragon_no, dragons=len(DRAGONS))
    yield f"{raid} {waiting(view, reader)}"
    if view.dragon is None:
        return
    seats = [_seat(view, place, reader) for place in range(len(view.aboard))]
    if view.landing is None:
        text = tr.gettext("On the dragon: {seats}.")
    else:
        text = tr.gettext("Still on the dragon in fjord {fjord}: {seats}.")
    fjord = 0 if view.landing is None else view.landing.fjord + 1
    yield text.format(seats=comma_list(seats, tr), fjord=fjord)


def waiting(view: View, reader: Reader) -> str:
    """Return who is asked for what."""
    tr = reader.tr
    if view.stage == Stage.OVER:
        return tr.gettext("The match is over.")
    if view.stage == Stage.COMMIT:
        names = listed([label(seat, reader) for seat in view.to_move], tr)
        return tr.gettext("Cards are laid down; still missing: {names}.").format(names=names)
    seat = view.to_move[0]
    return reader.choose(WAITING[view.stage], seat).format(name=reader.names[seat])


def _seat(view: View, place: int, reader: Reader) -> str:
    """Return who sits on a seat of the dragon, or for whom it is."""
    tr, who, dragon = reader.tr, view.aboard[place], view.dragon
    if who is not None:
        text = (
            tr.gettext("seat {number} you")
            if reader.is_me(who)
            else tr.gettext("seat {number} {name}")
        )
    elif dragon is None or place != dragon.reserved or view.landing is not None:
        text = tr.gettext("seat {number} empty")
    elif dragon.colour >= view.seats:
        text = tr.gettext("seat {number} unused")
    else:
        who = Seat(dragon.colour)
        other = tr.gettext("seat {number} reserved for {name}")
        text = tr.gettext("seat {number} reserved for you") if reader.is_me(who) else other
    return text.format(number=place + 1, name="" if who is None else reader.names[who])


def _player(view: View, seat: int, reader: Reader) -> str:
    tr = reader.tr
    mine = tr.gettext(
        "{letter} is you: points {points}, cards {cards}; Vikings in Midgard {midgard}, "
        "on land {land}, in Asgard {asgard}, in Walhalla {walhalla}."
    )
    other = tr.gettext(
        "{letter} is {name}: points {points}, cards {cards}; Vikings in Midgard {midgard}, "
        "on land {land}, in Asgard {asgard}, in Walhalla {walhalla}."
    )
    return (mine if reader.is_me(seat) else other).format(
        letter=COLOUR_LETTERS[seat],
        name=reader.names[seat],
        points=view.points[seat],
        cards=view.counts[seat],
        midgard=view.midgard[seat],
        land=held(view, seat, ""),
        asgard=view.asgard[seat],
        walhalla=view.walhalla[seat],
    )


def _peninsula(view: View, number: int, reader: Reader) -> str:
    cape, counts = view.capes[number], sums(view, number)
    facts = {"letter": PENINSULAS[number], "first": cape.outer, "second": cape.inner}
    if not any(counts):
        text = reader.tr.gettext("Peninsula {letter}, cape {first}/{second}: nobody is there.")
        return text.format(**facts)
    text = reader.tr.gettext("Peninsula {letter}, cape {first}/{second}, now: {seats}.")
    return text.format(**facts, seats=with_points(counts, shares(view, number), reader))


def _piles(view: View, reader: Reader) -> Iterator[str]:
    tr = reader.tr
    if view.discards:
        text = tr.gettext("Cards to draw: {pile}. Discards: {cards}.")
        yield text.format(pile=view.pile, cards=cards_text(view.discards, tr))
    else:
        yield tr.gettext("Cards to draw: {pile}. No discards.").format(pile=view.pile)
    if view.raid < 3:
        text = tr.gettext(
            "Fresh Vikings after this raid, for the most heroes in Walhalla and so on: {numbers}."
        )
        yield text.format(numbers=comma_list(SUPPLY[view.seats], tr))


TEXT = TextUI(
    help=HELP,
    hand=hand,
    table=table,
    table_first=True,
    scores=scores,
    goal=goal,
    prompt=prompt,
    preview=preview,
    spoken=spoken,
    advice=advice,
    read_move=read_move,
)

TOPIC_OF_STAGE = {
    Stage.BOARD: "board",
    Stage.GUEST: "board",
    Stage.SELL: "sell",
    Stage.SAIL: "sail",
    Stage.LAND: "landing",
    Stage.ATTACK: "fight",
    Stage.DEFEND: "fight",
    Stage.HUNT: "cards",
    Stage.COMMIT: "commit",
    Stage.OVER: "end",
}


def topic_for(view: View | None) -> str:
    """Return the name of the topic that matters most in a view; None is before any match."""
    if view is None:
        return "goal"
    if view.outcome is None and (view.seat is None or view.seat not in view.to_move):
        return "turn"
    return TOPIC_OF_STAGE[view.stage]


RULES = RulesPage(topics=read_rules("walhalla"), topic_for=topic_for)
