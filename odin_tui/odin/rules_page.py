"""The rules of Odin, topic by topic, and which topic matters in a position."""

from odin_engine.odin.view import View
from odin_tui.game_ui import RulesPage
from odin_tui.languages import N_
from odin_tui.rulebook import Example, Topic

TOPICS = (
    Topic(
        "goal",
        N_("What it is about"),
        (
            N_(
                "Be the first with no cards in your hand. Whoever still holds cards then gets one "
                "point for each of them, and points are bad: when somebody reaches the target, the "
                "player with the fewest points wins the match."
            ),
            N_(
                "In the middle lies one set of cards. On your turn you lay a better set over it "
                "and take one card of the old set into your hand, or you pass. So your hand "
                "shrinks only when you play more cards than you take."
            ),
        ),
    ),
    Topic(
        "cards",
        N_("The cards"),
        (
            N_(
                "There are 54 cards: six colours, red R, orange O, yellow Y, green G, blue B and "
                "purple P, and in each colour the numbers 1 to 9. Every card exists once, so there "
                "is only one blue nine, B9."
            ),
            N_(
                "Everybody is dealt nine cards. The rest stays hidden and out of play until the "
                "next deal; with six players nothing is left over."
            ),
            N_(
                "The numbers have names: 1 healer, 2 skald, 3 spy, 4 seidmadr, 5 völva, 6 hirdman, "
                "7 berserker, 8 styrimadr, 9 jarl. The names do nothing; the numbers do."
            ),
        ),
    ),
    Topic(
        "set",
        N_("What a set is"),
        (
            N_(
                "One card alone is a set. Two or more cards are a set if they all have the same "
                "colour, or all have the same number."
            ),
            Example("B9 B5", N_("one colour: a set.")),
            Example("R4 G4 P4", N_("one number: a set.")),
            Example("B9 B5 G5", N_("neither all blue nor all fives: no set.")),
        ),
    ),
    Topic(
        "value",
        N_("What a set is worth"),
        (
            N_(
                "Write the numbers of the set next to each other, the highest first: that is its "
                "value. It makes no difference whether colour or number holds the set together."
            ),
            Example("R8 R2", N_("worth 82, not 28.")),
            Example("Y9 Y4 Y2", N_("worth 942.")),
            Example("G1 B1 P1", N_("worth 111, and so above every pair.")),
            N_("More cards are always worth more than fewer, because no number is nought."),
        ),
    ),
    Topic(
        "lead",
        N_("Leading"),
        (
            N_(
                "When nothing lies in the middle, you lead: play exactly one card, any you like. "
                "You take nothing, since there was nothing to take, and you cannot pass."
            ),
            N_(
                "One exception: if all the cards left in your hand are one set, you may lead them "
                "all together, and you are out."
            ),
            Example(
                N_("B2 B5 B9 as your whole hand"), N_("lead one of them, or all three and be out.")
            ),
            Example(N_("B2 B5 G9 as your whole hand"), N_("lead one card; two are not allowed.")),
        ),
    ),
    Topic(
        "follow",
        N_("Beating what lies there"),
        (
            N_(
                "Play as many cards as lie there, or one more. They must be a set, and worth more "
                "than what lies there; the same value is not enough, whatever the colours."
            ),
            Example(N_("Y5 over Y4"), N_("one card from 5 up will do.")),
            Example(N_("G1 P1 over Y4"), N_("any pair will do.")),
            Example(N_("B8 B3 over R8 R2"), N_("83 beats 82.")),
            Example(N_("B8 B2 over R8 R2"), N_("no: 82 is not more than 82.")),
            Example(N_("G1 B1 P1 over R8 R2"), N_("three cards beat two.")),
            Example(N_("B9 over R8 R2"), N_("no: one card is too few.")),
            Example(N_("B9 B8 B7 B6 over R8 R2"), N_("no: four are too many.")),
        ),
    ),
    Topic(
        "take",
        N_("Taking a card"),
        (
            N_(
                "After you have beaten a set, take one card of the old set into your hand. You "
                "must, and you choose which; the others go to Valhalla and are out of this hand. "
                "If only one card lay there, it is the one you take."
            ),
            N_(
                "You cannot use the card in the same turn. Take one that joins others of its "
                "colour or number, so that it leaves with them later."
            ),
            N_("Only when your play empties your hand do you take nothing: you are out."),
            Example(
                N_("R8 R2 lay there, you hold R5 R3"),
                N_("take R8, and three reds can go together."),
            ),
        ),
    ),
    Topic(
        "pass",
        N_("Passing"),
        (
            N_(
                "Instead of beating a set you may always pass, even if you could play. Passing "
                "costs nothing and does not lock you out: when your turn comes again in the same "
                "round, you may play."
            ),
            N_("Only the player who leads cannot pass."),
        ),
    ),
    Topic(
        "round",
        N_("The end of a round"),
        (
            N_(
                "When everybody else has passed in a row since the last play, the round is over. "
                "The set in the middle goes to Valhalla, and whoever played it leads the next "
                "round."
            ),
            N_(
                "A play starts the count of passes again. With two players a single pass ends the "
                "round."
            ),
            N_("Turns go clockwise, to the left."),
        ),
    ),
    Topic(
        "out",
        N_("Going out and points"),
        (
            N_(
                "Whoever plays their last card ends the hand at once. They get no points; "
                "everybody else gets one point for each card still held, nine at the most."
            ),
            N_(
                "Then all cards are shuffled and dealt again. The next hand is led by the left "
                "neighbour of whoever led this one first."
            ),
        ),
    ),
    Topic(
        "match",
        N_("The end of the match"),
        (
            N_(
                "The match ends after the hand in which somebody reaches the target: 15 points "
                "unless you agreed on 10, on 20, on another number or on a single hand."
            ),
            N_("The fewest points win. Equal points share the place, the first place too."),
            Example(N_("15, 7 and 7 points"), N_("the two sevens share the win.")),
        ),
    ),
    Topic(
        "two",
        N_("Two players"),
        (
            N_(
                "For two, two whole colours are taken out before the match, drawn by lot unless "
                "you name them: 36 cards remain, and the game is quicker. You may also play with "
                "all 54."
            ),
        ),
    ),
    Topic(
        "editions",
        N_("Editions"),
        (
            N_(
                "The international edition is the one told here. The German edition, called "
                "deutsch, differs twice: whoever went out leads the next hand, and if the very "
                "first hand deals its leader nine cards of one colour, they go out at once."
            ),
        ),
    ),
    Topic(
        "typing",
        N_("Writing moves down"),
        (
            N_(
                "A card is the letter of its colour and its number. A move is the cards, then a "
                "plus and the card you take. Capitals, spaces and order do not matter."
            ),
            Example("B9B5+R8", N_("play the blue nine and five, take the red eight.")),
            Example("Y4", N_("play the yellow four and take nothing, as in a lead.")),
            Example(N_("pass"), N_("let the set in the middle stand.")),
        ),
    ),
    Topic(
        "advice",
        N_("Good habits"),
        (
            N_(
                "Count the sets your hand falls into: each needs a turn of its own. A play that "
                "leaves fewer sets behind is usually the right one."
            ),
            N_(
                "Playing one card over one card leaves your hand as large as it was. It can still "
                "be worth it, for a better card or for the lead."
            ),
            N_("Keep one high card or one large set to win the round with when you need to lead."),
            N_(
                "When somebody is down to two or three cards, get rid of cards quickly: every card "
                "you still hold will be a point."
            ),
        ),
    ),
)
"""All rules, in the order in which they are best read."""


def topic_for(view: View | None) -> str:
    """Return the name of the topic that matters most in a position; None is before a match."""
    if view is None:
        return "goal"
    if view.outcome is not None:
        return "match"
    if view.results and not view.history:
        return "out"
    if view.seat is None or view.seat != view.turn:
        return "round"
    if not view.table:
        return "lead"
    return "follow" if len(view.moves) > 1 else "pass"


RULES = RulesPage(topics=TOPICS, topic_for=topic_for)
