"""The form in which every room writes its rules down: topics of paragraphs and examples.

A topic begins with `# name: Title`; paragraphs and examples are set apart by empty lines, and an
example is `- R8 R2 | worth 82, not 28.`
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """Something shown beside a rule: cards in the game's notation, and what is to be said of it."""

    shown: str
    says: str


@dataclass(frozen=True, slots=True)
class Topic:
    """One part of the rules, with a short name by which a screen can open it."""

    name: str
    title: str
    body: tuple[str | Example, ...]


def read_rulebook(text: str) -> tuple[Topic, ...]:
    """Read topics as a room writes them, for the reader's eye first."""
    topics = []
    for part in text.strip().removeprefix("# ").split("\n# "):
        heading, _, body = part.partition("\n")
        name, _, title = heading.partition(": ")
        pieces = body.replace("\n- ", "\n\n- ").strip().split("\n\n")
        topics.append(Topic(name, title, tuple(_piece(" ".join(p.split())) for p in pieces)))
    return tuple(topics)


def _piece(text: str) -> str | Example:
    shown, bar, says = text.removeprefix("- ").partition(" | ")
    return Example(shown, says) if bar else text


def search(topics: Sequence[Topic], words: str) -> list[Topic]:
    """Find the topics that hold every word asked for, those with it in their title first."""
    wanted = words.casefold().split()
    found = [topic for topic in topics if all(word in _all_text(topic) for word in wanted)]
    return sorted(found, key=lambda topic: not _in_title(topic, wanted))


def lines_of(topic: Topic) -> Iterator[str]:
    """Read a topic out in plain lines."""
    yield f"{topic.title}."
    for part in topic.body:
        yield f"For example, {part.shown}: {part.says}" if isinstance(part, Example) else part


def _all_text(topic: Topic) -> str:
    return " ".join((topic.name, *lines_of(topic))).casefold()


def _in_title(topic: Topic, wanted: Sequence[str]) -> bool:
    title = f"{topic.name} {topic.title}".casefold()
    return all(word in title for word in wanted)
