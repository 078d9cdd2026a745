"""What a character is in a mirror, where it does not look the same from both sides."""

PAIRS = (
    "▌▐ ▖▗ ▘▝ ▙▟ ▛▜ ▚▞ ▏▕ ▎▕ "
    "┌┐ └┘ ├┤ ┏┓ ┗┛ ┣┫ ╔╗ ╚╝ ╠╣ ╭╮ ╰╯ ╱╲ "
    "▸◂ ▶◀ ►◄ ▷◁ ❯❮ ‹› «» () [] {} <> ≤≥ ⟨⟩ ⟦⟧"
)

SEPARATORS = "▸◂▶◀►◄❯❮·"
"""They stand before what is chosen, and between things that only happen to share a row."""

MIRRORED = {pair[0]: pair[1] for pair in PAIRS.split()}
MIRRORED |= {pair[1]: pair[0] for pair in reversed(PAIRS.split())}
"""Every such character with the other one of its pair."""


def separates(letter: str) -> bool:
    """Return whether text begins anew after a character: a piece of a frame, a separator."""
    return "\u2500" <= letter <= "\u259f" or letter in SEPARATORS
