"""The table that a command line asks for; what it leaves out is as at the last table."""

from argparse import Namespace
from contextlib import suppress

from odin_engine.bots import LEVELS
from odin_engine.game import AnyGame, Refusal
from odin_server.hall.views import NewTable
from odin_tui.catalogue import DEFAULT_BOT, PLAYABLE, choose_game
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text
from odin_tui.settings import Settings


def table_from(words: Namespace, settings: Settings) -> NewTable:
    """Return the table that a command line asks for; raise `Mistake` if there is no such table.

    Without `--game` it is the game that was played last. If that game cannot be played as asked,
    it is the first game: a line that worked once works whatever was played since.
    """
    if words.game is not None:
        return _table_of(words.game, words, settings)
    last, first = settings.last_table.game, next(iter(PLAYABLE))
    try:
        return _table_of(last, words, settings)
    except Mistake:
        if last == first:
            raise
        with suppress(Mistake):
            return _table_of(first, words, settings)
        raise


def _table_of(name: str, words: Namespace, settings: Settings) -> NewTable:
    if name not in PLAYABLE:
        raise Mistake(
            N_("there is no game {name!r}; there are {games}."),
            name=name,
            games=comma_list(PLAYABLE, command_line()),
        )
    game, last = PLAYABLE[name], settings.last_table
    if name != last.game:
        last = choose_game(settings, name).last_table
    bots = _bots(words.bots, last)
    seats = words.seats
    if seats is None:
        seats = len(bots) + 1 if words.bots else last.seats
    _check_seats(game, seats, len(bots) if words.bots else 0)
    bots = (*bots, *[bots[-1]] * seats)[: seats - 1]
    return NewTable(
        name,
        seats=seats,
        bots=bots,
        options=_options(game, seats, last, said_options(words)),
        clock=last.clock,
        hints=last.hints,
        seed=words.seed,
    )


def _bots(text: str | None, last: NewTable) -> tuple[str, ...]:
    if text is None:
        return last.bots or (DEFAULT_BOT,)
    levels = tuple(word.strip().lower() for word in text.split(","))
    for level in levels:
        if level not in LEVELS:
            raise Mistake(
                N_("there is no bot {level!r}; there are {levels}."),
                level=level,
                levels=comma_list(LEVELS, command_line()),
            )
    return levels


def _check_seats(game: AnyGame, seats: int, bots: int) -> None:
    if seats not in game.SEATS:
        fewest, most = game.SEATS[0], game.SEATS[-1]
        raise Mistake(
            N_("{game} is for {fewest} to {most} players, not {seats}."),
            game=game.TITLE,
            fewest=fewest,
            most=most,
            seats=seats,
        )
    if bots > seats - 1:
        raise Mistake(
            N_("{bots} bots and you are too many for {seats} seats."), bots=bots, seats=seats
        )


def _options(game: AnyGame, seats: int, last: NewTable, said: dict[str, str]) -> dict[str, str]:
    """Return the options of the command line, and those of the last table that go with them."""
    try:
        game.read_options(said, seats)
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line(), game.NAME)) from refusal
    options = dict(said)
    fits = {choice.name for choice in game.CHOICES if seats in choice.seats}
    kept = {} if "edition" in said else {n: w for n, w in last.options.items() if n in fits}
    for name, word in kept.items():
        tried = {name: word} | options
        with suppress(Refusal):
            game.read_options(tried, seats)
            options = tried
    return options


def said_options(words: Namespace) -> dict[str, str]:
    """Return the options that a command line gives, in either of its ways."""
    options = {}
    for pair in words.option:
        name, equals, word = pair.partition("=")
        if not equals:
            raise Mistake(
                N_("--option {pair!r} needs a name and a word, as in target=10."), pair=pair
            )
        options[name] = word
    if words.target is not None:
        options["target"] = words.target
    if words.edition is not None:
        options["edition"] = words.edition
    return options
