"""A season as tables: members, sessions, matches, results, standings and rulings, gathered from the club's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import chain

from referee.club.calendar import schedule, sessions
from referee.club.calendar.sessions import SessionView
from referee.club.disputes.disputes import disputes
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club, day_of
from referee.club.match import matches
from referee.club.match.log import EntryKind
from referee.club.match.view import MatchView
from referee.club.people import roster
from referee.club.people.public_names import PublicNames, all_public_names
from referee.club.standings import season_end
from referee.club.standings.counted_tournaments import table_of
from referee.club.standings.ranking import Result
from referee.club.standings.ratings import Ratings, ratings_of_each
from referee.club.standings.standings import Standings, standings
from referee.club.standings.trophies import Trophy
from referee.export.tables.rows import (
    AttendanceRow,
    DisputeRow,
    MatchRow,
    MemberRow,
    RatingRow,
    ResultRow,
    RulingRow,
    ScoreRow,
    SeasonExport,
    SeasonTables,
    SessionRow,
    StandingRow,
    TrophyRow,
)
from referee.export.tables.tournaments import round_rows, standing_rows, tournament_row
from referee.games import is_ruled
from referee.rules.book.options import changed
from referee.store.difference import Difference
from referee.store.plain_rows import Member
from referee.store.progress import Progress, no_progress
from referee.tournaments import overview as shown_tournaments
from referee.tournaments.public_view import public_view
from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class _Season:
    """What is gathered of a season; `public` are the names that the export shows."""

    public: PublicNames
    members: Sequence[Member]
    sessions: Sequence[SessionView]
    played: Sequence[MatchView]
    results: Sequence[Result]
    standings: Standings
    disputes: Sequence[DisputeView]
    ratings: Sequence[Ratings]
    trophies: Sequence[Trophy]
    tournaments: Sequence[TournamentView]

    @property
    def names(self) -> Mapping[int, str]:
        """The names that the export shows, by member."""
        return self.public.names

    def lasted_on(self, day: date) -> bool:
        """Tell whether a day is one of the season's."""
        return self.standings.season.starts <= day <= self.standings.season.ends

    def game(self, slug: str) -> str:
        """Return a game as the export names it: one without a rulebook was named by whoever started it."""
        return slug if is_ruled(slug) else self.public.named(slug)


def season_export(
    club: Club, season: str | None = None, *, full_names: bool = False, watch: Progress = no_progress
) -> SeasonExport:
    """Gather a season, with names as the public sees them; with `full_names` only who opted out has none.

    `watch` is told after each session how many have been gathered, and of how many.
    """
    watch(0, 0)
    found = standings(club, season)
    planned = schedule.sessions(club, found.season.name)
    shown, played = [], []
    for at, each in enumerate(planned, 1):
        shown.append(sessions.show(club, str(each.id)))
        played.extend(matches.matches(club, str(each.id)))
        watch(at, len(planned))
    members = roster.members(club, everybody=True)
    public = all_public_names(club, full_names=full_names)
    of_season = [each for each in shown_tournaments.all_tournaments(club) if each.season == found.season.name]
    gathered = _Season(
        public=public,
        members=members,
        sessions=shown,
        played=played,
        results=sorted(found.results.every, key=lambda result: result.played_on),
        standings=found,
        disputes=disputes(club),
        ratings=ratings_of_each(club, sorted({each.game for each in found.results.every})),
        trophies=season_end.kept_trophies(club, found.season.name),
        tournaments=[public_view(each, public) for each in of_season],
    )
    return SeasonExport(
        SeasonTables(
            members=tuple(_members(gathered)),
            sessions=tuple(_sessions(gathered)),
            attendance=tuple(_attendance(gathered)),
            matches=tuple(_matches(gathered)),
            results=tuple(_results(gathered)),
            standings=tuple(_standings(gathered)),
            scores=tuple(_scores(gathered)),
            ratings=tuple(_ratings(gathered)),
            trophies=tuple(_trophies(gathered)),
            disputes=tuple(_disputes(gathered)),
            rulings=tuple(_rulings(gathered)),
            tournaments=tuple(map(tournament_row, gathered.tournaments)),
            tournament_standings=tuple(chain.from_iterable(map(standing_rows, gathered.tournaments))),
            tournament_rounds=tuple(chain.from_iterable(map(round_rows, gathered.tournaments))),
        ),
        str(club.head),
        tuple(dict.fromkeys((*found.damage, *(each for table in played for each in table.damage)))),
        tuple(gathered.tournaments),
    )


def _members(season: _Season) -> Iterator[MemberRow]:
    for member in season.members:
        yield MemberRow(
            member=member.id,
            name=season.names[member.id],
            guest=member.guest,
            joined_on=member.joined_at.date(),
            left_on=member.retired_at.date() if member.retired_at else None,
        )


def _sessions(season: _Season) -> Iterator[SessionRow]:
    for shown in season.sessions:
        each = shown.session
        yield SessionRow(
            session=each.id,
            date=each.held_on,
            starts=each.starts,
            room=each.room,
            note=each.note,
            status=each.status,
            present=len(shown.came),
        )


def _attendance(season: _Season) -> Iterator[AttendanceRow]:
    for shown in season.sessions:
        for member in shown.came:
            yield AttendanceRow(shown.session.id, shown.session.held_on, member.id, season.names[member.id])


def _matches(season: _Season) -> Iterator[MatchRow]:
    for each in season.played:
        status = "finished" if each.finished_at else "unfinished"
        yield MatchRow(
            match=each.id,
            table=each.table,
            session=each.session_id,
            date=each.played_on,
            game=season.game(each.book.slug),
            players=len(each.names),
            status="damaged" if each.unreadable else "void" if each.void else status,
            options=" ".join(f"{name}={value}" for name, value in changed(each.options).items()),
            chip=each.chip,
            continues=each.continues,
        )


def _results(season: _Season) -> Iterator[ResultRow]:
    chips = {
        (each.id, member): each.chips.get(name)
        for each in season.played
        if not each.unreadable
        for member, name in zip(each.members, each.names, strict=True)
    }
    numbers = {each.id: each.table for each in season.played}
    for each in season.results:
        member = abs(each.member)  # a guest's number is negative among the results
        yield ResultRow(
            match=table_of(each.match),
            table=numbers.get(each.match),
            session=each.session,
            date=each.played_on,
            game=season.game(each.game),
            member=member,
            name=season.names[member],
            rank=each.rank,
            players=each.players,
            score=Fraction(each.score).limit_denominator(1000),
            chips=chips.get((each.match, member)),
            hands=each.hands if each.table else None,
            guest=each.member < 0,
        )


def _standings(season: _Season) -> Iterator[StandingRow]:
    for row in season.standings.rows:
        yield StandingRow(
            place=row.place,
            member=row.member,
            name=season.names[row.member],
            score=row.score,
            sessions_counted=len(row.counted),
            sessions_dropped=len(row.dropped),
            matches=row.matches,
            wins=row.wins,
            seconds=row.seconds,
            tie_break=" ".join(str(replace(tie, name=season.names[tie.neighbour])) for tie in row.ties),
        )


def _scores(season: _Season) -> Iterator[ScoreRow]:
    """What each session gave each member of the standings, less what penalties took, and whether it counts."""
    for row in season.standings.rows:
        counted = {each.session for each in row.counted}
        for each in row.sessions:
            yield ScoreRow(
                session=each.session,
                date=each.played_on,
                member=row.member,
                name=season.names[row.member],
                matches=each.matches,
                score=each.score,
                penalty=each.penalty,
                counted=each.session in counted,
            )


def _ratings(season: _Season) -> Iterator[RatingRow]:
    """Every rating of the members over all games, whose game is empty, and in each that was played."""
    for found in season.ratings:
        for row in found.rows:
            yield RatingRow(
                game=season.game(found.game) if found.game else "",
                member=row.member,
                name=season.names[row.member],
                rating=round(row.rating.figure, 3),
                mu=round(row.rating.mu, 3),
                sigma=round(row.rating.sigma, 3),
                matches=row.rating.matches,
                provisional=row.rating.provisional,
            )


def _trophies(season: _Season) -> Iterator[TrophyRow]:
    """Every trophy that was given when the season was closed, a row for each who shares it."""
    for trophy in season.trophies:
        for member in trophy.members:
            yield TrophyRow(
                trophy=season.public.named(trophy.said),
                clause=f"scoring {trophy.clause}",
                member=member,
                name=season.public.at(member),
                figure=trophy.figure,
            )


def _disputes(season: _Season) -> Iterator[DisputeRow]:
    """Every dispute of the season, with what was decided last."""
    played = {match.id: match for match in season.played}
    for dispute in season.disputes:
        match = played.get(dispute.match) if dispute.match is not None else None
        if match is None and (dispute.match is not None or not season.lasted_on(day_of(dispute.at))):
            continue
        decided = dispute.decided
        yield DisputeRow(
            dispute=dispute.number,
            date=day_of(dispute.at),
            match=dispute.match.id if dispute.match else None,
            table=dispute.match.table if dispute.match else None,
            line=dispute.line,
            game=season.game(dispute.game),
            clause=dispute.clause,
            verdict=dispute.verdict.value,
            open=dispute.is_open,
            outcome=decided.kind.value if decided else "",
            decided_on=day_of(decided.at) if decided else None,
            decided_by=season.public.signed(decided.by) if decided else "",
        )


def _rulings(season: _Season) -> Iterator[RulingRow]:
    """Every line of every table with its ruling, and every dispute on facts told without a table."""
    about = {(dispute.match, dispute.line): dispute for dispute in season.disputes if dispute.match is not None}
    for match in season.played:
        if match.unreadable:
            yield from (_damaged(season, match, what) for what in match.damage)
            continue
        players = dict(zip(match.names, match.members, strict=True))
        spoiled = {each.line for each in match.damage}
        for each in match.log:
            if each.kind is not EntryKind.LINE or each.ruling is None:
                continue
            dispute = about.get((match.number, each.number))
            ruling = each.ruling
            yield RulingRow(
                match=match.id,
                table=match.table,
                line=each.number,
                dispute=dispute.number if dispute else None,
                date=match.played_on,
                game=season.game(match.book.slug),
                text=season.public.shown(each.text, players),
                verdict=ruling.verdict.value,
                word="damaged" if each.number in spoiled else ruling.says,
                clause=ruling.clause.cite,
                reason=season.public.shown(ruling.reason, players),
                decision=each.decision.value if each.decision else "",
                decided_by=season.public.signed(each.decided_by),
                recorded_by=season.public.signed(each.by),
            )
    for dispute in season.disputes:
        if dispute.match is None and season.lasted_on(day_of(dispute.at)):
            yield _told(season, dispute)


def _damaged(season: _Season, match: MatchView, what: Difference) -> RulingRow:
    """Return what stands in the place of the lines of a table that cannot be read any more."""
    return RulingRow(
        match=match.id,
        table=match.table,
        line=what.line or None,
        date=match.played_on,
        game=season.game(match.book.slug),
        word="damaged",
        reason=what.message,
    )


def _told(season: _Season, dispute: DisputeView) -> RulingRow:
    """Return a ruling on facts that were told without a table. What was told, and of whom, stays in the house."""
    last = dispute.decisions[-1] if dispute.decisions else None
    return RulingRow(
        dispute=dispute.number,
        date=day_of(dispute.at),
        game=dispute.game,
        verdict=dispute.verdict.value,
        word=dispute.word or dispute.verdict.value,
        clause=dispute.clause,
        decision=last.kind.value if last else "",
        decided_by=season.public.signed(last.by) if last else "",
        recorded_by=season.public.signed(dispute.by),
    )
