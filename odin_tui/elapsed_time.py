"""Times as people say them."""

STEPS = ((60.0, "minute"), (3600.0, "hour"), (86_400.0, "day"), (604_800.0, "week"))


def ago(seconds: float) -> str:
    """Say how long ago something was, in the largest unit that fits."""
    said = "just now"
    for length, unit in STEPS:
        number = int(seconds // length)
        if number >= 1:
            said = f"{number} {unit}{'' if number == 1 else 's'} ago"
    return said
