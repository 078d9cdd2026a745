"""Screens for readers of Arabic: shaped letters, mirrored rows, and what each terminal wants.

Nothing here is imported before a language is read from right to left.
"""
