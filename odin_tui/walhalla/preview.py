"""What a move of Walhalla would lead to, as far as anybody can know it."""

from collections.abc import Iterator
from typing import NamedTuple

from odin_engine.game import Seat
from odin_engine.walhalla.box import DRAGON_SEATS, RAIDS, Card, Terrain
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_engine.walhalla.scoring import majority
from odin_engine.walhalla.view import View
from odin_tui.languages.numbers import joined
from odin_tui.messages import any_of
from odin_tui.narrator import Reader
from odin_tui.walhalla.map_text import held, owner_of, shares, shore, sums
from odin_tui.walhalla.messages import CARDS, PENINSULAS, terrain_at

SCORING_LETTERS = {Card.FOREST: "F", Card.WHEAT: "W", Card.SACRIFICE: "S", Card.VILLAGE: "V"}
"""The terrains that cards give points for."""
TONGUES = {Card.TONGUE_6: 6, Card.TONGUE_7: 7, Card.TONGUE_8: 8}


def preview(view: View, move: Move, reader: Reader) -> str:
    """Return what a legal move of the reader would lead to."""
    match move:
        case Board(places):
            return _board(view, len(places), reader)
        case Sell(card):
            text = reader.tr.gettext("you lose this: {meaning}")
            return text.format(meaning=reader.tr.gettext(CARDS[card]))
        case Sail():
            return joined(_sail(view, move, reader), reader.tr)
        case Land(field):
            return _land(view, field, reader)
        case Commit(cards):
            return _commit(view, cards, reader)
    return _answer(view, move, reader)


def _board(view: View, seats: int, reader: Reader) -> str:
    tr = reader.tr
    midgard = view.midgard[view.to_move[0]]
    if not seats:
        return tr.gettext("the dragon sails without a Viking of yours.")
    if seats > midgard:
        text = tr.ngettext(
            "you sell {count} card, and pay a point for it.",
            "you sell {count} cards, and pay a point for each.",
            seats - midgard,
        )
        return text.format(count=seats - midgard)
    text = tr.ngettext(
        "{count} Viking is left in Midgard.",
        "{count} Vikings are left in Midgard.",
        midgard - seats,
    )
    return text.format(count=midgard - seats)


# -- sailing and landing -------------------------------------------------------------------------


def _sail(view: View, move: Sail, reader: Reader) -> Iterator[str]:
    """Yield where everybody aboard could land, from the coast outwards."""
    tr, first = reader.tr, DRAGON_SEATS * len(view.fjords[move.fjord])
    aboard = view.aboard[::-1] if move.turned else view.aboard
    if move.turned and aboard == view.aboard:
        yield tr.gettext("the same as without turning")
        return
    for row, who in enumerate(aboard, first):
        if who is None:
            continue
        fields = [each for each in shore(view, move.fjord, row) if owner_of(view, each) != who]
        if fields:
            said = any_of([_target(view, field, reader) for field in fields], tr)
            mine = tr.gettext("you land at {fields}")
            text = mine if reader.is_me(who) else tr.gettext("{name} lands at {fields}")
        else:
            said, mine = "", tr.gettext("you cannot land, and go back to Midgard")
            other = tr.gettext("{name} cannot land, and goes back to Midgard")
            text = mine if reader.is_me(who) else other
        yield text.format(name=reader.names[who], fields=said)
    if not any(who is not None for who in aboard):
        text = tr.gettext("nobody lands; the dragon blocks rows {first} to {last}")
        yield text.format(first=first + 1, last=first + DRAGON_SEATS)


def _target(view: View, field: Field, reader: Reader) -> str:
    """Return a field with what it is and who holds it."""
    owner = owner_of(view, field)
    if owner is None:
        text = reader.tr.gettext("{field} ({terrain})")
    elif reader.is_me(owner):
        text = reader.tr.gettext("{field} ({terrain}, against you)")
    else:
        text = reader.tr.gettext("{field} ({terrain}, against {name})")
    name = "" if owner is None else reader.names[owner]
    return text.format(field=field, terrain=terrain_at(view, field, reader.tr), name=name)


def _land(view: View, field: Field, reader: Reader) -> str:
    owner = owner_of(view, field)
    given = gives(view, field, reader)
    if owner is None:
        return given
    text = reader.tr.gettext("{attack}. What you win: {gives}")
    return text.format(attack=_attacks(view, owner, reader), gives=given)


def _attacks(view: View, defender: Seat, reader: Reader) -> str:
    """Return whom the reader attacks, and how they could win, as far as everybody knows."""
    tr = reader.tr
    match view.walhalla[defender] > 0, view.counts[defender] > 0:
        case True, True:
            text = tr.gettext(
                "you attack {name}, who may fall, or win by paying a hero or with a shield"
            )
        case True, False:
            text = tr.gettext("you attack {name}, who may fall, or win by paying a hero")
        case False, True:
            text = tr.gettext("you attack {name}, who may fall, or win with a shield")
        case _:
            text = tr.gettext("you attack {name}, who must fall")
    return text.format(name=reader.names[defender])


def gives(view: View, field: Field, reader: Reader) -> str:
    """Return what a field gives whoever takes it."""
    tr, terrain = reader.tr, view.terrains[field.peninsula][field.row]
    match terrain:
        case Terrain.SACRIFICE:
            return tr.gettext("a sacrifice site: you draw a card.")
        case Terrain.WHEAT:
            text = tr.ngettext(
                "wheat: {count} point when this raid ends, and your Viking stays.",
                "wheat: {count} points when this raid ends, and your Viking stays.",
                view.raid,
            )
            return text.format(count=view.raid)
        case Terrain.VILLAGE_1 | Terrain.VILLAGE_2:
            count = 1 + terrain.number
            text = tr.ngettext(
                "a village: counts as {count} Viking on peninsula {letter}.",
                "a village: counts as {count} Vikings on peninsula {letter}.",
                count,
            )
            return text.format(count=count, letter=PENINSULAS[field.peninsula])
    text = tr.ngettext(
        "a forest: {points} point at once.", "a forest: {points} points at once.", terrain.number
    )
    return text.format(points=terrain.number)


# -- answers of one word -------------------------------------------------------------------------


def _answer(view: View, move: Move, reader: Reader) -> str:
    tr = reader.tr
    match move:
        case Answer.JOIN:
            text = tr.gettext("your Viking sails along; {name} chooses the fjord now.")
            return text.format(name=reader.names[view.active])
        case Answer.DECLINE:
            return tr.gettext("the reserved seat stays empty.")
    assert view.landing is not None  # noqa: S101 - the other answers are part of a landing
    assert view.landing.field is not None  # noqa: S101 - and about a field
    if move in (Answer.HUNT, Answer.GATHER):
        return _forest(view, view.landing.field, reader, hunted=move == Answer.HUNT)
    if move in (Answer.ATTACK, Answer.FIGHT):
        return _attack(view, view.landing.field, reader, with_card=move == Answer.ATTACK)
    return _defend(view, move, view.landing.seat, reader)


def _forest(view: View, field: Field, reader: Reader, *, hunted: bool) -> str:
    tr, points = reader.tr, view.terrains[field.peninsula][field.row].number
    if hunted:
        points *= 2
        text = tr.ngettext(
            "you play the card and get {points} point.",
            "you play the card and get {points} points.",
            points,
        )
    else:
        text = tr.ngettext("you get {points} point.", "you get {points} points.", points)
    return text.format(points=points)


def _attack(view: View, field: Field, reader: Reader, *, with_card: bool) -> str:
    owner = owner_of(view, field)
    name = "" if owner is None else reader.names[owner]
    if with_card:
        text = reader.tr.gettext(
            "you play the card: the Viking of {name} falls. What you win: {gives}"
        )
        return text.format(name=name, gives=gives(view, field, reader))
    text = reader.tr.gettext("{name} decides who falls. What you win: {gives}")
    return text.format(name=name, gives=gives(view, field, reader))


def _defend(view: View, move: Move, attacker: Seat, reader: Reader) -> str:
    tr, count = reader.tr, view.walhalla[view.to_move[0]]
    match move:
        case Answer.LOSE:
            text = tr.ngettext(
                "your Viking falls, and you have {count} hero in Walhalla; {name} takes the field.",
                "your Viking falls, and you have {count} heroes in Walhalla; {name} takes the "
                "field.",
                count + 1,
            )
            return text.format(name=reader.names[attacker], count=count + 1)
        case Answer.PAY:
            text = tr.ngettext(
                "the Viking of {name} falls, and a hero of yours leaves for Asgard; "
                "you have {count} hero left.",
                "the Viking of {name} falls, and a hero of yours leaves for Asgard; "
                "you have {count} heroes left.",
                count - 1,
            )
            return text.format(name=reader.names[attacker], count=count - 1)
    text = tr.gettext("you play the card: the Viking of {name} falls, and you pay no hero.")
    return text.format(name=reader.names[attacker])


# -- the end of a raid ---------------------------------------------------------------------------


def _commit(view: View, cards: tuple[Card, ...], reader: Reader) -> str:
    tr, seat = reader.tr, view.seat
    if not cards and view.raid == RAIDS:
        return tr.gettext("you keep all your cards, and after this raid they are worth nothing.")
    if not cards or seat is None:
        return tr.gettext("you keep all your cards.")
    said = []
    points = sum(
        held(view, seat, SCORING_LETTERS[card]) for card in cards if card in SCORING_LETTERS
    )
    if any(card in SCORING_LETTERS for card in cards):
        text = tr.ngettext(
            "{count} point for fields you hold", "{count} points for fields you hold", points
        )
        said.append(text.format(count=points))
    said += [_tongue(view, seat, TONGUES[card], reader) for card in cards if card in TONGUES]
    if Card.WALHALLA in cards:
        count = view.walhalla[seat] + 2
        text = tr.ngettext(
            "you count {count} hero in Walhalla", "you count {count} heroes in Walhalla", count
        )
        said.append(text.format(count=count))
    return tr.gettext("{effects}.").format(effects=joined(said, tr))


class TongueGain(NamedTuple):
    """What two more Vikings are worth on a peninsula."""

    peninsula: int
    counted: int
    """What the seat counts there with them."""
    points: int
    before: int
    """The points without them."""


def with_tongue(view: View, seat: Seat, outer: int) -> TongueGain:
    """Return what a card for the peninsula with this outer cape is worth to a seat."""
    peninsula = next(at for at, cape in enumerate(view.capes) if cape.outer == outer)
    cape, counts = view.capes[peninsula], sums(view, peninsula)
    # There is one card for each cape, so nobody else's count can change any more.
    more = [count + 2 * (other == seat) for other, count in enumerate(counts)]
    points = majority(more, cape.outer, cape.inner)[seat]
    return TongueGain(peninsula, more[seat], points, shares(view, peninsula)[seat])


def _tongue(view: View, seat: Seat, outer: int, reader: Reader) -> str:
    gain = with_tongue(view, seat, outer)
    text = reader.tr.gettext(
        "on peninsula {letter} you count {count} and get {points}, without it {before}"
    )
    return text.format(
        letter=PENINSULAS[gain.peninsula],
        count=gain.counted,
        points=gain.points,
        before=gain.before,
    )
