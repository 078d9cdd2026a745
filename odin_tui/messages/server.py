"""Sentences for those who connect over SSH, and for whoever runs the server."""

from gettext import NullTranslations

from odin_tui.languages import N_
from odin_tui.languages.numbers import decimal
from odin_tui.messages.sentence import Facts, Sentence


def _port_taken(tr: NullTranslations, facts: Facts) -> str:
    if facts["address"]:
        text = tr.gettext("cannot listen on {address}, port {port}: {error}.")
    else:
        text = tr.gettext("cannot listen on every address, port {port}: {error}.")
    return text.format(**facts)


def _too_many_characters(tr: NullTranslations, facts: Facts) -> str:
    text = tr.gettext("a line has at most {most} characters.")
    return text.format(most=decimal(facts["most"], 0, tr))


SENTENCES: dict[str, Sentence] = {
    # Before anybody has logged in
    "server-closing": N_("The hall is closing; try again in a minute."),
    "server-full": N_("The hall is full; try again in a few minutes."),
    "address-full": N_("Too many people are here from your address already."),
    "too-many-attempts": N_("Too many attempts from your address; wait a minute."),
    "too-many-logins": N_("Too many people are connecting; try again in a minute."),
    "too-many-new-accounts": N_(
        "Too many new keys came from your address today; come back tomorrow, or as a guest."
    ),
    "too-many-keys": N_("Too many keys were offered; name one with ssh -i."),
    "invited-keys-only": N_("This hall is for invited keys. Yours is {key}: ask the host."),
    "rsa-key-too-short": N_("This RSA key has {bits} bits, which is too short to be safe."),
    "no-guests": N_("This hall takes no guests; make a key with: ssh-keygen -t ed25519"),
    "guest-welcome": N_(
        "Welcome, guest. To keep your name, your seat and your settings, make a key once:\n"
        "    ssh-keygen -t ed25519\n"
        "and come again: ssh finds it by itself."
    ),
    "no-guests-in-browsers": N_(
        "This hall takes no guests. Let your browser keep cookies for it, and come again."
    ),
    "no-such-page": N_("There is no such page here."),
    "foreign-origin": N_("Only the pages at {url} may connect."),
    "accounts-unavailable": N_(
        "The host has a problem with its accounts and has been told. Please try again later."
    ),
    "one-session": N_("There is one session for each connection."),
    "no-session": N_("You asked for no session, so the connection was closed."),
    # During a session and at its end
    "server-stopping": N_("The hall is restarting. Your seat is saved: come back in a minute."),
    "server-moving": N_("This host stops and another goes on. Your seat is saved: come back now."),
    "session-crashed": N_("Sorry, something broke on our side. Your seat is saved."),
    "idle-too-long": N_("You were idle for a long time, so the connection was closed."),
    "open-in-browser": N_("Open this in your browser"),
    "nothing-saved": N_("Nothing can be saved from here: the files would be the host's."),
    "words-missing": N_("Type it like this: {form}"),
    "no-such-command": N_("There is no command {command!r} here."),
    "no-match-finished": N_("You have not finished a match here yet."),
    "programs-need-table": N_(
        "Programs come to a table: json quick, json daily, json join CODE or json watch CODE."
    ),
    # Lines of a program
    "bad-request": N_("a request has a move, something to say, or something to do."),
    "not-json": N_("a line is one JSON object."),
    "turn-not-a-number": N_("turn is a whole number."),
    "too-many-characters": _too_many_characters,
    # The server's ports, addresses and key
    "bad-web-url": N_(
        "{url!r} is not where a browser finds a host; it looks like https://play.example.org."
    ),
    "web-url-missing": N_(
        "browsers are to connect to {address}: say by which address they find it, "
        "as in --web-url https://play.example.org."
    ),
    "bad-proxy": N_("{setting}: {reason}."),
    "port-taken": _port_taken,
    "bad-socket": N_("the socket {number} that was handed over cannot be used: {error}."),
    "host-key-not-made": N_("the host key {path} cannot be made: {error}."),
    "host-key-not-private": N_("{path} can be read by others; run: chmod 600 {path}"),
    "host-key-not-read": N_("the host key {path} cannot be read: {error}."),
    "host-key-unusable": N_("{path} is not a key that can be used here: {error}."),
}
