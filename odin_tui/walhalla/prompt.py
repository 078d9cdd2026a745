"""What Walhalla asks of the reader, for each decision."""

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import listed
from odin_tui.narrator import Reader
from odin_tui.walhalla.map_text import owner_of
from odin_tui.walhalla.messages import terrain_at


def prompt(view: View, reader: Reader) -> str:  # noqa: PLR0911 - one for each decision
    """Return what the reader is asked; what each answer leads to is said by `preview`."""
    tr = reader.tr
    if view.seat is None or view.seat not in view.to_move:
        return tr.gettext("It is not your turn.")
    match view.stage:
        case Stage.BOARD:
            return _board(view, reader)
        case Stage.GUEST:
            return _guest(view, reader)
        case Stage.SELL:
            text = tr.gettext(
                "Your turn: which card do you sell, with a point, for a Viking on seat {place}?"
            )
            return text.format(place=view.boarding[0] + 1)
        case Stage.SAIL:
            return tr.gettext("Your turn: into which fjord do you sail?")
        case Stage.COMMIT:
            return tr.gettext(
                "Your turn: raid {raid} is over. Lay down cards, or none; all are turned up at "
                "once."
            ).format(raid=view.raid)
    return _landing(view, reader)


def _board(view: View, reader: Reader) -> str:
    tr, seat, dragon = reader.tr, view.to_move[0], view.dragon
    assert dragon is not None  # noqa: S101 - somebody boards it
    vikings = view.midgard[seat]
    free = [place + 1 for place in range(3) if dragon.colour == seat or place != dragon.reserved]
    if vikings:
        text = tr.ngettext(
            "Your turn: fill seats {seats} of the dragon, or none. You have {count} Viking in "
            "Midgard.",
            "Your turn: fill seats {seats} of the dragon, or none. You have {count} Vikings in "
            "Midgard.",
            vikings,
        )
    else:
        text = tr.gettext(
            "Your turn: fill seats {seats}, or none. Midgard is empty: each Viking costs a card "
            "and a point."
        )
    return text.format(seats=listed([str(place) for place in free], tr), count=vikings)


def _guest(view: View, reader: Reader) -> str:
    tr, seat, dragon = reader.tr, view.to_move[0], view.dragon
    assert dragon is not None  # noqa: S101 - somebody may come along on it
    if view.midgard[seat]:
        text = tr.gettext(
            "Your turn: seat {place} of {name}'s dragon is reserved for you. Does a Viking of "
            "yours come along?"
        )
    else:
        text = tr.gettext(
            "Your turn: seat {place} of {name}'s dragon is reserved for you. Do you sell a card "
            "for a Viking?"
        )
    return text.format(name=reader.names[view.active], place=dragon.reserved + 1)


def _landing(view: View, reader: Reader) -> str:
    tr, landing = reader.tr, view.landing
    assert landing is not None  # noqa: S101 - the stages that are left are part of a landing
    field = landing.field
    if field is None:
        text = tr.gettext("Your turn: on which side of fjord {fjord} does your Viking land?")
        return text.format(fjord=landing.fjord + 1)
    owner = owner_of(view, field)
    facts = {"field": field, "terrain": terrain_at(view, field, tr)}
    if view.stage == Stage.DEFEND:
        text = tr.gettext("Your turn: {name} attacks your Viking at {field}, {terrain}.")
        return text.format(name=reader.names[landing.seat], **facts)
    if view.stage == Stage.HUNT:
        if Card.HUNT in view.hand:
            text = tr.gettext("Your turn: {field} is yours, {terrain}. Do you play hunt?")
        else:
            text = tr.gettext(
                "Your turn: {field} is yours, {terrain}. You hold no hunt card, so gather."
            )
        return text.format(**facts)
    if Card.ATTACK in view.hand:
        text = tr.gettext(
            "Your turn: you attack {name} at {field}, {terrain}. Do you play your attack card?"
        )
    else:
        text = tr.gettext(
            "Your turn: you attack {name} at {field}, {terrain}. You hold no attack card, so fight."
        )
    return text.format(name="" if owner is None else reader.names[owner], **facts)
