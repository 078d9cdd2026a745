"""The text format of the rules of a game: topics of paragraphs and examples.

A topic begins with `# name: Title`; paragraphs and examples are set apart by empty lines, and an
example is `- R8 R2 | worth 82, not 28.` What is typed stands in backticks, which are not shown: it
is the same in every language, so only signs may stand between several of them. A name in brackets
instead of cards, as in `- [map] | Says what is seen.`, is a picture that the game draws; where it
cannot be drawn, only its text is shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from odin_tui.languages import Translations
from odin_tui.languages.searching import comparable


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a rule: cards in the game's notation, and an explanation."""

    shown: str
    says: str
    typed: bool = False
    """Whether it is what a player types, which is not translated."""

    @property
    def is_picture(self) -> bool:
        """Whether it names a picture, and no cards."""
        return self.shown.startswith("[")

    @property
    def has_words(self) -> bool:
        """Whether words stand between the cards, which have to be translated."""
        plain = self.is_picture or self.typed
        return not plain and any(letter.islower() for letter in self.shown)


@dataclass(frozen=True, slots=True)
class Topic:
    """One part of the rules, with a short name by which a screen can open it."""

    name: str
    title: str
    body: tuple[str | Example, ...]


def read_rulebook(text: str) -> tuple[Topic, ...]:
    """Return the topics of a rulebook in this format."""
    topics = []
    for part in text.strip().removeprefix("# ").split("\n# "):
        heading, _, body = part.partition("\n")
        name, _, title = heading.partition(": ")
        pieces = body.replace("\n- ", "\n\n- ").strip().split("\n\n")
        topics.append(Topic(name, title, tuple(_piece(" ".join(p.split())) for p in pieces)))
    return tuple(topics)


def _piece(text: str) -> str | Example:
    shown, bar, says = text.removeprefix("- ").partition(" | ")
    return Example(shown.replace("`", ""), says, typed="`" in shown) if bar else text


def translated(topics: Sequence[Topic], tr: Translations) -> tuple[Topic, ...]:
    """Return topics in another language; their names and bare cards of examples stay."""
    return tuple(
        replace(
            topic,
            title=tr.gettext(topic.title),
            body=tuple(
                _translated_example(part, tr) if isinstance(part, Example) else tr.gettext(part)
                for part in topic.body
            ),
        )
        for topic in topics
    )


def _translated_example(example: Example, tr: Translations) -> Example:
    shown = tr.gettext(example.shown) if example.has_words else example.shown
    return replace(example, shown=shown, says=tr.gettext(example.says))


def search(topics: Sequence[Topic], words: str) -> list[Topic]:
    """Return the topics that contain every word, those with them in the title first."""
    wanted = comparable(words).split()
    found = [topic for topic in topics if all(word in _all_text(topic) for word in wanted)]
    return sorted(found, key=lambda topic: not _in_title(topic, wanted))


def lines_of(topic: Topic, tr: Translations) -> Iterator[str]:
    """Yield a translated topic in plain lines."""
    yield tr.gettext("{title}.").format(title=topic.title)
    for part in topic.body:
        if isinstance(part, Example) and part.is_picture:
            yield part.says
        elif isinstance(part, Example):
            text = tr.gettext("For example, {cards}: {explanation}")
            yield text.format(cards=part.shown, explanation=part.says)
        else:
            yield part


def _all_text(topic: Topic) -> str:
    """Return what can be searched for in a topic, which may be translated already."""
    parts = (
        f"{part.shown} {part.says}" if isinstance(part, Example) else part for part in topic.body
    )
    return comparable(" ".join((topic.name, topic.title, *parts)))


def _in_title(topic: Topic, wanted: Sequence[str]) -> bool:
    title = comparable(f"{topic.name} {topic.title}")
    return all(word in title for word in wanted)
