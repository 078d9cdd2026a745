"""What adds to the logit of winning when a raid begins, by training/walhalla.py.

Whole numbers of 1 / UNIT; `raid_values.Weights` says what they are for.
"""

UNIT = 1000
Row = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]
WEIGHTS: dict[tuple[int, int], Row] = {
    (3, 2): (
        167,
        928,
        702,
        540,
        (27, 134, -161),
        (476, 435, 508, 494, 596, 264, 806, 187, 486, 528, 380),
    ),
    (3, 3): (
        244,
        1208,
        1014,
        695,
        (102, -1, -101),
        (635, 381, 557, 610, 543, 449, 619, -17, 572, 330, 421),
    ),
    (4, 2): (
        168,
        982,
        603,
        703,
        (-96, 123, 167, -194),
        (392, 512, 409, 350, 352, 689, 776, 445, 448, 423, 281),
    ),
    (4, 3): (
        252,
        1138,
        926,
        518,
        (108, 126, -56, -178),
        (573, 508, 389, 520, 518, 618, 611, -25, 521, 526, 366),
    ),
}
"""By the number of players and the raid."""
