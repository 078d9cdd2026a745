"""The rules of Odin in our own words, topic by topic, and which topic matters now."""

from odin_engine.odin.view import View
from odin_tui.game_ui import RulesPage
from odin_tui.rulebook import read_rulebook

TOPICS = read_rulebook("""
# goal: What it is about

Be the first with no cards in your hand. Whoever still holds cards then gets one point for each of
them, and points are bad: when somebody reaches the target, the player with the fewest points wins
the match.

In the middle lies one set of cards. On your turn you lay a better set over it and take one card
of the old set into your hand, or you pass. So your hand shrinks only when you play more cards
than you take.

# cards: The cards

There are 54 cards: six colours, red R, orange O, yellow Y, green G, blue B and purple P, and in
each colour the numbers 1 to 9. Every card exists once, so there is only one blue nine, B9.

Everybody is dealt nine cards. The rest stays hidden and out of play until the next deal; with six
players nothing is left over.

The numbers have names: 1 healer, 2 skald, 3 spy, 4 seidmadr, 5 völva, 6 hirdman, 7 berserker, 8
styrimadr, 9 jarl. The names do nothing; the numbers do.

# set: What a set is

One card alone is a set. Two or more cards are a set if they all have the same colour, or all have
the same number.

- B9 B5 | one colour: a set.
- R4 G4 P4 | one number: a set.
- B9 B5 G5 | neither all blue nor all fives: no set.

# value: What a set is worth

Write the numbers of the set next to each other, the highest first: that is its value. It makes no
difference whether colour or number holds the set together.

- R8 R2 | worth 82, not 28.
- Y9 Y4 Y2 | worth 942.
- G1 B1 P1 | worth 111, and so above every pair.

More cards are always worth more than fewer, because no number is nought.

# lead: Leading

When nothing lies in the middle, you lead: play exactly one card, any you like. You take nothing,
since there was nothing to take, and you cannot pass.

One exception: if all the cards left in your hand are one set, you may lead them all together, and
you are out.

- B2 B5 B9 as your whole hand | lead one of them, or all three and be out.
- B2 B5 G9 as your whole hand | lead one card; two are not allowed.

# follow: Beating what lies there

Play as many cards as lie there, or one more. They must be a set, and worth more than what lies
there; the same value is not enough, whatever the colours.

- Y5 over Y4 | one card from 5 up will do.
- G1 P1 over Y4 | any pair will do.
- B8 B3 over R8 R2 | 83 beats 82.
- B8 B2 over R8 R2 | no: 82 is not more than 82.
- G1 B1 P1 over R8 R2 | three cards beat two.
- B9 over R8 R2 | no: one card is too few.
- B9 B8 B7 B6 over R8 R2 | no: four are too many.

# take: Taking a card

After you have beaten a set, take one card of the old set into your hand. You must, and you choose
which; the others go to Valhalla and are out of this hand. If only one card lay there, it is the
one you take.

You cannot use the card in the same turn. Take one that joins others of its colour or number, so
that it leaves with them later.

Only when your play empties your hand do you take nothing: you are out.

- R8 R2 lay there, you hold R5 R3 | take R8, and three reds can go together.

# pass: Passing

Instead of beating a set you may always pass, even if you could play. Passing costs nothing and
does not lock you out: when your turn comes again in the same round, you may play.

Only the player who leads cannot pass.

# round: The end of a round

When everybody else has passed in a row since the last play, the round is over. The set in the
middle goes to Valhalla, and whoever played it leads the next round.

A play starts the count of passes again. With two players a single pass ends the round.

Turns go clockwise, to the left.

# out: Going out and points

Whoever plays their last card ends the hand at once. They get no points; everybody else gets one
point for each card still held, nine at the most.

Then all cards are shuffled and dealt again. The next hand is led by the left neighbour of whoever
led this one first.

# match: The end of the match

The match ends after the hand in which somebody reaches the target: 15 points unless you agreed on
10, on 20, on another number or on a single hand.

The fewest points win. Equal points share the place, the first place too.

- 15, 7 and 7 points | the two sevens share the win.

# two: Two players

For two, two whole colours are taken out before the match, drawn by lot unless you name them: 36
cards remain, and the game is quicker. You may also play with all 54.

# editions: Editions

The international edition is the one told here. The German edition, called deutsch, differs twice:
whoever went out leads the next hand, and if the very first hand deals its leader nine cards of
one colour, they go out at once.

# typing: Writing moves down

A card is the letter of its colour and its number. A move is the cards, then a plus and the card
you take. Capitals, spaces and order do not matter.

- B9B5+R8 | play the blue nine and five, take the red eight.
- Y4 | play the yellow four and take nothing, as in a lead.
- pass | let the set in the middle stand.

# advice: Good habits

Count the sets your hand falls into: each needs a turn of its own. A play that leaves fewer sets
behind is usually the right one.

Playing one card over one card leaves your hand as large as it was. It can still be worth it, for
a better card or for the lead.

Keep one high card or one large set to win the round with when you need to lead.

When somebody is down to two or three cards, get rid of cards quickly: every card you still hold
will be a point.
""")
"""The whole of the rules, in the order in which they are best read."""


def topic_for(view: View | None) -> str:
    """Name the topic that answers what a player most likely wonders about now."""
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
