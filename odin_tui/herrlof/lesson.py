"""The first round of Herrlof: five tricks that teach predicting, following, trump and the runes."""

from odin_tui.languages import N_
from odin_tui.lesson_table import Lesson, Step

LESSON = Lesson(
    game="herrlof",
    seed="lesson 33904",
    names=("You", "Bo"),
    options={},
    steps=(
        Step(
            text=N_(
                "Welcome! You and Bo hold 15 cards each, so there will be 15 tricks. Y4 is turned "
                "up beside the deck: yellow is trump and beats every other colour."
            ),
        ),
        Step(
            text=N_(
                "First say in secret how many tricks you will win. Each trick is a point, and "
                "being exactly right is worth 10 more. With four trumps and some high blues, "
                "predict 6: type it, and Enter."
            ),
            move="predict 6",
            otherwise=N_("Possible, but with this hand 6 is a good guess."),
            then=("predict 4", "R4"),
        ),
        Step(
            text=N_(
                "Bo leads R4. You must follow the colour that was led if you hold it, and only V "
                "and H are always allowed. Your one red card is higher: play R7 and win the trick."
            ),
            move="R7",
            otherwise=N_("Allowed, but R7 wins this trick for you, and you need six."),
        ),
        Step(
            text=N_(
                "The winner leads. The numbers 1, 3, 6 and 9 bear a rune and do something. "
                "Lead G3: whoever plays a 3 may swap a card with the deck, win or lose."
            ),
            move="G3",
            otherwise=N_("You may lead anything, but try the 3: G3."),
        ),
        Step(
            text=N_(
                "Now, before Bo does anything, you may draw the top card of the deck, or skip. "
                "Draw it."
            ),
            move="draw",
            otherwise=N_("You may leave it, but a look at the deck is free: draw."),
        ),
        Step(
            text=N_(
                "B9, a fine card. In return, one card goes face down under the deck, any you "
                "like. G4 will hardly win: bury it."
            ),
            move="bury G4",
            otherwise=N_("That is allowed. But keep what may win, and bury G4."),
            then=("G7", "G9"),
        ),
        Step(
            text=N_(
                "Bo took your 3 with G7 and leads G9, which you cannot beat. But V, the Valknut, "
                "destroys a trick: nobody gets it, and its leader leads again. Play V."
            ),
            move="V",
            otherwise=N_("Then Bo would win it. V takes the trick out of the round: play V."),
            then=("R6",),
        ),
        Step(
            text=N_(
                "Bo leads R6, and you have no red left: you may play anything. A trump wins, and "
                "a 6 that wins does even more. Play Y6."
            ),
            move="Y6",
            otherwise=N_("You need tricks: a trump wins this one. Play Y6."),
        ),
        Step(
            text=N_(
                "Your 6 has won, so you may take a card from Bo without looking, and then give "
                "that one or another back. (A 1 that wins takes a whole trick.) Steal."
            ),
            move="steal 1",
            otherwise=N_(
                "You may leave it, but you can always give back what you do not like: steal."
            ),
        ),
        Step(
            text=N_(
                "You took R5. Without any red you can trump when Bo leads red again, so R5 would "
                "only be in the way: give it back."
            ),
            move="return R5",
            otherwise=N_("That is allowed. But without red you may trump it: give R5 back."),
        ),
        Step(
            text=N_(
                "You lead. H, the Hagalaz, is lower than everything, but whoever loses with it "
                "leads next. It gets rid of a trick and keeps you in control. Lead H."
            ),
            move="H",
            otherwise=N_("Allowed, but look what an H does: lead it."),
            then=("B5",),
        ),
        Step(
            text=N_(
                "Bo had to win it, and you lead again. (A 9 that wins also gives the lead away.) "
                "Beside the trick you see all the time what you predicted and how much is missing."
            ),
        ),
        Step(
            text=N_(
                "That is all. At the end of a round predictions are turned up and points counted, "
                "with 5 more for 3 or 4 tricks when two play. 50 points end the match. Good luck!"
            ),
        ),
    ),
)
