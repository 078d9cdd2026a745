"""Herrlof on the screen and in words."""
