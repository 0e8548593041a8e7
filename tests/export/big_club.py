"""A club of forty in the middle of its season, the same each time: what its pages and sheets are looked at with.

Names in several scripts, among them two that begin alike and one member of each way to be shown; thirteen evenings,
a Swiss, a knockout, a freezeout and a match left unfinished; a dispute, a penalty, lines against the rules.

    python -m tests.export.big_club FOLDER
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Final

import pytest

from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.disputes import opening, penalties
from referee.club.evening import draws
from referee.club.folder import Club, init, open_club
from referee.club.match import ending, recording, starting
from referee.club.people import officers, roster
from referee.club.people.public_name import ShownAs
from referee.competition.entrants import Sizes
from referee.tournaments import overview
from referee.tournaments.actions import announcing, closing, entering, playing, rounds
from referee.tournaments.freezeout_actions import evening as freezeout_evening
from referee.tournaments.freezeout_actions import players as freezeouts
from referee.tournaments.state.settings import Format, SettingsChange, Stacks
from tests.making import made_once

NAMES: Final = (
    "Ann Archer", "Ben Baker", "Cal Dunn", "Dee Ellis", "Eve Brook", "Fay Green", "Gus Hill", "Hal Usher",
    "Ida Vance", "Tom Oakes", "Kit Cole", "Ben Barrow", "Una Page", "Xavier Stone", "Wanda Reed", "Quentin King",
    "Pip Jay", "Joe Irons", "Rosalind Lane", "Bo Lund", "Viktor Quist", "Bartholomew Fairweather-Featherstonehaugh",
    "Wilhelmina-Charlotte Oppenheimer", "Zoë Müller", "José Núñez", "Núria Costa", "Aoife Doyle", "Sigríður Þórsdóttir",
    "Владимир Петров", "Eleni Παππά", "Priyadarshini Venkatesan", "Ng", "王小明", "김민준", "山田 たかし",
    "محمد الخطيب", "דוד כהן", "Łukasz Żak", "Maya Quillfeather", "Nia Winterbourne",
)  # fmt: skip
HIDDEN: Final = "Maya Quillfeather"
CODED: Final = "Nia Winterbourne"
WISHES: Final = {HIDDEN: ShownAs.NOBODY, CODED: ShownAs.CODE, "Gus Hill": ShownAs.FULL}
FIRST: Final = date(2026, 9, 7)
EVENINGS: Final = 13
_GAMES: Final = ("big-two", "texas-holdem", "zheng-shangyou", "pontoon", "three-dog-night")
TYPED: Final = "because somebody typed this secret"


def big_club(folder: Path) -> Club:
    """Make the club in a folder, and return it as it is on the Monday of its thirteenth evening."""
    club = replace(init(folder, "Harbour Street Card Club"), actor="Cal Dunn", clock=lambda: _moment(FIRST))
    for name in NAMES:
        roster.add_all(club, [name], shown_as=WISHES.get(name))
    seasons.new(
        club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=8, lot_seed=7
    )
    for week in range(34):
        schedule.add(club, FIRST + timedelta(weeks=week), time(15, 45), room="M4")
    schedule.add(club, date(2026, 12, 18), time(18), room="Library", note="Winter session")
    for day, why in ((date(2026, 12, 21), "Winter break"), (date(2026, 12, 28), "Winter break")):
        schedule.cancel(club, str(day), note=why)
    officers.elect(club, "Cal Dunn", position="referee", starts=FIRST)
    officers.elect(club, "Bartholomew Fairweather-Featherstonehaugh", position="president", starts=FIRST)
    chance = Random(4)
    for index in range(EVENINGS):
        club = _evening(club, FIRST + timedelta(weeks=index), index, chance)
    return club


def copied(factory: pytest.TempPathFactory, folder: Path) -> Club:
    """Return the club in a folder, as a copy of the one that is made once in a run of the tests."""
    created = made_once(factory, "big-club", lambda created: big_club(created).close())
    last = FIRST + timedelta(weeks=EVENINGS - 1)
    opened = open_club(copytree(created, folder, dirs_exist_ok=True))
    return replace(opened, actor="Cal Dunn", clock=lambda: _moment(last))


def _moment(day: date, hour: int = 16) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


def _evening(club: Club, day: date, at: int, chance: Random) -> Club:
    club = replace(club, clock=lambda: _moment(day))
    sessions.open_session(club, str(day))
    present = [name for name in NAMES if chance.random() < 0.84]
    checkin.check_in(club, present, str(day))
    _rounds(club, day, present, chance)
    if at == 3:
        _against_the_rules(club, present)
    if at == 5:
        with_penalty = next(name for name in present if name != HIDDEN)
        penalties.give(club, with_penalty, reason=TYPED, points=2)
    if 6 <= at <= 8:
        _swiss(club, at - 6, present, chance)
    if 9 <= at <= 11:
        _knock_out(club, at - 9, present, chance)
    if at == 12:
        _freeze_out(club, present, chance)
        starting.start_table(club, "hearts", present[:4], result_only=True)
        return club
    sessions.close_session(club, str(day))
    return club


def _rounds(club: Club, day: date, present: list[str], chance: Random) -> None:
    """Play two games each, the first at tables that were drawn."""
    round_drawn = draws.draw(club, ["big-two"], seed=chance.randrange(1000), session=str(day))
    draws_tables = [list(table.names) for table in round_drawn.tables]
    second = chance.sample(present, len(present))
    for game, tables in (
        ("big-two", draws_tables),
        (
            _GAMES[chance.randrange(1, len(_GAMES))],
            [second[index : index + 4] for index in range(0, len(second) - 3, 4)],
        ),
    ):
        for players in tables:
            _match(club, game, players, chance)


def _match(club: Club, game: str, players: list[str], chance: Random) -> None:
    number = starting.start_table(club, game, players).number
    order = _order(players, chance)
    if game in ("big-two", "zheng-shangyou"):
        ending.record_result(club, number, places=[[name] for name in order])
    else:
        chips = [chance.randrange(1, 60) for _ in order[1:]]
        lost = {name: -amount for name, amount in zip(order[1:], chips, strict=True)}
        ending.record_result(club, number, chips={order[0]: sum(chips), **lost})
    ending.finish(club, number)


def _order(players: list[str], chance: Random) -> list[str]:
    """Let who is named first in the roster be a little stronger."""
    return sorted(players, key=lambda name: (NAMES.index(name) % 9) + 12 * chance.random())


def _against_the_rules(club: Club, present: list[str]) -> None:
    number = starting.start_table(club, "big-two", present[:4]).number
    recording.log_line(club, number, f"deal by {present[3]}")
    for line in (f"{present[1]} plays 4D", f"{present[0]} plays 3D # {TYPED}", f"{present[1]} plays 9H"):
        recording.log_line(club, number, line)
    opening.open_on_line(club, number, 2, claim=TYPED)
    ending.record_result(club, number, places=[[name] for name in present[:4]])
    ending.finish(club, number)


def _swiss(club: Club, round: int, present: list[str], chance: Random) -> None:
    if not round:
        announcing.announce(
            club, "Autumn Swiss", Format.SWISS, SettingsChange("big-two", Sizes(3, 4), (("rounds", 3),)), seed=11
        )
        entering.enter(club, "Autumn Swiss", present[:27])
    _round(club, "Autumn Swiss", chance)
    if round == 2:
        closing.end_tournament(club, "Autumn Swiss")


def _knock_out(club: Club, round: int, present: list[str], chance: Random) -> None:
    if not round:
        announcing.announce(
            club, "Winter Cup", Format.KNOCK_OUT, SettingsChange("big-two", Sizes(3, 4), (("go_on", 2),)), seed=12
        )
        entering.enter(club, "Winter Cup", [*present[:21], *([HIDDEN] if HIDDEN not in present[:21] else [])])
    _round(club, "Winter Cup", chance)


def _round(club: Club, name: str, chance: Random) -> None:
    rounds.draw(club, name)
    playing.start_tables(club, name)
    view = overview.read_view(club, name)
    for table in view.rounds[-1].tables:
        if table.match is None:
            continue
        names = [view.name_of(entry) for entry in table.entries]
        ending.record_result(club, table.match, places=[[name] for name in _order(names, chance)])
        ending.finish(club, table.match)


def _freeze_out(club: Club, present: list[str], chance: Random) -> None:
    name = "Advent Freezeout"
    announcing.announce(club, name, Format.FREEZE_OUT, SettingsChange("texas-holdem", Sizes(3, 6)), seed=13)
    entering.enter(club, name, present[:12])
    announcing.change_stacks(
        club, name, Stacks(levels=((25, 50, 0), (50, 100, 0), (100, 200, 0)), entry=10, prizes=(50, 30, 20))
    )
    freezeouts.draw_seats(club, name)
    while True:
        evening = freezeout_evening.freezeout_view(club, name)
        left = list(evening.state.playing)
        if len(left) == 1:
            break
        tables = tuple(evening.state.tables.values())
        if len(tables) > 1 and len(left) <= 6:
            freezeouts.draw_final_table(club, name)
            continue
        largest = max(tables, key=lambda table: len(table.players))
        loser, winner = chance.sample(list(largest.players), 2)
        freezeouts.record_eliminations(club, name, [(evening.name(loser), 0)], winners=[evening.name(winner)])
    closing.end_tournament(club, name)


if __name__ == "__main__":
    big_club(Path(sys.argv[1])).close()
