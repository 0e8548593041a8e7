"""The end of a season. Its final figures are stored, and later corrections do not change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import ClassVar

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.club.activity_log import LogEntry, find_entries
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.scoring_rules import parse_tie_steps
from referee.club.signatures import current_member_numbers
from referee.club.standings.attendance import attendance
from referee.club.standings.standings import Standings, standings
from referee.club.standings.trophies import Trophy, trophies
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed, with_marks, with_names
from referee.rules.plain_data import plain, read_plain
from referee.store.decoding import decoding
from referee.store.events.event import EventText
from referee.store.plain_rows import Season, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class FinalRow:
    """A member's row in the final standings. `place` is None for a member who is not ranked.

    `ties` describe the tie-breaks, with marks for members; see `SeasonEnd.ties_of`.
    """

    place: int | None
    member: int
    name: str
    score: Fraction
    sessions: int
    counted: int
    matches: int
    wins: int
    seconds: int
    came: int
    ties: tuple[str, ...] = ()


@frozen
class Award:
    """A trophy for display: its title, its winners, its figure, and its scoring clause."""

    trophy: str
    members: tuple[str, ...]
    figure: str
    clause: str


@frozen
class SeasonEnd:
    """The final figures of a season, with the time (`at`) and the officer (`by`) of its closing.

    An open season has neither. `names` has the names for the member numbers in the trophies.
    """

    PLAIN: ClassVar = "season", "standings", "awards", "held", "matches", "at", "by"
    season: Season
    rows: tuple[FinalRow, ...]
    trophies: tuple[Trophy, ...]
    names: Mapping[int, str]
    held: int
    matches: int
    at: datetime | None = None
    by: str = ""

    def ties_of(self, row: FinalRow) -> tuple[str, ...]:
        """Return the tie-breaks of a row in words, with names."""
        return tuple(with_names(tie, [], self.names) for tie in row.ties)

    @property
    def standings(self) -> tuple[FinalRow, ...]:
        """The rows, with names in the tie-breaks."""
        return tuple(replace(row, ties=self.ties_of(row)) for row in self.rows)

    @property
    def awards(self) -> tuple[Award, ...]:
        """The trophies, with the names of the winners."""
        return tuple(Award(trophy.said, self.won_by(trophy), trophy.figure, trophy.clause) for trophy in self.trophies)

    def won_by(self, trophy: Trophy) -> tuple[str, ...]:
        """Return the names of a trophy's winners, sorted."""
        return tuple(sorted(self.names.get(member, f"Member {member}") for member in trophy.members))


@frozen
class Reopening:
    """The reopening of a season: when, by whom and why."""

    at: datetime
    by: str
    reason: str


@frozen
class _StoredEnd:
    """The figures of a season in stored form. They have no names, so that a name can be erased."""

    best_k: int
    min_sessions: int
    lot_seed: int
    ties: tuple[str, ...]
    held: int
    matches: int
    standings: tuple[FinalRow, ...]
    trophies: tuple[Trophy, ...]


def provisional_end(club: Club, name: str | None = None) -> SeasonEnd:
    """Return the current figures of a season, in the form that a closing stores."""
    season_standings = standings(club, name)
    season_attendance = attendance(club, season_standings.season.name)
    season_trophies = trophies(season_standings.rows, season_standings.results.every, season_attendance.rows)
    times = {row.member: row.came for row in season_attendance.rows}
    with club.reading() as tx:
        names = _names_by_number(tx)
    return SeasonEnd(
        season_standings.season,
        tuple(_final_rows(season_standings, times)),
        season_trophies,
        names,
        len(season_attendance.held),
        len(season_standings.results.by_match),
    )


def kept_trophies(club: Club, name: str) -> tuple[Trophy, ...]:
    """Return the trophies stored when a season was closed; none if it is open."""
    last_archive = next(iter(reversed(archives(club, name))), None)
    return last_archive.trophies if isinstance(last_archive, SeasonEnd) else ()


def close(club: Club, name: str) -> SeasonEnd:
    """Close a season whose sessions are all over. Return the stored figures."""
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.CLOSE_SEASON)
        season = seasons.closable_season(tx, club, name)
        # Read outside this transaction, which holds the write lock, so that nobody can change the figures.
        end = provisional_end(club, season.name)
        final = _StoredEnd(
            best_k=season.best_k,
            min_sessions=season.min_sessions,
            lot_seed=season.lot_seed,
            ties=tuple(parse_tie_steps(season.ties)),
            held=end.held,
            matches=end.matches,
            standings=tuple(replace(row, name="") for row in end.rows),
            trophies=end.trophies,
        )
        tx.append(EventKind.SEASON_CLOSED, {"season": season.id, "figures": plain(final)})
        [closing_entry] = find_entries(tx, EventKind.SEASON_CLOSED, limit=1)
        return _read_end(tx, get_row(tx, Season, season.id), closing_entry)


def reopen(club: Club, name: str, reason: str) -> Season:
    """Reopen a closed season for a reason, and return it. Its stored figures stay."""
    with club.writing() as tx:
        duties.require_duty(tx, club, duties.Duty.CLOSE_SEASON)
        season = seasons.find_season(tx, name, club.today)
        if not season.closed_at:
            raise ClubFault(f"The season {season.name} is not closed.")
        clean_reason = reason_needed(reason, "Reopening a season")
        reason_text = EventText("reason", with_marks(clean_reason, [], roster.names(tx)))
        tx.append(EventKind.SEASON_REOPENED, {"season": season.id}, texts=[reason_text])
        return get_row(tx, Season, season.id)


def archives(club: Club, name: str | None = None) -> list[SeasonEnd | Reopening]:
    """Return the figures of each closing and each reopening of a season, in order."""
    with club.reading() as tx:
        season = seasons.find_season(tx, name, club.today)
        people, turns = (
            roster.names(tx),
            find_entries(tx, EventKind.SEASON_CLOSED, EventKind.SEASON_REOPENED, season=season.id),
        )
        return [
            _read_end(tx, season, turn)
            if turn.event.kind == EventKind.SEASON_CLOSED
            else Reopening(turn.moment, with_names(turn.actor, [], people), with_names(turn.reason, [], people))
            for turn in reversed(turns)
        ]


def archive(club: Club, name: str | None = None) -> SeasonEnd | None:
    """Return the figures of the last closing of a season; None if it was never closed."""
    return next((archived for archived in reversed(archives(club, name)) if isinstance(archived, SeasonEnd)), None)


def differences(stored: SeasonEnd, now: SeasonEnd) -> Iterator[str]:
    """Yield the differences between a season's stored and current figures, in words."""
    before, after = ({row.member: row for row in end.rows} for end in (stored, now))
    for member in dict.fromkeys((*before, *after)):
        old_row, new_row = before.get(member), after.get(member)
        if old_row is None or new_row is None:
            name = now.names.get(member, stored.names.get(member, f"Member {member}"))
            yield f"{name}: {_describe_row(old_row)}; now {_describe_row(new_row)}"
        elif (old_row.place, old_row.score, old_row.wins, old_row.seconds, old_row.matches, old_row.came) != (
            new_row.place, new_row.score, new_row.wins, new_row.seconds, new_row.matches, new_row.came,
        ):  # fmt: skip
            yield f"{new_row.name}: {_describe_row(old_row)}; now {_describe_row(new_row)}"
    old_trophies, new_trophies = (
        {(trophy.clause, trophy.title): trophy for trophy in end.trophies} for end in (stored, now)
    )
    for trophy_key in dict.fromkeys((*old_trophies, *new_trophies)):
        old_trophy, new_trophy = old_trophies.get(trophy_key), new_trophies.get(trophy_key)
        if old_trophy is None or new_trophy is None or set(old_trophy.members) != set(new_trophy.members):
            details = next(trophy.said for trophy in (old_trophy, new_trophy) if trophy)
            yield f"{details}: {_describe_winners(stored, old_trophy)}; now {_describe_winners(now, new_trophy)}"


def _describe_row(row: FinalRow | None) -> str:
    if row is None:
        return "not in the standings"
    place = f"place {row.place}" if row.place else "no place"
    match_count = quantity(row.matches, "match", "matches")
    return f"{place}, {float(row.score):.3f} from {match_count} ({row.wins} won, {row.seconds} second)"


def _describe_winners(end: SeasonEnd, trophy: Trophy | None) -> str:
    return ", ".join(end.won_by(trophy)) if trophy else "nobody"


def _final_rows(season_standings: Standings, attendance: Mapping[int, int]) -> Iterator[FinalRow]:
    for row in season_standings.rows:
        yield FinalRow(
            row.place,
            row.member,
            row.name,
            row.score,
            len(row.sessions),
            len(row.counted),
            row.matches,
            row.wins,
            row.seconds,
            attendance.get(row.member, 0),
            tuple(str(replace(tie, name=f"@#{tie.neighbour}")) for tie in row.ties),
        )


def _read_end(tx: Transaction, season: Season, closed: LogEntry) -> SeasonEnd:
    member_numbers, names = current_member_numbers(tx), _names_by_number(tx)
    with decoding(closed.place):
        final = read_plain(_StoredEnd, closed.data["figures"])
    rows = []
    for row in final.standings:
        member = member_numbers.get(row.member, row.member)
        rows.append(replace(row, member=member, name=names.get(row.member, f"Member {row.member}")))
    season_trophies = tuple(
        replace(trophy, members=tuple(dict.fromkeys(member_numbers.get(member, member) for member in trophy.members)))
        for trophy in final.trophies
    )
    signature = with_names(closed.actor, [], names)
    return SeasonEnd(season, tuple(rows), season_trophies, names, final.held, final.matches, closed.moment, signature)


def _names_by_number(tx: Transaction) -> dict[int, str]:
    """Return the current name for every member number. A merged member has the survivor's name."""
    names_by_number = dict(tx.rows("SELECT id, name FROM member"))
    return {number: names_by_number[current] for number, current in current_member_numbers(tx).items()}
