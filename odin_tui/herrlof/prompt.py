"""What one can do now, what the chosen card would do, and why not."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.cards import Card
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import shortened
from odin_tui.herrlof.card_face import SHAPES, Marks, chip
from odin_tui.herrlof.card_hints import fate, runed, tricks_word, works
from odin_tui.herrlof.intent import Intent
from odin_tui.languages import ENGLISH
from odin_tui.messages import reason_text

VERBS = {
    Stage.PREDICT: "Predict",
    Stage.PLAY: "Play",
    Stage.SWAP: "Draw",
    Stage.BURY: "Bury",
    Stage.STEAL_TRICK: "Steal",
    Stage.STEAL_CARD: "Steal",
    Stage.RETURN: "Give",
}
"""What Enter does, by what is asked."""
OFFERS = {
    Stage.SWAP: "Your 3: draw the top card, then bury any card you like.",
    Stage.STEAL_TRICK: "Your 1 has won: the trick counts as if you had won it.",
    Stage.STEAL_CARD: "Your 6 has won: take it unseen, give it or another back.",
}
"""What a special card offers, in a line."""
DOING = {
    Stage.PLAY: "is to move",
    Stage.SWAP: "may draw a card for a 3",
    Stage.BURY: "puts a card under the deck",
    Stage.STEAL_TRICK: "may take a trick with a 1",
    Stage.STEAL_CARD: "may take a card with a 6",
    Stage.RETURN: "gives a card back",
}


def task(
    view: View, names: Sequence[str], intent: Intent, marks: Marks = SHAPES, width: int = 80
) -> Content:
    """Say whose turn it is, and what that means for the reader; names are cut to the room."""
    said = _task(view, names, intent, marks)
    for longest in (16, 10, 6):
        if said.cell_length <= width:
            break
        short = [shortened(name, longest) for name in names]
        said = _task(view, short, intent, marks)
    return said


def _task(view: View, names: Sequence[str], intent: Intent, marks: Marks) -> Content:
    if view.stage == Stage.OVER:
        return Content("The match is over.")
    if intent.my_turn:
        return Content.assemble(("Your turn: ", "bold $your-turn"), _asked(view, names, marks))
    if view.turn is None:
        waiting = [names[seat] for seat in view.to_move]
        return Content.assemble((" and ".join(waiting), "bold"), " still to predict.")
    return Content.assemble((f"{names[view.turn]} ", "bold"), f"{DOING[view.stage]}.")


def _asked(  # noqa: PLR0911 - one for each thing that is asked
    view: View, names: Sequence[str], marks: Marks
) -> Content:
    match view.stage:
        case Stage.PREDICT:
            return Content(f"predict your tricks, 0 to {view.hand_size}")
        case Stage.SWAP:
            return Content("draw a card, or skip")
        case Stage.BURY:
            return _with("you drew ", view.drawn, "; bury a card", marks)
        case Stage.STEAL_TRICK:
            return Content("take a trick, or skip")
        case Stage.STEAL_CARD:
            return Content("take a card, or skip")
        case Stage.RETURN:
            whose = "" if view.victim is None else f" from {names[view.victim]}"
            return _with("you took ", view.drawn, f"{whose}; give one back", marks)
    return _asked_card(view, marks)


def _with(before: str, card: Card | None, after: str, marks: Marks) -> Content:
    shown = Content("a card") if card is None else chip(card, "bold", marks)
    return Content.assemble(before, shown, after)


def _asked_card(view: View, marks: Marks) -> Content:
    if not view.trick:
        return Content("lead any card")
    led = view.trick[0]
    if led.colour is None:
        return Content.assemble("any card, since ", chip(led, "", marks), " was led")
    if any(card.colour == led.colour for card in view.hand):
        colour = led.colour.name.lower()
        return Content.assemble("follow ", chip(led, "", marks), f" with {colour}, or V or H")
    return Content.assemble("any card: you cannot follow ", chip(led, "", marks))


def preview(view: View, intent: Intent, marks: Marks = SHAPES, width: int = 80) -> Content:
    """Say what is chosen or under the cursor would do, or why it cannot be, in so much room."""
    if intent.predicting:
        return _number(view, intent)
    if intent.stealing or intent.swapping:
        return Content.styled(OFFERS[view.stage], "$quiet")
    card = intent.looked_at
    if card is None or view.stage in (Stage.PREDICT, Stage.OVER):
        return Content("")
    shown = chip(card, "bold", marks)
    if (why_not := intent.why_not) is not None:
        return Content.assemble(shown, ": ", reason_text(why_not, ENGLISH, "herrlof"))
    special = runed(card, view.seats) if works(view, card) else ""
    parts = [part for part in (_effect(view, intent, card), special) if part]
    if not parts and not intent.with_card:
        return Content("")
    while len(parts) > 1 and shown.cell_length + 1 + cell_len(" · ".join(parts)) > width:
        parts.pop()
    return Content.assemble(shown, " ", Content.styled(" · ".join(parts), "$quiet"))


def _effect(view: View, intent: Intent, card: Card) -> str:
    if not intent.with_card:
        return "" if view.stage != Stage.PLAY or intent.my_turn else _later(view, card)
    if view.stage != Stage.PLAY:
        return ""
    return fate(view, card) if intent.fits(card) else "cannot be played"


def _later(view: View, card: Card) -> str:
    """Say what a card that is no special one is, while it is not one's turn."""
    return "trump" if card.colour is not None and card.colour == view.trump else ""


def _number(view: View, intent: Intent) -> Content:
    if intent.number is None:
        return Content.styled("Type a number, or use ← and →.", "$quiet")
    exact = 10 + intent.number + view.options.few_bonus(intent.number)
    return Content(f"{tricks_word(intent.number)}: {exact} points if it comes true exactly")
