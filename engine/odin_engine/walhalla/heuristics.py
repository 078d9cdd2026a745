"""Quick decisions by rules of thumb, on positions as the search uses them.

A decision looks at public facts and the hand of the player who decides, never at the draw pile or
the order of the dragons; whoever sails looks at the hands of others aboard too, which are empty
unless the search has sampled them.
"""

from collections.abc import Callable, Iterator

from odin_engine.walhalla.appraisal import SALE, Appraisal, presence
from odin_engine.walhalla.box import RAIDS, Card
from odin_engine.walhalla.commit_options import commit_options
from odin_engine.walhalla.land import FJORDS
from odin_engine.walhalla.position import CARDS, LOSE, PAY, RESERVED, SHIELD, Position

ScoredMove = tuple[float, int]

OTHERS = 0.3
"""What counts of the gains that a sailing dragon brings to others."""
PAYMENT = 1.3
"""What it costs to pay with a hero, in heroes."""
SALE_ORDER = tuple(
    CARDS.index(card)
    for card in (
        *(Card.SACRIFICE, Card.FOREST, Card.VILLAGE, Card.WHEAT, Card.WALHALLA, Card.HUNT),
        *(Card.TONGUE_6, Card.TONGUE_7, Card.TONGUE_8, Card.SHIELD, Card.ATTACK),
    )
)
"""The kinds of cards, those first that are sold most gladly."""


def choose(position: Position) -> int:
    """Return a sensible move of the position's player."""
    return CHOICES[position.stage](position)


def _appraisal(position: Position) -> Appraisal:
    return Appraisal(position, position.player, presence(position))


def scored_boardings(position: Position) -> list[ScoredMove]:
    """Return which seats to fill, with what their Vikings gain where it is best for them."""
    appraisal = _appraisal(position)
    viking = appraisal.viking
    gains = []
    for fjord, first in _entries(position):
        a, b, c = [appraisal.arrival(fjord, first + place) - viking for place in range(3)]
        gains.append((0.0, a, b, a + b, c, a + c, b + c, a + b + c))
    best = [max(column) for column in zip(*gains, strict=True)]
    if position.turning:
        best[1] = best[4] = max(best[1], best[4])
        best[3] = best[6] = max(best[3], best[6])
    # Whoever buys a Viking pays with a card and a point, but keeps those in Midgard.
    purchase = max(SALE + appraisal.prices.card - viking / 2, 0)
    have = position.midgard[position.player]
    return [
        (best[mask] - max(mask.bit_count() - have, 0) * purchase, mask) for mask in position.moves()
    ]


def _entries(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the fjords with room for a dragon, and the first row it would reach."""
    for fjord in range(FJORDS):
        if position.moored[fjord] < position.land.capacities[fjord]:
            yield fjord, 3 * position.moored[fjord]


def scored_sailings(position: Position) -> list[ScoredMove]:
    """Return where to sail, with what the player's Vikings gain there, and others do not."""
    player, aboard, sums, scored = position.player, position.aboard, presence(position), []
    appraisals = {who: Appraisal(position, who, sums) for who in set(aboard) if who >= 0}
    for move in position.moves():
        fjord, turned = move >> 1, move & 1
        if turned and aboard[0] == aboard[2]:
            continue  # as good as not turned
        first, value = 3 * position.moored[fjord], 0.0
        for place, who in enumerate(aboard[::-1] if turned else aboard):
            if who >= 0:
                gain = appraisals[who].arrival(fjord, first + place)
                value += gain if who == player else -OTHERS * gain
        scored.append((value, move))
    return scored


def _boarding(position: Position) -> int:
    return max(scored_boardings(position))[1]


def _answer(position: Position) -> int:
    """Join unless the Viking, or what it costs, is worth more than the average landing."""
    appraisal = _appraisal(position)
    price = SALE + appraisal.prices.card
    if position.midgard[position.player]:
        price = appraisal.viking
    seat = RESERVED[position.dragons[position.dragon_no - 1]]
    places = (seat, 2 - seat) if position.turning else (seat,)
    found = [
        appraisal.arrival(fjord, first + place)
        for fjord, first in _entries(position)
        for place in places
    ]
    return int(sum(found) / len(found) > price)


def _sale(position: Position) -> int:
    moves = position.moves()
    return next(kind for kind in SALE_ORDER if kind in moves)


def _sailing(position: Position) -> int:
    return max(scored_sailings(position))[1]


def _landing(position: Position) -> int:
    return max(position.moves(), key=_appraisal(position).landing)


def _attack(position: Position) -> int:
    """Play the card where it adds more than it is worth."""
    if len(position.moves()) == 1:
        return 0
    field, appraisal = position.field, _appraisal(position)
    gain = appraisal.conquest(field) - appraisal.landing(field)
    return int(gain > appraisal.prices.attack)


def _defence(position: Position) -> int:
    """Fight if that costs less than to lose."""
    moves = position.moves()
    if len(moves) == 1:
        return LOSE
    appraisal = _appraisal(position)
    prices, defeat = appraisal.prices, appraisal.defeat(position.field)
    costs = {LOSE: defeat, PAY: PAYMENT * prices.hero, SHIELD: prices.shield}
    return min(moves, key=costs.__getitem__)


def _hunt(position: Position) -> int:
    """Hunt in the best forests, and in the last raid in any."""
    if position.land.values[position.field] < 3 and position.raid < RAIDS:
        return 0
    return position.moves()[-1]


def _commit(position: Position) -> int:
    """Commit what brings as much as it may bring later, and all that cannot be used later."""
    return sum(option.code for option in commit_options(position) if option.gain >= option.need)


CHOICES: tuple[Callable[[Position], int], ...] = (
    _boarding,
    _answer,
    _sale,
    _sailing,
    _landing,
    _attack,
    _defence,
    _hunt,
    _commit,
)
"""By stage."""
