"""What a seat of Walhalla sees, and what it cannot know."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from odin_engine.game import NoSuchSeat, Seat
from odin_engine.walhalla.box import DRAGONS, Card, Dragon, Terrain
from odin_engine.walhalla.events import (
    Attacked,
    CardDrawn,
    Committed,
    Defence,
    Event,
    Foraged,
    Fought,
    Occupied,
    RaidEnded,
    Reshuffled,
    Returned,
    Sold,
)
from odin_engine.walhalla.hidden_cards import HiddenCards
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.position import CARDS
from odin_engine.walhalla.rules import setup
from odin_engine.walhalla.sampling import imagine
from odin_engine.walhalla.state import Stage, State
from odin_engine.walhalla.view import Landing, Ship, View, view
from tests.engine.walhalla.positions import CAPES, after, position

R, K, Y, B = map(Seat, range(4))
LAST = (4, 4, 3, 0)


def seen(state: State, seat: Seat | None) -> View:
    return view(state, seat)


def told(state: State, seat: Seat | None, kind: type[Event]) -> list[Event]:
    return [event for event in seen(state, seat).history if isinstance(event, kind)]


def test_everybody_sees_the_table() -> None:
    state = position(land="a2=F3", vikings="b4=Y", dragon="K2", moored=(1, 0, 0, 0), points=3)
    state = after(state, "board 1", "join")
    for seat in (R, K, None):
        shown = seen(state, seat)
        assert (shown.seat, shown.seats, shown.raid, shown.stage) == (seat, 4, 1, Stage.SAIL)
        assert (shown.active, shown.to_move, shown.starter) == (R, (R,), R)
        assert (shown.dragon_no, shown.dragon) == (2, Dragon(1, 1))
        assert shown.aboard == (R, K, None)
        assert shown.fjords == ((Ship(DRAGONS[0], turned=False),), (), (), ())
        assert len(shown.dragons_left) == 10
        assert (shown.terrains[0][1], shown.owners[1][3]) == (Terrain.FOREST_3, Y)
        assert (shown.capes, shown.capacities) == (CAPES, (4, 4, 4, 4))
        assert (shown.points, shown.midgard, shown.walhalla) == ((3,) * 4, (4, 4, 5, 5), (1,) * 4)
        assert shown.asgard == (8, 8, 7, 8)
        assert (shown.landing, shown.boarding, shown.outcome) == (None, (), None)


def test_a_seat_sees_its_own_hand_and_the_number_of_other_cards() -> None:
    state = position(hands={"R": "shield forest", "K": "hunt"}, pile="attack wheat")
    assert seen(state, R).hand == (Card.FOREST, Card.SHIELD)
    assert seen(state, K).hand == (Card.HUNT,)
    assert seen(state, None).hand == ()
    for seat in (R, K, None):
        shown = seen(state, seat)
        assert (shown.counts, shown.pile, len(shown.discards)) == ((2, 1, 0, 0), 2, 27)
    assert len(seen(state, R).moves) == 4
    assert seen(state, K).moves == ()


def test_only_the_seat_itself_sees_which_card_it_drew() -> None:
    state = after(position(land="a1=S", pile="hunt"), "board 1", "decline", "sail 1")
    assert told(state, R, CardDrawn) == [CardDrawn(R, Card.HUNT)]
    assert told(state, K, CardDrawn) == told(state, None, CardDrawn) == [CardDrawn(R, None)]


def test_commits_are_hidden_until_all_are_made() -> None:
    state = position(moored=LAST, midgard=0, hands={"R": "forest wheat", "K": "forest"})
    state = after(state, "sail 4")
    assert seen(state, None).to_move == (R, K)
    assert (seen(state, None).dragon, seen(state, None).stage) == (None, Stage.COMMIT)
    state = after(state, "commit forest")
    assert (seen(state, R).commit, seen(state, K).commit) == ((Card.FOREST,), None)
    assert told(state, K, Committed) == [Committed(R, None)]
    assert told(state, R, Committed) == [Committed(R, (Card.FOREST,))]
    assert seen(state, K).counts == (2, 1, 0, 0)
    state = after(state, "commit none")
    assert seen(state, R).commit is None
    [ended] = seen(state, B).results
    assert ended.commits == ((Card.FOREST,), (), (), ())
    assert told(state, B, RaidEnded) == [RaidEnded(ended)]
    assert seen(state, K).counts == (1, 1, 0, 0)


def test_a_landing_shows_where_it_happens() -> None:
    state = position(land="a1=F2", vikings="a1=K", hands={"R": "hunt"}, walhalla=0)
    state = after(state, "board 1", "decline", "sail 2 turned")
    assert seen(state, None).landing == Landing(R, 1, 2, None)
    state = position(land="a1=F2", vikings="a1=K", hands={"R": "hunt"}, walhalla=0)
    state = after(state, "board 1", "decline", "sail 1")
    contested = Landing(R, 0, 0, Field(0, 0))
    assert (seen(state, K).landing, seen(state, K).stage) == (contested, Stage.ATTACK)
    assert seen(after(state, "fight"), K).landing == contested


def test_events_tell_a_turn_from_beginning_to_end() -> None:
    state = position(land="a1=F2 a2=V1 a3=V1", vikings="a1=K a3=R", dragon="R3", walhalla=0)
    state = after(state, "board 1 2 3", "sail 1")
    field = Field(0, 0)
    assert seen(state, None).history[2:-1] == (
        Attacked(R, field, K),
        Fought(R, field, K, Defence.LOSE),
        Occupied(R, field),
        Foraged(R, field, 2, hunted=False),
        Occupied(R, Field(0, 1)),
        Returned(R, 2),
    )


def test_a_fight_tells_who_won() -> None:
    fight = Fought(R, Field(0, 0), K, Defence.LOSE)
    assert fight.attacker_won
    assert fight._replace(defence=Defence.NONE).attacker_won
    assert not fight._replace(defence=Defence.PAY).attacker_won
    assert not fight._replace(defence=Defence.SHIELD).attacker_won


def test_sold_cards_lie_open() -> None:
    state = position(midgard=(0, 5, 5, 5), hands={"R": "hunt shield"}, points=2)
    state = after(state, "board 1 2")
    assert seen(state, K).boarding == (0, 1)
    state = after(state, "sell shield")
    assert told(state, K, Sold) == [Sold(R, Card.SHIELD), Sold(R, Card.HUNT)]
    assert seen(state, K).discards == (Card.HUNT, Card.SHIELD)


@pytest.mark.parametrize("seat", [4, -1, True])
def test_a_seat_that_is_not_there_sees_nothing(seat: Seat) -> None:
    with pytest.raises(NoSuchSeat):
        view(position(), seat)


# -- sampled states -----------------------------------------------------------------------------


def test_sampled_dragons_are_those_that_are_left() -> None:
    state = setup(Options(), 4, position().match.seed)
    orders = set()
    for number in range(20):
        sampled = imagine(view(state, R), Random(number)).position
        assert sampled.dragons[0] == state.position.dragons[0]
        assert sorted(sampled.dragons) == list(range(12))
        orders.add(tuple(sampled.dragons))
    assert len(orders) > 15


def test_sampled_hands_have_no_card_that_lies_open_or_in_the_own_hand() -> None:
    tongues = "tongue6 tongue7 tongue8"
    state = position(hands={"R": "walhalla", "K": "hunt hunt", "Y": "shield"}, pile=tongues)
    for number in range(20):
        hands, pile = HiddenCards(view(state, R)).sample(Random(number))
        assert hands[R] == []
        assert [len(hand) for hand in hands] == [0, 2, 1, 0]
        assert len(pile) == 3
        found = Counter(CARDS[kind] for kind in (*hands[K], *hands[Y], *pile))
        assert found == Counter([*map(Card, tongues.split()), Card.HUNT, Card.HUNT, Card.SHIELD])


def test_sampled_commits_are_cards_of_the_sampled_hand() -> None:
    state = position(moored=LAST, midgard=0, hands={"R": "forest wheat", "K": "forest"})
    state = after(state, "sail 4", "R: commit forest wheat")
    commits = set()
    for number in range(30):
        sampled = imagine(view(state, K), Random(number))
        assert view(sampled, K) == view(state, K)
        commits.add(view(sampled, R).commit)
    assert len(commits) > 1
    assert imagine(view(state, R), Random(1)).position.commits[R] == state.position.commits[R]


def later(view: View, hand: str, discards: str, pile: int, *history: Event) -> View:
    """Give a view of a match of three in which this has happened since the deal."""
    counts = [1] * view.seats
    for event in history:
        match event:
            case CardDrawn():
                counts[event.seat] += 1
            case Sold():
                counts[event.seat] -= 1
    return replace(
        view,
        hand=tuple(map(Card, hand.split())),
        discards=tuple(map(Card, discards.split())),
        counts=tuple(counts),
        pile=pile,
        history=history,
    )


ALL_DRAWN_BY_BLACK = (CardDrawn(K, None),) * 29


def test_after_a_reshuffle_a_new_card_is_one_of_the_discards() -> None:
    history = (
        *ALL_DRAWN_BY_BLACK,
        *(Sold(K, Card.HUNT),) * 4,
        Reshuffled(4),
        CardDrawn(R, Card.HUNT),
        CardDrawn(Y, None),
        Sold(R, Card.FOREST),
    )
    start = view(setup(Options(), 3, position().match.seed), R)
    cards = HiddenCards(later(start, "hunt", "forest", 2, *history))
    hunt = CARDS.index(Card.HUNT)
    for number in range(20):
        hands, pile = cards.sample(Random(number))
        assert pile == [hunt, hunt]
        assert [len(hand) for hand in hands] == [0, 26, 2]
        assert hands[Y].count(hunt) == 1
        assert hunt not in hands[K]
        assert (hands[K] + hands[Y]).count(CARDS.index(Card.FOREST)) == 3


def test_after_a_reshuffle_a_played_card_may_be_old_or_new() -> None:
    history = (
        *ALL_DRAWN_BY_BLACK,
        *(Sold(K, Card.SHIELD), Sold(K, Card.SHIELD), Sold(K, Card.FOREST)),
        Reshuffled(3),
        CardDrawn(Y, None),
        Sold(Y, Card.SHIELD),
    )
    start = view(setup(Options(), 3, position().match.seed), None)
    spectator = HiddenCards(later(start, "", "shield", 2, *history))
    shield = CARDS.index(Card.SHIELD)
    piles = set()
    for number in range(400):
        hands, pile = spectator.sample(Random(number))
        assert [len(hand) for hand in hands] == [1, 27, 1]
        assert pile.count(shield) + sum(hand.count(shield) for hand in hands) == 3
        piles.add(pile.count(shield))
    assert piles == {1, 2}
    # Now the two old shields turn up in old hands, so the one of yellow was new.
    history += (Sold(R, Card.SHIELD), Sold(K, Card.SHIELD))
    spectator = HiddenCards(later(start, "", "shield shield shield", 2, *history))
    for number in range(40):
        hands, pile = spectator.sample(Random(number))
        assert sorted(pile) == [CARDS.index(Card.FOREST), shield]
        assert [len(hand) for hand in hands] == [0, 26, 1]


def test_every_played_card_is_followed_until_the_reshuffle() -> None:
    field = Field(0, 0)
    ended = after(position(seats=3, dragon="B1", moored=LAST, midgard=0), "sail 4").results[0]
    history = (
        *ALL_DRAWN_BY_BLACK,
        Occupied(K, field),
        Foraged(K, field, 4, hunted=True),
        Foraged(K, field, 2, hunted=False),
        Fought(K, field, Y, Defence.NONE),
        Fought(R, field, K, Defence.SHIELD),
        Fought(R, field, K, Defence.PAY),
        RaidEnded(ended._replace(commits=((), (Card.FOREST, Card.WALHALLA), ()))),
        Reshuffled(5),
        CardDrawn(Y, None),
    )
    start = view(setup(Options(), 3, position().match.seed), None)
    cards = HiddenCards(replace(later(start, "", "", 4, *history), counts=(1, 25, 2)))
    played = sorted(map(CARDS.index, ("forest", "walhalla", "hunt", "attack", "shield")))
    for number in range(20):
        hands, pile = cards.sample(Random(number))
        assert [len(hand) for hand in hands] == [1, 25, 2]
        assert any(sorted([*pile, card]) == played for card in hands[Y])
        assert CARDS.index(Card.WALHALLA) not in hands[R] + hands[K]
