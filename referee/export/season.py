"""A season as tables: members, sessions, matches, results, standings and rulings, gathered from the club's file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.club import matches, roster, schedule, sessions
from referee.club.dispute_view import DisputeView
from referee.club.disputes import disputes
from referee.club.folder import Club, day_of
from referee.club.match_log import EntryKind
from referee.club.match_view import MatchView
from referee.club.names import with_marks, with_names
from referee.club.ranking import Result
from referee.club.sessions import SessionView
from referee.club.standings import Standings, standings
from referee.export.csv_files import COLUMNS, Cell, CsvTable, Export
from referee.export.public_names import public_name, public_names
from referee.rules.options import changed
from referee.store.models import Member

Rows = Iterator[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class _Season:
    """What is gathered of a season; `names` are those that the export shows, by member.

    `people` are the members by every name that they have here: past tables have the names of then.
    """

    full_names: bool
    names: Mapping[int, str]
    people: Mapping[str, int]
    members: Sequence[Member]
    sessions: Sequence[SessionView]
    played: Sequence[MatchView]
    results: Sequence[Result]
    standings: Standings
    disputes: Sequence[DisputeView]

    def shown(self, text: str, players: Mapping[str, int]) -> str:
        """Return a sentence about players, by name, with the names that the export shows."""
        return with_names(with_marks(text, list(players)), [self.names[member] for member in players.values()])

    def said(self, text: str) -> str:
        """Return a sentence that somebody typed, with the names that the export shows."""
        return self.shown(text, self.people)

    def signed(self, by: str) -> str:
        """Return who did something by the name that the export shows, whether they are members or not."""
        said = self.said(by)
        return by if self.full_names else public_name(said) if said == by else said


def season_export(
    club: Club, season: str | None = None, *, full_names: bool = False, watch: Callable[[int, int], None] | None = None
) -> Export:
    """Gather a season. Names are shortened to "First L." unless `full_names`; see `referee.export.public_names`.

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
    full = {member.id: member.name for member in members}
    readable = (match for match in played if not match.unreadable)
    then = {name: member for match in readable for name, member in zip(match.names, match.members, strict=True)}
    gathered = _Season(
        full_names=full_names,
        people={**then, **{member.name: member.id for member in members}},
        names=full if full_names else public_names(full),
        members=members,
        sessions=shown,
        played=played,
        results=sorted(found.results.every, key=lambda result: result.played_on),
        standings=found,
        disputes=disputes(club),
    )
    writers = {
        "members": _members,
        "sessions": _sessions,
        "matches": _matches,
        "results": _results,
        "standings": _standings,
        "rulings": _rulings,
    }
    return Export(
        tuple(CsvTable(name, COLUMNS[name], list(rows(gathered))) for name, rows in writers.items()),
        club.head,
        tuple(dict.fromkeys((*found.damage, *(each for table in played for each in table.damage)))),
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
            season.said(each.room),
            season.said(each.note),
            each.status,
            len(shown.came),
        )


def _matches(season: _Season) -> Rows:
    for each in season.played:
        options = " ".join(f"{name}={value}" for name, value in changed(each.options).items())
        status = "finished" if each.finished_at else "unfinished"
        status = "damaged" if each.unreadable else "void" if each.void else status
        yield (
            each.number, each.session, each.played_on, each.book.slug, len(each.names), status, options, each.chip,
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
            each.match, each.session, each.played_on, each.game, member, season.names[member],
            each.rank, each.players, Fraction(each.score).limit_denominator(1000), chips.get((each.match, member)),
            each.hands if each.table else None,
        )  # fmt: skip


def _standings(season: _Season) -> Rows:
    full = {member.id: member.name for member in season.members}
    for row in season.standings.rows:
        ties = " ".join(str(tie).replace(full[tie.neighbour], season.names[tie.neighbour]) for tie in row.ties)
        yield (
            row.place, row.member, season.names[row.member], row.score,
            len(row.counted), len(row.dropped), row.matches, row.wins, row.seconds, ties,
        )  # fmt: skip


def _rulings(season: _Season) -> Rows:
    """Every line of every table with its ruling, and every dispute on facts told without a table."""
    people = season.people
    about = {(dispute.match, dispute.line): dispute for dispute in season.disputes if dispute.match is not None}
    for match in season.played:
        if match.unreadable:
            for what in match.damage:
                yield (
                    match.number, what.line or None, None, match.played_on, match.book.slug,
                    "", "", "damaged", "", what.message, "", "",
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
            text, reason = season.shown(each.text, players), season.shown(ruling.reason, players)
            decision, by = each.decision.value if each.decision else "", season.signed(each.decided_by)
            yield (
                match.number, each.number, dispute.number if dispute else None, match.played_on, match.book.slug,
                text, ruling.verdict.value, word, ruling.clause.cite, reason, decision, by,
            )  # fmt: skip
    frozen = season.standings.season
    for dispute in season.disputes:
        if dispute.match is None and frozen.starts <= day_of(dispute.at) <= frozen.ends:
            last = dispute.decisions[-1] if dispute.decisions else None
            said, by = (last.kind.value, season.signed(last.by)) if last else ("", "")
            text, reason = season.shown("; ".join(dispute.facts), people), season.shown(dispute.reason, people)
            yield (
                None, None, dispute.number, day_of(dispute.at), dispute.game, text, dispute.verdict.value,
                dispute.word or dispute.verdict.value, dispute.clause, reason, said, by,
            )  # fmt: skip
