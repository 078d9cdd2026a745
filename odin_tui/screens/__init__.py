"""Screens that every game shares."""
