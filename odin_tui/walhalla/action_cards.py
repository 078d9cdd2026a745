"""The action cards of Walhalla as they are printed: names, when they are played, what they do."""

from odin_engine.walhalla.box import Card
from odin_tui.languages import N_

CARD_NAMES: dict[Card, str] = {
    Card.FOREST: N_("FOREST+"),
    Card.WHEAT: N_("WHEAT+"),
    Card.SACRIFICE: N_("SACRIFICE+"),
    Card.VILLAGE: N_("VILLAGE+"),
    Card.TONGUE_6: N_("CAPE 6"),
    Card.TONGUE_7: N_("CAPE 7"),
    Card.TONGUE_8: N_("CAPE 8"),
    Card.WALHALLA: N_("WALHALLA"),
    Card.HUNT: N_("HUNT"),
    Card.ATTACK: N_("ATTACK"),
    Card.SHIELD: N_("SHIELD"),
}
RAID_END, SUPPLY, LANDING = N_("raid end"), N_("supply"), N_("landing")
WHEN: dict[Card, str] = dict.fromkeys(Card, RAID_END) | {
    Card.WALHALLA: SUPPLY,
    Card.HUNT: LANDING,
    Card.ATTACK: LANDING,
    Card.SHIELD: LANDING,
}
"""When a card is played."""
EFFECTS: dict[Card, str] = {
    Card.FOREST: N_("+1 for each forest you hold"),
    Card.WHEAT: N_("+1 for each wheat field you hold"),
    Card.SACRIFICE: N_("+1 for each sacrifice site you hold"),
    Card.VILLAGE: N_("+1 for each village you hold"),
    Card.TONGUE_6: N_("2 more Vikings at cape 6"),
    Card.TONGUE_7: N_("2 more Vikings at cape 7"),
    Card.TONGUE_8: N_("2 more Vikings at cape 8"),
    Card.WALHALLA: N_("2 more heroes for fresh Vikings"),
    Card.HUNT: N_("a forest you take counts double"),
    Card.ATTACK: N_("the defender must fall"),
    Card.SHIELD: N_("you win a defence and pay no hero"),
}
"""What a card does, in as few words as fit on it."""
