"""Odin on the screen and in words."""
