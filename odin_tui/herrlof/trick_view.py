"""What the middle of the table shows of a match, and the last trick in a window of its own."""

from textual.content import Content

from odin_engine.herrlof.state import Stage, Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import shortened
from odin_tui.herrlof.cards import MARKS, SMALL, Style, painted
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.messages import reminder, tricks_text
from odin_tui.herrlof.middle import MiddleContents, draw_middle
from odin_tui.herrlof.tricks import turns_trump, winning
from odin_tui.narrator import Reader
from odin_tui.screens.lookup import LookupScreen


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


# -- the last trick once more ----------------------------------------------------------------

WIDTH, HEIGHT = 56, 8


class LastTrickScreen(LookupScreen):
    """Who laid what, who won it, and what its special cards do; no older trick may be seen."""

    def __init__(self, view: View, reader: Reader, card_style: str) -> None:
        trick = view.last_trick
        page = Content("") if trick is None else last_trick_page(trick, reader, card_style)
        super().__init__(reader.tr.gettext("The last trick"), page)


def last_trick_page(trick: Trick, reader: Reader, card_style: str) -> Content:
    """Draw a trick, and say what became of it."""
    names = tuple(reader.names[seat] for seat, _ in trick.laid)
    wins = None if trick.winner is None else (trick.winner - trick.leader) % len(trick.cards)
    style = Style(SMALL, MARKS[card_style], reader.tr)
    picture = draw_middle(MiddleContents(trick.cards, names, wins, style=style), WIDTH, HEIGHT)
    lines = [picture.content(), painted(trick_outcome(trick, reader), card_style)]
    lines += [
        Content.assemble(painted(f"{card} ", card_style), (said, "$quiet"))
        for card in dict.fromkeys(trick.cards)
        if (said := reminder(card, len(trick.cards), reader.tr))
    ]
    return Content("\n").join(lines)


def trick_outcome(trick: Trick, reader: Reader) -> str:
    """Return a sentence about what became of a trick."""
    winner = trick.winner
    text = _own_lead(winner, reader) if reader.is_me(trick.leader) else _other_lead(winner, reader)
    return text.format(
        number=trick.number,
        round=trick.round_no,
        leader=reader.names[trick.leader],
        winner="" if winner is None else reader.names[winner],
        card="" if winner is None else dict(trick.laid)[winner],
    )


def _own_lead(winner: int | None, reader: Reader) -> str:
    tr = reader.tr
    if winner is None:
        return tr.gettext("Trick {number} of round {round}, led by you: destroyed.")
    if reader.is_me(winner):
        return tr.gettext("Trick {number} of round {round}, led by you: you won it with {card}.")
    return tr.gettext("Trick {number} of round {round}, led by you: {winner} won it with {card}.")


def _other_lead(winner: int | None, reader: Reader) -> str:
    tr = reader.tr
    if winner is None:
        return tr.gettext("Trick {number} of round {round}, led by {leader}: destroyed.")
    if reader.is_me(winner):
        return tr.gettext(
            "Trick {number} of round {round}, led by {leader}: you won it with {card}."
        )
    return tr.gettext(
        "Trick {number} of round {round}, led by {leader}: {winner} won it with {card}."
    )
