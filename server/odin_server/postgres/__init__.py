"""A hall over PostgreSQL, which many hosts share. Needs `odin-tui[postgres]`."""
