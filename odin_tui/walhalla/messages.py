"""The words of Walhalla: fields, cards and players; refusals, outcomes and options."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from odin_engine.walhalla.box import Card, Terrain
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import listed
from odin_tui.game_text import read_messages
from odin_tui.languages import N_
from odin_tui.messages import Facts, Sentence, Text, any_of, formatted
from odin_tui.narrator import Reader
from odin_tui.walhalla.action_cards import CARD_NAMES

MESSAGES = read_messages("walhalla")
PENINSULAS = "abc"
COLOUR_LETTERS = "RKYB"
"""How the Vikings of each seat are marked on the map."""

TERRAINS: dict[Terrain, str] = {
    Terrain.SACRIFICE: N_("sacrifice site"),
    Terrain.FOREST_2: N_("forest 2"),
    Terrain.FOREST_3: N_("forest 3"),
    Terrain.VILLAGE_1: N_("village +1"),
    Terrain.VILLAGE_2: N_("village +2"),
    Terrain.WHEAT: N_("wheat"),
}

CARDS: dict[Card, str] = {
    Card.FOREST: N_("at the end of a raid, 1 point for each forest you hold."),
    Card.WHEAT: N_("at the end of a raid, 1 point for each wheat field you hold."),
    Card.SACRIFICE: N_("at the end of a raid, 1 point for each sacrifice site you hold."),
    Card.VILLAGE: N_("at the end of a raid, 1 point for each village you hold."),
    Card.TONGUE_6: N_("at the end of a raid, 2 more Vikings on the peninsula with cape 6."),
    Card.TONGUE_7: N_("at the end of a raid, 2 more Vikings on the peninsula with cape 7."),
    Card.TONGUE_8: N_("at the end of a raid, 2 more Vikings on the peninsula with cape 8."),
    Card.WALHALLA: N_("at the end of a raid, 2 more heroes when Vikings are supplied."),
    Card.HUNT: N_("when you take a forest, its points count double."),
    Card.ATTACK: N_("when you attack, the defender must fall."),
    Card.SHIELD: N_("when you are attacked, the attacker falls and you pay no hero."),
}
"""What each card does, and when."""

WAITING_FOR: dict[Stage, str] = {
    Stage.BOARD: N_("now seats of the dragon are filled, as in board 1 2 or board none."),
    Stage.GUEST: N_("now the reserved seat is used or not: join or decline."),
    Stage.SELL: N_("now a card is sold, as in sell hunt."),
    Stage.SAIL: N_("now a fjord is chosen, as in sail 2."),
    Stage.LAND: N_("now a Viking lands, as in land b7."),
    Stage.ATTACK: N_("now an attack card is played or not: attack or fight."),
    Stage.DEFEND: N_("now the defender decides: lose, pay or shield."),
    Stage.HUNT: N_("now a hunt card is played or not: hunt or gather."),
    Stage.COMMIT: N_("now cards are laid down, as in commit forest or commit none."),
}
"""What a stage asks for."""


def label(seat: int, reader: Reader) -> str:
    """Return who a seat is, inside a list."""
    if reader.is_me(seat):
        return reader.tr.pgettext("inside a list", "you")
    return reader.names[seat]


def terrain_at(view: View, field: Field, tr: NullTranslations) -> str:
    """Return what a field is, as in `forest 2`."""
    return tr.gettext(TERRAINS[view.terrains[field.peninsula][field.row]])


def card_name(card: str, tr: NullTranslations) -> str:
    """Return the name that is printed on a card; it is typed by its code."""
    return tr.gettext(CARD_NAMES[Card(card)])


def cards_text(cards: Sequence[str], tr: NullTranslations) -> str:
    """Return one or more cards as a sentence lists them."""
    return listed([card_name(card, tr) for card in cards], tr)


def with_card_name(text: Text) -> Sentence:
    """Return a sentence whose fact `card` is a card, called by its name."""

    def said(tr: NullTranslations, facts: Facts) -> str:
        return formatted(text, tr, {**facts, "card": card_name(facts["card"], tr)})

    return said


# -- refusals ------------------------------------------------------------------------------------


def _not_held(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("you do not hold {cards}.").format(cards=cards_text(facts["cards"], tr))


def _other_stage(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext(WAITING_FOR[Stage(facts["stage"])])


def _reserved_seat(tr: NullTranslations, facts: Facts) -> str:
    text = tr.gettext("seat {place} is reserved for the Vikings marked {letter}.")
    return text.format(place=facts["place"], letter=COLOUR_LETTERS[facts["colour"]])


def _out_of_reach(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("this Viking can land at {fields}.").format(
        fields=any_of(facts["fields"], tr)
    )


def _not_for_raid_end(tr: NullTranslations, facts: Facts) -> str:
    text = tr.ngettext(
        "{cards} cannot be played at the end of a raid.",
        "{cards} cannot be played at the end of a raid.",
        len(facts["cards"]),
    )
    return text.format(cards=cards_text(facts["cards"], tr))


def _not_a_move_now(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("{text!r} is not a move now: {wanted}").format(
        text=facts["text"], wanted=_other_stage(tr, facts)
    )


REFUSALS: Mapping[str, Sentence] = {
    **MESSAGES.refusals,
    "too-many-copies": with_card_name(MESSAGES.refusals["too-many-copies"]),
    "not-a-move-now": _not_a_move_now,
    "other-stage": _other_stage,
    "reserved-seat": _reserved_seat,
    "not-held": _not_held,
    "field-out-of-reach": _out_of_reach,
    "not-for-raid-end": _not_for_raid_end,
}
