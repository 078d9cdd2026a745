"""The lesson of Odin: five turns that teach sets, values, taking, passing and going out."""

from odin_tui.languages import N_
from odin_tui.lesson_table import Lesson, Step

LESSON = Lesson(
    game="odin",
    seed="lesson 30638",
    names=("You", "Bo", "Cnut"),
    options={"target": "one-hand"},
    steps=(
        Step(
            text=N_(
                "Welcome! Everybody holds nine cards, and whoever is rid of them first wins the "
                "hand. In the middle there will lie one set of cards. On your turn you beat it, or "
                "you pass."
            ),
            then=("Y4",),
        ),
        Step(
            text=N_(
                "Cnut leads Y4. A set is one card, or several of one colour or of one number. You "
                "may play as many cards as lie there, or one more, so a pair beats this one. "
                "Choose G3 and P3, and play them."
            ),
            move="G3P3+Y4",
            replies={"pass": N_("You may pass, but you can do better: G3 and P3 are a pair.")},
            otherwise=N_("That is allowed, but a pair takes two cards off your hand: G3 and P3."),
            then=("pass", "Y7O7+P3"),
        ),
        Step(
            text=N_(
                "You took Y4: whoever beats a set takes one card of it. Then Cnut beat you: a set "
                "is worth its numbers side by side, the highest first, so O7 Y7 is worth 77, and "
                "your threes were worth 33."
            ),
        ),
        Step(
            text=N_(
                "More cards are always worth more. Play three greens, G8 G5 G2, worth 852. Two "
                "cards lie there now, so you choose which one to take: O7, because it joins your "
                "oranges."
            ),
            move="G8G5G2+O7",
            replies={
                "pass": N_("You may pass, but three greens are waiting: G8, G5 and G2."),
                "G8G5G2+*": N_("Good set! But take O7: it joins O6, O5 and O4 in your hand."),
            },
            otherwise=N_("That beats 77, but G8 G5 G2 takes three cards off your hand at once."),
            then=("B9B7B3B1+G8", "pass"),
        ),
        Step(
            text=N_(
                "Bo played four cards worth 9731. Your four oranges are worth 7654, which is less, "
                "so you have nothing to play. Passing costs nothing, and you may play again later. "
                "Pass."
            ),
            move="pass",
            otherwise=N_("Nothing of yours beats 9731. Pass."),
            then=("O2", "pass"),
        ),
        Step(
            text=N_(
                "All others passed, so Bo's set went to Valhalla, and Bo led anew: O2. Play your "
                "two yellows, Y9 Y4, worth 94, which is hard to beat. You will take O2, since it "
                "is the only card there: one more orange!"
            ),
            move="Y9Y4+O2",
            replies={"pass": N_("Not now: Y9 and Y4 can go together.")},
            otherwise=N_("That is allowed, but keep the oranges together and play Y9 with Y4."),
            then=("pass", "pass"),
        ),
        Step(
            text=N_(
                "Everybody passed, so you lead. A lead is one card; only if your whole hand is one "
                "set may you play it all. Yours is: five oranges. Play them and be out!"
            ),
            move="O7O6O5O4O2",
            otherwise=N_("One card would do, but all five are one set: play them all and be out."),
        ),
        Step(
            text=N_(
                "You are out! Bo and Cnut get a point for each card they hold. A match goes on "
                "until somebody has 15 points, and the fewest win. Rules and hints are there at "
                "every table."
            ),
        ),
    ),
)
