"""Tests of the web server; those in a browser wait this long for what must appear."""

PATIENCE = 60.0
