"""A small neural network that gives the logit of going out first after a move.

Cards can be in up to five places: one's own hand, the middle, unseen, known in the next seat's
hand, known in the hands beyond. For each colour a first layer sees which of its cards are in which
place, and for each number how many are. Their outputs are added up, together with the weights of
further facts (hand sizes, what others have passed on), and two more layers make a logit of that.

It was trained by self-play on what a seat may see and how the hand ended (see training/README.md).
Weights are whole numbers in units of 1/2048, so the same view gives the same move on every machine.
The neurons of a layer lie side by side in one long integer, 64 bits for each, so that one addition
adds to all of them. The contribution of each colour and number is cached, because most of them
stay the same from one move to the next.
"""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from operator import mul
from struct import Struct, unpack

from odin_engine.odin.cards import NUMBER_BITS

UNIT_BITS = 11
"""Weights are whole numbers of 2 to the power of -11."""

COLOUR, NUMBER, SECOND, THIRD = 64, 48, 32, 16
"""The number of neurons of a colour, of a number, and of the second and the third layer."""

CACHE_SIZE = 1 << 15
"""How many contributions of colours, and of each number, are cached."""

MAX_SEATS = 6

# The places are numbered from 0 in the order above; with two players there is none beyond the next.
UNSEEN = 2

# Further inputs of the second layer, as offsets into its rows of weights. Seats are counted from
# one's own.
COUNTS = 0  # for each seat, how many cards it holds
OWNER = COUNTS + 10 * MAX_SEATS  # whose set lies in the middle; the last row is for nobody's
PASSES = OWNER + MAX_SEATS + 1  # how many have passed on it
TURN = PASSES + MAX_SEATS  # whose turn it is
SEATS = TURN + MAX_SEATS  # how many play
PASSED_ON = SEATS + MAX_SEATS + 1  # for each other seat: the lowest one, two and more passed on
FACTS = PASSED_ON + 27 * (MAX_SEATS - 1)

NOBODY = MAX_SEATS


def pack(row: Sequence[int]) -> int:
    """Return whole numbers side by side in a long integer, 64 bits for each."""
    return sum(each << 64 * index for index, each in enumerate(row))


class Layer:
    """The neurons of a layer, packed into a long integer."""

    HALF = 1 << 62

    def __init__(self, neurons: int) -> None:
        self.halves = pack([self.HALF] * neurons)
        self.fields = Struct(f"<{neurons}Q")

    def relu(self, received: int) -> list[int]:
        """Return the input of each neuron, or 0 if it is negative."""
        half, fields = self.HALF, self.fields
        # An offset makes every field positive: a negative one would borrow from its neighbour.
        lifted = fields.unpack((received + self.halves).to_bytes(fields.size, "little"))
        return [each - half if each > half else 0 for each in lifted]


class ContributionCache(dict[int, int]):
    """A cache of what a colour, or a number, adds to the input of the second layer.

    A key has a few bits for each place: for a colour nine, one for each card; for a number three,
    which count its cards.
    """

    def __init__(self, weights: list[int], bias: int, layer: Layer, above: list[int]) -> None:
        self.weights, self.bias, self.layer, self.above = weights, bias, layer, above

    def compute(self, key: int, active: list[int]) -> int:
        """Return the contribution for the weights of the active inputs, and cache it."""
        if len(self) >= CACHE_SIZE:
            self.clear()
        activations = self.layer.relu(self.bias + sum(active))
        contribution: int = sum(map(mul, activations, self.above))
        self[key] = contribution
        return contribution


class ColourContributions(ContributionCache):
    """Contributions of a colour; there is one input for each card in each place."""

    def __missing__(self, key: int) -> int:
        return self.compute(key, [weight for i, weight in enumerate(self.weights) if key >> i & 1])


class NumberContributions(ContributionCache):
    """Contributions of a number; there is one input for each count, 1 to 6, in each place."""

    def __missing__(self, key: int) -> int:
        counts = [(i, key >> 3 * i & 7) for i in range(len(self.weights) // 6)]
        return self.compute(key, [self.weights[6 * i + count - 1] for i, count in counts if count])


class Network:
    """A network for a number of places, built from the weights in the order of the file."""

    def __init__(self, places: int, weights: Sequence[int]) -> None:
        self.places = places
        left = iter(weights)

        def rows(count: int, neurons: int) -> list[int]:
            return [pack(list(islice(left, neurons))) for _ in range(count)]

        of_colour, colour_bias = rows(9 * places, COLOUR), rows(1, COLOUR)[0]
        of_number, number_biases = [rows(6 * places, NUMBER) for _ in range(9)], rows(9, NUMBER)
        above_colour, above_number = rows(COLOUR, SECOND), rows(NUMBER, SECOND)
        self.colours = ColourContributions(of_colour, colour_bias, Layer(COLOUR), above_colour)
        layer = Layer(NUMBER)
        self.numbers = [
            (group, NumberContributions(weights, bias, layer, above_number))
            for group, weights, bias in zip(
                NUMBER_BITS.values(), of_number, number_biases, strict=True
            )
        ]
        # Each layer multiplies by the unit, so the biases of later layers are scaled to match.
        self.bias = rows(1, SECOND)[0] << UNIT_BITS
        self.facts = [fact << UNIT_BITS for fact in rows(FACTS, SECOND)]
        self.second, self.third = Layer(SECOND), Layer(THIRD)
        self.above_second = rows(SECOND, THIRD)
        self.third_bias = rows(1, THIRD)[0] << 2 * UNIT_BITS
        self.above_third = list(islice(left, THIRD))
        self.last_bias = next(left) << 3 * UNIT_BITS

    def logit(self, received: int) -> float:
        """Return the logit for an input of the second layer."""
        second = self.second.relu(received)
        third = self.third.relu(self.third_bias + sum(map(mul, second, self.above_second)))
        total: int = self.last_bias + sum(map(mul, third, self.above_third))
        return total / (1 << 4 * UNIT_BITS)


@cache
def _read(name: str, places: int) -> Network:
    # Imported late: it takes 9 ms, and only the strongest bot needs it.
    from importlib.resources import files  # noqa: PLC0415

    data = files(__package__).joinpath(f"network_{name}.bin").read_bytes()
    return Network(places, unpack(f"<{len(data) // 2}h", data))


def network_for(seats: int, deck: int) -> Network:
    """Return the network trained for this number of players and this deck."""
    if seats > 2:
        return _read("many", 5)
    return _read("two" if deck.bit_count() > 36 else "two_reduced", 4)
