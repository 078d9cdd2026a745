"""What several screens show alike."""
