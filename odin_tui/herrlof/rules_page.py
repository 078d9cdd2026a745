"""The rules of Herrlof in our own words, topic by topic, and which topic matters now."""

from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.game_ui import RulesPage
from odin_tui.languages import N_
from odin_tui.rulebook import Example, Topic

TOPICS = (
    Topic(
        "goal",
        N_("What it is about"),
        (
            N_(
                "Before a round is played you write down in secret how many tricks you will win. "
                "Every trick is a point, and a prediction that comes true exactly is worth ten "
                "more. Most points win the match."
            ),
            N_(
                "So winning everything is not the aim. The aim is to know your hand, and then to "
                "steer: take the tricks you need, and slip under the ones you do not want."
            ),
        ),
    ),
    Topic(
        "cards",
        N_("The cards"),
        (
            N_(
                "There are 42 cards. Four colours, red R, blue B, green G and yellow Y, each have "
                "the numbers 1 to 9. Three cards are Valknuts, V, and three are Hagalaz, H; these "
                "six have no colour."
            ),
            N_(
                "Two players are dealt 15 cards each, three players 11. One card of the rest is "
                "turned up and says what is trump; the others stay face down as the deck."
            ),
            N_("The numbers 1, 3, 6 and 9 carry a rune: each does something of its own."),
        ),
    ),
    Topic(
        "trump",
        N_("Trump"),
        (
            N_(
                "The colour of the card that is turned up is trump for the round: any trump beats "
                "every card of another colour. If a Valknut or a Hagalaz is turned up, there is no"
                " trump."
            ),
            Example(N_("B4 turned up"), N_("blue is trump.")),
            Example(N_("H turned up"), N_("no trump in this round.")),
        ),
    ),
    Topic(
        "predict",
        N_("Predicting"),
        (
            N_(
                "When you have seen your hand and the trump, say how many tricks you will win, "
                "from none to all of them. Everyone does so at the same time, nobody sees "
                "another's number, and it cannot be changed."
            ),
            N_(
                "Your own number stands beside the trick all the time, with what is still missing."
                " The numbers of the others are turned up when the round is over."
            ),
        ),
    ),
    Topic(
        "follow",
        N_("Laying a card"),
        (
            N_(
                "Whoever leads may lay any card. The others follow the colour that was led if they"
                " hold it; who has none of it may lay anything."
            ),
            N_(
                "V and H may always be laid, even by somebody who could follow. And if a V or an H"
                " was led, nobody has to follow anything."
            ),
            Example(N_("G7 led, you hold G2 B9 V"), N_("G2 and V may be laid, B9 may not.")),
            Example(N_("G7 led, you hold B9 V"), N_("both may be laid.")),
            Example(N_("H led, you hold G2 B9 V"), N_("all three may be laid.")),
        ),
    ),
    Topic(
        "winner",
        N_("Who wins a trick"),
        (
            N_(
                "The highest trump wins. Without a trump in the trick, the highest card of the "
                "first colour in it wins; cards of other colours cannot win, however high they "
                "are. Whoever wins leads the next trick."
            ),
            Example(N_("trump B: G7 R8"), N_("G7 wins, for R8 is neither green nor trump.")),
            Example(N_("trump B: G7 B3"), N_("B3 wins, for it is trump.")),
            Example(N_("trump R: H Y2"), N_("Y2 wins, for H is lower than everything.")),
        ),
    ),
    Topic(
        "valknut",
        N_("Valknut"),
        (
            N_(
                "A trick with a V in it is destroyed: nobody wins it, it counts for nobody, and "
                "its leader leads again. No other card in it has any effect, except that a 3 may "
                "still be swapped."
            ),
            N_(
                "When a second V falls in the same trick, the top card of the deck is turned up at"
                " once: it is the new trump card, from the next trick on."
            ),
            N_(
                "Destroyed tricks are gone, so the tricks of a round may add up to fewer than were"
                " dealt."
            ),
        ),
    ),
    Topic(
        "hagalaz",
        N_("Hagalaz"),
        (
            N_(
                "An H is lower than every other card. If several players lay one, the first H is "
                "the highest of them, and if there is nothing else, it wins."
            ),
            N_(
                "Whoever loses the trick with an H leads the next one, whatever else lies in it. "
                "With three players and two losing H, it is the one who laid theirs last."
            ),
            Example(N_("trump R: H H"), N_("the first H wins, and the second player leads.")),
            Example(N_("trump R: Y9 H"), N_("Y9 wins, and the player of the H leads.")),
        ),
    ),
    Topic(
        "one",
        N_("The 1"),
        (
            N_(
                "If you win a trick with a 1, you may take a trick from another player who has "
                "one. It counts for you now, and no longer for them."
            ),
        ),
    ),
    Topic(
        "three",
        N_("The 3"),
        (
            N_(
                "Right after you lay a 3, before anybody else does anything, you may draw the top "
                "card of the deck and then put any card of your hand under it, the new one too. It"
                " does not matter who wins."
            ),
            N_("In the last trick there is nothing left to swap."),
        ),
    ),
    Topic(
        "six",
        N_("The 6"),
        (
            N_(
                "If you win a trick with a 6, you may take a card from another player's hand "
                "without looking, and then give that card back, or another one. Only the two of "
                "you know which cards they were."
            ),
        ),
    ),
    Topic(
        "nine",
        N_("The 9"),
        (
            N_(
                "If you win a trick with a 9, you do not lead the next one: with two players the "
                "other one does, with three the player on your left. Was there an H that lost, its"
                " player leads instead."
            ),
        ),
    ),
    Topic(
        "look",
        N_("What may be looked at"),
        (
            N_(
                "The cards of the last trick may be looked at again until the next one is over; "
                "older tricks may not. Everyone sees who has won how many tricks and how many were"
                " destroyed."
            ),
        ),
    ),
    Topic(
        "score",
        N_("Counting a round"),
        (
            N_(
                "Every trick you have at the end is one point. If you have exactly as many as you "
                "predicted, you get ten more. With two players, whoever has three or four tricks "
                "gets another five, predicted or not; with three players that bonus is played only"
                " if you agree on it."
            ),
            Example(N_("predicted 3, won 3"), N_("3 + 10 + 5 = 18 with two players.")),
            Example(N_("predicted 5, won 4"), N_("4 + 5 = 9 with two players.")),
            Example(N_("predicted 0, won 0"), N_("10.")),
            Example(N_("predicted 6, won 5"), N_("5.")),
        ),
    ),
    Topic(
        "match",
        N_("The end of the match"),
        (
            N_(
                "The match ends after the round in which somebody reaches the target, 50 points "
                "for two players and 40 for three unless you agreed otherwise, or after ten "
                "rounds. The most points win."
            ),
            N_(
                "If they are equal, more exact predictions decide, then more tricks in the last "
                "round. If that is equal too, it is a draw, and you play again."
            ),
        ),
    ),
    Topic(
        "typing",
        N_("Writing moves down"),
        (
            N_(
                "A card is the letter of its colour and its number, or V or H. Capitals and spaces"
                " do not matter."
            ),
            Example(N_("predict 4"), N_("write down that four tricks will be yours.")),
            Example(N_("R7"), N_("lay the red seven.")),
            Example(N_("draw, then bury R7"), N_("use a 3: draw a card, put R7 under the deck.")),
            Example(
                N_("steal 1, then return R7"),
                N_("take a card from another player, and give R7 back."),
            ),
            Example(N_("skip"), N_("leave what a card offers.")),
        ),
    ),
    Topic(
        "advice",
        N_("Good habits"),
        (
            N_(
                "Count what wins for certain: high trumps, nines, eights of a colour you can lead "
                "first. About a third of the tricks is an ordinary hand for two."
            ),
            N_(
                "Keep a V and an H for the end: one takes a trick you do not want out of the "
                "world, the other loses one for certain."
            ),
            N_(
                "A 1 wins seldom, so lead it when the others are out of its colour and of trumps, "
                "or let it be the card you throw away."
            ),
            N_(
                "When you have what you predicted, get rid of your high cards on tricks that "
                "others win."
            ),
        ),
    ),
)
"""The whole of the rules, in the order in which they are best read."""

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


RULES = RulesPage(topics=TOPICS, topic_for=topic_for)
