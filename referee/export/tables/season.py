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
from referee.games import has_rulebook
from referee.rules.book.options import changed_options
from referee.store.difference import Difference
from referee.store.plain_rows import Member
from referee.store.progress import Progress, no_progress
from referee.tournaments import overview as shown_tournaments
from referee.tournaments.public_view import public_view
from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class _SeasonData:
    """The data gathered for a season; `public` has the names to show."""

    public: PublicNames
    members: Sequence[Member]
    sessions: Sequence[SessionView]
    matches: Sequence[MatchView]
    results: Sequence[Result]
    standings: Standings
    disputes: Sequence[DisputeView]
    ratings: Sequence[Ratings]
    trophies: Sequence[Trophy]
    tournaments: Sequence[TournamentView]

    @property
    def names(self) -> Mapping[int, str]:
        """The names to show, by member."""
        return self.public.names

    def lasted_on(self, day: date) -> bool:
        """Tell whether a day is within the season."""
        return self.standings.season.starts <= day <= self.standings.season.ends

    def game(self, slug: str) -> str:
        """Return the exported name of a game; that of a game without a rulebook may contain names."""
        return slug if has_rulebook(slug) else self.public.named(slug)


def season_export(
    club: Club, season: str | None = None, *, full_names: bool = False, progress: Progress = no_progress
) -> SeasonExport:
    """Gather the tables of a season.

    Names are as the public sees them; with `full_names`, only members who opted out are hidden. `progress` is called
    with the number of sessions gathered and their total.
    """
    progress(0, 0)
    season_standings = standings(club, season)
    planned = schedule.sessions(club, season_standings.season.name)
    session_views, played = [], []
    for at, session in enumerate(planned, 1):
        session_views.append(sessions.show(club, str(session.id)))
        played.extend(matches.matches(club, str(session.id)))
        progress(at, len(planned))
    members = roster.members(club, everybody=True)
    public = all_public_names(club, full_names=full_names)
    season_tournaments = [
        tournament
        for tournament in shown_tournaments.all_tournaments(club)
        if tournament.season == season_standings.season.name
    ]
    data = _SeasonData(
        public=public,
        members=members,
        sessions=session_views,
        matches=played,
        results=sorted(season_standings.results.every, key=lambda result: result.played_on),
        standings=season_standings,
        disputes=disputes(club),
        ratings=ratings_of_each(club, sorted({result.game for result in season_standings.results.every})),
        trophies=season_end.kept_trophies(club, season_standings.season.name),
        tournaments=[public_view(tournament, public) for tournament in season_tournaments],
    )
    return SeasonExport(
        SeasonTables(
            members=tuple(_members(data)),
            sessions=tuple(_sessions(data)),
            attendance=tuple(_attendance(data)),
            matches=tuple(_matches(data)),
            results=tuple(_results(data)),
            standings=tuple(_standings(data)),
            scores=tuple(_scores(data)),
            ratings=tuple(_ratings(data)),
            trophies=tuple(_trophies(data)),
            disputes=tuple(_disputes(data)),
            rulings=tuple(_rulings(data)),
            tournaments=tuple(map(tournament_row, data.tournaments)),
            tournament_standings=tuple(chain.from_iterable(map(standing_rows, data.tournaments))),
            tournament_rounds=tuple(chain.from_iterable(map(round_rows, data.tournaments))),
        ),
        str(club.head),
        tuple(
            dict.fromkeys((*season_standings.damage, *(difference for table in played for difference in table.damage)))
        ),
        tuple(data.tournaments),
    )


def _members(season: _SeasonData) -> Iterator[MemberRow]:
    for member in season.members:
        yield MemberRow(
            member=member.id,
            name=season.names[member.id],
            guest=member.guest,
            joined_on=member.joined_at.date(),
            left_on=member.retired_at.date() if member.retired_at else None,
        )


def _sessions(season: _SeasonData) -> Iterator[SessionRow]:
    for view in season.sessions:
        session = view.session
        yield SessionRow(
            session=session.id,
            date=session.held_on,
            starts=session.starts,
            room=session.room,
            note=session.note,
            status=session.status,
            present=len(view.came),
        )


def _attendance(season: _SeasonData) -> Iterator[AttendanceRow]:
    for view in season.sessions:
        for member in view.came:
            yield AttendanceRow(view.session.id, view.session.held_on, member.id, season.names[member.id])


def _matches(season: _SeasonData) -> Iterator[MatchRow]:
    for match in season.matches:
        status = "finished" if match.finished_at else "unfinished"
        yield MatchRow(
            match=match.id,
            table=match.table,
            session=match.session_id,
            date=match.played_on,
            game=season.game(match.book.slug),
            players=len(match.names),
            status="damaged" if match.unreadable else "void" if match.void else status,
            options=" ".join(f"{name}={value}" for name, value in changed_options(match.options).items()),
            chip=match.chip,
            continues=match.continues,
        )


def _results(season: _SeasonData) -> Iterator[ResultRow]:
    chips = {
        (match.id, member): match.chips.get(name)
        for match in season.matches
        if not match.unreadable
        for member, name in zip(match.members, match.names, strict=True)
    }
    numbers = {match.id: match.table for match in season.matches}
    for result in season.results:
        member = abs(result.member)  # a guest's number is negative among the results
        yield ResultRow(
            match=table_of(result.match),
            table=numbers.get(result.match),
            session=result.session,
            date=result.played_on,
            game=season.game(result.game),
            member=member,
            name=season.names[member],
            rank=result.rank,
            players=result.players,
            score=Fraction(result.score).limit_denominator(1000),
            chips=chips.get((result.match, member)),
            hands=result.hands if result.table else None,
            guest=result.member < 0,
        )


def _standings(season: _SeasonData) -> Iterator[StandingRow]:
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


def _scores(season: _SeasonData) -> Iterator[ScoreRow]:
    """Yield each member's points in each session, less penalties, and whether they count."""
    for row in season.standings.rows:
        counted_sessions = {session.session for session in row.counted}
        for session_result in row.sessions:
            yield ScoreRow(
                session=session_result.session,
                date=session_result.played_on,
                member=row.member,
                name=season.names[row.member],
                matches=session_result.matches,
                score=session_result.score,
                penalty=session_result.penalty,
                counted=session_result.session in counted_sessions,
            )


def _ratings(season: _SeasonData) -> Iterator[RatingRow]:
    """Yield every rating in all games together, with an empty game, and in each game played."""
    for ratings in season.ratings:
        for row in ratings.rows:
            yield RatingRow(
                game=season.game(ratings.game) if ratings.game else "",
                member=row.member,
                name=season.names[row.member],
                rating=round(row.rating.figure, 3),
                mu=round(row.rating.mu, 3),
                sigma=round(row.rating.sigma, 3),
                matches=row.rating.matches,
                provisional=row.rating.provisional,
            )


def _trophies(season: _SeasonData) -> Iterator[TrophyRow]:
    """Yield every trophy given when the season was closed, a row for each member who shares it."""
    for trophy in season.trophies:
        for member in trophy.members:
            yield TrophyRow(
                trophy=season.public.named(trophy.said),
                clause=f"scoring {trophy.clause}",
                member=member,
                name=season.public.at(member),
                figure=trophy.figure,
            )


def _disputes(season: _SeasonData) -> Iterator[DisputeRow]:
    """Yield every dispute of the season, with its last decision."""
    played = {match.id: match for match in season.matches}
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


def _rulings(season: _SeasonData) -> Iterator[RulingRow]:
    """Yield every line of every table with its ruling, and every dispute on facts without a table."""
    about = {(dispute.match, dispute.line): dispute for dispute in season.disputes if dispute.match is not None}
    for match in season.matches:
        if match.unreadable:
            yield from (_damage_row(season, match, difference) for difference in match.damage)
            continue
        players = dict(zip(match.names, match.members, strict=True))
        damaged_lines = {difference.line for difference in match.damage}
        for entry in match.log:
            if entry.kind is not EntryKind.LINE or entry.ruling is None:
                continue
            dispute = about.get((match.number, entry.number))
            ruling = entry.ruling
            yield RulingRow(
                match=match.id,
                table=match.table,
                line=entry.number,
                dispute=dispute.number if dispute else None,
                date=match.played_on,
                game=season.game(match.book.slug),
                text=season.public.shown(entry.text, players),
                verdict=ruling.verdict.value,
                word="damaged" if entry.number in damaged_lines else ruling.says,
                clause=ruling.clause.citation,
                reason=season.public.shown(ruling.reason, players),
                decision=entry.decision.value if entry.decision else "",
                decided_by=season.public.signed(entry.decided_by),
                recorded_by=season.public.signed(entry.by),
            )
    for dispute in season.disputes:
        if dispute.match is None and season.lasted_on(day_of(dispute.at)):
            yield _facts_row(season, dispute)


def _damage_row(season: _SeasonData, match: MatchView, difference: Difference) -> RulingRow:
    """Return a row in the place of the lines of an unreadable table."""
    return RulingRow(
        match=match.id,
        table=match.table,
        line=difference.line or None,
        date=match.played_on,
        game=season.game(match.book.slug),
        word="damaged",
        reason=difference.message,
    )


def _facts_row(season: _SeasonData, dispute: DisputeView) -> RulingRow:
    """Return a ruling on facts without a table. The facts, and whom they concern, are not published."""
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
