"""What the prompt says: whose turn it is, what is asked, and what a card would do."""

from dataclasses import replace

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.cards import VALKNUT, Card
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import listed, shortened
from odin_tui.herrlof.cards import SHAPES, Marks, chip
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.reasons import winning
from odin_tui.herrlof.text import MESSAGES, colour_name, reminder
from odin_tui.languages import Translations
from odin_tui.languages.styled import fill
from odin_tui.messages import reason_text, template
from odin_tui.narrator import Reader


def task(
    view: View, reader: Reader, intent: Intent, marks: Marks = SHAPES, width: int = 80
) -> Content:
    """Return whose turn it is and what is asked; names are cut to fit the width."""
    text = _task(view, reader, intent, marks)
    for longest in (16, 10, 6):
        if text.cell_length <= width:
            break
        names = tuple(shortened(name, longest) for name in reader.names)
        text = _task(view, replace(reader, names=names), intent, marks)
    return text


def _task(view: View, reader: Reader, intent: Intent, marks: Marks) -> Content:
    tr = reader.tr
    if view.stage == Stage.OVER:
        return Content(tr.gettext("The match is over."))
    if intent.my_turn:
        return _own_task(view, reader, marks)
    if view.turn is None and reader.seat not in view.to_move:
        names = listed([reader.names[seat] for seat in view.to_move], tr)
        text = tr.gettext("Waiting for {names} to predict.")
        return fill(text, names=Content.styled(names, "bold"))
    if view.turn is None or reader.is_me(view.turn):
        return Content(tr.gettext("A bot is playing for you."))
    name = Content.styled(reader.names[view.turn], "bold")
    return fill(tr.gettext(MESSAGES.stages[view.stage]["waiting"]), name=name)


def _own_task(view: View, reader: Reader, marks: Marks) -> Content:
    tr, led, drawn = reader.tr, view.trick[0] if view.trick else None, view.drawn
    text = MESSAGES.stages[view.stage].get("task") or MESSAGES.texts[_playing_code(view)]
    return fill(
        template(text, tr, {}),
        your_turn=Content.styled(tr.gettext("Your turn:"), "bold $your-turn"),
        most=view.hand_size,
        drawn=Content("") if drawn is None else chip(drawn, "bold", marks),
        name="" if view.victim is None else reader.names[view.victim],
        led=Content("") if led is None else chip(led, "", marks),
        colour="" if led is None or led.colour is None else colour_name(led.colour, tr),
    )


def _playing_code(view: View) -> str:
    if not view.trick:
        return "task-lead"
    led = view.trick[0].colour
    if led is None:
        return "task-any"
    holds = any(card.colour == led for card in view.hand)
    return "task-follow" if holds else "task-cannot-follow"


def preview(
    view: View, intent: Intent, tr: Translations, marks: Marks = SHAPES, width: int = 80
) -> Content:
    """Return what the chosen card would do, or why it cannot be played, in this width."""
    if intent.predicting:
        return _prediction(view, intent, tr)
    if intent.stealing or intent.swapping:
        return Content.styled(tr.gettext(MESSAGES.stages[view.stage]["offer"]), "$quiet")
    card = intent.looked_at
    if card is None or view.stage in (Stage.PREDICT, Stage.OVER):
        return Content("")
    shown = chip(card, "bold", marks)
    if (why_not := intent.why_not) is not None:
        reason = reason_text(why_not, tr, "herrlof")
        return fill(tr.gettext("{card}: {reason}"), card=shown, reason=reason)
    return _effects(view, intent, card, shown, tr, width)


def _effects(
    view: View, intent: Intent, card: Card, shown: Content, tr: Translations, width: int
) -> Content:
    """Return what a card does in this trick and by itself; the latter only if there is room."""
    code = _effect(view, intent, card)
    # A special card has its effect only if it is laid into the trick as it is now.
    in_force = VALKNUT not in view.trick or card == VALKNUT or card.number == 3
    special = reminder(card, view.seats, tr) if in_force else ""
    if not code and special:
        return Content.assemble(shown, " ", (special, "$quiet"))
    if not code:
        return shown if intent.with_card else Content("")
    first = fill(MESSAGES.template(code, tr), "$quiet", card=shown)
    if not special or first.cell_length + cell_len(f" · {special}") > width:
        return first
    return Content.assemble(first, (f" · {special}", "$quiet"))


def _effect(view: View, intent: Intent, card: Card) -> str:
    """Return the code of what a card would do now; empty where its reminder says it.

    Before the reader's turn that is only whether it is trump.
    """
    code = ""
    if view.stage != Stage.PLAY:
        return code
    if not intent.with_card:
        trump = card.colour is not None and card.colour == view.trump and not intent.my_turn
        return "card-is-trump" if trump else code
    if not intent.fits(card):
        code = "card-not-playable"
    elif card == VALKNUT:
        code = "card-turns-trump" if view.trick.count(VALKNUT) == 1 else ""
    elif not view.trick:
        code = "card-leads"
    elif VALKNUT in view.trick:
        code = "card-in-destroyed-trick"
    else:
        wins = winning((*view.trick, card), view.trump) == len(view.trick)
        last = "-trick" if len(view.trick) == view.seats - 1 else "-so-far"
        code = f"card-{'wins' if wins else 'loses'}{last}"
    return code


def _prediction(view: View, intent: Intent, tr: Translations) -> Content:
    if intent.number is None:
        return Content.styled(tr.gettext("Type a number, or use ← and →."), "$quiet")
    points = 10 + intent.number + view.options.few_bonus(intent.number)
    return Content(MESSAGES.say("worth-if-exact", tr, count=intent.number, points=points))
