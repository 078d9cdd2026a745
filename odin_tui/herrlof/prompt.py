"""What is asked of the reader, what the chosen card would do, and why not."""

from dataclasses import replace

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.cards import Card
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import listed, shortened
from odin_tui.herrlof.cards import SHAPES, Marks, chip
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.messages import colour_name, reminder_with_rune
from odin_tui.herrlof.tricks import effect, has_effect
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.messages import reason_text
from odin_tui.narrator import Reader

ACTIONS = {
    Stage.PREDICT: N_("Predict"),
    Stage.PLAY: N_("Play"),
    Stage.SWAP: N_("Draw"),
    Stage.BURY: N_("Bury"),
    Stage.STEAL_TRICK: N_("Steal"),
    Stage.STEAL_CARD: N_("Steal"),
    Stage.RETURN: N_("Give"),
}
"""What Enter does, by what is asked."""
OFFERS = {
    Stage.SWAP: N_("Your 3: draw the top card, then bury any card you like."),
    Stage.STEAL_TRICK: N_("Your 1 has won: the trick counts as if you had won it."),
    Stage.STEAL_CARD: N_("Your 6 has won: take it unseen, give it or another back."),
}
"""What a special card offers, in a line."""
WAITING_FOR = {
    Stage.PLAY: N_("{name} is to move."),
    Stage.SWAP: N_("{name} may draw a card for a 3."),
    Stage.BURY: N_("{name} puts a card under the deck."),
    Stage.STEAL_TRICK: N_("{name} may take a trick with a 1."),
    Stage.STEAL_CARD: N_("{name} may take a card with a 6."),
    Stage.RETURN: N_("{name} gives a card back."),
}
"""What somebody else is asked."""


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
    if view.turn is None:
        names = listed([reader.names[seat] for seat in view.to_move])
        text = tr.gettext("{names} still to predict.")
        return fill(text, names=Content.styled(names, "bold"))
    if reader.is_me(view.turn):
        return Content(tr.gettext("A bot moves for you."))
    name = Content.styled(reader.names[view.turn], "bold")
    return fill(tr.gettext(WAITING_FOR[view.stage]), name=name)


def _own_task(view: View, reader: Reader, marks: Marks) -> Content:
    tr, led, drawn = reader.tr, view.trick[0] if view.trick else None, view.drawn
    return fill(
        _own_task_text(view, tr),
        your_turn=Content.styled(tr.gettext("Your turn:"), "bold $your-turn"),
        most=view.hand_size,
        drawn=Content("") if drawn is None else chip(drawn, "bold", marks),
        name="" if view.victim is None else reader.names[view.victim],
        led=Content("") if led is None else chip(led, "", marks),
        colour="" if led is None or led.colour is None else colour_name(led.colour, tr),
    )


def _own_task_text(view: View, tr: Translations) -> str:  # noqa: PLR0911 - one for each stage
    match view.stage:
        case Stage.PREDICT:
            return tr.gettext("{your_turn} predict your tricks, 0 to {most}")
        case Stage.SWAP:
            return tr.gettext("{your_turn} draw a card, or skip")
        case Stage.BURY:
            return tr.gettext("{your_turn} you drew {drawn}; bury a card")
        case Stage.STEAL_TRICK:
            return tr.gettext("{your_turn} take a trick, or skip")
        case Stage.STEAL_CARD:
            return tr.gettext("{your_turn} take a card, or skip")
        case Stage.RETURN:
            return tr.gettext("{your_turn} you took {drawn} from {name}; give one back")
    if not view.trick:
        return tr.gettext("{your_turn} lead any card")
    led = view.trick[0]
    if led.colour is None:
        return tr.gettext("{your_turn} any card, since {led} was led")
    if any(card.colour == led.colour for card in view.hand):
        return tr.gettext("{your_turn} follow {led} with {colour}, or V or H")
    return tr.gettext("{your_turn} any card: you cannot follow {led}")


def preview(
    view: View, intent: Intent, tr: Translations, marks: Marks = SHAPES, width: int = 80
) -> Content:
    """Return what the chosen card would do, or why it cannot be played, in this width."""
    if intent.predicting:
        return _number(view, intent, tr)
    if intent.stealing or intent.swapping:
        return Content.styled(tr.gettext(OFFERS[view.stage]), "$quiet")
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
    text = _effect(view, intent, card, tr)
    special = reminder_with_rune(card, view.seats, tr) if has_effect(view, card) else ""
    if not text and special:
        return Content.assemble(shown, " ", (special, "$quiet"))
    if not text:
        return shown if intent.with_card else Content("")
    first = fill(text, "$quiet", card=shown)
    if not special or first.cell_length + cell_len(f" · {special}") > width:
        return first
    return Content.assemble(first, (f" · {special}", "$quiet"))


def _effect(view: View, intent: Intent, card: Card, tr: Translations) -> str:
    """Return what `{card}` would do now; before the reader's turn, only whether it is trump."""
    if view.stage != Stage.PLAY:
        return ""
    if intent.with_card:
        return (
            effect(view, card, tr) if intent.fits(card) else tr.gettext("{card} cannot be played")
        )
    trump = card.colour is not None and card.colour == view.trump and not intent.my_turn
    return tr.gettext("{card} trump") if trump else ""


def _number(view: View, intent: Intent, tr: Translations) -> Content:
    if intent.number is None:
        return Content.styled(tr.gettext("Type a number, or use ← and →."), "$quiet")
    points = 10 + intent.number + view.options.few_bonus(intent.number)
    text = tr.ngettext(
        "{count} trick: {points} points if it comes true exactly",
        "{count} tricks: {points} points if it comes true exactly",
        intent.number,
    )
    return Content(text.format(count=intent.number, points=points))
