"""Rounds that no plane gives, written down: one to be turned on into all the others, or all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Block = tuple[int, ...]
Round = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Circles:
    """A round to be turned on: points in `circles` of `modulus` each, and those in the middle, who keep their places.

    `across` are tables with one of each circle: such a table and all it is turned on to are a round of their own.
    `apart` says which points never meet: nobody, those at the same place of all circles, or at opposite places.
    """

    name: str
    modulus: int
    circles: int
    first: Round
    across: Round = ()
    times: int = 1
    apart: str = ""

    @property
    def size(self) -> int:
        """How many sit at a table."""
        return len(self.first[0])

    @property
    def points(self) -> int:
        """How many players it is for."""
        return sum(map(len, self.first))


# Each of these was looked for once by exchanging players within the first round; that they hold is for the counting of
# pairs to show.
CIRCLES: Final = (
    Circles("15 schoolgirls of Kirkman", 7, 2, ((0, 2, 7), (1, 12, 14), (3, 6, 9), (4, 5, 13), (8, 10, 11))),
    Circles(
        "triple system of 21",
        7,
        3,
        ((0, 2, 6), (1, 8, 15), (3, 7, 16), (4, 10, 20), (5, 13, 17), (9, 11, 12), (14, 18, 19)),
        across=((5, 10, 16), (2, 11, 19), (1, 11, 16)),
    ),
    Circles(
        "triple system of 33",
        11,
        3,
        (
            *((0, 14, 20), (1, 12, 30), (2, 6, 29), (3, 5, 8), (4, 16, 26), (7, 27, 32), (9, 10, 15), (11, 24, 28)),
            *((13, 17, 25), (18, 19, 21), (22, 23, 31)),
        ),
        across=((3, 18, 22), (10, 12, 23), (6, 16, 32), (4, 11, 25), (8, 16, 25)),
    ),
    Circles(
        "triple system of 39",
        13,
        3,
        (
            *((0, 10, 12), (1, 6, 17), (2, 14, 35), (3, 7, 32), (4, 34, 36), (5, 11, 25), (8, 26, 31), (9, 18, 22)),
            *((13, 19, 29), (15, 27, 28), (16, 24, 38), (20, 21, 23), (30, 33, 37)),
        ),
        across=((11, 13, 33), (6, 24, 30), (8, 25, 36), (8, 16, 34), (3, 13, 30), (2, 21, 36)),
    ),
    Circles(
        "28 in fours",
        9,
        3,
        (
            *((0, 4, 7, 26), (1, 12, 22, 27), (2, 10, 14, 18), (3, 16, 21, 23), (5, 6, 11, 20), (8, 9, 15, 17)),
            (13, 19, 24, 25),
        ),
    ),
    Circles(
        "40 in fours",
        13,
        3,
        (
            *((0, 13, 26, 39), (1, 12, 18, 21), (2, 11, 16, 23), (3, 10, 28, 37), (4, 9, 19, 20), (5, 8, 27, 38)),
            *((6, 7, 30, 35), (14, 25, 31, 34), (15, 24, 29, 36), (17, 22, 32, 33)),
        ),
    ),
    Circles(
        "24 in fours and groups of three",
        7,
        3,
        ((0, 11, 20, 21), (1, 2, 4, 7), (3, 14, 18, 19), (5, 13, 17, 23), (6, 8, 16, 22), (9, 10, 12, 15)),
        apart="same",
    ),
    Circles(
        "24 in threes and couples",
        11,
        2,
        ((0, 10, 12), (1, 4, 20), (2, 6, 8), (3, 18, 22), (5, 14, 23), (7, 17, 21), (9, 15, 16), (11, 13, 19)),
        apart="same",
    ),
    Circles(
        "30 in threes and couples",
        14,
        2,
        (
            *((0, 8, 13), (1, 21, 28), (2, 19, 23), (3, 7, 26), (4, 6, 16), (5, 18, 29), (9, 12, 20), (10, 24, 25)),
            *((11, 15, 27), (14, 17, 22)),
        ),
        apart="opposite",
    ),
    Circles(
        "36 in threes and couples",
        17,
        2,
        (
            *((0, 15, 25), (1, 12, 32), (2, 9, 30), (3, 11, 16), (4, 19, 33), (5, 6, 24), (7, 29, 31), (8, 17, 35)),
            *((10, 13, 26), (14, 20, 34), (18, 23, 27), (21, 22, 28)),
        ),
        apart="same",
    ),
    Circles("12 in threes, twice", 11, 1, ((0, 2, 10), (1, 4, 6), (3, 7, 8), (5, 9, 11)), times=2),
    Circles(
        "18 in threes, twice",
        17,
        1,
        ((0, 6, 9), (1, 2, 12), (3, 11, 16), (4, 5, 7), (8, 13, 15), (10, 14, 17)),
        times=2,
    ),
    Circles("12 of whist", 11, 1, ((0, 5, 6, 9), (1, 2, 8, 10), (3, 4, 7, 11)), times=3),
    Circles(
        "20 of whist",
        19,
        1,
        ((0, 1, 5, 11), (2, 9, 12, 17), (3, 14, 15, 16), (4, 6, 8, 18), (7, 10, 13, 19)),
        times=3,
    ),
    Circles(
        "24 of whist",
        23,
        1,
        ((0, 1, 6, 23), (2, 4, 9, 16), (3, 11, 12, 22), (5, 8, 10, 18), (7, 15, 19, 21), (13, 14, 17, 20)),
        times=3,
    ),
    Circles(
        "20 in fives, four times",
        19,
        1,
        ((0, 9, 12, 16, 17), (1, 3, 6, 7, 15), (2, 4, 8, 10, 11), (5, 13, 14, 18, 19)),
        times=4,
    ),
)


# Nor is any turning known for these: a round a line, a letter for each player.
WRITTEN: Final = (
    (
        "18 in threes",
        (
            "0cd 19g 26e 35f 48h 7ab",
            "08b 17d 23h 459 6ag cef",
            "0gh 18e 2ac 39d 4bf 567",
            "013 24g 5bc 69h 78f ade",
            "047 125 3cg 68d 9be afh",
            "09a 16f 2bd 34e 58g 7ch",
            "02f 14a 36b 5dh 7eg 89c",
            "05e 1bh 279 38a 46c dfg",
        ),
    ),
    (
        "30 in fives",
        (
            "015an 26dpq 34bkt 79ils 8emor cfghj",
            "0bgms 1cdko 259jr 37ahq 4einp 68flt",
            "023lo 1ejqt 457dg 6hikm 89bcn afprs",
            "078jp 124hs 356ce 9admt bfioq gklnr",
            "0cirt 139gp 27fmn 46ajo 58kqs bdehl",
            "09efk 167br 28agi 3djns 4clmq 5hopt",
        ),
    ),
)
