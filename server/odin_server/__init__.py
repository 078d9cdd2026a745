"""The hall, the log, accounts and the SSH server: everything between rules and screens."""
