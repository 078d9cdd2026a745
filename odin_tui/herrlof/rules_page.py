"""The rules of Herrlof in our own words, topic by topic, and which topic matters now."""

from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.game_ui import RulesPage
from odin_tui.rulebook import read_rulebook

TOPICS = read_rulebook("""
# goal: What it is about

Before a round is played you write down in secret how many tricks you will win. Every trick is a
point, and a prediction that comes true exactly is worth ten more. Most points win the match.

So winning everything is not the aim. The aim is to know your hand, and then to steer: take the
tricks you need, and slip under the ones you do not want.

# cards: The cards

There are 42 cards. Four colours, red R, blue B, green G and yellow Y, each have the numbers 1 to
9. Three cards are Valknuts, V, and three are Hagalaz, H; these six have no colour.

Two players are dealt 15 cards each, three players 11. One card of the rest is turned up and says
what is trump; the others stay face down as the deck.

The numbers 1, 3, 6 and 9 carry a rune: each does something of its own.

# trump: Trump

The colour of the card that is turned up is trump for the round: any trump beats every card of
another colour. If a Valknut or a Hagalaz is turned up, there is no trump.

- B4 turned up | blue is trump.
- H turned up | no trump in this round.

# predict: Predicting

When you have seen your hand and the trump, say how many tricks you will win, from none to all of
them. Everyone does so at the same time, nobody sees another's number, and it cannot be changed.

Your own number stands beside the trick all the time, with what is still missing. The numbers of
the others are turned up when the round is over.

# follow: Laying a card

Whoever leads may lay any card. The others follow the colour that was led if they hold it; who has
none of it may lay anything.

V and H may always be laid, even by somebody who could follow. And if a V or an H was led, nobody
has to follow anything.

- G7 led, you hold G2 B9 V | G2 and V may be laid, B9 may not.
- G7 led, you hold B9 V | both may be laid.
- H led, you hold G2 B9 V | all three may be laid.

# winner: Who wins a trick

The highest trump wins. Without a trump in the trick, the highest card of the first colour in it
wins; cards of other colours cannot win, however high they are. Whoever wins leads the next trick.

- trump B: G7 R8 | G7 wins, for R8 is neither green nor trump.
- trump B: G7 B3 | B3 wins, for it is trump.
- trump R: H Y2 | Y2 wins, for H is lower than everything.

# valknut: Valknut

A trick with a V in it is destroyed: nobody wins it, it counts for nobody, and its leader leads
again. No other card in it has any effect, except that a 3 may still be swapped.

When a second V falls in the same trick, the top card of the deck is turned up at once: it is the
new trump card, from the next trick on.

Destroyed tricks are gone, so the tricks of a round may add up to fewer than were dealt.

# hagalaz: Hagalaz

An H is lower than every other card. If several players lay one, the first H is the highest of
them, and if there is nothing else, it wins.

Whoever loses the trick with an H leads the next one, whatever else lies in it. With three players
and two losing H, it is the one who laid theirs last.

- trump R: H H | the first H wins, and the second player leads.
- trump R: Y9 H | Y9 wins, and the player of the H leads.

# one: The 1

If you win a trick with a 1, you may take a trick from another player who has one. It counts for
you now, and no longer for them.

# three: The 3

Right after you lay a 3, before anybody else does anything, you may draw the top card of the deck
and then put any card of your hand under it, the new one too. It does not matter who wins.

In the last trick there is nothing left to swap.

# six: The 6

If you win a trick with a 6, you may take a card from another player's hand without looking, and
then give that card back, or another one. Only the two of you know which cards they were.

# nine: The 9

If you win a trick with a 9, you do not lead the next one: with two players the other one does,
with three the player on your left. Was there an H that lost, its player leads instead.

# look: What may be looked at

The cards of the last trick may be looked at again until the next one is over; older tricks may
not. Everyone sees who has won how many tricks and how many were destroyed.

# score: Counting a round

Every trick you have at the end is one point. If you have exactly as many as you predicted, you
get ten more. With two players, whoever has three or four tricks gets another five, predicted or
not; with three players that bonus is played only if you agree on it.

- predicted 3, won 3 | 3 + 10 + 5 = 18 with two players.
- predicted 5, won 4 | 4 + 5 = 9 with two players.
- predicted 0, won 0 | 10.
- predicted 6, won 5 | 5.

# match: The end of the match

The match ends after the round in which somebody reaches the target, 50 points for two players and
40 for three unless you agreed otherwise, or after ten rounds. The most points win.

If they are equal, more exact predictions decide, then more tricks in the last round. If that is
equal too, it is a draw, and you play again.

# typing: Writing moves down

A card is the letter of its colour and its number, or V or H. Capitals and spaces do not matter.

- predict 4 | write down that four tricks will be yours.
- R7 | lay the red seven.
- draw, then bury R7 | use a 3: draw a card, put R7 under the deck.
- steal 1, then return R7 | take from seat 1, and give R7 back.
- skip | leave what a card offers.

# advice: Good habits

Count what wins for certain: high trumps, nines, eights of a colour you can lead first. About a
third of the tricks is an ordinary hand for two.

Keep a V and an H for the end: one takes a trick you do not want out of the world, the other loses
one for certain.

A 1 wins seldom, so lead it when the others are out of its colour and of trumps, or let it be the
card you throw away.

When you have what you predicted, get rid of your high cards on tricks that others win.
""")
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
    """Name the topic that answers what a player most likely wonders about now."""
    if view is None:
        return "goal"
    if view.outcome is None and (view.seat is None or view.seat not in view.to_move):
        return "winner"
    if view.stage == Stage.PREDICT and view.results:
        return "score"
    return TOPIC_OF_STAGE[view.stage]


RULES = RulesPage(topics=TOPICS, topic_for=topic_for)
