"""A club's year of any size, played through the functions that the commands call: the same seed gives the same year.

`python -m tests.oracles.year --members 40 --weeks 30 --to DIR` leaves the club, its exports and what each step took in
a folder. Every game is played at least once by its recorded example; most other tables have only their result.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from referee.club.calendar import checkin, schedule, sessions
from referee.club.calendar.schedule_toml import read_schedule
from referee.club.corrections import corrections
from referee.club.corrections.impact import Impact, dry_run
from referee.club.disputes import deciding, opening, penalties
from referee.club.disputes.remedies import Remedy
from referee.club.evening import draw_changes, draws
from referee.club.evening.draws import DrawView
from referee.club.evening.offered_tables import NotSeated
from referee.club.folder import Club, init, open_club
from referee.club.match import ending, matches, record_import, recording, seat_transfers, starting, voiding
from referee.club.people import officers, roster
from referee.club.people.merging import split
from referee.club.standings import guests, season_end
from referee.club.standings.standings import Standings, standings
from referee.club.text.faults import ClubFault
from referee.games import SLUGS, rulebook
from referee.rules import Record, read_record
from tests.benchmarks.clubs import FIRST, LAST
from tests.cli.running import in_a_process
from tests.club.conftest import NAMES, whole_hand
from tests.club.file.test_import_club import rows
from tests.oracles import year_checked
from tests.transcript import DEMO

SEASON: Final = "2026-27"
PRESENT: Final = 0.8
TWICE: Final = "Ann Archr"
"""Whoever is on the roster a second time, by a slip of the pen."""

_STARTS: Final = date(2026, 8, 31)
_DRAWN: Final = ("big-two", "commerce", "commune", "conquian", "kowah", "pontoon", "texas-holdem", "zheng-shangyou")
_SCHEDULE: Final = """\
name = "{season}"
starts = {starts}
ends = {ends}
best_k = {best_k}
min_sessions = {least}
zone = "Europe/Berlin"
lasts = "2:30"
holidays = "US"

[weekly]
weekday = "Monday"
time = "18:00"
room = "M4"

[skip]
2026-10-05 = "Autumn break"
2026-10-12 = "Autumn break"

[house_rules.big-two]
remainder_3p = "face_up_out"
"""


@dataclass
class Year:
    """A year as it is played: the club, what chance there is, what was drawn, and what each kind of step took."""

    club: Club
    members: int
    weeks: int
    chance: Random
    at: datetime = datetime(2026, 8, 24, 12, tzinfo=UTC)
    draws: list[DrawView] = field(default_factory=list)
    present: dict[int, frozenset[str]] = field(default_factory=dict)
    tables: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    before: Standings | None = None
    handed_over: bool = False

    @property
    def now(self) -> Club:
        """The club at this moment of the year, with whoever is its referee then at the desk."""
        return replace(self.club, clock=lambda: self.at, actor=self.referee)

    @property
    def referee(self) -> str:
        """Who is the club's referee: the office is handed over in the middle of the year."""
        return self.people[2 if self.handed_over else 0]

    @property
    def people(self) -> list[str]:
        """The members that the year begins with, by name."""
        return people(self.members)

    @property
    def week(self) -> int:
        """How many evenings have begun."""
        return len(self.present)

    def due(self, part: float) -> bool:
        """Tell whether this is the evening at which so large a part of the year is over."""
        return self.week == min(self.weeks, max(1, round(part * self.weeks)))

    def later(self, minutes: int) -> None:
        """Let some minutes pass."""
        self.at += timedelta(minutes=minutes)

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Note how long a step takes."""
        begun = perf_counter()
        yield
        self.seconds[step].append(perf_counter() - begun)

    def expect(self, is_true: bool, expectation: str) -> None:
        """Note what ought to hold and does not."""
        if not is_true:
            self.wrong.append(f"evening {self.week}: {expectation}")


def people(members: int) -> list[str]:
    """Return so many names: a long one, one with accents, and many that share a first or a last name."""
    names = [f"{FIRST[index % len(FIRST)]} {LAST[index % len(LAST)]}" for index in range(members)]
    return [*names[:5], "José Núñez", "Wilhelmina-Charlotte Osler", *names[7:]][:members]


def play_year(folder: Path, *, members: int = 40, weeks: int = 30, seed: int = 1, rounds: int = 2) -> Year:
    """Play a year in a new club, until its season is closed."""
    club = init(folder, "Monday Cards")
    year = Year(club, members, weeks, Random(seed))
    evenings = _set_up_club(year)
    demos = list(SLUGS)
    for number, evening in enumerate(evenings):
        share = demos[number::weeks]
        _play_evening(year, evening, share, rounds)
    with year.timed("season close"):
        year.later(60)
        season_end.close(year.now, SEASON)
    return year


def _set_up_club(year: Year) -> list[date]:
    """Add the members, load the schedule, elect officers; return the days on which the club will meet."""
    with year.timed("members, schedule, election"):
        roster.add_all(year.now, [*year.people, TWICE])
        weeks = year.weeks + 8
        plan = read_schedule(
            _SCHEDULE.format(
                season=SEASON,
                starts=_STARTS,
                ends=_STARTS + timedelta(weeks=weeks),
                best_k=max(2, year.weeks * 2 // 3),
                least=max(1, year.weeks // 4),
            )
        )
        schedule.load(year.now, plan)
        officers.elect(year.now, year.people[0], "referee")
        officers.elect(year.now, year.people[1], "president")
        days = [session.held_on for session in schedule.sessions(year.now, SEASON)]
        session_days, spare = days[: year.weeks], days[year.weeks :]
        schedule.cancel_all(year.now, {str(day): "the year is over" for day in spare})
    year.expect(all(day.weekday() == 0 for day in days), "a session is not on a Monday")
    year.expect(date(2026, 9, 7) not in days, "there is a session on Labor Day")
    return session_days


def _play_evening(year: Year, day: date, share: Sequence[str], rounds: int) -> None:
    year.at = datetime.combine(day, time(17, 30), UTC)
    present_names = [name for name in year.people if year.chance.random() < PRESENT]
    present_names += [name for name in year.people if name not in present_names][: max(0, 6 - len(present_names))]
    visitors = [f"Guest {visitor}" for visitor in ("Ian", "Joy") if year.chance.random() < 0.3]
    year.present[len(year.present) + 1] = frozenset(present_names)
    if year.due(0.1):
        present_names = [TWICE, *(name for name in present_names if name != year.people[0])]
        visitors = ["Guest Ian", "Guest Joy"]
    if year.due(0.6):
        with year.timed("officers"):
            officers.hand_over(year.now, year.people[0], year.people[2], position="referee", reason="moves away")
        year.handed_over = True
    with year.timed("open"):
        sessions.open_session(year.now, str(day))
    visitors = [
        name
        for name in visitors
        if name not in {member.name for member in roster.members(year.now) if not member.guest}
    ]
    late = [name for name in present_names[3:] if year.chance.random() < 0.08][: min(2, len(present_names) - 5)]
    with year.timed("checkin"):
        checkin.check_in(year.now, [name for name in present_names if name not in late])
        if visitors:
            checkin.check_in(year.now, visitors, guests=True)
    for game in share:
        _play_demo(year, game, [name for name in present_names if name not in late])
    for round_ in range(rounds):
        year.later(20)
        _play_round(year, late if not round_ else [], [*present_names, *visitors])
    _dispute_rulings(year, present_names)
    _move_players(year, present_names)
    _give_penalties(year, present_names)
    with year.timed("close"):
        sessions.close_session(year.now, str(day))
    _correct_results(year)
    with year.timed("standings, those of last week known"):
        current_standings = standings(year.now, SEASON, before=year.before)
    with year.timed("standings, fresh"):
        fresh = standings(year.now, SEASON)
    year.expect(
        current_standings.rows == fresh.rows, "the standings with those of last week known are other than fresh ones"
    )
    year.before = current_standings


def _play_demo(year: Year, game: str, present_names: Sequence[str]) -> None:
    """Play a game by its recorded example."""
    text = (DEMO / f"{game}.txt").read_text(encoding="utf-8")
    seats = next(line for line in text.splitlines() if line.startswith("seats:"))
    parts = seats.removeprefix("seats:").split(",")
    name_of = dict(zip([name.strip() for name in parts], year.chance.sample(present_names, len(parts)), strict=True))
    full_text = re.sub(rf"\b({'|'.join(name_of)})\b", lambda match: name_of[match[0]], text)
    with year.timed("recorded example"):
        reading = read_record(full_text, rulebook)
        assert isinstance(reading.record, Record), reading.faults
        year.tables[year.week].append(record_import.import_record(year.now, reading.record).number)


def _play_round(year: Year, late: Sequence[str], present_names: Sequence[str]) -> None:
    """Draw tables for everybody who is here, and let them play."""
    with year.timed("seat draw"):
        drawn_tables = _draw_tables(year)
    for name in late:
        try:
            drawn_tables, _ = draw_changes.add_late(year.now, name)
        except ClubFault:  # no table has room for one more
            checkin.check_in(year.now, [name])
            drawn_tables = _draw_tables(year)
    if year.due(0.5):
        first, second = drawn_tables.tables[0].names[0], drawn_tables.tables[-1].names[-1]
        drawn_tables = (
            draw_changes.swap(year.now, first, second, reason="the light") if first != second else drawn_tables
        )
    with year.timed("seat start"):
        drawn_tables = draw_changes.start_tables(year.now)
    year.draws.append(drawn_tables)
    table_counts = Counter(name for table in drawn_tables.tables for name in table.names)
    year.expect(
        set(table_counts) == set(present_names),
        f"present and not seated, or the other way: {set(table_counts) ^ set(present_names)}",
    )
    year.expect(set(table_counts.values()) == {1}, "somebody is seated twice")
    with year.timed("seat show --check"):
        year.expect(all(check.same for check in draws.check(year.now)), "the draw made again is another one")
    for number, table in enumerate(drawn_tables.tables):
        assert table.match
        players = list(table.names)
        year.tables[year.week].append(table.match)
        if number == 0 and year.due(0.35) and len(players) > 2:
            seat_transfers.leave(year.now, table.match, players[0], reason="the last bus", has_begun=True)
            players = players[1:]
        # Where somebody has left, chips would have to be said of the leaver too.
        _finish_table(year, table.match, players, table.game if len(players) == len(table.names) else "")
        if number == 0 and year.due(0.45):
            with year.timed("table void"):
                voiding.void_match(year.now, table.match, reason="a pack of 51")


def _draw_tables(year: Year) -> DrawView:
    for _ in range(40):
        games = year.chance.sample(_DRAWN, min(4, max(1, year.members // 8)))
        try:
            return draws.draw(year.now, games, seed=year.chance.randrange(10**6))
        except NotSeated:
            continue
    raise AssertionError("no games for so many")


def _finish_table(year: Year, number: int, players: Sequence[str], game: str) -> None:
    """Write a result down, as places or as chips, now and then with a tie: who is earlier in the list is better."""
    order = sorted(players, key=lambda name: _skill(name) + year.chance.gauss(0, 12))
    with year.timed("result, table finish"):
        if game == "texas-holdem":
            chips = {name: 10 * (len(order) - 1 - 2 * index) for index, name in enumerate(order)}
            ending.record_result(year.now, number, chips=chips)
        else:
            places = [[name] for name in order]
            if len(places) > 2 and year.chance.random() < 0.15:
                places[1:3] = [[*places[1], *places[2]]]
            ending.record_result(year.now, number, places=places)
        ending.finish(year.now, number)


def _skill(name: str) -> int:
    return sum(name.encode()) % 29


def _log_hands(year: Year, players: Sequence[str], *, hands: int = 1) -> int:
    """Play whole hands of Big Two line by line; return the table."""
    name_of = dict(zip(NAMES[:4], players, strict=True))
    number = starting.start_table(year.now, "big-two", players).number
    year.tables[year.week].append(number)
    for _ in range(hands):
        for line in whole_hand():
            with year.timed("log, one line"):
                recording.log_line(
                    year.now, number, re.sub(r"\b(Ann|Ben|Cal|Dee)\b", lambda match: name_of[match[0]], line)
                )
    return number


def _dispute_rulings(year: Year, present_names: Sequence[str]) -> None:
    """Have three disputes in the year: one upheld, one overruled, one replayed, appealed and put back."""
    for index, part in enumerate((0.2, 0.55, 0.8)):
        if not year.due(part):
            continue
        players = year.chance.sample(present_names, 4)
        table = _log_hands(year, players)
        with year.timed("dispute and appeal"):
            number = opening.open_on_line(year.now.with_actor(players[1]), table, 3, claim="it was not my turn").number
            if index == 0:
                deciding.decide(year.now, number, reason="the cards were counted")
            elif index == 1:
                deciding.decide(year.now, number, remedy=Remedy.OVERRULE, reason="everybody had agreed")
            else:
                deciding.decide(year.now, number, remedy=Remedy.REPLAY, reason="nobody can say")
                deciding.appeal(year.now.with_actor(players[2]), number, reason="three had seen it")
                deciding.decide(year.now.with_actor(year.people[1]), number, remedy=Remedy.UPHOLD, reason="heard again")
        if index == 1:  # overruled, the hand no longer says who won it: the players do
            _finish_table(year, table, players, "big-two")
        else:
            ending.finish(year.now, table, undecided=True)


def _move_players(year: Year, present_names: Sequence[str]) -> None:
    """Let people come and go after a whole hand: one leaves, one joins, two swap, each parting a table."""
    if not year.due(0.4):
        return
    one, two, three, four, five = year.chance.sample(present_names, 5)
    with year.timed("leave, join, swap"):
        table = _log_hands(year, [one, two, three, four])
        departure = seat_transfers.leave(year.now, table, three, reason="is called away")
        assert departure.goes_on
        rejoined = seat_transfers.join(year.now, departure.goes_on.number, five, reason="came late")
        goes_on = rejoined.goes_on.number if rejoined.goes_on else departure.goes_on.number
        swapped = seat_transfers.swap(year.now, goes_on, one, two, reason="the light")
        goes_on = swapped.goes_on.number if swapped.goes_on else goes_on
    year.tables[year.week].append(goes_on)
    _finish_table(year, goes_on, [one, two, four, five], "big-two")


def _give_penalties(year: Year, present_names: Sequence[str]) -> None:
    if year.due(0.3):
        with year.timed("penalties"):
            penalties.give(year.now, present_names[0], points=0, reason="phone at the table")
            penalties.give(year.now, present_names[1], points=2, reason="showed a hand")
            wrongly = penalties.give(year.now, present_names[2], points=3, reason="said to have folded out of turn")
            penalties.cancel(year.now, wrongly.number, reason="it was somebody else")


def _correct_results(year: Year) -> None:
    """Put right what was written down wrong, and hold what was said that it would change against what it changed."""
    year.later(12 * 60)
    if year.due(0.1):
        _apply_as_previewed(
            year, "merge", lambda club: corrections.merge(club, year.people[0], TWICE, reason="one person")
        )
    if year.due(0.15):
        with year.timed("member split, and merge again"):
            split(year.now, year.people[0], TWICE, reason="are they two?")
            corrections.merge(year.now, year.people[0], TWICE, reason="no, they are one")
    if year.due(0.25):
        with year.timed("guest becomes member"):
            guests.add_all(year.now, ["Guest Joy"], with_results=True)
            guests.add_all(year.now, ["Guest Ian"], with_results=False)
    if year.due(0.65):
        table = year.tables[max(1, year.week // 2)][-1]
        seated_names = matches.show(year.now, table).names
        stand_in = next(name for name in year.people if name not in seated_names)
        _apply_as_previewed(
            year, "seat", lambda club: corrections.seat(club, table, "1", stand_in, reason="the slip says so")
        )
    if year.due(1):
        views = (matches.show(year.now, view) for view in year.tables[max(1, min(3, year.weeks - 1))])
        corrected_view = next(view for view in views if view.places and not view.void and len(view.log) == 1)
        table = corrected_view.number
        reversed_places = corrected_view.places[::-1]
        _apply_as_previewed(
            year,
            "result",
            lambda club: corrections.result(club, table, places=reversed_places, reason="read upside down"),
        )


def _apply_as_previewed(year: Year, description: str, act: Callable[[Club], object]) -> None:
    """Make a change: the standings that are found afterwards must be those that were shown before it."""
    before = standings(year.now, SEASON)
    with year.timed(f"impact of a {description} shown"):
        shown_impact: Impact = dry_run(year.now, act)
    year.expect(
        standings(year.now, SEASON).rows == before.rows, f"showing the impact of a {description} has changed something"
    )
    with year.timed(f"correct {description}"):
        act(year.now)
    after = standings(year.now, SEASON)
    [impact] = shown_impact.seasons
    differences = _differing(_lines(before), _lines(after))
    shown_changes = {
        change.member: tuple((place.place, place.score) if place else None for place in (change.was, change.now))
        for change in impact.moved
    }
    year.expect(
        differences == shown_changes,
        f"the impact of a {description} was said to be {shown_changes}, and is {differences}",
    )
    year.expect(not shown_impact.is_none, f"a {description} was put right that changes nothing")


def _lines(table: Standings) -> dict[int, tuple[object, object]]:
    return {row.member: (row.place, row.score) for row in table.rows}


def _differing(before: Mapping, after: Mapping) -> dict:  # type: ignore[type-arg]
    return {key: (before.get(key), after.get(key)) for key in {*before, *after} if before.get(key) != after.get(key)}


def main() -> None:
    """Play a year into a folder, have everything printed and exported, and say what each step took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=40)
    parser.add_argument("--weeks", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    year = play_year(arguments.to / "club", members=arguments.members, weeks=arguments.weeks, seed=arguments.seed)
    seatings = year_checked.tables_of_draws(year.draws)
    chance = [year_checked.seating(year_checked.by_chance(seatings, seed)) for seed in range(20)]
    seating = year_checked.seating(seatings)
    year.club.close()
    _check_reports(year, arguments.to)
    for step, times in year.seconds.items():
        print(f"{step:42} {len(times):5} x {sum(times) / len(times):8.3f} s, at most {max(times):.3f}")
    print(f"size of the file: {(arguments.to / 'club' / 'club.db').stat().st_size / 1e6:.1f} MB")
    print(f"tables: {sum(len(sample) for sample in year.tables.values())}, draws: {len(year.draws)}")
    for attribute in ("most", "repeats", "squares"):
        mean = sum(getattr(sample, attribute) for sample in chance) / len(chance)
        print(f"meetings, {attribute}: {getattr(seating, attribute)}, by chance {mean:.1f}")
    print("\n".join(year.wrong) or "all that is looked at on the way held")


def _check_reports(year: Year, folder: Path) -> None:
    """Run the commands that print and write a year, each in a process of its own as a club does."""
    club, name = folder / "club", year.people[0]
    commands = [
        ["standings", SEASON], ["standings", SEASON, "--member", name], ["standings", SEASON, "--game", "big-two"],
        ["standings", "--ratings"], ["standings", "--ratings", "--game", "big-two"],
        ["member", "show", name, "--season", SEASON],
        ["season", "show", SEASON], ["standings", "--attendance", SEASON],
        ["dispute", "list"],
        ["penalty", "list", SEASON], ["history", "--corrections"], ["officer", "list"],
        ["export", "csv", SEASON, "--output", str(folder / "csv")],
        ["export", "html", SEASON, "--output", str(folder / "website")],
        ["export", "ics", SEASON, "--output", str(folder / "season.ics")],
        ["export", "json", "--output", str(folder / "club.jsonl")],
        ["export", "phh", "--season", SEASON, "--output", str(folder / "hands.phhs")],
        ["export", "verify", str(folder / "csv")],
        ["audit"],
    ]  # fmt: skip
    for words in commands:
        with year.timed("referee " + " ".join(words[:2])):
            process = in_a_process(*words, club=club)
        (folder / "printed.txt").open("a").write(f"$ referee {' '.join(words)}\n{process.out}{process.err}\n")
        if process.code:
            print(f"referee {' '.join(words)}: exit {process.code}: {process.err}")
    with year.timed("referee import"):
        process = in_a_process("import", str(folder / "club.jsonl"), "--club", str(folder / "again"))
    year.expect(process.code == 0, process.err)
    year.expect(rows(folder / "again" / "club.db") == rows(club / "club.db"), "what was imported is not what was there")
    with year.timed("referee backup"):
        in_a_process("backup", str(folder / "kept.db"), club=club)
    _check_standings(year, folder)


def _check_standings(year: Year, folder: Path) -> None:
    """Reckon the standings anew from the files that were written."""
    with open_club(folder / "club") as club:
        points = penalties.points_by_session(penalties.penalties(club, SEASON))
        expected = {
            int(line.name): (line.place or "", round(float(line.score), 6), line.sessions, line.wins)
            for line in year_checked.standings_by_hand(folder / "csv", standings(club, SEASON).season, points)
        }
    printed = {
        int(row["member"]): (
            row["place"] and int(row["place"]),
            float(row["score"]),
            int(row["sessions_counted"]) + int(row["sessions_dropped"]),
            int(row["wins"]),
        )
        for row in year_checked.rows_of(folder / "csv", "standings")
    }
    year.expect(expected == printed, f"the standings differ from those by hand: {_differing(printed, expected)}")


if __name__ == "__main__":
    main()
