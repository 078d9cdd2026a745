"""The hall, the log and the ways in: everything between the rules and the screens."""
