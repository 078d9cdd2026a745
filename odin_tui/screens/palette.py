"""The command palette, which does not lose keys that are typed quickly."""

from odin_tui.screens.screen import ClosesOnce
from odin_tui.textual_internals import PatientPalette


class Palette(PatientPalette, ClosesOnce[None]):
    """The palette, which closes only itself."""

    DEFAULT_CSS = "Palette { background: $background; }"
