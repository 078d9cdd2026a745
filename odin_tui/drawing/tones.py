"""The tones of every theme, and the palettes made of them."""

from functools import cache

from odin_tui.drawing.palette import Depth, Palette, Tones, ansi, indexed, shaded

NIGHT_HUES = ("#ff7377", "#f79a4a", "#f9e265", "#52c096", "#7cc6fb", "#c09ae2")
DAY_HUES = ("#9c1826", "#834000", "#635000", "#0d5738", "#0b4d84", "#62338c")

TONES = {
    "night": Tones(
        page="#0d1014",
        plate="#1a1f26",
        plate_lit="#252c36",
        key="#2b323d",
        foreground="#ece5d3",
        quiet="#a09b8f",
        line="#5f5d59",
        oak="#211a14",
        plank="#241c16",
        light="#34291f",
        seam="#191310",
        rim="#4a3b2c",
        rim_low="#16110d",
        carving="#3a2e23",
        shadow="#0f0b08",
        back="#39424f",
        knot="#566173",
        edge="#8b97aa",
        your_turn="#7fe3d0",
        on_turn="#06231d",
        glow="#1f4a44",
        tag="#ece5d3",
        on_tag="#14110d",
        hues=NIGHT_HUES,
    ),
    "day": Tones(
        page="#ece4d3",
        plate="#faf6ec",
        plate_lit="#fffdf6",
        key="#ddd2bb",
        foreground="#241d15",
        quiet="#584e40",
        line="#a3967f",
        oak="#dbc7a1",
        plank="#d8c39c",
        light="#e9dab9",
        seam="#c3ab82",
        rim="#a4875b",
        rim_low="#b79b6d",
        carving="#bfa478",
        shadow="#a88c62",
        back="#8b7a60",
        knot="#b3a283",
        edge="#5d4f3a",
        your_turn="#00594e",
        on_turn="#ffffff",
        glow="#a5c9b2",
        tag="#241d15",
        on_tag="#faf6ec",
        hues=DAY_HUES,
        dark=False,
    ),
    "fjord": Tones(
        page="#071420",
        plate="#0f2435",
        plate_lit="#173349",
        key="#1d3c54",
        foreground="#e4eef2",
        quiet="#93a9b5",
        line="#4b6475",
        oak="#12262b",
        plank="#142a2f",
        light="#1f3d42",
        seam="#0b191d",
        rim="#3a5f63",
        rim_low="#081317",
        carving="#274a4f",
        shadow="#050d10",
        back="#2b4a63",
        knot="#4a7391",
        edge="#8fb4cf",
        your_turn="#ffd98a",
        on_turn="#2b1d00",
        glow="#5a4a22",
        tag="#e4eef2",
        on_tag="#071420",
        hues=("#ff8288", "#ffa45c", "#fbe87a", "#5fd0a4", "#86cdff", "#cbaaf0"),
    ),
    "ember": Tones(
        page="#160b0c",
        plate="#2a1416",
        plate_lit="#3a1d1f",
        key="#47262a",
        foreground="#f4e6d2",
        quiet="#b59d8f",
        line="#6d5650",
        oak="#2b130e",
        plank="#301610",
        light="#432017",
        seam="#1c0b08",
        rim="#7a4327",
        rim_low="#170906",
        carving="#532a1a",
        shadow="#0e0504",
        back="#5a2c35",
        knot="#8a4a52",
        edge="#c99086",
        your_turn="#ffcf6b",
        on_turn="#2d1a00",
        glow="#5f3b14",
        tag="#f4e6d2",
        on_tag="#160b0c",
        hues=("#ff8a86", "#ffa75e", "#fbe87a", "#63cfa3", "#8dcdfc", "#d0adf0"),
    ),
    "high-contrast": Tones(
        page="#000000",
        plate="#1c1c1c",
        plate_lit="#303030",
        key="#3a3a3a",
        foreground="#ffffff",
        quiet="#d4d4d4",
        line="#a8a8a8",
        oak="#000000",
        plank="#000000",
        light="#000000",
        seam="#000000",
        rim="#a8a8a8",
        rim_low="#000000",
        carving="#606060",
        shadow="#4a4a4a",
        back="#4a4a4a",
        knot="#a8a8a8",
        edge="#ffffff",
        your_turn="#00ffff",
        on_turn="#000000",
        glow="#00a8a8",
        tag="#ffffff",
        on_tag="#000000",
        hues=("#ff8080", "#ffb050", "#ffff70", "#60f0a0", "#80d0ff", "#e0a0ff"),
    ),
}
"""By the name of the theme."""

ANSI = "ansi"
"""The theme of the terminal's own colours."""


@cache
def palette_of(theme: str, depth: Depth = Depth.TRUE) -> Palette:
    """Return the palette of a theme for a terminal; of `night` for a theme that is not ours."""
    tones = TONES.get(theme, TONES["night"])
    if depth is Depth.MONO:
        return Palette({}, Depth.MONO)
    if theme == ANSI or depth is Depth.ANSI:
        return ansi(shaded(tones).colours)
    return indexed(tones) if depth is Depth.INDEXED else shaded(tones)
