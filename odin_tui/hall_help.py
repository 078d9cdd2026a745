"""What can be typed to a host: after `ssh host`, and on the text page of a browser."""

from odin_server.sessions.caller import Caller
from odin_tui.languages import Translations


def help_text(caller: Caller, tr: Translations) -> str:
    """Return what a caller can type."""
    commands = _browser_commands(tr) if caller.in_browser else _ssh_commands(caller, tr)
    if caller.moderator:
        commands.append((caller.command("mod help"), tr.gettext("what moderators can do")))
    width = max(len(command) for command, _meaning in commands) + 2
    heading = tr.gettext("odin: Viking games in your terminal.")
    lines = (f"  {command:<{width}}{meaning}".rstrip() for command, meaning in commands)
    return "\n".join([heading, *lines])


def _ssh_commands(caller: Caller, tr: Translations) -> list[tuple[str, str]]:
    here = caller.ssh_target
    lines = [
        (f"ssh {here}", tr.gettext("the hall: tables, people, chat")),
        (f"ssh -t {here} join CODE", tr.gettext("sit down at a friend's table")),
        (f"ssh -t {here} watch CODE", tr.gettext("watch it")),
        (f"ssh -t {here} quick [game]", tr.gettext("an open seat, or bots at once")),
        (f"ssh -T {here} quick", tr.gettext("the same in plain lines, for screen readers")),
        (f"ssh -T {here} text", tr.gettext("plain lines: lessons, puzzles, reports and more")),
        (f"ssh -T {here} json quick", tr.gettext("the same for programs, as JSON lines")),
        (f"ssh -t {here} replay [ID]", tr.gettext("your last match, or another one, step by step")),
        (f"ssh -T {here} replay [ID]", tr.gettext("its record, to save in a file")),
        (f"ssh -t {here} daily [game]", tr.gettext("the daily deal, the same for everybody")),
        (f"ssh {here} board [game]", tr.gettext("how everybody did with it")),
        (f"ssh {here} inbox", tr.gettext("your matches by correspondence, and challenges")),
        (f"ssh -t {here} challenge NAME", tr.gettext("ask somebody to play; add a game, and days")),
        (f"ssh {here} tournament help", tr.gettext("tournaments: join, standings, results")),
    ]
    account = [(f"ssh {here} {words}", meaning) for words, meaning in _account_commands(tr)]
    return [*lines, *account, (f"ssh {here} version", "")]


def _browser_commands(tr: Translations) -> list[tuple[str, str]]:
    return [
        ("tables", tr.gettext("the tables, and this help")),
        ("join CODE", tr.gettext("sit down at a friend's table")),
        ("watch CODE", tr.gettext("watch it")),
        ("quick [game]", tr.gettext("an open seat, or bots at once")),
        ("replay [ID]", tr.gettext("the record of your last match, or of another one")),
        ("daily [game]", tr.gettext("the daily deal, the same for everybody")),
        ("board [game]", tr.gettext("how everybody did with it")),
        ("inbox", tr.gettext("your matches by correspondence, and challenges")),
        ("challenge NAME", tr.gettext("ask somebody to play; add a game, and days")),
        ("tournament help", tr.gettext("tournaments: join, standings, results")),
        ("text", tr.gettext("plain lines: lessons, puzzles, reports and more")),
        *_account_commands(tr),
        ("version", ""),
    ]


def _account_commands(tr: Translations) -> list[tuple[str, str]]:
    return [
        ("name NAME", tr.gettext("change your name")),
        ("link [CODE]", tr.gettext("use your account with another key or browser too")),
        ("keys", tr.gettext("list your keys; unlink KEY removes one")),
        ("export", tr.gettext("all that is kept about you, as JSON")),
        ("delete", tr.gettext("delete your account; it asks first")),
        ("report NAME [why]", tr.gettext("tell the moderators about somebody")),
        ("ignore NAME", tr.gettext("hide what somebody says; unignore NAME shows it again")),
    ]
