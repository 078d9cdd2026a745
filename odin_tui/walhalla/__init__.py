"""What Walhalla shows."""
