"""How a player is doing, in sentences: streaks, trend, sizes of tables, achievements."""

from collections.abc import Sequence

from textual.content import Content

from odin_server.hall import FinishedMatch
from odin_tui.achievements import Achievement, by_players, fair_share, streaks, trend
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import decimal, percent

ACHIEVEMENTS = {
    "first-win": N_("Win a match"),
    "beat-jarl": N_("Win where a Jarl or a Konung sits"),
    "every-game": N_("Win a match of every game"),
    "five-in-a-row": N_("Win five matches of any game in a row"),
    "puzzles-solved": N_("Solve twenty puzzles at the first try"),
    "puzzle-streak": N_("Solve ten puzzles in a row"),
    "puzzle-rating": N_("Reach a puzzle rating of 1600"),
    "full-table": N_("Win at a table of five or more"),
    "beat-people": N_("Win three matches against people only"),
    "beat-konung": N_("Win five times where a Konung sits"),
    "beat-three-konungs": N_("Win against three Konungs at once"),
    "hundred-matches": N_("Finish a hundred matches"),
}


def form_text(player: str, matches: Sequence[FinishedMatch], tr: Translations) -> Content:
    """Say how the newest matches went, how many were won in a row, and at which tables."""
    now, longest = streaks(player, matches)
    found = trend(player, matches)
    if found.before is None:
        text = tr.gettext("Last {count}: {recent} won. By chance it would be {fair}.")
    else:
        text = tr.gettext(
            "Last {count}: {recent} won, before that {before}. By chance it would be {fair}."
        )
    lines = [
        text.format(
            count=found.matches,
            recent=percent(found.recent, tr),
            before=percent(found.before or 0, tr),
            fair=percent(fair_share(matches), tr),
        ),
        tr.gettext("Won in a row: {now} now, {longest} at best.").format(now=now, longest=longest),
    ]
    sizes = by_players(player, matches)
    if len(sizes) > 1:
        lines += [
            tr.ngettext(
                "{players} players: {won} of {matches} won, by chance {fair}",
                "{players} players: {won} of {matches} won, by chance {fair}",
                each.matches,
            ).format(
                players=players,
                won=each.wins + each.shared,
                matches=each.matches,
                fair=decimal(each.fair * each.matches, 1, tr),
            )
            for players, each in sizes
        ]
    return Content("\n".join(lines))


def achievements_text(found: Sequence[Achievement], tr: Translations) -> Content:
    """List the achievements: reached ones with a tick, the others with how far it is."""
    reached = sum(each.is_reached for each in found)
    heading = tr.gettext("Achievements: {reached} of {all}")
    lines = [Content.styled(heading.format(reached=reached, all=len(found)), "bold")]
    for each in found:
        title = tr.gettext(ACHIEVEMENTS[each.code])
        if each.is_reached:
            lines.append(Content.assemble(("✓ ", "$your-turn"), title))
        else:
            far = "" if each.need == 1 else f"  {each.have}/{each.need}"
            lines.append(Content.styled(f"· {title}{far}", "$quiet"))
    return Content("\n").join(lines)
