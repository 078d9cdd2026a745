"""The rules of the games: values and functions that neither wait, print nor forget."""
