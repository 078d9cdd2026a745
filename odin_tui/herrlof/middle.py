"""What lies in the middle of the table of Herrlof and beside it: trick, deck, race, prediction."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.cards import VALKNUT, Card, Colour
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import Look
from odin_tui.drawing.card_set import CardStyle
from odin_tui.drawing.choices import Choices
from odin_tui.drawing.deck_panel import DeckPanel
from odin_tui.drawing.layout import PANEL, RIM_ROWS
from odin_tui.drawing.middle import Duel, MiddleContents, Place
from odin_tui.drawing.names import with_shorter_names
from odin_tui.drawing.progress_panel import ProgressPanel
from odin_tui.herrlof.cards import chip, chips, colour_chip, printed
from odin_tui.herrlof.events import TEXTS, Predicted, events_after_last_trick, turns_trump
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.reasons import winning
from odin_tui.herrlof.text import MESSAGES, distance_text
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.widgets.race import RaceContents

# -- the middle -----------------------------------------------------------------------------


def trick_of(  # noqa: PLR0913 - a trick, who looks at it, and how
    laid: Sequence[tuple[Seat, Card]],
    seats: Sequence[Seat],
    reader: Reader,
    style: CardStyle,
    winner: int | None = None,
    *,
    over: bool = False,
    chosen: Card | None = None,
    trump: Colour | None = None,
    captions: tuple[str, ...] = (),
) -> MiddleContents:
    """Return a trick with a place for each of these seats; the place of the winner is marked."""
    cards, places = [card for _, card in laid], []
    for place, seat in enumerate(seats):
        wins = place == winner and VALKNUT not in cards
        ink = "$foreground" if place < len(cards) else "$quiet"
        ink = "$your-turn" if reader.is_me(seat) else ink
        label = f"▸{reader.names[seat]}" if wins else reader.names[seat]
        ink = f"bold {ink}" if wins else ink
        if place < len(cards):
            look = Look.IDLE if over else Look.PLAYABLE
            places.append(Place(printed(cards[place], style), look, label, ink))
        elif place == len(cards) and chosen is not None:
            places.append(Place(printed(chosen, style), Look.KEPT, label, ink))
        else:
            places.append(Place(None, Look.KEPT, label, ink))
    duel = None
    if chosen is not None and chosen != VALKNUT and winner is not None:
        tr, beats = reader.tr, winning((*cards, chosen), trump) == len(cards)
        is_trump = chosen.colour is not None and chosen.colour == trump
        duel = Duel(
            figure=printed(cards[winner], style).figure,
            said=tr.gettext("beats {name}") if beats else tr.gettext("loses to {name}"),
            name=reader.names[seats[winner]],
            own=printed(chosen, style).figure,
            own_said=tr.gettext("your trump") if is_trump else tr.pgettext("a card", "yours"),
        )
    return MiddleContents(
        tuple(places), spread=True, duel=duel, captions=captions, sizes=(style.size,)
    )


def middle_contents(view: View, intent: Intent, reader: Reader, style: CardStyle) -> MiddleContents:
    """Return what is to be chosen, the trick, or the one before."""
    tr, last = reader.tr, view.last_trick
    if intent.predicting:
        numbers = Choices(numbers=tuple(range(view.hand_size + 1)), chosen=intent.number)
        asked = MESSAGES.say("how-many", tr, count=view.hand_size)
        return MiddleContents(captions=(asked,), choices=numbers)
    if intent.stealing:
        return _victims(view, intent, reader)
    if view.stage == Stage.PREDICT:
        predicted = view.seat is not None and view.predictions[view.seat] is not None
        return MiddleContents(captions=(MESSAGES.say("others-think", tr),) * predicted)
    fresh = last is not None and last.round_no == view.round_no
    if view.trick or not fresh or last is None:
        first = view.laid[0][0] if view.laid else view.leader
        seats = [Seat((first + step) % view.seats) for step in range(view.seats)]
        card = intent.card if intent.move is not None and view.stage == Stage.PLAY else None
        best = winning(view.trick, view.trump) if view.trick else None
        captions = _trick_captions(view, reader)
        return trick_of(
            view.laid, seats, reader, style, best, chosen=card, trump=view.trump, captions=captions
        )
    wins = None if last.winner is None else (last.winner - last.leader) % view.seats
    seats = [seat for seat, _ in last.laid]
    captions = _last_trick_captions(view, reader)
    return trick_of(last.laid, seats, reader, style, wins, over=True, captions=captions)


def _leads(view: View, reader: Reader, code: str = "to-lead") -> tuple[str, ...]:
    return with_shorter_names(MESSAGES.about(code, reader, view.leader), reader.names[view.leader])


def _trick_captions(view: View, reader: Reader) -> tuple[str, ...]:
    """Return what has become of the trick that is being played, or who leads it."""
    if not view.trick:
        return _leads(view, reader)
    if winning(view.trick, view.trump) is not None:
        return ()
    codes = ["trick-destroyed", "destroyed"]
    if turns_trump(view.trick):
        codes = ["trick-destroyed-new-trump", "new-trump"]
    return tuple(MESSAGES.say(code, reader.tr) for code in codes)


def _last_trick_captions(view: View, reader: Reader) -> tuple[str, ...]:
    """Return what has become of the last trick, and who leads."""
    last, leads = view.last_trick, _leads(view, reader)
    if last is None or last.winner is None:
        new = last is not None and turns_trump(last.cards)
        code = "to-lead-new-trump" if new else "to-lead-destroyed"
        return *_leads(view, reader, code), leads[-1]
    if last.winner == view.leader:
        return MESSAGES.tell("won-and-leads", reader, last.winner), *leads
    won = MESSAGES.about("won", reader, last.winner, view.leader)
    return won.format(name=reader.names[last.winner], leader=reader.names[view.leader]), *leads


def _victims(view: View, intent: Intent, reader: Reader) -> MiddleContents:
    tr, tricks = reader.tr, view.stage == Stage.STEAL_TRICK
    owned = view.tricks if tricks else view.counts
    code = "tricks" if tricks else "cards"
    names = tuple(
        (reader.names[seat], MESSAGES.say(code, tr, count=owned[seat])) for seat in intent.victims
    )
    asked = MESSAGES.say("take-trick" if tricks else "take-card", tr)
    return MiddleContents(captions=(asked,), choices=Choices(names=names, chosen=intent.target))


# -- beside the middle ----------------------------------------------------------------------


def deck_of(view: View, style: CardStyle) -> DeckPanel:
    """Return deck and trump."""
    return deck_panel(view.trump_card, view.deck, view.destroyed, style)


def deck_panel(trump: Card, deck: int, destroyed: int, style: CardStyle) -> DeckPanel:
    """Return deck and trump, what is trump, and how many tricks were destroyed."""
    tr = style.tr
    colour: tuple[Content, ...] = (Content(MESSAGES.say("trump-none", tr)),)
    if trump.colour is not None:
        name = colour_chip(trump.colour, tr, style.marks)
        colour = fill(MESSAGES.template("trump", tr), colour=name), name
    facts = {"count": deck, "destroyed": destroyed}
    codes, fewer = (["deck", "lost"], "deck-and-lost") if destroyed else (["deck"], "deck")
    quiet = [(Content.styled(MESSAGES.say(code, tr, **facts), "$quiet"),) for code in codes]
    both = Content.styled(MESSAGES.say(fewer, tr, **facts), "$quiet")
    lines = colour, *quiet
    return DeckPanel(deck, printed(trump, style), style.size, lines, (colour, (both, *quiet[0])))


@dataclass(frozen=True, slots=True)
class DeckAndRace:
    """The deck on an oval table, and beside the table how far everybody is."""

    race: RaceContents
    deck: DeckPanel

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the race in the corner."""
        canvas = Canvas(width, height)
        # What is said below the deck would lie on the rim, which is bent there.
        canvas.paste(0, 0, self.deck.draw(width, height - 2 * RIM_ROWS))
        rows = len(self.race.names) + 2
        canvas.paste(1, height - rows - 1, self.race.draw(PANEL - 2, rows))
        return canvas


def race_of(view: View, reader: Reader) -> RaceContents:
    """Return the points of everybody, and a sign for each trick of the round."""
    own = 0 if view.seat is None else view.tricks[view.seat]
    others = sum(view.tricks) - own
    left = max(view.hand_size - own - others - view.destroyed, 0)
    signs = [("■", "$your-turn")] * own + [("□", "$foreground")] * others
    signs += [("×", "$foreground")] * view.destroyed + [("·", "$line")] * left
    word = reader.tr.pgettext("of a round", "tricks")
    target = view.options.target
    return RaceContents(reader.names, view.points, target, view.seat, tuple(signs), word, reader.tr)


def prediction_of(view: View, reader: Reader, style: CardStyle) -> ProgressPanel:
    """Return what the reader predicted, how far it has come true, and what has happened."""
    tr, predicting = reader.tr, view.stage == Stage.PREDICT
    story = () if predicting else tuple(story_lines(view, reader, style))
    if view.seat is None:
        return ProgressPanel(style.size, story=story)
    predicted, won, numbers = view.predictions[view.seat], view.tricks[view.seat], None
    codes = ["bonus-exact", "bonus-few"] if view.options.small_bonus else ["bonus-exact"]
    notes = tuple(Content.styled(MESSAGES.say(code, tr), "$quiet") for code in codes)
    if predicted is None:
        heading = [Content.styled(MESSAGES.say("no-prediction", tr), "bold")]
    else:
        number = Content.styled(str(predicted), "$your-turn bold")
        heading = [fill(MESSAGES.template("predicted", tr), "bold", number=number)]
        if not predicting:
            numbers, count = (won, predicted), MESSAGES.say("won", tr, count=won)
            left = distance_text(predicted, won, tr)
            heading.append(Content.assemble((count, "bold"), f" · {left}"))
    between = tr.pgettext("between two numbers", "of")
    return ProgressPanel(style.size, tuple(heading), numbers, between, notes, story)


def story_lines(view: View, reader: Reader, style: CardStyle) -> Iterator[Content]:
    """Yield a line about the last trick, and one for each turn after it."""
    trick, tr, marks = view.last_trick, reader.tr, style.marks
    if trick is not None and trick.round_no == view.round_no:
        text, name = MESSAGES.template("cards-destroyed", tr), Content("")
        if trick.winner is not None:
            text = MESSAGES.about("trick-yours", reader, trick.winner)
            name = Content.styled(reader.names[trick.winner], "$quiet")
        yield fill(text, "$quiet", cards=chips(trick.cards, "", marks), name=name)
        if turns_trump(trick.cards):
            card = chip(view.trump_card, "", marks)
            yield fill(MESSAGES.template("turned-up", tr), "$quiet", card=card)
    for event in events_after_last_trick(view):
        if not isinstance(event, Predicted):
            facts = TEXTS.facts(event, reader)
            known = facts.get("card")
            facts["card"] = "" if known is None else chip(known, "", marks)
            facts["name"] = Content.styled(facts["name"], "$quiet")
            yield fill(TEXTS.template(event, reader, "-brief"), **facts)
