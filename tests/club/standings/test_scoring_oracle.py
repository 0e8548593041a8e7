"""The standings against a second reckoning, written from the text of the rulebook: whole seasons lived at random."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from referee.club.calendar import schedule, seasons, sessions
from referee.club.corrections import corrections
from referee.club.disputes import deciding, opening, penalties
from referee.club.disputes.remedies import Remedy
from referee.club.file.audit import audit
from referee.club.folder import Club, init
from referee.club.match import ending, matches, recording, starting
from referee.club.match.seat_transfers import join, leave, swap
from referee.club.match.table_changes import TableChange
from referee.club.match.voiding import reopen_match, void_match
from referee.club.people import merging, roster
from referee.club.standings import guests
from referee.club.standings.standings import Standings, standings
from referee.club.text.faults import ClubFault
from referee.rules import Verdict
from tests.club.conftest import copied
from tests.oracles.scoring import RESULT_ONLY, Line, Match, Season, StandingsOracle, Table

SEASONS = int(os.environ.get("REFEREE_ORACLE_SEASONS", "12"))
FIRST = int(os.environ.get("REFEREE_ORACLE_FIRST", "0"))
MEMBERS = ("Ann", "Ben", "Cal", "Dee", "Eve")
GUESTS = ("Fay", "Gus", "Hal")
HOLDEM = "texas-holdem"
WHY = "as they said"
STEPS = ("wins", "seconds", "head-to-head", "buchholz", "median-buchholz", "best", "countback", "penalties")
BEGINS = date(2026, 11, 16)


def a_hand(seats: list[str], dealer: int, chance: random.Random) -> tuple[list[str], dict[str, int]]:
    """Return the lines of a hand of hold'em, and the chips that it gives: all but one fold, some after a call."""
    turns = [seats[(dealer + 1 + index) % len(seats)] for index in range(len(seats))]
    winner, bet = chance.choice(turns), chance.choice([1, 1, 2, 4])
    lines = [f"deal by {seats[dealer]}", "everyone antes 1", "flop 2H 3D KC", f"{turns[0]} bets {bet}"]
    put_in = dict.fromkeys(seats, 1)
    put_in[turns[0]] += bet
    still = [turns[0]]
    for name in turns[1:]:
        if name == winner or chance.random() < 0.3:
            lines.append(f"{name} calls")
            put_in[name] += bet
            still.append(name)
        else:
            lines.append(f"{name} folds")
    if len(still) > 1:
        lines.append("turn 9S")
        folds = len(still) - 1
        for name in still:
            if name != winner:
                lines.append(f"{name} folds")
                folds -= 1
            elif folds:
                lines.append(f"{name} checks")
            if not folds:
                break
    return lines, {name: (name == winner) * sum(put_in.values()) - put_in[name] for name in seats}


class Life:
    """A season as it is lived at random: each thing is done in the club, and told in the description."""

    def __init__(self, club: Club, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.now = datetime(2026, 11, 16, 16, tzinfo=UTC)
        self.club = replace(club, actor="Ann", clock=self.tick)
        with self.club.reading():
            self.ids = {member.name: member.id for member in roster.members(self.club, include_retired=True)}
        steps = tuple(chance.sample(STEPS, chance.choice([4, 4, 3, 2, 1])))
        self.season = Season(chance.choice([1, 2, 2, 3]), chance.choice([0, 1, 1, 2]), (*steps, "lot"))
        self.season.members = set(MEMBERS)
        self.name = f"S{seed}"
        made = seasons.new(
            self.club,
            self.name,
            starts=BEGINS,
            ends=BEGINS + timedelta(days=90),
            best_k=self.season.best_k,
            min_sessions=self.season.min_sessions,
            ties=",".join(self.season.steps),
        )
        self.seed = made.lot_seed
        self.at = 0
        self.open = False
        self.pending: dict[int, tuple[list[str], dict[str, int]]] = {}
        self.gone: set[str] = set()
        self.dealers: dict[int, int] = {}
        self.changes: dict[int, list[tuple[int, str]]] = {}
        self.known: Standings | None = None
        self.done: Counter[str] = Counter()

    def tick(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    # -- What is compared --------------------------------------------------------------------------------------

    def lot(self, name: str) -> str:
        """3.5 says only that it is drawn from a number: this is how."""
        return sha256(f"{self.seed} {self.ids[name]}".encode()).hexdigest()

    def rows(self, found: Standings) -> list[Line]:
        return [Line(row.name, row.place, row.score, len(row.sessions), row.wins, row.seconds) for row in found.rows]

    def compare(self, *, games: bool = False) -> None:
        fresh = standings(self.club, self.name)
        cached = standings(self.club, self.name, before=self.known)
        assert cached.rows == fresh.rows, "with what was known before"
        assert cached.results.by_match == fresh.results.by_match, "with what was known before"
        self.known = cached
        ranking = StandingsOracle(self.season, self.lot).standings()
        shown = self.rows(fresh)
        placed = [line for line in ranking if line.place]
        assert shown[: len(placed)] == placed
        assert sorted(map(repr, shown)) == sorted(map(repr, ranking))
        for game in (RESULT_ONLY, HOLDEM) if games else ():
            try:
                shown = self.rows(standings(self.club, self.name, game=game))
            except ClubFault:
                continue
            ranking = StandingsOracle(self.season, self.lot, game).standings()
            assert sorted(map(repr, shown)) == sorted(map(repr, ranking)), game

    # -- What is done ------------------------------------------------------------------------------------------

    def people(self) -> list[str]:
        return [name for name in self.ids if name not in self.gone]

    def fresh(self, names: list[str], known: frozenset[str] = frozenset(), old: tuple[str, ...] = ()) -> frozenset[str]:
        return frozenset(n for n in names if (n in known if n in old else n not in self.season.members))

    def tables(self, *, live: bool = True) -> list[Table]:
        every = [table for table in self.season.tables if table.session == self.at or not live]
        return [table for table in every if not live or not (table.now.over or table.now.void)]

    def step(self) -> None:
        acts: list[tuple[int, Callable[[], Callable[[], object] | None]]] = [
            (6, self.start),
            (8, self.hands),
            (2, self.some_lines),
            (4, self.leaves),
            (4, self.joins),
            (1, self.swaps),
            (7, self.ends),
            (2, self.voids),
            (1, self.reopens),
            (2, self.penalty),
            (1, self.joins_the_club),
            (1, self.merges),
            (1, self.sat),
            (1, self.another_result),
            (1, self.void_hand),
            (1, self.takes_back),
        ]
        act = self.chance.choices([each for _, each in acts], [weight for weight, _ in acts])[0]
        before = deepcopy((self.season, self.pending, self.gone, self.dealers, self.changes))
        undone = self.chance.random() < 0.35
        ranking = standings(self.club, self.name, before=self.known).rows if undone else ()
        try:
            undo = act()
        except ClubFault as fault:
            self.season, self.pending, self.gone, self.dealers, self.changes = before
            self.done[f"{act.__name__}: {str(fault)[:60]}"] += 1
            return
        self.done[act.__name__] += 1
        self.compare()
        if undo and undone:
            try:
                undo()
            except ClubFault as fault:
                self.done[f"undo {act.__name__}: {str(fault)[:60]}"] += 1
                return
            self.season, self.pending, self.gone, self.dealers, self.changes = before
            self.done[f"undo {act.__name__}"] += 1
            self.compare()
            assert standings(self.club, self.name).rows == ranking

    def last(self, number: int) -> int:
        return matches.show(self.club, number).log[-1].number

    def undone(self, number: int) -> Callable[[], object]:
        line = self.last(number)
        return lambda: recording.undo_line(self.club, number, line, reason=WHY)

    def start(self) -> None:
        chance = self.chance
        game = chance.choice([RESULT_ONLY, HOLDEM])
        names = chance.sample(self.people(), chance.choice([2, 3, 3, 4]))
        match = starting.start_table(self.club, game, names, result_only=game == RESULT_ONLY).number
        self.season.tables.append(Table(self.at, game, [Match(match, names, self.fresh(names))]))

    def table(self, game: str = "") -> Table:
        found = [table for table in self.tables() if table.game == game or not game]
        if not found:
            raise ClubFault("no table")
        return self.chance.choice(found)

    def write(self, table: Table, *, whole: bool) -> None:
        now = table.now
        if now.places or now.chips:
            raise ClubFault("has a result")
        second_match = list(matches.show(self.club, now.number).names)
        if now.number not in self.pending:
            if not now.hands:
                dealer = self.chance.randrange(len(second_match))
            else:
                dealer = (self.dealers[now.number] + 1) % len(second_match)
            self.dealers[now.number] = dealer
            lines, chips = a_hand(second_match, dealer, self.chance)
            self.pending[now.number] = lines, {now.seats[second_match.index(name)]: won for name, won in chips.items()}
        lines, chips = self.pending[now.number]
        many = len(lines) if whole else self.chance.randint(1, len(lines))
        for line in lines[:many]:
            entry = recording.log_line(self.club, now.number, line)
            assert entry.ruling is not None
            assert entry.ruling.verdict is not Verdict.ILLEGAL, (lines, line)
        now.begun = now.written = True
        if many == len(lines):
            now.hands.append(chips)
            del self.pending[now.number]
        else:
            self.pending[now.number] = lines[many:], chips

    def hands(self) -> None:
        table = self.table(HOLDEM)
        for _ in range(self.chance.choice([1, 1, 2])):
            self.write(table, whole=True)

    def some_lines(self) -> None:
        self.write(self.table(HOLDEM), whole=False)

    def begins(self, table: Table) -> bool | None:
        """Whether hands were played that nobody wrote down, as an officer says where only the result is."""
        if table.game != RESULT_ONLY:
            if table.now.written or self.chance.random() < 0.7:
                return True if table.now.begun and not table.now.written else None
            table.now.begun = True
            return True
        if not table.now.begun and self.chance.random() < 0.4:
            return False
        table.now.begun = True
        return None

    def changed(self, table: Table, done: TableChange, seats: list[str], gone: str = "") -> Callable[[], object]:
        now = table.now
        same = not now.written
        if not same:
            fresh = self.fresh(seats)
        else:
            fresh = self.fresh(seats, now.fresh, tuple(now.seats))
            if gone and now.begun:
                seats = list(now.seats)
                fresh = now.fresh
        number = now.number
        table.changes(seats, fresh, done.goes_on.number if done.goes_on else 0, gone)
        if not same:
            self.pending.pop(number, None)
        if same:
            self.changes.setdefault(number, []).append((self.last(number), gone))
        return self.undone(number)

    def leaves(self) -> Callable[[], object]:
        table = self.table()
        who = self.chance.choice(table.now.seats)
        begun = self.begins(table)
        name = self.called(table.now, who)
        change = leave(self.club, table.now.number, name, reason=WHY, has_begun=begun)
        return self.changed(table, change, [seat for seat in table.now.seats if seat != who], who)

    def called(self, match: Match, who: str) -> str:
        return matches.show(self.club, match.number).names[match.seats.index(who)]

    def joins(self) -> Callable[[], object]:
        table = self.table()
        now = table.now
        who = self.chance.choice([name for name in self.people() if name not in now.seats])
        begun = self.begins(table)
        if self.chance.random() < 0.4:
            for_ = self.chance.choice(now.seats)
            change = join(self.club, now.number, who, reason=WHY, stand_in_for=self.called(now, for_), has_begun=begun)
            return self.changed(table, change, [who if each == for_ else each for each in now.seats])
        seat = None if now.begun and not now.written else self.chance.randint(1, len(now.seats) + 1)
        change = join(self.club, now.number, who, reason=WHY, seat=seat, has_begun=begun)
        at = len(now.seats) if seat is None else seat - 1
        return self.changed(table, change, [*now.seats[:at], who, *now.seats[at:]])

    def swaps(self) -> Callable[[], object]:
        table = self.table()
        one, other = self.chance.sample(table.now.seats, 2)
        names = [self.called(table.now, one), self.called(table.now, other)]
        change = swap(self.club, table.now.number, *names, reason=WHY)
        turned = {one: other, other: one}
        return self.changed(table, change, [turned.get(seat, seat) for seat in table.now.seats])

    def a_result(self, match: Match) -> tuple[list[list[str]], dict[str, int]]:
        names = list(match.seats)
        self.chance.shuffle(names)
        if self.chance.random() < 0.3:
            won = {name: self.chance.randint(-2, 2) for name in names[1:]}
            return [], {names[0]: -sum(won.values()), **won}
        groups: list[list[str]] = []
        for name in [each for each in names if each not in match.left]:
            if groups and self.chance.random() < 0.25:
                groups[-1].append(name)
            else:
                groups.append([name])
        return groups, {}

    def ends(self) -> Callable[[], object] | None:
        table = self.table()
        now = table.now
        if now.hands and now.number not in self.pending and self.chance.random() < 0.8:
            ending.finish(self.club, now.number)
        elif now.hands and self.chance.random() < 0.5:
            ending.finish(self.club, now.number, undecided=True)
            self.pending.pop(now.number, None)
        elif now.written:
            raise ClubFault("nothing decided")
        else:
            places, chips = self.a_result(now)
            self.says(now, places, chips)
            ending.finish(self.club, now.number)
        now.over = True
        return None

    def says(self, match: Match, places: list[list[str]], chips: dict[str, int]) -> None:
        of = {who: self.called(match, who) for who in match.seats}
        groups = [[of[who] for who in group] for group in places]
        ending.record_result(self.club, match.number, places=groups, chips={of[who]: won for who, won in chips.items()})
        match.begun = True
        match.places, match.chips = places or None, chips or None

    def every(self) -> list[Match]:
        return [match for table in self.season.tables if table.session == self.at for match in table.matches]

    def one(self, found: list[Match]) -> Match:
        if not found:
            raise ClubFault("none")
        return self.chance.choice(found)

    def voids(self) -> Callable[[], object]:
        match = self.one(self.every())
        void_match(self.club, match.number, reason=WHY)
        match.void = True
        return self.undone(match.number)

    def reopens(self) -> Callable[[], object]:
        match = self.one([each for each in self.every() if each.over])
        reopen_match(self.club, match.number, reason=WHY)
        match.over = False
        return lambda: ending.finish(self.club, match.number)

    def penalty(self) -> Callable[[], object]:
        who, points = self.chance.choice(self.people()), self.chance.choice([0, 1, 2, 5, 10])
        given = penalties.give(self.club, who, points=points, reason=WHY, session=str(self.at))
        self.season.penalties.append((who, self.at, points))
        return lambda: penalties.cancel(self.club, given.number, reason=WHY)

    def joins_the_club(self) -> None:
        who = self.chance.choice([name for name in GUESTS if name not in self.gone])
        counts = self.chance.random() < 0.5
        guests.add_all(self.club, [who], with_results=counts)
        self.season.members.add(who)
        self.season.joined.append((who, counts))

    def merges(self) -> Callable[[], object]:
        keep, other = self.chance.sample(self.people(), 2)
        corrections.merge(self.club, keep, other, reason=WHY)
        self.gone = {*self.gone, other}
        self.rename(other, keep)
        return lambda: merging.split(self.club, keep, other, reason=WHY)

    def rename(self, was: str, now: str) -> None:
        def name(of: str) -> str:
            return now if of == was else of

        season = self.season
        for table in season.tables:
            for match in table.matches:
                self.turn(match, name)
        season.penalties = [(name(who), at, points) for who, at, points in season.penalties]
        season.members = {name(who) for who in season.members}
        season.joined = [(name(who), counts) for who, counts in season.joined]
        self.pending = {
            n: (lines, {name(who): won for who, won in chips.items()}) for n, (lines, chips) in self.pending.items()
        }

    def turn(self, match: Match, name: Callable[[str], str]) -> None:
        match.seats = [name(who) for who in match.seats]
        match.fresh = frozenset(name(who) for who in match.fresh)
        match.left = [name(who) for who in match.left]
        match.hands = [{name(who): won for who, won in hand.items()} for hand in match.hands]
        match.places = match.places and [[name(who) for who in group] for group in match.places]
        match.chips = match.chips and {name(who): won for who, won in match.chips.items()}

    def sat(self) -> None:
        """Who really sat in a seat: somebody else, who is a member."""
        match = self.one([each for each in self.every() if each.counts])
        was = self.chance.choice(match.seats)
        now = self.chance.choice([each for each in self.people() if each not in match.seats])
        if now not in self.season.members:
            raise ClubFault("a guest")
        at = str(match.seats.index(was) + 1)
        corrections.seat(self.club, match.number, at, now, reason=WHY)
        match.fresh -= {was}
        self.turn(match, lambda who: now if who == was else who)

    def another_result(self) -> None:
        match = self.one([each for each in self.every() if each.counts and not each.hands])
        places, chips = self.a_result(match)
        self.says(match, places, chips)

    def void_hand(self) -> None:
        """A dispute about the last hand, which is void."""
        match = self.one([each for each in self.every() if each.hands and each.number not in self.pending])
        lines = [
            line.number for line in matches.show(self.club, match.number).log if line.kind == "line" and line.counts
        ]
        done = opening.open_on_line(self.club, match.number, lines[-1])
        deciding.decide(self.club, done.number, remedy=Remedy.VOID_HAND, reason=WHY)
        match.hands.pop()
        self.dealers[match.number] -= 1
        if not match.hands and match.over and len(self.table_of(match).matches) == 1:
            match.over = False

    def table_of(self, match: Match) -> Table:
        return next(table for table in self.season.tables if match in table.matches)

    def takes_back(self) -> None:
        """Somebody's coming or going at a table of which only the result is written down was a mistake.

        It need not be the last that was written down.
        """
        table = self.table(RESULT_ONLY)
        now = table.now
        done = self.changes.get(now.number)
        if not done:
            raise ClubFault("nobody came or went")
        line, gone = self.chance.choice(done)
        recording.undo_line(self.club, now.number, line, reason=WHY)
        self.changes[now.number] = [each for each in done if each[0] != line]
        if gone in now.left:
            now.left.remove(gone)
        else:  # before the first hand: the seats are what they would be without it
            second_match = matches.show(self.club, now.number)
            of = {number: name for name, number in self.ids.items()}
            assert set(now.left) <= {of[number] for number in second_match.members}
            now.seats = [of[number] for number in second_match.members]
            now.fresh = self.fresh(now.seats, now.fresh, tuple(now.seats))

    def live(self, evenings: int, steps: int) -> None:
        for evening in range(evenings):
            day = BEGINS + timedelta(days=7 * evening)
            self.now = datetime(day.year, day.month, day.day, 16, tzinfo=UTC)
            self.at = schedule.add(self.club, day, time(15, 45), room="M4").id
            sessions.open_session(self.club, str(self.at))
            for _ in range(steps):
                self.step()
            sessions.close_session(self.club, str(self.at), unfinished=True)
            self.compare(games=True)
        assert audit(self.club).differences == ()


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club of five members and three guests, made once and copied for each season."""
    with init(tmp_path_factory.mktemp("oracle") / "club", "Monday Cards") as club:
        for name in MEMBERS:
            roster.add(club, name)
        for name in GUESTS:
            roster.add(club, name, guest=True)
        return club.folder


@contextmanager
def lived(begun: Path, folder: Path, seed: int) -> Iterator[Life]:
    with copied(begun, folder) as club:
        yield Life(club, seed)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEASONS))
def test_the_standings_are_those_of_the_text(begun: Path, tmp_path: Path, seed: int) -> None:
    with lived(begun, tmp_path / "club", seed) as life:
        life.live(evenings=2, steps=10)
