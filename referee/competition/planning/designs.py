"""Known combinatorial designs: rounds in which every pair meets equally often, or at most once.

They are written out with a line for each round, a word for each table, and a letter for each player. A test counts the
pairs to confirm them. Of the affine planes, 9 are AG(2, 3), 16 AG(2, 4) and 25 AG(2, 5); 15 are Kirkman's schoolgirls,
12 and 20 play at whist tables, 28 are a resolvable block design, and 24 a resolvable group-divisible one, in which only
eight groups of three never meet. Pairs play by the circle method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from referee.cards.immutable import frozen
from referee.competition.entrants import Pair, all_pairs

Round = tuple[tuple[int, ...], ...]


@frozen
class Design:
    """Rounds for players numbered from 0. No pair meets more than `most_meetings` times."""

    name: str
    rounds: tuple[Round, ...]
    most_meetings: int = 1

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(map(len, self.rounds[0]))

    @property
    def is_balanced(self) -> bool:
        """Whether every pair meets equally often."""
        meeting_counts = count_meetings(self.rounds)
        return len(meeting_counts) == len(all_pairs(range(self.players))) and len(set(meeting_counts.values())) == 1


def count_meetings(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[Pair]:
    """Return the number of meetings of each pair."""
    return Counter(pair for tables in rounds for table in tables for pair in all_pairs(table))


def circle_design(players: int) -> Design:
    """Return a round robin in pairs for an even number of players. All but one sit in a circle and move up one place a
    round.
    """
    last_player = players - 1
    first = ((0, last_player), *((distance, last_player - distance) for distance in range(1, players // 2)))
    return Design(f"round robin of {players} in pairs", _rotate(first, last_player))


def find_fitting_designs(players: int, shape: Sequence[int]) -> Iterator[Design]:
    """Yield the designs for these players whose rounds have exactly this `shape`. Those with single meetings come
    first.

    The last players of a larger design may be left out, so that some tables have one seat less. In a design of pairs, a
    player without a partner has a bye; other designs have no byes.
    """
    if max(shape) > 2 and sum(shape) < players:
        return
    designs = [circle_design(players + players % 2)] if max(shape) == 2 else DESIGNS
    fitting_designs = [
        fitting_design for design in designs if (fitting_design := _drop_last_players(design, players, shape))
    ]
    yield from sorted(fitting_designs, key=lambda design: design.most_meetings)


def find_balanced_designs(players: int) -> Iterator[Design]:
    """Yield the designs in which this number of players meet equally often."""
    yield from (design for design in DESIGNS if design.players == players and design.is_balanced)


def _drop_last_players(design: Design, players: int, shape: Sequence[int]) -> Design | None:
    """Return a design's rounds without its last players, if they then have this `shape`; else None."""
    dropped_count = design.players - players
    if dropped_count < 0:
        return None
    shorter_rounds = (
        tuple(tuple(player for player in table if player < players) for table in tables) for tables in design.rounds
    )
    playable = (tuple(table for table in tables if len(table) > 1) for tables in shorter_rounds)
    rounds = tuple(tables for tables in playable if sorted(map(len, tables)) == sorted(shape))
    name = f"{design.name} with {dropped_count} left out" if dropped_count else design.name
    return replace(design, name=name, rounds=rounds) if rounds else None


def _rotate(first: Round, circle_size: int) -> tuple[Round, ...]:
    """Return a round and its rotations. In each, the first `circle_size` players move up one place of a circle."""
    return tuple(
        tuple(
            tuple((player + steps) % circle_size if player < circle_size else player for player in table)
            for table in first
        )
        for steps in range(circle_size)
    )


def _parse_rounds(*lines: str) -> tuple[Round, ...]:
    return tuple(tuple(tuple(int(digit, 36) for digit in table) for table in line.split()) for line in lines)


DESIGNS: Final = (
    Design("8 in two halves", _rotate(_parse_rounds("1247 0356")[0], 7), 3),
    Design("9 in threes", _parse_rounds("057 138 246", "048 156 237", "036 147 258", "012 345 678")),
    Design("12 in fours", _rotate(_parse_rounds("0569 128a 347b")[0], 11), 3),
    Design(
        "15 in threes",
        _parse_rounds(
            "027 1ce 369 45d 8ab",
            "04a 138 2de 567 9bc",
            "068 15b 249 37e acd",
            "019 26c 35a 48e 7bd",
            "03d 12a 46b 59e 78c",
            "05c 147 23b 6ae 89d",
            "0be 16d 258 34c 79a",
        ),
    ),
    Design(
        "16 in fours",
        _parse_rounds(
            "079e 168f 25bc 34ad",
            "06bd 17ac 249f 358e",
            "05af 14be 278d 369c",
            "048c 159d 26ae 37bf",
            "0123 4567 89ab cdef",
        ),
    ),
    Design("20 in fours", _rotate(_parse_rounds("015b 29ch 3efg 468i 7adj")[0], 19), 3),
    Design(
        "24 in fours",
        _parse_rounds(
            "0bkl 1247 3eij 5dhn 68gm 9acf",
            "09hm 1cel 2358 4fjk 67in abdg",
            "08jn 1aim 2dfl 3469 5egk 7bch",
            "045a 19kn 2bjm 37gl 6efh 8cdi",
            "0fgi 156b 2aen 3ckm 48hl 79dj",
            "026c 1ghj 3bfn 4dem 59il 78ak",
            "013d 2hik 4cgn 57fm 6ajl 89be",
        ),
    ),
    Design(
        "25 in fives",
        _parse_rounds(
            "09dhl 15eim 26ajn 37bfo 48cgk",
            "08bjm 19cfn 25dgo 36ehk 47ail",
            "07egn 18aho 29bik 35cjl 46dfm",
            "06cio 17djk 28efl 39agm 45bhn",
            "05afk 16bgl 27chm 38din 49ejo",
            "01234 56789 abcde fghij klmno",
        ),
    ),
    Design(
        "28 in fours",
        _parse_rounds(
            "047q 1cmr 2aei 3gln 56bk 89fh djop",
            "09ag 158i 2dnr 3bfj 4hmo 67cl ekpq",
            "026j 1abh 3eor 4cgk 59np 78dm filq",
            "08en 137k 29bc 4fpr 5dhl 6aoq gijm",
            "01fo 248l 3acd 5gqr 69em 7bip hjkn",
            "035m 12gp 4bde 6hir 7afn 8cjq 9klo",
            "0dik 146n 23hq 5cef 79jr 8bgo almp",
            "0chp 1ejl 257o 349i 6dfg 8akr bmnq",
            "0blr 19dq 2fkm 368p 45aj 7egh cino",
        ),
    ),
)
