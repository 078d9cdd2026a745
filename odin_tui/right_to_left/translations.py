"""A catalogue for screens, whose texts are shaped before anything measures them."""

from gettext import NullTranslations

from odin_tui.right_to_left.shaping import shaped


class ShapedTranslations(NullTranslations):
    """The texts of another catalogue, in the forms in which their letters join.

    What leaves the screen (a window's title, lines for a screen reader, the clipboard) is made
    with `logical`: whatever shows it shapes and orders it by itself.
    """

    def __init__(self, logical: NullTranslations) -> None:
        super().__init__()
        self.logical = logical
        self._shaped: dict[str, str] = {}
        """What messages say without a number and a context: every key asks for a few of them."""

    def info(self) -> dict[str, str]:
        return self.logical.info()

    def gettext(self, message: str) -> str:
        text = self._shaped.get(message)
        if text is None:
            text = self._shaped[message] = shaped(self.logical.gettext(message))
        return text

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return shaped(self.logical.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return shaped(self.logical.pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return shaped(self.logical.npgettext(context, msgid1, msgid2, n))
