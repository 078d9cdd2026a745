"""What a choice on the board of Walhalla leads to, in one line below the prompt."""

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.walhalla.box import Card
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import listed
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.sounds import either
from odin_tui.languages.styled import fill
from odin_tui.narrator import EventText, Reader
from odin_tui.walhalla.intent import Intent
from odin_tui.walhalla.map_drawing import ShipOnMap
from odin_tui.walhalla.map_text import held, owner_of, shore
from odin_tui.walhalla.messages import PENINSULAS
from odin_tui.walhalla.preview import SCORING_LETTERS, TONGUES, preview, with_tongue

ANSWERS = {
    Answer.JOIN: N_("Join"),
    Answer.DECLINE: N_("Stay home"),
    Answer.ATTACK: N_("ATTACK"),
    Answer.FIGHT: N_("Fight"),
    Answer.LOSE: N_("Fall"),
    Answer.PAY: N_("Pay"),
    Answer.SHIELD: N_("SHIELD"),
    Answer.HUNT: N_("HUNT"),
    Answer.GATHER: N_("Gather"),
}
"""What each answer is called beside the prompt."""
LANDS = EventText(you=N_("you: {targets}"), other=N_("{name}: {targets}"))
"""Who has which fields to land on."""
RETURNS = EventText(you=N_("you return to Midgard"), other=N_("{name} returns to Midgard"))
"""What happens where there is no field to land on."""
SAIL_EFFECT = N_("fjord {number} · {landings}")
"""Where a dragon would sail, and who would land."""


def effect(intent: Intent, view: View, reader: Reader, *, brief: bool = False) -> Content:
    """Return what the chosen move would lead to, in one line; if `brief`, without its name."""
    move = intent.move
    if move is None:
        return Content("")
    if isinstance(move, Sail) and intent.ship is not None:
        return sail_line(view, intent.ship, reader)
    said = _short(view, move, reader) or preview(view, move, reader)
    if isinstance(move, Board):
        said = f"{said} {_guest(view, reader)}".strip()
    named = "" if brief else called(move, reader.tr)
    if not named:
        return Content.styled(said, "$quiet")
    pieces = {"choice": Content.styled(named, "bold"), "effect": Content.styled(said, "$quiet")}
    return fill(reader.tr.gettext("{choice}: {effect}"), "bold", **pieces)


def called(move: Move, tr: Translations) -> str:
    """Return the name of a choice, for a button and before its effect; empty if it needs none."""
    match move:
        case Board(places) if places:
            seats = listed([str(place + 1) for place in places], tr)
            return tr.ngettext("seat {seats}", "seats {seats}", len(places)).format(seats=seats)
        case Land(field):
            return str(field)
        case Answer():
            return tr.gettext(ANSWERS[move])
    return ""


def _guest(view: View, reader: Reader) -> str:
    """Return what becomes of the seat of the dragon that is not the reader's; empty if all are."""
    dragon = view.dragon
    if dragon is None or reader.is_me(dragon.colour):
        return ""
    if dragon.colour < view.seats:
        text = reader.tr.gettext("Then {name} may take seat {place}.")
        return text.format(name=reader.names[dragon.colour], place=dragon.reserved + 1)
    return reader.tr.gettext("Nobody may use seat {place}.").format(place=dragon.reserved + 1)


def _short(view: View, move: Move, reader: Reader) -> str:  # noqa: PLR0911 - one for each kind
    """Return what a fight would lead to; empty for other moves, of which previews are short."""
    tr, landing = reader.tr, view.landing
    match move:
        case Land(field) if (owner := owner_of(view, field)) is not None:
            return _defences(view, owner, reader)
        case Answer.FIGHT if landing is not None and landing.field is not None:
            owner = owner_of(view, landing.field)
            return "" if owner is None else _defences(view, owner, reader)
        case Answer.ATTACK if landing is not None and landing.field is not None:
            owner = owner_of(view, landing.field)
            text = tr.gettext("you play the card, and the Viking of {name} falls.")
            return text.format(name="" if owner is None else reader.names[owner])
        case Commit(cards) if cards and view.seat is not None:
            return _commit(view, view.seat, cards, reader)
        case Answer.LOSE if landing is not None:
            count = view.walhalla[view.to_move[0]] + 1
            text = tr.ngettext(
                "you would have {count} hero in Walhalla, and {name} the field.",
                "you would have {count} heroes in Walhalla, and {name} the field.",
                count,
            )
            return text.format(count=count, name=reader.names[landing.seat])
        case Answer.PAY if landing is not None:
            count = view.walhalla[view.to_move[0]] - 1
            text = tr.ngettext(
                "{name}'s Viking falls, and a hero of yours goes; {count} hero left.",
                "{name}'s Viking falls, and a hero of yours goes; {count} heroes left.",
                count,
            )
            return text.format(count=count, name=reader.names[landing.seat])
    return ""


def _commit(view: View, seat: Seat, cards: tuple[Card, ...], reader: Reader) -> str:
    """Return what committed cards bring, as far as it can be known."""
    tr, points = reader.tr, 0
    said = []
    for card in cards:
        if card in SCORING_LETTERS:
            points += held(view, seat, SCORING_LETTERS[card])
    if points:
        said.append(tr.gettext("{points} for fields").format(points=points))
    for card in cards:
        if card in TONGUES:
            gain = with_tongue(view, seat, TONGUES[card])
            points += gain.points - gain.before
            text = tr.gettext("{points} instead of {before} on {letter}")
            letter = PENINSULAS[gain.peninsula]
            said.append(text.format(points=gain.points, before=gain.before, letter=letter))
    if Card.WALHALLA in cards:
        count = view.walhalla[seat] + 2
        text = tr.ngettext("you count {count} hero", "you count {count} heroes", count)
        said.append(text.format(count=count))
    text = tr.ngettext(
        "your cards bring {points} point: {parts}.",
        "your cards bring {points} points: {parts}.",
        points,
    )
    return text.format(points=points, parts=comma_list(said, tr) or tr.gettext("nothing"))


def _defences(view: View, defender: Seat, reader: Reader) -> str:
    """Return what a defender may do, as far as everybody knows."""
    tr = reader.tr
    match view.walhalla[defender] > 0, view.counts[defender] > 0:
        case True, True:
            text = tr.gettext("{name} falls, or wins by paying a hero or with a shield.")
        case True, False:
            text = tr.gettext("{name} falls, or wins by paying a hero.")
        case False, True:
            text = tr.gettext("{name} falls, or wins with a shield.")
        case _:
            text = tr.gettext("{name} must fall.")
    return text.format(name=reader.names[defender])


def sail_line(view: View, ship: ShipOnMap, reader: Reader) -> Content:
    """Return where everybody aboard would land, from the coast outwards."""
    tr = reader.tr
    landings = [
        _landing(view, ship.fjord, row, who, reader)
        for row, who in zip(ship.rows, ship.aboard, strict=True)
        if who is not None
    ]
    if not landings:
        text = tr.gettext("nobody lands; rows {first} to {last} are blocked")
        text = text.format(first=ship.rows[0] + 1, last=ship.rows[-1] + 1)
        landings = [Content.styled(text, "$quiet")]
    said = Content.styled(" · ", "$quiet").join(landings)
    return fill(tr.gettext(SAIL_EFFECT), number=ship.fjord + 1, landings=said)


def _landing(view: View, fjord: int, row: int, who: Seat, reader: Reader) -> Content:
    tr = reader.tr
    targets = []
    for field in shore(view, fjord, row):
        owner = owner_of(view, field)
        terrain = Content.styled(view.terrains[field.peninsula][field.row], "bold")
        if owner is None:
            targets.append(terrain)
        elif reader.is_me(owner) and owner != who:
            targets.append(Content.styled(tr.gettext("against you"), "$quiet"))
        elif owner != who:
            targets.append(fill(tr.gettext("against {name}"), "$quiet", name=reader.names[owner]))
    if not targets:
        text = reader.choose(RETURNS, who)
        return fill(text, "$quiet", name=reader.names[who])
    both = targets[0]
    if len(targets) > 1:
        one, other = targets
        both = fill(either(other.plain, tr), "$quiet", one=one, other=other)
    return fill(reader.choose(LANDS, who), "$quiet", name=reader.names[who], targets=both)
