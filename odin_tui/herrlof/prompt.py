"""What the table says: what is asked, what the chosen card would do, and what the middle shows."""

from dataclasses import replace

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.cards import VALKNUT, Card
from odin_engine.herrlof.state import Stage, Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import listed, shortened
from odin_tui.herrlof.cards import SHAPES, Marks, Style, chip
from odin_tui.herrlof.events import turns_trump
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.messages import colour_name, reminder_with_rune, tricks_text
from odin_tui.herrlof.middle import MiddleContents
from odin_tui.herrlof.reasons import winning
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
        names = listed([reader.names[seat] for seat in view.to_move], tr)
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
    special = reminder_with_rune(card, view.seats, tr) if _has_effect(view, card) else ""
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
    if intent.with_card and not intent.fits(card):
        return tr.gettext("{card} cannot be played")
    if intent.with_card:
        return _in_trick(view, card, tr)
    trump = card.colour is not None and card.colour == view.trump and not intent.my_turn
    return tr.gettext("{card} trump") if trump else ""


def _has_effect(view: View, card: Card) -> bool:
    """Tell whether a special card has its effect if it is laid into the trick as it is now."""
    return VALKNUT not in view.trick or card == VALKNUT or card.number == 3


def _in_trick(view: View, card: Card, tr: Translations) -> str:
    """Return what `{card}` would do to the trick as it is now; empty where its reminder says it."""
    if card == VALKNUT:
        second = view.trick.count(VALKNUT) == 1
        return tr.gettext("{card} turns a new trump up") if second else ""
    if not view.trick:
        return tr.gettext("{card} leads")
    if VALKNUT in view.trick:
        return tr.gettext("{card} in a destroyed trick")
    wins = winning((*view.trick, card), view.trump) == len(view.trick)
    if len(view.trick) == view.seats - 1:
        return (
            tr.gettext("{card} wins this trick") if wins else tr.gettext("{card} loses this trick")
        )
    return tr.gettext("{card} wins so far") if wins else tr.gettext("{card} does not win")


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


# -- the middle -----------------------------------------------------------------------------


def middle_contents(view: View, intent: Intent, reader: Reader, style: Style) -> MiddleContents:
    """Return what is to be chosen, the trick, or the one before."""
    if intent.predicting:
        text = reader.tr.ngettext(
            "How many of {count} trick?", "How many of {count} tricks?", view.hand_size
        )
        return MiddleContents(
            numbers=tuple(range(view.hand_size + 1)),
            captions=(text.format(count=view.hand_size),),
            chosen=intent.number,
            style=style,
        )
    if intent.stealing:
        return _victims(view, intent, reader, style)
    if view.trick:
        return MiddleContents(
            view.trick,
            tuple(reader.names[seat] for seat, _ in view.laid),
            winning(view.trick, view.trump),
            captions=_trick_captions(view, reader),
            style=style,
        )
    last = view.last_trick
    if view.stage == Stage.PREDICT:
        return MiddleContents(style=style)
    if last is None or last.round_no != view.round_no:
        return MiddleContents(captions=_leads(view, reader), style=style)
    return MiddleContents(
        last.cards,
        tuple(reader.names[seat] for seat, _ in last.laid),
        None if last.winner is None else (last.winner - last.leader) % view.seats,
        over=True,
        captions=_last_trick_captions(view, last, reader),
        style=style,
    )


def _trick_captions(view: View, reader: Reader) -> tuple[str, ...]:
    tr = reader.tr
    if turns_trump(view.trick):
        return tr.gettext("Destroyed. A new trump is up."), tr.gettext("New trump.")
    if winning(view.trick, view.trump) is None:
        return tr.gettext("This trick is destroyed."), tr.gettext("Destroyed.")
    return ()


def _last_trick_captions(view: View, last: Trick, reader: Reader) -> tuple[str, ...]:
    tr, leads = reader.tr, _leads(view, reader)
    if last.winner is None:
        new_trump = turns_trump(last.cards)
        became = tr.gettext("New trump.") if new_trump else tr.gettext("Destroyed.")
        return (*(f"{became} {leader}" for leader in _leads_next(view, reader)), leads[-1])
    if reader.is_me(last.winner):
        won = tr.gettext("You won.")
    else:
        won = tr.gettext("{name} won.").format(name=reader.names[last.winner])
    return f"{won} {_leads_next(view, reader)[0]}", *leads


def _leads(view: View, reader: Reader) -> tuple[str, ...]:
    """Return who leads, with less and less of the name."""
    if reader.is_me(view.leader):
        return (reader.tr.gettext("You lead"),)
    text = reader.tr.gettext("{name} leads")
    return tuple(text.format(name=name) for name in _shorter(reader.names[view.leader]))


def _leads_next(view: View, reader: Reader) -> tuple[str, ...]:
    """Return the same as sentences."""
    if reader.is_me(view.leader):
        return (reader.tr.gettext("You lead."),)
    text = reader.tr.gettext("{name} leads.")
    return tuple(text.format(name=name) for name in _shorter(reader.names[view.leader]))


def _shorter(name: str) -> list[str]:
    return [shortened(name, width) for width in (24, 14, 6)]


def _victims(view: View, intent: Intent, reader: Reader, style: Style) -> MiddleContents:
    tr = reader.tr
    if view.stage == Stage.STEAL_TRICK:
        caption = tr.gettext("Take a trick from")
        owned = [tricks_text(view.tricks[seat], tr) for seat in intent.victims]
    else:
        caption = tr.gettext("Take a card from")
        counts = [view.counts[seat] for seat in intent.victims]
        owned = [
            tr.ngettext("{count} card", "{count} cards", count).format(count=count)
            for count in counts
        ]
    names = [reader.names[seat] for seat in intent.victims]
    return MiddleContents(
        victims=tuple(zip(names, owned, strict=True)),
        captions=(caption,),
        chosen=intent.target,
        style=style,
    )
