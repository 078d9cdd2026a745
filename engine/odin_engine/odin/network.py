"""Konung's wisdom: a small network that gives the chance of going out first after a move.

Each colour is looked at by itself, which of its cards lie in one's own hand, in the middle, unseen,
and known in the hands of others; and so is each number, how many of them lie there. What all say is
added up with how many cards everyone has and what others have passed on, and two more layers make
a logit of it.

It learned by playing millions of hands against itself, from what a seat may see and how the hand
ended. All weights are whole numbers, in units of 1/2048. The neurons of a layer lie side by side
in one long integer, 64 bits for each, so that one addition adds to all of them; and what a colour
or a number says is remembered, because most of them stay as they are from one move to the next.
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
"""How many neurons there are: for a colour, for a number, and in the layers above both."""

REMEMBERED = 1 << 15
"""How many colours, and numbers, are kept in mind before all are forgotten."""

MOST_SEATS = 6

# The places where cards can be, from 0: one's own hand, the middle, unseen, known in the hand of
# the next seat, and known in the hands beyond; with two players there is none beyond.
UNSEEN = 2

# Besides the cards, the second layer hears of these facts, each of which is a row of its weights.
# Seats are counted from one's own.
COUNTS = 0  # for each seat, how many cards it holds
OWNER = COUNTS + 10 * MOST_SEATS  # whose the set in the middle is; the last, nobody's
PASSES = OWNER + MOST_SEATS + 1  # how many have passed on it
TURN = PASSES + MOST_SEATS  # whose turn it is
SEATS = TURN + MOST_SEATS  # how many play
PASSED_ON = SEATS + MOST_SEATS + 1  # for each other seat: the lowest one, two and more passed on
FACTS = PASSED_ON + 27 * (MOST_SEATS - 1)

NOBODY = MOST_SEATS


def pack(row: Sequence[int]) -> int:
    """Lay whole numbers side by side in a long integer, 64 bits for each."""
    return sum(each << 64 * index for index, each in enumerate(row))


class Layer:
    """Neurons side by side in a long integer."""

    HALF = 1 << 62

    def __init__(self, neurons: int) -> None:
        self.halves = pack([self.HALF] * neurons)
        self.fields = Struct(f"<{neurons}Q")

    def fire(self, received: int) -> list[int]:
        """Give what each neuron received, or 0 if that is less."""
        half, fields = self.HALF, self.fields
        # Every field is lifted first: one below zero would borrow from its neighbour.
        lifted = fields.unpack((received + self.halves).to_bytes(fields.size, "little"))
        return [each - half if each > half else 0 for each in lifted]


class Said(dict[int, int]):
    """What a colour, or a number, says to the layer above: worked out when it is first asked.

    The key has a few bits for each place where cards can be: nine for a colour, one for each
    card, and three for a number, how many there are.
    """

    def __init__(self, weights: list[int], bias: int, layer: Layer, above: list[int]) -> None:
        self.weights, self.bias, self.layer, self.above = weights, bias, layer, above

    def say(self, key: int, heard: list[int]) -> int:
        """Let the neurons fire for the weights that a key calls up, and remember what they say."""
        if len(self) >= REMEMBERED:
            self.clear()
        fired = self.layer.fire(self.bias + sum(heard))
        said: int = sum(map(mul, fired, self.above))
        self[key] = said
        return said


class ColourSaid(Said):
    """What a colour says; there is one weight for each card in each place."""

    def __missing__(self, key: int) -> int:
        return self.say(key, [weight for i, weight in enumerate(self.weights) if key >> i & 1])


class NumberSaid(Said):
    """What a number says; there is one weight for each count, one to six, in each place."""

    def __missing__(self, key: int) -> int:
        counts = [(i, key >> 3 * i & 7) for i in range(len(self.weights) // 6)]
        return self.say(key, [self.weights[6 * i + count - 1] for i, count in counts if count])


class Wisdom:
    """One network: for so many places where cards can be, and its weights."""

    def __init__(self, places: int, weights: Sequence[int]) -> None:
        self.places = places
        left = iter(weights)

        def rows(count: int, neurons: int) -> list[int]:
            return [pack(list(islice(left, neurons))) for _ in range(count)]

        of_colour, colour_bias = rows(9 * places, COLOUR), rows(1, COLOUR)[0]
        of_number, number_biases = [rows(6 * places, NUMBER) for _ in range(9)], rows(9, NUMBER)
        above_colour, above_number = rows(COLOUR, SECOND), rows(NUMBER, SECOND)
        self.colours = ColourSaid(of_colour, colour_bias, Layer(COLOUR), above_colour)
        layer = Layer(NUMBER)
        self.numbers = [
            (group, NumberSaid(weights, bias, layer, above_number))
            for group, weights, bias in zip(
                NUMBER_BITS.values(), of_number, number_biases, strict=True
            )
        ]
        # Each layer multiplies: what is added to it has to be in the same, ever smaller units.
        self.bias = rows(1, SECOND)[0] << UNIT_BITS
        self.facts = [fact << UNIT_BITS for fact in rows(FACTS, SECOND)]
        self.second, self.third = Layer(SECOND), Layer(THIRD)
        self.above_second = rows(SECOND, THIRD)
        self.third_bias = rows(1, THIRD)[0] << 2 * UNIT_BITS
        self.above_third = list(islice(left, THIRD))
        self.last_bias = next(left) << 3 * UNIT_BITS

    def logit(self, received: int) -> float:
        """Give the logit that follows from what the second layer received."""
        second = self.second.fire(received)
        third = self.third.fire(self.third_bias + sum(map(mul, second, self.above_second)))
        total: int = self.last_bias + sum(map(mul, third, self.above_third))
        return total / (1 << 4 * UNIT_BITS)


@cache
def _read(name: str, places: int) -> Wisdom:
    # Imported here: it would take every start of the program 9 ms, and only a Konung needs it.
    from importlib.resources import files  # noqa: PLC0415

    data = files(__package__).joinpath(f"network_{name}.bin").read_bytes()
    return Wisdom(places, unpack(f"<{len(data) // 2}h", data))


def wisdom_for(seats: int, deck: int) -> Wisdom:
    """Give the network that has learned with so many players and this deck."""
    if seats > 2:
        return _read("many", 5)
    return _read("two" if deck.bit_count() > 36 else "two_reduced", 4)
