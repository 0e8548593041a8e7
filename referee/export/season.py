"""A season as tables: members, sessions, matches, results, standings and rulings, gathered from the club's file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from referee.club import matches, roster, schedule, season_end, sessions
from referee.club.dispute_view import DisputeView
from referee.club.disputes import disputes
from referee.club.folder import Club, day_of
from referee.club.match_log import EntryKind
from referee.club.match_view import MatchView
from referee.club.public_names import PublicNames, of_club
from referee.club.ranking import Result
from referee.club.ratings import Ratings, ratings_of_each
from referee.club.sessions import SessionView
from referee.club.standings import Standings, standings
from referee.club.tournament_results import table_of
from referee.club.trophies import Trophy
from referee.export.csv_files import COLUMNS, Cell, CsvTable, Export
from referee.export.tournament_rows import round_rows, standing_rows, tournament_row
from referee.games import SLUGS
from referee.rules.options import changed
from referee.store.models import Member
from referee.tournaments import shown as shown_tournaments
from referee.tournaments.in_public import in_public
from referee.tournaments.view import TournamentView

Rows = Iterator[Sequence[Cell]]


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

    def game(self, slug: str) -> str:
        """Return a game as the export names it: one without a rulebook was named by whoever started it."""
        return slug if slug in SLUGS else self.public.said(slug)


def season_export(
    club: Club, season: str | None = None, *, full_names: bool = False, watch: Callable[[int, int], None] | None = None
) -> Export:
    """Gather a season, with names as the public sees them; with `full_names` only who opted out has none.

    `watch` is told after each session how many have been gathered, and of how many.
    """
    found = standings(club, season)
    planned = schedule.sessions(club, found.season.name)
    shown, played = [], []
    for at, each in enumerate(planned, 1):
        shown.append(sessions.show(club, str(each.id)))
        played.extend(matches.matches(club, str(each.id)))
        if watch:
            watch(at, len(planned))
    members = roster.members(club, everybody=True)
    public = of_club(club, full_names=full_names)
    of_season = [each for each in shown_tournaments.every(club) if each.season == found.season.name]
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
        tournaments=[in_public(each, public) for each in of_season],
    )
    writers: Mapping[str, Callable[[_Season], Rows]] = {
        "members": _members,
        "sessions": _sessions,
        "attendance": _attendance,
        "matches": _matches,
        "results": _results,
        "standings": _standings,
        "scores": _scores,
        "ratings": _ratings,
        "trophies": _trophies,
        "disputes": _disputes,
        "rulings": _rulings,
        "tournaments": lambda season: map(tournament_row, season.tournaments),
        "tournament_standings": lambda season: chain.from_iterable(map(standing_rows, season.tournaments)),
        "tournament_rounds": lambda season: chain.from_iterable(map(round_rows, season.tournaments)),
    }
    return Export(
        tuple(CsvTable(name, COLUMNS[name], list(rows(gathered))) for name, rows in writers.items()),
        club.head,
        tuple(dict.fromkeys((*found.damage, *(each for table in played for each in table.damage)))),
        tuple(gathered.tournaments),
    )


def _members(season: _Season) -> Rows:
    for member in season.members:
        left = member.retired_at.date() if member.retired_at else None
        yield member.id, season.names[member.id], member.guest, member.joined_at.date(), left


def _sessions(season: _Season) -> Rows:
    for shown in season.sessions:
        each = shown.session
        yield (
            each.id,
            each.held_on,
            each.starts,
            season.public.said(each.room),
            season.public.said(each.note),
            each.status,
            len(shown.came),
        )


def _attendance(season: _Season) -> Rows:
    for shown in season.sessions:
        for member in shown.came:
            yield shown.session.id, shown.session.held_on, member.id, season.names[member.id]


def _matches(season: _Season) -> Rows:
    for each in season.played:
        options = " ".join(f"{name}={value}" for name, value in changed(each.options).items())
        game = season.game(each.book.slug)
        status = "finished" if each.finished_at else "unfinished"
        status = "damaged" if each.unreadable else "void" if each.void else status
        yield (
            each.number, each.session, each.played_on, game, len(each.names), status, options, each.chip,
            each.continues,
        )  # fmt: skip


def _results(season: _Season) -> Rows:
    chips = {
        (each.number, member): each.chips.get(name)
        for each in season.played
        if not each.unreadable
        for member, name in zip(each.members, each.names, strict=True)
    }
    for each in season.results:
        member = abs(each.member)  # a guest's number is negative among the results
        yield (
            table_of(each.match), each.session, each.played_on, season.game(each.game), member, season.names[member],
            each.rank, each.players, Fraction(each.score).limit_denominator(1000), chips.get((each.match, member)),
            each.hands if each.table else None, each.member < 0,
        )  # fmt: skip


def _standings(season: _Season) -> Rows:
    for row in season.standings.rows:
        ties = " ".join(str(replace(tie, name=season.names[tie.neighbour])) for tie in row.ties)
        yield (
            row.place, row.member, season.names[row.member], row.score,
            len(row.counted), len(row.dropped), row.matches, row.wins, row.seconds, ties,
        )  # fmt: skip


def _scores(season: _Season) -> Rows:
    """What each session gave each member of the standings, less what penalties took, and whether it counts."""
    for row in season.standings.rows:
        counted = {each.session for each in row.counted}
        for each in sorted((*row.counted, *row.dropped), key=lambda each: (each.played_on, each.session)):
            yield (
                each.session, each.played_on, row.member, season.names[row.member],
                each.matches, each.score, each.penalty, each.session in counted,
            )  # fmt: skip


def _ratings(season: _Season) -> Rows:
    """Every rating of the members over all games, whose game is empty, and in each that was played."""
    for found in season.ratings:
        for row in found.rows:
            yield (
                season.game(found.game) if found.game else "", row.member, season.names[row.member],
                round(row.rating.figure, 3), round(row.rating.mu, 3), round(row.rating.sigma, 3),
                row.rating.matches, row.rating.provisional,
            )  # fmt: skip


def _trophies(season: _Season) -> Rows:
    """Every trophy that was given when the season was closed, a row for each who shares it."""
    for trophy in season.trophies:
        for member in trophy.members:
            yield (
                season.public.said(trophy.said),
                f"scoring {trophy.clause}",
                member,
                season.public.at(member),
                trophy.figure,
            )


def _disputes(season: _Season) -> Rows:
    """Every dispute of the season, with what was decided last."""
    played = {match.number: match for match in season.played}
    frozen = season.standings.season
    for dispute in season.disputes:
        match = played.get(dispute.match) if dispute.match is not None else None
        if match is None and (dispute.match is not None or not frozen.starts <= day_of(dispute.at) <= frozen.ends):
            continue
        readable = match is not None and not match.unreadable
        players = dict(zip(match.names, match.members, strict=True)) if match and readable else season.public.people
        decided = dispute.decided
        yield (
            dispute.number, day_of(dispute.at), dispute.match, dispute.line, season.game(dispute.game),
            season.public.shown("; ".join(dispute.facts), players), season.public.said(dispute.claim),
            dispute.clause, dispute.verdict.value, dispute.is_open, decided.kind.value if decided else "",
            season.public.said(decided.reason) if decided else "",
            day_of(decided.at) if decided else None, season.public.signed(decided.by) if decided else "",
        )  # fmt: skip


def _rulings(season: _Season) -> Rows:
    """Every line of every table with its ruling, and every dispute on facts told without a table."""
    people = season.public.people
    about = {(dispute.match, dispute.line): dispute for dispute in season.disputes if dispute.match is not None}
    for match in season.played:
        if match.unreadable:
            for what in match.damage:
                yield (
                    match.number, what.line or None, None, match.played_on, season.game(match.book.slug),
                    "", "", "damaged", "", what.message, "", "", "",
                )  # fmt: skip
            continue
        players = dict(zip(match.names, match.members, strict=True))
        spoiled = {each.line for each in match.damage}
        for each in match.log:
            if each.kind is not EntryKind.LINE or each.ruling is None:
                continue
            dispute = about.get((match.number, each.number))
            ruling = each.ruling
            word = "damaged" if each.number in spoiled else ruling.says
            text, reason = season.public.shown(each.text, players), season.public.shown(ruling.reason, players)
            decision, by = each.decision.value if each.decision else "", season.public.signed(each.decided_by)
            yield (
                match.number, each.number, dispute.number if dispute else None, match.played_on,
                season.game(match.book.slug),
                text, ruling.verdict.value, word, ruling.clause.cite, reason, decision, by,
                season.public.signed(each.by),
            )  # fmt: skip
    frozen = season.standings.season
    for dispute in season.disputes:
        if dispute.match is None and frozen.starts <= day_of(dispute.at) <= frozen.ends:
            last = dispute.decisions[-1] if dispute.decisions else None
            said, by = (last.kind.value, season.public.signed(last.by)) if last else ("", "")
            text, reason = (
                season.public.shown("; ".join(dispute.facts), people),
                season.public.shown(dispute.reason, people),
            )
            yield (
                None, None, dispute.number, day_of(dispute.at), dispute.game, text, dispute.verdict.value,
                dispute.word or dispute.verdict.value, dispute.clause, reason, said, by,
                season.public.signed(dispute.by),
            )  # fmt: skip
