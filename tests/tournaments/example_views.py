"""Tournaments as they are shown, made by hand: each has what life brings, and nothing of it comes from the club's file.

The scores are worked out here from the places, so that what is shown can be compared with something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random

from referee.club.table_numbers import TableNumber
from referee.competition.entrants import Sizes
from referee.competition.rounds import RoundChange
from referee.tournaments.scores.standings import group_tables
from referee.tournaments.state.settings import Counts, Format, Score, Stacks, TournamentSettings
from referee.tournaments.state.view import (
    EntryView,
    PlaceView,
    RoundView,
    TableView,
    TeamPlace,
    TournamentView,
)

_FIRST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
NAMES = tuple(f"{first} {last}" for last in ("Lee", "Moss", "Nash") for first in _FIRST)
MONDAY = date(2026, 11, 2)

Made = Callable[[], TournamentView]
Places = Sequence[Sequence[int]]


def started(match: int) -> TableNumber:
    """Return a match at the table that bears its last digit."""
    return TableNumber(match, match % 10, MONDAY, f"{match % 10}", f"{match % 10}")


def entered(count: int) -> dict[int, EntryView]:
    """Return the first so many entries."""
    return {number: EntryView(number, 100 + number, NAMES[number - 1]) for number in range(1, count + 1)}


def match_score(places: Places) -> dict[int, Fraction]:
    """Return (N - rank) / (N - 1) for each, those who tied sharing the mean of their ranks."""
    players = sum(map(len, places))
    scores, before = {}, 0
    for group in places:
        rank = before + Fraction(len(group) + 1, 2)
        scores.update(dict.fromkeys(group, (players - rank) / (players - 1)))
        before += len(group)
    return scores


def table(
    number: int, entries: Sequence[int], places: Places | None = None, through: Sequence[int] = (), label: str = ""
) -> TableView:
    """Return a table: finished where there are places, else only drawn."""
    return TableView(
        number=number,
        entries=tuple(entries),
        match=None if places is None else started(10 + number),
        status="drawn" if places is None else "finished",
        places=None if places is None else tuple(map(tuple, places)),
        score=None if places is None else match_score(places),
        through=tuple(through),
        label=label,
    )


def round_of(number: int, tables: Iterable[TableView], byes: Sequence[int] = (), name: str = "") -> RoundView:
    """Return a round on the Monday of its number."""
    return RoundView(
        number=number,
        name=name or f"Round {number}",
        held_on=MONDAY + timedelta(weeks=number - 1),
        method="swiss-1",
        seed=7000 + number,
        tables=tuple(tables),
        byes=tuple(byes),
    )


def standings(
    entries: Mapping[int, EntryView], rounds: Sequence[RoundView], bye: Fraction = Fraction(1, 2)
) -> tuple[PlaceView, ...]:
    """Return the standings by the sum of what the rounds gave; who has as much is parted by a lot, and it says so."""
    lines = []
    for entry in entries:
        by_round: list[Fraction | None] = []
        for round in rounds:
            scores = [table.score[entry] for table in round.tables if table.score and entry in table.score]
            by_round.append(scores[0] if scores else bye if entry in round.byes else None)
        table_count = sum(1 for round in rounds for table in round.tables if table.score and entry in table.score)
        lines.append((sum(filter(None, by_round), Fraction(0)), entry, table_count, tuple(by_round)))
    lines.sort(key=lambda line: (-line[0], line[1]))
    totals = [line[0] for line in lines]
    return tuple(
        PlaceView(
            place, entry, points, table_count, by_round,
            steps=(("lot", str(entry)),) if totals.count(points) > 1 else (),
        )
        for place, (points, entry, table_count, by_round) in enumerate(lines, 1)
    )  # fmt: skip


def swiss() -> TournamentView:
    """Return a Swiss of eleven in threes over three Mondays: a late entry, a leaver, byes, a correction, a change."""
    entries = entered(11)
    entries[11] = replace(entries[11], since=2, guest=True)
    entries[7] = replace(entries[7], status="withdrew", until=2)
    teams = {1: "Reds", 2: "Blues", 3: "Reds", 4: "Blues", 5: "Reds", 6: "Blues"}
    entries = {number: replace(entry, team=teams.get(number, "")) for number, entry in entries.items()}
    first = round_of(
        1,
        [
            table(1, (1, 4, 7), [(1,), (7,), (4,)]),
            table(2, (2, 5, 8), [(5,), (2, 8)]),
            table(3, (3, 6, 9), [(9,), (6,), (3,)]),
        ],
        byes=(10,),
    )
    second = replace(
        round_of(
            2,
            [
                table(1, (9, 1, 5), [(1,), (5,), (9,)]),
                table(2, (6, 7, 2), [(6,), (2,), (7,)]),
                table(3, (10, 11, 8), [(11,), (8,), (10,)]),
            ],
            byes=(3, 4),
        ),
        changes=(
            RoundChange(
                "Gus Lee and Dee Lee swapped seats: Gus Lee has table 2, Dee Lee the bye",
                "Dee Lee had to leave at eight",
                datetime(2026, 11, 9, 18, 5, tzinfo=UTC),
                "Hal",
            ),
        ),
        notes=("A result or penalty changed after this round was drawn. The draw stands.",),
    )
    third = replace(
        round_of(
            3,
            [
                table(1, (1, 6, 11), [(6,), (1,), (11,)]),
                replace(table(2, (5, 9, 2)), status="playing", match=started(32)),
                replace(table(3, (4, 3, 10)), status="void", match=started(33)),
            ],
            byes=(8,),
        ),
        absent=(),
    )
    rounds = (first, second, third)
    # The third round is not over: what it gave so far is in the standings only for the table that is decided.
    placed = standings(entries, rounds)
    points = {line.entry: line.points for line in placed}
    team_points = {
        team: sum((points[entry] for entry, entry_team in teams.items() if entry_team == team), Fraction(0))
        for team in ("Reds", "Blues")
    }
    ranked = sorted(team_points, key=lambda team: -team_points[team])
    return TournamentView(
        number=3,
        name="Autumn Swiss",
        season="Autumn 2026",
        game="big-two",
        title="Chor Dai Di (Big Two)",
        settings=TournamentSettings(
            Format.SWISS, "big-two", Sizes(3, 3), rounds=3, ties=("wins", "lot"), teams=True, minutes=50
        ),
        status="under way",
        entries=entries,
        rounds=rounds,
        standings=placed,
        teams=tuple(
            TeamPlace(
                place,
                team,
                tuple(sorted(entry for entry, entry_team in teams.items() if entry_team == team)),
                team_points[team],
            )
            for place, team in enumerate(ranked, 1)
        ),
        seed=7001,
    )


def knock_out(players: int = 23, go_on: int = 2, seed: int = 5, *, lucky: bool = False) -> TournamentView:
    """Return a knockout in fours and threes, drawn anew in each round; of each table so many go on.

    Where somebody is `lucky`, one who went out of the first round plays on in the second all the same.
    """
    entries, chance = entered(players), Random(seed)
    remaining_players, rounds, elimination_rounds = list(entries), list[RoundView](), dict[int, int]()
    while True:
        number = len(rounds) + 1
        last = len(remaining_players) <= 4
        remaining_players.sort(key=lambda entry: chance.random())
        tables, advancing, losers = [], list[int](), list[int]()
        for table_players in _tables(remaining_players):
            order = sorted(table_players, key=lambda entry: chance.random())
            goes = [] if last else order[: min(go_on, len(order) - 1)]
            tables.append(
                table(len(tables) + 1, table_players, [(entry,) for entry in order], goes, "Final" if last else "")
            )
            advancing += goes
            losers += [entry for entry in order if entry not in goes]
        rounds.append(round_of(number, tables, name="Final" if last else ""))
        lucky_losers = losers[:1] if lucky and number == 1 and not last else []
        elimination_rounds |= {entry: number for entry in losers if entry not in lucky_losers}
        remaining_players = [*advancing, *lucky_losers]
        if last:
            break
    winner = rounds[-1].tables[0].places
    assert winner
    del elimination_rounds[winner[0][0]]
    entries = {
        number: replace(entry, status="out", until=elimination_rounds[number])
        if number in elimination_rounds
        else entry
        for number, entry in entries.items()
    }
    by_end = sorted(entries, key=lambda entry: -elimination_rounds.get(entry, 99))
    return TournamentView(
        number=4,
        name="Christmas Cup",
        season="Autumn 2026",
        game="commune",
        title="Commune",
        settings=TournamentSettings(Format.KNOCK_OUT, "commune", Sizes(3, 4), go_on=go_on, counts=Counts.FINAL),
        status="over",
        entries=entries,
        rounds=tuple(rounds),
        standings=tuple(
            PlaceView(
                place,
                entry,
                Fraction(elimination_rounds.get(entry, len(rounds) + 1) - 1),
                elimination_rounds.get(entry, len(rounds)),
            )
            for place, entry in enumerate(by_end, 1)
        ),
        seed=seed,
    )


def _tables(players: Sequence[int]) -> list[list[int]]:
    """Return tables of four, and of three or fewer where they do not come out even."""
    table_count = -(-len(players) // 4)
    return [list(players[index::table_count]) for index in range(table_count)]


def groups() -> TournamentView:
    """Return four groups of four that play twice, the first of each in the final, which is drawn but not played."""
    entries = entered(16)
    groups_of = [tuple(range(first, first + 4)) for first in (1, 5, 9, 13)]
    rounds = []
    for number in (1, 2):
        tables = []
        for group_number, group_players in enumerate(groups_of, 1):
            rotated_players = group_players[number:] + group_players[:number]
            order = [(group_players[0],), *((entry,) for entry in rotated_players if entry != group_players[0])]
            tables.append(
                table(
                    group_number,
                    rotated_players,
                    order,
                    group_players[:1] if number == 2 else (),
                    f"Group {'ABCD'[group_number - 1]}",
                )
            )
        rounds.append(round_of(number, tables, name=f"Groups, round {number}"))
    rounds.append(round_of(3, [table(1, (13, 9, 5, 1), label="Final")], name="Final"))
    settings = TournamentSettings(Format.GROUPS, "pontoon", Sizes(4, 4), groups=4, go_on=1, rounds=2)
    return TournamentView(
        number=5,
        name="Spring Groups",
        season="Spring 2027",
        game="pontoon",
        title="Pontoon",
        settings=settings,
        status="under way",
        entries=entries,
        rounds=tuple(rounds),
        standings=standings(entries, rounds),
        seed=11,
        groups=group_tables(entries, rounds, settings, seed=11),
    )


def waiting() -> TournamentView:
    """Return a knockout of nine in which one has a bye at first, and two wait while the others play for a place."""
    view = knock_out(9)
    rounds = (
        round_of(
            1,
            [
                table(1, (1, 3, 5, 7), [(1,), (5,), (3,), (7,)], (1,)),
                table(2, (2, 4, 6, 8), [(2,), (4,), (6,), (8,)], (2,)),
            ],
            byes=(9,),
        ),
        round_of(2, [table(1, (5, 4, 9), [(9,), (4,), (5,)], (9,))]),
        round_of(3, [table(1, (2, 9, 1), label="Final")], name="Final"),
    )
    return replace(view, rounds=rounds, status="under way", standings=())


NINE_IN_THREES = (
    ((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    ((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    ((1, 5, 9), (2, 6, 7), (3, 4, 8)),
    ((1, 6, 8), (2, 4, 9), (3, 5, 7)),
)
"""The affine plane of order three: every two of nine sit together once."""


def all_meet() -> TournamentView:
    """Return nine in threes over four rounds, in which who has the smaller number is always before the other."""
    entries = entered(9)
    rounds = tuple(
        round_of(
            number,
            [
                table(number_of_table, players, [(player,) for player in players])
                for number_of_table, players in enumerate(tables, 1)
            ],
        )
        for number, tables in enumerate(NINE_IN_THREES, 1)
    )
    return TournamentView(
        number=6,
        name="Nine in threes",
        season="Autumn 2026",
        game="big-two",
        title="Chor Dai Di (Big Two)",
        settings=TournamentSettings(Format.ALL_MEET, "big-two", Sizes(3, 3), rounds=4, ties=("wins", "lot")),
        status="over",
        entries=entries,
        rounds=rounds,
        standings=standings(entries, rounds),
        seed=3,
    )


def shared() -> TournamentView:
    """Return the nine in threes with a second place that two share."""
    view = all_meet()
    placed = [replace(line, place=2) if line.place == 3 else line for line in view.standings]
    return replace(view, standings=tuple(placed))


def nobody_at_a_table() -> TournamentView:
    """Return the waiting final with a table beside it that was drawn and at which in the end nobody sat."""
    view = waiting()
    final = view.rounds[-1]
    return replace(view, rounds=(*view.rounds[:-1], replace(final, tables=(*final.tables, table(2, ())))))


def freeze_out() -> TournamentView:
    """Return a freezeout of eight: the order in which they went out, the last first, and what each won of points."""
    entries = entered(8)
    order = (3, 1, 8, 2, 7, 5, 4, 6)
    entries = {
        number: entry if number == order[0] else replace(entry, status="out", until=1)
        for number, entry in entries.items()
    }
    seats = [table(1, (1, 2, 3, 4)), table(2, (5, 6, 7, 8))]
    return TournamentView(
        number=7,
        name="Hold'em evening",
        season="Autumn 2026",
        game="texas-holdem",
        title="Texas Hold'em",
        settings=TournamentSettings(
            Format.FREEZE_OUT, "texas-holdem", Sizes(2, 4), score=Score.CHIPS, stacks=Stacks(), counts=Counts.FINAL
        ),
        status="over",
        entries=entries,
        rounds=(round_of(1, seats, name="Seats at the start"),),
        standings=tuple(
            PlaceView(place, entry, Fraction(30 * share, 100), 1, (Fraction(30 * share, 100),))
            for place, (entry, share) in enumerate(zip(order, (50, 30, 20, 0, 0, 0, 0, 0), strict=True), 1)
        ),
        seed=9,
    )


ALL = (swiss, knock_out, groups, all_meet, freeze_out)
